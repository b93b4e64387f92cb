import ListModel
import ListStorage
import ListTestSupport
import Testing

/// Reading parts of any version.
@Suite struct WindowTests {
  @Test func `parts of a version are those of its snapshot`() throws {
    for seed in 1...UInt64(Soak.count(3, soak: 8)) {
      let store = try history(seed: seed)
      for version in 0...(try store.info(of: "home").version) {
        let snapshot = try store.snapshot(of: "home", at: version)
        let place = Comment(rawValue: "seed \(seed), version \(version)")
        let outline = try store.outline(of: "home", at: version)
        #expect(outline.list == "home" && outline.version == version)
        #expect(outline.fingerprint == snapshot.fingerprint)
        #expect(outline.cellCount == snapshot.list.cellCount, place)
        #expect(outline.sections.map(\.id) == snapshot.list.sections.map(\.id), place)
        #expect(
          outline.sections.map(\.cellCount) == snapshot.list.sections.map(\.cells.count),
          place
        )
        let cells = snapshot.list.sections.flatMap(\.cells)
        for rows in [0..<3, 2..<7, 5..<200, 0..<1000, 900..<950] {
          let expected = rows.clamped(to: cells.indices)
          let bounds = WindowBounds.rows(rows)
          #expect(
            try store.window(bounds, in: "home", at: version).cells == Array(cells[expected]),
            place
          )
          #expect(
            try store.cellIDs(bounds, in: "home", at: version) == cells[expected].map(\.id),
            place
          )
        }
        for section in snapshot.list.sections {
          let bounds = WindowBounds.rows(1..<6, of: section.id)
          let expected = section.cells[(1..<6).clamped(to: section.cells.indices)]
          #expect(
            try store.window(bounds, in: "home", at: version).cells == Array(expected),
            place
          )
          #expect(
            try store.cellIDs(bounds, in: "home", at: version) == expected.map(\.id),
            place
          )
        }
      }
    }
  }

  @Test func `a cell is found where it was, whatever became of it`() throws {
    for seed in 11...UInt64(Soak.count(13, soak: 40)) {
      let store = try history(seed: seed)
      let versions = 0...(try store.info(of: "home").version)
      let paths = try versions.map { version in
        try store.snapshot(of: "home", at: version).list.paths
      }
      for id in Set(paths.flatMap(\.keys)).sorted().prefix(Soak.count(12, soak: 60)) {
        for version in versions {
          #expect(
            try store.path(of: id, in: "home", at: version) == paths[version][id],
            "seed \(seed), version \(version), \(id)"
          )
        }
      }
      #expect(try store.path(of: "never", in: "home", at: 1) == nil)
    }
  }

  @Test func `a section that is not there at the version has no cells`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    try store.edit("home") { try $0.deleteSection("a") }
    let rows = WindowBounds.rows(0..<5, of: "a")
    #expect(try store.window(rows, in: "home").cells.isEmpty)
    #expect(try store.cellIDs(rows, in: "home").isEmpty)
    #expect(try store.window(rows, in: "home", at: 1).cells.count == 3)
    #expect(try store.cellIDs(rows, in: "home", at: 1) == ["a1", "a2", "a3"])
  }

  @Test func `a version that is not there is refused`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    let refusal = ListStoreError.unknownVersion(3, list: "home", available: 0...1)
    #expect(throws: refusal) { try store.outline(of: "home", at: 3) }
    #expect(throws: refusal) { try store.cellIDs(.rows(0..<5), in: "home", at: 3) }
    #expect(throws: refusal) { try store.path(of: "a1", in: "home", at: 3) }
    #expect(throws: refusal) { try store.window(.rows(0..<5), in: "home", at: 3) }
    #expect(throws: ListStoreError.unknownList("none")) { try store.outline(of: "none") }
  }

  private func history(seed: UInt64) throws -> ListStore {
    var lists = RandomLists(seed: seed)
    lists.cellLimit = 120
    let store = try ListStore.inMemory()
    var list = lists.list()
    for _ in 0..<8 {
      try store.commit(list, to: "home")
      list = lists.successor(of: list, editLimit: 25)
    }
    return store
  }
}

extension List {
  /// Where all cells are.
  fileprivate var paths: [Cell.ID: CellPath] {
    var paths: [Cell.ID: CellPath] = [:]
    for (section, cells) in sections.map(\.cells).enumerated() {
      for (item, cell) in cells.enumerated() {
        paths[cell.id] = CellPath(section: section, item: item)
      }
    }
    return paths
  }
}
