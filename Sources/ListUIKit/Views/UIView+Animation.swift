public import Foundation

// Animations take no time here: their changes are in force at once, and their completions are called.

extension UIView {
  /// How an animation runs; accepted for compatibility only.
  public struct AnimationOptions: OptionSet, Hashable, Sendable {
    /// One bit for each option.
    public let rawValue: UInt

    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Slow at both ends.
    public static let curveEaseInOut: AnimationOptions = []
    /// Slow at the start.
    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
    /// Slow at the end.
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    /// Of one speed.
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
    /// Begins at the present values.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 4)
  }

  private static var withoutAnimationDepth = 0
  private static var isEnabled = true

  /// Whether changes are animated: batches of a collection view are complete at once if they are not.
  public static var areAnimationsEnabled: Bool { isEnabled && withoutAnimationDepth == 0 }

  /// Turns animations on or off.
  public static func setAnimationsEnabled(_ enabled: Bool) { isEnabled = enabled }

  /// Makes changes that are not animated.
  public static func performWithoutAnimation(_ actions: () -> Void) {
    withoutAnimationDepth += 1
    defer { withoutAnimationDepth -= 1 }
    actions()
  }

  /// Makes changes, and calls the completion.
  public static func animate(
    withDuration duration: TimeInterval,
    delay: TimeInterval = 0,
    options: AnimationOptions = [],
    animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    animations()
    completion?(true)
  }
}
