import ListRendering

/// The colors of cards and tags.
public enum Tint: String, Codable, CaseIterable, Sendable {
  /// A color.
  case blue, green, orange, rose, gray

  /// The CSS of the color, with text that can be read in light and dark mode.
  var style: String {
    switch self {
    case .blue: Self.style("#d7e9ff", "#0040a0", dark: "#12325c", "#a9ceff")
    case .green: Self.style("#daf3e0", "#12602c", dark: "#123d21", "#9fe3b4")
    case .orange: Self.style("#ffe8cc", "#8a4500", dark: "#4a2a08", "#ffc98f")
    case .rose: Self.style("#ffdbe4", "#98103c", dark: "#4f1226", "#ffb3c6")
    case .gray: Self.style("#ececf1", "#3a3a3c", dark: "#2c2c2e", "#d8d8dc")
    }
  }

  private static func style(
    _ ground: String,
    _ letters: String,
    dark: String,
    _ darkLetters: String
  ) -> String {
    "background: light-dark(\(ground), \(dark)); color: light-dark(\(letters), \(darkLetters))"
  }
}

/// The screens' own colours, as CSS that browsers understand too.
enum Palette {
  /// The background of a card.
  static let card = "light-dark(#ffffff, #1c1c1e)"
  /// The colour of less important text.
  static let quiet = "light-dark(#6e6e73, #a1a1a6)"
  /// The line between two rows.
  static let line = "light-dark(#d1d1d6, #38383a)"
}

extension ContentNode {
  /// A box with round corners.
  static func box(_ style: String, _ children: [ContentNode]) -> ContentNode {
    .element("article", ["style": "border-radius: 14px; padding: 12px; \(style)"], children)
  }
}
