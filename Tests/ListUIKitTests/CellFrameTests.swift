import Foundation
import ListAdapter
import ListAdapterUIKit
import ListModel
import ListPictures
import ListUIKit
import Testing

@MainActor
@Suite struct CellFrameTests {
  /// A cell that keeps what it is told of its size.
  final class WatchingCell: UICollectionViewCell {
    let firstFrame: CGRect
    let firstContentFrame: CGRect
    var layouts: [CGSize] = []

    override init(frame: CGRect) {
      firstFrame = frame
      firstContentFrame = CGRect(origin: .zero, size: frame.size)
      super.init(frame: frame)
      #expect(contentView.frame == firstContentFrame)
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
      super.layoutSubviews()
      layouts.append(contentView.bounds.size)
    }
  }

  @Test func `a cell is made and shown with the frame that the layout has for it`() throws {
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 300, height: 400),
      collectionViewLayout: UICollectionViewCompositionalLayout(section: rows(.absolute(50)))
    )
    var configured: [CGRect] = []
    let registration = UICollectionView.CellRegistration<WatchingCell, Int> { cell, _, _ in
      configured.append(cell.frame)
    }
    let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: view) {
      $0.dequeueConfiguredReusableCell(using: registration, for: $1, item: $2)
    }
    var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
    snapshot.appendSections([0])
    snapshot.appendItems([1, 2])
    source.apply(snapshot, animatingDifferences: false)
    view.layoutIfNeeded()
    let cell = try #require(view.cellForItem(at: [0, 1]) as? WatchingCell)
    let place = CGRect(x: 0, y: 50, width: 300, height: 50)
    #expect(cell.firstFrame == place)
    #expect(configured.last == place)
    #expect(cell.frame == place)
    #expect(cell.bounds == CGRect(x: 0, y: 0, width: 300, height: 50))
    #expect(cell.contentView.frame == cell.bounds)
    #expect(cell.layouts.last == CGSize(width: 300, height: 50))

    view.frame = CGRect(x: 0, y: 0, width: 200, height: 400)
    #expect(cell.frame.size == CGSize(width: 200, height: 50))
    #expect(cell.contentView.frame.size == CGSize(width: 200, height: 50))
    #expect(cell.layouts.last == CGSize(width: 200, height: 50))
    #expect(view.failures.isEmpty)
  }

  @Test func `a cell that was used again has the frame of its new place`() throws {
    let screen = NumbersController()
    screen.loadViewIfNeeded()
    screen.view.layoutIfNeeded()
    let view = screen.collectionView
    try view.simulation.scroll(to: 1000)
    for path in view.indexPathsForVisibleItems {
      let cell = try #require(view.cellForItem(at: path))
      #expect(cell.frame.origin.y == CGFloat(30 + 50 * path.item))
    }
    try view.simulation.scroll(to: 0)
    let header = try #require(
      view.supplementaryView(
        forElementKind: UICollectionView.elementKindSectionHeader,
        at: [0, 0]
      )
    )
    #expect(header.frame == CGRect(x: 0, y: 0, width: 300, height: 30))
  }

  @Test func `a cell that chooses its height has it once it is laid out`() throws {
    let layout = UICollectionViewCompositionalLayout(section: rows(.estimated(44)))
    let screen = CellsController(layout, [2], size: CGSize(width: 200, height: 600))
    screen.show = { cell, path in
      cell.label.text = String(repeating: "a long text ", count: path.item == 0 ? 1 : 12)
    }
    screen.collectionView.layoutIfNeeded()
    let cells = screen.collectionView.visibleCells
    #expect(cells.map { Double($0.frame.height) } == (0...1).compactMap { screen.frame($0)?[3] })
    #expect(cells[0].frame.height == 21, "that of its text: nothing is kept clear around it")
    #expect(cells[1].frame.origin.y == 21)
    screen.collectionView.collectionViewLayout.invalidateLayout()
    screen.collectionView.layoutIfNeeded()
    #expect(cells[0].frame.height == 21, "what it needs is not what it has")
  }

  @Test func `rows and titles of a table have frames`() throws {
    final class Rows: UITableViewDataSource {
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath)
        -> UITableViewCell
      {
        let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
        cell.textLabel?.text = "row"
        return cell
      }
    }
    let rows = Rows()
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), style: .plain)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    table.dataSource = rows
    table.layoutIfNeeded()
    let cell = try #require(table.cellForRow(at: [0, 1]))
    #expect(cell.frame == CGRect(x: 0, y: 44, width: 320, height: 44))
    #expect(cell.contentView.frame.size == CGSize(width: 320, height: 44))
  }

  @Test func `a list without a size is as large as the cell it is in`() throws {
    final class ShelfCell: UICollectionViewCell {
      let shelf = UICollectionView(
        frame: .zero,
        collectionViewLayout: UICollectionViewFlowLayout()
      )
      override init(frame: CGRect) {
        super.init(frame: frame)
        contentView.addSubview(shelf)
      }
      required init?(coder: NSCoder) { nil }
    }
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 300, height: 400),
      collectionViewLayout: UICollectionViewCompositionalLayout(section: rows(.absolute(120)))
    )
    let registration = UICollectionView.CellRegistration<ShelfCell, Int> { _, _, _ in }
    let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: view) {
      $0.dequeueConfiguredReusableCell(using: registration, for: $1, item: $2)
    }
    var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
    snapshot.appendSections([0])
    snapshot.appendItems([1])
    source.apply(snapshot, animatingDifferences: false)
    view.layoutIfNeeded()
    let shelf = try #require((view.visibleCells.first as? ShelfCell)?.shelf)
    #expect(shelf.frame == CGRect(x: 0, y: 0, width: 300, height: 120))
    #expect(shelf.simulation.viewport.height == 120)
    view.frame = CGRect(x: 0, y: 0, width: 200, height: 400)
    #expect(shelf.frame.size == CGSize(width: 200, height: 120))
    shelf.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
    view.frame = CGRect(x: 0, y: 0, width: 250, height: 400)
    #expect(shelf.frame.size == CGSize(width: 50, height: 50), "it was given a size")
  }

  @Test func `masks say how views change with the view they are in`() {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let filling = UIView(frame: view.bounds)
    filling.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    let corner = UIView(frame: CGRect(x: 80, y: 80, width: 20, height: 20))
    corner.autoresizingMask = [.flexibleLeftMargin, .flexibleTopMargin]
    let still = UIView(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
    for part in [filling, corner, still] { view.addSubview(part) }
    view.frame = CGRect(x: 5, y: 5, width: 200, height: 150)
    #expect(filling.frame == view.bounds)
    #expect(corner.frame == CGRect(x: 180, y: 130, width: 20, height: 20))
    #expect(still.frame == CGRect(x: 10, y: 10, width: 20, height: 20))
    view.center = CGPoint(x: 200, y: 200)
    #expect(view.frame.origin == CGPoint(x: 100, y: 125))
  }
}

