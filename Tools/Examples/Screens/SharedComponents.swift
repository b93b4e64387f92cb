public import ListDescription
public import ListModel

/// A title and a line below it, above a section.
public struct SectionHeaderComponent: Component {
  /// The content to show.
  public struct ViewModel: Codable, Equatable, Sendable {
    /// The title.
    public var title: String
    /// The line below it.
    public var subtitle: String?
  }

  /// The stored name of the component.
  public static let componentType = "SectionHeader"
  /// The content to show.
  public var viewModel: ViewModel

  /// Creates a header.
  public init(viewModel: ViewModel) { self.viewModel = viewModel }

  init(_ title: String, _ subtitle: String? = nil) {
    viewModel = ViewModel(title: title, subtitle: subtitle)
  }

  /// As high as its lines.
  public var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 64) }

  /// Creates a content without lines.
  public func renderContent(coordinator: Void) -> NodeContent { NodeContent() }

  /// Draws the lines.
  public func render(in content: NodeContent, coordinator: Void) {
    let subtitle = viewModel.subtitle.map { [ContentNode.element("p", text: $0)] } ?? []
    content.node = .element(
      "header",
      [:],
      [.element("h2", text: viewModel.title)] + subtitle
    )
  }
}

/// A block of text in one of three tones.
public struct TextBlockComponent: Component {
  /// The text, and its tone.
  public struct ViewModel: Codable, Equatable, Sendable {
    /// How strongly the block stands out.
    public enum Tone: String, Codable, Sendable {
      /// A tone.
      case accent, neutral, subtle
    }

    /// The first line.
    public var title: String
    /// The text below it.
    public var detail: String?
    /// How strongly the block stands out.
    public var tone: Tone
  }

  /// The stored name of the component.
  public static let componentType = "TextBlock"
  /// The content to show.
  public var viewModel: ViewModel

  /// Creates a block.
  public init(viewModel: ViewModel) { self.viewModel = viewModel }

  init(_ title: String, _ detail: String? = nil, _ tone: ViewModel.Tone = .neutral) {
    viewModel = ViewModel(title: title, detail: detail, tone: tone)
  }

  /// As high as its text.
  public var layoutMode: ContentLayoutMode {
    .flexibleHeight(estimatedHeight: viewModel.detail == nil ? 56 : 92)
  }

  /// Creates a content without text.
  public func renderContent(coordinator: Void) -> NodeContent { NodeContent() }

  /// Draws the text in its tone.
  public func render(in content: NodeContent, coordinator: Void) {
    let style =
      switch viewModel.tone {
      case .accent: Tint.blue.style
      case .neutral: "background: \(Palette.card)"
      case .subtle: "background: light-dark(#f2f2f7, #000000); color: \(Palette.quiet)"
      }
    let detail = viewModel.detail.map { [ContentNode.element("p", text: $0)] } ?? []
    content.node = .box(style, [.element("h3", text: viewModel.title)] + detail)
  }
}

/// A card with a title, a line below it, and a color.
public struct FeatureCardComponent: Component {
  /// The texts, and the color.
  public struct ViewModel: Codable, Equatable, Sendable {
    /// The title.
    public var title: String
    /// The line below it.
    public var subtitle: String
    /// Its color.
    public var tint: Tint
  }

  /// The stored name of the component.
  public static let componentType = "FeatureCard"
  /// The content to show.
  public var viewModel: ViewModel

  /// Creates a card.
  public init(viewModel: ViewModel) { self.viewModel = viewModel }

  /// As wide and high as its text.
  public var layoutMode: ContentLayoutMode {
    .fitContent(estimatedSize: ContentSize(width: 240, height: 150))
  }

  /// Creates a content without text.
  public func renderContent(coordinator: Void) -> NodeContent { NodeContent() }

  /// Draws the text in its color.
  public func render(in content: NodeContent, coordinator: Void) {
    content.node = .box(
      viewModel.tint.style,
      [.element("h3", text: viewModel.title), .element("p", text: viewModel.subtitle)]
    )
  }
}

/// A word in a pill.
public struct TagComponent: Component {
  /// The word and its color.
  public struct ViewModel: Codable, Equatable, Sendable {
    /// The word.
    public var title: String
    /// Its color.
    public var tint: Tint
  }

  /// The stored name of the component.
  public static let componentType = "Tag"
  /// The word and its color.
  public var viewModel: ViewModel

  /// Creates a tag.
  public init(viewModel: ViewModel) { self.viewModel = viewModel }

  /// As wide as its word.
  public var layoutMode: ContentLayoutMode {
    .fitContent(estimatedSize: ContentSize(width: 120, height: 48))
  }

  /// Creates a content without a word.
  public func renderContent(coordinator: Void) -> NodeContent { NodeContent() }

  /// Draws the word in its color.
  public func render(in content: NodeContent, coordinator: Void) {
    let style = "display: inline-block; border-radius: 12px; padding: 6px 14px; "
    content.node = .element("span", ["style": style + viewModel.tint.style], text: viewModel.title)
  }
}
