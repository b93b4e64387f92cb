public import ListAdapter
import ListLayout
public import ListModel

/// Everything on one screen: a list, cards side by side, a grid, refreshing, loading more, selection
/// and a log of what happened.
public struct DemoScreen: ScreenModel {
  /// The actions of the screen.
  public enum Action: Hashable, Sendable {
    /// A card was tapped, at a path.
    case selectCard(Cell.ID, at: CellPath)
    /// A tag was tapped.
    case selectTag(Cell.ID)
    /// An entry of the feed was tapped.
    case selectEntry(Cell.ID)
    /// The user pulled the content down.
    case refresh
    /// The end of the list is near.
    case reachEnd
    /// The next page has arrived.
    case pageLoaded
    /// The button in the bar was tapped.
    case reverse
    /// The other button in the bar was tapped.
    case reset
  }

  struct Entry: Equatable {
    var id: Cell.ID
    var title: String
    var detail: String
  }

  /// A line of the log; its number is its identity.
  private struct LogLine {
    var number: Int
    var text: String
  }

  static let lastPage = 3
  static let logLength = 8

  /// More than 50 changes at once reload everything.
  public static let configuration = CollectionViewAdapterConfiguration(
    refreshControl: .enabled(tintColor: "systemBlue"),
    batchUpdateInterruptCount: 50
  )

  /// The text of the second cell.
  public private(set) var status = "Nothing is selected yet."
  /// Whether a page is being loaded.
  public private(set) var isLoadingMore = false
  /// The lines of the log, newest first.
  public var log: [String] { lines.map(\.text) }
  private var lines = [LogLine(number: 1, text: "Tap a card, or pull down.")]
  var cards = DemoContent.cards
  var tags = DemoContent.tags
  var entries = DemoContent.entries
  var page = 1

  /// Creates the screen in its first state.
  public init() {}

  /// Changes the state.
  ///
  /// - Returns: A reload where TurboListKit's demo reloads, otherwise batches.
  public mutating func handle(_ action: Action) -> CollectionViewAdapterUpdateStrategy {
    switch action {
    case .selectCard(let id, let path):
      guard let card = cards.first(where: { $0.id == id }) else { break }
      status = "The card “\(card.title)” at \(path) is selected."
      note("Card: \(card.title)")
    case .selectTag(let id):
      guard let tag = tags.first(where: { $0.id == id }) else { break }
      status = "The tag “\(tag.title)” is selected."
      note("Tag: \(tag.title)")
    case .selectEntry(let id):
      guard let entry = entries.first(where: { $0.id == id }) else { break }
      status = "The entry “\(entry.title)” is selected."
      note("Entry: \(entry.title)")
    case .refresh:
      status = "Refreshed: everything is in another order."
      cards = Array(cards.dropFirst()) + cards.prefix(1)
      tags = Array(tags.dropFirst()) + tags.prefix(1)
      entries.reverse()
      note("Refresh")
    case .reachEnd:
      guard !isLoadingMore, page < Self.lastPage else { break }
      isLoadingMore = true
      note("Near the end: page \(page + 1) is being loaded")
      return .reloadData
    case .pageLoaded:
      guard isLoadingMore else { break }
      page += 1
      isLoadingMore = false
      entries += DemoContent.entries(ofPage: page)
      note("Page \(page) is here")
    case .reverse:
      cards.reverse()
      tags.reverse()
      entries.reverse()
      note("Reversed")
    case .reset:
      self = DemoScreen()
      note("Reset")
      return .reloadData
    }
    return .animatedBatchUpdates
  }

  private mutating func note(_ text: String) {
    let line = LogLine(number: (lines.first?.number ?? 0) + 1, text: text)
    lines = Array(([line] + lines).prefix(Self.logLength))
  }

  /// Declares five sections.
  public func list(_ send: @escaping @Sendable (Action) -> Void) -> List {
    List {
      overview
      cardSection(send)
      tagSection(send)
      feed(send)
      logSection
    }
    .onRefresh { _ in send(.refresh) }
    .onReachEnd(offsetFromEnd: .relativeToContainerSize(multiplier: 0.5)) { _ in send(.reachEnd) }
  }
}

extension DemoScreen {
  private var overview: Section {
    Section(id: "overview") {
      Cell(
        id: "overview.summary",
        component: TextBlockComponent(
          "Component → Cell → Section → List → CollectionViewAdapter",
          "Layouts, headers, events and batch updates on one screen.",
          .accent
        )
      )
      Cell(id: "overview.status", component: TextBlockComponent("Now", status))
    }
    .withHeader(SectionHeaderComponent("Overview", "What this is, and what is selected."))
    .withSectionLayout(
      .vertical(spacing: 12)
        .withSectionContentInsets(.init(top: 20, leading: 20, bottom: 8, trailing: 20))
    )
  }

  private func cardSection(_ send: @escaping @Sendable (Action) -> Void) -> Section {
    Section(id: "cards") {
      for card in cards {
        Cell(
          id: card.id,
          component: FeatureCardComponent(
            viewModel: .init(title: card.title, subtitle: card.subtitle, tint: card.tint)
          )
        )
        .didSelect { send(.selectCard($0.id, at: $0.path)) }
      }
    }
    .withHeader(SectionHeaderComponent("Cards", "Side by side, one at a time."))
    .withSectionLayout(
      .horizontal(spacing: 12, scrollingBehavior: .groupPagingCentered)
        .withSectionContentInsets(.init(top: 16, leading: 20, bottom: 8, trailing: 20))
    )
  }

  private func tagSection(_ send: @escaping @Sendable (Action) -> Void) -> Section {
    Section(id: "tags") {
      for tag in tags {
        Cell(
          id: tag.id,
          component: TagComponent(viewModel: .init(title: tag.title, tint: tag.tint))
        )
        .didSelect { send(.selectTag($0.id)) }
      }
    }
    .withHeader(SectionHeaderComponent("Tags", "Two in a row."))
    .withSectionLayout(
      .verticalGrid(numberOfItemsInRow: 2, itemSpacing: 12, lineSpacing: 12)
        .withSectionContentInsets(.init(top: 16, leading: 20, bottom: 8, trailing: 20))
    )
  }

  private func feed(_ send: @escaping @Sendable (Action) -> Void) -> Section {
    Section(id: "feed") {
      for entry in entries {
        Cell(id: entry.id, component: TextBlockComponent(entry.title, entry.detail))
          .didSelect { send(.selectEntry($0.id)) }
      }
    }
    .withHeader(SectionHeaderComponent("Feed", "Pull to refresh; scroll to the end for more."))
    .withFooter(
      TextBlockComponent(isLoadingMore ? "Loading…" : "Scroll for more.", nil, .subtle)
    )
    .withSectionLayout(
      .vertical(spacing: 12)
        .withSectionContentInsets(.init(top: 16, leading: 20, bottom: 8, trailing: 20))
        .withHeaderPinToVisibleBounds(true)
    )
  }

  private var logSection: Section {
    Section(id: "log") {
      for line in lines {
        Cell(
          id: Cell.ID("log.\(line.number)"),
          component: TextBlockComponent(line.text, nil, .subtle)
        )
      }
    }
    .withHeader(SectionHeaderComponent("Log", "What happened here, the newest first."))
    .withSectionLayout(
      .vertical(spacing: 8)
        .withSectionContentInsets(.init(top: 16, leading: 20, bottom: 32, trailing: 20))
    )
  }
}
