/// A colour, with one value for the light appearance and one for the dark.
public struct ContentColor: Hashable, Sendable {
  /// Red, green, blue and opacity, each 0 to 1.
  package struct Components: Hashable, Sendable {
    /// Red.
    package var red: Double
    /// Green.
    package var green: Double
    /// Blue.
    package var blue: Double
    /// The opacity; 1 hides everything behind it.
    package var alpha: Double

    /// Creates a colour; values outside 0 to 1 become 0 or 1.
    package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
      func bounded(_ value: Double) -> Double { value.isNaN ? 0 : min(1, max(0, value)) }
      self.red = bounded(red)
      self.green = bounded(green)
      self.blue = bounded(blue)
      self.alpha = bounded(alpha)
    }

    /// The brightness, 0 to 1 (with the weights of ITU-R BT.601).
    var brightness: Double { 0.299 * red + 0.587 * green + 0.114 * blue }

    /// The colour as CSS writes it, without the opacity: `#rrggbb`.
    package var hex: String {
      "#"
        + [red, green, blue].map { value in
          let digits = String(Int((value * 255).rounded()), radix: 16)
          return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
  }

  /// The colour in the light appearance.
  package var light: Components
  /// The colour in the dark appearance.
  package var dark: Components

  /// Creates a colour with a value for each appearance.
  package init(light: Components, dark: Components) {
    self.light = light
    self.dark = dark
  }

  /// Creates a colour with one value, given as red, green and blue in one number such as
  /// `0xff9500`.
  public init(_ rgb: UInt32) {
    self.init(rgb, dark: rgb)
  }

  /// Creates a colour from one number for each appearance, with red, green and blue in it.
  public init(_ light: UInt32, dark: UInt32) {
    self.light = Components(light)
    self.dark = Components(dark)
  }

  /// The invisible colour.
  public static let clear = ContentColor(
    light: Components(red: 0, green: 0, blue: 0, alpha: 0),
    dark: Components(red: 0, green: 0, blue: 0, alpha: 0)
  )
}

extension ContentColor.Components {
  fileprivate init(_ rgb: UInt32, alpha: Double = 1) {
    self.init(
      red: Double(rgb >> 16 & 0xFF) / 255,
      green: Double(rgb >> 8 & 0xFF) / 255,
      blue: Double(rgb & 0xFF) / 255,
      alpha: alpha
    )
  }
}

/// The appearance of the screen for which a picture is drawn.
public enum ContentAppearance: String, CaseIterable, Hashable, Sendable {
  /// Dark letters on a bright background.
  case light
  /// Bright letters on a dark background.
  case dark
}

extension ContentColor {
  /// Returns the colour in an appearance.
  package func components(in appearance: ContentAppearance) -> Components {
    appearance == .dark ? dark : light
  }

  /// The default colour of letters on this background: the readable one of black and white.
  var letters: ContentColor {
    func letters(_ ground: Components) -> Components {
      ground.brightness > 0.55 ? Components(0x000000) : Components(0xffffff)
    }
    return ContentColor(light: letters(light), dark: letters(dark))
  }
}

/// The colours that screens share.
extension ContentColor {
  /// The colour of text; UIKit's `label`.
  public static let label = ContentColor(0x000000, dark: 0xffffff)
  /// The colour of less important text; UIKit's `secondaryLabel`, which is translucent.
  public static let secondaryLabel = ContentColor(0x3c3c43, dark: 0xebebf5, alphas: 0.6, 0.6)
  /// The colour of thin lines; UIKit's `separator`, which is translucent.
  public static let separator = ContentColor(0x3c3c43, dark: 0x545458, alphas: 0.29, 0.6)
  /// The background of a screen of cells; UIKit's `systemGroupedBackground`.
  package static let groupedBackground = ContentColor(0xf2f2f7, dark: 0x000000)
  /// The background of a cell; UIKit's `secondarySystemGroupedBackground`.
  package static let cellBackground = ContentColor(0xffffff, dark: 0x1c1c1e)
  /// An opaque background that stands out from a cell's background.
  package static let fill = ContentColor(0xe3e3e8, dark: 0x39393d)
  /// Less important text that can be read on all of these backgrounds: darker than UIKit's.
  package static let detail = ContentColor(0x6e6e73, dark: 0xa1a1a6)
  /// The colour of thin opaque lines.
  package static let opaqueSeparator = ContentColor(0xc6c6c8, dark: 0x38383a)

  private init(_ light: UInt32, dark: UInt32, alphas lightAlpha: Double, _ darkAlpha: Double) {
    self.init(
      light: Components(light, alpha: lightAlpha),
      dark: Components(dark, alpha: darkAlpha)
    )
  }

