import ListAdapter
import ListDiff
import ListLayout
import ListModel
import ListPictures

// A shop for apps: three sections that scroll by themselves, and changes to them.

extension GalleryPicture {
  private static func shop(ranking: [AppRow] = Shop.apps) -> List {
    // begin app-store
    List {
      Section(id: "features") {
        for card in Shop.features { Cell(id: "card \(card.viewModel.title)", component: card) }
      }
      .withSectionLayout(.compositional(shelf(width: 0.9, height: 0.25)))
      Section(id: "ranking") {
        for app in ranking { Cell(id: Cell.ID(app.viewModel.name), component: app) }
      }
      .withHeader(Title("Worth a look", "New apps and updates"))
      .withSectionLayout(.compositional(shelf(width: 0.9, height: 1 / 3, rows: 3)))
      Section(id: "themes") {
        for card in Shop.themes { Cell(id: "card \(card.viewModel.title)", component: card) }
      }
      .withHeader(Title("By theme"))
      .withSectionLayout(.compositional(shelf(width: 0.65, height: 0.2)))
    }
    // end app-store
  }

  private static func shelf(width: Double, height: Double, rows: Int = 1) -> LayoutSection {
    // begin app-store
    var item = LayoutItem(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .fractionalHeight(1 / Double(rows))
      )
    )
    item.contentInsets = DirectionalEdgeInsets(top: 6, leading: 0, bottom: 6, trailing: 0)
    let column = LayoutGroup.vertical(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(width),
        heightDimension: .fractionalHeight(height)
      ),
      subitems: [item]
    )
    var section = LayoutSection(group: column)
    section.orthogonalScrollingBehavior = .groupPaging
    section.interGroupSpacing = 12
    // Everything begins 16 points from the side, headers too.
    section.contentInsets = DirectionalEdgeInsets(top: 6, leading: 16, bottom: 6, trailing: 16)
    if rows > 1 || width < 0.9 {
      section.boundarySupplementaryItems = [.header(estimatedHeight: 50)]
    }
    // end app-store
    return section
  }

  static func appStore(_ screen: PictureScreen) throws -> Picture {
    try Picture(of: shop(), on: screen)
  }

  static func comparison() throws -> PictureComparison {
    // begin changes
    let before = apps(Shop.apps)
    var rows = Shop.apps
    rows.remove(at: 1)
    rows.swapAt(0, 3)
    rows[2].viewModel.price = "Open"
    rows.insert(
      AppRow(
        viewModel: .init(
          name: "Tides",
          detail: "When the water comes",
          color: "systemBlue",
          price: "Get"
        )
      ),
      at: 2
    )
    let after = apps(rows)
    let screen = PictureScreen(width: 300, height: 480)
    var comparison = PictureComparison(
      from: try Picture(of: before, on: screen),
      to: try Picture(of: after, on: screen),
      by: try Changeset(from: before, to: after)
    )
    comparison.titles = ("Yesterday", "Today")
    // end changes
    return comparison
  }

  private static func apps(_ rows: [AppRow]) -> List {
    let row = LayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(68))
    var section = LayoutSection(
      group: .horizontal(layoutSize: row, subitems: [LayoutItem(layoutSize: row)])
    )
    section.interGroupSpacing = 8
    section.contentInsets = DirectionalEdgeInsets(top: 12, leading: 12, bottom: 12, trailing: 12)
    return List {
      Section(id: "apps") {
        for app in rows { Cell(id: Cell.ID(app.viewModel.name), component: app) }
      }
      .withSectionLayout(.compositional(section))
    }
  }

  static func transition() throws -> Film {
    let comparison = try comparison()
    // begin transition
    // The pictures are those of the comparison above.
    let transition = PictureTransition(from: comparison.before, to: comparison.after)
    var film = Film(title: "From yesterday to today")
    for time in [0, 0.15, 0.3, 0.7, 0.85, 1] {
      film.add(transition.picture(at: time), caption: "at \(time)")
    }
    // end transition
    return film
  }

  static func orthogonal() throws -> Film {
    // begin orthogonal
    var film = Film(title: "The same fling, at each behaviour")
    film.isNumbered = false
    for behavior in behaviors {
      let screen = GalleryScreen(rowOfTiles(behavior), width: 280, height: 120)
      try screen.view.flingSection(0, velocity: 0.9)
      film.add(screen.view, caption: behavior.rawValue)
    }
    // end orthogonal
    return film
  }

  private static var behaviors: [SectionLayout.OrthogonalScrollingBehavior] {
    [.continuous, .continuousGroupLeadingBoundary, .paging, .groupPaging, .groupPagingCentered]
  }

  private static func rowOfTiles(_ behavior: SectionLayout.OrthogonalScrollingBehavior) -> List {
    let group = LayoutGroup.horizontal(
      layoutSize: LayoutSize(
        widthDimension: .absolute(110),
        heightDimension: .absolute(96)
      ),
      subitems: [
        LayoutItem(
          layoutSize: LayoutSize(
            widthDimension: .fractionalWidth(1),
            heightDimension: .fractionalHeight(1)
          )
        )
      ]
    )
    var section = LayoutSection(group: group)
    section.orthogonalScrollingBehavior = behavior
    section.interGroupSpacing = 10
    section.contentInsets = DirectionalEdgeInsets(top: 12, leading: 12, bottom: 12, trailing: 12)
    return List {
      Section(id: "tiles") {
        for number in 1...14 { Cell(id: "\(number)", component: Tile(number)) }
      }
      .withSectionLayout(.compositional(section))
    }
  }
}

/// A list on a view.
final class GalleryScreen {
  let view: SimulatedCollectionView
  private let adapter: CollectionViewAdapter
  private let layoutAdapter = CollectionViewLayoutAdapter()

  init(
    _ list: List,
    width: Double,
    height: Double,
    registry: LayoutRegistry = LayoutRegistry(),
    decorations: [LayoutElementKind: AnyComponent] = [:]
  ) {
    view = SimulatedCollectionView(viewport: SimulatedViewport(width: width, height: height))
    view.layoutAdapter = layoutAdapter
    view.layoutRegistry = registry
    for (kind, component) in decorations {
      view.register(component, forDecorationViewOfKind: kind)
    }
    adapter = CollectionViewAdapter(collectionView: view, layoutAdapter: layoutAdapter)
    apply(list)
  }

  func apply(_ list: List) {
    adapter.apply(list)
    view.flush()
  }
}
