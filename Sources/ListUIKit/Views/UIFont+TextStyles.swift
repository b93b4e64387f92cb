public import Foundation

extension UIFont {
  /// What a text is for.
  public enum TextStyle: Hashable, Sendable, CaseIterable {
    /// Titles, the largest first.
    case largeTitle, title1, title2, title3
    /// Headings above a text.
    case headline, subheadline
    /// The text itself, and remarks beside it.
    case body, callout
    /// Small print.
    case footnote, caption1, caption2
  }
}

extension UIFont.TextStyle {
  /// The sizes from extra small to the largest size for accessibility, in points: the table of Dynamic
  /// Type in Apple's Human Interface Guidelines.
  private var sizes: [CGFloat] {
    switch self {
    case .largeTitle: [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60]
    case .title1: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58]
    case .title2: [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56]
    case .title3: [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55]
    case .headline, .body: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
    case .callout: [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51]
    case .subheadline: [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49]
    case .footnote: [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44]
    case .caption1: [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43]
    case .caption2: [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40]
    }
  }

  /// Returns the size of texts in a person's size of texts.
  func size(in category: UIContentSizeCategory) -> CGFloat {
    let sizes = sizes
    guard let index = category.step else { return sizes[3] }
    return sizes[index]
  }
}

/// The sizes of an app's own font in a person's sizes of texts.
public struct UIFontMetrics: Sendable {
  private let style: UIFont.TextStyle
  /// Those of the text itself.
  public static let `default` = UIFontMetrics(forTextStyle: .body)

  /// Creates the sizes of a text style.
  public init(forTextStyle textStyle: UIFont.TextStyle) { style = textStyle }

  /// Returns a font that a label scales.
  public func scaledFont(for font: UIFont) -> UIFont {
    UIFont(pointSize: font.pointSize, weight: font.weight, textStyle: nil)
  }

  /// Returns a font that a label scales, up to a size.
  public func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
    UIFont(pointSize: min(font.pointSize, maximumPointSize), weight: font.weight)
  }

  /// Returns a length in a person's size of texts.
  public func scaledValue(
    for value: CGFloat,
    compatibleWith traitCollection: UITraitCollection? = nil
  ) -> CGFloat {
    let category = traitCollection?.preferredContentSizeCategory ?? .large
    return value * style.size(in: category) / style.size(in: .large)
  }
}

/// The description of a font.
public struct UIFontDescriptor: Hashable, Sendable {
  /// The size, in points.
  public var pointSize: CGFloat
  var weight: UIFont.Weight
  /// How letters are drawn.
  public var symbolicTraits: SymbolicTraits

  /// How letters are drawn.
  public struct SymbolicTraits: OptionSet, Hashable, Sendable {
    /// One bit for each.
    public let rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Sloping; drawn upright.
    public static let traitItalic = SymbolicTraits(rawValue: 1)
    /// Bold.
    public static let traitBold = SymbolicTraits(rawValue: 2)
    /// As wide as each other; drawn as usual.
    public static let traitMonoSpace = SymbolicTraits(rawValue: 1024)
  }

  /// A kind of letters; all are drawn alike.
  public enum SystemDesign: Hashable, Sendable {
    /// The system's kinds.
    case `default`, rounded, serif, monospaced
  }

  var isBold: Bool { symbolicTraits.contains(.traitBold) }

  /// Returns a description with other traits.
  public func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
    UIFontDescriptor(pointSize: pointSize, weight: .regular, symbolicTraits: symbolicTraits)
  }

  /// Returns the description: all kinds of letters are drawn alike.
  public func withDesign(_ design: SystemDesign) -> UIFontDescriptor? { self }

  /// Returns the description of a text style.
  public static func preferredFontDescriptor(
    withTextStyle style: UIFont.TextStyle
  ) -> UIFontDescriptor {
    UIFont.preferredFont(forTextStyle: style).fontDescriptor
  }
}

extension NSString {
  /// Returns the size of the text in the font of its attributes, in one line.
  @preconcurrency @MainActor
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    let label = UILabel()
    label.text = description
    label.take(attributes)
    return label.intrinsicContentSize
  }

  /// Returns the rectangle of the text in the font of its attributes, broken into lines.
  @preconcurrency @MainActor
  public func boundingRect(
    with size: CGSize,
    options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext? = nil
  ) -> CGRect {
    description.boundingRect(with: size, options: options, attributes: attributes, context: context)
  }
}

extension String {
  /// Returns the size of the text in the font of its attributes, in one line.
  @preconcurrency @MainActor
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSString(string: self).size(withAttributes: attributes)
  }

  /// Returns the rectangle of the text in the font of its attributes, broken into lines.
  @preconcurrency @MainActor
  public func boundingRect(
    with size: CGSize,
    options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext? = nil
  ) -> CGRect {
    let label = UILabel()
    label.text = self
    label.numberOfLines = 0
    label.take(attributes)
    return CGRect(origin: .zero, size: label.sizeThatFits(size))
  }
}

/// How a text is measured; accepted for compatibility only.
public struct NSStringDrawingOptions: OptionSet, Hashable, Sendable {
  /// One bit for each option.
  public let rawValue: Int
  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// In lines.
  public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1)
  /// With the font's space between lines.
  public static let usesFontLeading = NSStringDrawingOptions(rawValue: 2)
}

/// What is known of a text that was drawn; nothing.
public final class NSStringDrawingContext: NSObject {}
