// The Swift code of docs/layout.md, compiled; see ReadmeSnippets.

import ListLayout

enum LayoutSnippets {
  /// Three square columns.
  static func grid(_ change: (inout LayoutItem) -> Void = { _ in }) -> LayoutSection {
    var item = LayoutItem(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1 / 3),
        heightDimension: .fractionalHeight(1)
      )
    )
    item.contentInsets = DirectionalEdgeInsets(top: 2.5, leading: 2.5, bottom: 2.5, trailing: 2.5)
    change(&item)
    let row = LayoutGroup.horizontal(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .fractionalWidth(1 / 3)
      ),
      subitems: [item]
    )
    return LayoutSection(group: row)
  }

  static func layout(_ section: LayoutSection) throws -> CompositionalLayout {
    let layout = try CompositionalLayout(
      sections: [LayoutSectionContent(layout: .compositional(section), itemCount: 7)],
      environment: LayoutEnvironment(
        container: LayoutContainer(contentSize: LayoutExtent(width: 390, height: 844))
      )
    )
    let visible = layout.layoutAttributesForElements(
      in: LayoutRect(x: 0, y: 0, width: 390, height: 200)
    )
    for attributes in visible.sorted(by: LayoutAttributes.isDrawnBefore) {
      print(attributes.element, attributes.frame)
    }
    return layout
  }

  /// A badge in a cell's corner.
  static func badge(on item: inout LayoutItem) {
    let badge = LayoutSupplementaryItem(
      layoutSize: LayoutSize(widthDimension: .absolute(20), heightDimension: .absolute(20)),
      elementKind: "badge",
      containerAnchor: LayoutAnchor(
        edges: [.top, .trailing],
        fractionalOffset: LayoutPoint(x: -0.1, y: 0.1)
      )
    )
    item.supplementaryItems = [badge]
  }

  /// A view behind everything.
  static func background(of section: inout LayoutSection) {
    section.decorationItems = [.background(elementKind: "background")]
  }

  /// A large cell, and two columns of small ones.
  static func nestedGroup() -> LayoutSection {
    let largeItem = LayoutItem(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(0.5),
        heightDimension: .fractionalHeight(1)
      )
    )
    let smallItem = LayoutItem(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .fractionalHeight(0.5)
      )
    )
    let innerGroup = LayoutGroup.vertical(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(0.25),
        heightDimension: .fractionalHeight(1)
      ),
      subitems: [smallItem]
    )
    let outerGroup = LayoutGroup.horizontal(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .fractionalWidth(0.5)
      ),
      subitems: [largeItem, innerGroup, innerGroup]
    )
    return LayoutSection(group: outerGroup)
  }

  /// The sections of an app store.
  enum AppStore {
    static var item: LayoutItem {
      var item = LayoutItem(
        layoutSize: LayoutSize(
          widthDimension: .fractionalWidth(1),
          heightDimension: .fractionalHeight(1)
        )
      )
      item.contentInsets = DirectionalEdgeInsets(top: 8, leading: 6, bottom: 8, trailing: 6)
      return item
    }

    static var header: LayoutBoundarySupplementaryItem {
      LayoutBoundarySupplementaryItem(
        layoutSize: LayoutSize(
          widthDimension: .fractionalWidth(1),
          heightDimension: .estimated(50)
        ),
        elementKind: "header",
        alignment: .top
      )
    }

    static var separator: LayoutBoundarySupplementaryItem {
      LayoutBoundarySupplementaryItem(
        layoutSize: LayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(1)),
        elementKind: "footer",
        alignment: .bottom
      )
    }

    static var feature: LayoutSection {
      let group = LayoutGroup.horizontal(
        layoutSize: LayoutSize(
          widthDimension: .fractionalWidth(0.9),
          heightDimension: .fractionalHeight(0.3)
        ),
        subitems: [item]
      )
      var section = LayoutSection(group: group)
      section.orthogonalScrollingBehavior = .groupPagingCentered
      section.boundarySupplementaryItems = [separator]
      return section
    }

    static var ranking: LayoutSection {
      let group = LayoutGroup.vertical(
        layoutSize: LayoutSize(
          widthDimension: .fractionalWidth(0.9),
          heightDimension: .fractionalHeight(1 / 3)
        ),
        subitem: item,
        count: 3
      )
      var section = LayoutSection(group: group)
      section.orthogonalScrollingBehavior = .groupPagingCentered
      section.boundarySupplementaryItems = [header, separator]
      return section
    }

    static var theme: LayoutSection {
      var group = LayoutGroup.horizontal(
        layoutSize: LayoutSize(
          widthDimension: .fractionalWidth(0.65),
          heightDimension: .fractionalHeight(0.25)
        ),
        subitems: [item]
      )
      group.contentInsets = DirectionalEdgeInsets(top: 0, leading: 10, bottom: 0, trailing: 0)
      var section = LayoutSection(group: group)
      section.orthogonalScrollingBehavior = .groupPaging
      section.boundarySupplementaryItems = [header, separator]
      return section
    }
  }

  /// Banners that go round in a circle.
  static func banners() -> LayoutSection {
    var item = LayoutItem(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .fractionalHeight(1)
      )
    )
    item.contentInsets = DirectionalEdgeInsets(top: 0, leading: 10, bottom: 0, trailing: 10)
    let group = LayoutGroup.horizontal(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(0.9),
        heightDimension: .fractionalHeight(1)
      ),
      subitems: [item]
    )
    var section = LayoutSection(group: group)
    section.orthogonalScrollingBehavior = .groupPagingCentered
    section.contentInsets = DirectionalEdgeInsets(top: 12, leading: 0, bottom: 12, trailing: 0)
    return section.infiniteCarousel()
  }

  static func goRound(scrolledTo offset: Double) -> (offset: Double, banner: Int?) {
    let carousel = InfiniteCarousel(originals: 3, viewport: 390, groupLength: 351, spacing: 0)
    let shown = carousel.rebased(offset)
    return (shown, carousel.centredOriginal(at: shown))
  }

  static func flow() -> SectionLayout {
    let layout = SectionLayout.flow(
      LayoutFlow(itemSize: LayoutExtent(width: 90, height: 50), minimumInteritemSpacing: 10)
    )
    return layout
  }

  static func list() -> SectionLayout {
    var list = LayoutList(appearance: .insetGrouped, headerMode: .supplementary)
    list.separators.bottomInsets.leading = 60
    let settings = SectionLayout.list(list)
    return settings
  }

  static func adaptive(narrow: SectionLayout) -> SectionLayout {
    let layout = SectionLayout.adaptive([
      .init(minWidth: 0, layout: narrow),
      .init(minWidth: 700, layout: .verticalGrid(numberOfItemsInRow: 3, itemSpacing: 8)),
    ])
    return layout
  }

  static func follow(
    _ changes: LayoutChanges,
    _ layout: inout CompositionalLayout,
    _ state: inout LayoutScrollState
  ) throws {
    let anchors = layout.scrollAnchors(at: state)
    try layout.apply(changes)
    state.contentOffset.y = layout.contentOffset(keeping: anchors, at: state) { path in
      changes.pathAfter(path)
    }
  }

  static func measure(_ layout: inout CompositionalLayout, _ height: (MeasuredSize) -> Double) {
    let path = CellPath(section: 0, item: 3)
    if let proposal = layout.proposal(forItemAt: path) {
      let size = MeasuredSize(width: nil, height: height(proposal))
      layout.setMeasuredSize(size, ofItemAt: path)
    }
  }

  static func explain(_ section: LayoutSection, _ layout: CompositionalLayout) {
    for finding in section.lint() { print(finding) }
    print(section.visualDescription())
    if let explanation = layout.explain(CellPath(section: 0, item: 4)) {
      print(explanation)
    }
  }
}
