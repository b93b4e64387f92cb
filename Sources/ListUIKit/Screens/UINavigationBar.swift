public import Foundation

/// The bar of a navigation controller: a title, and buttons.
///
/// It is 44 points high, and 52 more with a large title, which does not shrink when a list is scrolled.
/// A test taps a button of it with `simulateTap()` of its item.
open class UINavigationBar: UIView {
  weak var navigation: UINavigationController?
  /// Whether titles are large.
  open var prefersLargeTitles = false { didSet { setNeedsLayout() } }
  /// The colour of the bar.
  open var barTintColor: UIColor? { didSet { setNeedsLayout() } }
  /// Accepted for compatibility only: bars are opaque.
  open var isTranslucent = true
  /// Accepted for compatibility only.
  open var barStyle = UIBarStyle.default
  /// How the title looks: its font and its colour.
  open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { setNeedsLayout() } }
  /// How a large title looks: its font and its colour.
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any]? { didSet { setNeedsLayout() } }
  /// How the bar looks.
  open var standardAppearance = UINavigationBarAppearance() { didSet { setNeedsLayout() } }
  /// How the bar looks at the end of the content; accepted for compatibility only.
  open var scrollEdgeAppearance: UINavigationBarAppearance?
  /// How a low bar looks; accepted for compatibility only.
  open var compactAppearance: UINavigationBarAppearance?
  /// The picture beside the text that leads back; accepted for compatibility only.
  open var backIndicatorImage: UIImage?
  /// Accepted for compatibility only.
  open var backIndicatorTransitionMaskImage: UIImage?
  /// Accepted for compatibility only.
  open var shadowImage: UIImage?

  private static let rowHeight: CGFloat = 44
  private static let largeTitleHeight: CGFloat = 52

  /// How all bars look, for bars that are made later.
  private static let shared = UINavigationBar(frame: .zero)

  /// The bar whose appearance all bars take over; accepted for compatibility only.
  public static func appearance() -> UINavigationBar { shared }

  /// Accepted for compatibility only.
  open func setBackgroundImage(_ backgroundImage: UIImage?, for barMetrics: UIBarMetrics) {}

  /// The item of the screen on top.
  open var topItem: UINavigationItem? { navigation?.topViewController?.navigationItem }
  /// The item of the screen below.
  open var backItem: UINavigationItem? { below?.navigationItem }
  /// The items of all screens.
  open var items: [UINavigationItem]? { navigation?.viewControllers.map(\.navigationItem) }

  private var below: UIViewController? {
    let screens = navigation?.viewControllers ?? []
    return screens.count > 1 ? screens[screens.count - 2] : nil
  }

  /// Whether the screen on top has a large title.
  var hasLargeTitle: Bool {
    guard prefersLargeTitles else { return false }
    for screen in (navigation?.viewControllers ?? []).reversed() {
      switch screen.navigationItem.largeTitleDisplayMode {
      case .always: return true
      case .never: return false
      case .automatic: continue
      }
    }
    return true
  }

  var height: CGFloat { Self.rowHeight + (hasLargeTitle ? Self.largeTitleHeight : 0) }

  /// Places the title and the buttons.
  open override func layoutSubviews() {
    for view in subviews { view.removeFromSuperview() }
    guard let item = topItem else { return }
    let look = item.standardAppearance ?? standardAppearance
    backgroundColor = look.backgroundColor ?? barTintColor ?? .systemBackground
    addLine()
    let left = addLeft(item)
    let right = addRight(item)
    if hasLargeTitle {
      addLargeTitle(item, look)
    } else {
      addTitle(item, look, from: left, to: right)
    }
  }

  private func addLine() {
    let line = UIView(frame: CGRect(x: 0, y: height - 0.5, width: bounds.width, height: 0.5))
    line.backgroundColor = .separator
    if !hasLargeTitle { addSubview(line) }
  }

  private func addLeft(_ item: UINavigationItem) -> CGFloat {
    var views: [UIView] = []
    let own = item.leftBarButtonItems ?? []
    if let below, !item.hidesBackButton, own.isEmpty || item.leftItemsSupplementBackButton {
      let text =
        below.navigationItem.backBarButtonItem?.title ?? below.navigationItem.backButtonTitle
        ?? below.navigationItem.title ?? "Back"
      views.append(back(text))
    }
    views += own.filter { !$0.isHidden }.compactMap { $0.view(tint: tint) }
    var x: CGFloat = 16
    for view in views {
      place(view, x: x)
      x += view.frame.width + 16
    }
    return x
  }

  private func addRight(_ item: UINavigationItem) -> CGFloat {
    let views = (item.rightBarButtonItems ?? []).filter { !$0.isHidden }
      .compactMap { $0.view(tint: tint) }
    var x = bounds.width - 16
    for view in views {
      place(view, x: x - view.frame.width)
      x -= view.frame.width + 16
    }
    return x
  }

  private var tint: UIColor { inheritedTint }

  private func back(_ text: String) -> UIView {
    let sign = UIImageView(image: UIImage(systemName: "chevron.backward"))
    sign.tintColor = tint
    sign.frame = CGRect(x: -8, y: 0, width: 20, height: 22)
    let label = UILabel()
    label.text = text
    label.textColor = tint
    label.sizeToFit()
    label.frame.origin.x = 12
    let width = min(160, label.frame.maxX)
    label.frame.size.width = width - 12
    let view = UIView(frame: CGRect(x: 0, y: 0, width: width, height: 22))
    view.addSubview(sign)
    view.addSubview(label)
    label.frame.origin.y = (22 - label.frame.height) / 2
    return view
  }

  private func place(_ view: UIView, x: CGFloat) {
    view.frame.origin = CGPoint(x: x, y: (Self.rowHeight - view.frame.height) / 2)
    addSubview(view)
  }

  private func addTitle(
    _ item: UINavigationItem,
    _ look: UINavigationBarAppearance,
    from left: CGFloat,
    to right: CGFloat
  ) {
    let view: UIView
    if let own = item.titleView {
      if own.frame.isEmpty {
        own.frame.size = own.preferredSize(in: CGSize(width: right - left, height: 44))
      }
      view = own
    } else {
      let label = UILabel()
      label.text = item.title
      label.font = .systemFont(ofSize: 17, weight: .semibold)
      label.textAlignment = .center
      label.take(look.titleTextAttributes ?? titleTextAttributes)
      label.sizeToFit()
      view = label
    }
    let width = min(view.frame.width, max(0, right - left))
    let centred = (bounds.width - width) / 2
    view.frame.size.width = width
    place(view, x: min(max(centred, left), max(left, right - width)))
  }

  private func addLargeTitle(_ item: UINavigationItem, _ look: UINavigationBarAppearance) {
    let label = UILabel()
    label.text = item.title
    label.font = .systemFont(ofSize: 34, weight: .bold)
    label.take(look.largeTitleTextAttributes ?? largeTitleTextAttributes)
    label.sizeToFit()
    label.frame.size.width = max(0, bounds.width - 32)
    label.frame.origin = CGPoint(
      x: 16,
      y: Self.rowHeight + (Self.largeTitleHeight - label.frame.height) / 2
    )
    addSubview(label)
  }
}

