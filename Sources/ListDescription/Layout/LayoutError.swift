/// The reason why a layout cannot be solved: a fault of its description, with its place.
public struct LayoutError: Error, Hashable, Sendable {
  /// The index of the section; `nil` if the fault is in the configuration, or in a description
  /// without a section.
  public var section: Int?
  /// The place in the description, such as `group.subitems[1].size.width`.
  public var place: String
  /// The fault at that place.
  public var reason: Reason

  /// The kinds of faults.
  public enum Reason: Hashable, Sendable {
    /// A length, share or distance is infinite or not a number.
    case notFinite
    /// A length that must be zero or more is negative.
    case negative(Double)
    /// A number is larger than ``LayoutLimits`` allows.
    case tooLarge(Double, limit: Double)
    /// A group has nothing in it. UIKit: "At least 1 subitem is required for a group".
    case noSubitems
    /// The count of a group, or the columns of a grid, is zero or negative.
    case countNotPositive(Int)
    /// Not even the first item has room. UIKit: "This group cannot fit even a single item".
    case groupCannotFitAnyItem(needed: Double, available: Double)
    /// Insets leave no room in a container.
    case negativeEffectiveContentSize(LayoutExtent)
    /// Groups are nested deeper than ``LayoutLimits/depth``.
    case tooDeep
    /// One repetition of a group has more cells than ``LayoutLimits/itemsInGroup``; the counts of
    /// nested groups multiply.
    case tooManyItems
    /// A kind or name is empty.
    case emptyName
    /// Nothing is registered under a name.
    case notRegistered(String)
    /// The stored form is not the form of a layout.
    case malformed(String)
  }

  /// Creates an error.
  package init(section: Int? = nil, place: String, reason: Reason) {
    self.section = section
    self.place = place
    self.reason = reason
  }

  /// Returns the error with a section, unless it already has one.
  package func inSection(_ index: Int) -> LayoutError {
    LayoutError(section: section ?? index, place: place, reason: reason)
  }
}

extension LayoutError: CustomStringConvertible {
  /// The fault in a sentence.
  public var description: String {
    let start = section.map { "Section \($0), " } ?? ""
    return "\(start)\(place): \(reason)"
  }
}

extension LayoutError.Reason: CustomStringConvertible {
  /// The fault, and the expected value.
  public var description: String {
    switch self {
    case .notFinite: "expected a finite number"
    case .negative(let length): "expected zero or more, not \(length)"
    case .tooLarge(let number, let limit): "\(number) is more than \(limit)"
    case .noSubitems: "expected at least one subitem"
    case .countNotPositive(let count): "expected a count of 1 or more, not \(count)"
    case .groupCannotFitAnyItem(let needed, let available):
      "this group cannot fit even a single item: \(needed) points needed, \(available) available"
    case .negativeEffectiveContentSize(let extent):
      "insets leave no room: \(extent.width) by \(extent.height) points"
    case .tooDeep: "groups are nested at most \(LayoutLimits.depth) deep"
    case .tooManyItems:
      "expected at most \(LayoutLimits.itemsInGroup) cells in one repetition of a group; counts of "
        + "nested groups multiply"
    case .emptyName: "expected a name"
    case .notRegistered(let name): "nothing is registered as \(name)"
    case .malformed(let what): what
    }
  }
}

/// The limits of a description.
///
/// Within these limits, no frame is infinite, and no pass takes long.
public enum LayoutLimits {
  /// The deepest nesting of groups.
  public static let depth = 16
  /// The most cells in one repetition of a group.
  public static let itemsInGroup = 10_000
  /// The longest length or distance, in points.
  public static let length = 1e7
  /// The largest share of a container.
  public static let share = 1000.0
}
