import ListDiffable
import ListTestSupport
import Testing

typealias Outline = DiffableDataSourceSectionSnapshot<String>

extension Outline {
  /// Two roots: "fruit" with "apple" and "pear", which has "conference"; and "nuts".
  static func groceries() throws -> Outline {
    var outline = Outline()
    try outline.append(["fruit", "nuts"])
    try outline.append(["apple", "pear"], to: "fruit")
    try outline.append(["conference"], to: "pear")
    return outline
  }
}

@Suite struct SectionSnapshotTests {
  @Test func `items come parent first, and a new parent is collapsed`() throws {
    let outline = try Outline.groceries()
    #expect(outline.items == ["fruit", "apple", "pear", "conference", "nuts"])
    #expect(outline.rootItems == ["fruit", "nuts"])
    #expect(outline.visibleItems == ["fruit", "nuts"])
    #expect(outline.expandedItems == [])
    #expect(
      outline.visualDescription == """
        + fruit
          * apple
          + pear
            * conference
        * nuts
        """
    )
  }

  @Test func `an item is visible if all items over it are expanded`() throws {
    var outline = try Outline.groceries()
    outline.expand(["pear"])
    #expect(!outline.isVisible("conference"))
    #expect(outline.isExpanded("pear"))
    outline.expand(["fruit"])
    #expect(outline.isVisible("conference"))
    #expect(outline.visibleItems == outline.items)
    #expect(outline.expandedItems == ["fruit", "pear"])
    outline.collapse(["fruit"])
    #expect(outline.visibleItems == ["fruit", "nuts"])
    #expect(outline.isExpanded("pear"))
    #expect(!outline.isVisible("none"))
    #expect(!outline.isExpanded("none"))
  }

  @Test func `level, parent and index tell where an item is`() throws {
    let outline = try Outline.groceries()
    #expect(try ["fruit", "pear", "conference"].map { try outline.level(of: $0) } == [0, 1, 2])
    #expect(outline.parent(of: "conference") == "pear")
    #expect(outline.parent(of: "fruit") == nil)
    #expect(outline.parent(of: "none") == nil)
    #expect(outline.index(of: "nuts") == 4)
    #expect(outline.index(of: "none") == nil)
    #expect(outline.contains("conference"))
    #expect(throws: unknown("none", as: .subject)) { try outline.level(of: "none") }
  }

  @Test func `items are inserted as siblings, behind all that is below`() throws {
    var outline = try Outline.groceries()
    try outline.insert(["bread"], after: "fruit")
    try outline.insert(["banana", "cherry"], before: "pear")
    #expect(
      outline.items
        == ["fruit", "apple", "banana", "cherry", "pear", "conference", "bread", "nuts"]
    )
    #expect(outline.parent(of: "banana") == "fruit")
    #expect(outline.parent(of: "bread") == nil)
  }

  @Test func `deleting an item deletes what is below it, and with an unknown one nothing`() throws {
    var outline = try Outline.groceries()
    let whole = outline
    #expect(throws: unknown("none", as: .deletedItem)) { try outline.delete(["pear", "none"]) }
    #expect(outline == whole)
    outline.expand(["pear"])
    try outline.delete(["pear", "conference"])
    #expect(outline.items == ["fruit", "apple", "nuts"])
    try outline.append(["pear"])
    #expect(!outline.isExpanded("pear"))
    outline.deleteAll()
    #expect(outline == Outline())
  }

  @Test func `children are replaced by another section snapshot, hierarchy and all`() throws {
    var outline = try Outline.groceries()
    var below = Outline()
    try below.append(["fig", "apple"])
    try below.append(["dried"], to: "fig")
    below.expand(["fig"])
    try outline.replace(childrenOf: "fruit", using: below)
    #expect(outline.items == ["fruit", "fig", "dried", "apple", "nuts"])
    #expect(outline.isExpanded("fig"))
    #expect(try outline.snapshot(of: "fruit") == below)
  }

  @Test func `another section snapshot is inserted beside an item`() throws {
    var outline = try Outline.groceries()
    var other = Outline()
    try other.append(["bread"])
    try other.append(["rye"], to: "bread")
    var before = outline
    try before.insert(other, before: "pear")
    #expect(before.items == ["fruit", "apple", "bread", "rye", "pear", "conference", "nuts"])
    try outline.insert(other, after: "fruit")
    #expect(outline.items == ["fruit", "apple", "pear", "conference", "bread", "rye", "nuts"])
    #expect(outline.parent(of: "rye") == "bread")
  }

  @Test func `a part is a section snapshot of its own, with or without its parent`() throws {
    var outline = try Outline.groceries()
    outline.expand(["pear"])
    let below = try outline.snapshot(of: "fruit")
    #expect(below.rootItems == ["apple", "pear"])
    #expect(below.visibleItems == ["apple", "pear", "conference"])
    let whole = try outline.snapshot(of: "fruit", includingParent: true)
    #expect(whole.items == ["fruit", "apple", "pear", "conference"])
    #expect(whole.visibleItems == ["fruit"])
  }

  @Test func `no items change nothing, and unknown items are neither expanded nor collapsed`()
    throws
  {
    var outline = try Outline.groceries()
    let whole = outline
    try outline.append([], to: "none")
    try outline.insert([], before: "none")
    try outline.insert([], after: "none")
    outline.expand(["none"])
    outline.collapse(["none"])
    #expect(outline == whole)
    outline.expand(["none", "fruit"])
    #expect(outline.expandedItems == ["fruit"])
    try outline.append(["none"])
    #expect(!outline.isExpanded("none"))
  }

  @Test func `what does not fit is refused, and changes nothing`() throws {
    let outline = try Outline.groceries()
    let nuts = try outline.snapshot(of: "nuts", includingParent: true)
    let pear = [DiffableIdentifier("pear")]
    let cases: [(DiffableDataSourceError, (inout Outline) throws -> Void)] = [
      (unknown("none", as: .parent), { try $0.append(["fig"], to: "none") }),
      (unknown("none", as: .parent), { try $0.replace(childrenOf: "none", using: nuts) }),
      (unknown("none", as: .insertionAnchor), { try $0.insert(["fig"], before: "none") }),
      (unknown("none", as: .insertionAnchor), { try $0.insert(Outline(), after: "none") }),
      (unknown("none", as: .deletedItem), { try $0.delete(["fruit", "none"]) }),
      (unknown("none", as: .parent), { _ = try $0.snapshot(of: "none") }),
      (.existingItems(pear), { try $0.append(["fig", "pear"]) }),
      (.repeatedItems(pear), { try $0.append(["pear", "pear"]) }),
      (
        .itemAnchoredToItself(DiffableIdentifier("pear")),
        { try $0.insert(["fig", "pear"], after: "pear") }
      ),
      (
        .existingItems([DiffableIdentifier("nuts")]),
        { try $0.replace(childrenOf: "fruit", using: nuts) }
      ),
      (.existingItems([DiffableIdentifier("nuts")]), { try $0.insert(nuts, before: "apple") }),
    ]
    for (error, edit) in cases {
      var edited = outline
      #expect(throws: error) { try edit(&edited) }
      #expect(edited == outline)
    }
  }

  private func unknown(
    _ item: String,
    as role: DiffableDataSourceError.ItemRole
  ) -> DiffableDataSourceError {
    .unknownItem(DiffableIdentifier(item), as: role)
  }

  @Test func `a hierarchy may be deeper than the call stack`() throws {
    var outline = DiffableDataSourceSectionSnapshot<Int>()
    try outline.append([0])
    for item in 1..<20_000 { try outline.append([item], to: item - 1) }
    outline.expand(Array(0..<20_000))
    #expect(outline.visibleItems.count == 20_000)
    #expect(try outline.level(of: 19_999) == 19_999)
    try outline.delete([1])
    #expect(outline.items == [0])
  }

  @Test func `random sequences of edits agree with a tree of plain arrays`() {
    for seed in 1...(800 * diffableSoakFactor) {
      var generator = SeededGenerator(seed: seed)
      var outline = DiffableDataSourceSectionSnapshot<Int>()
      var model = OutlineModel()
      for step in 0..<24 {
        perform(&generator, &outline, &model)
        guard model.agrees(with: outline) else {
          Issue.record("seed \(seed), step \(step)\n\(outline.visualDescription)")
          return
        }
      }
    }
  }

  private func perform(
    _ generator: inout SeededGenerator,
    _ outline: inout DiffableDataSourceSectionSnapshot<Int>,
    _ model: inout OutlineModel
  ) {
    let item = Int.random(in: 0..<16, using: &generator)
    let other = Int.random(in: 0..<16, using: &generator)
    let items = item == 15 ? [item] : [item, item + 1]
    switch Int.random(in: 0..<7, using: &generator) {
    case 0:
      if (try? outline.append(items)) != nil { model.insert(items, under: nil, at: nil) }
    case 1, 2:
      if (try? outline.append(items, to: other)) != nil {
        model.insert(items, under: other, at: nil)
      }
    case 3:
      if (try? outline.insert(items, before: other)) != nil {
        model.insert(items, beside: other, 0)
      }
    case 4:
      if (try? outline.insert(items, after: other)) != nil { model.insert(items, beside: other, 1) }
    case 5:
      if outline.isExpanded(item) {
        outline.collapse([item])
        model.expanded.remove(item)
      } else {
        outline.expand([item])
        if outline.contains(item) { model.expanded.insert(item) }
      }
    default:
      if (try? outline.delete([item])) != nil { model.delete(item) }
    }
  }
}

