public import ListAdapter
public import ListDescription
import ListLayout
public import ListModel

/// Messages of different heights, eight at a time: TurboListKit's `AutoLayoutSampleViewController`.
public struct MessagesScreen: ScreenModel {
  /// The actions of the screen.
  public enum Action: Hashable, Sendable {
    /// The user pulled the content down, or tapped the button in the bar.
    case reload
    /// The end of the list is near.
    case reachEnd
  }

  static let pageSize = 8
  static let messageLimit = 200

  /// A configuration with the system's refresh control.
  public static let configuration = CollectionViewAdapterConfiguration(
    refreshControl: .enabled(tintColor: "systemBlue")
  )

  /// The numbers of the messages on the screen.
  public private(set) var messages: Range<Int>

  /// Creates a screen whose first message has the given number.
  public init(first: Int = 0) {
    messages = first..<first + Self.pageSize
  }

  /// Changes the state.
  ///
  /// - Returns: Batches.
  public mutating func handle(_ action: Action) -> CollectionViewAdapterUpdateStrategy {
    switch action {
    case .reload:
      messages = messages.upperBound..<messages.upperBound + Self.pageSize
    case .reachEnd:
      let count = min(messages.count + Self.pageSize, Self.messageLimit)
      messages = messages.lowerBound..<messages.lowerBound + count
    }
    return .animatedBatchUpdates
  }

  /// Declares one section.
  public func list(_ send: @escaping @Sendable (Action) -> Void) -> List {
    List {
      Section(id: "messages") {
        for number in messages { Cell(component: MessageComponent(number: number)) }
      }
      .withHeader(SectionHeaderComponent("Messages", "Each is as high as its text."))
      .withSectionLayout(
        .vertical(spacing: 12)
          .withSectionContentInsets(.init(top: 16, leading: 20, bottom: 20, trailing: 20))
      )
    }
    .onRefresh { _ in send(.reload) }
    .onReachEnd(offsetFromEnd: .relativeToContainerSize(multiplier: 1)) { _ in send(.reachEnd) }
  }
}

/// A message with a badge, a title, a body and a footnote.
public struct MessageComponent: IdentifiableComponent {
  /// The texts of the message.
  public struct ViewModel: Codable, Equatable, Sendable {
    /// Its number among all messages.
    public var number: Int
    /// The text of the badge.
    public var badge: String
    /// The title.
    public var title: String
    /// The text.
    public var body: String
    /// The text below the body.
    public var footnote: String
  }

  /// The stored name of the component.
  public static let componentType = "Message"
  /// The texts of the message.
  public var viewModel: ViewModel

  /// Creates a message.
  public init(viewModel: ViewModel) { self.viewModel = viewModel }

  /// Creates a message of a repeating series.
  init(number: Int) {
    let badges = ["Constraints", "Type size", "Height"]
    let bodies = [
      "Short.", "Two sentences. The second one makes it longer.",
      "A text of many words, so that the row has to be higher than the rows above and below it.",
      "Words again.",
    ]
    viewModel = ViewModel(
      number: number,
      badge: badges[number % badges.count],
      title: "Message \(number)",
      body: bodies[number % bodies.count],
      footnote: "\(bodies[number % bodies.count].count) characters"
    )
  }

  /// The identity of the message.
  public var id: Cell.ID { Cell.ID("message-\(viewModel.number)") }

  /// As high as its text.
  public var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 180) }

  /// Creates a content without text.
  public func renderContent(coordinator: Void) -> NodeContent { NodeContent() }

  /// Draws badge, title, body and footnote.
  public func render(in content: NodeContent, coordinator: Void) {
    let tints: [Tint] = [.blue, .green, .orange]
    let badge =
      "font-size: 13px; border-radius: 8px; padding: 2px 8px; "
      + tints[viewModel.number % tints.count].style
    content.node = .box(
      "background: \(Palette.card)",
      [
        .element("span", ["style": badge], text: viewModel.badge),
        .element("h3", text: viewModel.title),
        .element("p", text: viewModel.body),
        .element("p", ["style": "color: \(Palette.quiet)"], text: viewModel.footnote),
      ]
    )
  }
}
