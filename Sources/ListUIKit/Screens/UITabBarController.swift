import Foundation

/// Screens side by side, with a bar at the bottom.
open class UITabBarController: UIViewController {
  /// The bar.
  public let tabBar = UITabBar(frame: .zero)
  /// The object that is told about changes.
  open weak var delegate: (any UITabBarControllerDelegate)?
  /// The screens.
  open var viewControllers: [UIViewController]? {
    didSet {
      for screen in oldValue ?? [] { screen.removeFromParent() }
      for screen in viewControllers ?? [] { addChild(screen) }
      selectedIndex = 0
    }
  }
  /// The place of the screen that is seen.
  open var selectedIndex = 0 { didSet { showSelected() } }
  private weak var shown: UIViewController?

  /// Sets the screens.
  open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
    self.viewControllers = viewControllers
  }

  /// The screen that is seen.
  open var selectedViewController: UIViewController? {
    get {
      let screens = viewControllers ?? []
      return screens.indices.contains(selectedIndex) ? screens[selectedIndex] : nil
    }
    set {
      let index = viewControllers?.firstIndex { $0 === newValue }
      if let index { selectedIndex = index }
    }
  }

  /// Loads the view: the screen that is seen, and the bar.
  open override func loadView() {
    view = UIView(frame: UIScreen.main.bounds)
    view.addSubview(tabBar)
  }

  /// Shows the screen that is selected.
  open override func loadViewIfNeeded() {
    let wasLoaded = isViewLoaded
    super.loadViewIfNeeded()
    if !wasLoaded { showSelected() }
  }

  /// A person taps an item of the bar.
  open func simulateTap(onItem index: Int) {
    let screens = viewControllers ?? []
    guard screens.indices.contains(index) else { return }
    guard delegate?.tabBarController(self, shouldSelect: screens[index]) != false else { return }
    selectedIndex = index
    delegate?.tabBarController(self, didSelect: screens[index])
  }

  private func showSelected() {
    guard let view = viewIfLoaded, shown !== selectedViewController else { return }
    let (before, after) = (shown, selectedViewController)
    shown = after
    if isOnScreen {
      before?.beginAppearanceTransition(false, animated: false)
      after?.beginAppearanceTransition(true, animated: false)
    }
    before?.viewIfLoaded?.removeFromSuperview()
    if let own = after?.view {
      own.frame = view.bounds
      own.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.insertSubview(own, at: 0)
    }
    guard isOnScreen else { return }
    view.layoutIfNeeded()
    before?.endAppearanceTransition()
    after?.endAppearanceTransition()
  }

  /// Begins to show or hide the view, with the screen that is seen.
  open override func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    super.beginAppearanceTransition(isAppearing, animated: animated)
    selectedViewController?.beginAppearanceTransition(isAppearing, animated: animated)
  }

  /// Ends what ``beginAppearanceTransition(_:animated:)`` began.
  open override func endAppearanceTransition() {
    super.endAppearanceTransition()
    selectedViewController?.endAppearanceTransition()
  }

  /// Places the bar, and tells the screen that is seen which space it covers.
  open override func viewWillLayoutSubviews() {
    let bounds = view.bounds
    let height = tabBar.isHidden ? 0 : UITabBar.height
    tabBar.frame = CGRect(x: 0, y: bounds.height - height, width: bounds.width, height: height)
    tabBar.show((viewControllers ?? []).map(\.tabBarItem), selected: selectedIndex)
    selectedViewController?.viewIfLoaded?.barInsets = UIEdgeInsets(bottom: height)
  }
}

/// An object that a tab bar controller tells about its changes.
@preconcurrency @MainActor
public protocol UITabBarControllerDelegate: AnyObject {
  /// Returns whether a person may choose a screen.
  func tabBarController(
    _ tabBarController: UITabBarController,
    shouldSelect viewController: UIViewController
  ) -> Bool
  /// Called when a person has chosen a screen.
  func tabBarController(
    _ tabBarController: UITabBarController,
    didSelect viewController: UIViewController
  )
}

