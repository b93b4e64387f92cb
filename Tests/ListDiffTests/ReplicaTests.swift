import ListDiff
import ListModel
import ListTestSupport
import Testing

@Suite struct ReplicaTests {
  /// The changes of a random history that starts with the empty list.
  private func history(seed: UInt64, length: Int) throws -> (lists: [List], changes: [Change]) {
    var random = RandomLists(seed: seed)
    var lists = [List()]
    var changes: [Change] = []
    for version in 1...length {
      let (before, after) = (lists[version - 1], random.successor(of: lists[version - 1]))
      lists.append(after)
      changes.append(
        Change(
          list: "home",
          version: version,
          parent: version - 1,
          parentFingerprint: try before.fingerprint(),
          fingerprint: try after.fingerprint(),
          changeset: try Changeset(from: before, to: after)
        )
      )
    }
    return (lists, changes)
  }

  @Test(arguments: 1...12) func `a replica is the list at every version`(seed: UInt64) throws {
    let (lists, changes) = try history(seed: seed, length: 20)
    var replica = Replica(of: "home")
    for change in changes {
      try replica.apply(change)
      #expect(replica.list == lists[change.version])
      #expect(replica.fingerprint == (try lists[change.version].fingerprint()))
    }
    var late = try Replica(of: "home", version: 10, list: lists[10])
    for change in changes[10...] { try late.apply(change) }
    #expect(late == replica)
  }

  @Test func `a replica finds out that it diverged, and stays as it was`() throws {
    let (lists, changes) = try history(seed: 4, length: 6)
    var replica = try Replica(of: "home", version: 3, list: lists[3])
    let before = replica
    /// Applies a tampered change, which must be refused for the expected reason; `nil` stands for
    /// an operation that does not fit.
    func refuses(
      _ version: Int,
      _ expected: ReplicaDivergence.Reason?,
      tampering: (inout Change) -> Void = { _ in }
    ) throws {
      var change = changes[version - 1]
      tampering(&change)
      let error = #expect(throws: ReplicaDivergence.self) { try replica.apply(change) }
      let reason = try #require(error).reason
      if case .mismatch = reason {
        #expect(expected == nil)
      } else {
        #expect(reason == expected)
      }
      #expect(replica == before)
    }
    try refuses(5, .otherVersion(expected: 3))
    try refuses(3, .otherVersion(expected: 3))
    try refuses(4, .otherList(expected: "home")) { $0.list = "other" }
    try refuses(4, .otherParent(expected: before.fingerprint)) { $0.parentFingerprint = .empty }
    try refuses(4, .otherResult(got: changes[3].fingerprint)) { $0.fingerprint = .empty }
    try refuses(4, nil) {
      let component = AnyComponent(TextComponent(""))
      $0.changeset.deletedCells.append(
        .init(id: "none", at: CellPath(section: 0, item: 0), component: component)
      )
    }
  }
}
