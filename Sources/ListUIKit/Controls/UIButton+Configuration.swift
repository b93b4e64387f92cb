public import Foundation
import ListRendering

extension UIButton {
  /// How a button looks, as a value.
  public struct Configuration {
    /// The ground of a button.
    enum Ground {
      case none, grey, tinted, filled
    }

    /// The shape of the corners.
    public enum CornerStyle: Int, Hashable, Sendable {
      /// As its background says.
      case fixed
      /// As its background says, more for larger texts.
      case dynamic
      /// A little round.
      case small
      /// Round.
      case medium
      /// Very round.
      case large
      /// Half a circle.
      case capsule
    }

    /// The size of a button.
    public enum Size: Int, Hashable, Sendable {
      /// The usual one.
      case medium
      /// A small one.
      case small
      /// The smallest one.
      case mini
      /// A large one.
      case large
    }

    /// Where the titles stand.
    public enum TitleAlignment: Int, Hashable, Sendable {
      /// As the button wants.
      case automatic
      /// Where lines begin.
      case leading
      /// In the middle.
      case center
      /// Where lines end.
      case trailing
    }

    private var kind: Ground
    /// The title.
    public var title: String?
    /// The title with attributes; the first ones count.
    public var attributedTitle: AttributedString?
    /// The text below the title.
    public var subtitle: String?
    /// The text below the title with attributes; they do not count.
    public var attributedSubtitle: AttributedString?
    /// The picture.
    public var image: UIImage?
    /// Where the picture stands.
    public var imagePlacement = NSDirectionalRectEdge.leading
    /// The space between picture and title.
    public var imagePadding: CGFloat = 0
    /// The space between the titles.
    public var titlePadding: CGFloat = 1
    /// The space around the content.
    public var contentInsets: NSDirectionalEdgeInsets
    /// The colour of titles and picture.
    public var baseForegroundColor: UIColor?
    /// The colour of the ground.
    public var baseBackgroundColor: UIColor?
    /// The ground.
    public var background = UIBackgroundConfiguration.clear()
    /// The shape of the corners.
    public var cornerStyle = CornerStyle.dynamic
    /// The size.
    public var buttonSize = Size.medium { didSet { contentInsets = Self.insets(buttonSize) } }
    /// Where the titles stand.
    public var titleAlignment = TitleAlignment.automatic
    /// Whether a wheel turns in the place of the picture; accepted for compatibility only.
    public var showsActivityIndicator = false
    /// How large a symbol is.
    public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration?
    /// Changes the attributes of the title; not called.
    public var titleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?
    /// How a title is cut off; accepted for compatibility only.
    public var titleLineBreakMode = NSLineBreakMode.byTruncatingTail

    private init(_ kind: Ground) {
      self.kind = kind
      contentInsets = Self.insets(.medium)
    }

    private static func insets(_ size: Size) -> NSDirectionalEdgeInsets {
      let (x, y): (CGFloat, CGFloat) =
        switch size {
        case .mini: (8, 4)
        case .small: (10, 5)
        case .medium: (12, 7)
        case .large: (20, 15)
        }
      return NSDirectionalEdgeInsets(top: y, leading: x, bottom: y, trailing: x)
    }

    /// A button without a ground.
    public static func plain() -> Configuration { Configuration(.none) }
    /// A button without a ground.
    public static func borderless() -> Configuration { Configuration(.none) }
    /// A button on grey.
    public static func gray() -> Configuration { Configuration(.grey) }
    /// A button on a pale ground of its colour.
    public static func tinted() -> Configuration { Configuration(.tinted) }
    /// A button on a ground of its colour.
    public static func filled() -> Configuration { Configuration(.filled) }
    /// A button on grey.
    public static func bordered() -> Configuration { Configuration(.grey) }
    /// A button on a pale ground of its colour.
    public static func borderedTinted() -> Configuration { Configuration(.tinted) }
    /// A button on a ground of its colour.
    public static func borderedProminent() -> Configuration { Configuration(.filled) }

    /// Returns the configuration itself: it looks alike in every state.
    @MainActor public func updated(for button: UIButton) -> Configuration { self }

    // MARK: Look

    var shownTitle: String? {
      title ?? attributedTitle.map { String($0.characters) }
    }

    /// The colour of titles and picture.
    func letters(tint: UIColor) -> UIColor {
      baseForegroundColor ?? (kind == .filled ? .white : tint)
    }

