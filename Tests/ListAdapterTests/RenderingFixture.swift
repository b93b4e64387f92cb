import ListAdapter
import ListModel
import ListRendering

/// A component whose content remembers how it came about.
struct CardComponent: Component {
  /// Counts the drawings made with it.
  final class Coordinator {
    var drawings = 0
  }

  final class CardContent: DescribedContent {
    let coordinator: Coordinator
    var title = ""

    init(_ coordinator: Coordinator) { self.coordinator = coordinator }

    var node: ContentNode { .element("h2", ["class": "card"], text: title) }
  }

  static let componentType = "Card"
  var viewModel: String

  init(viewModel: String) { self.viewModel = viewModel }

  var layoutMode: ContentLayoutMode { .fitContent(estimatedSize: .init(width: 240, height: 150)) }

  func makeCoordinator() -> Coordinator { Coordinator() }

  func renderContent(coordinator: Coordinator) -> CardContent { CardContent(coordinator) }

  func render(in content: CardContent, coordinator: Coordinator) {
    content.title = viewModel
    coordinator.drawings += 1
  }
}

/// A component of another type that is shown in the same views.
struct BannerComponent: Component {
  static let componentType = "Banner"
  var viewModel: String

  init(viewModel: String) { self.viewModel = viewModel }

  var reuseIdentifier: String { CardComponent.componentType }

  func renderContent(coordinator: Void) -> TextContent { TextContent() }

  func render(in content: TextContent, coordinator: Void) { content.text = viewModel }
}

extension List {
  /// One section of cards, each with its title as id unless another is given.
  init(cards: [(id: String, title: String)]) {
    self.init(
      sections: [
        Section(
          id: "s",
          cells: cards.map { card in
            Cell(id: Cell.ID(card.id), component: CardComponent(viewModel: card.title))
          }
        )
      ]
    )
  }
}

extension SimulatedCollectionView {
  /// The simulated view at a path.
  func card(_ item: Int) -> SimulatedReusableView? {
    visibleCell(at: CellPath(0, item)) as? SimulatedReusableView
  }
}
