import ListAdapterUIKit
import Testing

// Code of an app in the language mode of Swift 5, which says nowhere that it is on the main actor. Warnings are
// errors here: this compiles without any.

/// A number that is computed from the screen, by a class of no actor.
final class Measures {
  func cardWidth() -> CGFloat { UIScreen.main.bounds.width - 32 }

  func title(_ text: String) -> UILabel {
    let label = UILabel()
    label.text = text
    return label
  }

  func reload(_ view: UICollectionView) {
    view.collectionViewLayout.invalidateLayout()
    view.reloadData()
  }

  func views(_ view: UIView) -> Set<UIView> { Set(view.subviews) }
}

@Suite struct Swift5Tests {
  @Test @MainActor func `code of Swift 5 looks at the screen without saying where it is`() {
    let width = UIScreen.main.bounds.width
    #expect(Measures().cardWidth() == width - 32)
    #expect(Measures().title("Feed").text == "Feed")
    let view = UIView()
    view.addSubview(UILabel())
    #expect(Measures().views(view).count == 1)
  }
}

// The parts of an example for TurboListKit, whose components say nowhere that they are on the main actor.

private struct FeedItem: Codable, Hashable {
  var id: Int
  var text: String
}

private struct FeedComponent: Component {
  static let componentType = "feed"
  var viewModel: FeedItem
  var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 44) }

  func renderContent(coordinator: Void) -> UILabel { UILabel() }

  func render(in content: UILabel, coordinator: Void) { content.text = viewModel.text }
}

private final class FeedScreen {
  private let layoutAdapter = CollectionViewLayoutAdapter()
  private var reloads = 0

  private(set) lazy var collectionView: UICollectionView = {
    let layout = UICollectionViewCompositionalLayout { [weak self] index, environment in
      self?.layoutAdapter.sectionLayout(index: index, enviroment: environment)
    }
    return UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 200, height: 200),
      collectionViewLayout: layout
    )
  }()

  @MainActor private(set) lazy var adapter = CollectionViewAdapter(
    configuration: .init(refreshControl: .enabled(tintColor: .systemBlue)),
    collectionView: collectionView,
    layoutAdapter: layoutAdapter
  )

  @MainActor func render(_ items: [FeedItem]) {
    let list = List {
      Section(id: "feed") {
        for item in items { Cell(id: "\(item.id)", component: FeedComponent(viewModel: item)) }
      }
      .withSectionLayout(VerticalLayout(spacing: 12).insets(.init(top: 16, bottom: 16)))
    }
    adapter.apply(list, updateStrategy: .animatedBatchUpdates)
  }
}

extension Swift5Tests {
  @Test @MainActor func `components make views without saying that they are on the main actor`() {
    let screen = FeedScreen()
    screen.render([FeedItem(id: 1, text: "one"), FeedItem(id: 2, text: "two")])
    screen.collectionView.layoutIfNeeded()
    let labels = screen.collectionView.visibleCells.compactMap {
      ($0.contentView.subviews.first as? UILabel)?.text
    }
    #expect(labels == ["one", "two"])
  }
}
