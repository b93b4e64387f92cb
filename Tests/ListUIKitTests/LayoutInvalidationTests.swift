import Foundation
import ListAdapter
import ListLayout
import ListModel
import ListUIKit
import Testing

/// A screen of cells that all come from one class.
@MainActor
final class CellsController: UIViewController, UICollectionViewDataSource {
  let collectionView: UICollectionView
  var counts: [Int]
  /// Called with each cell that is asked for.
  var show: (TitleCell, IndexPath) -> Void = { _, _ in }

  init(
    _ layout: UICollectionViewLayout,
    _ counts: [Int],
    size: CGSize = CGSize(width: 390, height: 844)
  ) {
    self.counts = counts
    collectionView = UICollectionView(
      frame: CGRect(origin: .zero, size: size),
      collectionViewLayout: layout
    )
    super.init(nibName: nil, bundle: nil)
    collectionView.register(TitleCell.self, forCellWithReuseIdentifier: "Cell")
    collectionView.register(
      TitleView.self,
      forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
      withReuseIdentifier: "Title"
    )
    collectionView.dataSource = self
  }

  required init?(coder: NSCoder) { nil }

  func numberOfSections(in collectionView: UICollectionView) -> Int { counts.count }

  func collectionView(
    _ collectionView: UICollectionView,
    numberOfItemsInSection section: Int
  ) -> Int { counts[section] }

  func collectionView(
    _ collectionView: UICollectionView,
    cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "Cell", for: indexPath)
    (cell as? TitleCell).map { show($0, indexPath) }
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView,
    viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView {
    collectionView.dequeueReusableSupplementaryView(
      ofKind: kind,
      withReuseIdentifier: "Title",
      for: indexPath
    )
  }

  func frame(_ item: Int, section: Int = 0) -> [Double]? {
    collectionView.simulation.frame(ofItemAt: CellPath(section: section, item: item)).map {
      [$0.x, $0.y, $0.width, $0.height]
    }
  }
}

@MainActor
@Suite struct LayoutInvalidationTests {
  @Test func `an invalidated layout asks its provider again`() {
    var (asked, height): (Int, CGFloat) = (0, 50)
    let layout = UICollectionViewCompositionalLayout { _, _ in
      asked += 1
      return rows(.absolute(height))
    }
    let screen = CellsController(layout, [3])
    let view = screen.collectionView
    view.layoutIfNeeded()
    #expect(asked == 1)
    #expect(view.contentSize.height == 150)
    view.layoutIfNeeded()
    #expect(asked == 1, "nothing has changed")
    height = 200
    layout.invalidateLayout()
    #expect(asked == 1, "only the next pass asks")
    view.layoutIfNeeded()
    #expect(asked == 2)
    #expect(view.contentSize.height == 600)
    height = 100
    view.simulation.invalidateLayout()
    view.layoutIfNeeded()
    #expect(asked == 3)
    #expect(view.contentSize.height == 300)
    #expect(view.failures.isEmpty)
  }

  @Test func `what was measured is kept where the provider answers the same`() {
    let layout = UICollectionViewCompositionalLayout { _, _ in rows(.estimated(44)) }
    let screen = CellsController(layout, [40], size: CGSize(width: 200, height: 300))
    screen.show = { cell, _ in cell.label.text = "one line" }
    let view = screen.collectionView
    view.layoutIfNeeded()
    let height = view.contentSize.height
    #expect(height < 40 * 44)
    layout.invalidateLayout()
    view.layoutIfNeeded()
    #expect(view.contentSize.height == height)
  }

  @Test func `a provider may look at the view while it is asked`() {
    var seen: [CGFloat] = []
    weak var view: UICollectionView?
    let layout = UICollectionViewCompositionalLayout { _, _ in
      MainActor.assumeIsolated { seen.append(view?.contentSize.height ?? -1) }
      return rows(.absolute(50))
    }
    let screen = CellsController(layout, [2])
    view = screen.collectionView
    view?.layoutIfNeeded()
    layout.invalidateLayout()
    view?.layoutIfNeeded()
    view?.frame = CGRect(x: 0, y: 0, width: 300, height: 300)
    #expect(seen == [0, 100, 100])
  }

