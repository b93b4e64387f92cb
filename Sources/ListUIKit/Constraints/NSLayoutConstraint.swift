public import Foundation

/// A demand on the places of views: `first = multiplier × second + constant`, or at least or at most that.
@preconcurrency @MainActor
open class NSLayoutConstraint: NSObject, AssociatedObjectOwner {
  /// The view or guide that is placed.
  public var firstItem: AnyObject? { first.object }
  /// The view or guide by which it is placed; `nil` for a constant.
  public var secondItem: AnyObject? { second?.object }
  let first: ConstrainedItem
  let second: ConstrainedItem?
  /// The edge, side or middle of the first item.
  public let firstAttribute: Attribute
  /// The edge, side or middle of the second item.
  public let secondAttribute: Attribute
  /// How the two are compared.
  public let relation: Relation
  /// The factor of the second item's attribute.
  public let multiplier: CGFloat
  /// The constant, in points.
  open var constant: CGFloat { didSet { holder?.setNeedsLayout() } }
  /// How much it matters; a constraint with a lower priority is broken first.
  open var priority = UILayoutPriority.required { didSet { holder?.setNeedsLayout() } }
  /// A name by which an app and a failure call it.
  open var identifier: String?
  /// Accepted for compatibility only.
  open var shouldBeArchived = false
  /// The view that holds it: the nearest one that contains both items.
  ///
  /// That view clears it when it goes. Unsafe, since its `deinit` belongs to no actor: it runs on the main
  /// actor, where a view must be released, and all else that reads or writes this is of the main actor.
  nonisolated(unsafe) unowned var holder: UIView?
  /// Where the places of its items were in the last layout; they mostly are there again.
  var placeNumbers = (first: 0, second: 0)
  // Read and written under the lock of `AssociatedObjects` only, on any thread.
  nonisolated(unsafe) var associatedValues: [UnsafeRawPointer: AssociatedValue]?

  /// A direction.
  public enum Axis: Int, Hashable, Sendable {
    /// To the side.
    case horizontal
    /// Down.
    case vertical
  }

  /// How two attributes are compared.
  public enum Relation: Int, Hashable, Sendable {
    /// At most.
    case lessThanOrEqual = -1
    /// Equal.
    case equal = 0
    /// At least.
    case greaterThanOrEqual = 1
  }

  /// A part of a view or guide.
  public enum Attribute: Int, Hashable, Sendable {
    /// An edge.
    case left = 1
    /// An edge.
    case right, top, bottom
    /// The edges at which lines begin and end.
    case leading, trailing
    /// A side.
    case width, height
    /// A middle.
    case centerX, centerY
    /// A baseline of text.
    case lastBaseline, firstBaseline
    /// An edge within the margins.
    case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
    /// A middle within the margins.
    case centerXWithinMargins, centerYWithinMargins
    /// No part.
    case notAnAttribute = 0
  }

  /// Creates a constraint that is not active yet.
  public init(
    item: Any,
    attribute: Attribute,
    relatedBy relation: Relation,
    toItem other: Any?,
    attribute otherAttribute: Attribute,
    multiplier: CGFloat,
    constant: CGFloat
  ) {
    first = Self.constrainedItem(item)
    firstAttribute = attribute
    self.relation = relation
    second = other.map { Self.constrainedItem($0) }
    secondAttribute = other == nil ? .notAnAttribute : otherAttribute
    self.multiplier = multiplier
    self.constant = constant
  }

  private static func constrainedItem(_ item: Any) -> ConstrainedItem {
    if let view = item as? UIView { return view.constrainedItem }
    if let guide = item as? UILayoutGuide { return guide.constrainedItem }
    // Nothing else can be placed.
    let other = ConstrainedItem(item as AnyObject)
    other.clear()
    return other
  }

  /// Whether a view holds it, so that it has an effect.
  ///
  /// It is held by the nearest view that contains both items. If there is none, it stays inactive, and
  /// ``AutoLayoutFailure/failures`` has the reason.
  open var isActive: Bool {
    get { holder != nil }
    set {
      guard newValue != isActive else { return }
      if newValue { install() } else { holder?.removeConstraint(self) }
    }
  }

