import ListAdapter
import ListLayout
import ListPictures
import ListRendering
import ListUIKit

// Lists and tables, written as an app writes them.

extension GalleryPicture {
  @MainActor static func settings(_ appearance: ContentAppearance) throws -> Picture {
    let screen = SettingsScreen()
    screen.collectionView.layoutIfNeeded()
    return Picture(of: screen.collectionView.simulation, appearance: appearance)
  }

  @MainActor static func table(_ appearance: ContentAppearance) throws -> Picture {
    let screen = TableScreen()
    screen.tableView.layoutIfNeeded()
    return Picture(of: screen.tableView.simulation, appearance: appearance)
  }

  @MainActor static func outline() throws -> Film {
    let screen = OutlineScreen()
    var film = Film(title: "An outline that opens")
    screen.collectionView.layoutIfNeeded()
    film.add(screen.collectionView.simulation, caption: "closed")
    for (row, caption) in [(1, "fruit is open"), (2, "apples, too"), (1, "closed again")] {
      let cell = screen.collectionView.cellForItem(at: IndexPath(item: row, section: 0))
      (cell as? UICollectionViewListCell)?.tapAccessory(.outlineDisclosure)
      screen.collectionView.simulation.flush()
      screen.collectionView.layoutIfNeeded()
      film.add(screen.collectionView.simulation, caption: caption)
    }
    return film
  }
}

@MainActor
private final class SettingsScreen {
  struct Setting: Hashable {
    var title: String
    var value: String?
    var color: UIColor
    var symbol: String
  }

  // begin list-settings
  let sections: [(title: String, settings: [Setting])] = [
    (
      "Network",
      [
        Setting(title: "Wi-Fi", value: "Harbour", color: .systemBlue, symbol: "wifi"),
        Setting(
          title: "Bluetooth",
          value: "On",
          color: .systemBlue,
          symbol: "antenna.radiowaves.left.and.right"
        ),
        Setting(title: "Mobile data", value: nil, color: .systemGreen, symbol: "phone.fill"),
      ]
    ),
    (
      "Sound and screen",
      [
        Setting(title: "Notifications", value: nil, color: .systemRed, symbol: "bell.fill"),
        Setting(title: "Sounds", value: nil, color: .systemPink, symbol: "speaker.fill"),
        Setting(title: "Brightness", value: "70 %", color: .systemIndigo, symbol: "sun.max.fill"),
      ]
    ),
  ]
  let collectionView: UICollectionView
  private var dataSource: UICollectionViewDiffableDataSource<String, Setting>?

  init() {
    var configuration = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
    configuration.headerMode = .supplementary
    configuration.footerMode = .supplementary
    configuration.itemSeparatorHandler = { _, separators in
      var separators = separators
      separators.bottomSeparatorInsets.leading = 58
      return separators
    }
    collectionView = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 390, height: 480),
      collectionViewLayout: UICollectionViewCompositionalLayout.list(using: configuration)
    )
    let row = UICollectionView.CellRegistration<UICollectionViewListCell, Setting> {
      cell,
      _,
      setting in
      var content = UIListContentConfiguration.valueCell()
      content.text = setting.title
      content.secondaryText = setting.value
      content.image = UIImage(systemName: setting.symbol)
      content.imageProperties.tintColor = setting.color
      cell.contentConfiguration = content
      cell.accessories = [.disclosureIndicator()]
    }
    // end list-settings
    let header = title(UICollectionView.elementKindSectionHeader) { [sections] in sections[$0].title
    }
    let footer = title(UICollectionView.elementKindSectionFooter) {
      $0 == 0 ? "Calls use the network that is nearest." : "Changes are kept at once."
    }
    dataSource = UICollectionViewDiffableDataSource(collectionView: collectionView) {
      view,
      path,
      item in view.dequeueConfiguredReusableCell(using: row, for: path, item: item)
    }
    dataSource?.supplementaryViewProvider = { view, kind, path in
      view.dequeueConfiguredReusableSupplementary(
        using: kind == UICollectionView.elementKindSectionHeader ? header : footer,
        for: path
      )
    }
    var snapshot = NSDiffableDataSourceSnapshot<String, Setting>()
    for section in sections {
      snapshot.appendSections([section.title])
      snapshot.appendItems(section.settings, toSection: section.title)
    }
    dataSource?.apply(snapshot, animatingDifferences: false)
  }

  private func title(
    _ kind: String,
    _ text: @escaping (Int) -> String
  ) -> UICollectionView.SupplementaryRegistration<UICollectionViewListCell> {
    UICollectionView.SupplementaryRegistration(elementKind: kind) { view, _, path in
      var content = view.defaultContentConfiguration()
      content.text = text(path.section)
      view.contentConfiguration = content
    }
  }
}

@MainActor
private final class TableScreen: NSObject, UITableViewDataSource {
  // begin list-table
  let stations = [
    ("North line", [("Harbour", "4 min"), ("Old town", "9 min"), ("University", "13 min")]),
    ("South line", [("Market", "2 min"), ("Gardens", "6 min"), ("Airport", "31 min")]),
  ]
  let tableView = UITableView(
    frame: CGRect(x: 0, y: 0, width: 390, height: 440),
    style: .grouped
  )

  override init() {
    super.init()
    tableView.register(StationCell.self, forCellReuseIdentifier: "station")
    tableView.dataSource = self
  }

  func numberOfSections(in tableView: UITableView) -> Int { stations.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    stations[section].1.count
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "station", for: indexPath)
    let (name, time) = stations[indexPath.section].1[indexPath.row]
    cell.textLabel?.text = name
    cell.detailTextLabel?.text = time
    cell.accessoryType = indexPath.row == 0 ? .checkmark : .disclosureIndicator
    return cell
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    stations[section].0
  }

  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    section == 1 ? "Times are those of the next train." : nil
  }
  // end list-table

  private final class StationCell: UITableViewCell {
    override init(style: CellStyle, reuseIdentifier: String?) {
      super.init(style: .value1, reuseIdentifier: reuseIdentifier)
    }

    required init?(coder: NSCoder) {
      super.init(coder: coder)
    }
  }
}

@MainActor
private final class OutlineScreen {
  let collectionView: UICollectionView
  private var dataSource: UICollectionViewDiffableDataSource<Int, String>?

  init() {
    // begin list-outline
    var configuration = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
    configuration.headerMode = .firstItemInSection
    collectionView = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 300, height: 420),
      collectionViewLayout: UICollectionViewCompositionalLayout.list(using: configuration)
    )
    let parents: Set<String> = ["Fruit", "Apples", "Herbs"]
    let row = UICollectionView.CellRegistration<UICollectionViewListCell, String> {
      cell,
      path,
      title in
      var content = cell.defaultContentConfiguration()
      content.text = title
      cell.contentConfiguration = content
      cell.accessories = parents.contains(title) ? [.outlineDisclosure()] : []
    }
    let dataSource = UICollectionViewDiffableDataSource<Int, String>(
      collectionView: collectionView
    ) { view, path, item in
      view.dequeueConfiguredReusableCell(using: row, for: path, item: item)
    }
    var garden = NSDiffableDataSourceSectionSnapshot<String>()
    garden.append(["Garden", "Fruit", "Herbs"])
    garden.append(["Apples", "Pears"], to: "Fruit")
    garden.append(["Russet", "Pippin"], to: "Apples")
    garden.append(["Sage", "Thyme"], to: "Herbs")
    dataSource.apply(garden, to: 0, animatingDifferences: false)
    // end list-outline
    self.dataSource = dataSource
  }
}
