import Foundation
import GRDB
import ListStorage

/// The file of a damaged store, which is only read.
struct DamagedFile {
  private let path: String
  private let queue: DatabaseQueue
  /// What is wrong with the file as a whole, if anything.
  let problem: String?
  /// The file, if it is read as immutable.
  private let frozen: FrozenFile?
  /// What is read in place of the file, if that was emptied or cut off.
  private let rebuilt: RebuiltDatabase?

  /// - Parameters:
  ///   - path: The file.
  ///   - target: A file beside which a database may be put together if this one was emptied or cut off:
  ///     SQLite would delete the log beside an empty database, in which its last commits are, and opens
  ///     no database that is shorter than it says.
  /// - Throws: The errors of opening a store, except damage.
  init(path: String, rebuildingBeside target: String? = nil) throws {
    try FilePath.validate(path)
    let log = "it was emptied; what follows is what its log has"
    var rebuilt: RebuiltDatabase?
    var opened: Opened
    if let target, RebuiltDatabase.isNeeded(for: path) {
      rebuilt = try RebuiltDatabase(fromLogOf: path, beside: target)
      do {
        opened = try Opened(rebuilt?.path ?? path, knownProblem: log)
      } catch ListStoreError.notAListStore {
        throw ListStoreError.corrupted(
          reason: "\(path) is empty, and was a store; \(path)-wal has nothing that can be saved: "
            + "restore a backup, or delete both files to begin again"
        )
      }
    } else {
      try InterprocessLock.refuseEmptied(path)
      (opened, rebuilt) = try Self.open(path, rebuildingBeside: target)
    }
    (frozen, problem, self.rebuilt) = (opened.frozen, opened.problem, rebuilt)
    let file = rebuilt?.path ?? path
    var configuration = ListStore.Configuration()
    configuration.access = .readOnly
    var settings = StoreDatabase.connectionSettings(configuration)
    settings.readonly = true
    self.path = path
    let name = frozen == nil ? FilePath.forSQLite(file) : FilePath.immutable(file)
    queue = try ListStoreError.translating(path: path, timeout: .zero) {
      [settings] in
      try DatabaseQueue(path: name, configuration: settings)
    }
  }

  /// How a file was opened.
  private struct Opened {
    /// The file, if it is read as immutable.
    var frozen: FrozenFile?
    /// What is wrong with it as a whole, if anything.
    var problem: String?

    /// - Parameters:
    ///   - file: The file.
    ///   - known: What is known to be wrong with it.
    /// - Throws: The errors of opening a store, except damage.
    init(_ file: String, knownProblem known: String? = nil) throws {
      var configuration = ListStore.Configuration()
      configuration.access = .readOnly
      do {
        frozen = try StoreDatabase(path: file, configuration: configuration).frozen
        problem = known
      } catch ListStoreError.corrupted(let reason) {
        frozen = try FrozenFile(path: file)
        problem = "what the file says about itself cannot be read: \(reason)"
      }
    }
  }

  /// Opens a file as it is or, if SQLite opens it no more because it was cut off or lacks its first page,
  /// a copy that it opens.
  ///
  /// A file that was killed in a write can be shorter than it says, and is whole once its journal or its log
  /// has been read: so it is opened first.
  private static func open(
    _ path: String,
    rebuildingBeside target: String?
  ) throws -> (Opened, RebuiltDatabase?) {
    let opened = Result { try Opened(path) }
    let hasFailed =
      switch opened {
      case .success(let opened): opened.problem != nil
      case .failure(ListStoreError.notAListStore): true
      case .failure: false
      }
    guard hasFailed, let target, !FileIdentity.hasContent(path + "-journal") else {
      return (try opened.get(), nil)
    }
    let missing = RebuiltDatabase.missingByteCount(of: path)
    if missing > 0 {
      let copy = try RebuiltDatabase(padding: path, by: missing, beside: target)
      return (try Opened(copy.path, knownProblem: "its last \(missing) bytes are missing"), copy)
    }
    if let copy = try RebuiltDatabase.withFirstPage(of: path, beside: target) {
      let problem = "its first page is damaged, and that of a new store was put in its place"
      return (try Opened(copy.path, knownProblem: problem), copy)
    }
    return (try opened.get(), nil)
  }

  /// Returns whether there is no damage at all.
  func isSound() throws -> Bool {
    guard problem == nil else { return false }
    return try Damage.outlasted { isSound in
      try read { database in
        let verification = Verification(database: database)
        try verification.run { _ in }
        isSound = verification.report.isSound
      }
    }
  }

  /// Refuses a file of another application, without leaving anything beside it.
  ///
  /// - Throws: `ListStoreError.notAListStore(path:reason:)`.
  static func requireStore(_ path: String) throws {
    let name = FilePath.forSQLite(path).addingPercentEncoding(
      withAllowedCharacters: .urlPathAllowed
    )
    // The name of a host would follow two slashes.
    let host = path.utf8.first == UInt8(ascii: "/") ? "//" : ""
    var settings = Configuration()
    settings.readonly = true
    let isStore = try ListStoreError.translating(path: path, timeout: .zero) { [settings] in
      let queue = try DatabaseQueue(
        path: "file:\(host)\(name ?? path)?immutable=1",
        configuration: settings
      )
      return try queue.read { try StoreDatabase.holdsStore($0) }
    }
    guard isStore else {
      throw ListStoreError.notAListStore(path: path, reason: StoreDatabase.noStoreReason)
    }
  }

  /// Refuses a store that only newer software may write: it can hold content that would not be
  /// saved.
  ///
  /// - Throws: `ListStoreError.newerFormat(path:format:supported:)`.
  func requireWriter() throws {
    let needed = try Damage.hiding { try read { try StoreDatabase.neededWriter(of: $0) } } ?? 0
    guard needed <= StoreDatabase.format else {
      throw ListStoreError.newerFormat(
        path: path,
        format: needed,
        supported: StoreDatabase.format
      )
    }
  }

  /// The names of tables in the file that are not the store's, as far as they can be read.
  func otherTables() throws -> [String] {
    try Damage.hiding {
      try read { database in
        try String.fetchAll(
          database,
          sql: """
            SELECT name FROM sqlite_master WHERE type = 'table'
            AND name NOT LIKE 'liststore%' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
            """
        )
      }
    } ?? []
  }

  /// Reads from one consistent state.
  func read<Value>(_ work: (Database) throws -> Value) throws -> Value {
    let value = try ListStoreError.translating(path: path, timeout: .zero) { try queue.read(work) }
    if let frozen, !frozen.isUnchanged { throw ListStoreError.fileReplaced(path: path) }
    return value
  }
}
