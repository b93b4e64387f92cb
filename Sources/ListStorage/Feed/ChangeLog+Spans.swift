import GRDB
import ListDiff
import ListModel

// Many versions are read in spans, each composed of many versions; where there are none, version by
// version. A span is used only while the log has both states it leads between; a damaged span is
// treated as missing.
//
// A span from version 0 is the whole list: it inserts everything into the empty list. So it outlives the
// versions it was composed of, as long as the log has the version it leads to.

extension ChangeLog {
  /// A part of the way from a version to a later one.
  package struct Leg: Hashable {
    package let parent: Int
    package let version: Int
    /// The row of the span that leads there; `nil` for single changes.
    let span: Int64?
  }

  /// The changeset of a version or of a span: the places it changes.
  struct Step {
    let leg: Leg
    let places: PlaceChanges
  }

  /// The most changes read at once.
  private static let pageSize = 256

  /// Returns the legs from a version to a later one: spans where there are any, else single
  /// changes.
  ///
  /// - Complexity: O(spans between + versions that are in none).
  func legs(after version: Int, through last: Int) throws -> [Leg] {
    var legs: [Leg] = []
    var reached = version
    func goOn(to end: Int) {
      while reached < end {
        let next = min(end, reached + Self.pageSize)
        legs.append(Leg(parent: reached, version: next, span: nil))
        reached = next
      }
    }
    for span in try spans(after: version, through: last) where span.parent >= reached {
      goOn(to: span.parent)
      legs.append(span)
      reached = span.version
    }
    goOn(to: last)
    return legs
  }

  /// Reads versions in spans, and again one by one if a span turns out to be wrong.
  ///
  /// - Parameters:
  ///   - version: The version to start from.
  ///   - last: The version to end at.
  ///   - body: Reads the versions with the log it is given.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  func travelling<Value>(
    after version: Int,
    through last: Int,
    _ body: (ChangeLog) throws -> Value
  ) throws -> Value {
    do {
      return try body(self)
    } catch let error as ListStoreError {
      guard case .corrupted = error, try !spans(after: version, through: last).isEmpty else {
        throw error
      }
      var plain = self
      plain.longestSpan = 1
      return try body(plain)
    }
  }

  /// Returns whether the span of a leg can be read, and fits the log as it is now.
  func isUsable(_ span: Leg) throws -> Bool {
    try spanBody(of: span) { bytes throws(InvalidEncoding) in
      _ = try PlaceChanges(encoded: bytes)
    } != nil
  }

  /// Returns the changed places of each changeset on a leg, oldest first.
  func steps(of leg: Leg) throws -> [Step] {
    let places = try spanBody(of: leg) { bytes throws(InvalidEncoding) in
      try PlaceChanges(encoded: bytes)
    }
    if let places { return [Step(leg: leg, places: places)] }
    return zip(leg.parent..., try self.places(after: leg.parent, through: leg.version)).map {
      Step(leg: Leg(parent: $0, version: $0 + 1, span: nil), places: $1)
    }
  }

  /// Returns the changesets on a leg, oldest first.
  func changesets(
    of leg: Leg,
    contents: Changeset.HeldContents = .whole
  ) throws -> [Changeset] {
    try bodies(on: leg) { bytes throws(InvalidEncoding) in
      try Changeset(encoded: bytes, contents: contents)
    }
  }

  /// Reads the wanted part of each changeset on a leg, oldest first.
  func bodies<Value>(on leg: Leg, reading read: BodyReader<Value>) throws -> [Value] {
    if let value = try spanBody(of: leg, reading: read) { return [value] }
    return try bodies(after: leg.parent, through: leg.version, reading: read)
  }

  /// Reads the wanted part of the whole changeset of a step.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``, also when the span of a step cannot be read any
  ///   more.
  func body<Value>(of step: Step, reading read: BodyReader<Value>) throws -> Value {
    let leg = step.leg
    if let value = try spanBody(of: leg, reading: read) { return value }
    guard leg.span == nil,
      let value = try bodies(after: leg.parent, through: leg.version, reading: read).first
    else {
      throw ListStoreError.corrupted(
        reason: "list \"\(head.id)\": the span of versions \(leg.parent) to \(leg.version) is "
          + "damaged"
      )
    }
    return value
  }
}

