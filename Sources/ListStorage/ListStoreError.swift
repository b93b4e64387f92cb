public import ListModel

/// Why a store refused or could not do what was asked.
///
/// If a commit throws, nothing was changed, except for ``outcomeUnknown(key:reason:)``. Work that
/// takes many transactions, such as a compaction, has done what it has reported.
public enum ListStoreError: Error, Equatable, Sendable {
  /// The list is malformed: a duplicate, empty or over-long id, or content that cannot be encoded.
  case invalidList(InvalidList)
  /// The name of the list, an author, a commit key or the id of a section is empty or too long; or a
  /// path is not valid.
  case invalidName(String, reason: String)
  /// An edit names a section or cell that does not exist, or adds one that does.
  case invalidEdit(reason: String)
  /// No list of that name was ever committed.
  case unknownList(List.ID)
  /// The version is not between the oldest retained one and the head.
  case unknownVersion(Int, list: List.ID, available: ClosedRange<Int>)
  /// The list is at another version than the caller expected. Read the changes after the expected
  /// version, redo the edit on top of them, and commit expecting `head`.
  case versionMismatch(list: List.ID, expected: Int, head: Int, fingerprint: Fingerprint)
  /// The commit key already stands for a version with other content. Use a new key for new
  /// content.
  case keyReused(key: String, list: List.ID, version: Int)
  /// The change that the commit would make is longer than a database can hold in one value. Commit it in
  /// several parts.
  case changeTooLarge(list: List.ID, bytes: Int, limit: Int)
  /// A change that was to be appended does not fit the list; `reason` says why.
  case changeRefused(list: List.ID, reason: String)
  /// At that version, the store has another list than the log that the change comes from: their pasts
  /// differ. Take a snapshot from the log, in another store.
  case forked(list: List.ID, version: Int)
  /// The file is not a list store; it was left untouched.
  case notAListStore(path: String, reason: String)
  /// The file was written by a newer version of this software; it was left untouched.
  case newerFormat(path: String, format: Int, supported: Int)
  /// The file does not exist, and the configuration says not to create it.
  case noSuchFile(path: String)
  /// The folder of the file to be made does not exist.
  case noSuchFolder(path: String)
  /// A file exists already where one is to be made.
  case fileExists(path: String)
  /// The file was deleted, renamed, replaced or emptied since it was opened. Open the store again; if
  /// it is a file beside the store's, after all processes have closed the store.
  case fileReplaced(path: String)
  /// The store was closed. Open it again.
  case closed(path: String)
  /// The file cannot be opened, and not because of its content; `reason` says why and what to do.
  case cannotOpen(path: String, reason: String)
  /// The file, or its directory, cannot be written.
  case readOnly(path: String)
  /// The caller's database is not set up as a store needs it; `remedy` says what to run.
  case unsuitableDatabase(path: String, reason: String, remedy: String)
  /// The file also has tables of an application, which a new store in its place would not have. Make
  /// the new store under a name of its own.
  case otherTables(path: String, tables: [String])
  /// A commit in the caller's transaction was asked for outside of a transaction.
  case noTransaction
  /// Another process held the store for longer than the configured timeout; `holder` was the last
  /// one, if known. Try again.
  case busy(path: String, timeout: Duration, holder: LockHolder? = nil)
  /// There is no room left. Make room, then try again.
  case diskFull(path: String)
  /// SQLite could not get memory. Try again when there is some.
  case outOfMemory(path: String)
  /// The storage device failed while committing, and still fails. The commit may or may not appear
  /// after the store is opened again: commit once more with the same key, when the device works or
  /// after the store has been opened again. Until then the store commits nothing.
  case outcomeUnknown(key: String?, reason: String)
  /// The file is damaged; run `verify` to find out where.
  case corrupted(reason: String)
  /// SQLite failed in another way.
  case database(reason: String)
}

