#if canImport(UIKit)
  import UIKit
#else
  import ListUIKit
#endif

/// The sections of a page of benefits, each with its layout.
enum BenefitSection {
  case cards
  case categories
  case mosaic(title: String)

  /// The number of its cells in this example.
  var count: Int {
    switch self {
    case .cards: 5
    case .categories: 6
    case .mosaic: 5
    }
  }
}

/// Makes the layout of a section from its kind.
protocol SectionLayoutFactory {
  associatedtype Kind
  func createLayout(for kind: Kind) -> NSCollectionLayoutSection
}

struct ElementKind {
  static let badge = "badge"
  static let background = "background"
  static let title = "title"
}

@MainActor
final class BenefitLayoutFactory: @MainActor SectionLayoutFactory {
  func createLayout(for section: BenefitSection) -> NSCollectionLayoutSection {
    switch section {
    case .cards: cards()
    case .categories: categories()
    case .mosaic: mosaic()
    }
  }

  /// Cards that get smaller towards the sides.
  private func cards() -> NSCollectionLayoutSection {
    let itemSize = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .fractionalHeight(1)
    )
    let item = NSCollectionLayoutItem(layoutSize: itemSize)
    let height = (UIScreen.main.bounds.width - 16 * 2) * 0.45
    let groupSize = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(0.8),
      heightDimension: .absolute(height)
    )
    let group = NSCollectionLayoutGroup.horizontal(layoutSize: groupSize, subitems: [item])
    let section = NSCollectionLayoutSection(group: group)
    section.orthogonalScrollingBehavior = .groupPagingCentered
    section.contentInsets = NSDirectionalEdgeInsets(top: 16, leading: 0, bottom: 16, trailing: 0)
    section.visibleItemsInvalidationHandler = { items, offset, environment in
      for item in items {
        let width = environment.container.contentSize.width
        let distance = abs((item.frame.midX - offset.x) - width / 2)
        let scale = max(1 - distance / width * 0.3, 0.8)
        item.transform = CGAffineTransform(scaleX: scale, y: scale)
      }
    }
    return section
  }

  /// Squares with badges, on a background.
  private func categories() -> NSCollectionLayoutSection {
    let badgeSize = NSCollectionLayoutSize(
      widthDimension: .absolute(20),
      heightDimension: .absolute(20)
    )
    let badge = NSCollectionLayoutSupplementaryItem(
      layoutSize: badgeSize,
      elementKind: ElementKind.badge,
      containerAnchor: NSCollectionLayoutAnchor(
        edges: [.top, .trailing],
        fractionalOffset: CGPoint(x: 0.3, y: -0.3)
      )
    )
    let itemSize = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1 / 3),
      heightDimension: .fractionalHeight(1)
    )
    let item = NSCollectionLayoutItem(layoutSize: itemSize, supplementaryItems: [badge])
    item.contentInsets = NSDirectionalEdgeInsets(top: 8, leading: 8, bottom: 8, trailing: 8)
    let groupSize = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .fractionalWidth(1 / 3)
    )
    let group = NSCollectionLayoutGroup.horizontal(layoutSize: groupSize, subitems: [item])
    let section = NSCollectionLayoutSection(group: group)
    section.contentInsets = NSDirectionalEdgeInsets(top: 24, leading: 24, bottom: 24, trailing: 24)
    let background = NSCollectionLayoutDecorationItem.background(
      elementKind: ElementKind.background
    )
    background.contentInsets = NSDirectionalEdgeInsets(
      top: 12,
      leading: 12,
      bottom: 12,
      trailing: 12
    )
    section.decorationItems = [background]
    return section
  }

  /// A large cell beside two columns of two.
  private func mosaic() -> NSCollectionLayoutSection {
    func item(width: CGFloat, height: CGFloat) -> NSCollectionLayoutItem {
      let item = NSCollectionLayoutItem(
        layoutSize: NSCollectionLayoutSize(
          widthDimension: .fractionalWidth(width),
          heightDimension: .fractionalHeight(height)
        )
      )
      item.contentInsets = NSDirectionalEdgeInsets(top: 4, leading: 4, bottom: 4, trailing: 4)
      return item
    }
    let innerGroup = NSCollectionLayoutGroup.vertical(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(0.25),
        heightDimension: .fractionalHeight(1)
      ),
      subitems: [item(width: 1, height: 0.5)]
    )
    let outerGroup = NSCollectionLayoutGroup.horizontal(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .fractionalWidth(0.5)
      ),
      subitems: [item(width: 0.5, height: 1), innerGroup, innerGroup]
    )
    let section = NSCollectionLayoutSection(group: outerGroup)
    section.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 12, bottom: 16, trailing: 12)
    let titleSize = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .absolute(44)
    )
    section.boundarySupplementaryItems = [
      NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: titleSize,
        elementKind: ElementKind.title,
        alignment: .top
      )
    ]
    return section
  }
}

