import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Testing

/// Sections of many chunks, edited here and there: what is not looked into must come out right all
/// the same.
@Suite struct LargeSectionTests {
  @Test(arguments: 1...UInt64(Soak.count(3, soak: 24)))
  func `edits equal those of a plain list, with the fewest operations`(seed: UInt64) throws {
    var twin = ListTwin(seed: seed, cellCounts: seed % 3 == 0 ? [900, 0, 130, 31] : [400, 1])
    let store = try ListStore.inMemory()
    try store.commit(twin.list, to: "home")
    for round in 0..<12 {
      let before = twin.list
      let editCount = 1 + round % 4 * 3
      let commit = try store.edit("home") { draft in
        for _ in 0..<editCount { try twin.edit(&draft) }
      }
      let expected = try Changeset(from: before.stored(), to: twin.list.stored())
      guard !expected.isEmpty else { continue }
      let change = try #require(
        try store.changes(of: "home", after: commit.version - 1).first,
        "seed \(seed), round \(round)"
      )
      #expect(
        change.changeset.counts == expected.counts,
        "seed \(seed), round \(round)"
      )
      #expect(
        try change.changeset.apply(to: before.stored()) == twin.list.stored(),
        "seed \(seed), round \(round)"
      )
      #expect(try commit.fingerprint == twin.list.fingerprint(), "seed \(seed), round \(round)")
    }
    #expect(try store.snapshot(of: "home").list == twin.list.stored(), "seed \(seed)")
    #expect(try store.verify().problems == [], "seed \(seed)")
  }

  @Test(arguments: 1...UInt64(Soak.count(2, soak: 4)))
  func `single edits equal the difference of the whole lists`(seed: UInt64) throws {
    // Sections of some chunks, of one, of a few cells that are all deleted, and of none.
    var twin = ListTwin(seed: seed, cellCounts: [320, 0, 4, 90])
    let store = try ListStore.inMemory()
    try store.commit(twin.list, to: "home")
    for round in 0..<Soak.count(40, soak: 200) {
      let before = try twin.list.stored()
      let commit = try store.edit("home") { try twin.editOneCell(&$0) }
      let expected = try Changeset(from: before, to: twin.list.stored())
      let changes = try store.changes(of: "home", after: commit.version - 1)
      #expect(commit.outcome == (expected.isEmpty ? .unchanged : .committed))
      if !expected.isEmpty {
        #expect(changes.map(\.changeset) == [expected], "seed \(seed), round \(round)")
      }
      #expect(try commit.fingerprint == twin.list.fingerprint(), "seed \(seed), round \(round)")
    }
    #expect(try store.snapshot(of: "home").list == twin.list.stored(), "seed \(seed)")
    #expect(try store.verify().problems == [], "seed \(seed)")
  }

  @Test(arguments: 1...UInt64(Soak.count(2, soak: 4)))
  func `whole lists and edits make the same rows`(seed: UInt64) throws {
    var twin = ListTwin(seed: seed, cellCounts: [500, 40])
    let store = try ListStore.inMemory()
    try store.commit(twin.list, to: "home")
    for round in 0..<8 {
      if round.isMultiple(of: 2) {
        try store.edit("home") { draft in try twin.edit(&draft) }
      } else {
        // The plain list is edited along with a draft of another store.
        let other = try ListStore.inMemory()
        try other.commit(twin.list, to: "home")
        try other.edit("home") { draft in for _ in 0..<5 { try twin.edit(&draft) } }
        try store.commit(twin.list, to: "home")
      }
      #expect(try store.snapshot(of: "home").list == twin.list.stored(), "seed \(seed)")
    }
    #expect(try store.verify().problems == [], "seed \(seed)")
  }

  @Test func `many sections come, go and come back`() throws {
    func list(_ count: Int) -> List {
      List(
        sections: (0..<count).map { number in
          Section(id: Section.ID("s\(number)")) { cell(Cell.ID("c\(number)")) }
        }
      )
    }
    let (few, many) = (list(2_000), list(4_000))
    let store = try ListStore.inMemory()
    let fingerprints = [
      try store.commit(few, to: "home").fingerprint,
      try store.commit(many, to: "home").fingerprint,
    ]
    #expect(try store.commit(.reverting(to: 1), to: "home").fingerprint == fingerprints[0])
    #expect(try store.commit(.reverting(to: 2), to: "home").fingerprint == fingerprints[1])
    #expect(try store.snapshot(of: "home").list == many)
    let replica = try ListStore.inMemory()
    for change in try store.changes(of: "home") { try replica.apply(change) }
    #expect(try replica.info(of: "home").fingerprint == fingerprints[1])
    #expect(try store.verify().problems == [])
  }
}

extension Changeset {
  fileprivate var counts: [Int] {
    [
      deletedSections.count, insertedSections.count, movedSections.count, updatedSections.count,
      deletedCells.count, insertedCells.count, movedCells.count, updatedCells.count,
    ]
  }
}
