import GRDB
import ListDiff
import ListModel

// A way through many versions is gone in spans, changesets of many versions in one, as far as there
// are any, and for the rest version by version. A span is used only while the log goes through both
// states it leads between, and one that is damaged as if it were not there.

extension ChangeLog {
  /// A part of the way from a version to a later one.
  struct Leg: Hashable {
    let parent: Int
    let version: Int
    /// The row of the span that leads there; `nil` for changes, one by one.
    let span: Int64?
  }

  /// One changeset of the way, of a version or of a span: what it changes where.
  struct Step {
    let leg: Leg
    let places: PlaceChanges
  }

  /// How many changes are read at once.
  private static let pageSize = 256

  /// The way from a version to a later one, in as few steps as there are.
  ///
  /// - Complexity: O(spans between), and O(versions that are in none).
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

  /// Goes a way in spans, and again version by version if they turn out to be wrong.
  ///
  /// - Parameters:
  ///   - version: Where the way begins.
  ///   - last: Where it ends.
  ///   - body: Goes it with the log it is given.
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

  /// Whether the span of a leg can be read, and belongs to what the log is now.
  func isUsable(_ span: Leg) throws -> Bool {
    try spanBody(of: span) { bytes throws(InvalidEncoding) in
      _ = try PlaceChanges(encoded: bytes)
    } != nil
  }

  /// What changes where on a leg, oldest first.
  func steps(of leg: Leg) throws -> [Step] {
    let places = try spanBody(of: leg) { bytes throws(InvalidEncoding) in
      try PlaceChanges(encoded: bytes)
    }
    if let places { return [Step(leg: leg, places: places)] }
    return zip(leg.parent..., try self.places(after: leg.parent, through: leg.version)).map {
      Step(leg: Leg(parent: $0, version: $0 + 1, span: nil), places: $1)
    }
  }

  /// The changesets on a leg, oldest first.
  func changesets(of leg: Leg) throws -> [Changeset] {
    try bodies(on: leg) { bytes throws(InvalidEncoding) in try Changeset(encoded: bytes) }
  }

  /// Reads the changesets on a leg, oldest first, as far as they are wanted.
  func bodies<Value>(on leg: Leg, reading read: BodyReader<Value>) throws -> [Value] {
    if let value = try spanBody(of: leg, reading: read) { return [value] }
    return try bodies(after: leg.parent, through: leg.version, reading: read)
  }

  /// Reads what is wanted of the whole changeset of a step.
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
  /// The spans between two versions; of those that begin together, the longest is first.
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

  /// Reads the span a leg is gone in; `nil` when there is none, when it is damaged, or when it does
  /// not belong to what the log is now.
  private func spanBody<Value>(of leg: Leg, reading read: BodyReader<Value>) throws -> Value? {
    guard let span = leg.span else { return nil }
    return try Damage.hiding {
      try SQLStatement(
        "SELECT span.body, span.body_checksum \(Self.fittingSpan)",
        inOlderStores: "SELECT span.body, NULL \(Self.fittingSpan)",
        in: database
      ).bind(span).first { row in
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

  /// A span that leads between states that the log goes through.
  private static let fittingSpan = """
    FROM liststore_span AS span
    JOIN liststore_change AS first ON first.list = span.list
      AND first.version = span.parent + 1 AND first.parent_fingerprint = span.parent_fingerprint
    JOIN liststore_change AS last ON last.list = span.list
      AND last.version = span.version AND last.fingerprint = span.fingerprint
    WHERE span.span = ?
    """

  /// How many bytes the changesets on a leg have.
  func byteCount(of leg: Leg) throws -> Int {
    if let span = leg.span {
      return try SQLStatement(
        "SELECT length(body) FROM liststore_span WHERE span = ?",
        in: database
      ).bind(span).first { try $0.int(0) } ?? 0
    }
    return try Self.byteCount(of: head.row, after: leg.parent, through: leg.version, in: database)
  }

  /// The recorded spans that begin with a version or later, by the versions they lead between, in
  /// order.
  func spans(from parent: Int = .min) throws -> [Leg] {
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

  /// A span as it is recorded.
  func span(_ leg: Leg) throws -> ComposedSpan? {
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

  /// Records a span; one of the same versions is replaced.
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

  /// Forgets the spans of a list that begin before a version.
  static func removeSpans(of list: Int64, before version: Int, in database: Database) throws {
    try SQLStatement("DELETE FROM liststore_span WHERE list = ? AND parent < ?", in: database)
      .bind(list).bind(version).run()
  }
}
