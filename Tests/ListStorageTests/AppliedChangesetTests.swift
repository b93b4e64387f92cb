import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Testing

/// Changesets of callers and of other stores: they are applied, not compared.
@Suite struct AppliedChangesetTests {
  /// What has become of the changesets of a test.
  private struct Outcomes {
    var taken = 0
    var refused = 0
    var shortened = 0
    var unchanged = 0
  }

  /// A random list, and changesets that lead over several versions to a last one: some operations of such
  /// a changeset may be superfluous.
  private struct History {
    let list: List
    let whole: Changeset

    init?(using lists: inout RandomLists, editLimit: Int) throws {
      let list = try lists.list().stored()
      var versions = [list]
      for _ in 0..<5 {
        versions.append(lists.successor(of: versions[versions.count - 1], editLimit: editLimit))
      }
      if lists.number(0...5) == 0 { versions.append(list) }
      let versionsInStoredForm = try versions.map { try $0.stored() }
      let steps = try zip(versionsInStoredForm, versionsInStoredForm.dropFirst()).map {
        try Changeset(from: $0, to: $1)
      }
      self.list = list
      whole = try Changeset.composition(of: steps)
      if list.sections.isEmpty { return nil }
    }
  }

  private static func lists(seed: UInt64) -> RandomLists {
    var lists = RandomLists(seed: seed)
    lists.sectionLimit = 4
    // In some stores, sections have several chunks.
    if seed % 5 == 0 { (lists.sectionLimit, lists.cellLimit) = (2, 500) }
    return lists
  }

  @Test func `a changeset is taken if it fits, and superfluous operations are not recorded`() throws
  {
    var outcomes = Outcomes()
    for seed in 0..<UInt64(Soak.count(40, soak: 2_000)) {
      var lists = Self.lists(seed: seed)
      guard let history = try History(using: &lists, editLimit: 5) else { continue }
      let store = try ListStore.inMemory()
      try store.commit(history.list, to: "home")
      for round in 0..<4 {
        let head = try store.snapshot(of: "home").list
        var changeset = history.whole
        for _ in 0..<round { changeset.damage(using: &lists) }
        guard let expected = try? changeset.apply(to: head) else {
          #expect(throws: ListStoreError.self, "seed \(seed), round \(round)") {
            try store.commit(.changes(changeset), to: "home")
          }
          #expect(try store.snapshot(of: "home").list == head, "seed \(seed), round \(round)")
          outcomes.refused += 1
          continue
        }
        let commit = try store.commit(.changes(changeset), to: "home")
        let normal = changeset.normalized()
        #expect(try store.snapshot(of: "home").list == expected, "seed \(seed), round \(round)")
        #expect(try commit.fingerprint == expected.fingerprint(), "seed \(seed), round \(round)")
        if normal.isEmpty {
          #expect(commit.outcome == .unchanged, "seed \(seed), round \(round)")
          outcomes.unchanged += 1
          continue
        }
        let change = try #require(try store.changes(of: "home", after: commit.version - 1).first)
        #expect(change.changeset == normal, "seed \(seed), round \(round)")
        outcomes.taken += 1
        if normal.operationCount < changeset.operationCount { outcomes.shortened += 1 }
        // Back to the start, for the next round.
        try store.commit(.reverting(to: 1), to: "home")
      }
      #expect(try store.verify().problems == [], "seed \(seed)")
    }
    #expect(outcomes.taken > 30 && outcomes.refused > 50, "\(outcomes)")
    #expect(outcomes.shortened > 5 && outcomes.unchanged > 3, "\(outcomes)")
  }

  @Test func `a change of another store is recorded as it came, superfluous operations and all`()
    throws
  {
    var (takenCount, longerCount) = (0, 0)
    for seed in 0..<UInt64(Soak.count(25, soak: 1_000)) {
      var lists = Self.lists(seed: seed)
      guard let history = try History(using: &lists, editLimit: 5) else { continue }
      let source = try ListStore.inMemory()
      try source.commit(history.list, to: "home")
      guard try source.commit(.changes(history.whole), to: "home").version == 2 else { continue }
      let changes = try source.changes(of: "home")
      var change = changes[1]
      change.changeset = history.whole
      let replica = try ListStore.inMemory()
      try replica.apply(changes[0])
      try replica.apply(change)
      let recorded = try replica.changes(of: "home")[1]
      #expect(recorded.changeset == history.whole, "seed \(seed)")
      #expect(
        try replica.snapshot(of: "home").list == source.snapshot(of: "home").list,
        "seed \(seed)"
      )
      #expect(try replica.verify().problems == [], "seed \(seed)")
      takenCount += 1
      if changes[1].changeset.operationCount < history.whole.operationCount { longerCount += 1 }
    }
    #expect(takenCount > 12 && longerCount > 0, "\(takenCount), \(longerCount) longer")
  }

  @Test func `what is replaced is recorded as it is stored, not as a caller spells it`() throws {
    let store = try ListStore.inMemory()
    let spellings = try [#"{"a":1,"b":2}"#, #"{"b": 2, "a": 1}"#, #"{"a":2}"#].map {
      AnyComponent(
        StoredComponent(type: "note", content: try Content(parsing: Array($0.utf8)))
      )
    }
    func list(_ component: AnyComponent) -> List {
      List(sections: [Section(id: "s", cells: [Cell(id: "c", component: component)])])
    }
    try store.commit(list(spellings[0]), to: "home")
    let path = CellPath(section: 0, item: 0)
    let update = Changeset(updatedCells: [
      .init(id: "c", from: path, at: path, old: spellings[1], new: spellings[2])
    ])
    try store.commit(.changes(update), to: "home")
    let recorded = try #require(try store.changes(of: "home", after: 1).first)
    let old = try #require(recorded.changeset.updatedCells.first).old.storedForm
    #expect(old?.content?.bytes.elementsEqual(#"{"a":1,"b":2}"#.utf8) == true)
    let same = Changeset(updatedCells: [
      .init(id: "c", from: path, at: path, old: spellings[2], new: spellings[2])
    ])
    #expect(try store.commit(.changes(same), to: "home").outcome == .unchanged)
  }
}
