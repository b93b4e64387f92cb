#if canImport(UIKit)
  import UIKit
#else
  import ListUIKit
#endif

/// A video: a class that is compared by its identifier.
final class Video: Hashable {
  let id = UUID()
  var title: String
  var lessonCount: Int

  init(title: String, lessonCount: Int) {
    self.title = title
    self.lessonCount = lessonCount
  }

  static func == (lhs: Video, rhs: Video) -> Bool { lhs.id == rhs.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A course, also a class.
final class Course: Hashable {
  let id = UUID()
  var title: String
  var videos: [Video]

  init(title: String, videos: [Video]) {
    self.title = title
    self.videos = videos
  }

  static func == (lhs: Course, rhs: Course) -> Bool { lhs.id == rhs.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Courses of videos, in one column on a phone and three on a tablet.
final class VideosController: UIViewController {
  typealias DataSource = UICollectionViewDiffableDataSource<Course, Video>
  typealias Snapshot = NSDiffableDataSourceSnapshot<Course, Video>

  let collectionView = UICollectionView(
    frame: .zero,
    collectionViewLayout: UICollectionViewLayout()
  )
  var courses = [
    Course(
      title: "Swift",
      videos: [
        Video(title: "Values and references", lessonCount: 8),
        Video(title: "Generics", lessonCount: 11),
        Video(title: "Concurrency", lessonCount: 14),
      ]
    ),
    Course(
      title: "Interfaces",
      videos: [
        Video(title: "Lists", lessonCount: 5),
        Video(title: "Type on screens", lessonCount: 9),
      ]
    ),
  ]
  private lazy var dataSource = makeDataSource()

  override func viewDidLoad() {
    super.viewDidLoad()
    collectionView.frame = view.bounds
    collectionView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(collectionView)
    collectionView.register(VideoCell.self, forCellWithReuseIdentifier: VideoCell.reuseIdentifier)
    configureLayout()
    showCourses()
  }

  private func makeDataSource() -> DataSource {
    let dataSource = DataSource(collectionView: collectionView) {
      (collectionView, indexPath, video) -> UICollectionViewCell? in
      let cell =
        collectionView.dequeueReusableCell(
          withReuseIdentifier: VideoCell.reuseIdentifier,
          for: indexPath
        ) as? VideoCell
      cell?.video = video
      return cell
    }
    dataSource.supplementaryViewProvider = { [weak self] collectionView, kind, indexPath in
      guard kind == UICollectionView.elementKindSectionHeader else { return nil }
      let view =
        collectionView.dequeueReusableSupplementaryView(
          ofKind: kind,
          withReuseIdentifier: CourseHeaderView.reuseIdentifier,
          for: indexPath
        ) as? CourseHeaderView
      let course = self?.dataSource.snapshot().sectionIdentifiers[indexPath.section]
      view?.titleLabel.text = course?.title
      return view
    }
    return dataSource
  }

  func showCourses(animatingDifferences: Bool = true) {
    var snapshot = Snapshot()
    snapshot.appendSections(courses)
    for course in courses {
      snapshot.appendItems(course.videos, toSection: course)
    }
    dataSource.apply(snapshot, animatingDifferences: animatingDifferences)
  }

  private func configureLayout() {
    collectionView.register(
      CourseHeaderView.self,
      forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
      withReuseIdentifier: CourseHeaderView.reuseIdentifier
    )
    collectionView.collectionViewLayout = UICollectionViewCompositionalLayout(sectionProvider: {
      (_, layoutEnvironment) -> NSCollectionLayoutSection? in
      let isPhone =
        layoutEnvironment.traitCollection.userInterfaceIdiom == UIUserInterfaceIdiom.phone
      let size = NSCollectionLayoutSize(
        widthDimension: NSCollectionLayoutDimension.fractionalWidth(1),
        heightDimension: NSCollectionLayoutDimension.absolute(isPhone ? 120 : 150)
      )
      let item = NSCollectionLayoutItem(layoutSize: size)
      let group = NSCollectionLayoutGroup.horizontal(
        layoutSize: size,
        subitem: item,
        count: isPhone ? 1 : 3
      )
      group.interItemSpacing = .fixed(10)
      let section = NSCollectionLayoutSection(group: group)
      section.contentInsets = NSDirectionalEdgeInsets(
        top: 10,
        leading: 16,
        bottom: 20,
        trailing: 16
      )
      section.interGroupSpacing = 10
      let headerSize = NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1.0),
        heightDimension: .estimated(20)
      )
      let header = NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: headerSize,
        elementKind: UICollectionView.elementKindSectionHeader,
        alignment: .top
      )
      section.boundarySupplementaryItems = [header]
      return section
    })
  }
}

final class VideoCell: UICollectionViewCell {
  static let reuseIdentifier = "VideoCell"
  private let titleLabel = UILabel()
  private let lessonsLabel = UILabel()

  var video: Video? {
    didSet {
      titleLabel.text = video?.title
      lessonsLabel.text = video.map { "\($0.lessonCount) lessons" }
    }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.backgroundColor = .systemBackground
    contentView.layer.cornerRadius = 12
    titleLabel.font = .preferredFont(forTextStyle: .headline)
    titleLabel.numberOfLines = 2
    lessonsLabel.font = .preferredFont(forTextStyle: .footnote)
    lessonsLabel.textColor = .secondaryLabel
    let stack = UIStackView(arrangedSubviews: [titleLabel, lessonsLabel])
    stack.axis = .vertical
    stack.spacing = 4
    stack.directionalLayoutMargins = .init(top: 12, leading: 16, bottom: 12, trailing: 16)
    stack.isLayoutMarginsRelativeArrangement = true
    contentView.addSubview(stack)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}

final class CourseHeaderView: UICollectionReusableView {
  static let reuseIdentifier = "CourseHeaderView"
  let titleLabel = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    titleLabel.font = .systemFont(ofSize: 22, weight: .bold)
    addSubview(titleLabel)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}
