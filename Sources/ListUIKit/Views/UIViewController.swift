public import Foundation

/// A screen: a view, and the code that fills it.
@preconcurrency @MainActor
open class UIViewController: NSObject {
  /// The title of the screen.
  open var title: String?
  private var loaded: UIView?

  /// Creates a screen that is not loaded yet.
  public override init() {}

  /// Creates a screen as if from a storyboard; nothing is read from the coder.
  public required init?(coder: NSCoder) {}

  /// The view of the screen, loaded when it is first read.
  open var view: UIView {
    get {
      loadViewIfNeeded()
      return loaded ?? UIView()
    }
    set { loaded = newValue }
  }

  /// The view of the screen, if it is loaded.
  open var viewIfLoaded: UIView? { loaded }

  /// Whether the view is loaded.
  open var isViewLoaded: Bool { loaded != nil }

  /// Creates the view.
  open func loadView() { loaded = UIView(frame: UIScreen.main.bounds) }

  /// Loads the view, if it is not loaded.
  open func loadViewIfNeeded() {
    guard loaded == nil else { return }
    loadView()
    viewDidLoad()
  }

  /// Called once the view is loaded.
  open func viewDidLoad() {}
}
