public import Foundation

/// A screen: a view, and the code that fills it.
@preconcurrency @MainActor
open class UIViewController: NSObject {
  /// What the screen is called.
  open var title: String?
  private var loaded: UIView?

  /// Creates a screen that is not loaded yet.
  public override init() {}

  /// Creates a screen as if from a storyboard, of which nothing is read.
  public required init?(coder: NSCoder) {}

  /// The view of the screen; it is loaded when it is asked for the first time.
  open var view: UIView {
    get {
      loadViewIfNeeded()
      return loaded ?? UIView()
    }
    set { loaded = newValue }
  }

  /// Whether the view is loaded.
  open var isViewLoaded: Bool { loaded != nil }

  /// Makes the view.
  open func loadView() { loaded = UIView(frame: UIScreen.main.bounds) }

  /// Loads the view, if it is not.
  open func loadViewIfNeeded() {
    guard loaded == nil else { return }
    loadView()
    viewDidLoad()
  }

  /// Called once the view is loaded.
  open func viewDidLoad() {}
}
