#if canImport(UIKit)
  import UIKit
#else
  import ListUIKit
#endif

/// A store of apps: featured apps, top apps and themes, each in a row of its own.
final class StoreController: UIViewController {
  enum Row: Int, Hashable, CaseIterable {
    case featured
    case ranking
    case themes

    var title: String? {
      switch self {
      case .featured: nil
      case .ranking: "Apps to watch"
      case .themes: "Essentials by theme"
      }
    }

    var subtitle: String? {
      switch self {
      case .ranking: "New, and newly made"
      case .featured, .themes: nil
      }
    }
  }

  enum Entry: Hashable {
    case featured(Featured)
    case ranked(Ranked)
    case theme(Theme)
  }

  struct Featured: Hashable {
    let label: String
    let name: String
    let claim: String
    private let identity = UUID()
  }

  struct Ranked: Hashable {
    let name: String
    let claim: String
    let hasPurchases: Bool
    private let identity = UUID()
  }

  struct Theme: Hashable {
    let name: String
    private let identity = UUID()
  }

  private enum Kind {
    static let header = "row-header"
    static let separator = "row-separator"
  }

  private typealias StoreDataSource = UICollectionViewDiffableDataSource<Row, Entry>

  private(set) lazy var collectionView = UICollectionView(
    frame: .zero,
    collectionViewLayout: UICollectionViewCompositionalLayout { [weak self] index, _ in
      guard let self, let row = Row(rawValue: index) else { return nil }
      return switch row {
      case .featured: self.featuredLayout()
      case .ranking: self.rankingLayout()
      case .themes: self.themesLayout()
      }
    }
  )
  private lazy var dataSource = makeDataSource()

  override func viewDidLoad() {
    super.viewDidLoad()
    collectionView.showsHorizontalScrollIndicator = false
    collectionView.contentInset = .zero
    collectionView.frame = view.bounds
    collectionView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(collectionView)
    registerSupplementaryViews()
    showEntries()
  }

  // MARK: Layout

  private func featuredLayout() -> NSCollectionLayoutSection {
    let section = NSCollectionLayoutSection(
      group: .horizontal(
        layoutSize: .init(
          widthDimension: .fractionalWidth(0.9),
          heightDimension: .fractionalHeight(0.3)
        ),
        subitems: [card()]
      )
    )
    section.orthogonalScrollingBehavior = .groupPagingCentered
    section.boundarySupplementaryItems = [separator()]
    return section
  }

  private func rankingLayout() -> NSCollectionLayoutSection {
    let group = NSCollectionLayoutGroup.vertical(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(0.9),
        heightDimension: .fractionalHeight(1.0 / 3.0)
      ),
      subitem: card(),
      count: 3
    )
    let section = NSCollectionLayoutSection(group: group)
    section.orthogonalScrollingBehavior = .groupPagingCentered
    section.boundarySupplementaryItems = [header(), separator()]
    return section
  }

  private func themesLayout() -> NSCollectionLayoutSection {
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(0.55),
        heightDimension: .fractionalHeight(0.16)
      ),
      subitems: [card()]
    )
    group.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 10, bottom: 0, trailing: 0)
    let section = NSCollectionLayoutSection(group: group)
    section.orthogonalScrollingBehavior = .groupPaging
    section.boundarySupplementaryItems = [header(), separator()]
    return section
  }

  private func card() -> NSCollectionLayoutItem {
    let item = NSCollectionLayoutItem(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .fractionalHeight(1)
      )
    )
    item.contentInsets = NSDirectionalEdgeInsets(top: 8, leading: 6, bottom: 8, trailing: 6)
    return item
  }

  private func header() -> NSCollectionLayoutBoundarySupplementaryItem {
    NSCollectionLayoutBoundarySupplementaryItem(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .estimated(50)
      ),
      elementKind: Kind.header,
      alignment: .top
    )
  }

  private func separator() -> NSCollectionLayoutBoundarySupplementaryItem {
    NSCollectionLayoutBoundarySupplementaryItem(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .absolute(1)
      ),
      elementKind: Kind.separator,
      alignment: .bottom
    )
  }

  // MARK: Data

  private func makeDataSource() -> StoreDataSource {
    let featuredCells = UICollectionView.CellRegistration<FeaturedCell, Featured> { cell, _, app in
      cell.show(app)
    }
    let rankedCells = UICollectionView.CellRegistration<RankedCell, Ranked> { cell, _, app in
      cell.show(app)
    }
    let themeCells = UICollectionView.CellRegistration<ThemeCell, Theme> { cell, path, theme in
      cell.show(theme, number: path.item)
    }
    return StoreDataSource(collectionView: collectionView) { collectionView, path, entry in
      switch entry {
      case .featured(let app):
        collectionView.dequeueConfiguredReusableCell(using: featuredCells, for: path, item: app)
      case .ranked(let app):
        collectionView.dequeueConfiguredReusableCell(using: rankedCells, for: path, item: app)
      case .theme(let theme):
        collectionView.dequeueConfiguredReusableCell(using: themeCells, for: path, item: theme)
      }
    }
  }

  private func registerSupplementaryViews() {
    let headers = UICollectionView.SupplementaryRegistration<RowHeaderView>(
      elementKind: Kind.header
    ) {
      view,
      _,
      path in
      guard let row = Row(rawValue: path.section) else { return }
      view.show(title: row.title, subtitle: row.subtitle)
    }
    let separators = UICollectionView.SupplementaryRegistration<SeparatorView>(
      elementKind: Kind.separator,
      handler: { _, _, _ in }
    )
    dataSource.supplementaryViewProvider = { [weak self] _, kind, path in
      switch kind {
      case Kind.header:
        self?.collectionView.dequeueConfiguredReusableSupplementary(using: headers, for: path)
      case Kind.separator:
        self?.collectionView.dequeueConfiguredReusableSupplementary(using: separators, for: path)
      default: UICollectionReusableView()
      }
    }
  }

  private func showEntries() {
    var snapshot = NSDiffableDataSourceSnapshot<Row, Entry>()
    snapshot.appendSections(Row.allCases)
    snapshot.appendItems(
      [
        .featured(
          Featured(label: "THE GAME OF THE DAY", name: "Orbits", claim: "Throw moons at planets")
        ),
        .featured(Featured(label: "NEW", name: "Margin", claim: "Notes beside what you read")),
        .featured(
          Featured(label: "MUCH LOVED", name: "Tideline", claim: "When to go to the beach")
        ),
      ],
      toSection: .featured
    )
    let names = ["Ledger", "Field Notes", "Sourdough", "Metronome", "Atlas", "Kiln"]
    snapshot.appendItems(
      names.enumerated().map { index, name in
        .ranked(
          Ranked(name: name, claim: "Number \(index + 1) of the week", hasPurchases: index == 1)
        )
      },
      toSection: .ranking
    )
    snapshot.appendItems(
      ["For the kitchen", "For the road", "For children", "For the desk"].map {
        .theme(Theme(name: $0))
      },
      toSection: .themes
    )
    dataSource.apply(snapshot, animatingDifferences: true)
  }
}

