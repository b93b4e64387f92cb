public import Foundation

/// The name of a method.
///
/// `#selector` needs Objective-C, so code that is compiled here writes `Selector("refresh")`.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name.
  public let description: String

  /// Calls the method, if the selector knows it.
  private let call: (@MainActor @Sendable (_ target: AnyObject, _ sender: Any?) -> Bool)?

  /// Creates a selector from a name.
  public init(_ name: String) {
    description = name
    call = nil
  }

  /// Creates a selector that calls a method of its target itself.
  ///
  /// - Parameters:
  ///   - name: The name of the method.
  ///   - call: Calls the method of a target with a sender; returns whether the target has it.
  public init(
    _ name: String,
    call: @escaping @MainActor @Sendable (_ target: AnyObject, _ sender: Any?) -> Bool
  ) {
    description = name
    self.call = call
  }

  /// Returns whether both have the same name.
  public static func == (lhs: Selector, rhs: Selector) -> Bool {
    lhs.description == rhs.description
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }

  /// Calls the method of a target.
  ///
  /// - Returns: Whether the target has the method.
  @MainActor
  func send(to target: AnyObject?, from sender: Any?) -> Bool {
    guard let target else { return false }
    if let call, call(target, sender) { return true }
    return (target as? any SelectorTarget)?.perform(self, sender: sender) ?? false
  }

  /// Creates a selector from a name.
  public init(stringLiteral name: String) { self.init(name) }
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
    /// A finger was put on it again.
    public static let touchDownRepeat = Event(rawValue: 1 << 1)
    /// A finger was moved into it.
    public static let touchDragEnter = Event(rawValue: 1 << 4)
    /// A finger was moved out of it.
    public static let touchDragExit = Event(rawValue: 1 << 5)
    /// A finger was lifted beside it.
    public static let touchUpOutside = Event(rawValue: 1 << 7)
    /// The system has ended the touch.
    public static let touchCancel = Event(rawValue: 1 << 8)
    /// A menu was opened.
    public static let menuActionTriggered = Event(rawValue: 1 << 14)
    /// The editing of a text begins.
    public static let editingDidBegin = Event(rawValue: 1 << 16)
    /// A text was changed.
    public static let editingChanged = Event(rawValue: 1 << 17)
    /// The editing of a text has ended.
    public static let editingDidEnd = Event(rawValue: 1 << 18)
    /// The editing of a text was ended by the return key.
    public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
    /// Everything that a finger does.
    public static let allTouchEvents = Event(rawValue: 0xFFF)
    /// Everything.
    public static let allEvents = Event(rawValue: .max)
    /// A finger was lifted on it.
    public static let touchUpInside = Event(rawValue: 1 << 6)
    /// Its value has changed.
    public static let valueChanged = Event(rawValue: 1 << 12)
    /// Its main action.
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
  }

  /// The state of a control.
  public struct State: OptionSet, Hashable, Sendable {
    /// One bit for each part of the state.
    public let rawValue: UInt

    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// As usual.
    public static let normal: State = []
    /// A finger is on it.
    public static let highlighted = State(rawValue: 1)
    /// It does not react.
    public static let disabled = State(rawValue: 2)
    /// It is selected.
    public static let selected = State(rawValue: 4)
    /// It is focused.
    public static let focused = State(rawValue: 8)
  }

  /// Where content stands in a control.
  public enum ContentHorizontalAlignment: Int, Hashable, Sendable {
    /// In the middle.
    case center
    /// At the left.
    case left
    /// At the right.
    case right
    /// From side to side.
    case fill
    /// Where lines begin.
    case leading
    /// Where lines end.
    case trailing
  }

  /// Where content stands in a control.
  public enum ContentVerticalAlignment: Int, Hashable, Sendable {
    /// In the middle.
    case center
    /// At the top.
    case top
    /// At the bottom.
    case bottom
    /// From top to bottom.
    case fill
  }

  private struct Connection {
    weak var target: AnyObject?
    var action: Selector
    var events: Event
  }

  /// Whether it reacts.
  open var isEnabled = true { didSet { if isEnabled != oldValue { stateDidChange() } } }
  /// Whether it is selected.
  open var isSelected = false { didSet { if isSelected != oldValue { stateDidChange() } } }
  /// Whether a finger is on it.
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { stateDidChange() } } }
  /// Where its content stands.
  open var contentHorizontalAlignment = ContentHorizontalAlignment.center
  /// Where its content stands; accepted for compatibility only.
  open var contentVerticalAlignment = ContentVerticalAlignment.center
  /// Whether a tap opens the menu; accepted for compatibility only.
  open var showsMenuAsPrimaryAction = false
  private var connections: [Connection] = []
  private var actions: [(action: UIAction, events: Event)] = []
  /// The actions that no target had a method for, in order.
  public private(set) var unansweredActions: [Selector] = []

  /// Its state.
  open var state: State {
    var state: State = []
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    return state
  }

  /// Called when the state has changed.
  func stateDidChange() { setNeedsLayout() }

  /// A person taps the control.
  ///
  /// - Returns: Whether it reacts.
  @discardableResult
  open func simulateTap() -> Bool {
    guard isEnabled, isUserInteractionEnabled, !isHidden, alpha > 0.01 else { return false }
    isHighlighted = true
    sendActions(for: .touchDown)
    isHighlighted = false
    wasTapped()
    sendActions(for: [.touchUpInside])
    sendActions(for: [.primaryActionTriggered])
    return true
  }

  /// Does what a tap does to the control itself, before its actions run.
  func wasTapped() {}

  /// Does what a tap on a button does.
  open func performPrimaryAction() { sendActions(for: .primaryActionTriggered) }

  /// Creates a control that runs an action at its main event.
  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }

  /// Creates a control.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Creates a control as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

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
      if !connection.action.send(to: connection.target, from: self) {
        unansweredActions.append(connection.action)
      }
    }
    for (action, events) in actions where !events.isDisjoint(with: controlEvents) {
      action.run(from: self)
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
  open func endRefreshing() {
    isRefreshing = false
    hasStopped?()
  }

  /// Called when it stops turning.
  var hasStopped: (() -> Void)?

  /// A person pulls it.
  func pull() {
    guard isEnabled, !isRefreshing else { return }
    isRefreshing = true
    sendActions(for: .valueChanged)
  }
}
