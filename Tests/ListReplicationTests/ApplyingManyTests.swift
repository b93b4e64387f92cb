import Foundation
import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Testing

/// Many changes of elsewhere, applied in one transaction.
@Suite struct ApplyingManyTests {
  /// A list's history, as a store has recorded it.
  private func history(_ versions: Int, of list: List.ID, seed: UInt64) throws -> [Change] {
    let store = try ListStore.inMemory()
    var random = RandomLists(seed: seed)
    var next = random.list()
    for version in 1...versions {
      try store.commit(
        next,
        to: list,
        options: CommitOptions(key: "k\(version)", author: "a\(version % 3)", message: "m")
      )
      let last = next
      while next == last { next = random.successor(of: last) }
    }
    return try store.changes(of: list)
  }

  @Test(arguments: 0..<UInt64(Soak.count(12, soak: 400)))
  func `changes applied together make the store that they make one by one`(seed: UInt64)
    async throws
  {
    let changes = try history(24, of: "home", seed: seed)
    let (one, many) = (try ListStore.inMemory(), try ListStore.inMemory())
    for change in changes { try await one.apply(change) }
    var start = 0
    var length = Int(seed % 5) + 1
    while start < changes.count {
      // Parts overlap: what is there is passed over.
      let part = changes[max(0, start - 2)..<min(start + length, changes.count)]
      try await many.apply(Array(part))
      start += length
      length += 3
    }
    #expect(try many.changes(of: "home") == one.changes(of: "home"))
    #expect(try many.snapshot(of: "home") == one.snapshot(of: "home"))
    #expect(try many.commitKeys(of: "home") == one.commitKeys(of: "home"))
    #expect(try many.verify().problems == [], "seed \(seed)")
    for version in [1, 7, 23] {
      #expect(
        try many.snapshot(of: "home", at: version) == one.snapshot(of: "home", at: version),
        "seed \(seed)"
      )
    }
  }

  @Test func `another reader of the file goes on from the version it has read`() async throws {
    let changes = try history(40, of: "home", seed: 31)
    let path = NSTemporaryDirectory() + "applying-many-\(UUID().uuidString).db"
    defer { for end in ["", "-wal", "-shm", "-lock"] { unlink(path + end) } }
    let (writer, reader) = (try ListStore(path: path), try ListStore(path: path))
    try await writer.apply(Array(changes[..<10]))
    #expect(try reader.snapshot(of: "home").version == 10)
    try await writer.apply(Array(changes[10...]))
    // Its head catches up by the rows that the changes say they have touched.
    let commit = try await reader.edit("home") { draft in
      let section = draft.sectionIDs[0]
      try draft.insertCell(Cell(id: "new", component: TextComponent("new")), .start(of: section))
    }
    #expect(commit.version == 41)
    #expect(try reader.verify().problems == [])
  }

  @Test func `if one change does not fit, none is applied`() async throws {
    var changes = try history(12, of: "home", seed: 32)
    let store = try ListStore.inMemory()
    try await store.apply(Array(changes[..<4]))
    let good = changes
    changes[11].fingerprint = changes[3].fingerprint
    await #expect(throws: ListStoreError.self) { try await store.apply(Array(changes[4...])) }
    #expect(try store.info(of: "home").version == 4)
    await #expect(throws: ListStoreError.self) {
      try await store.apply(Array(good[6...]))
    }
    try await store.apply(Array(good[4...]) + history(5, of: "other", seed: 33))
    #expect(try store.info(of: "home").version == 12 && store.info(of: "other").version == 5)
    #expect(try store.verify().problems == [])
  }
}
