import Foundation
import ListAdapter
import ListModel
import ListPictures
import ListUIKit
import Testing

/// A cell with a title, as an app writes it.
final class TitleCell: UICollectionViewCell {
  let label = UILabel()
  private(set) var reuses = 0

  override init(frame: CGRect) {
    super.init(frame: frame)
    label.numberOfLines = 0
    contentView.addSubview(label)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    reuses += 1
    label.text = nil
  }
}

/// A header with a title.
final class TitleView: UICollectionReusableView {
  let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(label)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}

@MainActor
func rows(_ height: NSCollectionLayoutDimension, header: Bool = false) -> NSCollectionLayoutSection
{
  let size = NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: height)
  let item = NSCollectionLayoutItem(layoutSize: size)
  let section = NSCollectionLayoutSection(
    group: NSCollectionLayoutGroup.horizontal(layoutSize: size, subitems: [item])
  )
  if header {
    let size = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .absolute(30)
    )
    section.boundarySupplementaryItems = [
      NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: size,
        elementKind: UICollectionView.elementKindSectionHeader,
        alignment: .top
      )
    ]
  }
  return section
}

/// What is drawn of a collection view.
@MainActor
func texts(_ view: SimulatedCollectionView) -> [String] {
  Picture(of: view).figures.flatMap { $0.node?.texts ?? [] }
}

/// A screen that is its list's data source and delegate.
final class NumbersController: UIViewController, UICollectionViewDataSource,
  UICollectionViewDelegate
{
  var numbers = Array(0..<40)
  var log: [String] = []
  lazy var collectionView: UICollectionView = {
    let layout = UICollectionViewCompositionalLayout(section: rows(.absolute(50), header: true))
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 300, height: 400),
      collectionViewLayout: layout
    )
    view.register(TitleCell.self, forCellWithReuseIdentifier: "Number")
    view.register(
      TitleView.self,
      forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
      withReuseIdentifier: "Title"
    )
    view.dataSource = self
    view.delegate = self
    return view
  }()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(collectionView)
  }

  func collectionView(
    _ collectionView: UICollectionView,
    numberOfItemsInSection section: Int
  ) -> Int { numbers.count }

  func collectionView(
    _ collectionView: UICollectionView,
    cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "Number", for: indexPath)
    (cell as? TitleCell)?.label.text = "number \(numbers[indexPath.item])"
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView,
    viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView {
    let view = collectionView.dequeueReusableSupplementaryView(
      ofKind: kind,
      withReuseIdentifier: "Title",
      for: indexPath
    )
    (view as? TitleView)?.label.text = "Numbers"
    return view
  }

  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    log.append("selected \(numbers[indexPath.row])")
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    log.append("scrolled to \(Int(scrollView.contentOffset.y))")
  }
}

@MainActor
@Suite struct CollectionViewTests {
  @Test func `a data source's cells are drawn, reused and touched`() throws {
    let screen = NumbersController()
    screen.loadViewIfNeeded()
    screen.view.layoutIfNeeded()
    let view = screen.collectionView
    #expect(view.failures.isEmpty)
    #expect(view.visibleCells.count == 8)
    #expect(view.contentSize == CGSize(width: 300, height: 2030))
    #expect(texts(view.simulation).contains("Numbers"))
    #expect(texts(view.simulation).contains("number 0"))

    view.simulation.tapItem(at: CellPath(section: 0, item: 2))
    #expect(view.indexPathsForSelectedItems == [IndexPath(item: 2, section: 0)])
    #expect((view.cellForItem(at: [0, 2]) as? TitleCell)?.isSelected == true)
    try view.simulation.scroll(to: 1000)
    #expect(screen.log == ["selected 2", "scrolled to 1000"])
    let cells = view.visibleCells.compactMap { $0 as? TitleCell }
    #expect(cells.allSatisfy { $0.label.text?.hasPrefix("number ") == true })
    #expect(cells.contains { $0.reuses > 0 })
    view.scrollToItem(at: IndexPath(row: 39, section: 0), at: .bottom, animated: false)
    #expect(view.contentOffset.y == 1630)
    #expect(view.failures.isEmpty)
  }

