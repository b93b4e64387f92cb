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
    for _ in 0..<(isLong ? 3 : Soak.count(10, soak: 30)) {
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

  @Test func `a list is changed by some threads while others read it`() async throws {
    var random = RandomLists(seed: 900)
    random.cellLimit = 300
    let list = random.list()
    let shared = IndexedList(list)
    let plain = PlainListCache()
    let targets = (0..<8).map { _ in random.successor(of: list, editLimit: 100) }
    let changesets = try targets.map { try Changeset(from: list, to: $0) }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for (changeset, target) in zip(changesets, targets) {
        group.addTask {
          var changed = try shared.applying(changeset)
          let fingerprint = try changed.fingerprint()
          return try fingerprint == target.fingerprint() && List(changed) == target
            && plain.plainForm(of: changed) == target
        }
        group.addTask {
          var copy = shared
          return try copy.fingerprint() == list.fingerprint() && List(copy) == list
        }
        group.addTask { plain.plainForm(of: shared) == list }
      }
      for try await isRight in group { #expect(isRight) }
    }
    #expect(shared.brokenInvariant == nil)
    #expect(List(shared) == list)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `damaged changesets are refused by trees as by arrays, with the same words`(
    seed: UInt64
  ) throws {
    var random = RandomLists(seed: 700 + seed)
    var refusals = 0
    for _ in 0..<Soak.count(48, soak: 400) {
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
    #expect(refusals > Soak.count(10, soak: 100))
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

  @Test(arguments: 1...25 as ClosedRange<UInt64>)
  func `a list changed in place is the one changed beside it, and can be had back`(
    seed: UInt64
  ) throws {
    var random = RandomLists(seed: 1_300 + seed)
    random.cellLimit = seed.isMultiple(of: 8) ? 300 : 12
    let knowsFingerprint = seed.isMultiple(of: 2)
    var appliedCount = 0
    let roundCount = Soak.count(2, soak: 40)
    for _ in 0..<roundCount {
      let source = random.list()
      var list = IndexedList(source)
      if knowsFingerprint { _ = try list.fingerprint() }
      var versions: [(before: List, list: IndexedList, reversal: IndexedListReversal)] = []
      for _ in 0..<6 {
        let before = List(list)
        let changeset = try cellChanges(from: before, using: &random)
        let expected = try changeset.apply(to: before)
        guard let reversal = list.applyInPlace(changeset) else {
          #expect(List(list) == before, "seed \(seed)")
          list = try list.applying(changeset)
          continue
        }
        appliedCount += 1
        try #require(List(list) == expected, "seed \(seed)")
        try #require(list.brokenInvariant == nil, "seed \(seed)")
        #expect(try !knowsFingerprint || list.knownFingerprint == expected.fingerprint())
        let shape = reversal.shape(before: ListShape(list))
        #expect((0..<shape.sectionCount).map(shape.itemCount) == before.sections.map(\.cells.count))
        versions.append((before, list, reversal))
      }
      for (before, list, reversal) in versions {
        let restored = reversal.list(before: list)
        #expect(List(restored) == before, "seed \(seed)")
        #expect(restored.brokenInvariant == nil, "seed \(seed)")
        #expect(try !knowsFingerprint || restored.knownFingerprint == before.fingerprint())
      }
    }
    #expect(appliedCount > 3 * roundCount, "seed \(seed)")
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `what does not certainly fit is not applied in place, and changes nothing`(
    seed: UInt64
  ) throws {
    var random = RandomLists(seed: 1_700 + seed)
    var refusals = 0
    for _ in 0..<Soak.count(48, soak: 400) {
      let source = random.list()
      var changeset = try cellChanges(from: source, using: &random)
      for _ in 0...random.number(0...2) { changeset.damage(using: &random) }
      let expected = try? changeset.apply(to: source)
      var list = IndexedList(source)
      if list.applyInPlace(changeset) != nil {
        #expect(List(list) == expected, "seed \(seed)")
      } else {
        #expect(List(list) == source, "seed \(seed)")
        if expected == nil { refusals += 1 }
      }
      #expect(list.brokenInvariant == nil, "seed \(seed)")
    }
    #expect(refusals > Soak.count(5, soak: 50))
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func `the shape after a stage is that of the list after it`(seed: UInt64) throws {
    var random = RandomLists(seed: 2_100 + seed)
    let source = random.list()
    let changeset = try cellChanges(from: source, using: &random)
    let target = IndexedList(try changeset.apply(to: source))
    for stages in [try changeset.stages(from: source), try changeset.singleBatch(from: source)] {
      var list = IndexedList(source)
      for stage in stages {
        let shape = try stage.shape(after: ListShape(list), target: ListShape(target))
        list = try stage.applied(to: list, target: target)
        let found = try #require(shape, "seed \(seed)")
        #expect((0..<found.sectionCount).map(found.itemCount) == list.itemCounts, "seed \(seed)")
      }
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a stage that does not fit a list does not fit its shape`(seed: UInt64) throws {
    var random = RandomLists(seed: 2_500 + seed)
    var refusals = 0
    for _ in 0..<100 {
      let source = random.list()
      let changeset = try cellChanges(from: source, using: &random)
      let (list, target) = (IndexedList(random.list()), IndexedList(random.list()))
      for stage in try changeset.stages(from: source) {
        let shape = Result { try stage.shape(after: ListShape(list), target: ListShape(target)) }
        let applied = Result { try stage.applied(to: list, target: target) }
        switch (shape, applied) {
        case (.failure(let left), .failure(let right)):
          #expect("\(left)" == "\(right)", "seed \(seed)")
          refusals += 1
        case (.success, .success): break
        default: Issue.record("seed \(seed): \(shape) for the shape, \(applied) for the list")
        }
      }
    }
    #expect(refusals > 30)
  }

  /// A changeset that touches no section itself.
  private func cellChanges(
    from source: List,
    using random: inout RandomLists
  ) throws -> Changeset {
    var target = random.successor(of: source, editLimit: 20)
    // The sections of the list before, with the cells that are now where theirs were.
    let cells = target.sections.map(\.cells)
    target.sections = source.sections.enumerated().map { index, section in
      var section = section
      section.cells = index < cells.count ? cells[index] : []
      return section
    }
    return try Changeset(from: source, to: target)
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
