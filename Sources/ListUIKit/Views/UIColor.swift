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
}
