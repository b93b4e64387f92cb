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

  /// The size, in points.
  public let pointSize: CGFloat
  let weight: Weight
  /// What the text is for, if the font was made for that: it follows a person's size of texts.
  var textStyle: TextStyle?

  init(pointSize: CGFloat, weight: Weight, textStyle: TextStyle? = nil) {
    self.pointSize = pointSize
    self.weight = weight
    self.textStyle = textStyle
  }

  /// Creates a font of a family, which is drawn in the system's.
  public init?(name: String, size: CGFloat) {
    self.init(
      pointSize: size,
      weight: name.lowercased().contains("bold") ? .bold : .regular
    )
  }

  /// Creates a font of a description; a size of 0 stands for the description's.
  public init(descriptor: UIFontDescriptor, size: CGFloat) {
    self.init(
      pointSize: size > 0 ? size : descriptor.pointSize,
      weight: descriptor.isBold ? .bold : descriptor.weight
    )
  }

  /// The size of small texts of the system.
  public static let smallSystemFontSize: CGFloat = 12
  /// The size of texts of the system.
  public static let systemFontSize: CGFloat = 14
  /// The size of texts of controls.
  public static let labelFontSize: CGFloat = 17
  /// The size of texts of buttons.
  public static let buttonFontSize: CGFloat = 18

  /// Returns the system's font.
  public static func systemFont(ofSize size: CGFloat, weight: Weight = .regular) -> UIFont {
    UIFont(pointSize: size, weight: weight)
  }

  /// Returns the system's bold font.
  public static func boldSystemFont(ofSize size: CGFloat) -> UIFont {
    UIFont(pointSize: size, weight: .bold)
  }

  /// Returns the system's italic font, which is drawn upright.
  public static func italicSystemFont(ofSize size: CGFloat) -> UIFont {
    UIFont(pointSize: size, weight: .regular)
  }

  /// Returns the system's font for columns of letters, which is drawn as the usual one.
  public static func monospacedSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    UIFont(pointSize: size, weight: weight)
  }

  /// Returns the system's font for columns of digits, which is drawn as the usual one.
  public static func monospacedDigitSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    UIFont(pointSize: size, weight: weight)
  }

  /// Returns the font of a text style, in a person's size of texts: the usual one unless traits say
  /// otherwise.
  public static func preferredFont(
    forTextStyle style: TextStyle,
    compatibleWith traitCollection: UITraitCollection? = nil
  ) -> UIFont {
    let category = traitCollection?.preferredContentSizeCategory ?? .large
    return UIFont(
      pointSize: style.size(in: category),
      weight: style == .headline ? .semibold : .regular,
      textStyle: style
    )
  }

  /// Returns the font in another size.
  public func withSize(_ fontSize: CGFloat) -> UIFont {
    UIFont(pointSize: fontSize, weight: weight)
  }

  /// The name of the family.
  public var familyName: String { "Liberation Sans" }
  /// The name of the font.
  public var fontName: String { isBold ? "LiberationSans-Bold" : "LiberationSans" }
  /// The height of a line, in points.
  public var lineHeight: CGFloat { CGFloat(TextMeasurer().lineHeight(of: metrics)) }
  /// How far letters reach above the baseline, in points.
  public var ascender: CGFloat { CGFloat(TextMeasurer().ascent(of: metrics)) }
  /// How far letters reach below the baseline, in points; negative.
  public var descender: CGFloat { -CGFloat(TextMeasurer().descent(of: metrics)) }
  /// The height of capital letters, in points.
  public var capHeight: CGFloat { pointSize * 0.716 }
  /// The height of small letters, in points.
  public var xHeight: CGFloat { pointSize * 0.519 }
  /// The space between lines: none.
  public var leading: CGFloat { 0 }
  /// The description of the font.
  public var fontDescriptor: UIFontDescriptor {
    UIFontDescriptor(pointSize: pointSize, weight: weight, symbolicTraits: isBold ? .traitBold : [])
  }

  var isBold: Bool { weight.rawValue >= Weight.semibold.rawValue }

  /// The font as texts are measured with it.
  var metrics: ListRendering.TextStyle {
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
