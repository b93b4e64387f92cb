import Foundation
import GRDB
import ListDiff
import ListModel

extension ChangeLog {
  /// A changeset to be recorded.
  enum Body {
    /// Its binary form.
    case bytes([UInt8])
    /// The changeset of a first version, which may be long.
    case insertion(ListInsertion)
  }

  /// A first version's changeset of more bytes is written in pieces.
  private static let wholeByteCount = 1 << 20

  /// Records the changeset that makes a version.
  static func append(
    _ body: Body,
    touching touched: TouchedRows?,
    to head: ListHead,
    after parent: Fingerprint,
    time: Date,
    key: String?,
    author: String?,
    message: String?,
    rows: RowNumbers
  ) throws {
    let (byteCount, format, proof) =
      switch body {
      case .bytes(let bytes):
        (bytes.count, Int(bytes.first ?? 0), bytes.withUnsafeBytes { Checksum(atEndOf: $0) })
      case .insertion(let insertion):
        try { ($0.byteCount, insertion.format, $0.checksum) }(insertion.extent())
      }
    guard byteCount <= ContentLimit.change else {
      throw ListStoreError.changeTooLarge(
        list: head.id,
        bytes: byteCount,
        limit: ContentLimit.change
      )
    }
    if format > 1 { try StoredViews.requireNewerSoftware(in: rows.database) }
    let sequence = try rows.reserve(1, in: .change)
    let milliseconds = Int64(Change.milliseconds(of: time) ?? 0)
    let checksum = ChangeChecksum(
      numbers: [sequence, head.row ?? 0, Int64(head.version), milliseconds],
      fingerprints: [parent, head.fingerprint],
      names: [author, key]
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
      .bind(author).bind(key).bind(touched?.encoded()).bind(checksum.value)
      .bind(about.encoded(message))
      .bind(
        RowChecksum.body(proof, list: head.row ?? 0, from: head.version - 1, to: head.version)
      )
    switch body {
    case .bytes(let bytes):
      try statement.runBinding(bytes)
    case .insertion(let insertion):
      try record(insertion, byteCount, with: statement, row: sequence, in: rows.database)
    }
  }

  private static func record(
    _ insertion: ListInsertion,
    _ byteCount: Int,
    with statement: SQLStatement,
    row: Int64,
    in database: Database
  ) throws {
    guard byteCount > wholeByteCount else {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(byteCount)
      try insertion.write { bytes += $0 }
      return try statement.runBinding(bytes)
    }
    try statement.bind(zeros: byteCount).run()
    var writer = try BlobWriter(
      table: "liststore_change",
      column: "body",
      row: row,
      in: database
    )
    try insertion.write { try writer.write($0) }
    try writer.finish()
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
  static func versionsWithUnreadableTouchedRows(
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