@MainActor
@Suite struct ViewTests {
  @Test func `views, layouts and screens are objects of Foundation`() {
    let view = UILabel()
    let views: Set<UIView> = [view, view, UIView()]
    #expect(views.count == 2)
    let layout: NSObject = UICollectionViewFlowLayout()
    let screen: NSObject = UIViewController()
    #expect(layout != screen)
    #expect(view.changed { $0.text = "text" }.text == "text")
  }

  @Test func `nothing is drawn around a cell without a ground`() {
    let layout = UICollectionViewCompositionalLayout(section: rows(.absolute(50)))
    let screen = CellsController(layout, [1])
    screen.show = { cell, _ in cell.label.text = "plain" }
    screen.collectionView.layoutIfNeeded()
    let bare = Picture(of: screen.collectionView.simulation).svg()
    #expect(bare.contains("plain"))
    #expect(!bare.contains("#ffffff"), "no white card")
    screen.collectionView.visibleCells.first?.contentView.backgroundColor = .white
    #expect(Picture(of: screen.collectionView.simulation).svg().contains("#ffffff"))
  }

  @Test func `a header needs no more than what is in it`() {
    let header = TitleView()
    header.label.text = "Title"
    let label = header.label.sizeThatFits(CGSize(width: 300, height: 100))
    let needed = header.sizeThatFits(CGSize(width: 300, height: 100))
    #expect(needed.height == label.height)
    #expect(abs(needed.width - label.width) < 1)
    let fitting = header.autoLayoutFittingSize(for: CGSize(width: 300, height: 100))
    #expect(fitting.height == label.height)
  }

