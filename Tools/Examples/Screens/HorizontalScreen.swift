public import ListAdapter
import ListLayout
public import ListModel

/// Two horizontal sections, cards that page and tags that scroll: TurboListKit's
/// `HorizontalOnlyViewController`.
public struct HorizontalScreen: ScreenModel {
  /// The actions of the screen.
  public enum Action: Hashable, Sendable {
    /// The button in the bar was tapped.
    case shuffle(seed: UInt64)
  }

  /// The default configuration.
  public static let configuration = CollectionViewAdapterConfiguration()

  var cards = DemoContent.cards
  var tags = DemoContent.tags

  /// Creates the screen in its first state.
  public init() {}

  /// Changes the order of cards and tags.
  ///
  /// - Returns: Batches.
  public mutating func handle(_ action: Action) -> CollectionViewAdapterUpdateStrategy {
    switch action {
    case .shuffle(let seed):
      var generator = ShuffleGenerator(state: seed)
      cards.shuffle(using: &generator)
      tags.shuffle(using: &generator)
    }
    return .animatedBatchUpdates
  }

  /// Declares two sections.
  public func list(_ send: @escaping @Sendable (Action) -> Void) -> List {
    List {
      Section(id: "horizontal.cards") {
        for card in cards {
          Cell(
            id: card.id,
            component: FeatureCardComponent(
              viewModel: .init(title: card.title, subtitle: card.subtitle, tint: card.tint)
            )
          )
        }
      }
      .withHeader(SectionHeaderComponent("Paging cards", "One at a time, in the middle."))
      .withSectionLayout(
        .horizontal(spacing: 12, scrollingBehavior: .groupPagingCentered)
          .withSectionContentInsets(.init(top: 16, leading: 20, bottom: 12, trailing: 20))
      )
      Section(id: "horizontal.tags") {
        for tag in tags {
          Cell(
            id: tag.id,
            component: TagComponent(viewModel: .init(title: tag.title, tint: tag.tint))
          )
        }
      }
      .withHeader(SectionHeaderComponent("Scrolling tags", "As far as they are pushed."))
      .withSectionLayout(
        .horizontal(spacing: 10)
          .withSectionContentInsets(.init(top: 8, leading: 20, bottom: 20, trailing: 20))
      )
    }
  }
}

/// A random number generator with a seed (Knuth's MMIX generator): equal seeds give equal orders.
private struct ShuffleGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 31)
  }
}
