public import Foundation

/// The window of an app: the root of its views.
open class UIWindow: UIView {
  /// The screen that fills the window.
  open var rootViewController: UIViewController? {
    didSet {
      oldValue?.viewIfLoaded?.removeFromSuperview()
      guard isVisible, let view = rootViewController?.view else { return }
      show(view)
    }
  }
  private var isVisible = false

  /// Creates a window.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Creates a window as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Shows the window, and the view of its screen.
  open func makeKeyAndVisible() {
    isVisible = true
    if let view = rootViewController?.view, view.superview !== self { show(view) }
  }

  private func show(_ view: UIView) {
    view.frame = bounds
    addSubview(view)
    layoutIfNeeded()
  }

  /// The window itself.
  open override var window: UIWindow? { self }
}
