import GRDB
import ListModel
import ListStorage
import ListTestSupport
import Testing

/// List documents of stored versions, written in pieces.
@Suite struct DocumentTests {
  private func document(of store: ListStore, at version: Int? = nil) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try store.document(of: "home", at: version) { bytes += $0 }
    return bytes
  }

  @Test func `the pieces of a document are the document of the snapshot`() throws {
    for seed in 0..<UInt64(Soak.count(20, soak: 500)) {
      var lists = RandomLists(seed: seed)
      let store = try ListStore.inMemory()
      var list = lists.list()
      try store.commit(list, to: "home")
      for _ in 0..<3 {
        list = lists.successor(of: list)
        try store.commit(list, to: "home")
      }
      let newest = try store.info(of: "home").version
      for version in 0...newest {
        let whole = try store.snapshot(of: "home", at: version).list.document()
        #expect(try document(of: store, at: version) == whole, "seed \(seed), version \(version)")
      }
    }
  }

  @Test func `a long list comes in pieces of about 64 KiB`() throws {
    let store = try ListStore.inMemory()
    let cells = (0..<20_000).map { number in
      Cell(id: Cell.ID("cell \(number)"), component: AnyComponent(StoredComponent(type: "Row")))
    }
    try store.commit(List(sections: [Section(id: "s", cells: cells)]), to: "home")
    var pieces: [Int] = []
    try store.document(of: "home") { pieces.append($0.count) }
    #expect(pieces.count > 8)
    #expect(pieces.allSatisfy { $0 < 128 << 10 })
  }

  @Test func `a list without its fingerprint has no end of a document`() throws {
    let database = try DatabaseQueue()
    let store = try ListStore(in: database)
    let cells = ["a", "b"].map { id in
      Cell(id: Cell.ID(id), component: AnyComponent(StoredComponent(type: "Row")))
    }
    try store.commit(List(sections: [Section(id: "s", cells: cells)]), to: "home")
    try database.write {
      try $0.execute(sql: "UPDATE liststore_cell SET id = x'63' WHERE id = x'61'")
    }
    var bytes: [UInt8] = []
    #expect(throws: ListStoreError.self) { try store.document(of: "home") { bytes += $0 } }
    #expect(throws: InvalidDocument.self) { _ = try List(document: bytes) }
    #expect(throws: ListStoreError.self) { try store.requireHead(of: "home") }
  }
}
