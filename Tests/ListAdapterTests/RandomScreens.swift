import ListAdapter
import ListLayout
import ListModel
import ListTestSupport
import Synchronization

/// Who is displayed, by the handlers of cells, headers and footers.
final class DisplayLog: Sendable {
  struct State {
    /// How many views show somebody now.
    var shown: [String: Int] = [:]
    var appeared: [String] = []
    var disappeared: [String] = []
  }

  private let state = Mutex(State())

  func appear(_ name: String) {
    state.withLock {
      $0.shown[name, default: 0] += 1
      $0.appeared.append(name)
    }
  }

  func disappear(_ name: String) {
    state.withLock {
      $0.shown[name, default: 0] -= 1
      if $0.shown[name] == 0 { $0.shown[name] = nil }
      $0.disappeared.append(name)
    }
  }

  /// What there is; what came and went is then forgotten.
  func take() -> State {
    state.withLock { state in
      defer {
        state.appeared = []
        state.disappeared = []
      }
      return state
    }
  }
}

/// Makes random lists whose sections are arranged in random ways, and random successors of them,
/// from a seed.
struct RandomScreens {
  var generator: SeededGenerator
  let log: DisplayLog
  private var nextID = 0

  init(seed: UInt64, log: DisplayLog) {
    generator = SeededGenerator(seed: seed)
    self.log = log
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  mutating func points(_ range: ClosedRange<Int>) -> Double { Double(number(range)) }

  mutating func isOneIn(_ chances: Int) -> Bool { number(1...chances) == 1 }

  mutating func list() -> List {
    var sections: [Section] = []
    for _ in 0..<number(1...5) { sections.append(section()) }
    return List(sections: sections)
  }

  mutating func section() -> Section {
    nextID += 1
    var section = Section(id: Section.ID("s\(nextID)"))
    for _ in 0..<(isOneIn(6) ? 0 : number(1...24)) { section.cells.append(cell()) }
    if isOneIn(2) { section = section.withHeader(block()) }
    if isOneIn(3) { section = section.withFooter(block()) }
    arrange(&section)
    let log = log
    return
      section
      .willDisplayHeader { log.appear("header of \($0.sectionID)") }
      .willDisplayFooter { log.appear("footer of \($0.sectionID)") }
      .didEndDisplayHeader { log.disappear("header of \($0.sectionID)") }
      .didEndDisplayFooter { log.disappear("footer of \($0.sectionID)") }
  }

  mutating func cell() -> Cell {
    nextID += 1
    let log = log
    return Cell(id: Cell.ID("c\(nextID)"), component: block())
      .willDisplay { log.appear($0.id.rawValue) }
      .didEndDisplay { log.disappear($0.id.rawValue) }
  }

  private mutating func block() -> Block {
    Block(viewModel: Block.ViewModel(height: points(5...120), width: points(30...200)))
  }

  // MARK: Layouts

  /// Gives a section another layout.
  mutating func arrange(_ section: inout Section) {
    section = section.withSectionLayout(layout(of: section, depth: 0))
  }

  private mutating func layout(of section: Section, depth: Int) -> SectionLayout {
    switch number(0...(depth == 0 ? 7 : 6)) {
    case 0: return finished(.vertical(spacing: points(0...12)))
    case 1:
      return finished(
        .verticalGrid(
          numberOfItemsInRow: number(1...4),
          itemSpacing: points(0...8),
          lineSpacing: points(0...8)
        )
      )
    case 2:
      return finished(.horizontal(spacing: points(0...10), scrollingBehavior: behavior()))
    case 3: return described(rows(), section, .none)
    case 4: return described(mosaic(), section, isOneIn(2) ? behavior() : .none)
    case 5: return described(column(), section, behavior())
    case 6: return described(selfSizing(), section, .none)
    default:
      return .adaptive([
        .init(minWidth: 0, layout: layout(of: section, depth: 1)),
        .init(minWidth: 400, layout: layout(of: section, depth: 1)),
      ])
    }
  }

  private mutating func finished(_ layout: SectionLayout) -> SectionLayout {
    layout
      .withHeaderPinToVisibleBounds(isOneIn(2))
      .withFooterPinToVisibleBounds(isOneIn(3))
      .withSectionContentInsets(insets())
  }

  private mutating func insets() -> DirectionalEdgeInsets {
    guard isOneIn(2) else { return .zero }
    return DirectionalEdgeInsets(
      top: points(0...20),
      leading: points(0...20),
      bottom: points(0...20),
      trailing: points(0...20)
    )
  }

  private mutating func behavior() -> SectionLayout.OrthogonalScrollingBehavior {
    let all: [SectionLayout.OrthogonalScrollingBehavior] = [
      .continuous, .continuousGroupLeadingBoundary, .paging, .groupPaging, .groupPagingCentered,
      .none,
    ]
    return all[number(0...all.count - 1)]
  }

  private mutating func described(
    _ group: LayoutGroup,
    _ section: Section,
    _ behavior: SectionLayout.OrthogonalScrollingBehavior
  ) -> SectionLayout {
    var layout = LayoutSection(group: group)
    layout.orthogonalScrollingBehavior = behavior
    layout.interGroupSpacing = points(0...10)
    layout.hidesWhenEmpty = isOneIn(3)
    if section.header != nil { layout.boundarySupplementaryItems.append(boundary("header", .top)) }
    if section.footer != nil {
      layout.boundarySupplementaryItems.append(boundary("footer", .bottom))
    }
    return .compositional(layout).withSectionContentInsets(insets())
  }

  private mutating func boundary(
    _ kind: LayoutElementKind,
    _ alignment: LayoutAlignment
  ) -> LayoutBoundarySupplementaryItem {
    var item = LayoutBoundarySupplementaryItem(
      layoutSize: size(.fractionalWidth(1), isOneIn(2) ? .estimated(30) : .absolute(30)),
      elementKind: kind,
      alignment: alignment
    )
    item.pinToVisibleBounds = isOneIn(2)
    item.extendsBoundary = !isOneIn(5)
    return item
  }

  private func size(_ width: LayoutDimension, _ height: LayoutDimension) -> LayoutSize {
    LayoutSize(widthDimension: width, heightDimension: height)
  }

  /// Rows of cells of a given size.
  private mutating func rows() -> LayoutGroup {
    let columns = number(1...3)
    var item = LayoutItem(
      layoutSize: size(.fractionalWidth(1 / Double(columns)), .fractionalHeight(1))
    )
    item.contentInsets = insets()
    return .horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(points(40...120))),
      repeatingSubitem: item,
      count: columns
    )
  }

  /// A large cell beside two small ones, above one that is wide.
  private mutating func mosaic() -> LayoutGroup {
    let whole = LayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(0.5)))
    let pair = LayoutGroup.vertical(
      layoutSize: size(.fractionalWidth(0.25), .fractionalHeight(1)),
      subitems: [whole, whole]
    )
    let large = LayoutItem(layoutSize: size(.fractionalWidth(0.75), .fractionalHeight(1)))
    let upper = LayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .fractionalHeight(0.75)),
      subitems: [large, pair]
    )
    let wide = LayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(0.25)))
    return .vertical(
      layoutSize: size(
        .fractionalWidth(Double(number(2...4)) / 4),
        .absolute(points(100...300))
      ),
      subitems: [upper, wide]
    )
  }

  /// Three cells of the height they want, one below the other.
  private mutating func column() -> LayoutGroup {
    let item = LayoutItem(layoutSize: size(.fractionalWidth(1), .estimated(50)))
    return .vertical(
      layoutSize: size(.fractionalWidth(0.75), .estimated(150)),
      subitems: Array(repeating: item, count: number(1...3))
    )
  }

  /// Rows of a cell of a given size and two that have the height they want.
  private mutating func selfSizing() -> LayoutGroup {
    let item = LayoutItem(layoutSize: size(.fractionalWidth(1), .estimated(60)))
    let column = LayoutGroup.vertical(
      layoutSize: size(.fractionalWidth(0.5), .estimated(120)),
      subitems: [item, item]
    )
    let fixed = LayoutItem(layoutSize: size(.fractionalWidth(0.5), .absolute(points(20...90))))
    return .horizontal(
      layoutSize: size(.fractionalWidth(1), .estimated(120)),
      subitems: [fixed, column]
    )
  }

  // MARK: Successors

  /// A list that grew out of `list` by random edits: cells, sections, contents, layouts.
  mutating func successor(of list: List) -> List {
    var list = list
    for _ in 0..<number(1...8) { edit(&list) }
    return list
  }

  private mutating func edit(_ list: inout List) {
    guard !list.sections.isEmpty else {
      list.sections.append(section())
      return
    }
    let index = number(0...list.sections.count - 1)
    let count = list.sections[index].cells.count
    switch number(0...11) {
    case 0: list.sections.insert(section(), at: number(0...list.sections.count))
    case 1: list.sections.remove(at: index)
    case 2:
      let moved = list.sections.remove(at: index)
      list.sections.insert(moved, at: number(0...list.sections.count))
    case 3: arrange(&list.sections[index])
    case 4, 5, 6: list.sections[index].cells.insert(cell(), at: number(0...count))
    case 7 where count > 0: list.sections[index].cells.remove(at: number(0...count - 1))
    case 8, 9:
      guard count > 0 else { return }
      let moved = list.sections[index].cells.remove(at: number(0...count - 1))
      let target = number(0...list.sections.count - 1)
      list.sections[target].cells.insert(moved, at: number(0...list.sections[target].cells.count))
    default:
      guard count > 0 else { return }
      list.sections[index].cells[number(0...count - 1)].component = AnyComponent(block())
    }
  }
}