extension UILabel {
  /// Takes the font and the colour of attributes over.
  func take(_ attributes: [NSAttributedString.Key: Any]?) {
    if let font = attributes?[.font] as? UIFont { self.font = font }
    if let color = attributes?[.foregroundColor] as? UIColor { textColor = color }
  }
}

extension UIBarButtonItem {
  /// Returns the view that a bar shows for the button.
  func view(tint: UIColor) -> UIView? {
    if let systemItem, systemItem.isSpace { return nil }
    if let customView {
      if customView.frame.isEmpty {
        customView.frame.size = customView.preferredSize(in: CGSize(width: 200, height: 44))
      }
      return customView
    }
    let color = isEnabled ? tintColor ?? tint : .tertiaryLabel
    if let image {
      let view = UIImageView(image: image)
      view.tintColor = color
      view.frame.size = CGSize(width: 24, height: 24)
      return view
    }
    let label = UILabel()
    label.text = shownTitle
    label.font = .systemFont(ofSize: 17, weight: style == .done ? .semibold : .regular)
    label.textColor = color
    label.sizeToFit()
    return label
  }
}

/// How a bar looks.
@preconcurrency @MainActor
open class UIBarAppearance: NSObject {
  /// The colour of the bar.
  open var backgroundColor: UIColor?
  /// The colour of the line at the bar's edge; accepted for compatibility only.
  open var shadowColor: UIColor?
  /// Accepted for compatibility only.
  open var shadowImage: UIImage?
  /// Accepted for compatibility only: nothing is blurred.
  open var backgroundEffect: UIBlurEffect?

  /// Creates the usual look.
  public override init() { super.init() }

  /// Takes the usual look.
  open func configureWithDefaultBackground() { backgroundColor = nil }
  /// Takes the usual look, without anything shining through.
  open func configureWithOpaqueBackground() { backgroundColor = nil }
  /// Takes a look without a ground.
  open func configureWithTransparentBackground() { backgroundColor = .clear }
}

/// How the bar of a navigation controller looks.
public final class UINavigationBarAppearance: UIBarAppearance {
  /// How the title looks: its font and its colour.
  public var titleTextAttributes: [NSAttributedString.Key: Any]?
  /// How a large title looks: its font and its colour.
  public var largeTitleTextAttributes: [NSAttributedString.Key: Any]?
}

/// How a bar looks; accepted for compatibility only.
public enum UIBarStyle: Int, Hashable, Sendable {
  /// As the system's.
  case `default`
  /// Dark.
  case black
}

/// The height of a bar; accepted for compatibility only.
public enum UIBarMetrics: Int, Hashable, Sendable {
  /// The usual one.
  case `default`
  /// The low one.
  case compact
}

/// A bar of buttons at the bottom of a navigation controller.
open class UIToolbar: UIView {
  static let height: CGFloat = 44
  weak var navigation: UINavigationController?
  private var ownItems: [UIBarButtonItem]?

  /// The buttons: those of the screen on top, unless others are set.
  open var items: [UIBarButtonItem]? {
    get { ownItems ?? navigation?.topViewController?.toolbarItems }
    set {
      ownItems = newValue
      setNeedsLayout()
    }
  }

  /// Sets the buttons.
  open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }

  /// Places the buttons; spaces that grow share what is left.
  open override func layoutSubviews() {
    for view in subviews { view.removeFromSuperview() }
    backgroundColor = backgroundColor ?? .systemBackground
    let items = (items ?? []).filter { !$0.isHidden }
    let views = items.map { $0.view(tint: inheritedTint) }
    let widths = zip(items, views).map { item, view in view?.frame.width ?? item.width }
    let growing = items.count { $0.systemItem == .flexibleSpace }
    let gaps = 8 * CGFloat(max(0, items.count - 1))
    let spare = max(0, bounds.width - 32 - gaps - widths.reduce(0, +))
    var x: CGFloat = 16
    for (index, item) in items.enumerated() {
      if let view = views[index] {
        view.frame.origin = CGPoint(x: x, y: (Self.height - view.frame.height) / 2)
        addSubview(view)
      }
      x += widths[index] + 8
      if item.systemItem == .flexibleSpace { x += spare / CGFloat(growing) }
    }
  }
}
