public import Foundation

/// The texts and the picture of a row, and how they look.
///
/// The space above, below and beside the texts is that of UIKit where it is known; `docs/uikit.md` says
/// which.
public struct UIListContentConfiguration: UIContentConfiguration, Hashable {
  /// How a text looks.
  public struct TextProperties: Hashable, Sendable {
    /// The size and weight of its letters.
    public var font: UIFont
    /// The colour of its letters.
    public var color: UIColor
    /// The most lines that are shown; 0 for any number.
    public var numberOfLines = 0
    /// How its lines are aligned.
    public var alignment = TextAlignment.natural
    /// How its letters are written.
    public var transform = TextTransform.none
    /// Whether the letters follow the size that a person has chosen; accepted for compatibility only.
    public var adjustsFontForContentSizeCategory = true
    /// Whether letters become smaller so that they fit; accepted for compatibility only.
    public var adjustsFontSizeToFitWidth = false
    /// How much smaller letters become; accepted for compatibility only.
    public var minimumScaleFactor: CGFloat = 0
    /// Where a text is cut off; accepted for compatibility only.
    public var lineBreakMode = NSLineBreakMode.byTruncatingTail
    /// Changes the colour.
    public var colorTransformer: UIConfigurationColorTransformer?

    /// Returns the colour that is shown.
    public func resolvedColor() -> UIColor { colorTransformer?(color) ?? color }

    /// Returns whether both look alike.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.font == rhs.font && lhs.resolvedColor() == rhs.resolvedColor()
        && lhs.numberOfLines == rhs.numberOfLines && lhs.alignment == rhs.alignment
        && lhs.transform == rhs.transform
    }

    /// Hashes the font.
    public func hash(into hasher: inout Hasher) { hasher.combine(font) }

    init(font: UIFont, color: UIColor) {
      self.font = font
      self.color = color
    }

    /// How lines are aligned.
    public enum TextAlignment: Int, Hashable, Sendable {
      /// At the side where lines begin.
      case natural
      /// In the middle.
      case center
      /// To both sides; drawn as `natural`.
      case justified
    }

    /// How letters are written.
    public enum TextTransform: Int, Hashable, Sendable {
      /// As they are.
      case none
      /// All as capital letters.
      case uppercase
      /// All as small letters.
      case lowercase
      /// The first letter of each word as a capital letter.
      case capitalized
    }

    /// Returns the text as it is shown.
    func shown(_ text: String) -> String {
      switch transform {
      case .none: text
      case .uppercase: text.uppercased()
      case .lowercase: text.lowercased()
      case .capitalized: text.capitalized
      }
    }
  }

  /// How the picture looks.
  public struct ImageProperties: Hashable, Sendable {
    /// The colour of a symbol; `nil` for a box with the name of the picture.
    public var tintColor: UIColor?
    /// The radius of its corners.
    public var cornerRadius: CGFloat = 0
    /// How large a symbol is.
    public var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
    /// Whether colours of a picture are turned; accepted for compatibility only.
    public var accessibilityIgnoresInvertColors = false
    /// Changes the colour.
    public var tintColorTransformer: UIConfigurationColorTransformer?
    /// The reserved size that stands for the usual one.
    public static let standardDimension: CGFloat = .greatestFiniteMagnitude

    /// Returns the colour that is shown for that of controls.
    public func resolvedTintColor(for tintColor: UIColor) -> UIColor {
      let color = self.tintColor ?? tintColor
      return tintColorTransformer?(color) ?? color
    }

    /// Returns whether both look alike.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.tintColor == rhs.tintColor && lhs.cornerRadius == rhs.cornerRadius
        && lhs.maximumSize == rhs.maximumSize && lhs.reservedLayoutSize == rhs.reservedLayoutSize
        && lhs.preferredSymbolConfiguration == rhs.preferredSymbolConfiguration
    }

    /// Hashes the colour.
    public func hash(into hasher: inout Hasher) { hasher.combine(tintColor) }
    /// The largest size of the picture; a side of 0 is that of the standard size.
    public var maximumSize = CGSize.zero
    /// The space that is kept free for the picture; a side of 0 is as long as the picture.
    public var reservedLayoutSize = CGSize.zero
    /// The size of a picture of which nothing else is known.
    static let standardSide: CGFloat = 22

    /// The size that is drawn.
    var size: CGSize {
      CGSize(
        width: maximumSize.width > 0 ? maximumSize.width : Self.standardSide,
        height: maximumSize.height > 0 ? maximumSize.height : Self.standardSide
      )
    }
  }

  /// The text.
  public var text: String?
  /// The text with attributes: the font and the colour of its beginning count.
  public var attributedText: NSAttributedString? {
    get { text.map { NSAttributedString(string: $0) } }
    set {
      text = newValue?.string
      textProperties.take(newValue)
    }
  }
  /// The second text with attributes: the font and the colour of its beginning count.
  public var secondaryAttributedText: NSAttributedString? {
    get { secondaryText.map { NSAttributedString(string: $0) } }
    set {
      secondaryText = newValue?.string
      secondaryTextProperties.take(newValue)
    }
  }
  /// The text below it, or at the end of the row.
  public var secondaryText: String?
  /// The picture before the texts.
  public var image: UIImage?
  /// How the text looks.
  public var textProperties: TextProperties
  /// How the second text looks.
  public var secondaryTextProperties: TextProperties
  /// How the picture looks.
  public var imageProperties = ImageProperties()
  /// Whether the second text stands at the end of the row if there is room.
  public var prefersSideBySideTextAndSecondaryText = false
  /// The space between the picture and the texts.
  public var imageToTextPadding: CGFloat = 16
  /// The space between texts side by side.
  public var textToSecondaryTextHorizontalPadding: CGFloat = 6
  /// The space between texts one below the other.
  public var textToSecondaryTextVerticalPadding: CGFloat = 3
  /// The space around the content; at the sides, at least that of the row if
  /// ``axesPreservingSuperviewLayoutMargins`` has the horizontal axis.
  public var directionalLayoutMargins: NSDirectionalEdgeInsets
  /// The axes on which the content keeps the space of its row free.
  public var axesPreservingSuperviewLayoutMargins: UIAxis = .horizontal

  private init(
    _ text: UIFont,
    _ color: UIColor = .label,
    secondary: UIFont = .preferredFont(forTextStyle: .caption1),
    top: CGFloat = 11,
    bottom: CGFloat = 11
  ) {
    textProperties = TextProperties(font: text, color: color)
    secondaryTextProperties = TextProperties(font: secondary, color: .secondaryLabel)
    directionalLayoutMargins = NSDirectionalEdgeInsets(
      top: top,
      leading: 8,
      bottom: bottom,
      trailing: 8
    )
  }

  /// Makes a view that shows the content.
  public func makeContentView() -> any UIView & UIContentView {
    UIListContentView(configuration: self)
  }

  /// Returns the content itself: it looks alike in every state.
  public func updated(for state: any UIConfigurationState) -> UIListContentConfiguration { self }
}

