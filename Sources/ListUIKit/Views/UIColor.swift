public import Foundation
import ListRendering

/// A colour: one of UIKit's named colours, or one made from numbers.
public final class UIColor: Hashable, Sendable {
  /// The colour as it is drawn; see ``ListRendering/ContentColor``.
  let css: String

  init(css: String) {
    self.css = css
  }

  /// Creates a colour from components between 0 and 1.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    let components = ContentColor.Components(
      red: Double(red),
      green: Double(green),
      blue: Double(blue),
      alpha: Double(alpha)
    )
    css = Self.css(components)
  }

  /// Creates a grey from components between 0 and 1.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Creates a colour from its hue, its saturation and its brightness, between 0 and 1.
  public convenience init(
    hue: CGFloat,
    saturation: CGFloat,
    brightness: CGFloat,
    alpha: CGFloat
  ) {
    func part(_ offset: CGFloat) -> CGFloat {
      let place = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(place, 4 - place, 1))
    }
    self.init(red: part(5), green: part(3), blue: part(1), alpha: alpha)
  }

  /// Creates a colour from components between 0 and 1, which are read as those of sRGB.
  public convenience init(
    displayP3Red red: CGFloat,
    green: CGFloat,
    blue: CGFloat,
    alpha: CGFloat
  ) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Creates a colour that is asked for twice: for light and for dark traits.
  public convenience init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
    let light = dynamicProvider(UITraitCollection(userInterfaceStyle: .light))
    let dark = dynamicProvider(UITraitCollection(userInterfaceStyle: .dark))
    self.init(light: light, dark: dark)
  }

  /// Creates a colour of an app's catalogue, which is not read: grey.
  public convenience init?(named name: String) { self.init(css: "systemGray") }

  /// Creates a colour of an app's catalogue, which is not read: grey.
  public convenience init?(
    named name: String,
    in bundle: Bundle?,
    compatibleWith traitCollection: UITraitCollection?
  ) {
    self.init(css: "systemGray")
  }

  /// Creates a colour of a layer's.
  public convenience init(cgColor: CGColor) { self.init(css: cgColor.color.css) }

  private convenience init(light: UIColor, dark: UIColor) {
    let first = ContentColor(css: light.css)?.light
    let second = ContentColor(css: dark.css)?.dark
    guard let first, let second else {
      self.init(css: light.css)
      return
    }
    self.init(css: "light-dark(\(Self.css(first)), \(Self.css(second)))")
  }

  /// Returns the colour that traits choose.
  public func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    guard let color = ContentColor(css: css) else { return self }
    return UIColor(
      css: Self.css(traitCollection.userInterfaceStyle == .dark ? color.dark : color.light)
    )
  }

  /// Writes the components of the light colour, between 0 and 1.
  ///
  /// - Returns: Always `true`.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?,
    green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let color = components
    red?.pointee = CGFloat(color.red)
    green?.pointee = CGFloat(color.green)
    blue?.pointee = CGFloat(color.blue)
    alpha?.pointee = CGFloat(color.alpha)
    return true
  }

  /// The components of the light colour.
  var components: ContentColor.Components {
    ContentColor(css: css)?.light ?? ContentColor.Components(red: 0, green: 0, blue: 0, alpha: 0)
  }

  /// Returns a colour between this one and another one, at a part of the way.
  func mixed(with other: UIColor, by part: Double) -> UIColor {
    func mix(
      _ from: ContentColor.Components,
      _ to: ContentColor.Components
    ) -> ContentColor.Components {
      func between(_ first: Double, _ second: Double) -> Double { first + (second - first) * part }
      return ContentColor.Components(
        red: between(from.red, to.red),
        green: between(from.green, to.green),
        blue: between(from.blue, to.blue),
        alpha: between(from.alpha, to.alpha)
      )
    }
    guard let first = ContentColor(css: css), let second = ContentColor(css: other.css) else {
      return self
    }
    let (light, dark) = (mix(first.light, second.light), mix(first.dark, second.dark))
    return UIColor(css: "light-dark(\(Self.css(light)), \(Self.css(dark)))")
  }

  /// Returns the colour with another opacity.
  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    guard let color = ContentColor(css: css) else { return self }
    var (light, dark) = (color.light, color.dark)
    light.alpha = Double(alpha)
    dark.alpha = Double(alpha)
    return UIColor(css: "light-dark(\(Self.css(light)), \(Self.css(dark)))")
  }

  /// The colour itself, for layers.
  public var cgColor: CGColor { CGColor(color: self) }

  /// Returns a colour as CSS, with both of its values.
  static func css(_ color: ContentColor) -> String {
    color.light == color.dark
      ? css(color.light) : "light-dark(\(css(color.light)), \(css(color.dark)))"
  }

  private static func css(_ components: ContentColor.Components) -> String {
    let bytes = [components.red, components.green, components.blue].map {
      Int(($0 * 255).rounded())
    }
    let numbers = bytes.map(String.init).joined(separator: ", ")
    return "rgba(\(numbers), \(components.alpha))"
  }

  /// Returns whether both are drawn alike.
  public static func == (lhs: UIColor, rhs: UIColor) -> Bool { lhs.css == rhs.css }

  /// Hashes the colour as it is drawn.
  public func hash(into hasher: inout Hasher) { hasher.combine(css) }
}

/// A colour of a layer.
public struct CGColor: Hashable, Sendable {
  let color: UIColor

  /// Its opacity, between 0 and 1.
  public var alpha: CGFloat { CGFloat(color.components.alpha) }
}

