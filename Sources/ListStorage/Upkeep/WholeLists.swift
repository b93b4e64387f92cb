import GRDB
import ListDiff
import ListModel

// A list is kept whole now and then, as the span that leads to it from the empty list. So a version far
// back is made from the nearest one that is whole, and costs the same at any depth.

extension ListStore {
  /// Keeps a list whole as it is at a version, if the spans since the last whole one have many times its
  /// bytes.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - version: The version, after which no list is kept whole yet.
  ///   - byteLimit: The most bytes it may have.
  ///   - timeout: How long to wait for other processes; as configured if `nil`.
  /// - Returns: Whether it was kept.
  /// - Throws: ``ListStoreError``.
  /// - Complexity: O(spans since the last whole list), O(list) if it is kept.
  func keepWholeIfDue(
    _ list: List.ID,
    at version: Int,
    atMost byteLimit: Int,
    waiting timeout: Duration?
  ) throws -> Bool {
    guard let gain = database.configuration.spanLengths.wholeListGain else { return false }
    let whole = try database.read { database -> ComposedSpan? in
      let head = try ListRows.require(list, in: database)
      guard head.floor <= version, version <= head.version else { return nil }
      let whole = WholeList(database: database, head: head, version: version)
      let room = min(try whole.byteCountSinceLast() / gain, byteLimit)
      guard try whole.canBeWithin(room) else { return nil }
      let span = try whole.span()
      return span.body.count <= room ? span : nil
    }
    guard let whole else { return false }
    return try record(whole, of: list, waiting: timeout)
  }
}

/// A list as it is at a version, to be kept whole.
private struct WholeList {
  let database: Database
  let head: ListRows.Head
  let version: Int

  private var log: ChangeLog { ChangeLog(database: database, head: head) }

  /// Returns the bytes of the spans, and of the changes in none, since the last list that is kept whole.
  func byteCountSinceLast() throws -> Int {
    let last = try log.wholeLists(beside: version).before?.version ?? head.floor
    return try log.legs(after: last, through: version).reduce(0) { try $0 + log.byteCount(of: $1) }
  }

  /// The bytes of most cells, at least: a list of shorter ones is kept whole a little later.
  private static let bytesPerCell = 64

  /// Returns whether the list may have no more than some bytes, judged by its newest contents.
  ///
  /// - Complexity: O(bytes): not more cells are looked at than may be in so many.
  func canBeWithin(_ byteCount: Int) throws -> Bool {
    let cells = byteCount / Self.bytesPerCell
    let sizes = try SQLStatement(
      """
      SELECT count(*), sum(bytes) FROM (
        SELECT length(id) + ifnull(length(content), 0) AS bytes FROM liststore_cell
        WHERE list = ? LIMIT ?
      )
      """,
      in: database
    ).bind(head.row).bind(cells + 1).first { row in
      (count: try row.int(0), bytes: row.isNull(1) ? 0 : try row.int(1))
    }
    guard let sizes else { return false }
    return sizes.count <= cells && sizes.bytes <= byteCount
  }

  /// Returns the change from the empty list.
  func span() throws -> ComposedSpan {
    let snapshot = try TimeTravel(database: database, head: head).snapshot(at: version)
    return ComposedSpan(
      parent: 0,
      version: version,
      parentFingerprint: .empty,
      fingerprint: snapshot.fingerprint,
      body: try Changeset(from: List(), to: snapshot.list).encoded()
    )
  }
}
