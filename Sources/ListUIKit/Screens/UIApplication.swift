public import Foundation

/// The running app.
public final class UIApplication: UIResponder {
  /// The only one.
  public static let shared = UIApplication()
  /// The direction in which the app's texts run; from left to right unless another one is set.
  public var userInterfaceLayoutDirection = UIUserInterfaceLayoutDirection.leftToRight
  /// The object that the app tells about its life.
  public var delegate: (any UIApplicationDelegate)?
  /// The size of texts that a person has chosen.
  public var preferredContentSizeCategory: UIContentSizeCategory {
    UITraitCollection.current.preferredContentSizeCategory
  }
  /// The windows that were made visible.
  public internal(set) var windows: [UIWindow] = []
  /// The window that was made visible last.
  public var keyWindow: UIWindow? { windows.last }
  /// The scenes; a test has none, unless it makes one.
  public internal(set) var connectedScenes: Set<UIScene> = []
  /// The state of the app; always active.
  public var applicationState: State { .active }
  /// The links that were opened, in order; none is followed.
  public private(set) var openedURLs: [URL] = []

  /// The state of an app.
  public enum State: Int, Hashable, Sendable {
    /// A person uses it.
    case active
    /// It is about to be used.
    case inactive
    /// It is not seen.
    case background
  }

  /// Why the app was launched.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a key.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A link.
    public static let url = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
  }

  /// How a link is to be opened.
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a key.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  private override init() { super.init() }

  /// Sends an action.
  ///
  /// - Returns: Whether the target has a method for it.
  @discardableResult
  public func sendAction(
    _ action: Selector,
    to target: Any?,
    from sender: Any?,
    for event: UIEvent?
  ) -> Bool {
    action.send(to: target as AnyObject?, from: sender)
  }

  /// Whether a link can be opened; never.
  public func canOpenURL(_ url: URL) -> Bool { false }

  /// Notes a link; it is not followed.
  public func open(
    _ url: URL,
    options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: ((Bool) -> Void)? = nil
  ) {
    openedURLs.append(url)
    completion?(false)
  }
}

/// An object that the app tells about its life; here nothing does that.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: AnyObject {
  /// The window.
  var window: UIWindow? { get set }
  /// Called when the app was launched.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// Returns how a scene is made.
  func application(
    _ application: UIApplication,
    configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
}

extension UIApplicationDelegate {
  /// By default, none.
  public var window: UIWindow? {
    get { nil }
    set {}
  }
  /// By default, `true`.
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  /// By default, the usual one.
  public func application(
    _ application: UIApplication,
    configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
  }

  /// What a delegate that is marked `@main` runs: nothing, since a test makes the screens.
  public static func main() {}
}

/// A part of the app's user interface.
open class UIScene: UIResponder {
  /// What a scene is made with.
  @preconcurrency @MainActor
  public final class ConnectionOptions: NSObject {}

  /// The session of the scene.
  public let session: UISceneSession
  /// The object that the scene tells about its life.
  open var delegate: (any UISceneDelegate)?

  /// Creates a scene.
  public required init(session: UISceneSession, connectionOptions: ConnectionOptions) {
    self.session = session
    super.init()
  }
}

/// A part of the app's user interface with windows.
open class UIWindowScene: UIScene {
  /// The screen.
  open var screen: UIScreen { .main }
  /// The windows.
  public internal(set) var windows: [UIWindow] = []
  /// The traits of the screen.
  open var traitCollection: UITraitCollection { .current }

  /// Creates a scene for a test.
  public convenience init() {
    self.init(session: UISceneSession(), connectionOptions: ConnectionOptions())
  }
}

/// What the system remembers of a scene.
@preconcurrency @MainActor
public final class UISceneSession: NSObject {
  /// What the scene is for.
  public let role = Role.windowApplication
  /// How the scene was made.
  public lazy var configuration = UISceneConfiguration(name: nil, sessionRole: role)

  /// What a scene is for.
  public struct Role: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a role.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The app.
    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
  }
}

/// How a scene is made.
@preconcurrency @MainActor
public final class UISceneConfiguration: NSObject {
  /// The name.
  public let name: String?
  /// What the scene is for.
  public let role: UISceneSession.Role
  /// The class of its delegate.
  public var delegateClass: AnyClass?

  /// Creates a configuration.
  public init(name: String?, sessionRole: UISceneSession.Role) {
    self.name = name
    role = sessionRole
  }
}

/// An object that a scene tells about its life; here nothing does that.
@preconcurrency @MainActor
public protocol UISceneDelegate: AnyObject {
  /// Called when the scene was made.
  func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  )
}

extension UISceneDelegate {
  /// By default, nothing happens.
  public func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
}

/// An object that a scene with windows tells about its life; here nothing does that.
@preconcurrency @MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
  /// The window.
  var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
  /// By default, none.
  public var window: UIWindow? {
    get { nil }
    set {}
  }
}
