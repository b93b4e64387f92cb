public import Foundation
import ListRendering

/// A font, as far as it is drawn here: a size, and whether it is bold.
public struct UIFont: Hashable, Sendable {
  /// How thick letters are.
  public enum Weight: Int, Hashable, Sendable {
    /// Thinner than usual.
    case ultraLight, thin, light
    /// As usual.
    case regular, medium
    /// Bold.
    case semibold, bold, heavy, black
  }

  /// What a text is for.
  public enum TextStyle: Hashable, Sendable {
    /// Titles, the largest first.
    case largeTitle, title1, title2, title3
    /// What stands above a text.
    case headline, subheadline
    /// The text itself, and what stands beside it.
    case body, callout
    /// What is said small.
    case footnote, caption1, caption2
  }

  /// The size, in points.
  public let pointSize: CGFloat
  let weight: Weight

  /// The system's font.
  public static func systemFont(ofSize size: CGFloat, weight: Weight = .regular) -> UIFont {
    UIFont(pointSize: size, weight: weight)
  }

  /// The system's font, bold.
  public static func boldSystemFont(ofSize size: CGFloat) -> UIFont {
    UIFont(pointSize: size, weight: .bold)
  }

  /// The font of a text of some kind, at the size that people have who changed nothing.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    switch style {
    case .largeTitle: UIFont(pointSize: 34, weight: .regular)
    case .title1: UIFont(pointSize: 28, weight: .regular)
    case .title2: UIFont(pointSize: 22, weight: .regular)
    case .title3: UIFont(pointSize: 20, weight: .regular)
    case .headline: UIFont(pointSize: 17, weight: .semibold)
    case .body: UIFont(pointSize: 17, weight: .regular)
    case .callout: UIFont(pointSize: 16, weight: .regular)
    case .subheadline: UIFont(pointSize: 15, weight: .regular)
    case .footnote: UIFont(pointSize: 13, weight: .regular)
    case .caption1: UIFont(pointSize: 12, weight: .regular)
    case .caption2: UIFont(pointSize: 11, weight: .regular)
    }
  }

  var isBold: Bool { weight.rawValue >= Weight.semibold.rawValue }

  var textStyle: ListRendering.TextStyle {
    ListRendering.TextStyle(size: Double(pointSize), weight: isBold ? .bold : .regular)
  }
}

/// How lines of text stand.
public enum NSTextAlignment: Int, Hashable, Sendable {
  /// At the left.
  case left
  /// In the middle.
  case center
  /// At the right.
  case right
  /// Filling the lines; drawn as `natural`.
  case justified
  /// Where lines begin.
  case natural
}

/// A picture by its name.
public final class UIImage: Hashable, Sendable {
  /// The name of the picture.
  public let name: String

  /// A picture of the app, by its name.
  public init?(named name: String) {
    self.name = name
  }

  /// A symbol of the system, by its name.
  public init?(systemName name: String) {
    self.name = name
  }

  /// Whether both have the same name.
  public static func == (lhs: UIImage, rhs: UIImage) -> Bool { lhs.name == rhs.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
