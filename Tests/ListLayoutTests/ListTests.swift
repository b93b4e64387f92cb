import Foundation
import ListLayout
import ListTestSupport
import Synchronization
import Testing

extension RandomLayouts {
  fileprivate mutating func naiveList() -> NaiveList {
    var list = NaiveList(
      width: points(200...500),
      height: points(200...900),
      scale: pick([nil, 1, 2, 3]),
      isRightToLeft: chance(30),
      isDesktop: chance(30),
      sections: (0..<number(0...4)).map { _ in listSection() }
    )
    if chance(60) { list.offset = points(0...800) }
    if chance(20) { list.spacing = points(0...20) }
    return list
  }

  private mutating func listSection() -> NaiveList.Section {
    var list = LayoutList(
      appearance: pick(LayoutList.Appearance.allCases),
      headerMode: pick(LayoutList.HeaderMode.allCases),
      footerMode: pick(LayoutList.FooterMode.allCases)
    )
    if chance(30) { list.headerTopPadding = points(0...40) }
    if chance(15) { list.showsSeparators = false }
    if chance(20) { list.rowHeight = points(0...90) }
    if chance(20) { list.estimatedRowHeight = points(1...90) }
    if chance(40) {
      list.separators.top = pick(LayoutListSeparators.Visibility.allCases)
      list.separators.bottom = pick(LayoutListSeparators.Visibility.allCases)
      if chance(50) { list.separators.topInsets.leading = points(0...60) }
      if chance(50) { list.separators.topInsets.trailing = points(0...60) }
      if chance(50) { list.separators.bottomInsets.leading = points(0...60) }
      if chance(50) { list.separators.bottomInsets.trailing = points(0...60) }
    }
    let count = chance(15) ? 0 : number(1...12)
    var section = NaiveList.Section(
      list: list,
      heights: (0..<count).map { _ in chance(50) ? points(0...120) : nil }
    )
    if chance(30) { section.insets = insets(1...20) }
    if chance(50) { section.headerHeight = points(0...70) }
    if chance(50) { section.footerHeight = points(0...70) }
    section.hasHeader = chance(20)
    section.hasFooter = chance(20)
    return section
  }
}

extension NaiveList {
  func engine() throws -> CompositionalLayout {
    var engine = try CompositionalLayout(
      sections: sections.map(\.content),
      configuration: LayoutConfiguration(interSectionSpacing: spacing),
      environment: LayoutEnvironment(
        container: LayoutContainer(contentSize: LayoutExtent(width: width, height: height)),
        layoutDirection: isRightToLeft ? .rightToLeft : .leftToRight,
        displayScale: scale
      ),
      rules: LayoutRules(lists: isDesktop ? .macOS27 : .iOS16)
    )
    for (index, section) in sections.enumerated() {
      engine.setMeasuredSizes(
        section.heights.map { MeasuredSize(width: nil, height: $0) },
        inSection: index
      )
      for (kind, height) in [("header", section.headerHeight), ("footer", section.footerHeight)] {
        engine.setMeasuredSize(
          MeasuredSize(width: nil, height: height),
          ofSupplementaryViewsOfKind: kind,
          inSection: index
        )
      }
    }
    return engine
  }

  /// What of an engine is not as it is here, a line each.
  func differences(from engine: CompositionalLayout) -> [String] {
    let solution = solve()
    var lines: [String] = []
    func compare(_ what: String, _ expected: LayoutRect?, _ got: LayoutRect?) {
      if let expected, let got, isClose(expected, got) { return }
      if expected == nil, got == nil { return }
      lines.append("\(what): expected \(expected as Any), got \(got as Any)")
    }
    if !isClose(engine.contentSize.height, solution.length) {
      lines.append("length: expected \(solution.length), got \(engine.contentSize.height)")
    }
    let state = LayoutScrollState(contentOffset: LayoutPoint(x: 0, y: offset))
    let found = engine.allLayoutAttributes(at: state)
    let count = solution.rows.count + solution.headers.count + solution.footers.count
    if found.count != count { lines.append("elements: expected \(count), got \(found.count)") }
    for attributes in found {
      switch attributes.element {
      case .cell(let path):
        guard let row = solution.rows[path], let look = engine.listRow(at: path) else {
          lines.append("\(path): no row")
          continue
        }
        compare("row \(path)", row.frame, attributes.frame)
        if attributes.zIndex != 10 { lines.append("zIndex of \(path): \(attributes.zIndex)") }
        let (x, y) = (attributes.frame.x, attributes.frame.y)
        let separators = look.separators.map { $0.frame.offsetBy(x: x, y: y) }
        if separators.count != row.separators.count {
          lines.append("\(path): \(separators.count) lines, expected \(row.separators.count)")
        }
        for (expected, got) in zip(row.separators, separators) {
          compare("line of \(path)", expected, got)
        }
        compare("text of \(path)", row.text, look.textFrame.offsetBy(x: x, y: y))
        if look.topCornerRadius != row.topRadius || look.bottomCornerRadius != row.bottomRadius {
          lines.append("corners of \(path)")
        }
      case .boundarySupplementary(let kind, let path):
        let isHeader = kind == SectionLayout.headerKind
        let expected = isHeader ? solution.headers : solution.footers
        compare("\(kind) \(path.section)", expected[path.section], attributes.frame)
        let isPinned = solution.pinned.contains("\(kind)@\(path.section)")
        if attributes.zIndex != 200 + (isPinned ? 1_000_000_000 : 0) {
          lines.append("zIndex of \(kind)@\(path.section): \(attributes.zIndex)")
        }
      default: lines.append("\(attributes.element): unexpected")
      }
    }
    return lines
  }
}