extension UITabBarControllerDelegate {
  /// By default, `true`.
  public func tabBarController(
    _ tabBarController: UITabBarController,
    shouldSelect viewController: UIViewController
  ) -> Bool { true }
  /// By default, nothing happens.
  public func tabBarController(
    _ tabBarController: UITabBarController,
    didSelect viewController: UIViewController
  ) {}
}

/// The bar of a tab bar controller.
open class UITabBar: UIView {
  static let height: CGFloat = 49
  /// The items.
  open var items: [UITabBarItem]?
  /// The item of the screen that is seen.
  open var selectedItem: UITabBarItem?
  /// The colour of the bar.
  open var barTintColor: UIColor?
  /// Accepted for compatibility only: bars are opaque.
  open var isTranslucent = true
  /// The colour of the other items.
  open var unselectedItemTintColor: UIColor?

  func show(_ items: [UITabBarItem], selected: Int) {
    self.items = items
    selectedItem = items.indices.contains(selected) ? items[selected] : nil
    setNeedsLayout()
  }

  /// Places the items.
  open override func layoutSubviews() {
    for view in subviews { view.removeFromSuperview() }
    backgroundColor = barTintColor ?? .systemBackground
    let line = UIView(frame: CGRect(x: 0, y: 0, width: bounds.width, height: 0.5))
    line.backgroundColor = .separator
    addSubview(line)
    let items = items ?? []
    let width = bounds.width / CGFloat(max(1, items.count))
    for (index, item) in items.enumerated() {
      let isSelected = item === selectedItem
      let color = isSelected ? inheritedTint : unselectedItemTintColor ?? .systemGray
      let picture = UIImageView(image: isSelected ? item.selectedImage ?? item.image : item.image)
      picture.tintColor = color
      picture.frame = CGRect(x: width * (CGFloat(index) + 0.5) - 12, y: 5, width: 24, height: 24)
      if picture.image != nil { addSubview(picture) }
      let label = UILabel(frame: CGRect(x: width * CGFloat(index), y: 31, width: width, height: 14))
      label.text = item.title
      label.font = .systemFont(ofSize: 10, weight: .medium)
      label.textAlignment = .center
      label.textColor = color
      addSubview(label)
    }
  }
}

/// What the bar of a tab bar controller shows of a screen.
open class UITabBarItem: UIBarItem {
  /// The picture of the screen that is seen.
  open var selectedImage: UIImage?
  /// A remark at the picture; accepted for compatibility only.
  open var badgeValue: String?

  /// Creates an item.
  public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
    self.init()
    self.title = title
    self.image = image
    self.selectedImage = selectedImage
  }

  /// Creates an item with a number.
  public convenience init(title: String?, image: UIImage?, tag: Int) {
    self.init(title: title, image: image, selectedImage: nil)
    self.tag = tag
  }
}

/// Screens beside each other; here only the one for the content is seen, as on a phone.
open class UISplitViewController: UIViewController {
  /// How many columns there are; accepted for compatibility only.
  public enum Style: Int, Hashable, Sendable {
    /// Not said.
    case unspecified
    /// Two.
    case doubleColumn
    /// Three.
    case tripleColumn
  }

  /// A column.
  public enum Column: Int, Hashable, Sendable {
    /// The first one.
    case primary
    /// The one between.
    case supplementary
    /// That of the content.
    case secondary
    /// The only one on a phone.
    case compact
  }

  private var columns: [Column: UIViewController] = [:]
  /// The screens.
  open var viewControllers: [UIViewController] = []
  /// Whether only one column is seen.
  open var isCollapsed: Bool { true }

  /// Creates a controller.
  public convenience init(style: Style) { self.init(nibName: nil, bundle: nil) }

  /// Sets the screen of a column.
  open func setViewController(_ viewController: UIViewController?, for column: Column) {
    columns[column]?.removeFromParent()
    columns[column] = viewController
    if let viewController { addChild(viewController) }
  }

  /// Returns the screen of a column.
  open func viewController(for column: Column) -> UIViewController? { columns[column] }
}
