import Foundation
import ListLayout
import Testing

@Suite struct `The page about layouts` {
  private static func layout(
    _ sections: [(LayoutSection, Int)],
    width: Double = 390,
    height: Double = 844
  ) throws -> CompositionalLayout {
    try CompositionalLayout(
      sections: sections.map { LayoutSectionContent(layout: .compositional($0), itemCount: $1) },
      environment: LayoutEnvironment(
        container: LayoutContainer(contentSize: LayoutExtent(width: width, height: height))
      )
    )
  }

  private static func expect(
    _ layout: CompositionalLayout,
    _ element: LayoutElement,
    _ frame: [Double],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let own = try #require(layout.layoutAttributes(for: element), sourceLocation: location)
      .contentFrame
    for (length, expected) in zip([own.x, own.y, own.width, own.height], frame) {
      #expect(abs(length - expected) < 1e-4, "\(element) \(own)", sourceLocation: location)
    }
  }

  private static func page(_ name: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent("docs/\(name)"), encoding: .utf8)
  }

  private static func cell(_ section: Int, _ item: Int) -> LayoutElement {
    .cell(CellPath(section: section, item: item))
  }

  @Test func `lays a grid out as it says`() throws {
    let layout = try LayoutSnippets.layout(LayoutSnippets.grid())
    #expect(layout.contentSize == LayoutExtent(width: 390, height: 390))
    try Self.expect(layout, Self.cell(0, 0), [2.5, 2.5, 125, 125])
    try Self.expect(layout, Self.cell(0, 4), [132.5, 132.5, 125, 125])
    try Self.expect(layout, Self.cell(0, 6), [2.5, 262.5, 125, 125])
    #expect(layout.groupLeafCounts(inSection: 0) == [3, 3, 1])
  }

  @Test func `puts badges and the background where it says`() throws {
    var section = LayoutSnippets.grid(LayoutSnippets.badge)
    LayoutSnippets.background(of: &section)
    let layout = try Self.layout([(section, 2)])
    for (item, x) in [(0, 105.5), (1, 235.5)] {
      let badge = LayoutElement.itemSupplementary(
        kind: "badge",
        CellPath(section: 0, item: item)
      )
      try Self.expect(layout, badge, [x, 4.5, 20, 20])
    }
    let background = LayoutElement.decoration(
      kind: "background",
      CellPath(section: 0, item: 0)
    )
    try Self.expect(layout, background, [0, 0, 390, 130])
    #expect(layout.layoutAttributes(for: background)?.zIndex == 0)
    #expect(layout.layoutAttributes(for: Self.cell(0, 0))?.zIndex == 1)
  }

  @Test func `nests groups as it says`() throws {
    let layout = try Self.layout([(LayoutSnippets.nestedGroup(), 12)], width: 400, height: 800)
    #expect(layout.contentSize == LayoutExtent(width: 400, height: 600))
    try Self.expect(layout, Self.cell(0, 0), [0, 0, 200, 200])
    try Self.expect(layout, Self.cell(0, 2), [200, 100, 100, 100])
    try Self.expect(layout, Self.cell(0, 3), [300, 0, 100, 100])
    try Self.expect(layout, Self.cell(0, 11), [200, 400, 100, 100])
  }

  @Test func `lays the app store out as it says`() throws {
    let layout = try Self.layout([
      (LayoutSnippets.AppStore.feature, 4), (LayoutSnippets.AppStore.ranking, 9),
      (LayoutSnippets.AppStore.theme, 6),
    ])
    #expect(abs(layout.contentSize.height - 848.5333) < 1e-4)
    try Self.expect(layout, Self.cell(0, 3), [1059, 8, 339, 237.2])
    try Self.expect(layout, Self.cell(1, 8), [708, 499.7556, 339, 77.7778])
    try Self.expect(layout, Self.cell(2, 5), [1283.5, 644.5333, 231.5, 195])
    let header = LayoutElement.boundarySupplementary(
      kind: "header",
      CellPath(section: 1, item: 0)
    )
    try Self.expect(layout, header, [0, 254.2, 390, 50])
    #expect(layout.orthogonalScroller(inSection: 0)?.stops == [-19.5, 331.5, 682.5, 1033.5])
    let theme = try #require(layout.orthogonalScroller(inSection: 2))
    #expect(theme.stops == [0, 253.5, 507, 760.5, 1014, 1131])
    #expect(theme.restingOffset(from: 0, proposed: 900, velocity: 2) == 253.5)
  }

  @Test func `goes round as it says`() throws {
    let section = LayoutSnippets.banners()
    let layout = try Self.layout([(section, 9)], height: 124)
    try Self.expect(layout, Self.cell(0, 8), [2818, 12, 331, 100])
    #expect(layout.orthogonalScroller(inSection: 0)?.stops.last == 2788.5)
    #expect(LayoutSnippets.goRound(scrolledTo: 857) == (1910, 2))
    #expect(LayoutSnippets.goRound(scrolledTo: -1072.5) == (1033.5, 0))
  }

  @Test func `puts cells into lines as it says`() throws {
    let layout = try CompositionalLayout(
      sections: [LayoutSectionContent(layout: LayoutSnippets.flow(), itemCount: 5)],
      environment: LayoutEnvironment(
        container: LayoutContainer(contentSize: LayoutExtent(width: 320, height: 480))
      )
    )
    try Self.expect(layout, Self.cell(0, 1), [115, 0, 90, 50])
    try Self.expect(layout, Self.cell(0, 4), [115, 60, 90, 50])
  }

  @Test func `has rows on cards as it says`() throws {
    let layout = try CompositionalLayout(
      sections: [LayoutSectionContent(layout: LayoutSnippets.list(), itemCount: 2)],
      environment: LayoutEnvironment(
        container: LayoutContainer(contentSize: LayoutExtent(width: 390, height: 844))
      )
    )
    try Self.expect(layout, Self.cell(0, 0), [20, 17.5, 350, 44])
    let row = try #require(layout.listRow(at: CellPath(section: 0, item: 0)))
    #expect(row.separators.map(\.frame.x) == [60])
    #expect(row.topCornerRadius == 10 && row.bottomCornerRadius == 0)
  }

  @Test func `keeps the picture still as it says`() throws {
    var layout = try CompositionalLayout(
      sections: [LayoutSectionContent(layout: .vertical(), itemCount: 100)],
      environment: LayoutEnvironment(
        container: LayoutContainer(contentSize: LayoutExtent(width: 390, height: 844))
      )
    )
    var state = LayoutScrollState(contentOffset: LayoutPoint(x: 0, y: 1000))
    var changes = LayoutChanges()
    changes.insertedCells = [0, 1].map { CellPath(section: 0, item: $0) }
    try LayoutSnippets.follow(changes, &layout, &state)
    #expect(state.contentOffset.y == 1088)
    LayoutSnippets.measure(&layout) { proposal in (proposal.width ?? 0) / 10 }
    try Self.expect(layout, Self.cell(0, 3), [0, 132, 390, 39])
  }

  @Test func `explains, draws and checks without a fault`() throws {
    let section = LayoutSnippets.grid()
    LayoutSnippets.explain(section, try LayoutSnippets.layout(section))
    #expect(section.lint() == [])
    #expect(try Self.page("layout.md").contains(section.visualDescription()))
    let cell = CellPath(section: 0, item: 4)
    let explanation = try #require(LayoutSnippets.layout(section).explain(cell))
    #expect(try Self.page("layout.md").contains(explanation.description))
  }

  @Test func `shows the stored forms that are written and read`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let formats = try Self.page("formats.md")
    let layouts: [SectionLayout] = [
      .compositional(LayoutSnippets.banners()),
      LayoutSnippets.adaptive(narrow: .vertical(spacing: 8)),
      .provider("feed"),
    ]
    for layout in layouts {
      let json = String(decoding: try encoder.encode(layout), as: UTF8.self)
      let line = try #require(
        formats.split(separator: "\n").first { $0.filter { $0 != " " } == json },
        "\(json)"
      )
      #expect(try JSONDecoder().decode(SectionLayout.self, from: Data(line.utf8)) == layout)
    }
  }
}