/// A hierarchy as plain arrays of items with their parents.
private struct OutlineModel {
  var children: [Int?: [Int]] = [:]
  var expanded: Set<Int> = []

  mutating func insert(_ items: [Int], under parent: Int?, at index: Int?) {
    var siblings = children[parent] ?? []
    siblings.insert(contentsOf: items, at: index ?? siblings.count)
    children[parent] = siblings
  }

  mutating func insert(_ items: [Int], beside anchor: Int, _ offset: Int) {
    for (parent, siblings) in children {
      if let index = siblings.firstIndex(of: anchor) {
        insert(items, under: parent, at: index + offset)
      }
    }
  }

  mutating func delete(_ item: Int) {
    for child in children[item] ?? [] { delete(child) }
    children[item] = nil
    for parent in children.keys { children[parent]?.removeAll { $0 == item } }
    expanded.remove(item)
  }

  func agrees(with outline: DiffableDataSourceSectionSnapshot<Int>) -> Bool {
    let all = list(under: nil, level: 0) { _ in true }
    let visible = list(under: nil, level: 0, expanded.contains)
    return outline.items == all.map(\.item) && outline.visibleItems == visible.map(\.item)
      && outline.expandedItems == all.map(\.item).filter(expanded.contains)
      && all.allSatisfy { (try? outline.level(of: $0.item)) == $0.level }
      && (0..<16).allSatisfy { item in
        outline.isVisible(item) == visible.contains { $0.item == item }
      }
  }

  private func list(
    under parent: Int?,
    level: Int,
    _ descends: (Int) -> Bool
  ) -> [(item: Int, level: Int)] {
    (children[parent] ?? []).flatMap { item in
      [(item, level)] + (descends(item) ? list(under: item, level: level + 1, descends) : [])
    }
  }
}
