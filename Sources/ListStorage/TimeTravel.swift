import GRDB
import ListDiff
import ListModel

/// Reads a list as it was at any version.
struct TimeTravel {
  let database: Database
  let head: ListRows.Head

  /// How many changes are read at once.
  private static let pageSize = 256

  /// The list at a version, made from the nearer of the empty list and the head.
  ///
  /// - Throws: ``ListStoreError/unknownVersion(_:list:available:)``, or
  ///   ``ListStoreError/corrupted(reason:)`` when the result has not the recorded fingerprint.
  func snapshot(at version: Int) throws -> Snapshot {
    try head.require(version)
    let list =
      head.floor == 0 && version < head.version - version
      ? try replayed(to: version) : try rewound(to: version)
    let snapshot = Snapshot(
      id: head.id,
      version: version,
      fingerprint: try fingerprint(of: version),
      list: list
    )
    guard try version == head.version || list.fingerprint() == snapshot.fingerprint else {
      throw ListStoreError.corrupted(
        reason: "list \"\(head.id)\": version \(version) has not its recorded fingerprint"
      )
    }
    return snapshot
  }

  /// The recorded fingerprint of a version.
  func fingerprint(of version: Int) throws -> Fingerprint {
    if version == head.version { return head.fingerprint }
    if version == 0 { return .empty }
    guard
      let fingerprint = try ChangeLog.fingerprint(of: version, list: head.row, in: database)
    else {
      throw ListStoreError.corrupted(reason: "list \"\(head.id)\": version \(version) is missing")
    }
    return fingerprint
  }

  /// One change between two versions, in either direction, composed of those between.
  ///
  /// - Complexity: O(K log K) for the K operations between; no list is read.
  func change(from source: Int, to target: Int) throws -> Change {
    try head.require(source)
    try head.require(target)
    let changesets = try ChangeLog(database: database, head: head)
      .changesets(after: min(source, target), through: max(source, target))
    var changeset: Changeset
    do {
      changeset = try Changeset.composition(of: changesets).normalized()
    } catch {
      throw ListStoreError.corrupted(
        reason: "list \"\(head.id)\", versions \(min(source, target)) to \(max(source, target)) "
          + "contradict each other: \(error)"
      )
    }
    if source > target { changeset = changeset.inverted() }
    return Change(
      list: head.id,
      version: target,
      parent: source,
      parentFingerprint: try fingerprint(of: source),
      fingerprint: try fingerprint(of: target),
      changeset: changeset
    )
  }

  private func replayed(to version: Int) throws -> List {
    let log = ChangeLog(database: database, head: head)
    var list = List()
    var reached = 0
    while reached < version {
      let page = try log.changes(after: reached, through: version, limit: Self.pageSize)
      for change in page {
        list = try apply(change.changeset, to: list, version: change.version)
        reached = change.version
      }
    }
    return list
  }

  private func rewound(to version: Int) throws -> List {
    let log = ChangeLog(database: database, head: head)
    var list = try StoredList(of: head.row, in: database).list
    var reached = head.version
    while reached > version {
      let start = max(version, reached - Self.pageSize)
      let page = try log.changes(after: start, through: reached, limit: Int.max)
      for change in page.reversed() {
        list = try apply(change.changeset.inverted(), to: list, version: change.version)
      }
      reached = start
    }
    return list
  }

  private func apply(_ changeset: Changeset, to list: List, version: Int) throws -> List {
    do {
      return try changeset.apply(to: list)
    } catch {
      throw ListStoreError.corrupted(
        reason: "list \"\(head.id)\", changeset of version \(version): \(error)"
      )
    }
  }
}
