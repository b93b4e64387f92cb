import ListModel
import ListStorage
import ListTestSupport
import Testing

/// Reading some cells of any version.
@Suite struct WindowTests {
  @Test func `a window is a slice of the list at the same version`() throws {
    for seed in 1...8 as ClosedRange<UInt64> {
      var lists = RandomLists(seed: seed)
      lists.cellLimit = 120
      let store = try ListStore.inMemory()
      var list = lists.list()
      for _ in 0..<8 {
        try store.commit(list, to: "home")
        list = lists.successor(of: list, editLimit: 25)
      }
      for version in 0...(try store.info(of: "home").version) {
        let snapshot = try store.snapshot(of: "home", at: version)
        for (index, section) in snapshot.list.sections.enumerated() {
          for items in [0..<3, 2..<7, 0..<1000, 900..<950] {
            let window = try store.window(items, of: section.id, in: "home", at: version)
            let expected = items.clamped(to: section.cells.indices)
            #expect(window.cells == Array(section.cells[expected]), "seed \(seed), \(version)")
            #expect(window.items == expected, "seed \(seed)")
            #expect(window.sectionIndex == index)
            #expect(window.sectionCount == section.cells.count, "seed \(seed), \(version)")
            #expect(window.fingerprint == snapshot.fingerprint)
          }
        }
      }
    }
  }

  @Test func `a section that is not there at the version is refused`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    try store.edit("home") { try $0.deleteSection("a") }
    #expect(throws: ListStoreError.self) { try store.window(0..<5, of: "a", in: "home") }
    #expect(try store.window(0..<5, of: "a", in: "home", at: 1).cells.count == 3)
    #expect(throws: ListStoreError.self) {
      try store.window(0..<5, of: "a", in: "home", at: 3)
    }
  }
}