  @Test func `after a batch, providers are asked by the new places of sections`() {
    let layout = UICollectionViewCompositionalLayout { section, _ in
      rows(.absolute(section == 0 ? 100 : 50))
    }
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 200, height: 600),
      collectionViewLayout: layout
    )
    let registration = UICollectionView.CellRegistration<TitleCell, Int> { _, _, _ in }
    let source = UICollectionViewDiffableDataSource<String, Int>(collectionView: view) {
      $0.dequeueConfiguredReusableCell(using: registration, for: $1, item: $2)
    }
    var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
    snapshot.appendSections(["a", "b"])
    snapshot.appendItems([1], toSection: "a")
    snapshot.appendItems([2], toSection: "b")
    source.apply(snapshot, animatingDifferences: false)
    view.layoutIfNeeded()
    #expect(view.contentSize.height == 150)
    snapshot.deleteSections(["a"])
    source.apply(snapshot, animatingDifferences: false)
    #expect(view.contentSize.height == 100, "b is the first section now")
    #expect(view.failures.isEmpty)
  }

  @Test func `another configuration of a layout is laid out`() {
    let layout = UICollectionViewCompositionalLayout(section: rows(.absolute(50)))
    let screen = CellsController(layout, [2, 2])
    screen.collectionView.layoutIfNeeded()
    let configuration = UICollectionViewCompositionalLayoutConfiguration()
    configuration.interSectionSpacing = 40
    layout.configuration = configuration
    screen.collectionView.layoutIfNeeded()
    #expect(screen.collectionView.contentSize.height == 240)
  }

  @Test func `a layout that was replaced changes nothing any more`() {
    let flow = UICollectionViewFlowLayout()
    let first = UICollectionViewCompositionalLayout(section: rows(.absolute(50)))
    let screen = CellsController(flow, [2])
    let view = screen.collectionView
    view.layoutIfNeeded()
    view.collectionViewLayout = first
    view.layoutIfNeeded()
    flow.scrollDirection = .horizontal
    view.layoutIfNeeded()
    #expect(view.simulation.scrollAxis == .vertical)
    view.collectionViewLayout = UICollectionViewCompositionalLayout(section: rows(.absolute(60)))
    let configuration = UICollectionViewCompositionalLayoutConfiguration()
    configuration.scrollDirection = .horizontal
    first.configuration = configuration
    view.layoutIfNeeded()
    #expect(view.simulation.scrollAxis == .vertical)
    #expect(view.contentSize.height == 120)
  }
}

@MainActor
@Suite struct FlowLayoutChangesTests {
  @Test func `the size of cells is changed on a view that shows them`() {
    let flow = UICollectionViewFlowLayout()
    let screen = CellsController(flow, [8])
    screen.collectionView.layoutIfNeeded()
    #expect(screen.collectionView.contentSize.height == 110)
    flow.itemSize = CGSize(width: 100, height: 100)
    screen.collectionView.layoutIfNeeded()
    #expect(screen.collectionView.contentSize.height == 320)
    #expect(screen.frame(1) == [145, 0, 100, 100])
    flow.minimumLineSpacing = 0
    screen.collectionView.layoutIfNeeded()
    #expect(screen.collectionView.contentSize.height == 300)
    flow.sectionInset = UIEdgeInsets(top: 5, left: 0, bottom: 5, right: 0)
    screen.collectionView.layoutIfNeeded()
    #expect(screen.collectionView.contentSize.height == 310)
    flow.headerReferenceSize = CGSize(width: 0, height: 20)
    screen.collectionView.layoutIfNeeded()
    #expect(screen.collectionView.contentSize.height == 330)
    #expect(
      screen.collectionView.supplementaryView(
        forElementKind: UICollectionView.elementKindSectionHeader,
        at: [0, 0]
      ) != nil
    )
    #expect(screen.collectionView.failures.isEmpty)
  }

  @Test func `a list is turned to the side after its layout was set`() {
    let flow = UICollectionViewFlowLayout()
    let screen = CellsController(flow, [4], size: CGSize(width: 300, height: 120))
    flow.scrollDirection = .horizontal
    screen.collectionView.layoutIfNeeded()
    #expect(screen.collectionView.simulation.scrollAxis == .horizontal)
    #expect(screen.collectionView.contentSize == CGSize(width: 110, height: 120))
    #expect(screen.frame(1) == [0, 70, 50, 50])
    #expect(screen.frame(2) == [60, 0, 50, 50])
  }

  @Test func `cells of automatic size are as large as what is in them`() throws {
    let flow = UICollectionViewFlowLayout()
    flow.estimatedItemSize = UICollectionViewFlowLayout.automaticSize
    let screen = CellsController(flow, [3])
    screen.show = { cell, path in
      cell.label.text = String(repeating: "word ", count: 1 + path.item * 3)
    }
    screen.collectionView.layoutIfNeeded()
    #expect(screen.collectionView.failures.isEmpty)
    let widths = try (0..<3).map { try #require(screen.frame($0))[2] }
    #expect(widths[0] < widths[1] && widths[1] < widths[2], "\(widths)")
  }

  @Test func `lines of cells of any size are made again when cells come and go`() {
    final class Sizes: UICollectionViewDelegateFlowLayout {
      func collectionView(
        _ collectionView: UICollectionView,
        layout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
      ) -> CGSize {
        CGSize(width: collectionView.bounds.width, height: CGFloat(10 * (indexPath.item + 1)))
      }
    }
    let sizes = Sizes()
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 200, height: 600),
      collectionViewLayout: UICollectionViewFlowLayout()
    )
    view.delegate = sizes
    let registration = UICollectionView.CellRegistration<TitleCell, Int> { _, _, _ in }
    let source = UICollectionViewDiffableDataSource<String, Int>(collectionView: view) {
      $0.dequeueConfiguredReusableCell(using: registration, for: $1, item: $2)
    }
    var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
    snapshot.appendSections(["a"])
    snapshot.appendItems([1, 2])
    source.apply(snapshot, animatingDifferences: false)
    view.layoutIfNeeded()
    #expect(view.contentSize.height == 40)
    snapshot.appendItems([3])
    source.apply(snapshot, animatingDifferences: false)
    #expect(view.contentSize.height == 80)
    #expect(view.failures.isEmpty)
  }
}
