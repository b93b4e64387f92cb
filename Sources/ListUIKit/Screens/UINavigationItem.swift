public import Foundation

/// What the bar of a navigation controller shows of a screen.
@preconcurrency @MainActor
open class UINavigationItem: NSObject {
  /// Whether the title of a screen is large.
  public enum LargeTitleDisplayMode: Int, Hashable, Sendable {
    /// As that of the screen below it.
    case automatic
    /// Large, if the bar prefers large titles.
    case always
    /// Small.
    case never
  }

  weak var owner: UIViewController?
  private var ownTitle: String?
  /// The title; that of the screen, unless another one is set.
  open var title: String? {
    get { ownTitle ?? owner?.title }
    set {
      ownTitle = newValue
      changed()
    }
  }
  /// A text above the title; accepted for compatibility only.
  open var prompt: String?
  /// The view in the place of the title.
  open var titleView: UIView? { didSet { changed() } }
  /// Whether the title is large.
  open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic { didSet { changed() } }
  /// The text of the button that leads back to this screen.
  open var backButtonTitle: String? { didSet { changed() } }
  /// The button that leads back to this screen.
  open var backBarButtonItem: UIBarButtonItem? { didSet { changed() } }
  /// Whether the button that leads back is left out.
  open var hidesBackButton = false { didSet { changed() } }
  /// How the button that leads back looks; accepted for compatibility only.
  open var backButtonDisplayMode = BackButtonDisplayMode.default
  /// Whether the button that leads back is shown beside buttons at the left.
  open var leftItemsSupplementBackButton = false { didSet { changed() } }
  /// The buttons at the left, from the edge inwards.
  open var leftBarButtonItems: [UIBarButtonItem]? { didSet { changed() } }
  /// The buttons at the right, from the edge inwards.
  open var rightBarButtonItems: [UIBarButtonItem]? { didSet { changed() } }
  /// The search of the screen; accepted for compatibility only.
  open var searchController: UISearchController?
  /// Accepted for compatibility only.
  open var hidesSearchBarWhenScrolling = true
  /// How the bar looks.
  open var standardAppearance: UINavigationBarAppearance? { didSet { changed() } }
  /// How the bar looks at the end of the content; accepted for compatibility only.
  open var scrollEdgeAppearance: UINavigationBarAppearance?
  /// How a low bar looks; accepted for compatibility only.
  open var compactAppearance: UINavigationBarAppearance?

  /// How the button that leads back looks.
  public enum BackButtonDisplayMode: Int, Hashable, Sendable {
    /// With the title.
    case `default`
    /// With “Back”.
    case generic
    /// With the sign alone.
    case minimal
  }

  /// Creates an item without a title.
  public override init() { super.init() }

  /// Creates an item.
  public convenience init(title: String) {
    self.init()
    self.title = title
  }

  /// The first button at the left.
  open var leftBarButtonItem: UIBarButtonItem? {
    get { leftBarButtonItems?.first }
    set { leftBarButtonItems = newValue.map { [$0] } }
  }

  /// The first button at the right.
  open var rightBarButtonItem: UIBarButtonItem? {
    get { rightBarButtonItems?.first }
    set { rightBarButtonItems = newValue.map { [$0] } }
  }

  /// Sets the first button at the left.
  open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }
  /// Sets the first button at the right.
  open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) {
    rightBarButtonItem = item
  }
  /// Sets the buttons at the left.
  open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
    leftBarButtonItems = items
  }
  /// Sets the buttons at the right.
  open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
    rightBarButtonItems = items
  }
  /// Sets whether the button that leads back is left out.
  open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) {
    self.hidesBackButton = hidesBackButton
  }

  private func changed() { owner?.containerNeedsLayout() }
}
