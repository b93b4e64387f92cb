#if canImport(UIKit)
  import TurboListKit
  import UIKit
#else
  import ListAdapterUIKit
#endif

/// A post of a feed.
struct Post: Codable, Hashable, Sendable {
  var id: String
  var author: String
  var text: String
}

/// A feed that a person pulls down for new posts, and that loads more at its end.
final class FeedController: UIViewController {
  private let layoutAdapter = CollectionViewLayoutAdapter()

  private(set) lazy var collectionView: UICollectionView = {
    let layout = UICollectionViewCompositionalLayout { [weak self] index, environment in
      self?.layoutAdapter.sectionLayout(index: index, enviroment: environment)
    }
    return UICollectionView(frame: .zero, collectionViewLayout: layout)
  }()

  private(set) lazy var adapter = CollectionViewAdapter(
    configuration: .init(refreshControl: .enabled(tintColor: .systemBlue)),
    collectionView: collectionView,
    layoutAdapter: layoutAdapter
  )

  private var posts = (1...4).map(FeedController.post)
  private(set) var selectedID: String?

  override func viewDidLoad() {
    super.viewDidLoad()
    collectionView.frame = view.bounds
    collectionView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(collectionView)
    render()
  }

  private func render() {
    adapter.apply(makeList(), updateStrategy: .animatedBatchUpdates)
  }

  private func makeList() -> List {
    List {
      Section(id: "topics") {
        for topic in ["Swift", "Databases", "Typography", "Cities", "Bread"] {
          Cell(id: topic, component: TopicComponent(viewModel: topic))
        }
      }
      .withSectionLayout(
        HorizontalLayout(spacing: 8, scrollingBehavior: .continuous)
          .insets(.init(top: 12, leading: 20, bottom: 16, trailing: 20))
      )
      Section(id: "feed") {
        for post in posts {
          Cell(id: post.id, component: PostComponent(viewModel: post))
            .didSelect { [weak self] context in
              self?.selectedID = context.id.rawValue  // here: ids are of a type
            }
        }
      }
      .withHeader(TitleComponent(viewModel: "Feed"))
      .withSectionLayout(
        DefaultCompositionalLayoutSectionFactory.vertical(spacing: 12)
          .withSectionContentInsets(.init(top: 16, leading: 20, bottom: 16, trailing: 20))
      )
    }
    .onRefresh { [weak self] _ in
      self?.reloadPosts()
    }
    .onReachEnd(offsetFromEnd: .relativeToContainerSize(multiplier: 0.5)) { [weak self] _ in
      self?.loadNextPage()
    }
  }

  private func reloadPosts() {
    posts.insert(Self.post(0), at: 0)
    render()
  }

  private func loadNextPage() {
    guard posts.count < 16 else { return }
    posts += (posts.count + 1...posts.count + 4).map(Self.post)
    render()
  }

  private nonisolated static func post(_ number: Int) -> Post {
    let texts = [
      "A list is a value: what is on the screen follows from it.",
      "What has a size of its own says how high it is in the width that there is, and so does this, "
        + "which needs more than a line or two.",
      "Short.",
    ]
    let author = ["Ada", "Grace", "Edsger", "Barbara"][number % 4]
    return Post(id: "post-\(number)", author: author, text: texts[number % texts.count])
  }
}

/// A card with a post.
final class PostView: UIView {
  private let authorLabel = UILabel()
  private let textLabel = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .systemBackground
    layer.cornerRadius = 12
    authorLabel.font = .systemFont(ofSize: 13, weight: .semibold)
    authorLabel.textColor = .systemBlue
    textLabel.numberOfLines = 0
    let stack = UIStackView(arrangedSubviews: [authorLabel, textLabel])
    stack.axis = .vertical
    stack.spacing = 4
    stack.directionalLayoutMargins = .init(top: 14, leading: 16, bottom: 14, trailing: 16)
    stack.isLayoutMarginsRelativeArrangement = true
    addSubview(stack)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  func show(_ post: Post) {
    authorLabel.text = post.author
    textLabel.text = post.text
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    autoLayoutFittingSize(for: size, minimumHeight: 64)
  }
}

/// A pill with a topic: as wide as its text.
final class TopicView: UIView {
  let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .systemIndigo
    layer.cornerRadius = 18
    label.font = .systemFont(ofSize: 15, weight: .medium)
    label.textColor = .white
    label.textAlignment = .center
    addSubview(label)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    let labelSize = label.sizeThatFits(
      CGSize(width: CGFloat.greatestFiniteMagnitude, height: 24)
    )
    return CGSize(width: labelSize.width + 28, height: 36)
  }
}

struct PostComponent: Component {
  static let componentType = "post"  // here: the name under which a component is stored
  var viewModel: Post
  var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 90) }

  func renderContent(coordinator: Void) -> PostView {
    onMainActor { PostView() }  // here: components belong to no actor
  }

  func render(in content: PostView, coordinator: Void) {
    onMainActor { content.show(viewModel) }  // here: components belong to no actor
  }
}

struct TopicComponent: Component {
  static let componentType = "topic"  // here: the name under which a component is stored
  var viewModel: String
  var layoutMode: ContentLayoutMode {
    .fitContent(estimatedSize: .init(width: 80, height: 36))
  }

  func renderContent(coordinator: Void) -> TopicView {
    onMainActor { TopicView() }  // here: components belong to no actor
  }

  func render(in content: TopicView, coordinator: Void) {
    onMainActor { content.label.text = viewModel }  // here: components belong to no actor
  }
}

struct TitleComponent: Component {
  static let componentType = "title"  // here: the name under which a component is stored
  var viewModel: String
  var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 44) }

  func renderContent(coordinator: Void) -> UILabel {
    onMainActor { UILabel() }  // here: components belong to no actor
  }

  func render(in content: UILabel, coordinator: Void) {
    onMainActor {  // here: components belong to no actor
      content.text = viewModel
      content.font = .systemFont(ofSize: 28, weight: .bold)
    }
  }
}

/// Runs work on the main actor, where the caller already is, as a screen is there.
private func onMainActor<Result: Sendable>(_ work: @MainActor () -> Result) -> Result {
  MainActor.assumeIsolated(work)
}
