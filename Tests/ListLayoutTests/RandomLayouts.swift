import ListLayout
import ListTestSupport

/// Makes random descriptions, sizes and scroll states, from a seed.
struct RandomLayouts {
  var generator: SeededGenerator
  private var kind = 0
  /// Whether sizes of cells are left to the cells sometimes.
  var estimates = true

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }
  mutating func points(_ range: ClosedRange<Int>) -> Double { Double(number(range)) }
  mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0...values.count - 1)] }

  private mutating func freshKind() -> String {
    kind += 1
    return "kind\(kind)"
  }

  // MARK: Lists

  mutating func list() -> NaiveLayout {
    var list = NaiveLayout(environment: environment(), sections: [])
    list.configuration.scrollDirection = chance(30) ? .horizontal : .vertical
    if chance(40) { list.configuration.interSectionSpacing = points(0...20) }
    if chance(30) {
      list.configuration.contentInsetsReference = pick([
        .automatic, .none, .safeArea, .layoutMargins, .readableContent,
      ])
    }
    if chance(25) { list.configuration.boundarySupplementaryItems = boundaries() }
    for item in list.configuration.boundarySupplementaryItems where chance(50) {
      list.kinds[item.elementKind] = size()
    }
    for _ in 0..<number(0...4) { list.sections.append(section()) }
    list.state = state(sections: list.sections.count)
    return list
  }

  mutating func environment() -> LayoutEnvironment {
    LayoutEnvironment(
      container: LayoutContainer(
        contentSize: LayoutExtent(width: points(200...500), height: points(200...900)),
        safeAreaInsets: chance(30) ? insets(0...30) : .zero,
        layoutMargins: chance(30) ? insets(0...20) : .zero,
        readableContentInsets: chance(30) ? insets(0...40) : .zero
      ),
      layoutDirection: chance(30) ? .rightToLeft : .leftToRight,
      displayScale: nil
    )
  }

  mutating func state(sections: Int) -> LayoutScrollState {
    var state = LayoutScrollState()
    if chance(70) { state.contentOffset = LayoutPoint(x: points(-60...600), y: points(-60...600)) }
    if chance(30) { state.adjustedContentInset = insets(0...60) }
    for section in 0..<max(sections, 1) where chance(50) {
      state.orthogonalOffsets[section] = points(-40...400)
    }
    return state
  }

  mutating func section() -> NaiveLayout.Section {
    var layout = LayoutSection(group: group(depth: 1, free: false))
    if chance(40) { layout.contentInsets = chance(20) ? shares() : insets(0...24) }
    if chance(50) { layout.interGroupSpacing = points(0...16) }
    if chance(35) {
      layout.orthogonalScrollingBehavior = pick([
        .continuous, .continuousGroupLeadingBoundary, .paging, .groupPaging, .groupPagingCentered,
      ])
    }
    if chance(40) { layout.boundarySupplementaryItems = boundaries() }
    layout.supplementariesFollowContentInsets = chance(70)
    if chance(20) {
      layout.contentInsetsReference = pick([.none, .safeArea, .layoutMargins, .readableContent])
    }
    if chance(20) {
      layout.supplementaryContentInsetsReference =
        pick([.none, .safeArea, .layoutMargins, .readableContent])
    }
    if chance(25) {
      for _ in 0..<number(1...2) {
        var item = LayoutDecorationItem.background(elementKind: freshKind())
        if chance(50) { item.contentInsets = insets(0...9) }
        item.zIndex = pick([0, 0, -1, 2])
        layout.decorationItems.append(item)
      }
    }
    layout.hidesWhenEmpty = chance(20)
    let count = chance(15) ? 0 : number(1...14)
    var section = NaiveLayout.Section(layout: layout, sizes: (0..<count).map { _ in size() })
    for kind in layout.kinds where chance(40) { section.kinds[kind] = size() }
    return section
  }

  mutating func size() -> MeasuredSize {
    MeasuredSize(
      width: chance(60) ? points(0...120) : nil,
      height: chance(60) ? points(0...120) : nil
    )
  }

  // MARK: Members

  mutating func insets(_ range: ClosedRange<Int>) -> DirectionalEdgeInsets {
    DirectionalEdgeInsets(
      top: points(range),
      leading: points(range),
      bottom: points(range),
      trailing: points(range)
    )
  }

  private mutating func shares() -> DirectionalEdgeInsets {
    DirectionalEdgeInsets(
      top: pick([0, 0.1, 12]),
      leading: pick([0, 0.05, 7]),
      bottom: pick([0.02, 3]),
      trailing: pick([0, 0.1, -4])
    )
  }

  private mutating func spacing(_ range: ClosedRange<Int>) -> LayoutSpacing {
    chance(40) ? .flexible(points(range)) : .fixed(points(range))
  }

  private mutating func edge() -> LayoutEdgeSpacing {
    LayoutEdgeSpacing(
      leading: chance(50) ? spacing(0...8) : nil,
      top: chance(50) ? spacing(0...8) : nil,
      trailing: chance(50) ? spacing(0...8) : nil,
      bottom: chance(50) ? spacing(0...8) : nil
    )
  }

  private mutating func dimension(_ points: ClosedRange<Int>, free: Bool) -> LayoutDimension {
    let share = pick([1, 0.5, 1.0 / 3, 0.25, 0.7, 0.3, 1.0 / 7])
    switch number(0...(estimates && free ? 9 : 6)) {
    case 0...2: return .fractionalWidth(share)
    case 3...4: return .fractionalHeight(share)
    case 5...6: return .absolute(self.points(points))
    case 7...8: return .estimated(self.points(points))
    default: return .uniformAcrossSiblings(estimate: self.points(points))
    }
  }

  private mutating func item() -> LayoutItem {
    var item = LayoutItem(
      layoutSize: LayoutSize(
        widthDimension: dimension(20...120, free: true),
        heightDimension: dimension(20...120, free: true)
      )
    )
    if chance(30) { item.contentInsets = chance(20) ? shares() : insets(0...8) }
    if chance(25) { item.edgeSpacing = edge() }
    if chance(20) { item.supplementaryItems = badges() }
    return item
  }

  private mutating func badges() -> [LayoutSupplementaryItem] {
    (0..<number(1...2)).map { _ in
      var badge = LayoutSupplementaryItem(
        layoutSize: LayoutSize(
          widthDimension: dimension(5...30, free: true),
          heightDimension: dimension(5...30, free: true)
        ),
        elementKind: freshKind(),
        containerAnchor: anchor(),
        itemAnchor: chance(40) ? anchor() : nil
      )
      if chance(20) { badge.contentInsets = insets(0...3) }
      badge.zIndex = pick([1, 1, 0, 5])
      return badge
    }
  }

  private mutating func anchor() -> LayoutAnchor {
    let edges = LayoutEdges(rawValue: UInt8(number(0...15)))
    switch number(0...2) {
    case 0: return LayoutAnchor(edges: edges)
    case 1:
      return LayoutAnchor(
        edges: edges,
        absoluteOffset: LayoutPoint(x: points(-9...9), y: points(-9...9))
      )
    default:
      return LayoutAnchor(
        edges: edges,
        fractionalOffset: LayoutPoint(x: points(-2...2) / 4, y: points(-2...2) / 4)
      )
    }
  }

  private mutating func boundaries() -> [LayoutBoundarySupplementaryItem] {
    (0..<number(1...3)).map { _ in
      var item = LayoutBoundarySupplementaryItem(
        layoutSize: LayoutSize(
          widthDimension: chance(50) ? .fractionalWidth(1) : dimension(10...60, free: true),
          heightDimension: chance(50) ? .estimated(points(10...60)) : dimension(10...60, free: true)
        ),
        elementKind: freshKind(),
        alignment: pick([
          .top, .top, .bottom, .bottom, .topLeading, .topTrailing, .bottomLeading, .bottomTrailing,
          .leading, .trailing, .none,
        ])
      )
      if chance(25) {
        item.absoluteOffset = LayoutPoint(x: points(-20...20), y: points(-40...40))
      }
      if chance(20) { item.contentInsets = insets(0...4) }
      item.extendsBoundary = chance(70)
      item.pinToVisibleBounds = chance(40)
      item.zIndex = pick([1, 1, 0, 3])
      return item
    }
  }

  mutating func group(depth: Int, free: Bool) -> LayoutGroup {
    let size = LayoutSize(
      widthDimension: chance(50) ? .fractionalWidth(1) : dimension(150...400, free: true),
      heightDimension: dimension(60...300, free: true)
    )
    let axis: LayoutAxis = chance(50) ? .horizontal : .vertical
    var group = LayoutGroup(layoutSize: size, content: .custom(.frames([])))
    func nested(_ random: inout RandomLayouts) -> LayoutSubitem {
      depth < 3 && random.chance(30)
        ? .group(random.group(depth: depth + 1, free: true)) : .item(random.item())
    }
    switch number(0...9) {
    case 0...3:
      let subitems = (0..<number(1...3)).map { _ in nested(&self) }
      group.content = .stack(axis, .fitting(subitems))
    case 4...6: group.content = .stack(axis, .dividing(nested(&self), count: number(1...4)))
    case 7...8: group.content = .stack(axis, .repeating(nested(&self), count: number(1...4)))
    default:
      group.content = .custom(
        .frames(
          (0..<number(1...3)).map { _ in
            LayoutGroupCustomItem(
              frame: LayoutRect(
                x: points(-10...200),
                y: points(-10...100),
                width: points(5...80),
                height: points(5...80)
              ),
              zIndex: pick([0, 0, 2, -1])
            )
          }
        )
      )
    }
    if chance(40) { group.interItemSpacing = spacing(0...12) }
    if chance(25) { group.contentInsets = chance(20) ? shares() : insets(0...10) }
    if chance(20) { group.edgeSpacing = edge() }
    if chance(15) { group.supplementaryItems = badges() }
    return group
  }
}

extension LayoutSection {
  /// The kinds of all its supplementary views.
  var kinds: [String] {
    boundarySupplementaryItems.map(\.elementKind) + LayoutSubitem.group(group).kinds
  }
}

extension LayoutSubitem {
  fileprivate var kinds: [String] {
    switch self {
    case .item(let item): item.supplementaryItems.map(\.elementKind)
    case .group(let group):
      group.supplementaryItems.map(\.elementKind) + group.subitems.flatMap(\.kinds)
    }
  }
}
