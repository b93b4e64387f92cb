public import Foundation

/// An object that recognizes what fingers do on a view.
///
/// A test performs the gesture with ``simulate(_:)``, or touches a view with `UIView.simulateTap(at:)`.
@preconcurrency @MainActor
open class UIGestureRecognizer: NSObject {
  /// How far a gesture has come.
  public enum State: Int, Hashable, Sendable {
    /// It may begin.
    case possible
    /// It began.
    case began
    /// It goes on.
    case changed
    /// It has ended.
    case ended
    /// It was given up.
    case cancelled
    /// It is another one.
    case failed

    /// A gesture without a duration was made.
    public static var recognized: State { .ended }
  }

  /// How far the gesture has come.
  open var state = State.possible
  /// Whether it is looked for.
  open var isEnabled = true
  /// Whether the view is not touched if the gesture is made.
  open var cancelsTouchesInView = true
  /// The object that may refuse it.
  open weak var delegate: (any UIGestureRecognizerDelegate)?
  /// The name.
  open var name: String?
  /// The view.
  public internal(set) weak var view: UIView?
  /// The number of fingers.
  open var numberOfTouches: Int { 1 }
  /// The actions that no target had a method for, in order.
  public private(set) var unansweredActions: [Selector] = []
  var point = CGPoint.zero
  private var connections: [(target: () -> AnyObject?, action: Selector)] = []

  /// Creates a recognizer that sends an action to a target, which it does not keep.
  public init(target: Any?, action: Selector?) {
    super.init()
    if let target, let action { addTarget(target, action: action) }
  }

  /// Creates a recognizer.
  public convenience override init() { self.init(target: nil, action: nil) }

  /// Sends an action to one more target.
  open func addTarget(_ target: Any, action: Selector) {
    let object = target as AnyObject
    connections.append(({ [weak object] in object }, action))
  }

  /// Ends what ``addTarget(_:action:)`` began; `nil` stands for all targets, or all actions.
  open func removeTarget(_ target: Any?, action: Selector?) {
    let object = target as AnyObject?
    connections.removeAll { connection in
      (object == nil || connection.target() === object)
        && (action == nil || connection.action == action)
    }
  }

  /// Returns where the gesture is.
  open func location(in view: UIView?) -> CGPoint {
    self.view.map { $0.convert(point, to: view) } ?? point
  }

  /// Lets the gesture wait for another one to fail; accepted for compatibility only.
  open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {}

  /// A person makes the gesture.
  ///
  /// - Parameter state: How far it has come.
  /// - Returns: Whether it is enabled and not refused, and a target has a method for it.
  @discardableResult
  open func simulate(_ state: State = .ended) -> Bool {
    guard isEnabled else { return false }
    if state == .began || state == .ended, self.state == .possible {
      guard delegate?.gestureRecognizerShouldBegin(self) != false else { return false }
    }
    self.state = state
    var isAnswered = false
    for (target, action) in connections {
      if action.send(to: target(), from: self) {
        isAnswered = true
      } else {
        unansweredActions.append(action)
      }
    }
    if state == .ended || state == .cancelled || state == .failed { self.state = .possible }
    return isAnswered
  }
}

/// An object that may refuse a gesture.
@preconcurrency @MainActor
public protocol UIGestureRecognizerDelegate: AnyObject {
  /// Returns whether the gesture may begin.
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
  /// Returns whether two gestures may be made together.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
}

extension UIGestureRecognizerDelegate {
  /// By default, `true`.
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    true
  }
  /// By default, `false`.
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
}

/// A tap.
open class UITapGestureRecognizer: UIGestureRecognizer {
  /// How often a finger taps.
  open var numberOfTapsRequired = 1
  /// How many fingers tap.
  open var numberOfTouchesRequired = 1
}

/// A finger that stays.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  /// How long it stays, in seconds.
  open var minimumPressDuration: TimeInterval = 0.5
  /// How far it may move, in points.
  open var allowableMovement: CGFloat = 10
}

/// A finger that moves.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  private var moved = CGPoint.zero

  /// Returns how far the finger has moved.
  open func translation(in view: UIView?) -> CGPoint { moved }
  /// Sets how far the finger has moved.
  open func setTranslation(_ translation: CGPoint, in view: UIView?) { moved = translation }
  /// Returns how fast the finger moves; a simulated one stands still.
  open func velocity(in view: UIView?) -> CGPoint { .zero }
}

/// A finger that moves fast in a direction.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
  /// The direction of a finger.
  public struct Direction: OptionSet, Hashable, Sendable {
    /// One bit for each direction.
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// To the right.
    public static let right = Direction(rawValue: 1)
    /// To the left.
    public static let left = Direction(rawValue: 2)
    /// Up.
    public static let up = Direction(rawValue: 4)
    /// Down.
    public static let down = Direction(rawValue: 8)
  }

  /// The direction.
  open var direction = Direction.right
}

/// Two fingers that move apart.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
  /// How far apart they are, compared with the beginning.
  open var scale: CGFloat = 1
}