extension UIListContentConfiguration.TextProperties {
  /// Takes the font and the colour of the beginning of a text over.
  mutating func take(_ text: NSAttributedString?) {
    guard let text, text.length > 0 else { return }
    let attributes = text.attributes(at: 0, effectiveRange: nil)
    if let font = attributes[.font] as? UIFont { self.font = font }
    if let color = attributes[.foregroundColor] as? UIColor { self.color = color }
  }
}

/// The axes of a view.
public struct UIAxis: OptionSet, Hashable, Sendable {
  /// One bit for each axis.
  public let rawValue: UInt

  /// Creates a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// From side to side.
  public static let horizontal = UIAxis(rawValue: 1)
  /// From top to bottom.
  public static let vertical = UIAxis(rawValue: 2)
  /// Both.
  public static let both: UIAxis = [.horizontal, .vertical]
}

// MARK: Rows

extension UIListContentConfiguration {
  /// The content of a row.
  public static func cell() -> UIListContentConfiguration {
    Self(.preferredFont(forTextStyle: .body))
  }

  /// The content of a row with a second text below the first.
  public static func subtitleCell() -> UIListContentConfiguration { cell() }

  /// The content of a row with a second text at its end.
  public static func valueCell() -> UIListContentConfiguration {
    var content = Self(
      .preferredFont(forTextStyle: .body),
      secondary: .preferredFont(forTextStyle: .body)
    )
    content.prefersSideBySideTextAndSecondaryText = true
    return content
  }

  /// The content of a row of a sidebar.
  public static func sidebarCell() -> UIListContentConfiguration {
    var content = cell()
    content.imageProperties.tintColor = .systemBlue
    return content
  }

  /// The content of a row of a sidebar with a second text below the first.
  public static func sidebarSubtitleCell() -> UIListContentConfiguration { sidebarCell() }

  /// The content of a row beside a sidebar.
  public static func accompaniedSidebarCell() -> UIListContentConfiguration { sidebarCell() }

  /// The content of a row beside a sidebar with a second text below the first.
  public static func accompaniedSidebarSubtitleCell() -> UIListContentConfiguration {
    sidebarCell()
  }
}

// MARK: Headers and footers

extension UIListContentConfiguration {
  /// The content of a header of a plain list.
  public static func plainHeader() -> UIListContentConfiguration {
    Self(.preferredFont(forTextStyle: .headline), top: 4, bottom: 4)
  }

  /// The content of a footer of a plain list.
  public static func plainFooter() -> UIListContentConfiguration {
    Self(.preferredFont(forTextStyle: .subheadline), .secondaryLabel, top: 4, bottom: 4)
  }

  /// The content of a header of a grouped list.
  public static func groupedHeader() -> UIListContentConfiguration {
    var content = Self(
      .preferredFont(forTextStyle: .footnote),
      .secondaryLabel,
      top: 17,
      bottom: 6
    )
    content.textProperties.transform = .uppercase
    return content
  }

  /// The content of a footer of a grouped list.
  public static func groupedFooter() -> UIListContentConfiguration {
    Self(.preferredFont(forTextStyle: .footnote), .secondaryLabel, top: 6, bottom: 12)
  }

  /// The content of a header that stands out.
  public static func prominentInsetGroupedHeader() -> UIListContentConfiguration {
    Self(.systemFont(ofSize: 20, weight: .semibold), top: 17, bottom: 6)
  }

  /// The content of a header that stands out much.
  public static func extraProminentInsetGroupedHeader() -> UIListContentConfiguration {
    Self(.systemFont(ofSize: 22, weight: .bold), top: 17, bottom: 6)
  }

  /// The content of a header of a sidebar.
  public static func sidebarHeader() -> UIListContentConfiguration {
    Self(.systemFont(ofSize: 20, weight: .semibold), top: 11, bottom: 7)
  }

  /// The content of a header of any list.
  public static func header() -> UIListContentConfiguration { groupedHeader() }

  /// The content of a footer of any list.
  public static func footer() -> UIListContentConfiguration { groupedFooter() }
}
