import Foundation
import GRDB
import ListDiff
import ListModel

/// The recorded changes of one list: the feed as rows.
struct ChangeLog {
  let database: Database
  let head: ListRows.Head
  /// The most versions of a span that may be used; 1 to read version by version.
  var longestSpan = Int.max

  /// Returns the changes after a version, oldest first.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when one of them is missing or damaged.
  func changes(after version: Int, through last: Int, limit: Int) throws -> [Change] {
    var changes: [Change] = []
    try read(after: version, through: last, limit: limit, into: &changes)
    return changes
  }

  /// Returns the next changes after a version, oldest first, up to one that is missing or damaged:
  /// a call that starts with that one fails.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when the first is missing or damaged.
  func page(after version: Int, through last: Int, limit: Int) throws -> [Change] {
    var changes: [Change] = []
    do {
      try read(after: version, through: last, limit: limit, into: &changes)
    } catch ListStoreError.corrupted where !changes.isEmpty {
      return changes
    }
    return changes
  }

  private func read(
    after version: Int,
    through last: Int,
    limit: Int,
    into changes: inout [Change]
  ) throws {
    // SQLite takes a negative limit as none.
    let count = max(0, min(limit, last - version))
    try SQLStatement(
      """
      SELECT \(Self.columns(in: database)) FROM liststore_change
      WHERE list = ? AND version > ? AND version <= ? ORDER BY version LIMIT ?
      """,
      in: database
    ).bind(head.row).bind(version).bind(last).bind(count).forEachRow { row in
      let change = try Self.change(row, of: head.id, within: limits)
      guard change.version == version + changes.count + 1 else {
        throw missing(version + changes.count + 1)
      }
      changes.append(change)
    }
    guard changes.count == count else { throw missing(version + changes.count + 1) }
  }

  /// Returns the version of the next change that exists after a version.
  func nextVersion(after version: Int) throws -> Int? {
    try SQLStatement(
      "SELECT version FROM liststore_change WHERE list = ? AND version > ? ORDER BY version LIMIT 1",
      in: database
    ).bind(head.row).bind(version).first { try $0.int(0) }
  }

  /// Returns the changed places of each change after a version, oldest first.
  func places(after version: Int, through last: Int) throws -> [PlaceChanges] {
    try bodies(after: version, through: last) { bytes throws(InvalidEncoding) in
      try PlaceChanges(encoded: bytes)
    }
  }

  /// Returns the changesets after a version, oldest first, and nothing else of the changes.
  func changesets(after version: Int, through last: Int) throws -> [Changeset] {
    try bodies(after: version, through: last) { bytes throws(InvalidEncoding) in
      try Changeset(encoded: bytes)
    }
  }

  /// Reads the wanted part of each changeset after a version, oldest first.
  func bodies<Value>(
    after version: Int,
    through last: Int,
    reading read: BodyReader<Value>
  ) throws -> [Value] {
    var reached = version
    let values = try SQLStatement(
      """
      SELECT version, body, \(Self.bodyChecksum(in: database)) FROM liststore_change
      WHERE list = ? AND version > ? AND version <= ? ORDER BY version
      """,
      in: database
    ).bind(head.row).bind(version).bind(last).all { row in
      reached += 1
      guard try row.int(0) == reached else { throw missing(reached) }
      try Self.requireBody(row, 1, checksum: 2, of: head.row, head.id, making: reached)
      return try Self.body(
        row,
        1,
        making: reached,
        of: head.id,
        within: limits,
        reading: read
      )
    }
    guard reached >= last else { throw missing(reached + 1) }
    return values
  }

  /// The limits of this list's changes.
  var limits: ChangeLimits {
    ChangeLimits(database: database, list: head.row, floor: head.floor)
  }

  func missing(_ version: Int) -> ListStoreError {
    .corrupted(reason: "list \"\(head.id)\": version \(version) is missing")
  }

  /// Reads the change in a row, which must make a version of a list, without its author, key and
  /// message.
  ///
  /// Nothing else in the file is read: it may be damaged.
  static func change(
    at sequence: Int64,
    making version: Int,
    of name: ListRows.Name,
    in database: Database
  ) throws -> Change {
    let change = try SQLStatement(
      """
      SELECT \(columns(in: database)) FROM liststore_change
      WHERE sequence = ? AND list = ? AND version = ?
      """,
      in: database
    ).bind(sequence).bind(name.row).bind(version).first {
      try Self.change($0, of: name.id, within: nil, madeBy: ChangeOrigin(time: time($0, 4)))
    }
    guard let change else {
      throw ListStoreError.corrupted(reason: "list \"\(name.id)\": version \(version) is missing")
    }
    return change
  }