    /// The ground as CSS.
    func ground(height: CGFloat, tint: UIColor, isEnabled: Bool) -> [String] {
      let base = baseBackgroundColor ?? tint
      let color: UIColor? =
        switch kind {
        case .none: baseBackgroundColor
        case .grey: baseBackgroundColor ?? .systemFill
        case .tinted: base.withAlphaComponent(0.18)
        case .filled: base
        }
      let radius: CGFloat =
        switch cornerStyle {
        case .small: 4
        case .medium, .dynamic: 6
        case .fixed: background.cornerRadius > 0 ? background.cornerRadius : 6
        case .large: 9
        case .capsule: height > 0 ? height / 2 : 17
        }
      var style: [String] = []
      let own = background.backgroundColor == .clear ? nil : background.backgroundColor
      if let ground = own ?? (isEnabled || kind == .none ? color : .systemFill) {
        style.append("background: \(ground.css)")
      }
      style.append(
        "border-radius: \(Double(background.cornerRadius > 0 ? background.cornerRadius : radius))px"
      )
      if background.strokeWidth > 0, let stroke = background.strokeColor {
        style.append("border: \(Double(background.strokeWidth))px solid \(stroke.css)")
      }
      return style
    }

    /// The titles and the picture.
    @MainActor func content(color: UIColor) -> ContentNode {
      let size: CGFloat = buttonSize == .mini || buttonSize == .small ? 15 : 17
      func text(_ text: String?, _ size: CGFloat) -> ContentNode? {
        guard let text, !text.isEmpty else { return nil }
        let style = "font-size: \(Double(size))px; color: \(color.css); text-align: center"
        return .element("p", ["style": style], text: text)
      }
      let second = subtitle ?? attributedSubtitle.map { String($0.characters) }
      let titles = [text(shownTitle, size), text(second, 12)].compactMap(\.self)
      let symbol = preferredSymbolConfigurationForImage
      let shown = symbol.flatMap { image?.applyingSymbolConfiguration($0) } ?? image
      var parts: [ContentNode] = []
      if !titles.isEmpty {
        let style = "display: flex; flex-direction: column; gap: \(Double(titlePadding))px"
        parts.append(titles.count == 1 ? titles[0] : .element("div", ["style": style], titles))
      }
      if let shown {
        let isLast = imagePlacement == .trailing || imagePlacement == .bottom
        parts.insert(shown.look(tint: color), at: isLast ? parts.count : 0)
      }
      let isColumn = imagePlacement == .top || imagePlacement == .bottom
      let edges = [
        contentInsets.top, contentInsets.trailing, contentInsets.bottom, contentInsets.leading,
      ]
      var style = [
        "display: flex", "align-items: center", "gap: \(Double(imagePadding))px",
        "padding: " + edges.map { "\(Double($0))px" }.joined(separator: " "),
      ]
      if isColumn { style.append("flex-direction: column") }
      return .element("div", ["style": style.joined(separator: "; ")], parts)
    }
  }
}

/// Changes the attributes of a text; not called, since texts have one style.
public struct UIConfigurationTextAttributesTransformer {
  /// Changes attributes.
  public let transform: (AttributeContainer) -> AttributeContainer

  /// Creates a transformer.
  public init(_ transform: @escaping (AttributeContainer) -> AttributeContainer) {
    self.transform = transform
  }
}

/// Changes a colour.
public struct UIConfigurationColorTransformer: Sendable {
  /// Changes a colour.
  public let transform: @Sendable (UIColor) -> UIColor

  /// Creates a transformer.
  public init(_ transform: @escaping @Sendable (UIColor) -> UIColor) { self.transform = transform }

  /// Returns the changed colour.
  public func callAsFunction(_ input: UIColor) -> UIColor { transform(input) }

  /// Makes a colour grey.
  public static let grayscale = UIConfigurationColorTransformer { _ in .systemGray }
}

/// How a text is cut off; accepted for compatibility only.
public enum NSLineBreakMode: Int, Hashable, Sendable {
  /// Between words.
  case byWordWrapping
  /// Between letters.
  case byCharWrapping
  /// Without a sign.
  case byClipping
  /// At its beginning.
  case byTruncatingHead
  /// At its end.
  case byTruncatingTail
  /// In its middle.
  case byTruncatingMiddle
}
