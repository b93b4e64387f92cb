import ListLayout

/// Sections that several suites describe, explain and check.
enum Descriptions {
  static func size(_ width: LayoutDimension, _ height: LayoutDimension) -> LayoutSize {
    LayoutSize(widthDimension: width, heightDimension: height)
  }

  /// Three square columns with a badge on each cell, a header, and a background.
  static var badged: LayoutSection {
    let badge = LayoutSupplementaryItem(
      layoutSize: size(.absolute(20), .absolute(20)),
      elementKind: "badge",
      containerAnchor: LayoutAnchor(
        edges: [.top, .trailing],
        fractionalOffset: LayoutPoint(x: -0.1, y: 0.1)
      )
    )
    var item = LayoutItem(
      layoutSize: size(.fractionalWidth(1 / 3), .fractionalHeight(1)),
      supplementaryItems: [badge]
    )
    item.contentInsets = DirectionalEdgeInsets(top: 2.5, leading: 2.5, bottom: 2.5, trailing: 2.5)
    var section = LayoutSection(
      group: .horizontal(
        layoutSize: size(.fractionalWidth(1), .fractionalWidth(1 / 3)),
        subitems: [item]
      )
    )
    section.boundarySupplementaryItems = [
      LayoutBoundarySupplementaryItem(
        layoutSize: size(.fractionalWidth(1), .absolute(50)),
        elementKind: "header",
        alignment: .top
      )
    ]
    section.decorationItems = [.background(elementKind: "background")]
    return section
  }

  /// A large cell, and two columns of two small ones beside it.
  static var nestedGroup: LayoutSection {
    let column = LayoutGroup.vertical(
      layoutSize: size(.fractionalWidth(0.25), .fractionalHeight(1)),
      subitems: [LayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(0.5)))]
    )
    return LayoutSection(
      group: .horizontal(
        layoutSize: size(.fractionalWidth(1), .fractionalWidth(0.5)),
        subitems: [
          LayoutItem(layoutSize: size(.fractionalWidth(0.5), .fractionalHeight(1))), column, column,
        ]
      )
    )
  }

  /// Cards that page, centred.
  static var cards: LayoutSection {
    let card = LayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
    var section = LayoutSection(
      group: .horizontal(
        layoutSize: size(.fractionalWidth(0.9), .absolute(100)),
        subitems: [card]
      )
    )
    section.orthogonalScrollingBehavior = .groupPagingCentered
    section.interGroupSpacing = 10
    return section
  }

  /// Rows of a height of their own.
  static func rows(_ columns: Int, height: LayoutDimension) -> LayoutSection {
    LayoutSection(
      group: .horizontal(
        layoutSize: size(.fractionalWidth(1), .estimated(44)),
        subitem: LayoutItem(layoutSize: size(.fractionalWidth(1), height)),
        count: columns
      )
    )
  }
}
