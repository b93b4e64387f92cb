import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// What a store with many lists keeps in memory, and reads.
@Suite struct ManyListsTests {
  /// A head that nobody has committed.
  private func head(_ id: List.ID, chunks: Int = 0) -> ListHead {
    var head = ListHead(id: id)
    var table = ChunkTable()
    for number in 0..<chunks { table.insert(Int64(number), at: Int64(number), count: 1) }
    head.setSections([
      SectionHead(id: "s", row: 1, position: 0, attributes: Digest(value: 0), chunks: table)
    ])
    return head
  }

  @Test func `the heads of the lists used last are kept, and no more`() {
    let heads = HeadCache()
    let ids = (0..<HeadCache.capacity + 10).map { List.ID("\($0)") }
    for id in ids {
      heads.insert(head(id), generation: 1)
      // Whoever is used again and again stays.
      if let first = heads.take(ids[0]) { heads.insert(first.head, generation: 1) }
    }
    let kept = ids.filter { heads.fingerprint(of: $0) != nil }
    #expect(kept.count <= HeadCache.capacity && kept.count > HeadCache.capacity * 7 / 8)
    #expect(kept == [ids[0]] + ids.suffix(kept.count - 1))
  }

  @Test func `heads that are large leave room for fewer`() {
    let heads = HeadCache()
    let weight = head("any", chunks: 10_000).weight
    let count = HeadCache.weightLimit / weight + 5
    for number in 0..<count {
      heads.insert(head(List.ID("\(number)"), chunks: 10_000), generation: 1)
    }
    let kept = (0..<count).filter { heads.fingerprint(of: List.ID("\($0)")) != nil }
    let most = HeadCache.weightLimit / weight
    #expect(weight > 10_000 && kept.count <= most && kept.count >= most * 7 / 8 - 1)
    #expect(kept == Array(count - kept.count..<count))
  }

  @Test func `a store commits to more lists than it remembers`() throws {
    let store = try ListStore.inMemory()
    let ids = (0..<HeadCache.capacity + 50).map { List.ID("\($0)") }
    for id in ids { try store.commit(sample, to: id) }
    for id in ids { try store.edit(id) { try $0.deleteCell("a1") } }
    #expect(ids.allSatisfy { (try? store.info(of: $0).version) == 2 })
    let kept = ids.count { store.heads.fingerprint(of: $0) != nil }
    #expect(kept <= HeadCache.capacity && kept >= HeadCache.capacity * 7 / 8)
  }

  @Test func `one list is read and changed by the same statements among many`() throws {
    func statements(lists: Int) throws -> [String] {
      let log = StatementLog()
      let stores = try log.stores(2)
      for number in 0..<lists { try stores[0].commit(sample, to: List.ID("other \(number)")) }
      try stores[0].commit(sample, to: "home")
      return try log.statements {
        _ = try stores[1].window(.rows(0..<2), in: "home")
        try stores[1].edit("home") { try $0.deleteCell("a1") }
        _ = try stores[1].snapshot(of: "home")
      }
    }
    let few = try statements(lists: 1)
    #expect(!few.isEmpty)
    #expect(try statements(lists: 300) == few)
  }

  @Test func `whatever is asked of a list that is not there, the answer says so`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    let token = try store.token(of: "home")
    let questions: [() throws -> Void] = [
      { _ = try store.info(of: "none") },
      { _ = try store.snapshot(of: "none") },
      { _ = try store.snapshot(of: "none", at: 1) },
      { _ = try store.changes(of: "none") },
      { _ = try store.change(of: "none", from: 0, to: 1) },
      { try store.walk("none") { _, _ in } },
      { _ = try store.window(.rows(0..<1), in: "none") },
      { _ = try store.cellIDs(.rows(0..<1), in: "none") },
      { _ = try store.path(of: "a1", in: "none") },
      { _ = try store.oldestVersion(of: "none") },
      { _ = try store.token(of: "none") },
      { _ = try store.catchUp("none", from: token) },
      { _ = try store.consumer("index", of: "none") },
      { _ = try store.catchUp("none", window: .rows(0..<1), from: nil) },
      { _ = try store.consumers(of: "none") },
      { try store.removeConsumer("index", of: "none") },
      { try store.retryConsumer("index", of: "none") },
      { try store.skipConsumer("index", of: "none") },
      { try store.export("none") { _ in } },
      { try store.edit("none") { _ in } },
      { try store.commit(.edit(rebasing: 1) { _ in }, to: "none") },
      { try store.commit(.reverting(to: 0), to: "none") },
      { try store.commit(.undoing(version: 1), to: "none") },
      { try store.commit(.undoing(last: 1), to: "none") },
      { try store.commit(.clearing, to: "none") },
    ]
    for (number, question) in questions.enumerated() {
      #expect(throws: ListStoreError.unknownList("none"), "question \(number)") { try question() }
    }
    #expect(try store.lists().map(\.id) == ["home"])
  }
}
