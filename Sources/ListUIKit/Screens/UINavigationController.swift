public import Foundation

/// Screens on top of each other, with a bar.
///
/// The views of its screens fill it, and lie under the bar: the bar is their safe area, and lists at
/// their upper edge begin below it.
open class UINavigationController: UIViewController {
  /// The bar.
  public let navigationBar = UINavigationBar(frame: .zero)
  /// The bar at the bottom.
  public let toolbar = UIToolbar(frame: .zero)
  /// The object that is told about changes.
  open weak var delegate: (any UINavigationControllerDelegate)?
  private var screens: [UIViewController] = []

  /// Creates a controller with a first screen.
  public convenience init(rootViewController: UIViewController) {
    self.init(nibName: nil, bundle: nil)
    setViewControllers([rootViewController], animated: false)
  }

  /// Creates a controller without screens.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    navigationBar.controller = nil
    navigationBar.navigation = self
    toolbar.navigation = self
  }

  /// Creates a controller as if from a storyboard; nothing is read from the coder.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    navigationBar.navigation = self
    toolbar.navigation = self
  }

  /// The screens, the lowest first.
  open var viewControllers: [UIViewController] {
    get { screens }
    set { setViewControllers(newValue, animated: false) }
  }

  /// The screen on top.
  open var topViewController: UIViewController? { screens.last }
  /// The screen that is seen: the one on top, or what it presents.
  open var visibleViewController: UIViewController? {
    topViewController?.presentedViewController ?? topViewController
  }
  /// Whether there is no bar.
  open var isNavigationBarHidden = false { didSet { viewIfLoaded?.setNeedsLayout() } }
  /// Whether there is no bar at the bottom.
  open var isToolbarHidden = true { didSet { viewIfLoaded?.setNeedsLayout() } }
  /// Accepted for compatibility only.
  open var hidesBarsOnSwipe = false
  /// Accepted for compatibility only.
  open var hidesBarsOnTap = false
  /// Accepted for compatibility only.
  open var hidesBarsWhenKeyboardAppears = false
  /// Accepted for compatibility only.
  open var hidesBarsWhenVerticallyCompact = false
  /// The gesture that hides the bar; nothing makes it.
  public private(set) lazy var barHideOnSwipeGestureRecognizer = UIPanGestureRecognizer()
  /// The gesture by which a person goes back; see ``popViewController(animated:)``.
  open private(set) lazy var interactivePopGestureRecognizer: UIGestureRecognizer? =
    UIGestureRecognizer()

  /// Shows or hides the bar.
  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
    isNavigationBarHidden = hidden
  }
  /// Shows or hides the bar at the bottom.
  open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }

  /// Puts a screen on top.
  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    setViewControllers(screens + [viewController], animated: animated)
  }

  /// Takes the screen on top away, unless it is the only one.
  ///
  /// - Returns: The screen; `nil` if it stays.
  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    guard screens.count > 1, let top = screens.last else { return nil }
    setViewControllers(screens.dropLast(), animated: animated)
    return top
  }

  /// Takes all screens but the first away.
  ///
  /// - Returns: The screens.
  @discardableResult
  open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    guard let first = screens.first else { return nil }
    return popToViewController(first, animated: animated)
  }

  /// Takes the screens above one away.
  ///
  /// - Returns: The screens; `nil` if the controller does not have that one.
  @discardableResult
  open func popToViewController(
    _ viewController: UIViewController,
    animated: Bool
  ) -> [UIViewController]? {
    guard let index = screens.firstIndex(where: { $0 === viewController }) else { return nil }
    let gone = Array(screens[(index + 1)...])
    if !gone.isEmpty { setViewControllers(Array(screens[...index]), animated: animated) }
    return gone
  }

  /// Replaces all screens.
  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
    let (before, after) = (screens.last, viewControllers.last)
    let gone = screens.filter { screen in !viewControllers.contains { $0 === screen } }
    let new = viewControllers.filter { screen in !screens.contains { $0 === screen } }
    for screen in gone { screen.willMove(toParent: nil) }
    for screen in new { addChild(screen) }
    screens = viewControllers
    if before !== after { change(from: before, to: after, gone, new, animated) }
    for screen in gone { screen.removeFromParent() }
    for screen in new { screen.didMove(toParent: self) }
    navigationBar.setNeedsLayout()
    viewIfLoaded?.setNeedsLayout()
  }

  private func change(
    from before: UIViewController?,
    to after: UIViewController?,
    _ gone: [UIViewController],
    _ new: [UIViewController],
    _ animated: Bool
  ) {
    guard isViewLoaded else { return }
    if let after { delegate?.navigationController(self, willShow: after, animated: animated) }
    if isOnScreen {
      let isGone = gone.contains { $0 === before }
      let end = { before?.beginAppearanceTransition(false, animated: animated) }
      if isGone { before?.leaving { end() } } else { end() }
      let begin = { after?.beginAppearanceTransition(true, animated: animated) }
      if new.contains(where: { $0 === after }) {
        after?.entering { begin() }
      } else {
        begin()
      }
    }
    before?.viewIfLoaded?.removeFromSuperview()
    install(after)
    if isOnScreen {
      view.layoutIfNeeded()
      before?.endAppearanceTransition()
      after?.endAppearanceTransition()
    }
    if let after { delegate?.navigationController(self, didShow: after, animated: animated) }
  }

  private func install(_ screen: UIViewController?) {
    guard let shown = screen?.view, let view = viewIfLoaded else { return }
    shown.frame = view.bounds
    shown.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.insertSubview(shown, at: 0)
  }

  /// Loads the view: the screen on top, and the bar.
  open override func loadView() {
    view = UIView(frame: UIScreen.main.bounds)
    view.addSubview(navigationBar)
    view.addSubview(toolbar)
  }

  /// Shows the screen on top.
  open override func loadViewIfNeeded() {
    let wasLoaded = isViewLoaded
    super.loadViewIfNeeded()
    if !wasLoaded { install(topViewController) }
  }

  /// Begins to show or hide the view, with the screen on top.
  open override func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    super.beginAppearanceTransition(isAppearing, animated: animated)
    topViewController?.beginAppearanceTransition(isAppearing, animated: animated)
  }

  /// Ends what ``beginAppearanceTransition(_:animated:)`` began.
  open override func endAppearanceTransition() {
    super.endAppearanceTransition()
    topViewController?.endAppearanceTransition()
  }

  /// Places the bars, and tells the screen on top which space they cover.
  open override func viewWillLayoutSubviews() {
    let bounds = view.bounds
    navigationBar.isHidden = isNavigationBarHidden
    let height = isNavigationBarHidden ? 0 : navigationBar.height
    navigationBar.frame = CGRect(x: 0, y: 0, width: bounds.width, height: height)
    toolbar.isHidden = isToolbarHidden
    let low = isToolbarHidden ? 0 : UIToolbar.height
    toolbar.frame = CGRect(x: 0, y: bounds.height - low, width: bounds.width, height: low)
    topViewController?.viewIfLoaded?.barInsets = UIEdgeInsets(top: height, bottom: low)
  }
}

/// An object that a navigation controller tells about its changes.
@preconcurrency @MainActor
public protocol UINavigationControllerDelegate: AnyObject {
  /// Called before a screen is shown.
  func navigationController(
    _ navigationController: UINavigationController,
    willShow viewController: UIViewController,
    animated: Bool
  )
  /// Called after a screen was shown.
  func navigationController(
    _ navigationController: UINavigationController,
    didShow viewController: UIViewController,
    animated: Bool
  )
}

extension UINavigationControllerDelegate {
  /// By default, nothing happens.
  public func navigationController(
    _ navigationController: UINavigationController,
    willShow viewController: UIViewController,
    animated: Bool
  ) {}
  /// By default, nothing happens.
  public func navigationController(
    _ navigationController: UINavigationController,
    didShow viewController: UIViewController,
    animated: Bool
  ) {}
}
