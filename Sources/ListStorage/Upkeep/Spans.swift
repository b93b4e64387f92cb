import Foundation
package import GRDB
import ListDiff
package import ListModel

// Spans are not part of a commit's transaction: their content is in the log anyway. So only the
// caller that made its last version waits for a span, and a missing span costs nothing but time.

/// The lengths of spans, and the limits for making them.
package struct SpanLengths: Sendable {
  /// The number of versions in the shortest spans.
  package var shortest = 256
  /// How many times as long the next longer spans are.
  package var factor = 4
  /// The most bytes of changesets that are composed at once.
  ///
  /// Larger changes are read as quickly one by one.
  package var byteLimit = 8 << 20
  /// The same limit after a commit, whose caller waits for it some milliseconds; more bytes are
  /// left to a compaction.
  package var commitByteLimit = 1 << 20
  /// The same limit for the longer spans, which have more and smaller operations.
  ///
  /// In a list of 1,000 cells, all lengths come within it, and one commit in some thousands waits for such
  /// a span. Without them, everything that reads far back reads hundreds of the shortest.
  package var commitByteLimitOfLonger = 1 << 20
  /// The longest parts of longer spans that commits of all versions of this software have composed: a
  /// compaction looks for spans of longer parts.
  package var leastByteLimitOfLonger = 256 << 10
  /// The most of the shortest spans that are made by one commit.
  package var commitCount = 4
  /// How many times the bytes of a list the spans since the last whole one have when it is kept whole
  /// again; `nil` to keep none.
  package var wholeListGain: Int? = 2
}

/// The composed changeset of many versions.
package struct ComposedSpan: Equatable {
  var parent: Int
  var version: Int
  var parentFingerprint: Fingerprint
  var fingerprint: Fingerprint
  var body: [UInt8]
}

extension ListStore {
  /// Makes spans of the last versions of a list, after a commit.
  func makeSpansIfDue(after commit: Commit) throws {
    let lengths = database.configuration.spanLengths
    guard commit.version.isMultiple(of: lengths.shortest) else { return }
    // Earlier spans may be missing, for example after commits in transactions of the database's
    // owner.
    let start = commit.version - lengths.commitCount * lengths.shortest
    _ = try makeSpans(of: commit.list, after: start, in: .commit)
  }

  /// Makes all spans of a list that are missing or damaged.
  ///
  /// - Returns: How many spans were made.
  /// - Throws: ``ListStoreError``.
  package func makeAllSpans(of list: List.ID) throws -> Int {
    let removed = try removeUselessSpans(of: list)
    return try makeSpans(of: list, after: 0, in: .compaction(isAnyMissing: removed > 0))
  }

  /// When spans are made.
  private enum Occasion {
    /// After a commit, which is not to take long.
    case commit
    /// In a compaction: of the longer spans, only those that commits leave out may be missing, or
    /// any.
    case compaction(isAnyMissing: Bool)
  }

  /// Makes the missing spans of a list.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - version: The version to start from.
  ///   - occasion: When it is done.
  /// - Returns: How many spans were made.
  /// - Throws: ``ListStoreError``.
  private func makeSpans(
    of list: List.ID,
    after version: Int,
    in occasion: Occasion
  ) throws -> Int {
    guard database.configuration.keepsSpans else { return 0 }
    let lengths = database.configuration.spanLengths
    let (floor, last, known) = try database.read { database in
      let head = try ListRows.require(list, in: database)
      let known = try ChangeLog(database: database, head: head).spans(from: version)
      return (head.floor, head.version, Set(known.map { [$0.parent, $0.version] }))
    }
    var (byteLimit, byteLimitOfLonger) = (lengths.byteLimit, lengths.byteLimit)
    let least = min(lengths.leastByteLimitOfLonger, lengths.commitByteLimitOfLonger) + 1
    var isAnyMissing = false
    var timeout: Duration?
    switch occasion {
    case .commit:
      timeout = database.upkeepPatience
      byteLimit = min(byteLimit, lengths.commitByteLimit)
      byteLimitOfLonger = min(byteLimit, lengths.commitByteLimitOfLonger)
    case .compaction(let isAny):
      isAnyMissing = isAny
    }
    var count = 0
    let start = max(version, floor)
    var parent = start + (lengths.shortest - start % lengths.shortest) % lengths.shortest
    while last - parent >= lengths.shortest {
      let end = parent + lengths.shortest
      let isMade =
        try !known.contains([parent, end])
        && makeSpan(of: list, parent..<end, outOf: 0...byteLimit, gaining: 1, waiting: timeout)
      if isMade { count += 1 }
      // Longer spans that end here.
      var length = lengths.shortest * lengths.factor
      while end.isMultiple(of: length), end - length >= floor {
        let leastBytes = isMade || isAnyMissing ? 0 : least
        if leastBytes <= byteLimitOfLonger, !known.contains([end - length, end]),
          try makeSpan(
            of: list,
            end - length..<end,
            outOf: leastBytes...byteLimitOfLonger,
            gaining: 2,
            waiting: timeout
          )
        {
          count += 1
          // With this span, others have fewer bytes in their parts than when they were left out.
          isAnyMissing = true
        }
        length *= lengths.factor
      }
      parent = end
      if case .commit = occasion, last - end >= lengths.shortest { continue }
      if try keepWholeIfDue(list, at: end, atMost: byteLimit, waiting: timeout) { count += 1 }
    }
    return count
  }

