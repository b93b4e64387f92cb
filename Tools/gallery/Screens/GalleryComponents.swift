import ListModel
import ListRendering

/// The colour of less important text, darker than UIKit's `secondaryLabel` because pages show pictures
/// at half their size.
let quietLetters = "color: light-dark(#6e6e73, #a1a1a6)"

/// A tile with a colour and a word in its middle.
struct Tile: Component {
  struct ViewModel: Codable, Equatable, Sendable {
    var text: String
    var color: String
  }

  static let componentType = "Tile"
  var viewModel: ViewModel

  /// The colours of tiles, in order.
  private static let colors = [
    "systemBlue", "systemIndigo", "systemPurple", "systemPink", "systemOrange", "systemTeal",
  ]

  init(viewModel: ViewModel) { self.viewModel = viewModel }

  init(_ number: Int) {
    viewModel = ViewModel(text: "\(number)", color: Self.colors[number % Self.colors.count])
  }

  var layoutMode: ContentLayoutMode { .fitContainer }
  func renderContent(coordinator: Void) -> NodeContent { NodeContent() }

  func render(in content: NodeContent, coordinator: Void) {
    content.node = .element(
      "div",
      [
        "style": """
        background: \(viewModel.color); border-radius: 10px; font-weight: bold; font-size: 20px; \
        text-align: center; display: flex; flex-direction: column; \
        justify-content: center
        """
      ],
      [.element("p", text: viewModel.text)]
    )
  }
}

/// A number in a small circle, with a ring that separates it from any background.
struct Badge: Component {
  static let componentType = "Badge"
  var viewModel: Int

  init(viewModel: Int) { self.viewModel = viewModel }
  init(_ number: Int) { viewModel = number }

  var layoutMode: ContentLayoutMode { .fitContainer }
  func renderContent(coordinator: Void) -> NodeContent { NodeContent() }

  func render(in content: NodeContent, coordinator: Void) {
    content.node = .element(
      "div",
      [
        "style": """
        background: systemRed; border: 2px solid white; border-radius: 12px; color: white; \
        font-weight: bold; font-size: 12px; text-align: center; display: flex; flex-direction: column; \
        justify-content: center
        """
      ],
      [.element("p", text: "\(viewModel)")]
    )
  }
}

/// A coloured background with round corners.
struct Ground: Component {
  static let componentType = "Ground"
  var viewModel: String

  init(viewModel: String) { self.viewModel = viewModel }

  var layoutMode: ContentLayoutMode { .fitContainer }
  func renderContent(coordinator: Void) -> NodeContent { NodeContent() }

  func render(in content: NodeContent, coordinator: Void) {
    content.node = .element(
      "div",
      ["style": "background: \(viewModel); border-radius: 14px"]
    )
  }
}

/// A title above a section, with a line below it.
struct Title: Component {
  struct ViewModel: Codable, Equatable, Sendable {
    var title: String
    var detail: String?
  }

  static let componentType = "Title"
  var viewModel: ViewModel

  init(viewModel: ViewModel) { self.viewModel = viewModel }
  init(_ title: String, _ detail: String? = nil) {
    viewModel = ViewModel(title: title, detail: detail)
  }

  func renderContent(coordinator: Void) -> NodeContent { NodeContent() }

  func render(in content: NodeContent, coordinator: Void) {
    let detail = viewModel.detail.map {
      [ContentNode.element("p", ["style": "font-size: 14px; \(quietLetters)"], text: $0)]
    }
    content.node = .element(
      "div",
      [:],
      [.element("h2", text: viewModel.title)] + (detail ?? [])
    )
  }
}

/// An app in a ranking: its icon, its name, what it does, and a button.
struct AppRow: Component {
  struct ViewModel: Codable, Equatable, Sendable {
    var name: String
    var detail: String
    var color: String
    var price: String
  }

  static let componentType = "AppRow"
  var viewModel: ViewModel

  init(viewModel: ViewModel) { self.viewModel = viewModel }

  var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 60) }
  func renderContent(coordinator: Void) -> NodeContent { NodeContent() }

  func render(in content: NodeContent, coordinator: Void) {
    content.node = .element(
      "div",
      [
        "style": """
        background: secondarySystemGroupedBackground; border-radius: 12px; padding: 6px 10px; \
        display: flex; gap: 12px; align-items: center
        """
      ],
      [
        .element(
          "div",
          [
            "style": """
            width: 48px; height: 48px; border-radius: 12px; background: \(viewModel.color); \
            text-align: center; font-size: 22px; font-weight: bold; padding: 10px 0
            """
          ],
          text: String(viewModel.name.prefix(1))
        ),
        .element(
          "div",
          ["style": "flex: 1"],
          [
            .element("p", ["style": "font-weight: bold"], text: viewModel.name),
            .element(
              "p",
              ["style": "font-size: 13px; \(quietLetters); line-clamp: 1"],
              text: viewModel.detail
            ),
          ]
        ),
        .element(
          "p",
          [
            "style": """
            background: tertiarySystemFill; color: systemBlue; border-radius: 14px; padding: 4px 16px; \
            font-size: 14px; font-weight: bold; text-align: center
            """
          ],
          text: viewModel.price
        ),
      ]
    )
  }
}

/// A large card: a word, a title, and a picture in a colour.
struct FeatureCard: Component {
  struct ViewModel: Codable, Equatable, Sendable {
    var kind: String
    var title: String
    var detail: String
    var color: String
  }

  static let componentType = "FeatureCard"
  var viewModel: ViewModel

  init(viewModel: ViewModel) { self.viewModel = viewModel }

  var layoutMode: ContentLayoutMode { .fitContainer }
  func renderContent(coordinator: Void) -> NodeContent { NodeContent() }

  func render(in content: NodeContent, coordinator: Void) {
    content.node = .element(
      "div",
      ["style": "background: \(viewModel.color); border-radius: 14px; padding: 16px"],
      [
        .element("p", ["style": "font-size: 12px; font-weight: bold"], text: viewModel.kind),
        .element("h2", text: viewModel.title),
        .element("p", text: viewModel.detail),
      ]
    )
  }
}
