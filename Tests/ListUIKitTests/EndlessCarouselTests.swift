import Foundation
import ListAdapter
import ListModel
import ListUIKit
import Testing

/// A carousel that an app makes endless itself: three copies of its banners, and a handler of the visible items that
/// goes back to the middle copy.
@MainActor
private final class EndlessCarousel {
  static let count = 3
  private(set) var handlerCalls = 0
  private(set) var view = UICollectionView(
    frame: CGRect(x: 0, y: 0, width: 400, height: 100),
    collectionViewLayout: UICollectionViewLayout()
  )
  private var source: UICollectionViewDiffableDataSource<Int, Int>?

  init() {
    view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "Cell")
    view.collectionViewLayout = UICollectionViewCompositionalLayout { [weak self] _, _ in
      self?.section()
    }
    let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: view) {
      view,
      path,
      _ in view.dequeueReusableCell(withReuseIdentifier: "Cell", for: path)
    }
    self.source = source
    var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
    snapshot.appendSections([0])
    snapshot.appendItems(Array(0..<3 * Self.count))
    source.apply(snapshot, animatingDifferences: false)
    view.layoutIfNeeded()
    view.scrollToItem(at: [0, Self.count], at: .left, animated: false)
  }

  private func section() -> NSCollectionLayoutSection {
    let whole = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .fractionalHeight(1)
    )
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: .init(
        widthDimension: .fractionalWidth(0.9),
        heightDimension: .fractionalHeight(1)
      ),
      subitems: [NSCollectionLayoutItem(layoutSize: whole)]
    )
    let section = NSCollectionLayoutSection(group: group)
    section.orthogonalScrollingBehavior = .groupPagingCentered
    section.visibleItemsInvalidationHandler = { [weak self] items, _, _ in
      self?.handlerCalls += 1
      guard let last = items.last?.indexPath.item else { return }
      self?.comeBack(from: last)
    }
    return section
  }

  private func comeBack(from last: Int) {
    if last == Self.count - 1 {
      view.scrollToItem(at: [0, 2 * Self.count - 1], at: .left, animated: false)
    } else if last == 2 * Self.count + 1 {
      view.scrollToItem(at: [0, Self.count], at: .left, animated: false)
    }
  }

  /// Throws the carousel by one banner, and returns the banner in the middle.
  func fling(_ direction: Double) throws -> Int {
    try view.simulation.flingSection(0, by: 40 * direction, velocity: 0.6 * direction)
    let offset = view.simulation.orthogonalOffset(ofSection: 0)
    let item = Int(((offset + 20) / 360).rounded())
    return item % Self.count + 1
  }
}

@MainActor
@Suite struct EndlessCarouselTests {
  @Test func `an endless carousel of an app runs backwards as forwards`() throws {
    let forwards = EndlessCarousel()
    #expect(try (0..<7).map { _ in try forwards.fling(1) } == [2, 3, 1, 2, 3, 1, 2])
    let backwards = EndlessCarousel()
    #expect(try (0..<7).map { _ in try backwards.fling(-1) } == [3, 2, 1, 3, 2, 1, 3])
    #expect(forwards.handlerCalls > 7 * 8, "the handler is called at every step")
    #expect(forwards.view.failures.isEmpty)
  }
}