  /// Makes constraints active, up to one that cannot be.
  public static func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints {
      constraint.isActive = true
      guard constraint.isActive else { return }
    }
  }

  /// Makes constraints inactive.
  public static func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  private func install() {
    guard let first = Self.view(of: firstItem) else { return }
    guard secondItem != nil else { return first.addConstraint(self) }
    guard let second = Self.view(of: secondItem), let common = first.commonAncestor(with: second)
    else { return AutoLayoutFailure.note(.noCommonAncestor(text)) }
    guard !mixesDirections else { return AutoLayoutFailure.note(.mixedDirections(text)) }
    common.addConstraint(self)
  }

  /// Returns the view of an item: itself, or the one to which a guide belongs.
  static func view(of item: AnyObject?) -> UIView? {
    item as? UIView ?? (item as? UILayoutGuide)?.owningView
  }

  /// Whether one attribute follows the direction of texts, and the other one does not.
  private var mixesDirections: Bool {
    let sides: [Attribute] = [.left, .right, .leftMargin, .rightMargin]
    return firstAttribute.followsTexts && sides.contains(secondAttribute)
      || secondAttribute.followsTexts && sides.contains(firstAttribute)
  }

  /// The constraint in words, for failures.
  var text: String {
    let name = identifier.map { "\"\($0)\" " } ?? ""
    var text = name + Self.name(firstItem) + firstAttribute.text
    text += relation == .equal ? " == " : relation == .lessThanOrEqual ? " <= " : " >= "
    if let secondItem {
      text += Self.name(secondItem) + secondAttribute.text
      if multiplier != 1 { text += " × \(Double(multiplier))" }
      if constant != 0 {
        text += constant < 0 ? " - \(-Double(constant))" : " + \(Double(constant))"
      }
    } else {
      text += "\(Double(constant))"
    }
    return priority == .required ? text : text + " @\(priority.rawValue)"
  }

  private static func name(_ item: AnyObject?) -> String {
    guard let item else { return "nothing" }
    if let guide = item as? UILayoutGuide, !guide.identifier.isEmpty { return guide.identifier }
    return "\(type(of: item))"
  }
}

extension NSLayoutConstraint.Attribute {
  /// Whether it is at another side if texts run from right to left.
  var followsTexts: Bool {
    switch self {
    case .leading, .trailing, .leadingMargin, .trailingMargin: true
    default: false
    }
  }

  var isHorizontal: Bool {
    switch self {
    case .left, .right, .leading, .trailing, .centerX, .leftMargin, .rightMargin, .leadingMargin,
      .trailingMargin, .centerXWithinMargins:
      true
    default: false
    }
  }

  fileprivate var text: String { "." + "\(self)" }
}

/// How much a constraint matters: 1000 is required, less is optional.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
  /// The priority as a number.
  public let rawValue: Float

  /// Creates a priority.
  public init(rawValue: Float) { self.rawValue = rawValue }

  /// Creates a priority.
  public init(_ rawValue: Float) { self.rawValue = rawValue }

  /// Never broken.
  public static let required = UILayoutPriority(1_000)
  /// That with which a view keeps its content from being cut off.
  public static let defaultHigh = UILayoutPriority(750)
  /// Of a drag that may resize a scene.
  public static let dragThatCanResizeScene = UILayoutPriority(510)
  /// With which a scene keeps its size.
  public static let sceneSizeStayPut = UILayoutPriority(500)
  /// Of a drag that may not resize a scene.
  public static let dragThatCannotResizeScene = UILayoutPriority(490)
  /// That with which a view stays as small as its content.
  public static let defaultLow = UILayoutPriority(250)
  /// That of the size which is asked for when a view is measured.
  public static let fittingSizeLevel = UILayoutPriority(50)

  /// Returns a higher priority.
  public static func + (lhs: UILayoutPriority, rhs: Float) -> UILayoutPriority {
    UILayoutPriority(lhs.rawValue + rhs)
  }

  /// Returns a lower priority.
  public static func - (lhs: UILayoutPriority, rhs: Float) -> UILayoutPriority {
    UILayoutPriority(lhs.rawValue - rhs)
  }
}

/// A demand of constraints that cannot be met, for which UIKit raises an exception or writes to its log.
public enum AutoLayoutFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// A required constraint that is left out, because it and others cannot all hold.
  case conflict(broken: String, others: [String])
  /// A constraint between views that no view contains.
  case noCommonAncestor(String)
  /// A constraint between an edge that follows the direction of texts and one that does not.
  case mixedDirections(String)
  /// A constraint with a number that is not finite, or constraints without a solution that can be
  /// computed.
  case unsolvable(String)

  /// The failures of constraints that were activated, in order.
  @MainActor public private(set) static var failures: [AutoLayoutFailure] = []

  @MainActor static func note(_ failure: AutoLayoutFailure) { failures.append(failure) }

  /// One sentence for people.
  public var description: String {
    switch self {
    case .conflict(let broken, let others):
      "Unable to simultaneously satisfy constraints: \(broken) is broken, because of "
        + others.joined(separator: "; ") + ". Give one of them a lower priority."
    case .noCommonAncestor(let text):
      "Unable to activate constraint \(text): the views have no common ancestor. Add them to one first."
    case .mixedDirections(let text):
      "A constraint cannot be made between a leading or trailing attribute and a left or right one: "
        + text
    case .unsolvable(let reason): "The constraints have no solution: \(reason)"
    }
  }
}
