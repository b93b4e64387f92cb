public import Foundation
import ListRendering

/// A font: a size, and a weight that is drawn as regular or bold.
public struct UIFont: Hashable, Sendable {
  /// How thick letters are.
  public enum Weight: Int, Hashable, Sendable {
    /// Thinner than normal.
    case ultraLight, thin, light
    /// Normal.
    case regular, medium
    /// Bold.
    case semibold, bold, heavy, black
  }

  /// What a text is for.
  public enum TextStyle: Hashable, Sendable {
    /// Titles, the largest first.
    case largeTitle, title1, title2, title3
    /// Headings above a text.
    case headline, subheadline
    /// The text itself, and remarks beside it.
    case body, callout
    /// Small print.
    case footnote, caption1, caption2
  }

  /// The size, in points.
  public let pointSize: CGFloat
  let weight: Weight

  /// Returns the system's font.
  public static func systemFont(ofSize size: CGFloat, weight: Weight = .regular) -> UIFont {
    UIFont(pointSize: size, weight: weight)
  }

  /// Returns the system's bold font.
  public static func boldSystemFont(ofSize size: CGFloat) -> UIFont {
    UIFont(pointSize: size, weight: .bold)
  }

  /// Returns the font of a text style, at the default text size of the system.
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

/// How lines of text are aligned.
public enum NSTextAlignment: Int, Hashable, Sendable {
  /// To the left.
  case left
  /// In the middle.
  case center
  /// To the right.
  case right
  /// To both sides; drawn as `natural`.
  case justified
  /// To the side where lines begin.
  case natural
}

/// A picture, identified by its name.
public final class UIImage: Hashable, Sendable {
  /// The name of the picture.
  public let name: String

  /// Creates a picture of the app from its name.
  public init?(named name: String) {
    self.name = name
  }

  /// Creates a picture of a system symbol from its name.
  public init?(systemName name: String) {
    self.name = name
  }

  /// How a picture is coloured; accepted for compatibility only.
  public enum RenderingMode: Int, Hashable, Sendable {
    /// As its view wants.
    case automatic
    /// In its own colours.
    case alwaysOriginal
    /// In the colour of its view.
    case alwaysTemplate
  }

  /// Returns the picture; the mode is accepted for compatibility only.
  public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { self }

  /// Returns whether both have the same name.
  public static func == (lhs: UIImage, rhs: UIImage) -> Bool { lhs.name == rhs.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