  @Test func `a cell of an identifier that nobody registered is a failure, with UIKit's text`() {
    let view = UICollectionView(
      frame: .zero,
      collectionViewLayout: UICollectionViewCompositionalLayout(section: rows(.absolute(50)))
    )
    let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: view) {
      view,
      path,
      _ in
      view.dequeueReusableCell(withReuseIdentifier: "Nothing", for: path)
    }
    var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
    snapshot.appendSections([0])
    snapshot.appendItems([1])
    source.apply(snapshot)
    view.layoutIfNeeded()
    let failure = view.failures.map { "\($0)" }.joined()
    #expect(failure.contains("could not dequeue a view with identifier Nothing"), "\(failure)")
    #expect(view.visibleCells.isEmpty)
  }

  @Test func `a cell that does not come out of the pool is a failure`() {
    let view = UICollectionView(
      frame: .zero,
      collectionViewLayout: UICollectionViewCompositionalLayout(section: rows(.absolute(50)))
    )
    let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: view) { _, _, _ in
      UICollectionViewCell()
    }
    var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
    snapshot.appendSections([0])
    snapshot.appendItems([1])
    source.apply(snapshot)
    view.layoutIfNeeded()
    let failure = view.failures.map { "\($0)" }.joined()
    #expect(failure.contains("Expected dequeued view to be returned"), "\(failure)")
  }

  @Test func `cells choose their height by what is in them`() throws {
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 200, height: 600),
      collectionViewLayout: UICollectionViewCompositionalLayout(section: rows(.estimated(44)))
    )
    let registration = UICollectionView.CellRegistration<TitleCell, String> { cell, _, text in
      cell.label.text = text
    }
    let source = UICollectionViewDiffableDataSource<Int, String>(collectionView: view) {
      $0.dequeueConfiguredReusableCell(using: registration, for: $1, item: $2)
    }
    var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
    snapshot.appendSections([0])
    snapshot.appendItems(["short", String(repeating: "a long text ", count: 12)])
    source.apply(snapshot, animatingDifferences: false)
    view.layoutIfNeeded()
    #expect(view.failures.isEmpty)
    let heights = try (0..<2).map {
      try #require(view.simulation.frame(ofItemAt: CellPath(section: 0, item: $0))).height
    }
    #expect(heights[0] == 21)
    #expect(heights[1] > 3 * 21, "\(heights)")
  }

  @Test func `a layout is changed on a view that shows something`() throws {
    let screen = NumbersController()
    screen.loadViewIfNeeded()
    let view = screen.collectionView
    view.layoutIfNeeded()
    view.setCollectionViewLayout(
      UICollectionViewCompositionalLayout(section: rows(.absolute(100))),
      animated: true
    )
    view.layoutIfNeeded()
    #expect(view.contentSize.height == 4000)
    #expect(view.visibleCells.count == 4)
    #expect(view.failures.isEmpty)
  }

  @Test func `decorations are made of a class`() {
    final class Ground: UICollectionReusableView {
      override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .systemYellow
      }
      required init?(coder: NSCoder) { super.init(coder: coder) }
    }
    let section = rows(.absolute(50))
    section.decorationItems = [.background(elementKind: "ground")]
    let layout = UICollectionViewCompositionalLayout(section: section)
    layout.register(Ground.self, forDecorationViewOfKind: "ground")
    let screen = NumbersController()
    screen.collectionView.collectionViewLayout = layout
    screen.collectionView.layoutIfNeeded()
    #expect(screen.collectionView.failures.isEmpty)
    #expect(Picture(of: screen.collectionView.simulation).svg().contains("#ffcc00"))
  }

  @Test func `a layout is told of the device`() {
    var idioms: [UIUserInterfaceIdiom] = []
    let layout = UICollectionViewCompositionalLayout { _, environment in
      idioms.append(environment.traitCollection.userInterfaceIdiom)
      return rows(.absolute(50))
    }
    let screen = NumbersController()
    screen.collectionView.collectionViewLayout = layout
    screen.collectionView.layoutIfNeeded()
    screen.collectionView.frame = CGRect(x: 0, y: 0, width: 820, height: 1180)
    #expect(idioms.first == .phone)
    #expect(idioms.last == .pad)
  }
}

@MainActor
@Suite struct FlowLayoutTests {
  /// A screen whose delegate says how large each cell is.
  final class Sized: UIViewController, UICollectionViewDataSource,
    UICollectionViewDelegateFlowLayout
  {
    var sizes: [CGSize] = []

    func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      sizes.count
    }

    func collectionView(
      _ view: UICollectionView,
      cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      view.dequeueReusableCell(withReuseIdentifier: "Number", for: indexPath)
    }