  /// Returns the columns that a change is read from.
  static func columns(in database: Database) throws -> String { try columns(in: database, "body") }

  private static func columns(in database: Database, _ body: String) throws -> String {
    // A store that is only read may be of a format without checksums and messages.
    let checksum = try has("checksum", in: database) ? "liststore_change.checksum" : "NULL"
    let message = try has("message", in: database) ? "message" : "NULL"
    return try """
    version, sequence, parent_fingerprint, fingerprint, time, author, key, \(body), list,
    \(checksum), \(message), \(bodyChecksum(in: database))
    """
  }

  private static func bodyChecksum(in database: Database) throws -> String {
    try has("body_checksum", in: database) ? "liststore_change.body_checksum" : "NULL"
  }

  private static func has(_ column: String, in database: Database) throws -> Bool {
    try database.columns(in: "liststore_change").contains { $0.name == column }
  }

  /// Reads the change in a row of ``columns(in:)``.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``, also when the row has another checksum.
  static func change(
    _ row: SQLRow,
    of list: List.ID,
    within limits: ChangeLimits?
  ) throws -> Change {
    let origin = try origin(row, of: list)
    try requireBody(row, 7, checksum: 11, of: row.int64(8), list, making: row.int(0))
    return try change(row, of: list, within: limits, madeBy: origin)
  }

  /// Checks that a body belongs to the change in its row.
  ///
  /// - Parameters:
  ///   - row: A row with the body.
  ///   - body: The column of the body.
  ///   - checksum: The column of its checksum.
  ///   - list: The row of the list.
  ///   - id: The name of the list.
  ///   - version: The version that the change makes.
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  static func requireBody(
    _ row: SQLRow,
    _ body: Int32,
    checksum: Int32,
    of list: Int64,
    _ id: List.ID,
    making version: Int
  ) throws {
    let isOwn = try isBody(row, body, checksum, of: list, from: version - 1, to: version)
    guard isOwn else {
      throw ListStoreError.corrupted(
        reason: "list \"\(id)\", changeset of version \(version): it is not what was recorded"
      )
    }
  }

  /// Returns whether a body leads between two versions of a list, as far as that is recorded.
  static func isBody(
    _ row: SQLRow,
    _ body: Int32,
    _ checksum: Int32,
    of list: Int64,
    from parent: Int,
    to version: Int
  ) throws -> Bool {
    guard !row.isNull(checksum) else { return true }
    let proof = row.withBytes(body) { bytes in
      RowChecksum.body(Checksum(atEndOf: bytes), list: list, from: parent, to: version)
    }
    return try row.int64(checksum) == proof
  }

  private static func change(
    _ row: SQLRow,
    of list: List.ID,
    within limits: ChangeLimits?,
    madeBy origin: ChangeOrigin
  ) throws -> Change {
    let version = try row.int(0)
    guard version > 0 else {
      throw ListStoreError.corrupted(reason: "list \"\(list)\" has a version \(version)")
    }
    return Change(
      list: list,
      version: version,
      parent: version - 1,
      sequence: try row.int(1),
      time: origin.time,
      author: origin.author,
      key: origin.key,
      message: origin.message,
      parentFingerprint: try row.fingerprint(2),
      fingerprint: try row.fingerprint(3),
      changeset: try body(row, 7, making: version, of: list, within: limits) {
        bytes throws(InvalidEncoding) in try Changeset(encoded: bytes)
      }
    )
  }

  /// Reads the wanted part of the binary form of a changeset.
  typealias BodyReader<Value> = (UnsafeBufferPointer<UInt8>) throws(InvalidEncoding) -> Value

  /// Reads the wanted part of the changeset in a column, which makes a version of a list.
  static func body<Value>(
    _ row: SQLRow,
    _ column: Int32,
    making version: Int,
    of list: List.ID,
    within limits: ChangeLimits?,
    reading read: BodyReader<Value>
  ) throws -> Value {
    func damage(_ reason: String) -> ListStoreError {
      .corrupted(reason: "list \"\(list)\", changeset of version \(version): \(reason)")
    }
    do {
      return try row.withBytes(column) { bytes in
        let bytes = bytes.assumingMemoryBound(to: UInt8.self)
        if let excess = try limits?.excess(of: bytes, from: version - 1, to: version) {
          throw damage(excess)
        }
        return try read(bytes)
      }
    } catch let error as InvalidEncoding {
      throw damage("\(error)")
    }
  }
}

// MARK: - Who, when, and as which

/// The checksum of the columns beside the body of a change; the body has its own.
private struct ChangeChecksum {
  /// Its number among all commits, the row of its list, its version, and its time in milliseconds.
  var numbers: [Int64]
  var fingerprints: [Fingerprint]
  var names: [String?]

