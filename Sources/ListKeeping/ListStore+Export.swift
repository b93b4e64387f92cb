import ListDiff
public import ListModel
public import ListStorage

// A list with its history as change documents, one on a line, which another store can read.

extension ListStore {
  /// Writes a list and its history as change documents that hold what they replace.
  ///
  /// When the export begins with a later version than the first, its first document leads there at
  /// once: its parent is version 0, the empty list. The keys of commits that changed nothing are
  /// not exported.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - first: The version to begin with; the oldest if `nil`.
  ///   - last: The version to end with, as the list was at that time; the head if `nil`.
  ///   - write: Called with each document, without the end of its line.
  /// - Throws: `ListStoreError.unknownList(_:)`,
  ///   `ListStoreError.unknownVersion(_:list:available:)`,
  ///   `ListStoreError.corrupted(reason:)`, and what `write` throws.
  public func export(
    _ list: List.ID,
    from first: Int? = nil,
    through last: Int? = nil,
    write: ([UInt8]) throws -> Void
  ) throws {
    let head = try database.read { try ListRows.require(list, in: $0) }
    let end = last ?? head.version
    try head.require(end)
    let start = first ?? head.floor
    guard start <= end else {
      throw ListStoreError.unknownVersion(start, list: list, available: min(head.floor, end)...end)
    }
    // The change that makes version 1 is a beginning by itself, and says who made it and when.
    var version = start == 1 && head.floor == 0 ? 0 : start
    if version > 0 { try write(try document(of: beginning(of: list, at: version))) }
    while version < end {
      let page = try page(of: list, after: version, through: end, limit: 64)
      for change in page { try write(try document(of: change)) }
      version += page.count
    }
  }

  /// Returns one change that leads from the empty list to a version.
  private func beginning(of list: List.ID, at version: Int) throws -> Change {
    let (snapshot, origin) = try database.read { database in
      let head = try ListRows.require(list, in: database)
      return (
        try TimeTravel(database: database, head: head).snapshot(at: version),
        try ChangeLog.origin(of: version, list: head.row, list, in: database)
      )
    }
    return try Change(beginning: snapshot, origin)
  }

  private func document(of change: Change) throws -> [UInt8] {
    do {
      return try change.document(including: .replacedValues)
    } catch {
      throw ListStoreError.corrupted(reason: "version \(change.version): \(error)")
    }
  }
}

extension Change {
  /// A change that leads from the empty list to a version.
  init(beginning snapshot: Snapshot, _ origin: ChangeOrigin?) throws {
    let changeset: Changeset
    do {
      changeset = try Changeset(from: List(), to: snapshot.list)
    } catch {
      throw ListStoreError.corrupted(
        reason: "list \"\(snapshot.id)\", version \(snapshot.version): \(error)"
      )
    }
    self.init(
      list: snapshot.id,
      version: snapshot.version,
      parent: 0,
      time: origin?.time,
      author: origin?.author,
      key: origin?.key,
      message: origin?.message,
      parentFingerprint: .empty,
      fingerprint: snapshot.fingerprint,
      changeset: changeset
    )
  }
}
