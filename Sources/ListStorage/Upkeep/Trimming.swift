import GRDB
import ListDiff
import ListModel

/// One step of keeping a list's changes within their retention.
package struct Trimming {
  /// The most versions removed in one transaction.
  package static let longestStep = 1000

  let database: Database
  private(set) var head: ListRows.Head
  let retention: ListStore.Retention
  /// The most versions that are removed now.
  let limit: Int
  let now: Int64
  /// The time of the last write to the store, as far as that is known.
  private(set) var lastWrite: Int64?
  /// The size that was counted; `nil` when nothing had to be.
  private(set) var size: FeedSize?

  /// Removes versions.
  ///
  /// - Returns: What was removed; `nil` for nothing.
  mutating func trim() throws -> CompactionPreview? {
    let floor = try newFloor()
    guard floor > head.floor else { return nil }
    let removed = try removal(before: floor)
    try forgetKeys(before: floor)
    try goOn(from: floor)
    try ChangeLog.removeChanges(of: head.row, before: floor, in: database)
    try ListRows.set(floor: floor, of: head.row, in: database)
    return removed
  }

  /// Returns what all steps together would remove; `nil` for nothing.
  package func preview() throws -> CompactionPreview? {
    var last = self
    var removed = 0
    repeat {
      let floor = try last.newFloor()
      removed = floor - last.head.floor
      try last.goOn(from: floor)
    } while removed == limit
    let floor = last.head.floor
    return floor > head.floor ? try removal(before: floor) : nil
  }

  /// Returns what is removed when a version becomes the oldest one.
  private func removal(before floor: Int) throws -> CompactionPreview {
    try CompactionPreview(
      list: head.id,
      oldestVersion: floor,
      removedVersions: floor - head.floor,
      removedBytes: byteCount(before: floor),
      consumersLeftBehind: CursorRows.names(
        of: head.row,
        before: floor,
        epoch: head.epoch,
        in: database
      )
    )
  }

  /// Returns whether there is something to remove.
  mutating func isDue() throws -> Bool {
    try newFloor() > head.floor
  }

  /// Counts the bytes of a list if they may be too many.
  private mutating func measure() throws {
    // A file below the limit cannot hold too many changes, so skip counting.
    let isLarge = try databaseBytes() > max(retention.byteLimit, 0)
    size = isLarge ? try FeedSize(of: head, after: size, in: database) : nil
  }

  /// Goes on with the changes that stay, before the others are removed.
  private mutating func goOn(from floor: Int) throws {
    size = try size?.dropping(through: floor, of: head.row, in: database)
    head.floor = floor
  }

  /// Returns the bytes of the changes that go.
  ///
  /// The change that made the floor stays: it holds the fingerprint the next one starts from.
  private func byteCount(before floor: Int) throws -> Int {
    try SQLStatement(
      "SELECT sum(length(body)) FROM liststore_change WHERE list = ? AND version < ?",
      in: database
    ).bind(head.row).bind(floor).first { try $0.int(0) } ?? 0
  }

  /// Forgets the keys of the changes that go.
  ///
  /// A key of such a version can stand for a later one by now: the store that the changes come from
  /// forgot it earlier, and there it was used again.
  private func forgetKeys(before floor: Int) throws {
    try SQLStatement(
      """
      DELETE FROM liststore_key WHERE list = ? AND version < ? AND key IN (
        SELECT key FROM liststore_change WHERE list = ? AND version < ?
      )
      """,
      in: database
    ).bind(head.row).bind(floor).bind(head.row).bind(floor).run()
  }

  /// Returns the oldest version that stays readable.
  private mutating func newFloor() throws -> Int {
    let enough = head.version - min(max(retention.versions, 0), head.version)
    var floor = try min(enough, newestOutOfAge(), oldestUnread())
    floor = max(floor, try newestOverLimit(after: max(floor, head.floor)))
    return min(max(floor, head.floor), head.floor + limit, head.version)
  }

  /// Returns the version up to which all versions are older than the age.
  ///
  /// Times need not ascend: a clock may have been wrong. A version of the future counts as old as
  /// the next one that is not. When none follows, such versions are kept as long as nothing else
  /// tells their age: the clock may be wrong now.
  private func newestOutOfAge() throws -> Int {
    if try isAgeInDoubt() { return head.floor }
    let last = head.floor + limit
    // Mostly, the first version is young, and no other is read.
    let young = try SQLStatement(
      """
      SELECT version FROM liststore_change
      WHERE list = ? AND version > ? AND version <= ? AND time > ? AND time <= ?
      ORDER BY version LIMIT 1
      """,
      in: database
    ).bind(head.row).bind(head.floor).bind(last).bind(now - age).bind(now).first { try $0.int(0) }
    if young == nil {
      // All these versions may be of the future.
      let next = try SQLStatement(
        """
        SELECT time FROM liststore_change WHERE list = ? AND version > ? AND time <= ?
        ORDER BY version LIMIT 1
        """,
        in: database
      ).bind(head.row).bind(last).bind(now).first { try $0.int64(0) }
      if try (next ?? timeAfterHead()) <= now - age { return min(last, head.version) }
    }
    return try SQLStatement(
      """
      SELECT version FROM liststore_change
      WHERE list = ? AND version > ? AND version <= ? AND time <= ? ORDER BY version DESC LIMIT 1
      """,
      in: database
    ).bind(head.row).bind(head.floor).bind(young.map { $0 - 1 } ?? last).bind(now)
      .first { try $0.int(0) } ?? head.floor
  }

  /// How long changes are kept, in milliseconds.
  private var age: Int64 { Int64(min(max(retention.age.seconds, 0), 1e12) * 1000) }

  /// Returns whether the ages of versions are not known: the last commit says that it is out of age,
  /// and the store was written to since.
  ///
  /// The clock of who committed may have been behind. Or something else was written, such as the place
  /// of a consumer; then versions are kept for a while longer than they have to be.
  private func isAgeInDoubt() throws -> Bool {
    guard let lastWrite, lastWrite > now - age else { return false }
    let lastCommit = try SQLStatement(
      "SELECT time FROM liststore_change ORDER BY sequence DESC LIMIT 1",
      in: database
    ).first { try $0.int64(0) }
    return lastCommit.map { $0 <= now - age } ?? false
  }

  /// Returns whether versions stay only because their ages are not known.
  package func keepsForDoubt() throws -> Bool {
    guard try isAgeInDoubt() else { return false }
    var trusting = self
    trusting.lastWrite = nil
    return try trusting.isDue()
  }

  /// Returns a time at which the head was there already: the time of the next commit to another
  /// list, or of the last write of any kind; at the latest now.
  private func timeAfterHead() throws -> Int64 {
    let next = try SQLStatement(
      """
      SELECT time FROM liststore_change WHERE sequence > (
        SELECT sequence FROM liststore_change WHERE list = ? ORDER BY version DESC LIMIT 1
      ) AND time <= ? ORDER BY sequence LIMIT 1
      """,
      in: database
    ).bind(head.row).bind(now).first { try $0.int64(0) }
    return min(next ?? now, lastWrite ?? now, now)
  }

  private func oldestUnread() throws -> Int {
    try CursorRows.oldestVersion(of: head.row, epoch: head.epoch, in: database) ?? head.version
  }

  /// Returns the version up to which changes must go so that the rest is within the limit.
  private mutating func newestOverLimit(after floor: Int) throws -> Int {
    try measure()
    guard let size = try size?.dropping(through: floor, of: head.row, in: database) else {
      return floor
    }
    let spanSizes = try spanSizes(from: floor)
    var excess = size.byteCount - max(retention.byteLimit, 0)
    for bytes in spanSizes.values { excess += bytes }
    guard excess > 0 else { return floor }
    let sizes = try SQLStatement(
      """
      SELECT version, length(body) FROM liststore_change
      WHERE list = ? AND version > ? ORDER BY version LIMIT ?
      """,
      in: database
    ).bind(head.row).bind(floor).bind(limit).all { try (version: $0.int(0), bytes: $0.int(1)) }
    var result = floor
    for (version, bytes) in sizes where excess > 0 {
      excess -= bytes + (spanSizes[version - 1] ?? 0)
      result = version
    }
    return result
  }

  /// Returns the bytes of the spans by the versions they begin with: a span goes with the first
  /// version it was composed of, a whole list with the first version after it.
  private func spanSizes(from floor: Int) throws -> [Int: Int] {
    // A store that is only read may be of a format without spans.
    guard try database.tableExists("liststore_span") else { return [:] }
    let sizes = try SQLStatement(
      """
      SELECT CASE parent WHEN 0 THEN version ELSE parent END AS first, sum(length(body))
      FROM liststore_span WHERE list = ? AND (parent >= ? OR parent = 0 AND version >= ?)
      GROUP BY first
      """,
      in: database
    ).bind(head.row).bind(floor).bind(floor).all { try ($0.int(0), $0.int(1)) }
    return Dictionary(sizes) { first, _ in first }
  }

  private func databaseBytes() throws -> Int {
    let pages = try SQLStatement("PRAGMA page_count", in: database).first { try $0.int(0) } ?? 0
    let pageSize = try SQLStatement("PRAGMA page_size", in: database).first { try $0.int(0) } ?? 0
    return pages * pageSize
  }
}
