import Foundation
import ListAdapter
import ListPictures
import ListRendering
import ListUIKit

extension GalleryPicture {
  @MainActor static func constraints(_ appearance: ContentAppearance) throws -> Picture {
    let screen = TripsController()
    let navigation = UINavigationController(rootViewController: screen)
    navigation.navigationBar.prefersLargeTitles = true
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 660))
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    screen.collectionView.simulation.tapItem(at: CellPath(section: 0, item: 1))
    screen.collectionView.cellForItem(at: IndexPath(item: 2, section: 0))?.isHighlighted = true
    return Picture(of: window, width: 390, height: 660, appearance: appearance)
  }
}

private struct Trip: Hashable {
  var symbol: String
  var title: String
  var detail: String
  var price: String
}

// begin constraints
private final class TripCell: UICollectionViewCell {
  private let symbol = UIImageView()
  private let title = UILabel()
  private let detail = UILabel()
  private let button = UIButton(configuration: .filled())

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.layer.cornerRadius = 16
    contentView.layer.shadowOpacity = 0.15
    contentView.layer.shadowRadius = 8
    contentView.layer.shadowOffset = CGSize(width: 0, height: 3)
    title.font = .preferredFont(forTextStyle: .headline)
    title.numberOfLines = 0
    detail.font = .preferredFont(forTextStyle: .subheadline)
    detail.textColor = .secondaryLabel
    detail.numberOfLines = 0
    let texts = UIStackView(arrangedSubviews: [title, detail])
    texts.axis = .vertical
    texts.spacing = 4
    for view in [symbol, texts, button] {
      view.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(view)
    }
    button.setContentCompressionResistancePriority(.required, for: .horizontal)
    button.setContentHuggingPriority(.required, for: .horizontal)
    NSLayoutConstraint.activate([
      symbol.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 16),
      symbol.centerYAnchor.constraint(equalTo: contentView.centerYAnchor),
      symbol.widthAnchor.constraint(equalToConstant: 32),
      symbol.heightAnchor.constraint(equalToConstant: 32),
      texts.leadingAnchor.constraint(equalTo: symbol.trailingAnchor, constant: 14),
      texts.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 16),
      texts.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -16),
      button.leadingAnchor.constraint(equalTo: texts.trailingAnchor, constant: 12),
      button.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -16),
      button.centerYAnchor.constraint(equalTo: contentView.centerYAnchor),
    ])
  }

  required init?(coder: NSCoder) { nil }

  override func updateConfiguration(using state: UICellConfigurationState) {
    super.updateConfiguration(using: state)
    contentView.layer.borderWidth = state.isSelected ? 2 : 0
    contentView.layer.borderColor = UIColor.systemBlue.cgColor
    contentView.backgroundColor =
      state.isHighlighted ? .systemGray4 : .secondarySystemGroupedBackground
  }

  func show(_ trip: Trip) {
    symbol.image = UIImage(systemName: trip.symbol)
    title.text = trip.title
    detail.text = trip.detail
    button.configuration?.title = trip.price
    button.configuration?.cornerStyle = .capsule
  }
}
// end constraints

private final class TripsController: UICollectionViewController {
  private let trips = [
    Trip(symbol: "airplane", title: "Reykjavík", detail: "Four nights by the sea", price: "€ 420"),
    Trip(
      symbol: "leaf.fill",
      title: "제주도 올레길",
      detail: "바다를 따라 걷는 사흘간의 여행, 숙소와 아침 식사 포함",
      price: "₩ 310,000"
    ),
    Trip(
      symbol: "camera.fill",
      title: "京都の紅葉",
      detail: "三日間、寺と庭をめぐる小さなグループの旅です。",
      price: "¥ 54,000"
    ),
    Trip(
      symbol: "car.fill",
      title: "Along the coast",
      detail: "A week in a small car, with a hotel booked for each night",
      price: "€ 690"
    ),
  ]

  init() {
    let size = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .estimated(90)
    )
    let section = NSCollectionLayoutSection(
      group: .vertical(layoutSize: size, subitems: [NSCollectionLayoutItem(layoutSize: size)])
    )
    section.interGroupSpacing = 14
    section.contentInsets = NSDirectionalEdgeInsets(top: 14, leading: 16, bottom: 14, trailing: 16)
    super.init(collectionViewLayout: UICollectionViewCompositionalLayout(section: section))
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Trips"
    navigationItem.rightBarButtonItems = [
      UIBarButtonItem(systemItem: .add), UIBarButtonItem(systemItem: .search),
    ]
    navigationItem.leftBarButtonItem = editButtonItem
    collectionView.backgroundColor = .systemGroupedBackground
    collectionView.register(TripCell.self, forCellWithReuseIdentifier: "Trip")
  }

  override func collectionView(
    _ collectionView: UICollectionView,
    numberOfItemsInSection section: Int
  ) -> Int { trips.count }

  override func collectionView(
    _ collectionView: UICollectionView,
    cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "Trip", for: indexPath)
    (cell as? TripCell)?.show(trips[indexPath.item])
    return cell
  }
}
