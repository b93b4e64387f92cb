public import Foundation

/// A change of a layer in time; layers keep animations, and play none.
@preconcurrency @MainActor
open class CAAnimation: NSObject {
  /// How long it takes, in seconds.
  open var duration: TimeInterval = 0
  /// How often it runs.
  open var repeatCount: Float = 0
  /// Whether it runs backwards after each run.
  open var autoreverses = false
  /// Whether the layer forgets it at its end.
  open var isRemovedOnCompletion = true

  /// Creates an animation.
  public override init() {}
}

/// A change of one property from a value to another one.
@preconcurrency @MainActor
public final class CABasicAnimation: CAAnimation {
  /// The property.
  public var keyPath: String?
  /// The first value.
  public var fromValue: Any?
  /// The last value.
  public var toValue: Any?

  /// Creates an animation of a property.
  public convenience init(keyPath: String?) {
    self.init()
    self.keyPath = keyPath
  }
}

extension NSAttributedString.Key {
  /// The colour of a text.
  public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
  /// The font of a text.
  public static let font = NSAttributedString.Key(rawValue: "NSFont")
}
