import ListAdapter
import ListLayout
import ListPictures
import ListUIKit
import Testing

@MainActor
@Suite struct `Lists with UIKit's names` {
  /// A screen of settings, as an app writes it.
  final class Settings: UIViewController {
    struct Row: Hashable {
      var title: String
      var value: String?
    }

    var configuration = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
    private(set) var collectionView: UICollectionView?
    private(set) var dataSource: UICollectionViewDiffableDataSource<String, Row>?

    override func viewDidLoad() {
      super.viewDidLoad()
      let collectionView = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: 390, height: 844),
        collectionViewLayout: UICollectionViewCompositionalLayout.list(using: configuration)
      )
      view.addSubview(collectionView)
      let row = UICollectionView.CellRegistration<UICollectionViewListCell, Row> { cell, _, row in
        var content = UIListContentConfiguration.valueCell()
        content.text = row.title
        content.secondaryText = row.value
        cell.contentConfiguration = content
        cell.accessories = [.disclosureIndicator(), .delete()]
      }
      let header = UICollectionView.SupplementaryRegistration<UICollectionViewListCell>(
        elementKind: UICollectionView.elementKindSectionHeader
      ) { view, _, path in
        var content = view.defaultContentConfiguration()
        content.text = "Section \(path.section)"
        view.contentConfiguration = content
      }
      dataSource = UICollectionViewDiffableDataSource(collectionView: collectionView) {
        view,
        path,
        item in view.dequeueConfiguredReusableCell(using: row, for: path, item: item)
      }
      dataSource?.supplementaryViewProvider = { view, _, path in
        view.dequeueConfiguredReusableSupplementary(using: header, for: path)
      }
      var snapshot = NSDiffableDataSourceSnapshot<String, Row>()
      for section in ["a", "b"] {
        snapshot.appendSections([section])
        snapshot.appendItems(
          (0..<3).map { Row(title: "\(section)\($0)", value: "on") },
          toSection: section
        )
      }
      dataSource?.apply(snapshot, animatingDifferences: false)
      self.collectionView = collectionView
    }

    func show() throws -> UICollectionView {
      loadViewIfNeeded()
      let view = try #require(collectionView)
      view.layoutIfNeeded()
      #expect(view.failures.isEmpty)
      return view
    }
  }

  @Test func `an inset list has rows on cards, with separators between them`() throws {
    let view = try Settings().show()
    let simulation = view.simulation
    #expect(
      simulation.frame(ofItemAt: CellPath(section: 0, item: 0))
        == LayoutRect(x: 20, y: 53.0 / 3, width: 350, height: 44)
    )
    let rows = (0..<3).map { simulation.listRow(at: CellPath(section: 0, item: $0)) }
    #expect(rows.map { $0?.separators.count } == [1, 1, 0])
    #expect(rows.map { $0?.topCornerRadius } == [10, 0, 0])
    #expect(rows.map { $0?.bottomCornerRadius } == [0, 0, 10])
    // The picture has a path for each rounded row, and the lines.
    let svg = Picture(of: simulation).svg()
    #expect(svg.components(separatedBy: "<path d=\"M10 0H340a10").count == 3)
    #expect(svg.contains("on"))
  }

  @Test func `headers are those of the appearance, and stay on screen in a plain list`() throws {
    let settings = Settings()
    settings.configuration = UICollectionLayoutListConfiguration(appearance: .plain)
    settings.configuration.headerMode = .supplementary
    let view = try settings.show()
    view.contentOffset = CGPoint(x: 0, y: 30)
    view.layoutIfNeeded()
    let header = view.supplementaryView(
      forElementKind: UICollectionView.elementKindSectionHeader,
      at: IndexPath(item: 0, section: 0)
    )
    let attributes = view.simulation.visibleAttributes.first {
      $0.element.kind.map(SupplementaryKind.init(rawValue:)) == .header
    }
    #expect(attributes?.zIndex == 1_000_000_200)
    #expect(header is UICollectionViewListCell)
  }

  @Test func `a section of a list may be changed as any section`() throws {
    var configuration = UICollectionLayoutListConfiguration(appearance: .grouped)
    configuration.headerMode = .supplementary
    configuration.headerTopPadding = 12
    let environment = EnvironmentOfTest(
      traitCollection: UICollectionViewListCell(frame: .zero).configurationState.traitCollection
    )
    let section = NSCollectionLayoutSection.list(
      using: configuration,
      layoutEnvironment: environment
    )
    #expect(section.boundarySupplementaryItems.map(\.elementKind).count == 1)
    section.boundarySupplementaryItems = []
    section.contentInsets.bottom = 99
    #expect(section.layoutSection.boundarySupplementaryItems.isEmpty)
    #expect(section.layoutSection.contentInsets.bottom == 99)
    #expect(section.layoutSection.list?.headerTopPadding == 12)
  }

  struct EnvironmentOfTest: NSCollectionLayoutEnvironment, NSCollectionLayoutContainer {
    var container: any NSCollectionLayoutContainer { self }
    let traitCollection: UITraitCollection
    var contentSize: CGSize { CGSize(width: 390, height: 844) }
    var effectiveContentSize: CGSize { contentSize }
    var contentInsets: NSDirectionalEdgeInsets { .zero }
    var effectiveContentInsets: NSDirectionalEdgeInsets { .zero }
  }

  @Test func `the colour of a list is drawn behind its rows`() throws {
    func svg(_ color: UIColor?) throws -> String {
      let settings = Settings()
      settings.configuration.backgroundColor = color
      let view = try settings.show()
      return Picture(of: view.simulation).svg()
    }
    let color = UIColor(red: 1, green: 0, blue: 0.5, alpha: 1)
    #expect(try !svg(nil).contains("#ff0080"))
    let drawn = try svg(color).split(separator: "\n")
    // The first rectangle is the screen; the rows keep their own ground.
    let rectangles = drawn.filter { $0.contains("<rect") }
    #expect(rectangles.first?.contains("#ff0080") == true)
    #expect(rectangles.dropFirst().allSatisfy { !$0.contains("#ff0080") })
  }

  @Test func `a handler changes the separators of a row, each side by itself`() throws {
    let settings = Settings()
    settings.configuration.itemSeparatorHandler = { path, separators in
      var separators = separators
      if path.item == 0 { separators.bottomSeparatorVisibility = .hidden }
      if path.item == 1 {
        separators.bottomSeparatorInsets.trailing = 30
        separators.color = .systemRed
      }
      return separators
    }
    let view = try settings.show()
    #expect(view.simulation.listRow(at: CellPath(section: 0, item: 0))?.separators.isEmpty == true)
    let line = try #require(
      view.simulation.listRow(at: CellPath(section: 0, item: 1))?.separators.first
    )
    #expect(line.frame.x == 20 && line.frame.width == 300 && line.color == "systemRed")
  }

  @Test func `swipe actions are values that a test performs`() throws {
    let settings = Settings()
    var deleted: [IndexPath] = []
    settings.configuration.trailingSwipeActionsConfigurationProvider = { path in
      guard path.item > 0 else { return nil }
      let delete = UIContextualAction(style: .destructive, title: "Delete") { _, _, done in
        deleted.append(path)
        done(true)
      }
      return UISwipeActionsConfiguration(actions: [delete])
    }
    let view = try settings.show()
    let path = IndexPath(item: 1, section: 1)
    #expect(
      view.trailingSwipeActionsConfiguration(forItemAt: IndexPath(item: 0, section: 0)) == nil
    )
    #expect(
      view.trailingSwipeActionsConfiguration(forItemAt: IndexPath(item: 9, section: 0)) == nil
    )
    #expect(
      view.trailingSwipeActionsConfiguration(forItemAt: IndexPath(item: 0, section: 9)) == nil
    )
    #expect(view.leadingSwipeActionsConfiguration(forItemAt: path) == nil)
    let actions = try #require(view.trailingSwipeActionsConfiguration(forItemAt: path))
    #expect(actions.actions.map(\.title) == ["Delete"])
    #expect(actions.performFullSwipe(in: view) == true)
    #expect(deleted == [path])
  }

  @Test func `accessories are shown in their states, and do what they say`() throws {
    let view = try Settings().show()
    let cell = try #require(
      view.cellForItem(at: IndexPath(item: 0, section: 0)) as? UICollectionViewListCell
    )
    var log: [String] = []
    cell.accessories = [.disclosureIndicator(), .delete { log.append("deleted") }]
    #expect(!cell.tapAccessory(.delete))
    view.isEditing = true
    #expect(cell.tapAccessory(.delete))
    #expect(log == ["deleted"])
    #expect(!cell.tapAccessory(.reorder))
    view.layoutIfNeeded()
    let svg = Picture(of: view.simulation).svg()
    #expect(svg.contains("#ff3b30"))
  }

  @Test func `the margins of contents are those of UIKit, and rows are measured with them`() {
    func margins(_ content: UIListContentConfiguration) -> [CGFloat] {
      [content.directionalLayoutMargins.top, content.directionalLayoutMargins.bottom]
    }
    #expect(margins(.cell()) == [11, 11])
    #expect(margins(.groupedHeader()) == [17, 6])
    #expect(UIListContentConfiguration.cell().textToSecondaryTextVerticalPadding == 3)
    #expect(UIListContentConfiguration.cell().imageToTextPadding == 16)
    let cell = UICollectionViewListCell(frame: .zero)
    var content = UIListContentConfiguration.cell()
    content.text = "Title"
    cell.contentConfiguration = content
    #expect(cell.sizeThatFits(CGSize(width: 350, height: 900)).height == 44)
    content.secondaryText = "Detail"
    cell.contentConfiguration = content
    // 11 + 21 + 3 + 15 + 11, by the letters of this package.
    #expect(cell.sizeThatFits(CGSize(width: 350, height: 900)).height == 61)
    content.text = String(repeating: "long words ", count: 30)
    cell.contentConfiguration = content
    #expect(cell.sizeThatFits(CGSize(width: 350, height: 900)).height > 180)
  }

  // MARK: Outlines

  @Test func `an outline expands and collapses, and asks its handlers in UIKit's order`() throws {
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 390, height: 844),
      collectionViewLayout: UICollectionViewCompositionalLayout.list(
        using: UICollectionLayoutListConfiguration(appearance: .sidebar)
      )
    )
    let row = UICollectionView.CellRegistration<UICollectionViewListCell, String> {
      cell,
      _,
      title in
      var content = cell.defaultContentConfiguration()
      content.text = title
      cell.contentConfiguration = content
      cell.accessories = [.outlineDisclosure()]
    }
    let source = UICollectionViewDiffableDataSource<Int, String>(collectionView: view) {
      view,
      path,
      item in view.dequeueConfiguredReusableCell(using: row, for: path, item: item)
    }
    var log: [String] = []
    source.sectionSnapshotHandlers.shouldExpandItem = {
      log.append("should \($0)")
      return true
    }
    source.sectionSnapshotHandlers.willExpandItem = { log.append("will \($0)") }
    source.sectionSnapshotHandlers.willCollapseItem = { log.append("collapse \($0)") }
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { parent, below in
      log.append("children of \(parent): \(below.items)")
      var children = NSDiffableDataSourceSectionSnapshot<String>()
      children.append(["\(parent)1", "\(parent)2"])
      return children
    }
    var outline = NSDiffableDataSourceSectionSnapshot<String>()
    outline.append(["a", "b"])
    source.apply(outline, to: 0, animatingDifferences: false)
    view.layoutIfNeeded()
    func cell(_ item: Int) throws -> UICollectionViewListCell {
      try #require(
        view.cellForItem(at: IndexPath(item: item, section: 0)) as? UICollectionViewListCell
      )
    }
    #expect(try !cell(0).isExpanded)
    #expect(try cell(0).tapAccessory(.outlineDisclosure))
    view.simulation.flush()
    view.layoutIfNeeded()
    #expect(log == ["should a", "will a", "children of a: []"])
    #expect(source.snapshot().itemIdentifiers == ["a", "a1", "a2", "b"])
    #expect(try cell(0).isExpanded)
    #expect(try cell(1).indentationLevel == 1)
    #expect(try cell(3).indentationLevel == 0)
    // The text of a child begins further to the right.
    let picture = Picture(of: view.simulation).svg()
    #expect(picture.contains(">a1<"))
    try cell(0).tapAccessory(.outlineDisclosure)
    view.simulation.flush()
    view.layoutIfNeeded()
    #expect(source.snapshot().itemIdentifiers == ["a", "b"])
    #expect(log.last == "collapse a")
    #expect(try !cell(0).isExpanded)
    #expect(view.failures.isEmpty)
  }

  // MARK: Tables

  final class Table: NSObject, UITableViewDataSource, UITableViewDelegate {
    func numberOfSections(in tableView: UITableView) -> Int { 2 }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      cell.textLabel?.text = "Row \(indexPath.row)"
      cell.accessoryType = .disclosureIndicator
      return cell
    }
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
      section == 0 ? "First" : nil
    }
    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
      indexPath.row == 2 ? 70 : UITableView.automaticDimension
    }
    func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
      section == 1 ? UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 33)) : nil
    }
    func tableView(
      _ tableView: UITableView,
      trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration? { UISwipeActionsConfiguration(actions: []) }
  }

  @Test(arguments: [UITableView.Style.plain, .grouped, .insetGrouped])
  func `a table is a list of its style`(style: UITableView.Style) throws {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 390, height: 844), style: style)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    let source = Table()
    table.dataSource = source
    table.delegate = source
    table.layoutIfNeeded()
    #expect(table.failures.isEmpty)
    func frame(_ section: Int, _ item: Int) throws -> LayoutRect {
      try #require(table.simulation.frame(ofItemAt: CellPath(section: section, item: item)))
    }
    let side = style == .insetGrouped ? 20.0 : 0
    #expect(try frame(0, 0).x == side && frame(0, 0).width == 390 - 2 * side)
    #expect(try frame(0, 1).height == 44 && frame(0, 2).height == 70)
    // A header of 13 points has 17 above it and 6 below; one of a plain table is 21 and 4 twice.
    #expect(try frame(0, 0).y == (style == .plain ? 29 : 39))
    let gap = try frame(1, 0).y - frame(0, 2).maxY
    #expect(abs(gap - (style == .plain ? 0 : 2 * 53.0 / 3)) < 0.4)
    let lines = (0..<3).map {
      table.simulation.listRow(at: CellPath(section: 1, item: $0))?.separators.count
    }
    let expected: [UITableView.Style: [Int]] = [
      .plain: [1, 1, 1], .grouped: [2, 1, 1], .insetGrouped: [1, 1, 0],
    ]
    #expect(lines == expected[style])
    #expect(table.contentSize.height == CGFloat(try frame(1, 2).maxY) + 33)
    let path = IndexPath(row: 0, section: 0)
    #expect(table.trailingSwipeActionsConfiguration(forRowAt: path) != nil)
    #expect(table.leadingSwipeActionsConfiguration(forRowAt: path) == nil)
    #expect(table.trailingSwipeActionsConfiguration(forRowAt: IndexPath(row: 3, section: 0)) == nil)
    table.separatorStyle = .none
    table.layoutIfNeeded()
    #expect(table.simulation.listRow(at: CellPath(section: 0, item: 0))?.separators.isEmpty == true)
  }

  @Test func `a provider that answers differently each time is laid out`() throws {
    var count = 0
    let layout = UICollectionViewCompositionalLayout { _, environment in
      count += 1
      let appearances: [UICollectionLayoutListConfiguration.Appearance] = [
        .plain, .grouped, .insetGrouped, .sidebar, .sidebarPlain,
      ]
      return .list(
        using: UICollectionLayoutListConfiguration(appearance: appearances[count % 5]),
        layoutEnvironment: environment
      )
    }
    let settings = Settings()
    let view = try settings.show()
    view.setCollectionViewLayout(layout, animated: false)
    for _ in 0..<10 {
      view.layoutIfNeeded()
      layout.invalidateLayout()
    }
    #expect(count > 10)
    #expect(view.failures.isEmpty)
    #expect(view.contentSize.height >= 6 * 44)
  }
}
