import GRDB
import ListDiff
import ListModel

/// How many elements a recorded change can be about, judged by all other records of its list.
///
/// A changeset can take a hundred times its bytes in memory while it is applied. So a long one is
/// first compared with the list: elements that exist after a change exist at the head, or a later
/// change deletes them; elements that exist before it were inserted by earlier changes.
///
/// That is no proof that a changeset is right. A right one must not be refused because of damage
/// elsewhere, so it may name about twice as many elements, and more where something is missing.
///
/// A fixed cap in its place would refuse the honest replacement of a million cells, or let 1 MB of
/// bytes take 44 MB. Looking at changes of 20,000 updated cells takes less time than two readings of
/// them differ by; changes that only move cells take up to half longer to read (x86-64, release).
struct ChangeLimits {
  let database: Database
  /// The row of the list.
  let list: Int64
  /// The oldest version.
  let floor: Int

  /// Shorter changesets always take little memory, 0.1 MB if they consist of moves.
  private static let shortByteCount = 4 << 10
  /// The memory that operations may always take.
  private static let memoryByteCount = 128 << 10
  /// How many elements a changeset that is missing, or too short to be one, may have been about.
  private static let missingCount = 100_000

  /// Looks for an error in a changeset that has not been read yet.
  ///
  /// - Parameters:
  ///   - bytes: Its binary form.
  ///   - parent: The version it leads from.
  ///   - version: The version it leads to.
  /// - Returns: A clause about it when it names more sections or cells than can have existed; `nil`
  ///   when it need not, and for bytes that cannot be read: their reader says why.
  /// - Throws: What SQLite throws.
  /// - Complexity: O(1) for a short one, O(bytes) for a long one; O(operations) of it for one that is
  ///   compared with the list. Nothing is kept in memory.
  func excess(
    of bytes: UnsafeBufferPointer<UInt8>,
    from parent: Int,
    to version: Int
  ) throws -> String? {
    guard bytes.count > Self.shortByteCount, let tally = try? OperationTally(encoded: bytes),
      tally.memoryByteCount > max(Self.memoryByteCount, 3 * bytes.count),
      let excess = try excess(in: tally, from: parent, to: version),
      Changeset.isIntact(encoded: bytes)
    else { return nil }
    return excess
  }

  private func excess(
    in tally: OperationTally,
    from parent: Int,
    to version: Int
  ) throws -> String? {
    if let kind = tally.repeatedKind {
      return "\(kind) names more than there are different ids of so few bytes"
    }
    for (counts, name, table) in [
      (tally.sections, "sections", "liststore_section"), (tally.cells, "cells", "liststore_place"),
    ] {
      // Damage that prevents the comparison is reported by the read that meets it.
      let areThereAfter = try Damage.hiding {
        try canHave(counts.after, after: version, among: table)
      }
      if areThereAfter == false {
        return "it is about \(counts.after) \(name) of its version, which cannot have so many"
      }
      let areThereBefore = try Damage.hiding { try canHave(counts.before, at: parent) }
      if areThereBefore == false {
        return
          "it is about \(counts.before) \(name) of the version before, which cannot have so many"
      }
    }
    return nil
  }

  /// Returns whether so many elements can exist after a version: now, or until later changes delete
  /// them.
  private func canHave(_ count: Int, after version: Int, among table: String) throws -> Bool {
    let present =
      try SQLStatement(
        "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE list = ? LIMIT ?)",
        in: database
      ).bind(list).bind(count).first { try $0.int(0) } ?? 0
    return try canBeNamed(
      count - 2 * present,
      by: """
        SELECT version, length(body) FROM liststore_change
        WHERE list = ? AND version >= ? ORDER BY version LIMIT ?
        """,
      from: version &+ 1,
      step: 1
    )
  }

  /// Returns whether so many elements can exist at a version: inserted by the changes until then,
  /// if these are retained.
  private func canHave(_ count: Int, at version: Int) throws -> Bool {
    guard floor == 0 else { return true }
    return try canBeNamed(
      count,
      by: """
        SELECT version, length(body) FROM liststore_change
        WHERE list = ? AND version <= ? ORDER BY version DESC LIMIT ?
        """,
      from: version,
      step: -1
    )
  }

  /// Returns whether the changesets of some versions can name so many elements.
  ///
  /// - Parameters:
  ///   - count: The number of elements.
  ///   - query: Selects the versions, and how many bytes their changesets have.
  ///   - first: The first version it selects, if that is there.
  ///   - step: From one version to the next.
  /// - Returns: Whether the changesets have bytes enough.
  /// - Throws: What SQLite throws.
  /// - Complexity: O(versions until the bytes are enough), and O(count): a changeset has six bytes
  ///   at least.
  private func canBeNamed(_ count: Int, by query: String, from first: Int, step: Int) throws -> Bool
  {
    var expected = first
    var byteCount = 0
    var isWhole = true
    var limit = 16
    while 2 * OperationTally.elements(inBytes: byteCount) < count {
      let statement = try SQLStatement(query, in: database).bind(list).bind(expected).bind(limit)
      var rows = 0
      try statement.forEachRow { row in
        if try row.int(0) != expected || row.int(1) < Changeset.minimumByteCount { isWhole = false }
        expected = try row.int(0) &+ step
        byteCount += min(try row.int(1), Int(Int32.max))
        rows += 1
      }
      guard rows == limit else {
        // The first change makes version 1; which is the last is not known here.
        if step < 0, expected != 0 { isWhole = false }
        return 2 * OperationTally.elements(inBytes: byteCount)
          + (isWhole ? 0 : Self.missingCount) >= count
      }
      limit *= 4
    }
    return true
  }
}
