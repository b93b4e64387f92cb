/// The size of texts that a person has chosen.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable, Comparable {
  /// UIKit's name of the category.
  public let rawValue: String

  /// Creates a category from UIKit's name.
  public init(rawValue: String) { self.rawValue = rawValue }

  private init(_ name: String) { self.init(rawValue: "UICTContentSizeCategory" + name) }

  /// Not known.
  public static let unspecified = UIContentSizeCategory(
    rawValue: "_UICTContentSizeCategoryUnspecified"
  )
  /// The smallest texts.
  public static let extraSmall = UIContentSizeCategory("XS")
  /// Two steps below the usual size.
  public static let small = UIContentSizeCategory("S")
  /// One step below the usual size.
  public static let medium = UIContentSizeCategory("M")
  /// The usual size.
  public static let large = UIContentSizeCategory("L")
  /// One step above the usual size.
  public static let extraLarge = UIContentSizeCategory("XL")
  /// Two steps above the usual size.
  public static let extraExtraLarge = UIContentSizeCategory("XXL")
  /// The largest of the sizes that are not for accessibility.
  public static let extraExtraExtraLarge = UIContentSizeCategory("XXXL")
  /// The smallest of the sizes for accessibility.
  public static let accessibilityMedium = UIContentSizeCategory("AccessibilityM")
  /// A size for accessibility.
  public static let accessibilityLarge = UIContentSizeCategory("AccessibilityL")
  /// A size for accessibility.
  public static let accessibilityExtraLarge = UIContentSizeCategory("AccessibilityXL")
  /// A size for accessibility.
  public static let accessibilityExtraExtraLarge = UIContentSizeCategory("AccessibilityXXL")
  /// The largest texts.
  public static let accessibilityExtraExtraExtraLarge = UIContentSizeCategory("AccessibilityXXXL")

  private static let ordered: [UIContentSizeCategory] = [
    .unspecified, .extraSmall, .small, .medium, .large, .extraLarge, .extraExtraLarge,
    .extraExtraExtraLarge, .accessibilityMedium, .accessibilityLarge, .accessibilityExtraLarge,
    .accessibilityExtraExtraLarge, .accessibilityExtraExtraExtraLarge,
  ]

  /// Its place among the sizes, from 0; `nil` if it is not known.
  var step: Int? {
    Self.ordered.firstIndex(of: self).flatMap { $0 > 0 ? $0 - 1 : nil }
  }

  /// Whether it is one of the sizes for accessibility.
  public var isAccessibilityCategory: Bool { self >= .accessibilityMedium }

  /// Returns whether the texts of the first category are smaller.
  public static func < (lhs: UIContentSizeCategory, rhs: UIContentSizeCategory) -> Bool {
    (ordered.firstIndex(of: lhs) ?? 0) < (ordered.firstIndex(of: rhs) ?? 0)
  }
}

/// Whether a person wants bold texts.
public enum UILegibilityWeight: Int, Hashable, Sendable {
  /// Not known.
  case unspecified = -1
  /// Texts of the usual weight.
  case regular
  /// Bold texts.
  case bold
}

/// Whether colours are light or dark.
public enum UIUserInterfaceStyle: Int, Hashable, Sendable {
  /// Not known.
  case unspecified
  /// Dark texts on a light ground.
  case light
  /// Light texts on a dark ground.
  case dark
}
