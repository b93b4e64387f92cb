import ListLayout
import Testing

@Suite struct `The linter of a section` {
  typealias Pitfall = LayoutFinding.Pitfall

  private static func size(_ width: LayoutDimension, _ height: LayoutDimension) -> LayoutSize {
    Descriptions.size(width, height)
  }

  private static func item(_ width: LayoutDimension, _ height: LayoutDimension) -> LayoutItem {
    LayoutItem(layoutSize: size(width, height))
  }

  private static func row(
    _ subitems: [any LayoutSubitemConvertible],
    height: LayoutDimension = .absolute(100)
  ) -> LayoutSection {
    LayoutSection(
      group: .horizontal(layoutSize: size(.fractionalWidth(1), height), subitems: subitems)
    )
  }

  private static let insets = DirectionalEdgeInsets(top: 4, leading: 0, bottom: 4, trailing: 0)

  /// A section for each pitfall, and the place where it is found.
  private static var examples: [(Pitfall, String, LayoutSection)] {
    var inset = item(.fractionalWidth(1), .estimated(44))
    inset.contentInsets = insets
    var spaced = row([item(.absolute(130), .fractionalHeight(1))])
    spaced.group.layoutSize.widthDimension = .absolute(390)
    spaced.group.interItemSpacing = .fixed(8)
    var orthogonal = row([item(.fractionalWidth(1), .estimated(44))], height: .estimated(44))
    orthogonal.orthogonalScrollingBehavior = .continuous
    let half = LayoutGroup.vertical(
      layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)),
      subitems: [item(.fractionalWidth(1), .fractionalHeight(0.5))]
    )
    var hairline = row([item(.fractionalWidth(1), .fractionalHeight(1))])
    hairline.contentInsets = DirectionalEdgeInsets(top: 0.5, leading: 0, bottom: 0, trailing: 0)
    var stretched = LayoutSection(
      group: .horizontal(
        layoutSize: size(.estimated(100), .absolute(30)),
        subitems: [item(.estimated(50), .fractionalHeight(1))]
      )
    )
    stretched.group.interItemSpacing = .flexible(8)
    var still = row([item(.fractionalWidth(1), .fractionalHeight(1))])
    still.carousel = LayoutCarousel()
    return [
      (
        .insetsOnEstimatedDimension, "group.subitems[0].insets",
        row([inset], height: .estimated(44))
      ),
      (.spacingDropsSubitem, "group.spacing", spaced),
      (
        .shareOfEstimate, "group.subitems[0].size.height",
        row([item(.fractionalWidth(1), .fractionalHeight(1))], height: .estimated(44))
      ),
      (
        .unequalSiblings, "group.subitems[0].size.height",
        Descriptions.rows(2, height: .estimated(44))
      ),
      (.orthogonalLengthGrows, "group.size.height", orthogonal),
      (
        .cellOutgrowsGroup, "group.subitems[0].size.height",
        row([item(.fractionalWidth(1), .estimated(44))])
      ),
      (.unreachableSubitem, "group.subitems[1]", row([half, half])),
      (.insetsAreShares, "insets", hairline),
      (.nothingToShare, "group.spacing", stretched),
      (.scrollsNowhere, "carousel", still),
    ]
  }

  @Test func `finds each pitfall, where it is, and nothing else`() {
    for (pitfall, place, section) in Self.examples {
      #expect(section.lint() == [LayoutFinding(place: place, pitfall: pitfall)])
    }
    #expect(Set(Self.examples.map(\.0)) == Set(Pitfall.allCases))
  }

  @Test func `says what happens and what to do`() {
    for pitfall in Pitfall.allCases {
      #expect(pitfall.effect.hasSuffix("."))
      #expect(pitfall.advice.hasSuffix("."))
    }
    let finding = LayoutFinding(place: "insets", pitfall: .insetsAreShares)
    #expect(
      finding.description
        == "insets: Insets above 0 and below 1 are shares of the container, not points. "
        + "Use 0 or 1 point and more, if points are meant."
    )
  }

  @Test func `is content with sections that do what they say`() {
    #expect(Descriptions.badged.lint() == [])
    #expect(Descriptions.nestedGroup.lint() == [])
    #expect(Descriptions.cards.lint() == [])
    #expect(Descriptions.rows(1, height: .estimated(44)).lint() == [])
    #expect(Descriptions.rows(3, height: .uniformAcrossSiblings(estimate: 44)).lint() == [])
  }

  @Test func `is right about what is dropped and never reached`() throws {
    let environment = LayoutEnvironment(
      container: LayoutContainer(contentSize: LayoutExtent(width: 390, height: 844))
    )
    func cells(_ section: LayoutSection) throws -> [Int] {
      try CompositionalLayout(
        sections: [LayoutSectionContent(layout: .compositional(section), itemCount: 12)],
        environment: environment
      ).groupLeafCounts(inSection: 0)
    }
    let examples = Dictionary(uniqueKeysWithValues: Self.examples.map { ($0.0, $0.2) })
    var spaced = try #require(examples[.spacingDropsSubitem])
    #expect(try cells(spaced).first == 2)
    spaced.group.interItemSpacing = nil
    #expect(spaced.lint() == [])
    #expect(try cells(spaced).first == 3)
    let unreachable = try #require(examples[.unreachableSubitem])
    #expect(try cells(unreachable).first == 2)

    let wide = Self.item(.absolute(60), .fractionalHeight(1))
    var points = LayoutSection(
      group: .horizontal(
        layoutSize: Self.size(.absolute(120), .absolute(50)),
        subitems: [wide, wide, wide]
      )
    )
    #expect(
      points.lint() == [LayoutFinding(place: "group.subitems[2]", pitfall: .unreachableSubitem)]
    )
    #expect(try cells(points).first == 2)
    points.group.layoutSize.widthDimension = .absolute(180)
    #expect(points.lint() == [])
    #expect(try cells(points).first == 3)
  }
}
