import ListDiff
import ListModel
import ListTestSupport

/// Makes feeds of random changes, from a seed.
struct RandomFeed {
  /// The list before the first change.
  let start: List
  /// The list after each change.
  private(set) var lists: [List] = []
  /// The changes, from version 1.
  private(set) var changes: [Change] = []

  init(seed: UInt64, count: Int, editLimit: Int = 12) throws {
    var random = RandomLists(seed: seed)
    start = random.list()
    var list = start
    var fingerprint = try start.fingerprint()
    for version in 1...count {
      let next = random.successor(of: list, editLimit: editLimit)
      let change = Change(
        list: "home",
        version: version,
        parent: version - 1,
        parentFingerprint: fingerprint,
        fingerprint: try next.fingerprint(),
        changeset: try Changeset(from: list, to: next)
      )
      changes.append(change)
      lists.append(next)
      list = next
      fingerprint = change.fingerprint
    }
  }
}
