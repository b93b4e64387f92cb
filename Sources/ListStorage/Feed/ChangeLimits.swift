import GRDB
import ListDiff
import ListModel

/// How much of a list a recorded change can be about, going by all else that is recorded of it.
///
/// Some bytes of a changeset can become a hundred times as many in memory while it is applied. So a
/// long one is compared with the list before it is held: what is there after a change is there at the
/// head, or a later change deletes it; and what is there before it, earlier changes have inserted.
struct ChangeLimits {
  let database: Database
  /// The row of the list.
  let list: Int64
  /// The oldest version.
  let floor: Int

  /// Shorter changesets take little memory in any case: 0.8 MB for moves.
  private static let shortByteCount = 32 << 10
  /// What operations may take in any case.
  private static let memoryByteCount = 1 << 20

  /// What is wrong with a changeset that has not been read yet.
  ///
  /// - Parameters:
  ///   - bytes: Its binary form.
  ///   - parent: The version it leads from.
  ///   - version: The version it leads to.
  /// - Returns: A clause about it when it is about more sections or cells than there can have been;
  ///   `nil` when it need not be, and for bytes that cannot be read: who reads them says why.
  /// - Throws: What SQLite throws.
  /// - Complexity: O(bytes) for a long one, and O(operations) when these are short. Nothing is held.
  func excess(
    of bytes: UnsafeBufferPointer<UInt8>,
    from parent: Int,
    to version: Int
  ) throws -> String? {
    guard bytes.count > Self.shortByteCount, let tally = try? OperationTally(encoded: bytes),
      tally.memoryByteCount > max(Self.memoryByteCount, 3 * bytes.count),
      let excess = try excess(of: tally, from: parent, to: version),
      Changeset.isIntact(encoded: bytes)
    else { return nil }
    return excess
  }

  private func excess(
    of tally: OperationTally,
    from parent: Int,
    to version: Int
  ) throws -> String? {
    if let kind = tally.repeatedKind { return "\(kind) has more ids than there are of its length" }
    for (counts, name, table) in [
      (tally.sections, "sections", "liststore_section"), (tally.cells, "cells", "liststore_place"),
    ] {
      // Where damage prevents the comparison, it is reported by who meets it.
      if let most = try Damage.hiding({ try most(counts.after, in: table, after: version) }) {
        return "it is about \(counts.after) \(name) of its version, which has \(most) at most"
      }
      if let most = try Damage.hiding({ try most(counts.before, insertedUpTo: parent) }) {
        return
          "it is about \(counts.before) \(name) of the version before, which has \(most) at most"
      }
    }
    return nil
  }

  /// How many elements there can be after a version, if that is less than a number.
  private func most(_ count: Int, in table: String, after version: Int) throws -> Int? {
    guard count > 0 else { return nil }
    let present =
      try SQLStatement(
        "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE list = ? LIMIT ?)",
        in: database
      ).bind(list).bind(count).first { $0.int(0) } ?? 0
    let missing = count - present
    guard missing > 0 else { return nil }
    // A changeset has six bytes at least: of as many as are missing, there are bytes enough.
    let byteCount =
      try SQLStatement(
        """
        SELECT sum(bytes) FROM (
          SELECT length(body) AS bytes FROM liststore_change
          WHERE list = ? AND version > ? ORDER BY version LIMIT ?
        )
        """,
        in: database
      ).bind(list).bind(version).bind(missing).first { $0.int(0) } ?? 0
    let deleted = OperationTally.elements(inBytes: byteCount)
    return deleted < missing ? present + deleted : nil
  }

  /// How many elements there can be at a version, if that is less than a number, and known because all
  /// changes are retained.
  private func most(_ count: Int, insertedUpTo version: Int) throws -> Int? {
    guard floor == 0, count > 0 else { return nil }
    let byteCount =
      try SQLStatement(
        """
        SELECT sum(bytes) FROM (
          SELECT length(body) AS bytes FROM liststore_change
          WHERE list = ? AND version <= ? ORDER BY version DESC LIMIT ?
        )
        """,
        in: database
      ).bind(list).bind(version).bind(count).first { $0.int(0) } ?? 0
    let inserted = OperationTally.elements(inBytes: byteCount)
    return inserted < count ? inserted : nil
  }
}
