import ListRendering

/// The colors of cards and tags.
public enum Tint: String, Codable, CaseIterable, Sendable {
  /// A color.
  case blue, green, orange, rose, gray

  /// What is written on it is dark enough to be read.
  var style: String {
    switch self {
    case .blue: "background: #d7e9ff; color: #0040a0"
    case .green: "background: #daf3e0; color: #12602c"
    case .orange: "background: #ffe8cc; color: #8a4500"
    case .rose: "background: #ffdbe4; color: #98103c"
    case .gray: "background: #ececf1; color: #3a3a3c"
    }
  }
}

extension ContentNode {
  /// A box with round corners.
  static func box(_ style: String, _ children: [ContentNode]) -> ContentNode {
    .element("article", ["style": "border-radius: 14px; padding: 12px; \(style)"], children)
  }
}