extension ListStoreError: CustomStringConvertible {
  /// One sentence for people: what happened and what to do.
  public var description: String {
    switch self {
    case .invalidList(let error):
      "\(error)"
    case .invalidName(let name, let reason):
      "\(name) \(reason)"
    case .invalidEdit(let reason):
      reason
    case .unknownList(let list):
      "there is no list \"\(list)\""
    case .unknownVersion(let version, let list, let available):
      "list \"\(list)\" has no version \(version); available: "
        + "\(available.lowerBound) to \(available.upperBound)"
    case .versionMismatch(let list, let expected, let head, _):
      "list \"\(list)\" is at version \(head), not \(expected); read the changes after "
        + "\(expected), redo the edit and expect \(head)"
    case .keyReused(let key, let list, let version):
      "commit key \"\(key)\" already made version \(version) of list \"\(list)\" with other "
        + "content; use another key for other content"
    case .changeTooLarge(let list, let bytes, let limit):
      "the change of list \"\(list)\" would take \(bytes) bytes, and \(limit) are the most that can be "
        + "stored; commit it in several parts"
    case .changeRefused(let list, let reason):
      "the change does not fit list \"\(list)\": \(reason)"
    case .forked(let list, let version):
      "list \"\(list)\" is another list at version \(version) than where the change comes from; "
        + "they have different pasts"
    case .notAListStore(let path, let reason):
      "\(path) is not a list store: \(reason)"
    case .newerFormat(let path, let format, let supported):
      "\(path) has format \(format), this version supports up to \(supported); use a newer version"
    case .noSuchFile(let path):
      "there is no file \(path)"
    case .noSuchFolder(let path):
      "there is no folder \(path)"
    case .fileExists(let path):
      "there already is a file \(path); move it away or use another name"
    case .fileReplaced(let path) where path.hasSuffix("-wal") || path.hasSuffix("-shm"):
      "\(path) was deleted, renamed, replaced or cut while the store was open; close it in all processes, "
        + "which saves what can be saved of their commits, and open it again"
    case .fileReplaced(let path):
      "\(path) was deleted, renamed or replaced, or emptied, while it was open; open the store again"
    case .closed(let path):
      "\(path) was closed here; open the store again"
    case .cannotOpen(let path, let reason):
      "\(path) cannot be opened: \(reason)"
    case .readOnly(let path):
      "\(path) cannot be written; check the permissions of the file and its directory"
    case .unsuitableDatabase(let path, let reason, let remedy):
      "\(path) cannot hold a store: \(reason); run \(remedy)"
    case .otherTables(let path, let tables):
      "\(path) also has tables that are not the store's (\(tables.joined(separator: ", "))), and a "
        + "new store in its place would not have them; make the new store under a name of its own"
    case .noTransaction:
      "a commit in the caller's transaction needs one: call it inside ListStore.write or a write "
        + "transaction of the store's database"
    case .busy(let path, let timeout, let holder?):
      "\(path) was locked for more than \(timeout), in the end by \(holder); try again"
    case .busy(let path, let timeout, nil):
      "\(path) was locked by another process or store for more than \(timeout); try again"
    case .diskFull(let path):
      "no space left to write \(path); make room and try again"
    case .outOfMemory(let path):
      "no memory left for \(path); try again when there is some"
    case .outcomeUnknown(let key, let reason):
      "the device failed while committing (\(reason)); the commit may or may not have happened: "
        + (key.map { "open the store again and retry with the same key \"\($0)\"" }
          ?? "open the store again and look at its head; commit with a key to make retries safe")
    case .corrupted(let reason):
      "the store is damaged: \(reason)"
    case .database(let reason):
      "SQLite failed: \(reason)"
    }
  }
}

extension ListStoreError {
  static let emptyReason =
    "it is empty, as a process leaves it that is killed while it makes a store; the next commit makes one"

  /// Whether the file is no store yet: the first commit is making it, or was killed then.
  package var isOfEmptyFile: Bool {
    if case .notAListStore(_, Self.emptyReason) = self { true } else { false }
  }
}
