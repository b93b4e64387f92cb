public import Foundation

/// The window of an app: the root of its views.
open class UIWindow: UIView {
  /// The screen that fills the window.
  open var rootViewController: UIViewController? {
    didSet {
      guard oldValue !== rootViewController else { return }
      if isVisible { oldValue?.beginAppearanceTransition(false, animated: false) }
      oldValue?.viewIfLoaded?.removeFromSuperview()
      if isVisible { oldValue?.endAppearanceTransition() }
      showRoot()
    }
  }
  /// The scene that the window belongs to.
  open weak var windowScene: UIWindowScene?
  /// Where the window is among others; accepted for compatibility only.
  open var windowLevel = Level.normal
  private var isVisible = false

  /// Where a window is among others.
  public struct Level: RawRepresentable, Hashable, Sendable {
    /// The place as a number.
    public let rawValue: CGFloat
    /// Creates a place.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// That of the app.
    public static let normal = Level(rawValue: 0)
    /// That of questions.
    public static let alert = Level(rawValue: 2_000)
    /// That of the status bar.
    public static let statusBar = Level(rawValue: 1_000)
  }

  /// Creates a window.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Creates a window as large as the screen.
  public convenience init(windowScene: UIWindowScene) {
    self.init(frame: UIScreen.main.bounds)
    self.windowScene = windowScene
    windowScene.windows.append(self)
  }

  /// Creates a window as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Shows the window, and the view of its screen.
  open func makeKeyAndVisible() {
    isVisible = true
    let windows = UIApplication.shared.windows.filter { $0 !== self }
    UIApplication.shared.windows = windows + [self]
    showRoot()
  }

  /// Whether the window was made visible last.
  open var isKeyWindow: Bool { UIApplication.shared.keyWindow === self }

  private func showRoot() {
    guard isVisible, let root = rootViewController, root.view.superview !== self else { return }
    root.beginAppearanceTransition(true, animated: false)
    show(root.view)
    root.endAppearanceTransition()
  }

  /// Shows a view in front of the others, as large as the window.
  func show(_ view: UIView) {
    view.frame = bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(view)
    layoutIfNeeded()
  }

  /// The window itself.
  open override var window: UIWindow? { self }
}