  /// The number in the column.
  var value: Int64 {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(128)
    for number in numbers {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    for fingerprint in fingerprints {
      withUnsafeBytes(of: fingerprint.value.bigEndian) { bytes.append(contentsOf: $0) }
    }
    for name in names {
      // One more than the length, so that a missing name differs from an empty one.
      let length = UInt32(truncatingIfNeeded: name.map { $0.utf8.count + 1 } ?? 0)
      withUnsafeBytes(of: length.littleEndian) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: (name ?? "").utf8)
    }
    return Int64(Checksum(bytes).value)
  }
}

/// The message of a version, as it is recorded: the bytes of the text, then a checksum.
///
/// Software that knows no messages leaves the column alone, so the message has a checksum of its
/// own, which also covers its version.
private struct ChangeMessage {
  /// The number among all commits, the row of the list, and the version.
  var numbers: [Int64]

  func encoded(_ text: String?) -> [UInt8]? {
    guard let text else { return nil }
    var bytes = Array(text.utf8)
    withUnsafeBytes(of: checksum(of: bytes).littleEndian) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Returns the text; `nil` when it is not what was recorded.
  func decoded(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.count > 4 else { return nil }
    let text = Array(bytes.dropLast(4))
    let recorded = bytes.loadUnaligned(fromByteOffset: text.count, as: UInt32.self)
    guard checksum(of: text) == UInt32(littleEndian: recorded) else { return nil }
    return String(validating: text, as: UTF8.self)
  }

  private func checksum(of text: [UInt8]) -> UInt32 {
    var bytes: [UInt8] = []
    for number in numbers {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return Checksum(bytes + text).value
  }
}

extension ChangeLog {
  /// Reads who made the version in a row of ``columns(in:)``, and when.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when the row is not what was recorded.
  static func origin(_ row: SQLRow, of list: List.ID) throws -> ChangeOrigin {
    var origin = ChangeOrigin(
      time: time(row, 4),
      author: try row.optionalText(5),
      key: try row.optionalText(6)
    )
    func refuse(_ reason: String) -> ListStoreError {
      .corrupted(reason: "list \"\(list)\", version \(row.unprovenInt64(0)): \(reason)")
    }
    guard canBeSequence(row.unprovenInt64(1)) else {
      throw refuse("it is said to be commit number \(row.unprovenInt64(1))")
    }
    if !row.isNull(10) {
      let numbers = [1, 8, 0].map { row.unprovenInt64($0) }
      let message = row.withBytes(10) { ChangeMessage(numbers: numbers).decoded($0) }
      guard let message else { throw refuse("its message is not what was recorded") }
      origin.message = message
    }
    if row.isNull(9) { return origin }
    let checksum = ChangeChecksum(
      numbers: [1, 8, 0, 4].map { row.unprovenInt64($0) },
      fingerprints: [try row.fingerprint(2), try row.fingerprint(3)],
      names: [origin.author, origin.key]
    )
    guard checksum.value == row.unprovenInt64(9) else {
      throw refuse("its number, time, author, commit key or fingerprints are not what was recorded")
    }
    return origin
  }

  /// Checks by its two checksums that every change of a file is what was recorded.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  static func requireChecksums(in database: Database) throws {
    try SQLStatement(
      "SELECT \(columns(in: database)), id FROM liststore_change JOIN liststore_list USING (list)",
      in: database
    ).forEachRow { row in
      let list = List.ID(try row.text(12))
      _ = try origin(row, of: list)
      try requireBody(row, 7, checksum: 11, of: row.int64(8), list, making: row.int(0))
      let isSound = row.withBytes(7) { body in
        guard body.count >= 4 else { return false }
        let end = body.count - 4
        let checksum = body.loadUnaligned(fromByteOffset: end, as: UInt32.self)
        return Checksum(.init(rebasing: body[..<end])).value == UInt32(littleEndian: checksum)
      }
      guard isSound else {
        throw ListStoreError.corrupted(
          reason: "list \"\(list)\", changeset of version \(row.unprovenInt64(0)): wrong checksum"
        )
      }
    }
  }

  /// Returns whether a commit can have a number.
  static func canBeSequence(_ number: Int64) -> Bool {
    AppendedTable.change.rows.contains(number)
  }

  /// Counts the changes without a checksum: software that knew of none has recorded them.
  static func countWithoutChecksum(in database: Database) throws -> Int {
    let condition = try has("checksum", in: database) ? "WHERE checksum IS NULL" : ""
    return try SQLStatement("SELECT count(*) FROM liststore_change \(condition)", in: database)
      .first { try $0.int(0) } ?? 0
  }
}

/// Who made a version, and when.
struct ChangeOrigin {
  var time: Date?
  var author: String?
  var key: String?
  var message: String?
}

// MARK: - Recording

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

