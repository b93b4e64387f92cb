import ListDiff
import ListModel
import ListTestSupport
import Testing

@Suite struct IndexedListTests {
  @Test(arguments: 1...25 as ClosedRange<UInt64>)
  func `histories applied to trees and to arrays give the same lists and fingerprints`(
    seed: UInt64
  ) throws {
    var random = RandomLists(seed: seed)
    let isLong = seed.isMultiple(of: 8)
    random.cellLimit = isLong ? 300 : 8
    var list = random.list()
    var indexed = IndexedList(list)
    _ = try indexed.fingerprint()
    for _ in 0..<(isLong ? 5 : 30) {
      let next = random.successor(of: list, editLimit: isLong ? 200 : 30)
      let changeset = try Changeset(from: list, to: next)
      let before = indexed
      indexed = try indexed.applying(changeset)
      try #require(List(indexed) == next, "seed \(seed)")
      try #require(try indexed.knownFingerprint == next.fingerprint(), "seed \(seed)")
      try #require(indexed == IndexedList(next), "seed \(seed)")
      try #require(List(before) == list, "seed \(seed)")
      try #require(indexed.brokenInvariant == nil, "seed \(seed)")
      try #require(try List(indexed.applying(changeset.inverted())) == list, "seed \(seed)")
      #expect((indexed == before) == (next == list), "seed \(seed)")
      list = next
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `damaged changesets are refused by trees as by arrays, with the same words`(
    seed: UInt64
  ) throws {
    var random = RandomLists(seed: 700 + seed)
    var refusals = 0
    for _ in 0..<400 {
      let source = random.list()
      let target = random.successor(of: source, editLimit: 20)
      var changeset = try Changeset(from: source, to: target)
      for _ in 0...random.number(0...2) { changeset.damage(using: &random) }
      let expected = Result { try changeset.apply(to: source) }
      let found = Result { List(try IndexedList(source).applying(changeset)) }
      switch (expected, found) {
      case (.success(let left), .success(let right)): #expect(left == right, "seed \(seed)")
      case (.failure(let left), .failure(let right)):
        #expect("\(left)" == "\(right)", "seed \(seed)")
        refusals += 1
      default: Issue.record("seed \(seed): \(expected) from arrays, \(found) from trees")
      }
    }
    #expect(refusals > 100)
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func `stages applied to trees and to arrays give the same lists`(seed: UInt64) throws {
    var random = RandomLists(seed: 300 + seed)
    let source = random.list()
    let target = random.successor(of: source, editLimit: 20)
    let changeset = try Changeset(from: source, to: target)
    for stages in [try changeset.stages(from: source), try changeset.singleBatch(from: source)] {
      var plain = source
      var indexed = IndexedList(source)
      for stage in stages {
        try stage.apply(to: &plain, target: target)
        indexed = try stage.applied(to: indexed, target: IndexedList(target))
        #expect(List(indexed) == plain, "seed \(seed)")
      }
    }
  }

  /// Not a time but what it stands for: how many nodes a version does not share with the one before.
  @Test(arguments: [1_000, 10_000, 100_000])
  func `a change makes new only the nodes on the way to it`(count: Int) throws {
    let list = List(sections: [
      Section(id: "s", cells: (0..<count).map { TextComponent.cell("\($0)") })
    ])
    let indexed = IndexedList(list)
    let middle = CellPath(section: 0, item: count / 2)
    let update = Changeset(updatedCells: [
      .init(
        id: Cell.ID(count / 2),
        from: middle,
        at: middle,
        old: list.sections[0].cells[count / 2].component,
        new: AnyComponent(TextComponent("new"))
      )
    ])
    let move = Changeset(movedCells: [
      .init(id: "0", from: CellPath(section: 0, item: 0), to: CellPath(section: 0, item: count - 1))
    ])
    let insertion = Changeset(insertedCells: [
      .init(id: "x", at: middle, component: AnyComponent(TextComponent("x")))
    ])
    for (changeset, places) in [(update, 1), (move, 2), (insertion, 1)] {
      let next = try indexed.applying(changeset)
      // A leaf and its branches for each place, and as many again where a node splits or joins.
      #expect(next.unsharedNodeCount(with: indexed) <= places * 2 * 5)
    }
  }

  @Test func `plain forms share the arrays of sections that did not change`() throws {
    var random = RandomLists(seed: 5)
    random.cellLimit = 30
    let lists = (0..<2).map { _ in random.list() }
    let cache = PlainListCache()
    var indexed = IndexedList(lists[0])
    #expect(cache.plainForm(of: indexed) == lists[0])
    #expect(cache.plainForm(of: IndexedList(lists[1])) == lists[1])
    for _ in 0..<20 {
      let plain = cache.plainForm(of: indexed)
      let next = random.successor(of: plain)
      indexed = try indexed.applying(try Changeset(from: plain, to: next))
      #expect(cache.plainForm(of: indexed) == next)
    }
  }
}

extension TextComponent {
  fileprivate static func cell(_ id: String) -> Cell {
    Cell(id: Cell.ID(id), component: TextComponent(id))
  }
}
