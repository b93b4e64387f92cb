import ListLayout
import ListModel
import ListPictures

// One layout for each picture. The lines between `// begin` and `// end` are shown beside it.

extension GalleryPicture {
  static func grid() throws -> Picture {
    // begin grid
    let list = List {
      Section(id: "squares") {
        for number in 1...12 { Cell(id: "\(number)", component: Tile(number)) }
      }
      .withHeader(Title("Squares", "Three in a row, whatever the width"))
      .withSectionLayout(.compositional(squares))
    }
    let picture = try Picture(of: list, on: PictureScreen(width: 390, height: 569))
    // end grid
    return picture
  }

  private static var squares: LayoutSection {
    // begin grid
    var item = LayoutItem(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1 / 3),
        heightDimension: .fractionalHeight(1)
      )
    )
    item.contentInsets = DirectionalEdgeInsets(top: 4, leading: 4, bottom: 4, trailing: 4)
    let row = LayoutGroup.horizontal(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .fractionalWidth(1 / 3)
      ),
      subitems: [item]
    )
    var section = LayoutSection(group: row)
    section.contentInsets = DirectionalEdgeInsets(top: 0, leading: 12, bottom: 0, trailing: 12)
    section.supplementariesFollowContentInsets = false
    section.boundarySupplementaryItems = [.header(estimatedHeight: 60)]
    // end grid
    return section
  }

  static func nestedGroups() throws -> Picture {
    // begin nested-groups
    let margins = DirectionalEdgeInsets(top: 4, leading: 4, bottom: 4, trailing: 4)
    var large = LayoutItem(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(0.5),
        heightDimension: .fractionalHeight(1)
      )
    )
    large.contentInsets = margins
    var small = LayoutItem(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .fractionalHeight(0.5)
      )
    )
    small.contentInsets = margins
    let pair = LayoutGroup.vertical(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(0.25),
        heightDimension: .fractionalHeight(1)
      ),
      subitems: [small]
    )
    let block = LayoutGroup.horizontal(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .fractionalWidth(0.5)
      ),
      subitems: [large, pair, pair]
    )
    // end nested-groups
    return try tiles(15, LayoutSection(group: block), height: 585)
  }

  static func decorations() throws -> Picture {
    // begin decorations
    let badge = LayoutSupplementaryItem(
      layoutSize: LayoutSize(widthDimension: .absolute(24), heightDimension: .absolute(24)),
      elementKind: "badge",
      containerAnchor: LayoutAnchor(
        edges: [.top, .trailing],
        fractionalOffset: LayoutPoint(x: 0.3, y: -0.3)
      )
    )
    var item = LayoutItem(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(0.25),
        heightDimension: .fractionalHeight(1)
      ),
      supplementaryItems: [badge]
    )
    item.contentInsets = DirectionalEdgeInsets(top: 8, leading: 8, bottom: 8, trailing: 8)
    let row = LayoutGroup.horizontal(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .fractionalWidth(0.25)
      ),
      subitems: [item]
    )
    var section = LayoutSection(group: row)
    section.contentInsets = DirectionalEdgeInsets(top: 24, leading: 24, bottom: 24, trailing: 24)
    var background = LayoutDecorationItem.background(elementKind: "background")
    background.contentInsets = DirectionalEdgeInsets(top: 12, leading: 12, bottom: 12, trailing: 12)
    section.decorationItems = [background]

    let list = List {
      Section(id: "tiles") {
        for number in 1...8 {
          Cell(id: "\(number)", component: Tile(number))
            .supplementary("badge") { Badge(number * 7 % 12) }
        }
      }
      .withSectionLayout(.compositional(section))
    }
    let screen = GalleryScreen(
      list,
      width: 390,
      height: 219,
      decorations: ["background": AnyComponent(Ground(viewModel: "systemGray5"))]
    )
    // end decorations
    return Picture(of: screen.view)
  }

  static func adaptive(width: Double, height: Double) throws -> Picture {
    // begin traits
    let insets = DirectionalEdgeInsets(top: 16, leading: 16, bottom: 16, trailing: 16)
    let layout = SectionLayout.adaptive([
      .init(minWidth: 0, layout: .vertical(spacing: 12).withSectionContentInsets(insets)),
      .init(
        minWidth: 600,
        layout: .verticalGrid(numberOfItemsInRow: 3, itemSpacing: 12, lineSpacing: 12)
          .withSectionContentInsets(insets)
      ),
    ])
    // end traits
    let list = List {
      Section(id: "apps") {
        for (index, app) in Shop.apps.enumerated() {
          Cell(id: Cell.ID("\(index)"), component: app)
        }
      }
      .withSectionLayout(layout)
    }
    return try Picture(of: list, on: PictureScreen(width: width, height: height))
  }

  private static func tiles(
    _ count: Int,
    _ section: LayoutSection,
    height: Double
  ) throws -> Picture {
    let list = List {
      Section(id: "tiles") {
        for number in 1...count { Cell(id: "\(number)", component: Tile(number)) }
      }
      .withSectionLayout(.compositional(section))
    }
    return try Picture(of: list, on: PictureScreen(width: 390, height: height))
  }
}

extension LayoutBoundarySupplementaryItem {
  /// Returns a header over the whole width, as high as its text.
  static func header(estimatedHeight: Double) -> LayoutBoundarySupplementaryItem {
    LayoutBoundarySupplementaryItem(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .estimated(estimatedHeight)
      ),
      elementKind: "header",
      alignment: .top
    )
  }
}
