import ListAdapter
import ListLayout
import ListModel
import ListPictures
import ListRendering

// Banners in an endless loop, while a person flings them.

extension GalleryPicture {
  static func carousel() throws -> Film {
    // begin carousel
    let item = LayoutItem(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .fractionalHeight(1)
      )
    )
    let group = LayoutGroup.horizontal(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(0.8),
        heightDimension: .absolute(120)
      ),
      subitems: [item]
    )
    var section = LayoutSection(group: group)
    section.orthogonalScrollingBehavior = .groupPagingCentered
    section.contentInsets = DirectionalEdgeInsets(top: 12, leading: 0, bottom: 12, trailing: 0)
    section.visibleItemsInvalidationHandler = "smaller at the sides"
    let list = List {
      Section(id: "banners") {
        for number in 1...3 { Cell(id: "\(number)", component: Tile(number)) }
      }
      .withSectionLayout(.compositional(section.infiniteCarousel()))
    }

    var registry = LayoutRegistry()
    registry.visibleItemsHandlers["smaller at the sides"] = { items, offset, environment in
      let width = environment.container.contentSize.width
      for index in items.indices {
        let distance = abs(items[index].frame.center.x - width / 2)
        items[index].scale = max(1 - distance / width * 0.4, 0.8)
      }
    }

    // A view, and an adapter that shows the list on it.
    let screen = GalleryScreen(list, width: 300, height: 144, registry: registry)
    var film = Film(title: "Three banners that go round")
    film.add(screen.view, caption: "at rest")
    let start = screen.view.orthogonalOffset(ofSection: 0)
    for share in [0.25, 0.5, 0.75, 1] {
      try screen.view.scrollSection(0, to: start + 240 * share)
      film.add(screen.view, caption: "\(Int(share * 100)) % of the way")
    }
    // end carousel
    try screen.view.flingSection(0, velocity: 1)
    film.add(screen.view, caption: "thrown: one on")
    try screen.view.flingSection(0, velocity: 1)
    film.add(screen.view, caption: "thrown again: round")
    try screen.view.flingSection(0, velocity: -1)
    film.add(screen.view, caption: "thrown back")
    try screen.view.advanceCarousel(inSection: 0)
    film.add(screen.view, caption: "goes on by itself")
    return film
  }
}