final class FeaturedCell: UICollectionViewCell {
  private let labelView = UILabel()
  private let nameView = UILabel()
  private let claimView = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.backgroundColor = .systemIndigo
    contentView.layer.cornerRadius = 14
    labelView.font = .systemFont(ofSize: 11, weight: .bold)
    nameView.font = .systemFont(ofSize: 26, weight: .bold)
    claimView.font = .systemFont(ofSize: 15)
    for label in [labelView, nameView, claimView] { label.textColor = .white }
    let stack = UIStackView(arrangedSubviews: [labelView, nameView, claimView])
    stack.axis = .vertical
    stack.spacing = 4
    stack.directionalLayoutMargins = .init(top: 16, leading: 18, bottom: 16, trailing: 18)
    stack.isLayoutMarginsRelativeArrangement = true
    contentView.addSubview(stack)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  func show(_ app: StoreController.Featured) {
    labelView.text = app.label
    nameView.text = app.name
    claimView.text = app.claim
  }
}

final class RankedCell: UICollectionViewCell {
  private let nameView = UILabel()
  private let claimView = UILabel()
  private let purchaseView = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    nameView.font = .systemFont(ofSize: 17, weight: .semibold)
    claimView.font = .systemFont(ofSize: 13)
    claimView.textColor = .secondaryLabel
    purchaseView.font = .systemFont(ofSize: 11)
    purchaseView.textColor = .systemOrange
    purchaseView.text = "In-app purchases"
    let stack = UIStackView(arrangedSubviews: [nameView, claimView, purchaseView])
    stack.axis = .vertical
    stack.spacing = 2
    contentView.addSubview(stack)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  func show(_ app: StoreController.Ranked) {
    nameView.text = app.name
    claimView.text = app.claim
    purchaseView.isHidden = !app.hasPurchases
  }
}

final class ThemeCell: UICollectionViewCell {
  private let nameView = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.layer.cornerRadius = 14
    nameView.font = .systemFont(ofSize: 17, weight: .semibold)
    nameView.textAlignment = .center
    nameView.textColor = .white
    contentView.addSubview(nameView)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  func show(_ theme: StoreController.Theme, number: Int) {
    let colors: [UIColor] = [.systemTeal, .systemOrange, .systemPink, .systemGreen]
    contentView.backgroundColor = colors[number % colors.count]
    nameView.text = theme.name
  }
}

final class RowHeaderView: UICollectionReusableView {
  private let titleView = UILabel()
  private let subtitleView = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    titleView.font = .systemFont(ofSize: 20, weight: .bold)
    subtitleView.font = .systemFont(ofSize: 13)
    subtitleView.textColor = .secondaryLabel
    let stack = UIStackView(arrangedSubviews: [titleView, subtitleView])
    stack.axis = .vertical
    stack.directionalLayoutMargins = .init(top: 10, leading: 20, bottom: 4, trailing: 20)
    stack.isLayoutMarginsRelativeArrangement = true
    addSubview(stack)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  func show(title: String?, subtitle: String?) {
    titleView.text = title
    subtitleView.text = subtitle
    subtitleView.isHidden = subtitle == nil
  }
}

final class SeparatorView: UICollectionReusableView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .separator
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}
