public import Foundation

/// A screen: a view, and the code that fills it.
@MainActor
open class UIViewController {
  /// What the screen is called.
  open var title: String?
  private var loaded: UIView?

  /// Creates a screen that is not loaded yet.
  public init() {}

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

/// The screen of the device.
@MainActor
public final class UIScreen {
  /// The only one.
  public static let main = UIScreen()
  /// Its size: that of a phone, until somebody says another one.
  public var bounds = CGRect(x: 0, y: 0, width: 390, height: 844)

  private init() {}
}

/// Which kind of device a screen belongs to.
public enum UIUserInterfaceIdiom: Int, Hashable, Sendable {
  /// Not known.
  case unspecified = -1
  /// A phone.
  case phone
  /// A tablet.
  case pad
}

/// What a layout is told of the device.
public struct UITraitCollection: Hashable, Sendable {
  /// The kind of device: a tablet from a width of 744 points on, that of the smallest.
  public let userInterfaceIdiom: UIUserInterfaceIdiom
  /// Where lines begin.
  public let layoutDirection: UITraitEnvironmentLayoutDirection

  init(width: Double, isRightToLeft: Bool) {
    userInterfaceIdiom = width >= 744 ? .pad : .phone
    layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
  }
}

/// Where lines begin.
public enum UITraitEnvironmentLayoutDirection: Int, Hashable, Sendable {
  /// Not known.
  case unspecified = -1
  /// At the left.
  case leftToRight
  /// At the right.
  case rightToLeft
}
