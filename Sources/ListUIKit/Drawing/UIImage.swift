public import Foundation
import ListRendering

/// A picture, identified by its name; a symbol of the system is drawn, any other one is a box with its
/// name.
public final class UIImage: Hashable, Sendable {
  /// The name of the picture.
  public let name: String
  /// Whether the name is that of a symbol of the system.
  public let isSymbolImage: Bool
  /// The size, in points: a symbol has that of its configuration, any other picture none that is known.
  public let size: CGSize
  /// How a symbol looks.
  public let configuration: Configuration?
  private let tint: UIColor?

  private init(
    _ name: String,
    isSymbol: Bool,
    size: CGSize = .zero,
    _ configuration: Configuration? = nil,
    tint: UIColor? = nil
  ) {
    self.name = name
    isSymbolImage = isSymbol
    self.configuration = configuration
    self.tint = tint
    self.size = isSymbol ? Self.size(configuration) : size
  }

  /// The size of a symbol: a little more than its letters, 17 points unless a configuration says
  /// otherwise.
  private static func size(_ configuration: Configuration?) -> CGSize {
    let side = ((configuration?.pointSize ?? 17) * 1.2 * (configuration?.scale.factor ?? 1))
      .rounded()
    return CGSize(width: side, height: side)
  }

  /// Creates a picture of the app from its name.
  public convenience init?(named name: String) { self.init(name, isSymbol: false) }

  /// Creates a picture of the app from its name.
  public convenience init?(
    named name: String,
    in bundle: Bundle?,
    with configuration: Configuration? = nil
  ) {
    self.init(name, isSymbol: false)
  }

  /// Creates a picture of the app from its name.
  public convenience init?(
    named name: String,
    in bundle: Bundle?,
    compatibleWith traitCollection: UITraitCollection?
  ) {
    self.init(name, isSymbol: false)
  }

  /// Creates a picture of a system symbol from its name.
  public convenience init?(systemName name: String) { self.init(name, isSymbol: true) }

  /// Creates a picture of a system symbol from its name.
  public convenience init?(systemName name: String, withConfiguration: Configuration?) {
    self.init(name, isSymbol: true, withConfiguration)
  }

  /// Creates an empty picture.
  public convenience init() { self.init("", isSymbol: false) }

  /// Creates a picture of a file, which is drawn as a box.
  public convenience init?(contentsOfFile path: String) {
    self.init((path as NSString).lastPathComponent, isSymbol: false)
  }

  /// Creates a picture of a file's bytes, which is drawn as a box; `nil` if there are none.
  public convenience init?(data: Data) {
    guard !data.isEmpty else { return nil }
    self.init("", isSymbol: false)
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

  /// Returns the picture in a colour.
  public func withTintColor(
    _ color: UIColor,
    renderingMode: RenderingMode = .automatic
  ) -> UIImage {
    UIImage(name, isSymbol: isSymbolImage, size: size, configuration, tint: color)
  }

  /// Returns a symbol in another size or weight.
  public func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? {
    withConfiguration(configuration)
  }

  /// Returns a symbol in another size or weight.
  public func withConfiguration(_ configuration: Configuration) -> UIImage {
    UIImage(name, isSymbol: isSymbolImage, size: size, configuration, tint: tint)
  }

  /// Returns whether both look alike.
  public static func == (lhs: UIImage, rhs: UIImage) -> Bool {
    lhs.name == rhs.name && lhs.isSymbolImage == rhs.isSymbolImage
      && lhs.configuration == rhs.configuration && lhs.tint == rhs.tint
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  // MARK: Look

  // Sendable: all properties of the class and of its only subclass are constants of `Sendable` types; the
  // class is not final, so the compiler cannot see it, but only this module can make subclasses of it.
  /// How a picture looks.
  public class Configuration: Hashable, @unchecked Sendable {
    let pointSize: CGFloat?
    let weight: SymbolWeight
    let scale: SymbolScale

    init(_ pointSize: CGFloat?, _ weight: SymbolWeight, _ scale: SymbolScale) {
      self.pointSize = pointSize
      self.weight = weight
      self.scale = scale
    }

    /// Returns whether both look alike.
    public static func == (lhs: Configuration, rhs: Configuration) -> Bool {
      lhs.pointSize == rhs.pointSize && lhs.weight == rhs.weight && lhs.scale == rhs.scale
    }

    /// Hashes the size.
    public func hash(into hasher: inout Hasher) { hasher.combine(pointSize) }
  }

  // Sendable: it adds no properties to its superclass.
  /// How a symbol looks.
  public final class SymbolConfiguration: Configuration, @unchecked Sendable {
    /// Creates a look of a size, and of a weight.
    public convenience init(
      pointSize: CGFloat,
      weight: SymbolWeight = .regular,
      scale: SymbolScale = .medium
    ) {
      self.init(pointSize, weight, scale)
    }

    /// Creates a look of a scale.
    public convenience init(scale: SymbolScale) { self.init(nil, .regular, scale) }
    /// Creates a look of a weight.
    public convenience init(weight: SymbolWeight) { self.init(nil, weight, .medium) }
    /// Creates a look beside a font.
    public convenience init(font: UIFont, scale: SymbolScale = .medium) {
      self.init(font.pointSize, font.isBold ? .bold : .regular, scale)
    }
    /// Creates a look beside a text.
    public convenience init(textStyle: UIFont.TextStyle, scale: SymbolScale = .medium) {
      self.init(textStyle.size(in: .large), .regular, scale)
    }
    /// Creates the usual look; colours are accepted for compatibility only.
    public convenience init(paletteColors: [UIColor]) { self.init(nil, .regular, .medium) }
    /// Creates the usual look; the colour is accepted for compatibility only.
    public convenience init(hierarchicalColor: UIColor) { self.init(nil, .regular, .medium) }
  }

  /// How thick the lines of a symbol are.
  public enum SymbolWeight: Int, Hashable, Sendable {
    /// As usual.
    case unspecified
    /// Thin.
    case ultraLight, thin, light
    /// As usual.
    case regular, medium
    /// Thick.
    case semibold, bold, heavy, black
  }

  /// How large a symbol is beside letters.
  public enum SymbolScale: Int, Hashable, Sendable {
    /// As usual.
    case `default` = -1
    /// As usual.
    case unspecified = 0
    /// Small.
    case small
    /// As usual.
    case medium
    /// Large.
    case large

    var factor: CGFloat {
      switch self {
      case .small: 0.8
      case .large: 1.3
      case .default, .unspecified, .medium: 1
      }
    }
  }

  /// Returns the drawing of the picture.
  func look(tint: UIColor?) -> ContentNode {
    look(tint: tint, in: isSymbolImage ? size : CGSize(width: 22, height: 22), style: [])
  }

  /// Returns the drawing of the picture in a size.
  func look(tint: UIColor?, in size: CGSize, style: [String]) -> ContentNode {
    guard isSymbolImage else {
      var style = style
      if size.width > 0, !style.contains(where: { $0.hasPrefix("width:") }) {
        style += ["width: \(Double(size.width))px", "height: \(Double(size.height))px"]
      }
      return .element("img", ["alt": name, "style": style.joined(separator: "; ")])
    }
    let weight = configuration?.weight ?? .regular
    let line = weight.rawValue >= SymbolWeight.semibold.rawValue ? 2.6 : 1.8
    return SymbolGlyph(name).node(size: size, color: self.tint ?? tint ?? .systemBlue, line: line)
  }
}
