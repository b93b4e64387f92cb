import GRDB
import ListDiff
import ListModel
import ListStorage

extension Verification {
  /// Checks the log of a list by its checksums: each is of what was recorded, so a log in which all are
  /// right, and each version starts at the fingerprint of the one before, can be replayed.
  ///
  /// - Returns: `false` when a version lacks a checksum, because older software has recorded it; then
  ///   nothing was noted.
  func checkSums(of subject: Subject) throws -> Bool {
    guard subject.hasVersions else { return true }
    let head = subject.head
    var chain = Chain(head)
    let scan: Void? = try attempt("its log", of: head.id) {
      try SQLStatement(
        """
        SELECT \(ChangeLog.columns(in: database)) FROM liststore_change
        WHERE list = ? AND version >= ? ORDER BY version
        """,
        in: database
      ).bind(head.row).bind(max(head.floor, 1)).forEachRow { row in
        if chain.hasAllSums { try chain.append(row) }
      }
    }
    guard chain.hasAllSums else { return false }
    for problem in chain.problems { note(problem.reason, list: head.id, version: problem.version) }
    for (version, origin) in chain.origins { check(origin, of: head.id, version: version) }
    if scan != nil, chain.reached < head.version {
      note("it is missing", list: head.id, version: chain.reached + 1)
    }
    count(versions: chain.count)
    return true
  }

  /// The versions of a list, one after the other.
  private struct Chain {
    let list: List.ID
    private(set) var reached: Int
    private(set) var count = 0
    private(set) var hasAllSums = true
    private(set) var problems: [(version: Int, reason: String)] = []
    /// Who made each version that has a sound row.
    private(set) var origins: [(Int, ChangeOrigin)] = []
    private var fingerprint: Fingerprint?

    init(_ head: ListRows.Head) {
      list = head.id
      (reached, fingerprint) = head.floor == 0 ? (0, .empty) : (head.floor - 1, nil)
    }

    /// - Throws: Errors that are not damage of this row alone.
    mutating func append(_ row: SQLRow) throws {
      guard !row.isNull(9), !row.isNull(11) else {
        hasAllSums = false
        return
      }
      let version = Int(row.unprovenInt64(0))
      if version != reached + 1 { problems.append((reached + 1, "it is missing")) }
      reached = version
      try Damage.noting {
        let origin = try ChangeLog.origin(row, of: list)
        try ChangeLog.requireBody(row, 7, checksum: 11, of: row.int64(8), list, making: version)
        guard ChangeLog.isWhole(row, 7) else {
          throw ListStoreError.corrupted(reason: "its changeset has another checksum")
        }
        let parent = try row.fingerprint(2)
        guard fingerprint == nil || fingerprint == parent else {
          throw ListStoreError.corrupted(
            reason: "it starts at another fingerprint than that of the version before"
          )
        }
        origins.append((version, origin))
        count += 1
      } _: {
        problems.append((version, $0.reason))
      }
      fingerprint = try? row.fingerprint(3)
    }
  }
}
