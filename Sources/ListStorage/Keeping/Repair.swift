import Foundation
import GRDB
import ListDiff
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
    /// What was wrong, as far as it was looked at.
    public var problems: [String]

    /// Whether every version was saved.
    public var isComplete: Bool { saved == expected }
  }

  /// Each list that was found, ordered by name.
  public var lists: [ListReport] = []
  /// What was wrong with the file as a whole.
  public var problems: [String] = []

  /// Whether every version of every list was saved.
  public var isComplete: Bool { problems.isEmpty && lists.allSatisfy(\.isComplete) }
}

extension ListStore {
  /// Makes a new store out of what can be read of a damaged one.
  ///
  /// The head of a list and its changes say the same thing twice, so most damage to one can be made
  /// good from the other: a head whose rows are damaged is replayed from the changes, and where a
  /// change is damaged, the versions after it are kept by going back from the head. Everything that
  /// is saved is proved by its fingerprint; nothing is guessed. Commit keys and named consumers are
  /// not carried over: their stores' epoch is a new one, so that consumers read the lists anew.
  ///
  /// - Parameters:
  ///   - damaged: The file, which is only read.
  ///   - path: The file to make.
  /// - Returns: What was saved, and what was not.
  /// - Throws: ``ListStoreError/fileExists(path:)``; ``ListStoreError/notAListStore(path:reason:)``
  ///   or ``ListStoreError/corrupted(reason:)`` when not even the names of the lists can be read.
  public static func repair(_ damaged: String, to path: String) throws -> RepairReport {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw ListStoreError.fileExists(path: path)
    }
    var configuration = Configuration()
    configuration.access = .readOnly
    let source = try StoreDatabase(path: damaged, configuration: configuration)
    let target = try ListStore(path: path)
    var report = RepairReport()
    let heads = try source.read { try ListRows.all(in: $0) }
    for head in heads {
      report.lists.append(try Salvage(source: source, head: head).save(to: target))
    }
    try target.database.write { database in
      try database.execute(
        sql: """
          UPDATE liststore SET epoch = epoch + 1;
          UPDATE liststore_list SET epoch = epoch + 1;
          """
      )
    }
    return report
  }
}

/// Saving one list.
private struct Salvage {
  let source: StoreDatabase
  let head: ListRows.Head

  func save(to target: ListStore) throws -> RepairReport.ListReport {
    var report = RepairReport.ListReport(
      id: head.id,
      expected: head.floor...max(head.floor, head.version),
      problems: []
    )
    let intactHead = attempt(&report) { try soundHead() }
    if let intactHead, let first = try saveFromHead(intactHead, to: target, &report) {
      report.saved = first...head.version
    } else if head.floor == 0, let last = try saveFromChanges(to: target, &report) {
      report.saved = 0...last
    }
    return report
  }

  /// The head, if its rows have the fingerprint of its version.
  private func soundHead() throws -> List {
    try source.read { database in
      let list = try StoredList(of: head.row, in: database).list
      guard try list.fingerprint() == head.fingerprint else {
        throw ListStoreError.corrupted(reason: "the rows of the head have another fingerprint")
      }
      return list
    }
  }

  /// Goes back from the head as far as the changes are sound, and forth from there.
  ///
  /// - Returns: The oldest version that was saved.
  private func saveFromHead(
    _ list: List,
    to target: ListStore,
    _ report: inout RepairReport.ListReport
  ) throws -> Int? {
    var (version, list) = (head.version, list)
    while version > head.floor {
      let before = attempt(&report) {
        let change = try change(version)
        let before = try change.changeset.inverted().apply(to: list)
        guard try before.fingerprint() == change.parentFingerprint else {
          throw ListStoreError.corrupted(
            reason: "version \(version) does not follow the one before"
          )
        }
        return before
      }
      guard let before else { break }
      (version, list) = (version - 1, before)
    }
    let first = version
    if first > 0 {
      try target.adopt(
        Snapshot(id: head.id, version: first, fingerprint: try list.fingerprint(), list: list)
      )
    }
    while version < head.version {
      version += 1
      try target.apply(try change(version))
    }
    return first
  }

  /// Replays the changes from the first one on, as far as they are sound.
  ///
  /// - Returns: The newest version that was saved.
  private func saveFromChanges(
    to target: ListStore,
    _ report: inout RepairReport.ListReport
  ) throws -> Int? {
    var version = 0
    while version < head.version {
      let next = version + 1
      guard attempt(&report, { try target.apply(try change(next)) }) != nil else { break }
      version = next
    }
    return version > 0 ? version : nil
  }

  private func change(_ version: Int) throws -> Change {
    try source.read { database in
      let log = ChangeLog(database: database, head: head)
      guard let change = try log.changes(after: version - 1, through: version, limit: 1).first
      else { throw ListStoreError.corrupted(reason: "version \(version) is missing") }
      return change
    }
  }

  /// Tries what damage can prevent.
  private func attempt<Value>(
    _ report: inout RepairReport.ListReport,
    _ work: () throws -> Value
  ) -> Value? {
    do {
      return try work()
    } catch {
      report.problems.append("\(error)")
      return nil
    }
  }
}
