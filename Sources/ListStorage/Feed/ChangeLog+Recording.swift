import Foundation
package import GRDB
import ListDiff
import ListModel

extension ChangeLog {
  /// Records the changeset that makes a version.
  static func append(
    _ body: [UInt8],
    touching touched: TouchedRows?,
    to head: ListHead,
    after parent: Fingerprint,
    madeBy origin: ChangeOrigin,
    rows: RowNumbers
  ) throws {
    try requireStorable(byteCount: body.count, of: head.id)
    if body.first ?? 0 > 1 { try StoredViews.requireNewerSoftware(in: rows.database) }
    let proof = body.withUnsafeBytes { Checksum(atEndOf: $0) }
    let sequence = try rows.reserve(1, in: .change)
    let milliseconds = Int64(origin.time.flatMap { Change.milliseconds(of: $0) } ?? 0)
    let checksum = ChangeChecksum(
      numbers: [sequence, head.row ?? 0, Int64(head.version), milliseconds],
      fingerprints: [parent, head.fingerprint],
      names: [origin.author, origin.key]
    )
    let about = ChangeMessage(numbers: [sequence, head.row ?? 0, Int64(head.version)])
    let statement = try SQLStatement(
      """
      INSERT INTO liststore_change
      (sequence, list, version, parent_fingerprint, fingerprint, time, author, key, touched, checksum,
      message, body_checksum, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      in: rows.database
    ).bind(sequence).bind(head.row ?? 0).bind(head.version).bind(parent).bind(head.fingerprint)
      .bind(milliseconds)
      .bind(origin.author).bind(origin.key).bind(touched?.encoded()).bind(checksum.value)
      .bind(about.encoded(origin.message))
      .bind(
        RowChecksum.body(proof, list: head.row ?? 0, from: head.version - 1, to: head.version)
      )
    try statement.runBinding(body)
  }

  /// Checks that a change is not too long to be stored.
  ///
  /// - Throws: ``ListStoreError/changeTooLarge(list:bytes:limit:)``.
  static func requireStorable(byteCount: Int, of list: List.ID) throws {
    guard byteCount > ContentLimit.change else { return }
    throw ListStoreError.changeTooLarge(list: list, bytes: byteCount, limit: ContentLimit.change)
  }

  /// Returns the rows of the head that the changes since a version have touched; `nil` when the
  /// changes do not tell, or do not lead to the head.
  static func touchedRows(
    after version: Int,
    _ fingerprint: Fingerprint,
    through head: ListRows.Head,
    in database: Database
  ) throws -> TouchedRows? {
    var (reached, last) = (version, fingerprint)
    var touched: TouchedRows? = TouchedRows()
    try SQLStatement(
      """
      SELECT version, parent_fingerprint, fingerprint, touched FROM liststore_change
      WHERE list = ? AND version > ? AND version <= ? ORDER BY version
      """,
      in: database
    ).bind(head.row).bind(version).bind(head.version).forEachRow { row in
      guard touched != nil else { return }
      guard try row.int(0) == reached + 1, try row.fingerprint(1) == last, !row.isNull(3),
        let more = row.withBytes(3, { TouchedRows(encoded: $0) })
      else {
        touched = nil
        return
      }
      touched?.add(more)
      (reached, last) = (reached + 1, try row.fingerprint(2))
    }
    return reached == head.version && last == head.fingerprint ? touched : nil
  }

  /// Returns the versions whose record of touched rows cannot be read, oldest first.
  package static func versionsWithUnreadableTouchedRows(
    of list: Int64,
    in database: Database
  ) throws -> [Int] {
    var versions: [Int] = []
    try SQLStatement(
      """
      SELECT version, touched FROM liststore_change
      WHERE list = ? AND touched IS NOT NULL ORDER BY version
      """,
      in: database
    ).bind(list).forEachRow { row in
      if row.withBytes(1, { TouchedRows(encoded: $0) }) == nil { versions.append(try row.int(0)) }
    }
    return versions
  }

  /// Forgets a list's changes before a version, and the spans that hold them.
  static func removeChanges(of list: Int64, before version: Int, in database: Database) throws {
    try SQLStatement("DELETE FROM liststore_change WHERE list = ? AND version < ?", in: database)
      .bind(list).bind(version).run()
    try removeSpans(of: list, before: version, in: database)
  }

  /// Returns the bytes of the changesets that make a list's versions after one.
  static func byteCount(
    of list: Int64,
    after version: Int,
    through last: Int,
    in database: Database
  ) throws -> Int {
    try SQLStatement(
      """
      SELECT sum(length(body)) FROM liststore_change
      WHERE list = ? AND version > ? AND version <= ?
      """,
      in: database
    ).bind(list).bind(version).bind(last).first { try $0.int(0) } ?? 0
  }
}
