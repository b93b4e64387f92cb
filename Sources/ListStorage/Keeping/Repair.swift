import GRDB
public import ListModel

/// What a repair has saved of a damaged store, and what not.
public struct RepairReport: Equatable, Sendable {
  /// What became of a list.
  public struct ListReport: Equatable, Sendable {
    /// The name of the list.
    public var id: List.ID
    /// The versions the damaged store said it had: from its oldest to its head.
    public var expected: ClosedRange<Int>
    /// The versions that could be saved; `nil` when none could.
    public var saved: ClosedRange<Int>?
    /// Versions from before those, of which they are parted by some that could not be saved.
    public var earlier: EarlierVersions?
    /// Whether every commit key could be saved that stands for one of these versions.
    public var hasAllKeys: Bool
    /// Whether it could be saved who made each of these versions, and when.
    public var hasAllOrigins: Bool
    /// What was wrong, as far as it was looked at.
    public var problems: [String]

    /// Whether every version and commit key was saved, with who made it and when.
    public var isComplete: Bool { saved == expected && hasAllKeys && hasAllOrigins }
  }

  /// Versions that were saved as those of a list of their own.
  public struct EarlierVersions: Equatable, Sendable {
    /// The name of that list: that of the damaged one, and which versions they are.
    public var list: List.ID
    /// The versions.
    public var versions: ClosedRange<Int>
  }

  /// Each list that was found, ordered by name.
  public var lists: [ListReport] = []
  /// What was wrong with the file as a whole.
  public var problems: [String] = []
  /// Where the damaged store is, if the new one has taken its name.
  public var setAside: String?

  /// Whether every version and commit key of every list was saved.
  public var isComplete: Bool { problems.isEmpty && lists.allSatisfy(\.isComplete) }
}

extension ListStore {
  /// Makes a new store out of what can be read of a damaged one.
  ///
  /// The head of a list and its changes say the same thing twice, so most damage to one can be made
  /// good from the other: a head whose rows are damaged is replayed from the changes, and where a
  /// change is damaged, the versions after it are kept by going back from the head, and those before it
  /// by going on from the first one. A change between two versions that are known is made anew; where
  /// versions are missing between both, the earlier ones become a list of their own, see
  /// ``RepairReport/ListReport/earlier``. Everything that is saved is proved by its fingerprint;
  /// nothing is guessed, and nothing is compacted. A commit key is saved with its change. Named consumers are not; the epoch is a new one, so that they read the
  /// lists anew. The new file appears when it is complete.
  ///
  /// - Parameters:
  ///   - damaged: The file, which is only read.
  ///   - path: The file to make.
  /// - Returns: What was saved, and what was not.
  /// - Throws: ``ListStoreError/fileExists(path:)``;
  ///   ``ListStoreError/newerFormat(path:format:supported:)`` when only newer software may write the
  ///   damaged store; ``ListStoreError/notAListStore(path:reason:)`` or ``ListStoreError/corrupted(reason:)`` when not even the names of the lists can be read.
  ///   Then there is no new file.
  public static func repair(_ damaged: String, to path: String) throws -> RepairReport {
    try save(damaged, by: FileCopy(to: path))
  }

  /// Makes a new store out of what can be read of a damaged one, and gives it the name of that.
  ///
  /// What is saved, and how, is as in ``repair(_:to:)``. The damaged store is set aside: with
  /// `-damaged` behind its name, and behind that of its write-ahead log. Until the new one is complete,
  /// nothing is changed, and if the process is killed, calling this again begins anew; when the new
  /// store is in place by then, it says that the other name is taken.
  ///
  /// Commits of other processes wait meanwhile, as long as they wait for any other, and their stores
  /// are told afterwards that the file was replaced. A database of its owner's must be closed: what is
  /// committed in an owner's transactions meanwhile is only in the damaged one.
  ///
  /// - Parameters:
  ///   - path: The file of the damaged store. Its owner, group and mode are also those of the new one.
  ///   - timeout: How long to wait for others.
  /// - Returns: What was saved, what was not, and where the damaged store is.
  /// - Throws: As ``repair(_:to:)``: ``ListStoreError/fileExists(path:)`` when there is a damaged one
  ///   from before. ``ListStoreError/busy(path:timeout:holder:)`` when another process is still in a commit;
  ///   ``ListStoreError/database(reason:)`` where files cannot have two names for a moment, or not the
  ///   owner of the damaged one.
  public static func repair(
    inPlace path: String,
    waiting timeout: Duration = .seconds(10)
  ) throws -> RepairReport {
    let predecessor = Predecessor(at: path)
    try FilePath.validate(path)
    try FilePath.validate(predecessor.aside)
    guard !FileIdentity.isMissing(path) else { throw ListStoreError.noSuchFile(path: path) }
    // What is no store gets no lock beside it, and keeps its names. A store with two is not opened.
    if !predecessor.isInterrupted {
      try DamagedFile(path: path).requireWriter()
    } else if !predecessor.hasLog {
      try DamagedFile.requireStore(path)
    }
    return try InterprocessLock(beside: path).withLock(timeout: timeout) {
      try predecessor.clearTheWay()
      var report = try save(path, by: FileCopy(inPlaceOf: predecessor))
      report.setAside = predecessor.aside
      return report
    }
  }

  private static func save(_ damaged: String, by copy: FileCopy) throws -> RepairReport {
    let source = try DamagedFile(path: damaged)
    try source.requireWriter()
    let (names, places) = try survey(source)
    var report = RepairReport(problems: names.problems)
    if let obstacle = source.obstacle {
      report.problems.append("what the file says about itself cannot be read: \(obstacle)")
    }
    if let obstacle = places.obstacle {
      report.problems.append("there may be versions that were not found: \(obstacle.reason)")
    }
    try copy.makeFile { draft in
      let target = try ListStore(path: draft, configuration: .repair)
      for name in names.found {
        report.lists.append(try Salvage(name, at: places, from: source).save(to: target))
      }
      let earlier = try Damage.hiding { try source.read { try StoreDatabase.lastEpoch($0) } }
      try target.database.write { database in
        try StoreDatabase.beginEpoch(database, after: StoreRules.epochToFollow(earlier))
      }
      try target.checkpoint()
      try target.database.translating { try target.database.connections.writer.close() }
    }
    // As long as it is open, no other process that closes the file moves or deletes its log.
    return withExtendedLifetime(source) { report }
  }

  /// Finds out which lists and versions there are.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``, which says what is left to do, when no list can
  ///   be found.
  private static func survey(_ source: DamagedFile) throws -> (ListNames, ChangePlaces) {
    let (names, places) = try Damage.outlasted { found in
      try source.read { found = (try ListNames(in: $0), try ChangePlaces(in: $0)) }
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
  /// How a store is opened that is filled with what is saved: nothing of it is forgotten, and the
  /// device is waited for when it is complete.
  fileprivate static var repair: Self {
    var configuration = Self()
    configuration.retention = .unlimited
    configuration.durability = .normal
    return configuration
  }
}
