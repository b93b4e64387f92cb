import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// One request for all that makes a version: in a call that blocks, an awaited one, and in a
/// transaction of an owner's.
@Suite struct ProposalTests {
  private struct Refused: Error {}

  private static let one = try? Content(parsing: Array("1".utf8))

  /// A store in a database of somebody else's, with a list that has values.
  private func shared() throws -> ListStore {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    let store = try ListStore(in: queue)
    try store.commit(.list(sample).setting(["page": Self.one]), to: "home")
    return store
  }

  private static let proposals: [(name: String, proposal: ListStore.Proposal)] = [
    ("list", .list(List())),
    ("edit", .edit { try $0.deleteCell("a1") }),
    ("rebased edit", .edit(rebasing: 1) { try $0.deleteCell("a1") }),
    ("rebased list", .list(List(), rebasing: 1) { _ in .replace }),
    ("changes", .changes(Changeset())),
    ("rebased changes", .changes(Changeset(), rebasing: 1)),
    ("reverting", .reverting(to: 1)),
    ("undoing the last", .undoing(last: 1)),
    ("undoing a version", .undoing(version: 2)),
    ("clearing", .clearing),
    ("setting", .setting(["page": nil])),
    ("clearing and setting", .clearing.setting(["mark": one])),
  ]

  @Test(arguments: proposals.indices)
  func `a proposal comes to the same in all three forms`(index: Int) async throws {
    let proposal = Self.proposals[index].proposal
    let stores = try (0..<3).map { _ in
      let store = try shared()
      try store.edit("home") { try $0.updateCell(cell("b1", "new")) }
      return store
    }
    let options = CommitOptions(expecting: .version(2), key: "k", author: "ann")
    let commits = [
      try await stores[0].commit(proposal, to: "home", options: options),
      try { try stores[1].commit(proposal, to: "home", options: options) }(),
      try stores[2].write { try stores[2].commit(proposal, to: "home", options: options, in: $0) },
    ]
    #expect(Set(commits).count == 1)
    for store in stores {
      #expect(try store.info(of: "home").version == commits[0].version)
      #expect(try store.snapshot(of: "home").list == stores[0].snapshot(of: "home").list)
      #expect(try store.values(of: "home") == stores[0].values(of: "home"))
      #expect(try store.verify().problems == [])
    }
  }

  @Test func `a list that is cleared in an owner's transaction loses its values`() throws {
    let store = try shared()
    try store.write { try store.commit(.clearing, to: "home", in: $0) }
    #expect(try store.snapshot(of: "home").list == List())
    #expect(try store.values(of: "home").isEmpty)
    #expect(try store.oldestVersion(of: ListStore.valuesID(of: "home")) == 2)
    try store.commit(.list(sample).setting(["page": Self.one]), to: "home")
    #expect(try store.values(of: "home").count == 1)
  }

  @Test func `what an owner rolls back changes neither a list nor its values`() throws {
    let store = try shared()
    for proposal: ListStore.Proposal in [.clearing, .list(List()).setting(["page": nil])] {
      #expect(throws: Refused.self) {
        try store.write { database in
          try store.commit(proposal, to: "home", in: database)
          throw Refused()
        }
      }
      #expect(try store.snapshot(of: "home").list == sample)
      #expect(try store.values(of: "home").count == 1)
    }
    try store.commit(.list(List()).setting(["page": nil]), to: "home")
    #expect(try store.values(of: "home").isEmpty)
    #expect(try store.verify().problems == [])
  }

  @Test func `values that fail leave the list, in an owner's transaction that goes on`() throws {
    let store = try shared()
    let proposal = ListStore.Proposal.edit { try $0.deleteCell("a1") }.setting(["": Self.one])
    try store.write { database in
      #expect(throws: ListStoreError.self) {
        try store.commit(proposal, to: "home", in: database)
      }
      try store.edit("home", in: database) { try $0.deleteCell("a2") }
    }
    #expect(try store.info(of: "home").version == 2)
    #expect(try store.snapshot(of: "home").list.ids == [["a1", "a3"], ["b1", "b2"]])
    #expect(try store.verify().problems == [])
  }

  @Test func `options have no effect unless they are named`() throws {
    #expect(CommitOptions() == CommitOptions(expecting: .any, key: nil, author: nil))
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home", options: CommitOptions(author: "ann"))
    try store.commit(List(), to: "home")
    #expect(try store.changes(of: "home").map(\.author) == ["ann", nil])
  }
}