    func collectionView(
      _ view: UICollectionView,
      layout: UICollectionViewLayout,
      sizeForItemAt indexPath: IndexPath
    ) -> CGSize { sizes[indexPath.item] }
  }

  private func frames(_ sizes: [CGSize]) -> [[Double]] {
    let screen = Sized()
    screen.sizes = sizes
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 320, height: 480),
      collectionViewLayout: UICollectionViewFlowLayout()
    )
    view.register(TitleCell.self, forCellWithReuseIdentifier: "Number")
    view.dataSource = screen
    view.delegate = screen
    view.layoutIfNeeded()
    #expect(view.failures.isEmpty)
    return sizes.indices.compactMap { item in
      view.simulation.frame(ofItemAt: CellPath(section: 0, item: item)).map {
        [$0.x, $0.y, $0.width, $0.height]
      }
    }
  }

  @Test func `equal cells stand in lines that are justified`() {
    let frames = frames(Array(repeating: CGSize(width: 90, height: 40), count: 4))
    #expect(frames == [[0, 0, 90, 40], [115, 0, 90, 40], [230, 0, 90, 40], [0, 50, 90, 40]])
  }

  @Test func `cells of any size stand in lines`() {
    let frames = frames([
      CGSize(width: 200, height: 40), CGSize(width: 100, height: 60),
      CGSize(width: 320, height: 20),
    ])
    #expect(frames == [[0, 10, 200, 40], [220, 0, 100, 60], [0, 70, 320, 20]])
  }

  /// A delegate that answers for each section.
  final class PerSection: UIViewController, UICollectionViewDataSource,
    UICollectionViewDelegateFlowLayout
  {
    var answers = 0
    var reloads = 0

    func numberOfSections(in view: UICollectionView) -> Int { 3 }
    func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      section == 1 ? 0 : 3
    }
    func collectionView(
      _ view: UICollectionView,
      cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      view.dequeueReusableCell(withReuseIdentifier: "Number", for: indexPath)
    }
    func collectionView(
      _ view: UICollectionView,
      layout: UICollectionViewLayout,
      insetForSectionAt section: Int
    ) -> UIEdgeInsets {
      answers += 1
      if reloads > 0 {
        reloads -= 1
        view.reloadData()
      }
      return UIEdgeInsets(top: 4, left: CGFloat(10 * section), bottom: 6, right: 0)
    }
    func collectionView(
      _ view: UICollectionView,
      layout: UICollectionViewLayout,
      minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat { CGFloat(section) }
    func collectionView(
      _ view: UICollectionView,
      layout: UICollectionViewLayout,
      minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat { 30 }
    func collectionView(
      _ view: UICollectionView,
      layout: UICollectionViewLayout,
      referenceSizeForFooterInSection section: Int
    ) -> CGSize { .zero }
    func collectionView(
      _ view: UICollectionView,
      layout: UICollectionViewLayout,
      sizeForItemAt indexPath: IndexPath
    ) -> CGSize { CGSize(width: 60, height: 20) }
  }

  private func view(_ delegate: PerSection) -> UICollectionView {
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 180, height: 480),
      collectionViewLayout: UICollectionViewFlowLayout()
    )
    view.register(TitleCell.self, forCellWithReuseIdentifier: "Number")
    view.dataSource = delegate
    view.delegate = delegate
    return view
  }

  @Test func `a delegate's values win over the layout's, section by section`() {
    let delegate = PerSection()
    let view = view(delegate)
    view.layoutIfNeeded()
    #expect(view.failures.isEmpty)
    func frame(_ section: Int, _ item: Int) -> [Double]? {
      view.simulation.frame(ofItemAt: CellPath(section: section, item: item)).map {
        [$0.x, $0.y, $0.width, $0.height]
      }
    }
    #expect(frame(0, 1) == [120, 4, 60, 20])
    #expect(frame(0, 2) == [0, 24, 60, 20])
    // The section without cells takes no room.
    #expect(frame(2, 0) == [20, 54, 60, 20])
    #expect(frame(2, 2) == [20, 76, 60, 20])
    view.contentInset = UIEdgeInsets(left: 10, right: 10)
    view.layoutIfNeeded()
    #expect(view.contentSize.width == 160)
    #expect(frame(0, 1) == [100, 4, 60, 20])
  }

  @Test func `a delegate that reloads the list whenever it is asked is stopped`() {
    let delegate = PerSection()
    delegate.reloads = 5
    let view = view(delegate)
    view.layoutIfNeeded()
    #expect(view.failures.isEmpty)
    #expect(view.simulation.frame(ofItemAt: CellPath(section: 0, item: 1))?.x == 120)
    delegate.reloads = .max
    view.reloadData()
    view.layoutIfNeeded()
    #expect(view.failures.count == 1)
  }
}
