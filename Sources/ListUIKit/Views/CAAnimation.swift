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
  /// When it begins; accepted for compatibility only.
  open var beginTime: TimeInterval = 0
  /// How fast it is; accepted for compatibility only.
  open var timingFunction: CAMediaTimingFunction?
  /// What is seen before and after it; accepted for compatibility only.
  open var fillMode = CAMediaTimingFillMode.removed
  /// Whether the layer forgets it at its end.
  open var isRemovedOnCompletion = true

  /// Creates an animation.
  public override init() {}
}

/// How fast an animation is; accepted for compatibility only.
public final class CAMediaTimingFunction: NSObject {
  /// Creates a function.
  public init(name: CAMediaTimingFunctionName) {}
}

/// How fast an animation is; accepted for compatibility only.
public enum CAMediaTimingFunctionName: Hashable, Sendable {
  /// At one speed, or slow at an end.
  case linear, easeIn, easeOut, easeInEaseOut, `default`
}

/// What is seen before and after an animation; accepted for compatibility only.
public enum CAMediaTimingFillMode: Hashable, Sendable {
  /// Nothing of it.
  case removed
  /// Its first or its last value.
  case forwards, backwards, both
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
  /// How paragraphs are set.
  public static let paragraphStyle = NSAttributedString.Key(rawValue: "NSParagraphStyle")
  /// The colour behind a text; not drawn.
  public static let backgroundColor = NSAttributedString.Key(rawValue: "NSBackgroundColor")
  /// The space between letters; not drawn.
  public static let kern = NSAttributedString.Key(rawValue: "NSKern")
  /// The line below a text; not drawn.
  public static let underlineStyle = NSAttributedString.Key(rawValue: "NSUnderline")
  /// The line through a text; not drawn.
  public static let strikethroughStyle = NSAttributedString.Key(rawValue: "NSStrikethrough")
  /// How far a text is raised; not drawn.
  public static let baselineOffset = NSAttributedString.Key(rawValue: "NSBaselineOffset")
}

/// A line at a text; not drawn.
public struct NSUnderlineStyle: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  public let rawValue: Int
  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// A thin line.
  public static let single = NSUnderlineStyle(rawValue: 1)
  /// A thick line.
  public static let thick = NSUnderlineStyle(rawValue: 2)
}
