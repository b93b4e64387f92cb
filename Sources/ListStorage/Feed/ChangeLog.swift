import Foundation
package import GRDB
package import ListDiff
package import ListModel

/// The recorded changes of one list: the feed as rows.
package struct ChangeLog {
  let database: Database
  let head: ListRows.Head
  /// The most versions of a span that may be used; 1 to read version by version.
  var longestSpan: Int
  /// What is held of the contents of changes.
  var contents: Changeset.HeldContents

  package init(
    database: Database,
    head: ListRows.Head,
    longestSpan: Int = .max,
    contents: Changeset.HeldContents = .whole
  ) {
    (self.database, self.head) = (database, head)
    (self.longestSpan, self.contents) = (longestSpan, contents)
  }

  /// Returns the changes after a version, oldest first.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when one of them is missing or damaged.
  package func changes(after version: Int, through last: Int, limit: Int) throws -> [Change] {
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
      let change = try Self.change(row, of: head.id, within: limits, contents)
      guard change.version == version + changes.count + 1 else {
        throw missing(version + changes.count + 1)
      }
      changes.append(change)
    }
    guard changes.count == count else { throw missing(version + changes.count + 1) }
  }

  /// Returns the version of the next change that exists after a version.
  package func nextVersion(after version: Int) throws -> Int? {
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
  package static func change(
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
  package static func columns(in database: Database) throws -> String {
    try columns(in: database, "body")
  }

  static func columns(in database: Database, _ body: String) throws -> String {
    // A store that is only read may be of a format without checksums and messages.
    let checksum = try proof("checksum", in: database)
    let message = try has("message", in: database) ? "message" : "NULL"
    return try """
    version, sequence, parent_fingerprint, fingerprint, time, author, key, \(body), list,
    \(checksum), \(message), \(bodyChecksum(in: database))
    """
  }

  private static func bodyChecksum(in database: Database) throws -> String {
    try proof("body_checksum", in: database)
  }

  /// Returns the SQL of a checksum: NULL in changes that older software has recorded, and a wrong one
  /// where it is missing.
  private static func proof(_ column: String, in database: Database) throws -> String {
    guard try has(column, in: database) else { return "NULL" }
    let name = "liststore_change.\(column)"
    return try StoreRecord.proof(name, of: "liststore_change", in: database) + " AS \(column)"
  }

  static func has(_ column: String, in database: Database) throws -> Bool {
    try database.columns(in: "liststore_change").contains { $0.name == column }
  }

  /// Reads the change in a row of ``columns(in:)``.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``, also when the row has another checksum.
  static func change(
    _ row: SQLRow,
    of list: List.ID,
    within limits: ChangeLimits?,
    _ contents: Changeset.HeldContents = .whole
  ) throws -> Change {
    let origin = try origin(row, of: list)
    try requireBody(row, 7, checksum: 11, of: row.int64(8), list, making: row.int(0))
    return try change(row, of: list, within: limits, madeBy: origin, contents)
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
  package static func requireBody(
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
    madeBy origin: ChangeOrigin,
    _ contents: Changeset.HeldContents = .whole
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
        bytes throws(InvalidEncoding) in try Changeset(encoded: bytes, contents: contents)
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

// MARK: - Fingerprints

extension ChangeLog {
  /// Returns the fingerprint in the row of a change.
  package static func fingerprint(
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
  package static func fingerprint(
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