extension NaiveList.Section {
  var content: LayoutSectionContent {
    var layout = SectionLayout.list(list)
    layout.contentInsets = insets
    var content = LayoutSectionContent(layout: layout, itemCount: heights.count)
    if hasHeader { content.supplementaries.append(.init(kind: "header", alignment: .top)) }
    if hasFooter { content.supplementaries.append(.init(kind: "footer", alignment: .bottom)) }
    return content
  }
}

/// L1–L7 of `docs/layout-rules.md`.
@Suite struct `Lists` {
  static let phone = LayoutEnvironment(
    container: LayoutContainer(contentSize: LayoutExtent(width: 390, height: 844)),
    displayScale: 3
  )

  @Test func `random lists have the rows, lines and headers of the naive one`() throws {
    for seed in 1...UInt64(caseCount(800, soak: 100_000)) {
      var random = RandomLayouts(seed: seed &+ 41_000_000)
      let list = random.naiveList()
      let differences = list.differences(from: try list.engine())
      if !differences.isEmpty {
        Issue.record("seed \(seed): \(differences.prefix(3).joined(separator: "\n"))")
      }
    }
  }

  @Test func `rows that come, go and are measured give what a new layout has`() throws {
    var counted = 0
    for seed in 1...UInt64(caseCount(120, soak: 20_000)) {
      var random = RandomLayouts(seed: seed &+ 42_000_000)
      var list = random.naiveList()
      guard !list.sections.isEmpty else { continue }
      var engine = try list.engine()
      for step in 0..<4 {
        let section = random.number(0...list.sections.count - 1)
        let count = list.sections[section].heights.count
        var changes = LayoutChanges()
        for item in (0..<count).reversed() where random.chance(15) {
          list.sections[section].heights.remove(at: item)
          changes.deletedCells.append(CellPath(section: section, item: item))
        }
        let item = random.number(0...list.sections[section].heights.count)
        list.sections[section].heights.insert(nil, at: item)
        changes.insertedCells = [CellPath(section: section, item: item)]
        try engine.apply(changes)
        for item in list.sections[section].heights.indices where random.chance(15) {
          let height = random.points(0...100)
          list.sections[section].heights[item] = height
          engine.setMeasuredSize(
            MeasuredSize(width: nil, height: height),
            ofItemAt: CellPath(section: section, item: item)
          )
        }
        let differences = list.differences(from: engine)
        if !differences.isEmpty {
          Issue.record(
            "seed \(seed) step \(step): \(differences.prefix(3).joined(separator: "\n"))"
          )
          break
        }
        counted += 1
      }
    }
    #expect(counted > 200)
  }

  @Test func `a stored list is read as it was written`() throws {
    for seed in 1...UInt64(caseCount(120, soak: 20_000)) {
      var random = RandomLayouts(seed: seed &+ 43_000_000)
      for section in random.naiveList().sections {
        var layout = section.content.layout
        layout.pinsHeaderToVisibleBounds = random.chance(30)
        let stored = try JSONEncoder().encode(layout)
        #expect(try JSONDecoder().decode(SectionLayout.self, from: stored) == layout)
        // The section it makes is one that can be stored, too.
        let made = section.list.section(in: Self.phone)
        let whole = try JSONEncoder().encode(SectionLayout.compositional(made))
        #expect(try JSONDecoder().decode(SectionLayout.self, from: whole) == .compositional(made))
      }
    }
  }

