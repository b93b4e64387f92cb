public import Foundation

/// A screen: a view, and the code that fills it.
///
/// Its life cycle is UIKit's: ``loadView()``, ``viewDidLoad()``, ``viewWillAppear(_:)``,
/// ``viewIsAppearing(_:)``, ``viewWillLayoutSubviews()``, ``viewDidLayoutSubviews()``,
/// ``viewDidAppear(_:)``. It appears in a ``UIWindow``, in a ``UINavigationController``, when it is
/// presented, or by ``beginAppearanceTransition(_:animated:)``.
open class UIViewController: UIResponder {
  /// The title of the screen.
  open var title: String? { didSet { containerNeedsLayout() } }
  /// What the bar of its ``UINavigationController`` shows of it.
  open private(set) lazy var navigationItem = makeNavigationItem()
  /// What the bar of its ``UITabBarController`` shows of it.
  open lazy var tabBarItem = makeTabBarItem()
  /// The buttons of the toolbar of its ``UINavigationController``.
  open var toolbarItems: [UIBarButtonItem]?
  /// Whether the bar at the bottom is hidden while it is on top; accepted for compatibility only.
  open var hidesBottomBarWhenPushed = false
  /// The edges at which its view lies under bars; its view always does.
  open var edgesForExtendedLayout = UIRectEdge.all
  /// Accepted for compatibility only.
  open var extendedLayoutIncludesOpaqueBars = false
  /// Accepted for compatibility only.
  open var definesPresentationContext = false
  /// Accepted for compatibility only.
  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  /// Accepted for compatibility only.
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
  /// Accepted for compatibility only.
  open var isModalInPresentation = false
  /// The size that it wants where its container asks for one.
  open var preferredContentSize = CGSize.zero
  /// Light or dark, whatever the device is.
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
    didSet { viewIfLoaded?.overrideUserInterfaceStyle = overrideUserInterfaceStyle }
  }
  /// The space that the app keeps free beside that of bars.
  open var additionalSafeAreaInsets = UIEdgeInsets.zero {
    didSet { viewIfLoaded?.setNeedsLayout() }
  }
  /// Whether a person edits the screen; see ``setEditing(_:animated:)``.
  open var isEditing = false
  /// The name of the nib that it was created with, which is not read.
  public let nibName: String?
  /// The bundle that it was created with.
  public let nibBundle: Bundle?
  /// The screens in it.
  public private(set) var children: [UIViewController] = []
  /// The screen that contains it.
  public private(set) weak var parent: UIViewController?
  /// The screen that it has presented.
  public private(set) var presentedViewController: UIViewController?
  /// The screen that presents it.
  public private(set) weak var presentingViewController: UIViewController?
  private var loaded: UIView?
  private(set) var appearance = Appearance.disappeared

  /// How far the view has come on screen.
  enum Appearance {
    case disappeared, appearing, appeared, disappearing
  }

  /// Creates a screen that is not loaded yet.
  ///
  /// A name of a nib is kept, and no nib is read: `loadView()` of a subclass creates the view, or the
  /// view is empty.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    nibName = nibNameOrNil
    nibBundle = nibBundleOrNil
    super.init()
  }

  /// Creates a screen that is not loaded yet.
  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  /// Creates a screen as if from a storyboard; nothing is read from the coder.
  public required init?(coder: NSCoder) {
    nibName = nil
    nibBundle = nil
    super.init()
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The view of the screen, loaded when it is first read; never `nil`.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loaded ?? UIView()
    }
    set {
      loaded?.controller = nil
      loaded = newValue
      newValue?.controller = self
    }
  }

  /// The view of the screen, if it is loaded.
  open var viewIfLoaded: UIView? { loaded }

  /// Whether the view is loaded.
  open var isViewLoaded: Bool { loaded != nil }

  /// Creates the view.
  open func loadView() { view = UIView(frame: UIScreen.main.bounds) }

  /// Loads the view, if it is not loaded.
  open func loadViewIfNeeded() {
    guard loaded == nil else { return }
    loadView()
    if overrideUserInterfaceStyle != .unspecified {
      loaded?.overrideUserInterfaceStyle = overrideUserInterfaceStyle
    }
    viewDidLoad()
  }

  // MARK: Life cycle

  /// Called once the view is loaded.
  open func viewDidLoad() {}
  /// Called before the view appears.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called when the view is in its window and has its size.
  open func viewIsAppearing(_ animated: Bool) {}
  /// Called after the view has appeared.
  open func viewDidAppear(_ animated: Bool) {}
  /// Called before the view disappears.
  open func viewWillDisappear(_ animated: Bool) {}
  /// Called after the view has disappeared.
  open func viewDidDisappear(_ animated: Bool) {}
  /// Called before the view is laid out.
  open func viewWillLayoutSubviews() {}
  /// Called after the view was laid out.
  open func viewDidLayoutSubviews() {}
  /// Called when the space that bars cover has changed.
  open func viewSafeAreaInsetsDidChange() {}
  /// Called when the system is short of memory; never here.
  open func didReceiveMemoryWarning() {}
  /// Called when the traits have changed.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  /// Called before the view gets another size, as when a person turns the device.
  open func viewWillTransition(
    to size: CGSize,
    with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    for child in children { child.viewWillTransition(to: size, with: coordinator) }
  }

  /// The transition that runs; never any, since transitions take no time.
  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { nil }

  /// The traits of the view.
  open var traitCollection: UITraitCollection { loaded?.traitCollection ?? .current }

  /// Begins to show or hide the view; a container calls it for its children.
  open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    if isAppearing, appearance != .appearing, appearance != .appeared {
      loadViewIfNeeded()
      appearance = .appearing
      viewWillAppear(animated)
      viewIsAppearing(animated)
    } else if !isAppearing, appearance == .appearing || appearance == .appeared {
      appearance = .disappearing
      viewWillDisappear(animated)
    }
  }

  /// Ends what ``beginAppearanceTransition(_:animated:)`` began.
  open func endAppearanceTransition() {
    switch appearance {
    case .appearing:
      appearance = .appeared
      viewDidAppear(false)
    case .disappearing:
      appearance = .disappeared
      viewDidDisappear(false)
    case .appeared, .disappeared: break
    }
  }

  /// Whether the view is on screen.
  var isOnScreen: Bool { appearance == .appearing || appearance == .appeared }

  /// Whether the view is about to disappear because the screen leaves its container.
  open private(set) var isMovingFromParent = false
  /// Whether the view is about to appear because the screen came into its container.
  open private(set) var isMovingToParent = false
  /// Whether the screen that it belongs to is being dismissed.
  open private(set) var isBeingDismissed = false
  /// Whether it is being presented.
  open private(set) var isBeingPresented = false

  func leaving(_ body: () -> Void) {
    isMovingFromParent = true
    defer { isMovingFromParent = false }
    body()
  }

  func entering(_ body: () -> Void) {
    isMovingToParent = true
    defer { isMovingToParent = false }
    body()
  }

  // MARK: Containers

  /// Adds a screen; its view is added by the app.
  open func addChild(_ childController: UIViewController) {
    childController.removeFromParent()
    childController.willMove(toParent: self)
    childController.parent = self
    children.append(childController)
  }

  /// Removes the screen from the one that contains it.
  open func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }

  /// Called before the screen is added to another one, or to none.
  open func willMove(toParent parent: UIViewController?) {}
  /// Called after the screen was added to another one, or to none.
  open func didMove(toParent parent: UIViewController?) {}

  /// The nearest container of a kind.
  func container<Kind>(_ kind: Kind.Type) -> Kind? {
    sequence(first: parent, next: { $0?.parent }).lazy.compactMap { $0 as? Kind }.first
  }

  /// The navigation controller that contains it.
  open var navigationController: UINavigationController? { container(UINavigationController.self) }
  /// The tab bar controller that contains it.
  open var tabBarController: UITabBarController? { container(UITabBarController.self) }
  /// The split view controller that contains it.
  open var splitViewController: UISplitViewController? { container(UISplitViewController.self) }

  /// Shows a screen: pushes it if there is a navigation controller, else presents it.
  open func show(_ viewController: UIViewController, sender: Any?) {
    if let navigationController {
      navigationController.pushViewController(viewController, animated: true)
    } else {
      present(viewController, animated: true)
    }
  }

  /// Shows a screen as ``show(_:sender:)`` does.
  open func showDetailViewController(_ viewController: UIViewController, sender: Any?) {
    show(viewController, sender: sender)
  }

  /// Presents a screen above this one; it has appeared when the call returns.
  open func present(
    _ viewControllerToPresent: UIViewController,
    animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {
    guard presentedViewController == nil else { return }
    presentedViewController = viewControllerToPresent
    viewControllerToPresent.presentingViewController = self
    viewControllerToPresent.isBeingPresented = true
    viewControllerToPresent.beginAppearanceTransition(true, animated: flag)
    if let window = loaded?.window { window.show(viewControllerToPresent.view) }
    viewControllerToPresent.endAppearanceTransition()
    viewControllerToPresent.isBeingPresented = false
    completion?()
  }

  /// Removes the screen that is presented above this one, or this one if none is.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    guard let presented = presentedViewController else {
      presentingViewController?.dismiss(animated: flag, completion: completion)
      return
    }
    presented.isBeingDismissed = true
    presented.beginAppearanceTransition(false, animated: flag)
    presented.viewIfLoaded?.removeFromSuperview()
    presented.endAppearanceTransition()
    presented.isBeingDismissed = false
    presented.presentingViewController = nil
    presentedViewController = nil
    completion?()
  }

  // MARK: Editing

  /// Begins or ends editing; a subclass calls `super`.
  open func setEditing(_ editing: Bool, animated: Bool) {
    isEditing = editing
    navigationController?.navigationBar.setNeedsLayout()
  }

  /// A button that begins and ends editing.
  open private(set) lazy var editButtonItem = UIBarButtonItem(editing: self)

  // MARK: Status bar

  /// Accepted for compatibility only: no status bar is drawn.
  open var prefersStatusBarHidden: Bool { false }
  /// Accepted for compatibility only: no status bar is drawn.
  open var preferredStatusBarStyle: UIStatusBarStyle { .default }
  /// Accepted for compatibility only.
  open func setNeedsStatusBarAppearanceUpdate() {}
  /// Accepted for compatibility only.
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
  /// Accepted for compatibility only.
  open var shouldAutorotate: Bool { true }

  /// The responder after it.
  open override var next: UIResponder? { loaded?.superview ?? parent }

  private func makeNavigationItem() -> UINavigationItem {
    let item = UINavigationItem()
    item.owner = self
    return item
  }

  private func makeTabBarItem() -> UITabBarItem {
    UITabBarItem(title: title, image: nil, selectedImage: nil)
  }

  func containerNeedsLayout() { navigationController?.navigationBar.setNeedsLayout() }
}

