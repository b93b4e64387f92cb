import GRDB
public import ListModel
public import ListStorage

/// The parts of a damaged store that a repair has saved, and those it has not.
public struct RepairReport: Equatable, Sendable {
  /// The result for one list.
  public struct ListReport: Equatable, Sendable {
    /// The name of the list; one that says so when its own is lost.
    public var id: List.ID
    /// Whether that is the name that was recorded, as far as a checksum tells.
    public var hasName: Bool
    /// The versions the damaged store said it had: from its oldest to its head.
    public var expected: ClosedRange<Int>
    /// The versions that could be saved; `nil` when none could.
    public var saved: ClosedRange<Int>?
    /// Earlier versions, separated from those by some that could not be saved.
    public var earlier: EarlierVersions?
    /// The list that has what could be read of the newest version, if that could not be saved: each of its
    /// cells and sections is what was recorded; the whole is not proved.
    public var remains: List.ID?
    /// Whether every commit key of these versions could be saved.
    public var hasAllKeys: Bool
    /// Whether the origin of each of these versions could be saved: who made it, and when.
    public var hasAllOrigins: Bool
    /// The problems, as far as they were looked for.
    public var problems: [String]

    /// Whether every version and commit key was saved, with who made it and when, under its name.
    public var isComplete: Bool { saved == expected && hasName && hasAllKeys && hasAllOrigins }
  }

  /// Versions that were saved as a list of their own.
  public struct EarlierVersions: Equatable, Sendable {
    /// The name of that list: the name of the damaged one, and the versions.
    public var list: List.ID
    /// The versions.
    public var versions: ClosedRange<Int>
  }

  /// Each list that was found, ordered by name.
  public var lists: [ListReport] = []
  /// The problems of the file as a whole.
  public var problems: [String] = []
  /// The names of tables in the damaged file that are not the store's, which the new file lacks.
  public var otherTables: [String] = []
  /// The path of the damaged store, if the new one has taken its name.
  public var setAside: String?
  /// Whether the store was sound, so that it was left in its place.
  public var wasSound = false

  /// Whether every version and commit key of every list was saved, under its name.
  public var isComplete: Bool { problems.isEmpty && lists.allSatisfy(\.isComplete) }
}

extension ListStore {
  /// Makes a new store from everything that can be read of a damaged one.
  ///
  /// The head of a list and its changes hold the same content twice, so most damage to one is
  /// repaired from the other. A head whose rows are damaged is replayed from the changes. When a
  /// change is damaged, the versions after it are found by going back from the head, and those
  /// before it by going on from the first. A change between two known versions is made again; when
  /// versions between them are missing, the earlier ones become a list of their own, see
  /// ``RepairReport/ListReport/earlier``. Everything that is saved is proved by its fingerprint;
  /// nothing is guessed, and nothing is compacted. When the newest version cannot be proved, the cells
  /// and sections of the head that are what was recorded become a list of their own, see
  /// ``RepairReport/ListReport/remains``. A list whose row is lost, and with it its name, is
  /// saved under a name that says so, see ``RepairReport/ListReport/hasName``. A commit key is saved with its change. Named
  /// consumers are not saved; the epoch is new, so that they read the lists again. The new file
  /// appears when it is complete.
  ///
  /// - Parameters:
  ///   - damaged: The file, which is only read.
  ///   - path: The file to make.
  ///   - progress: Called after each version that was saved, with their number.
  /// - Returns: What was saved, and what was not.
  /// - Throws: `ListStoreError.fileExists(path:)`;
  ///   `ListStoreError.newerFormat(path:format:supported:)` when only newer software may write
  ///   the damaged store; `ListStoreError.notAListStore(path:reason:)` or
  ///   `ListStoreError.corrupted(reason:)` when not a single list can be found, or nothing of them be
  ///   saved. Then there is no new file.
  public static func repair(
    _ damaged: String,
    to path: String,
    progress: (_ savedVersions: Int) -> Void = { _ in }
  ) throws -> RepairReport {
    try save(damaged, by: FileCopy(to: path), progress)
  }