  @Test(arguments: [
    (#"{"layout":"list"}"#, "appearance"),
    (#"{"layout":"list","appearance":"round"}"#, "appearance"),
    (#"{"layout":"list","appearance":"plain","rowheight":3}"#, "rowheight"),
    (#"{"layout":"list","appearance":"plain","separators":{"middle":"visible"}}"#, "middle"),
  ])
  func `a stored list with a fault names it`(json: String, member: String) {
    #expect {
      try JSONDecoder().decode(SectionLayout.self, from: Data(json.utf8))
    } throws: {
      "\($0)".contains(member)
    }
  }

  @Test func `lengths that are not finite or negative are refused with their place`() {
    func refused(_ place: String, _ change: (inout LayoutList) -> Void) {
      var list = LayoutList(appearance: .plain, headerMode: .supplementary)
      change(&list)
      #expect {
        try CompositionalLayout(
          sections: [LayoutSectionContent(layout: .list(list), itemCount: 3)],
          environment: Self.phone
        )
      } throws: {
        ($0 as? LayoutError)?.place.hasPrefix(place) == true
      }
    }
    for bad in [Double.nan, .infinity, -1, 1e300] {
      refused("headerTopPadding") { $0.headerTopPadding = bad }
      refused("rowHeight") { $0.rowHeight = bad }
      refused("estimatedRowHeight") { $0.estimatedRowHeight = bad }
    }
    for bad in [Double.nan, .infinity, 1e300] {
      refused("separators.topInsets") { $0.separators.topInsets.leading = bad }
      refused("separators.bottomInsets") { $0.separators.bottomInsets.trailing = bad }
    }
    refused("separators.color") { $0.separators.color = "" }
    refused("separatorHandler") { $0.separatorHandler = "" }
    refused("backgroundColor") { $0.backgroundColor = "" }
  }

  @Test func `a handler changes the lines of single rows, and may answer anything`() throws {
    var list = LayoutList(appearance: .insetGrouped)
    list.separatorHandler = "lines"
    var registry = LayoutRegistry()
    let answers = Counter()
    registry.separatorHandlers["lines"] = { path, separators in
      var changed = separators
      // Each answer is another one.
      let leading = [7, .nan, -.infinity, 1e9, -5][answers.next() % 5]
      changed.bottom = path.item == 1 ? .hidden : .visible
      changed.bottomInsets.leading = leading
      return changed
    }
    let layout = try CompositionalLayout(
      sections: [LayoutSectionContent(layout: .list(list), itemCount: 3)],
      environment: Self.phone,
      registry: registry
    )
    for _ in 0..<5 {
      for item in 0..<3 {
        let row = try #require(layout.listRow(at: CellPath(section: 0, item: item)))
        #expect(row.separators.count == (item == 1 ? 0 : 1))
        for separator in row.separators {
          #expect(separator.frame.x.isFinite && separator.frame.width.isFinite)
          #expect(separator.frame.width >= 0)
        }
      }
    }
    #expect(layout.listRow(at: CellPath(section: 0, item: 3)) == nil)
    #expect(layout.listRow(at: CellPath(section: 1, item: 0)) == nil)
  }

  @Test func `a million sections without rows take no room and are laid out at once`() throws {
    let empty = LayoutSectionContent(
      layout: .list(LayoutList(appearance: .insetGrouped)),
      itemCount: 0
    )
    let layout = try CompositionalLayout(
      sections: Array(repeating: empty, count: 1_000_000),
      environment: Self.phone
    )
    #expect(layout.contentSize.height == 0)
    let screen = LayoutRect(x: 0, y: 0, width: 390, height: 844)
    #expect(layout.layoutAttributesForElements(in: screen).isEmpty)
  }

  @Test func `a list that is narrower than its margins is refused`() {
    #expect(throws: LayoutError.self) {
      try CompositionalLayout(
        sections: [
          LayoutSectionContent(
            layout: .list(LayoutList(appearance: .insetGrouped)),
            itemCount: 1
          )
        ],
        environment: LayoutEnvironment(
          container: LayoutContainer(contentSize: LayoutExtent(width: 30, height: 100))
        )
      )
    }
  }
}

/// Counts, from a closure that must be `Sendable`.
private final class Counter: Sendable {
  private let value = Mutex(0)
  func next() -> Int {
    value.withLock { value in
      defer { value += 1 }
      return value
    }
  }
}