// MARK: - Rows

extension ChangeLog {
  /// Returns the spans between two versions; of those that begin together, the longest first.
  private func spans(after version: Int, through last: Int) throws -> [Leg] {
    guard longestSpan > 1, last - version > 1 else { return [] }
    // A store that is only read may be of a format without spans.
    return try Damage.hiding {
      try SQLStatement(
        """
        SELECT parent, version, span FROM liststore_span
        WHERE list = ? AND parent >= ? AND version <= ? AND version - parent BETWEEN 2 AND ?
        ORDER BY parent, version DESC
        """,
        in: database
      ).bind(head.row).bind(version).bind(last).bind(longestSpan).all { row in
        try Leg(parent: row.int(0), version: row.int(1), span: row.int64(2))
      }
    } ?? []
  }

  /// Reads the span of a leg; `nil` when there is none, when it is damaged, or when it does not fit
  /// the log as it is now.
  private func spanBody<Value>(of leg: Leg, reading read: BodyReader<Value>) throws -> Value? {
    guard let span = leg.span else { return nil }
    return try Damage.hiding {
      try SQLStatement(Self.provenSpan, in: database).bind(span).first { row in
        let isOwn = try Self.isBody(row, 0, 1, of: head.row, from: leg.parent, to: leg.version)
        guard isOwn else {
          throw ListStoreError.corrupted(reason: "a span is not what was recorded")
        }
        return try row.withBytes(0) { bytes in
          let bytes = bytes.assumingMemoryBound(to: UInt8.self)
          let excess = try limits.excess(of: bytes, from: leg.parent, to: leg.version)
          if let excess { throw ListStoreError.corrupted(reason: "a span: \(excess)") }
          return try read(bytes)
        }
      }
    }
  }

  /// Returns whether a span has its checksums, and they are right: of its versions and its list, and of
  /// its body.
  package func hasRightSums(_ span: Leg) throws -> Bool {
    try SQLStatement(Self.provenSpan, in: database).bind(span.span ?? 0).first { row in
      let isOwn = try Self.isBody(row, 0, 1, of: head.row, from: span.parent, to: span.version)
      return !row.isNull(1) && isOwn && Self.isWhole(row, 0)
    } ?? false
  }

  /// Returns whether a span is the one that was recorded, as far as its checksum tells.
  package func isRecorded(_ span: Leg) throws -> Bool {
    try SQLStatement(Self.provenSpan, in: database).bind(span.span ?? 0).first { row in
      try Self.isBody(row, 0, 1, of: head.row, from: span.parent, to: span.version)
    } ?? true
  }

  /// The body and the checksum of a span that leads between two states of the log.
  private static let provenSpan = SQLStatement.Text(
    [StoreRecord.proof("span.body_checksum", of: "last"), "span.body_checksum", "NULL"]
      .map { "SELECT span.body, \($0) AS body_checksum \(fittingSpan)" }
  )

  /// A span that leads between two states of the log, or from the empty list to one.
  private static let fittingSpan = """
    FROM liststore_span AS span
    JOIN liststore_change AS last ON last.list = span.list
      AND last.version = span.version AND last.fingerprint = span.fingerprint
    LEFT JOIN liststore_change AS first ON first.list = span.list
      AND first.version = span.parent + 1 AND first.parent_fingerprint = span.parent_fingerprint
    WHERE span.span = ? AND (first.list IS NOT NULL
      OR span.parent = 0 AND span.parent_fingerprint = x'\(Fingerprint.empty)')
    """