/// What runs beside a transition.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinator: AnyObject {
  /// Returns a screen of the transition.
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
  /// Runs changes with the transition, and a completion at its end.
  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

extension UIViewControllerTransitionCoordinator {
  /// Runs changes with the transition.
  @discardableResult
  public func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    animate(alongsideTransition: animation, completion: nil)
  }
}

/// The name of a screen of a transition.
public struct UITransitionContextViewControllerKey: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The screen that is left.
  public static let from = UITransitionContextViewControllerKey(rawValue: "from")
  /// The screen that is shown.
  public static let to = UITransitionContextViewControllerKey(rawValue: "to")
}

/// How a transition runs.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
  /// Whether the transition takes time.
  var isAnimated: Bool { get }
  /// Whether a person has ended the transition.
  var isCancelled: Bool { get }
}

/// The edges of a rectangle.
public struct UIRectEdge: OptionSet, Hashable, Sendable {
  /// One bit for each edge.
  public let rawValue: UInt

  /// Creates a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The upper edge.
  public static let top = UIRectEdge(rawValue: 1)
  /// The left edge.
  public static let left = UIRectEdge(rawValue: 2)
  /// The lower edge.
  public static let bottom = UIRectEdge(rawValue: 4)
  /// The right edge.
  public static let right = UIRectEdge(rawValue: 8)
  /// All edges.
  public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}

