public import Foundation

/// A part of a menu.
@preconcurrency @MainActor
open class UIMenuElement: NSObject {
  /// The title.
  open internal(set) var title: String
  /// The text below the title.
  open var subtitle: String?
  /// The picture.
  open internal(set) var image: UIImage?

  init(_ title: String, _ subtitle: String?, _ image: UIImage?) {
    self.title = title
    self.subtitle = subtitle
    self.image = image
  }

  /// What an element does.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// One bit for each.
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// It cannot be chosen.
    public static let disabled = Attributes(rawValue: 1)
    /// It does what cannot be undone.
    public static let destructive = Attributes(rawValue: 2)
    /// It is not shown.
    public static let hidden = Attributes(rawValue: 4)
    /// The menu stays.
    public static let keepsMenuPresented = Attributes(rawValue: 8)
  }

  /// Whether an element is chosen.
  public enum State: Int, Hashable, Sendable {
    /// It is not.
    case off
    /// It is.
    case on
    /// A part of what it stands for is.
    case mixed
  }
}

/// A piece of code that a control or a menu runs.
public final class UIAction: UIMenuElement {
  /// Runs for an action.
  public typealias Handler = @MainActor (UIAction) -> Void

  /// The name of an action.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// The name.
  public let identifier: Identifier
  /// What is told of it.
  public var discoverabilityTitle: String?
  /// What it does.
  public var attributes: UIMenuElement.Attributes
  /// Whether it is chosen.
  public var state: UIMenuElement.State
  /// The control that sent it.
  public internal(set) weak var sender: AnyObject?
  let handler: Handler

  /// Creates an action.
  public init(
    title: String = "",
    subtitle: String? = nil,
    image: UIImage? = nil,
    identifier: Identifier? = nil,
    discoverabilityTitle: String? = nil,
    attributes: UIMenuElement.Attributes = [],
    state: UIMenuElement.State = .off,
    handler: @escaping Handler
  ) {
    self.handler = handler
    self.identifier = identifier ?? Identifier(UUID().uuidString)
    self.attributes = attributes
    self.state = state
    self.discoverabilityTitle = discoverabilityTitle
    super.init(title, subtitle, image)
  }

  /// Runs the action for a sender.
  func run(from sender: AnyObject?) {
    self.sender = sender
    handler(self)
  }

  /// A person chooses the action in a menu.
  ///
  /// - Returns: Whether it can be chosen.
  @discardableResult
  public func simulateTap() -> Bool {
    guard attributes.isDisjoint(with: [.disabled, .hidden]) else { return false }
    run(from: nil)
    return true
  }
}

/// Actions, and menus of actions.
public final class UIMenu: UIMenuElement {
  /// How a menu looks; accepted for compatibility only.
  public struct Options: OptionSet, Hashable, Sendable {
    /// One bit for each.
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Its elements are shown in the menu around it.
    public static let displayInline = Options(rawValue: 1)
    /// It does what cannot be undone.
    public static let destructive = Options(rawValue: 2)
    /// One of its elements is chosen.
    public static let singleSelection = Options(rawValue: 32)
  }

  /// The name of a menu.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// The name.
  public let identifier: Identifier
  /// How the menu looks.
  public let options: Options
  /// The elements.
  public let children: [UIMenuElement]

  /// Creates a menu.
  public init(
    title: String = "",
    subtitle: String? = nil,
    image: UIImage? = nil,
    identifier: Identifier? = nil,
    options: Options = [],
    children: [UIMenuElement] = []
  ) {
    self.identifier = identifier ?? Identifier(UUID().uuidString)
    self.options = options
    self.children = children
    super.init(title, subtitle, image)
  }

  /// The actions of the menu and of those in it, in order.
  public var allActions: [UIAction] {
    children.flatMap { element in
      (element as? UIAction).map { [$0] } ?? (element as? UIMenu)?.allActions ?? []
    }
  }

  /// Returns a menu with other elements.
  public func replacingChildren(_ newChildren: [UIMenuElement]) -> UIMenu {
    UIMenu(
      title: title,
      image: image,
      identifier: identifier,
      options: options,
      children: newChildren
    )
  }
}

/// What a long press on a cell shows.
@preconcurrency @MainActor
public final class UIContextMenuConfiguration: NSObject {
  /// The name.
  public let identifier: any NSCopying
  private let previewProvider: (() -> UIViewController?)?
  private let actionProvider: (([UIMenuElement]) -> UIMenu?)?

  /// Creates a configuration.
  public init(
    identifier: (any NSCopying)? = nil,
    previewProvider: (() -> UIViewController?)? = nil,
    actionProvider: (([UIMenuElement]) -> UIMenu?)? = nil
  ) {
    self.identifier = identifier ?? NSUUID()
    self.previewProvider = previewProvider
    self.actionProvider = actionProvider
  }

  /// The menu.
  public var menu: UIMenu? { actionProvider?([]) }
}