  /// Removes the useless spans of a list: damaged ones, and those that do not lead between two
  /// states of the log.
  ///
  /// - Returns: The number of removed spans.
  private func removeUselessSpans(of list: List.ID) throws -> Int {
    let useless = try database.read { database in
      let log = ChangeLog(database: database, head: try ListRows.require(list, in: database))
      return try log.spans().filter { try !log.isUsable($0) }
    }
    guard !useless.isEmpty else { return 0 }
    try database.write { database in
      let log = ChangeLog(database: database, head: try ListRows.require(list, in: database))
      // Another writer may have made another meanwhile, in the same row.
      for span in useless where try !log.isUsable(span) { try log.remove(span) }
    }
    return useless.count
  }

  /// Removes all spans of a list.
  package func removeSpans(of list: List.ID) throws {
    let isThere = try database.read { database in
      let head = try ListRows.require(list, in: database)
      return try !ChangeLog(database: database, head: head).spans().isEmpty
    }
    guard isThere else { return }
    try database.write { database in
      let head = try ListRows.require(list, in: database)
      try ChangeLog.removeSpans(of: head.row, before: .max, in: database)
    }
  }

  /// Makes a span of some versions.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - versions: From the version the span leads from up to the one it leads to.
  ///   - byteCounts: The bytes that its parts may have together.
  ///   - gain: How many times the span's bytes its parts must have.
  ///   - timeout: How long to wait for other processes; as configured if `nil`.
  /// - Returns: Whether there is such a span now.
  /// - Throws: ``ListStoreError``.
  private func makeSpan(
    of list: List.ID,
    _ versions: Range<Int>,
    outOf byteCounts: ClosedRange<Int>,
    gaining gain: Int,
    waiting timeout: Duration?
  ) throws -> Bool {
    let composed = try database.read { database -> ComposedSpan? in
      let head = try ListRows.require(list, in: database)
      guard head.floor <= versions.lowerBound, versions.upperBound <= head.version else {
        return nil
      }
      let composition = SpanComposition(database: database, head: head, versions: versions)
      let byteCount = try composition.byteCount()
      guard byteCounts.contains(byteCount) else { return nil }
      // Mostly, this check is enough; composing takes forty times as long.
      if gain > 1, try composition.repetition() < Double(gain) { return nil }
      let composed = try composition.compose()
      return composed.body.count * gain <= byteCount ? composed : nil
    }
    guard let composed else { return false }
    return try record(composed, of: list, waiting: timeout)
  }

  /// Records a span that was composed outside of a transaction.
  ///
  /// - Returns: Whether the log still has the versions it was composed of.
  func record(_ span: ComposedSpan, of list: List.ID, waiting timeout: Duration?) throws -> Bool {
    try database.write(waiting: timeout) { database in
      let head = try ListRows.require(list, in: database)
      guard head.floor <= (span.parent == 0 ? span.version : span.parent) else { return false }
      try ChangeLog(database: database, head: head).record(span)
      return true
    }
  }
}

/// Composes the changesets of some versions, from shorter spans where there are any.
///
/// Composing is associative: the result does not depend on the parts.
package struct SpanComposition {
  let database: Database
  let head: ListRows.Head
  /// From the version the span leads from up to the one it leads to.
  let versions: Range<Int>

  package init(database: Database, head: ListRows.Head, versions: Range<Int>) {
    (self.database, self.head, self.versions) = (database, head, versions)
  }

  private var log: ChangeLog {
    ChangeLog(database: database, head: head, longestSpan: versions.count - 1)
  }

  private func legs() throws -> [ChangeLog.Leg] {
    try log.legs(after: versions.lowerBound, through: versions.upperBound)
  }

  /// Returns the bytes of its parts.
  func byteCount() throws -> Int {
    try legs().reduce(0) { $0 + (try log.byteCount(of: $1)) }
  }

  /// Returns how often each named cell is named, on average.
  func repetition() throws -> Double {
    var cells: Set<Int> = []
    var count = 0
    _ = try parts { bytes throws(InvalidEncoding) in
      try Changeset.forEachCellID(encoded: bytes) { id in
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(id))
        cells.insert(hasher.finalize())
        count += 1
      }
    }
    return cells.isEmpty ? 0 : Double(count) / Double(cells.count)
  }

  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  package func compose() throws -> ComposedSpan {
    let travel = TimeTravel(database: database, head: head)
    return ComposedSpan(
      parent: versions.lowerBound,
      version: versions.upperBound,
      parentFingerprint: try travel.fingerprint(of: versions.lowerBound),
      fingerprint: try travel.fingerprint(of: versions.upperBound),
      body: try body()
    )
  }

  private func body() throws -> [UInt8] {
    let changesets = try parts { bytes throws(InvalidEncoding) in try Changeset(encoded: bytes) }
    do {
      let composition = try Changeset.composition(of: changesets)
      sched_yield()
      return try composition.encoded()
    } catch {
      throw ListStoreError.corrupted(
        reason: "list \"\(head.id)\", versions \(versions.lowerBound) to \(versions.upperBound) "
          + "contradict each other: \(error)"
      )
    }
  }

  /// Reads the wanted part of each changeset, oldest first, and lets other threads run in between.
  ///
  /// No caller waits for the result, while callers whose commits were just answered may wait for this
  /// thread's processor: a scheduler lets a running thread go on for some milliseconds.
  private func parts<Value>(reading read: ChangeLog.BodyReader<Value>) throws -> [Value] {
    var count = 0
    return try legs().flatMap { leg in
      try log.bodies(on: leg) { bytes throws(InvalidEncoding) in
        count += 1
        if count.isMultiple(of: 16) { sched_yield() }
        return try read(bytes)
      }
    }
  }
}