  /// Makes a new store from everything that can be read of a damaged one, and gives it the same
  /// name; a store that is sound stays as it is, see ``RepairReport/wasSound``.
  ///
  /// The same is saved as in `repair(_:to:progress:)`. The damaged store is set aside: its name and that
  /// of its write-ahead log get the suffix `-damaged`. Until the new store is complete, nothing is
  /// changed. If the process is killed, calling it again starts from the beginning; if the new store is in
  /// place by then, it is sound, and stays there.
  ///
  /// Commits of other processes wait meanwhile, as long as for any other commit, and their stores
  /// are told afterwards that the file was replaced. A database that stores share with its owner
  /// must be closed: commits in the owner's transactions meanwhile are only in the damaged store.
  ///
  /// - Parameters:
  ///   - path: The file of the damaged store. Its owner, group and mode are also those of the new one.
  ///   - timeout: How long to wait for other processes.
  ///   - progress: Called after each version that was saved, with their number.
  /// - Returns: What was saved, what was not, and where the damaged store is.
  /// - Throws: As `repair(_:to:progress:)`: `ListStoreError.fileExists(path:)` when a damaged store was
  ///   set aside before. `ListStoreError.otherTables(path:tables:)` when the file also has tables of
  ///   an application. `ListStoreError.busy(path:timeout:holder:)` when another process is
  ///   still in a commit; `ListStoreError.database(reason:)` when files cannot have two names
  ///   there, or the new file cannot get the owner of the damaged one.
  public static func repair(
    inPlace path: String,
    waiting timeout: Duration = .seconds(10),
    progress: (_ savedVersions: Int) -> Void = { _ in }
  ) throws -> RepairReport {
    let predecessor = Predecessor(at: path)
    try FilePath.validate(path)
    try FilePath.validate(predecessor.aside)
    guard !FileIdentity.isMissing(path) else { throw ListStoreError.noSuchFile(path: path) }
    // A file that is no store gets no lock beside it, and keeps its names. A store with two names
    // is not opened.
    if !predecessor.isInterrupted {
      let file = try DamagedFile(path: path, rebuildingBeside: path)
      try file.requireWriter()
      if try file.isSound() { return RepairReport(wasSound: true) }
      let others = try file.otherTables()
      guard others.isEmpty else { throw ListStoreError.otherTables(path: path, tables: others) }
    } else if !predecessor.hasLog {
      try DamagedFile.requireStore(path)
    }
    return try InterprocessLock(beside: path).withLock(timeout: timeout) {
      try predecessor.clearTheWay()
      var report = try save(path, by: FileCopy(inPlaceOf: predecessor), progress)
      report.setAside = predecessor.aside
      return report
    }
  }

  private static func save(
    _ damaged: String,
    by copy: FileCopy,
    _ progress: (Int) -> Void
  ) throws -> RepairReport {
    let source = try DamagedFile(path: damaged, rebuildingBeside: copy.path)
    try source.requireWriter()
    let (names, places) = try survey(source)
    var report = RepairReport(problems: names.problems, otherTables: try source.otherTables())
    if let problem = source.problem { report.problems.append(problem) }
    if let obstacle = places.obstacle {
      report.problems.append("there may be versions that were not found: \(obstacle.reason)")
    }
    try copy.makeFile { draft in
      let target = try ListStore(path: draft, configuration: .repair)
      var savedCount = 0
      try withoutActuallyEscaping(progress) { progress in
        for name in names.found {
          let doubt = names.doubts[name.row]
          let salvage = Salvage(name, doubting: doubt, at: places, from: source) {
            savedCount += 1
            progress(savedCount)
          }
          report.lists.append(try salvage.save(to: target))
        }
      }
      let earlier = try Damage.hiding { try source.read { try StoreDatabase.lastEpoch($0) } }
      try target.database.write { database in
        try StoreDatabase.beginEpoch(database, after: StoreRules.epochToFollow(earlier))
      }
      try requireAny(of: report)
      try target.checkpoint()
      try target.database.translating { try target.database.connections.writer.close() }
    }
    // While the source is open, no other process that closes the file moves or deletes its log.
    return withExtendedLifetime(source) { report }
  }

  /// Checks that something was saved: a store without content is no repaired one.
  private static func requireAny(of report: RepairReport) throws {
    guard let first = report.lists.first,
      report.lists.allSatisfy({ $0.saved == nil && $0.remains == nil })
    else { return }
    let problem = report.problems.first ?? first.problems.first ?? "it has no version"
    throw ListStoreError.corrupted(
      reason: "nothing of its \(report.lists.count) lists can be saved (\(first.id): \(problem)); "
        + "restore a backup"
    )
  }

  /// Finds the lists and versions that exist.
  ///
  /// - Throws: `ListStoreError.corrupted(reason:)`, which says what is left to do, when no list can
  ///   be found.
  private static func survey(_ source: DamagedFile) throws -> (ListNames, ChangePlaces) {
    let (names, places) = try Damage.outlasted { found in
      try source.read { database in
        let places = try ChangePlaces(in: database)
        var names = try ListNames(in: database)
        try names.addLost(with: places, in: database)
        found = (names, places)
      }
    }
    if names.found.isEmpty, let problem = names.problems.first {
      throw ListStoreError.corrupted(
        reason: "\(problem); without them nothing can be saved: restore a backup"
      )
    }
    return (names, places)
  }
}

extension ListStore.Configuration {
  /// The configuration of the new store: no change is removed, and the device is waited for only
  /// when the store is complete.
  fileprivate static var repair: Self {
    var configuration = Self()
    configuration.retention = .unlimited
    configuration.durability = .normal
    return configuration
  }
}