/// A page of benefits.
final class BenefitsController: UIViewController, UICollectionViewDataSource {
  private let sections: [BenefitSection] = [.cards, .categories, .mosaic(title: "For you")]
  private let layoutFactory = BenefitLayoutFactory()
  let collectionView = UICollectionView(
    frame: .zero,
    collectionViewLayout: UICollectionViewLayout()
  )

  override func viewDidLoad() {
    super.viewDidLoad()
    collectionView.frame = view.bounds
    collectionView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(collectionView)
    collectionView.register(TileCell.self, forCellWithReuseIdentifier: "tile")
    collectionView.register(
      BadgeView.self,
      forSupplementaryViewOfKind: ElementKind.badge,
      withReuseIdentifier: "badge"
    )
    collectionView.register(
      CaptionView.self,
      forSupplementaryViewOfKind: ElementKind.title,
      withReuseIdentifier: "title"
    )
    let layout = UICollectionViewCompositionalLayout { [weak self] index, _ in
      guard let self, self.sections.indices.contains(index) else { return nil }
      return self.layoutFactory.createLayout(for: self.sections[index])
    }
    layout.register(BackgroundView.self, forDecorationViewOfKind: ElementKind.background)
    collectionView.dataSource = self
    collectionView.setCollectionViewLayout(layout, animated: true)
  }

  func numberOfSections(in collectionView: UICollectionView) -> Int { sections.count }

  func collectionView(
    _ collectionView: UICollectionView,
    numberOfItemsInSection section: Int
  ) -> Int { sections[section].count }

  func collectionView(
    _ collectionView: UICollectionView,
    cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "tile", for: indexPath)
    (cell as? TileCell)?.show(indexPath)
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView,
    viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView {
    switch kind {
    case ElementKind.badge:
      let view = collectionView.dequeueReusableSupplementaryView(
        ofKind: kind,
        withReuseIdentifier: "badge",
        for: indexPath
      )
      (view as? BadgeView)?.label.text = "\(indexPath.row + 1)"
      view.isHidden = indexPath.row > 3
      return view
    case ElementKind.title:
      let view = collectionView.dequeueReusableSupplementaryView(
        ofKind: kind,
        withReuseIdentifier: "title",
        for: indexPath
      )
      if case .mosaic(let title) = sections[indexPath.section] {
        (view as? CaptionView)?.label.text = title
      }
      return view
    default: return UICollectionReusableView()
    }
  }
}

final class TileCell: UICollectionViewCell {
  private let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.layer.cornerRadius = 10
    label.textAlignment = .center
    label.textColor = .white
    label.font = .systemFont(ofSize: 15, weight: .semibold)
    contentView.addSubview(label)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  func show(_ path: IndexPath) {
    let colors: [UIColor] = [.systemBlue, .systemTeal, .systemPurple]
    contentView.backgroundColor = colors[path.section % colors.count]
    label.text = "\(path.section + 1).\(path.item + 1)"
  }
}

final class BadgeView: UICollectionReusableView {
  let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .systemRed
    layer.cornerRadius = 10
    label.font = .systemFont(ofSize: 12, weight: .bold)
    label.textColor = .white
    label.textAlignment = .center
    addSubview(label)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}

final class CaptionView: UICollectionReusableView {
  let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    label.font = .systemFont(ofSize: 20, weight: .bold)
    addSubview(label)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}

final class BackgroundView: UICollectionReusableView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .systemGray5
    layer.cornerRadius = 14
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}