/// How a screen is presented; accepted for compatibility only.
public enum UIModalPresentationStyle: Int, Hashable, Sendable {
  /// On the whole screen.
  case fullScreen
  /// On a part of the screen.
  case pageSheet, formSheet
  /// In the place of another screen.
  case currentContext
  /// As the app's own code does.
  case custom
  /// Above another screen.
  case overFullScreen, overCurrentContext
  /// In a bubble.
  case popover
  /// As the system does.
  case automatic
}

/// How a presented screen comes; accepted for compatibility only.
public enum UIModalTransitionStyle: Int, Hashable, Sendable {
  /// From below.
  case coverVertical
  /// By turning.
  case flipHorizontal
  /// By fading.
  case crossDissolve
}

/// How the status bar looks; none is drawn.
public enum UIStatusBarStyle: Int, Hashable, Sendable {
  /// As the system's.
  case `default`
  /// With light texts.
  case lightContent
  /// With dark texts.
  case darkContent
}

/// The orientations of a screen; accepted for compatibility only.
public struct UIInterfaceOrientationMask: OptionSet, Hashable, Sendable {
  /// One bit for each orientation.
  public let rawValue: UInt

  /// Creates a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Upright.
  public static let portrait = UIInterfaceOrientationMask(rawValue: 2)
  /// On its side.
  public static let landscape = UIInterfaceOrientationMask(rawValue: 24)
  /// All.
  public static let all = UIInterfaceOrientationMask(rawValue: 30)
  /// All but upside down.
  public static let allButUpsideDown = UIInterfaceOrientationMask(rawValue: 26)
}