/// The colours that UIKit names.
extension UIColor {
  /// UIKit's colour of this name.
  public static let systemRed = UIColor(css: "systemRed")
  /// UIKit's colour of this name.
  public static let systemOrange = UIColor(css: "systemOrange")
  /// UIKit's colour of this name.
  public static let systemYellow = UIColor(css: "systemYellow")
  /// UIKit's colour of this name.
  public static let systemGreen = UIColor(css: "systemGreen")
  /// UIKit's colour of this name.
  public static let systemMint = UIColor(css: "systemMint")
  /// UIKit's colour of this name.
  public static let systemTeal = UIColor(css: "systemTeal")
  /// UIKit's colour of this name.
  public static let systemCyan = UIColor(css: "systemCyan")
  /// UIKit's colour of this name.
  public static let systemBlue = UIColor(css: "systemBlue")
  /// UIKit's colour of this name.
  public static let systemIndigo = UIColor(css: "systemIndigo")
  /// UIKit's colour of this name.
  public static let systemPurple = UIColor(css: "systemPurple")
  /// UIKit's colour of this name.
  public static let systemPink = UIColor(css: "systemPink")
  /// UIKit's colour of this name.
  public static let systemBrown = UIColor(css: "systemBrown")
  /// UIKit's colour of this name.
  public static let systemGray = UIColor(css: "systemGray")
  /// UIKit's colour of this name.
  public static let systemGray2 = UIColor(css: "systemGray2")
  /// UIKit's colour of this name.
  public static let systemGray3 = UIColor(css: "systemGray3")
  /// UIKit's colour of this name.
  public static let systemGray4 = UIColor(css: "systemGray4")
  /// UIKit's colour of this name.
  public static let systemGray5 = UIColor(css: "systemGray5")
  /// UIKit's colour of this name.
  public static let systemGray6 = UIColor(css: "systemGray6")
  /// UIKit's colour of this name.
  public static let label = UIColor(css: "label")
  /// UIKit's colour of this name.
  public static let secondaryLabel = UIColor(css: "secondaryLabel")
  /// UIKit's colour of this name.
  public static let separator = UIColor(css: "separator")
  /// UIKit's colour of this name.
  public static let systemBackground = UIColor(css: "systemBackground")
  /// UIKit's colour of this name.
  public static let systemGroupedBackground = UIColor(css: "systemGroupedBackground")
  /// UIKit's colour of this name.
  public static let systemFill = UIColor(css: "systemFill")
  /// UIKit's colour of this name.
  public static let black = UIColor(css: "#000000")
  /// UIKit's colour of this name.
  public static let white = UIColor(css: "#ffffff")
  /// UIKit's colour of this name.
  public static let red = UIColor(css: "#ff0000")
  /// UIKit's colour of this name.
  public static let green = UIColor(css: "#00ff00")
  /// UIKit's colour of this name.
  public static let blue = UIColor(css: "#0000ff")
  /// UIKit's colour of this name.
  public static let orange = UIColor(css: "#ff8000")
  /// UIKit's colour of this name.
  public static let yellow = UIColor(css: "#ffff00")
  /// UIKit's colour of this name.
  public static let purple = UIColor(css: "#800080")
  /// UIKit's colour of this name.
  public static let brown = UIColor(css: "#996633")
  /// UIKit's colour of this name.
  public static let cyan = UIColor(css: "#00ffff")
  /// UIKit's colour of this name.
  public static let magenta = UIColor(css: "#ff00ff")
  /// UIKit's colour of this name.
  public static let gray = UIColor(css: "#808080")
  /// UIKit's colour of this name.
  public static let lightGray = UIColor(css: "#aaaaaa")
  /// UIKit's colour of this name.
  public static let darkGray = UIColor(css: "#555555")
  /// UIKit's colour of this name.
  public static let tertiaryLabel = UIColor(css: "tertiaryLabel")
  /// UIKit's colour of this name.
  public static let quaternaryLabel = UIColor(css: "quaternaryLabel")
  /// UIKit's colour of this name.
  public static let placeholderText = UIColor(css: "placeholderText")
  /// UIKit's colour of this name.
  public static let link = UIColor(css: "link")
  /// UIKit's colour of this name.
  public static let opaqueSeparator = UIColor(css: "opaqueSeparator")
  /// UIKit's colour of this name.
  public static let secondarySystemBackground = UIColor(
    css: "secondarySystemBackground"
  )
  /// UIKit's colour of this name.
  public static let tertiarySystemBackground = UIColor(css: "tertiarySystemBackground")
  /// UIKit's colour of this name.
  public static let secondarySystemGroupedBackground = UIColor(
    css: "secondarySystemGroupedBackground"
  )
  /// UIKit's colour of this name.
  public static let tertiarySystemGroupedBackground = UIColor(
    css: "tertiarySystemGroupedBackground"
  )
  /// UIKit's colour of this name.
  public static let secondarySystemFill = UIColor(css: "secondarySystemFill")
  /// UIKit's colour of this name.
  public static let tertiarySystemFill = UIColor(css: "tertiarySystemFill")
  /// UIKit's colour of this name.
  public static let quaternarySystemFill = UIColor(css: "quaternarySystemFill")
  /// A colour that cannot be seen.
  public static let clear = UIColor(css: "transparent")
  /// The colour of texts on a dark ground.
  public static let lightText = UIColor(css: "rgba(255, 255, 255, 0.6)")
  /// The colour of texts on a light ground.
  public static let darkText = UIColor(css: "#000000")
  // swift-format-ignore: DontRepeatTypeInStaticProperties
  /// The colour of controls.
  public static let tintColor = UIColor(css: "systemBlue")
}
