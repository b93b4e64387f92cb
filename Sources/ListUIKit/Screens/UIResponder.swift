public import Foundation

/// An object that takes part in a screen: a view, a view controller, the app.
@preconcurrency @MainActor
open class UIResponder: NSObject, AssociatedObjectOwner {
  /// The responder that owns the keyboard.
  private static weak var first: UIResponder?
  // Read and written under the lock of `AssociatedObjects` only, on any thread.
  nonisolated(unsafe) var associatedValues: [UnsafeRawPointer: AssociatedValue]?

  /// Creates a responder.
  public override init() { super.init() }

  /// The responder that is asked after this one.
  open var next: UIResponder? { nil }
  /// Whether it may own the keyboard.
  open var canBecomeFirstResponder: Bool { false }
  /// Whether it owns the keyboard.
  open var isFirstResponder: Bool { Self.first === self }

  /// Takes the keyboard.
  ///
  /// - Returns: Whether it owns the keyboard now.
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder else { return false }
    if let first = Self.first, first !== self { first.resignFirstResponder() }
    Self.first = self
    return true
  }

  /// Gives the keyboard back.
  ///
  /// - Returns: Always `true`.
  @discardableResult
  open func resignFirstResponder() -> Bool {
    if Self.first === self { Self.first = nil }
    return true
  }

  /// Called by Interface Builder after a nib was read; here nothing calls it, since no nib is read.
  open func awakeFromNib() {}

  /// Called when a finger is put on it.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
  /// Called when a finger moves on it.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
  /// Called when a finger is lifted from it.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
  /// Called when the system ends a touch.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
}

/// A finger on the screen.
@preconcurrency @MainActor
public final class UITouch: NSObject {
  /// The view that the finger touched first.
  public internal(set) weak var view: UIView?
  var point = CGPoint.zero

  /// Returns where the finger is, in the coordinates of a view.
  public func location(in view: UIView?) -> CGPoint {
    guard let own = self.view else { return point }
    return own.convert(point, to: view)
  }
}

/// What happens to a screen.
@preconcurrency @MainActor
public final class UIEvent: NSObject {
  /// The fingers.
  public internal(set) var allTouches: Set<UITouch>?
}
