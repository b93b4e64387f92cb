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
    /// With layouts of subviews.
    public static let layoutSubviews = AnimationOptions(rawValue: 1)
    /// A person may touch views meanwhile.
    public static let allowUserInteraction = AnimationOptions(rawValue: 2)
    /// Again and again.
    public static let `repeat` = AnimationOptions(rawValue: 8)
    /// Backwards after each time.
    public static let autoreverse = AnimationOptions(rawValue: 16)
    /// By fading.
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    /// By turning.
    public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
    /// By turning.
    public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
    /// Begins at the present values.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 4)
  }

  private static var withoutAnimationDepth = 0
  private static var isEnabled = true

  /// Whether changes are animated: batches of a collection view are complete at once if they are not.
  public static var areAnimationsEnabled: Bool { isEnabled && withoutAnimationDepth == 0 }

  /// Turns animations on or off.
  public static func setAnimationsEnabled(_ enabled: Bool) { isEnabled = enabled }

  /// Whether batches and snapshots that are animated end by themselves, as soon as the main queue is free.
  ///
  /// Otherwise, and by default, a test ends them by `simulation.flush()`. Tests of other people, which wait for
  /// completions, turn it on.
  public static var animationsEndOnMainQueue = false

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

  /// Makes changes as a spring moves, and calls the completion.
  public static func animate(
    withDuration duration: TimeInterval,
    delay: TimeInterval,
    usingSpringWithDamping dampingRatio: CGFloat,
    initialSpringVelocity velocity: CGFloat,
    options: AnimationOptions = [],
    animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    animations()
    completion?(true)
  }

  /// Makes changes of a view, and calls the completion.
  public static func transition(
    with view: UIView,
    duration: TimeInterval,
    options: AnimationOptions = [],
    animations: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {
    animations?()
    completion?(true)
  }

  /// Makes changes in steps, and calls the completion.
  public static func animateKeyframes(
    withDuration duration: TimeInterval,
    delay: TimeInterval,
    options: KeyframeAnimationOptions = [],
    animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    animations()
    completion?(true)
  }

  /// Makes the changes of a step.
  public static func addKeyframe(
    withRelativeStartTime frameStartTime: Double,
    relativeDuration frameDuration: Double,
    animations: @escaping () -> Void
  ) {
    animations()
  }

  /// How steps run; accepted for compatibility only.
  public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
    /// One bit for each option.
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// From step to step at one speed.
    public static let calculationModeLinear: KeyframeAnimationOptions = []
  }
}

/// Changes that end as soon as they begin.
@preconcurrency @MainActor
public final class UIViewPropertyAnimator: NSObject {
  private var animations: [() -> Void] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []
  /// How far the changes have come, from 0 to 1.
  public private(set) var fractionComplete: CGFloat = 0
  /// Whether changes run; they take no time.
  public var isRunning: Bool { false }

  /// Creates an animator of changes.
  public init(
    duration: TimeInterval,
    curve: UIView.AnimationCurve,
    animations: (() -> Void)? = nil
  ) {
    self.animations = animations.map { [$0] } ?? []
  }

  /// Creates an animator of changes as a spring moves.
  public init(
    duration: TimeInterval,
    dampingRatio ratio: CGFloat,
    animations: (() -> Void)? = nil
  ) {
    self.animations = animations.map { [$0] } ?? []
  }

  /// Adds changes.
  public func addAnimations(_ animation: @escaping () -> Void) { animations.append(animation) }

  /// Adds what follows the changes.
  public func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    completions.append(completion)
  }

  /// Makes the changes, and calls what follows them.
  public func startAnimation() {
    for animation in animations { animation() }
    animations = []
    fractionComplete = 1
    for completion in completions { completion(.end) }
    completions = []
  }

  /// Makes the changes, and calls what follows them.
  public func startAnimation(afterDelay delay: TimeInterval) { startAnimation() }

  /// Nothing: the changes have ended.
  public func stopAnimation(_ withoutFinishing: Bool) {}
}

/// Where changes have stopped.
public enum UIViewAnimatingPosition: Int, Hashable, Sendable {
  /// At their end.
  case end
  /// At their start.
  case start
  /// Between.
  case current
}

extension UIView {
  /// How fast changes are; accepted for compatibility only.
  public enum AnimationCurve: Int, Hashable, Sendable {
    /// Slow at both ends.
    case easeInOut
    /// Slow at the start.
    case easeIn
    /// Slow at the end.
    case easeOut
    /// Of one speed.
    case linear
  }
}
