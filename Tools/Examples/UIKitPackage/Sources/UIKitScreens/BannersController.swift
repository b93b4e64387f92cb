#if canImport(UIKit)
  import UIKit
#else
  import ListUIKit
#endif

/// A banner.
struct Banner: Hashable {
  var id = UUID()
  var number: Int
  var color: UIColor
}

/// A page whose first row is an endless carousel of banners: a list in the cell of a list.
final class BannersController: UIViewController, UICollectionViewDelegate,
  UICollectionViewDataSource, UICollectionViewDelegateFlowLayout
{
  private let banners = [
    Banner(number: 1, color: .systemRed),
    Banner(number: 2, color: .systemOrange),
    Banner(number: 3, color: .systemTeal),
  ]

  private(set) lazy var collectionView: UICollectionView = {
    let collectionView = UICollectionView(
      frame: .zero,
      collectionViewLayout: UICollectionViewFlowLayout()
    )
    collectionView.register(
      CarouselCell.self,
      forCellWithReuseIdentifier: CarouselCell.reuseIdentifier
    )
    collectionView.dataSource = self
    collectionView.delegate = self
    return collectionView
  }()

  /// The carousel, if it is on screen.
  var carousel: UICollectionView? {
    (collectionView.visibleCells.first as? CarouselCell)?.carousel
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    collectionView.frame = view.bounds
    collectionView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(collectionView)
  }

  func collectionView(
    _ collectionView: UICollectionView,
    numberOfItemsInSection section: Int
  ) -> Int { 1 }

  func collectionView(
    _ collectionView: UICollectionView,
    cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(
      withReuseIdentifier: CarouselCell.reuseIdentifier,
      for: indexPath
    )
    (cell as? CarouselCell)?.carousel.show(banners)
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize {
    CGSize(width: UIScreen.main.bounds.width, height: 124)
  }
}

final class CarouselCell: UICollectionViewCell {
  static let reuseIdentifier = String(describing: CarouselCell.self)
  let carousel = BannerCarousel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    carousel.frame = contentView.bounds
    carousel.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    contentView.addSubview(carousel)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}

/// Banners three times over, starting in the middle: a person who reaches an end is moved to the same
/// banner in the middle part.
final class BannerCarousel: UICollectionView {
  typealias BannerDataSource = UICollectionViewDiffableDataSource<Part, Banner>

  enum Part {
    case main
  }

  private var bannerSource: BannerDataSource?
  private var banners: [Banner] = []

  override init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    super.init(frame: frame, collectionViewLayout: .init())
    collectionViewLayout = makeLayout()
    register(BannerCell.self, forCellWithReuseIdentifier: BannerCell.reuseIdentifier)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  func show(_ banners: [Banner]) {
    self.banners = banners
    makeDataSource()
    applySnapshot()
  }

  private func makeDataSource() {
    bannerSource = .init(collectionView: self) {
      [weak self] collectionView, indexPath, banner -> UICollectionViewCell? in
      guard let self,
        let cell = collectionView.dequeueReusableCell(
          withReuseIdentifier: BannerCell.reuseIdentifier,
          for: indexPath
        ) as? BannerCell
      else { return UICollectionViewCell() }
      cell.show(self.banners[indexPath.row % self.banners.count])
      return cell
    }
  }

  private func applySnapshot() {
    var snapshot = NSDiffableDataSourceSnapshot<Part, Banner>()
    snapshot.appendSections([.main])
    var repeated = banners
    for index in 0..<banners.count * 2 {
      let banner = banners[index % banners.count]
      repeated.append(Banner(number: banner.number, color: banner.color))
    }
    snapshot.appendItems(repeated)
    bannerSource?.apply(snapshot, animatingDifferences: true) { [weak self] in
      guard let self else { return }
      self.scrollToItem(at: [0, self.banners.count], at: .centeredHorizontally, animated: false)
    }
  }

  private func goRound(from indexPath: IndexPath) {
    switch indexPath.row {
    case banners.count - 1:
      scrollToItem(at: [0, banners.count * 2 - 1], at: .centeredHorizontally, animated: false)
    case banners.count * 2 + 1:
      scrollToItem(at: [0, banners.count], at: .centeredHorizontally, animated: false)
    default: break
    }
  }

  private func makeLayout() -> UICollectionViewCompositionalLayout {
    UICollectionViewCompositionalLayout { (_, _) -> NSCollectionLayoutSection? in
      let item = NSCollectionLayoutItem(
        layoutSize: .init(
          widthDimension: .fractionalWidth(1.0),
          heightDimension: .fractionalHeight(1.0)
        )
      )
      item.contentInsets = .init(top: 0, leading: 10, bottom: 0, trailing: 10)
      let group = NSCollectionLayoutGroup.horizontal(
        layoutSize: .init(
          widthDimension: .fractionalWidth(0.9),
          heightDimension: .fractionalHeight(1.0)
        ),
        subitems: [item]
      )
      let section = NSCollectionLayoutSection(group: group)
      section.orthogonalScrollingBehavior = .groupPagingCentered
      section.contentInsets = .init(top: 12, leading: 0, bottom: 12, trailing: 0)
      section.visibleItemsInvalidationHandler = { [weak self] (visibleItems, _, _) in
        guard let self, let last = visibleItems.last?.indexPath else { return }
        self.goRound(from: last)
      }
      return section
    }
  }
}

final class BannerCell: UICollectionViewCell {
  static let reuseIdentifier = String(describing: BannerCell.self)

  private lazy var titleLabel: UILabel = {
    let label = UILabel()
    label.textAlignment = .center
    label.numberOfLines = 2
    label.font = .systemFont(ofSize: 22, weight: .medium)
    label.textColor = .white
    return label
  }()

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.addSubview(titleLabel)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  func show(_ banner: Banner) {
    contentView.backgroundColor = banner.color
    contentView.layer.cornerRadius = 16
    titleLabel.text = "Banner \(banner.number)"
  }
}