  @Test func `cells of an adapter hold the content of their components`() throws {
    let screen = FeedController()
    screen.render()
    let view = screen.collectionView
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.addSubview(view)
    #expect(view.visibleCells.count == 2)
    let cell = try #require(view.cellForItem(at: [0, 1]))
    #expect((cell.contentView.subviews.first as? RowView)?.label.text == "two")
    #expect(cell.frame.size == CGSize(width: 350, height: 60))
    #expect(cell.contentView.subviews.first?.frame == cell.contentView.bounds)
    #expect(view.indexPath(for: cell) == [0, 1])
    screen.items = ["one", "another", "two"]
    screen.render()
    #expect(view.visibleCells.count == 3)
    #expect(view.cellForItem(at: [0, 2]) === cell, "it has moved")
    #expect(cell.frame.size == CGSize(width: 350, height: 60))
  }
}

private protocol Changed: AnyObject {}
extension NSObject: Changed {}
extension Changed {
  fileprivate func changed(_ change: (Self) -> Void) -> Self {
    change(self)
    return self
  }
}

@MainActor
@Suite(.serialized) struct DeviceTests {
  /// The traits that a list is told of.
  private func traits(_ list: CGSize, on screen: CGSize) -> UITraitCollection? {
    let before = UIScreen.main.bounds
    UIScreen.main.bounds = CGRect(origin: .zero, size: screen)
    defer { UIScreen.main.bounds = before }
    var traits: UITraitCollection?
    let layout = UICollectionViewCompositionalLayout { _, environment in
      traits = environment.traitCollection
      return rows(.absolute(50))
    }
    let screen = CellsController(layout, [1], size: list)
    withExtendedLifetime(screen) { screen.collectionView.layoutIfNeeded() }
    return traits
  }

  @Test func `a phone on its side is a phone`() {
    let (upright, lying) = (CGSize(width: 390, height: 844), CGSize(width: 844, height: 390))
    for (list, screen) in [(lying, lying), (lying, upright), (upright, upright)] {
      let traits = traits(list, on: screen)
      #expect(traits?.userInterfaceIdiom == .phone)
      #expect(traits?.horizontalSizeClass == .compact)
      #expect(traits?.verticalSizeClass == (list == lying ? .compact : .regular))
    }
    let large = CGSize(width: 932, height: 430)
    #expect(traits(large, on: large)?.horizontalSizeClass == .regular)
    #expect(traits(large, on: large)?.userInterfaceIdiom == .phone)
  }

  @Test func `a low list on a tablet is on a tablet`() {
    let tablet = CGSize(width: 820, height: 1180)
    #expect(traits(tablet, on: CGSize(width: 390, height: 844))?.userInterfaceIdiom == .pad)
    let row = traits(CGSize(width: 820, height: 200), on: tablet)
    #expect(row?.userInterfaceIdiom == .pad)
    #expect(row?.horizontalSizeClass == .regular)
    #expect(traits(CGSize(width: 320, height: 1180), on: tablet)?.horizontalSizeClass == .compact)
  }

  @Test func `the kind of device can be set`() {
    #expect(UIDevice.current.userInterfaceIdiom == .phone)
    UIDevice.current.userInterfaceIdiom = .pad
    defer { UIDevice.current.userInterfaceIdiom = .unspecified }
    let size = CGSize(width: 390, height: 844)
    #expect(traits(size, on: size)?.userInterfaceIdiom == .pad)
  }
}
