import ListLayout
import Testing

@Suite struct `The explanation of a cell` {
  private static func layout(
    _ sections: [(LayoutSection, Int)],
    direction: LayoutDirection = .leftToRight,
    scale: Double? = nil
  ) throws -> CompositionalLayout {
    var container = LayoutContainer(contentSize: LayoutExtent(width: 390, height: 844))
    container.safeAreaInsets = DirectionalEdgeInsets(top: 47, leading: 10, bottom: 34, trailing: 6)
    return try CompositionalLayout(
      sections: sections.map { LayoutSectionContent(layout: .compositional($0), itemCount: $1) },
      environment: LayoutEnvironment(
        container: container,
        layoutDirection: direction,
        displayScale: scale
      )
    )
  }

  /// A tag cloud, in which measured widths decide how many cells are in a row.
  private static var flow: LayoutSection {
    let tag = LayoutItem(layoutSize: Descriptions.size(.estimated(80), .absolute(30)))
    var row = LayoutGroup.horizontal(
      layoutSize: Descriptions.size(.fractionalWidth(1), .absolute(30)),
      subitems: [tag]
    )
    row.interItemSpacing = .flexible(8)
    var section = LayoutSection(group: row)
    section.contentInsets = DirectionalEdgeInsets(top: 4, leading: 9, bottom: 4, trailing: 9)
    section.interGroupSpacing = 6
    return section
  }

  private static var custom: LayoutSection {
    LayoutSection(
      group: .custom(
        layoutSize: Descriptions.size(.fractionalWidth(1), .absolute(120)),
        frames: [
          LayoutGroupCustomItem(frame: LayoutRect(x: 10, y: 5, width: 50, height: 50)),
          LayoutGroupCustomItem(frame: LayoutRect(x: 90, y: 60, width: 40, height: 40)),
        ]
      )
    )
  }

  @Test(
    arguments: [LayoutDirection.leftToRight, .rightToLeft],
    [nil, 3.0]
  )
  func `ends at its frame, in every kind of group`(
    direction: LayoutDirection,
    scale: Double?
  ) throws {
    var columns = Descriptions.rows(3, height: .uniformAcrossSiblings(estimate: 44))
    columns.group.interItemSpacing = .fixed(7)
    columns.interGroupSpacing = 5
    let sections = [
      (Descriptions.badged, 7), (Descriptions.nestedGroup, 12), (Descriptions.cards, 4),
      (columns, 8), (Descriptions.rows(1, height: .estimated(44)), 5), (Self.flow, 9),
      (Self.custom, 5),
    ]
    var layout = try Self.layout(sections, direction: direction, scale: scale)
    for item in 0..<8 {
      let height = Double(30 + item * 13 % 40)
      layout.setMeasuredSize(
        MeasuredSize(width: nil, height: height),
        ofItemAt: CellPath(section: 3, item: item)
      )
      layout.setMeasuredSize(
        MeasuredSize(width: 40 + height, height: nil),
        ofItemAt: CellPath(section: 5, item: item)
      )
    }
    let state = LayoutScrollState(orthogonalOffsets: [2: 123.25])
    for (section, (_, count)) in sections.enumerated() {
      for item in 0..<count {
        let path = CellPath(section: section, item: item)
        let explanation = try #require(layout.explain(path, at: state))
        let frame = try #require(layout.layoutAttributes(for: .cell(path), at: state)).frame
        #expect(explanation.frame == frame)
        let last = try #require(explanation.steps.last).frame
        for (own, expected) in [
          (last.x, frame.x), (last.y, frame.y), (last.maxX, frame.maxX), (last.maxY, frame.maxY),
        ] {
          #expect(abs(own - expected) < 1e-9, "\(explanation)")
        }
      }
    }
  }

  @Test func `names each container and rule on the way`() throws {
    var section = Descriptions.badged
    section.contentInsets = DirectionalEdgeInsets(top: 8, leading: 4, bottom: 0, trailing: 10)
    let layout = try Self.layout([(Descriptions.cards, 1), (section, 7)])
    let path = CellPath(section: 1, item: 4)
    let text = try #require(layout.explain(path)).description
    #expect(
      text
        == """
        cell [1, 4]: 136.5, 280.5, 115 × 115
                  viewport         0, 0, 390 × 844          the container as given
        R1        container        10, 0, 374 × 844         safeArea keeps top 0, leading 10, \
        bottom 0, trailing 6
        R16, R22  section 1 of 2   10, 100, 374 × 418       7 cells in 3 groups, 0 apart
        R2, R16   section insets   14, 158, 360 × 360       top 8, leading 4, bottom 0, \
        trailing 10, after a header of 50
        R3, R13   group 1 of 3     14, 278, 360 × 120       horizontal group, 1 subitem in turn: \
        fractionalWidth(1) × fractionalWidth(0.3333) of 360 × 844 = 360 × 120
        R3        subitem 1: item  134, 278, 120 × 120      fractionalWidth(0.3333) × \
        fractionalHeight(1) of 360 × 120 = 120 × 120
        R5        item insets      136.5, 280.5, 115 × 115  top 2.5, leading 2.5, bottom 2.5, \
        trailing 2.5
        """.replacing("\n", with: "\n  ")
    )
  }

  @Test func `takes spacing off before it divides`() throws {
    var section = Descriptions.rows(4, height: .fractionalWidth(0.25))
    section.group.layoutSize.heightDimension = .absolute(100)
    section.group.interItemSpacing = .fixed(16)
    let layout = try Self.layout([(section, 4)])
    let steps = try #require(layout.explain(CellPath(section: 0, item: 1))).steps
    let item = try #require(steps.last)
    #expect(item.rules == "R3, R9")
    #expect(
      item.reason
        == "fractionalWidth(1) × fractionalWidth(0.25) of 326 × 100 = 81.5 × 81.5"
    )
  }

  @Test func `is missing where there is no such cell`() throws {
    var hidden = Descriptions.cards
    hidden.hidesWhenEmpty = true
    let layout = try Self.layout([(Descriptions.cards, 1), (hidden, 0)])
    #expect(layout.explain(CellPath(section: 0, item: 1)) == nil)
    #expect(layout.explain(CellPath(section: 0, item: -1)) == nil)
    #expect(layout.explain(CellPath(section: 1, item: 0)) == nil)
    #expect(layout.explain(CellPath(section: 2, item: 0)) == nil)
  }
}