  /// Returns the whole lists that are kept nearest to a version: up to it, and after it.
  ///
  /// - Throws: What SQLite throws.
  func wholeLists(beside version: Int) throws -> (before: Leg?, after: Leg?) {
    guard longestSpan > 1 else { return (nil, nil) }
    let select = "SELECT version, span FROM liststore_span WHERE list = ? AND parent = 0"
    let before = try SQLStatement(
      "\(select) AND version BETWEEN ? AND ? ORDER BY version DESC LIMIT 1",
      in: database
    ).bind(head.row).bind(max(head.floor, 2)).bind(version)
      .first { try Leg(parent: 0, version: $0.int(0), span: $0.int64(1)) }
    let after = try SQLStatement(
      "\(select) AND version > ? AND version < ? ORDER BY version LIMIT 1",
      in: database
    ).bind(head.row).bind(version).bind(head.version)
      .first { try Leg(parent: 0, version: $0.int(0), span: $0.int64(1)) }
    return (before, after)
  }

  /// Reads a list that is kept whole; `nil` when it is damaged, or does not fit the log as it is now.
  package func wholeList(_ leg: Leg) throws -> List? {
    try spanBody(of: leg) { bytes throws(InvalidEncoding) in try Changeset(encoded: bytes) }
      .flatMap { try? $0.apply(to: List()) }
  }

  /// Returns the bytes of the changesets on a leg.
  func byteCount(of leg: Leg) throws -> Int {
    if let span = leg.span {
      return try SQLStatement(
        "SELECT length(body) FROM liststore_span WHERE span = ?",
        in: database
      ).bind(span).first { try $0.int(0) } ?? 0
    }
    return try Self.byteCount(of: head.row, after: leg.parent, through: leg.version, in: database)
  }

  /// Returns the recorded spans that begin with a version or later, in the order of their versions.
  package func spans(from parent: Int = .min) throws -> [Leg] {
    try SQLStatement(
      """
      SELECT parent, version, span FROM liststore_span
      WHERE list = ? AND parent >= ? ORDER BY parent, version
      """,
      in: database
    ).bind(head.row).bind(parent).all { row in
      try Leg(parent: row.int(0), version: row.int(1), span: row.int64(2))
    }
  }

  /// Reads a span as it is recorded.
  package func span(_ leg: Leg) throws -> ComposedSpan? {
    try SQLStatement(
      "SELECT parent_fingerprint, fingerprint, body FROM liststore_span WHERE span = ?",
      in: database
    ).bind(leg.span ?? 0).first { row in
      ComposedSpan(
        parent: leg.parent,
        version: leg.version,
        parentFingerprint: try row.fingerprint(0),
        fingerprint: try row.fingerprint(1),
        body: row.bytes(2)
      )
    }
  }

  /// Records a span, in place of one of the same versions.
  func record(_ span: ComposedSpan) throws {
    try SQLStatement(
      """
      INSERT OR REPLACE INTO liststore_span
      (list, parent, version, parent_fingerprint, fingerprint, body_checksum, body)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      in: database
    ).bind(head.row).bind(span.parent).bind(span.version).bind(span.parentFingerprint)
      .bind(span.fingerprint)
      .bind(
        RowChecksum.body(
          span.body.withUnsafeBytes { Checksum(atEndOf: $0) },
          list: head.row,
          from: span.parent,
          to: span.version
        )
      )
      .runBinding(span.body)
  }

  /// Forgets the span of a leg.
  func remove(_ span: Leg) throws {
    try SQLStatement("DELETE FROM liststore_span WHERE span = ?", in: database)
      .bind(span.span ?? 0).run()
  }

  /// Forgets the spans of a list that begin before a version, and whole lists of versions before it.
  static func removeSpans(of list: Int64, before version: Int, in database: Database) throws {
    try SQLStatement(
      "DELETE FROM liststore_span WHERE list = ? AND parent < ? AND (parent <> 0 OR version < ?)",
      in: database
    ).bind(list).bind(version).bind(version).run()
  }
}
