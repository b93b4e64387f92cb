import ListLayout

/// Sections of ten self-sizing rows and a header each.
final class HeadedSections {
  private let contents: [LayoutSectionContent]
  private static let rows = 10
  private static let rowHeight = 44.0
  private static let spacing = 8.0

  /// Creates sections of one description.
  ///
  /// - Parameters:
  ///   - count: The number of sections.
  ///   - layoutsApart: Whether each section has a copy of the description of its own, as sections have
  ///     that are read from JSON.
  init(_ count: Int, layoutsApart: Bool) {
    let shared = Self.described()
    contents = (0..<count).map { _ in
      LayoutSectionContent(
        layout: layoutsApart ? Self.described() : shared,
        itemCount: Self.rows
      )
    }
  }

  private static func described() -> SectionLayout {
    let size = LayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .estimated(rowHeight)
    )
    var section = LayoutSection(
      group: .horizontal(layoutSize: size, subitems: [LayoutItem(layoutSize: size)])
    )
    section.interGroupSpacing = spacing
    section.boundarySupplementaryItems = [
      LayoutBoundarySupplementaryItem(
        layoutSize: size,
        elementKind: SectionLayout.headerKind,
        alignment: .top
      )
    ]
    return .compositional(section)
  }

  /// Lays out all sections with headers of the given sizes, and asks for the first screen.
  func layout(_ sizes: [MeasuredSize]) -> Int {
    let layout = try? CompositionalLayout(sections: contents, environment: RowLayout.environment)
    guard var layout else { return 0 }
    for section in sizes.indices {
      layout.setMeasuredSize(
        sizes[section],
        ofSupplementaryViewsOfKind: SectionLayout.headerKind,
        inSection: section
      )
    }
    return layout.layoutAttributesForElements(in: RowLayout.rect(0)).count
  }

  /// Makes the attributes of all headers and rows in one pass.
  func pass(_ sizes: [MeasuredSize]) -> [LayoutAttributes] {
    var found: [LayoutAttributes] = []
    found.reserveCapacity(sizes.count * (Self.rows + 1))
    var y = 0.0
    func add(_ element: LayoutElement, _ height: Double) {
      let frame = LayoutRect(x: 0, y: y, width: 390, height: height)
      found.append(LayoutAttributes(element: element, frame: frame))
      y += height
    }
    for section in sizes.indices {
      let path = CellPath(section: section, item: 0)
      add(
        .boundarySupplementary(kind: SectionLayout.headerKind, path),
        sizes[section].height ?? Self.rowHeight
      )
      for row in 0..<Self.rows {
        if row > 0 { y += Self.spacing }
        add(.cell(CellPath(section: section, item: row)), Self.rowHeight)
      }
    }
    return found
  }
}
