import Foundation
import ListAdapter
import ListAdapterUIKit
import ListLayout
import ListModel
import ListRendering
import ListUIKit
import Testing

/// A view that is a component's content.
final class RowView: UIView {
  let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(label)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    autoLayoutFittingSize(for: size, minimumHeight: 60)
  }
}

struct RowComponent: Component {
  static let componentType = "uikit.row"
  var viewModel: String

  var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 44) }

  func renderContent(coordinator: Void) -> RowView {
    MainActor.assumeIsolated { RowView() }
  }

  func render(in content: RowView, coordinator: Void) {
    MainActor.assumeIsolated { content.label.text = viewModel }
  }
}

/// A screen of an adapter, as a README shows it.
final class FeedController: UIViewController {
  private let layoutAdapter = CollectionViewLayoutAdapter()
  private(set) lazy var collectionView: UICollectionView = {
    let layout = UICollectionViewCompositionalLayout { [weak self] index, environment in
      self?.layoutAdapter.sectionLayout(index: index, enviroment: environment)
    }
    return UICollectionView(frame: .zero, collectionViewLayout: layout)
  }()
  private(set) lazy var adapter = CollectionViewAdapter(
    configuration: .init(refreshControl: .enabled(tintColor: .systemBlue)),
    collectionView: collectionView,
    layoutAdapter: layoutAdapter
  )
  var items = ["one", "two"]
  private(set) var log: [String] = []

  func render() {
    adapter.apply(list())
    collectionView.simulation.flush()
  }

  func list() -> List {
    List {
      Section(id: "feed") {
        for item in items {
          Cell(id: item, component: RowComponent(viewModel: item))
            .didSelect { [weak self] context in self?.log.append("selected \(context.id)") }
        }
      }
      .withHeader(RowComponent(viewModel: "Feed"))
      .withSectionLayout(
        DefaultCompositionalLayoutSectionFactory.vertical(spacing: 12)
          .withSectionContentInsets(.init(top: 16, leading: 20, bottom: 16, trailing: 20))
      )
    }
    .onRefresh { [weak self] _ in self?.reload() }
    .onReachEnd(offsetFromEnd: .relativeToContainerSize(multiplier: 1)) { [weak self] _ in
      self?.log.append("end")
    }
    .shouldScrollToTop { [weak self] _ in self?.items.isEmpty ?? true }
  }

  private func reload() {
    log.append("refresh")
    items.append("three")
    render()
  }
}

@MainActor
@Suite struct AdapterCodeTests {
  @Test func `handlers of a screen on the main actor change the screen`() throws {
    let screen = FeedController()
    screen.render()
    #expect(screen.collectionView.failures.isEmpty)
    #expect(screen.log == ["end"])
    let view = screen.collectionView.simulation
    view.tapItem(at: CellPath(section: 0, item: 1))
    view.pullToRefresh()
    view.flush()
    #expect(screen.log == ["end", "selected two", "refresh", "end"])
    #expect(view.numberOfItemsInSections == [3])
    #expect(view.frame(ofItemAt: CellPath(section: 0, item: 1))?.height == 60)
    #expect(view.frame(ofItemAt: CellPath(section: 0, item: 1))?.x == 20)
    #expect(texts(view).sorted() == ["Feed", "one", "three", "two"])
  }

  @Test func `the three factories, and sections of UIKit, make layouts`() {
    let section = Section(id: "a", cells: [])
    #expect(
      section.withSectionLayout(
        VerticalLayout(spacing: 8).insets(.init(top: 1)).headerPinToVisibleBounds(true)
      ).layout
        == section.withSectionLayout(
          .vertical(spacing: 8)
            .withSectionContentInsets(.init(top: 1, leading: 0, bottom: 0, trailing: 0))
            .withHeaderPinToVisibleBounds(true)
        ).layout
    )
    #expect(
      section.withSectionLayout(
        HorizontalLayout(spacing: 4, scrollingBehavior: .groupPaging).footerPinToVisibleBounds(true)
      ).layout
        == section.withSectionLayout(
          .horizontal(spacing: 4, scrollingBehavior: .groupPaging)
            .withFooterPinToVisibleBounds(true)
        ).layout
    )
    #expect(
      section.withSectionLayout(
        VerticalGridLayout(numberOfItemsInRow: 3, itemSpacing: 1, lineSpacing: 2)
      ).layout
        == section.withSectionLayout(
          .verticalGrid(numberOfItemsInRow: 3, itemSpacing: 1, lineSpacing: 2)
        ).layout
    )
    let rows = rows(.absolute(50))
    #expect(
      section.withSectionLayout(rows).layout
        == section.withSectionLayout(.compositional(rows.layoutSection)).layout
    )
  }
}