  /// The colours by their names in CSS and UIKit; UIKit's colours have the light and dark values of
  /// its documentation for iOS.
  static let named: [String: ContentColor] = [
    "black": ContentColor(0x000000), "white": ContentColor(0xffffff),
    "gray": ContentColor(0x808080), "grey": ContentColor(0x808080),
    "silver": ContentColor(0xc0c0c0), "red": ContentColor(0xff0000),
    "orange": ContentColor(0xffa500), "yellow": ContentColor(0xffff00),
    "green": ContentColor(0x008000), "lime": ContentColor(0x00ff00),
    "teal": ContentColor(0x008080), "aqua": ContentColor(0x00ffff),
    "cyan": ContentColor(0x00ffff), "blue": ContentColor(0x0000ff),
    "navy": ContentColor(0x000080), "purple": ContentColor(0x800080),
    "magenta": ContentColor(0xff00ff), "fuchsia": ContentColor(0xff00ff),
    "pink": ContentColor(0xffc0cb), "brown": ContentColor(0xa52a2a),
    "maroon": ContentColor(0x800000), "olive": ContentColor(0x808000),
    "transparent": .clear, "clear": .clear,
    "label": .label, "secondarylabel": .secondaryLabel,
    "tertiarylabel": ContentColor(0x3c3c43, dark: 0xebebf5, alphas: 0.3, 0.3),
    "quaternarylabel": ContentColor(0x3c3c43, dark: 0xebebf5, alphas: 0.18, 0.16),
    "placeholdertext": ContentColor(0x3c3c43, dark: 0xebebf5, alphas: 0.3, 0.3),
    "link": ContentColor(0x007aff, dark: 0x0984ff),
    "separator": .separator, "opaqueseparator": .opaqueSeparator,
    "systembackground": ContentColor(0xffffff, dark: 0x000000),
    "secondarysystembackground": ContentColor(0xf2f2f7, dark: 0x1c1c1e),
    "tertiarysystembackground": ContentColor(0xffffff, dark: 0x2c2c2e),
    "systemgroupedbackground": .groupedBackground,
    "secondarysystemgroupedbackground": .cellBackground,
    "tertiarysystemgroupedbackground": ContentColor(0xf2f2f7, dark: 0x2c2c2e),
    "systemfill": ContentColor(0x787880, dark: 0x787880, alphas: 0.2, 0.36),
    "secondarysystemfill": ContentColor(0x787880, dark: 0x787880, alphas: 0.16, 0.32),
    "tertiarysystemfill": ContentColor(0x767680, dark: 0x767680, alphas: 0.12, 0.24),
    "quaternarysystemfill": ContentColor(0x747480, dark: 0x747480, alphas: 0.08, 0.18),
    "systemred": ContentColor(0xff3b30, dark: 0xff453a),
    "systemorange": ContentColor(0xff9500, dark: 0xff9f0a),
    "systemyellow": ContentColor(0xffcc00, dark: 0xffd60a),
    "systemgreen": ContentColor(0x34c759, dark: 0x30d158),
    "systemmint": ContentColor(0x00c7be, dark: 0x63e6e2),
    "systemteal": ContentColor(0x30b0c7, dark: 0x40c8e0),
    "systemcyan": ContentColor(0x32ade6, dark: 0x64d2ff),
    "systemblue": ContentColor(0x007aff, dark: 0x0a84ff),
    "systemindigo": ContentColor(0x5856d6, dark: 0x5e5ce6),
    "systempurple": ContentColor(0xaf52de, dark: 0xbf5af2),
    "systempink": ContentColor(0xff2d55, dark: 0xff375f),
    "systembrown": ContentColor(0xa2845e, dark: 0xac8e68),
    "systemgray": ContentColor(0x8e8e93),
    "systemgray2": ContentColor(0xaeaeb2, dark: 0x636366),
    "systemgray3": ContentColor(0xc7c7cc, dark: 0x48484a),
    "systemgray4": ContentColor(0xd1d1d6, dark: 0x3a3a3c),
    "systemgray5": ContentColor(0xe5e5ea, dark: 0x2c2c2e),
    "systemgray6": ContentColor(0xf2f2f7, dark: 0x1c1c1e),
  ]

  /// Reads a colour of CSS (`#rgb`, `#rrggbb`, both also with an opacity, `rgb(…)`, `rgba(…)`,
  /// `light-dark(…, …)`, a basic name) or a UIKit name such as `systemBlue`.
  ///
  /// - Returns: `nil` for anything else.
  package init?(css text: some StringProtocol) {
    let text = String(text).lowercased()
    if let color = Self.named[text] {
      self = color
    } else if text.hasPrefix("#") {
      guard let components = Components(hexDigits: text.dropFirst()) else { return nil }
      self.init(light: components, dark: components)
    } else if let arguments = Self.arguments(of: text, "light-dark"), arguments.count == 2 {
      guard let light = ContentColor(css: arguments[0]), let dark = ContentColor(css: arguments[1])
      else { return nil }
      self.init(light: light.light, dark: dark.dark)
    } else if let arguments = Self.arguments(of: text, "rgba") ?? Self.arguments(of: text, "rgb") {
      let numbers = arguments.compactMap { Double($0) }
      guard numbers.count == arguments.count, 3...4 ~= numbers.count else { return nil }
      let components = Components(
        red: numbers[0] / 255,
        green: numbers[1] / 255,
        blue: numbers[2] / 255,
        alpha: numbers.count == 4 ? numbers[3] : 1
      )
      self.init(light: components, dark: components)
    } else {
      return nil
    }
  }

  /// Returns the colour with a part of its opacity.
  func faded(to opacity: Double) -> ContentColor {
    var (light, dark) = (light, dark)
    light.alpha *= opacity
    dark.alpha *= opacity
    return ContentColor(light: light, dark: dark)
  }

  private static func arguments(of text: String, _ function: String) -> [String]? {
    guard text.hasPrefix(function + "("), text.hasSuffix(")") else { return nil }
    var arguments = [""]
    var depth = 0
    for character in text.dropFirst(function.count + 1).dropLast() {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == ",", depth == 0 {
        arguments.append("")
      } else if character != " " {
        arguments[arguments.count - 1].append(character)
      }
    }
    return arguments
  }
}

extension ContentColor.Components {
  fileprivate init?(hexDigits text: Substring) {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count else { return nil }
    let values: [Int]
    switch digits.count {
    case 3, 4: values = digits.map { $0 * 17 }
    case 6, 8:
      values = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    default: return nil
    }
    self.init(
      red: Double(values[0]) / 255,
      green: Double(values[1]) / 255,
      blue: Double(values[2]) / 255,
      alpha: values.count == 4 ? Double(values[3]) / 255 : 1
    )
  }
}