  /// Forgets all commit keys of a list.
  static func removeKeys(of list: Int64, in database: Database) throws {
    try SQLStatement("DELETE FROM liststore_key WHERE list = ?", in: database).bind(list).run()
  }

  /// Records which version a commit key stands for, in place of a version that is not retained any
  /// more.
  static func record(
    _ key: String,
    for version: Int,
    list: Int64,
    in database: Database
  ) throws {
    try SQLStatement(
      "INSERT OR REPLACE INTO liststore_key (list, key, version) VALUES (?, ?, ?)",
      in: database
    ).bind(list).bind(key).bind(version).run()
  }

  /// Returns the version a commit key stands for.
  static func version(of key: String, list: Int64, in database: Database) throws -> Int? {
    try SQLStatement(
      "SELECT version FROM liststore_key WHERE list = ? AND key = ?",
      in: database
    ).bind(list).bind(key).first { try $0.int(0) }
  }

  /// Returns the commit keys of a list, and the versions they stand for; `nil` for an invalid key.
  static func keys(
    of list: Int64,
    in database: Database
  ) throws -> [(key: String?, version: Int)] {
    try SQLStatement(
      "SELECT key, version FROM liststore_key WHERE list = ? ORDER BY key",
      in: database
    ).bind(list).all { row in
      let key = try? row.text(0)
      return (key: CommitRequest.canBeName(key) ? key : nil, version: try row.int(1))
    }
  }

  /// Returns the key of the commit that made a version.
  static func key(of version: Int, list: Int64, in database: Database) throws -> String? {
    try SQLStatement(
      "SELECT key FROM liststore_change WHERE list = ? AND version = ?",
      in: database
    ).bind(list).bind(version).first { try $0.optionalText(0) } ?? nil
  }

  /// Returns who made a version, and when; `nil` when the version is not retained.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when the row is not what was recorded.
  static func origin(
    of version: Int,
    list: Int64,
    _ name: List.ID,
    in database: Database
  ) throws -> ChangeOrigin? {
    try SQLStatement(
      """
      SELECT \(columns(in: database, "NULL")) FROM liststore_change WHERE list = ? AND version = ?
      """,
      in: database
    ).bind(list).bind(version).first { try origin($0, of: name) }
  }

  /// Returns when a version was made, according to its row.
  static func time(of version: Int, list: Int64, in database: Database) throws -> Date? {
    try SQLStatement(
      "SELECT time FROM liststore_change WHERE list = ? AND version = ?",
      in: database
    ).bind(list).bind(version).first { time($0, 0) }
  }

  /// The times a change can have, in milliseconds since 1970: those of the years 0000 to 9999.
  private static let times: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// Reads a time; an impossible one, of a damaged file, as the nearest possible one.
  private static func time(_ row: SQLRow, _ column: Int32) -> Date {
    let milliseconds = min(max(row.unprovenInt64(column), times.lowerBound), times.upperBound)
    return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// Returns the versions whose times no change can have, oldest first.
  static func versionsWithoutTime(of list: Int64, in database: Database) throws -> [Int] {
    try SQLStatement(
      """
      SELECT version FROM liststore_change
      WHERE list = ? AND (typeof(time) <> 'integer' OR time NOT BETWEEN ? AND ?) ORDER BY version
      """,
      in: database
    ).bind(list).bind(times.lowerBound).bind(times.upperBound).all { try $0.int(0) }
  }

  /// Returns the fingerprint in the row of a change.
  static func fingerprint(
    at sequence: Int64,
    list: Int64,
    in database: Database
  ) throws -> Fingerprint {
    let fingerprint = try SQLStatement(
      "SELECT fingerprint FROM liststore_change WHERE sequence = ? AND list = ?",
      in: database
    ).bind(sequence).bind(list).first { try $0.fingerprint(0) }
    guard let fingerprint else {
      throw ListStoreError.corrupted(reason: "change \(sequence) is missing")
    }
    return fingerprint
  }

  /// Returns the fingerprint of a version's parent.
  static func parentFingerprint(
    of version: Int,
    list: Int64,
    in database: Database
  ) throws -> Fingerprint? {
    try SQLStatement(
      "SELECT parent_fingerprint FROM liststore_change WHERE list = ? AND version = ?",
      in: database
    ).bind(list).bind(version).first { try $0.fingerprint(0) }
  }

  /// Returns the fingerprint of a version.
  static func fingerprint(
    of version: Int,
    list: Int64,
    in database: Database
  ) throws -> Fingerprint? {
    try SQLStatement(
      "SELECT fingerprint FROM liststore_change WHERE list = ? AND version = ?",
      in: database
    ).bind(list).bind(version).first { try $0.fingerprint(0) }
  }
}
