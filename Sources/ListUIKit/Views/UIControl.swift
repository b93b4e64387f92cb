public import Foundation

/// The name of a method.
///
/// `#selector` needs Objective-C, so code that is compiled here writes `Selector("refresh")`.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name.
  public let description: String

  /// Creates a selector from a name.
  public init(_ name: String) { description = name }

  /// Creates a selector from a name.
  public init(stringLiteral name: String) { description = name }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the selector of a name.
public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the name of a selector.
public func NSStringFromSelector(_ selector: Selector) -> String { selector.description }

/// An object whose methods are called by their names, as Objective-C calls those that are marked `@objc`.
///
/// A target of a ``UIControl`` adopts it where there is no Objective-C; an action of another target is
/// noted in ``UIControl/unansweredActions``.
@preconcurrency @MainActor
public protocol SelectorTarget: AnyObject {
  /// Calls the method of a name.
  ///
  /// - Returns: Whether there is such a method.
  func perform(_ action: Selector, sender: Any?) -> Bool
}

extension NSObject {
  /// Calls the method of a name, if the object is a ``SelectorTarget``; on the main actor only.
  @discardableResult
  public func perform(_ selector: Selector, with object: Any?) -> Bool {
    let call = Parcel((self, object))
    return MainActor.assumeIsolated {
      (call.value.0 as? any SelectorTarget)?.perform(selector, sender: call.value.1) ?? false
    }
  }
}

/// A piece of code that a control runs.
@preconcurrency @MainActor
public final class UIAction {
  /// Runs for an action.
  public typealias Handler = @MainActor (UIAction) -> Void

  /// The control that sent it.
  public internal(set) weak var sender: AnyObject?
  let handler: Handler

  /// Creates an action.
  public init(title: String = "", handler: @escaping Handler) { self.handler = handler }
}

/// A view that sends actions.
open class UIControl: UIView {
  /// What happened to a control.
  public struct Event: OptionSet, Hashable, Sendable {
    /// One bit for each event.
    public let rawValue: UInt

    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A finger was put on it.
    public static let touchDown = Event(rawValue: 1)
    /// A finger was lifted on it.
    public static let touchUpInside = Event(rawValue: 1 << 6)
    /// Its value has changed.
    public static let valueChanged = Event(rawValue: 1 << 12)
    /// Its main action.
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
  }

  private struct Connection {
    weak var target: AnyObject?
    var action: Selector
    var events: Event
  }

  /// Whether it reacts.
  open var isEnabled = true
  /// Whether it is selected.
  open var isSelected = false
  /// Whether a finger is on it.
  open var isHighlighted = false
  private var connections: [Connection] = []
  private var actions: [(action: UIAction, events: Event)] = []
  /// The actions that no target had a method for, in order.
  public private(set) var unansweredActions: [Selector] = []

  /// Sends an action to a target, which the control does not keep, at some events.
  open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
    let object = target as AnyObject?
    removeTarget(target, action: action, for: controlEvents)
    connections.append(Connection(target: object, action: action, events: controlEvents))
  }

  /// Runs an action at some events.
  open func addAction(_ action: UIAction, for controlEvents: Event) {
    actions.append((action, controlEvents))
  }

  /// Ends what ``addTarget(_:action:for:)`` began; `nil` stands for all targets, or all actions.
  open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
    let object = target as AnyObject?
    connections.removeAll { connection in
      (object == nil || connection.target === object)
        && (action == nil || connection.action == action)
        && !connection.events.isDisjoint(with: controlEvents)
    }
  }

  /// The targets.
  open var allTargets: Set<AnyHashable> {
    Set(connections.compactMap { ($0.target as? NSObject).map { AnyHashable($0) } })
  }

  /// Returns the names of the methods that a target is sent at an event; `nil` if there are none.
  open func actions(forTarget target: Any?, forControlEvent controlEvent: Event) -> [String]? {
    let object = ((target as? AnyHashable)?.base ?? target) as AnyObject?
    let names = connections.filter {
      $0.target === object && !$0.events.isDisjoint(with: controlEvent)
    }.map(\.action.description)
    return names.isEmpty ? nil : names
  }

  /// Sends the actions of some events.
  open func sendActions(for controlEvents: Event) {
    for connection in connections where !connection.events.isDisjoint(with: controlEvents) {
      let target = connection.target as? any SelectorTarget
      if target?.perform(connection.action, sender: self) != true {
        unansweredActions.append(connection.action)
      }
    }
    for (action, events) in actions where !events.isDisjoint(with: controlEvents) {
      action.sender = self
      action.handler(action)
    }
  }
}

/// The control that a person pulls down for fresh content.
open class UIRefreshControl: UIControl {
  /// The text below it.
  open var attributedTitle: NSAttributedString?
  /// Whether it turns.
  open private(set) var isRefreshing = false

  /// Creates a control.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Creates a control as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Begins to turn, as if a person had pulled; no action is sent.
  open func beginRefreshing() { isRefreshing = true }

  /// Stops turning.
  open func endRefreshing() { isRefreshing = false }

  /// A person pulls it.
  func pull() {
    guard isEnabled, !isRefreshing else { return }
    isRefreshing = true
    sendActions(for: .valueChanged)
  }
}
