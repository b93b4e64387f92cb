public import ListAdapter
import ListDiffable
import ListModel

/// The screens, by the names they are called by on the command line.
public enum Example: String, CaseIterable, Sendable {
  /// Everything on one screen.
  case demo
  /// The simplest list.
  case sample
  /// The same, with rows that know their height.
  case measuredSample = "measured-sample"
  /// Messages of different heights.
  case messages
  /// Sections that scroll sideways.
  case horizontal
  /// The front page of a shop, on a diffable data source.
  case appStore = "app-store"

  /// What stands above the screen.
  public var title: String {
    switch self {
    case .demo: "Demo: every kind of section and event"
    case .sample: "Sample: rows without end"
    case .measuredSample: "Sample: rows that know their height"
    case .messages: "Messages: rows of different heights"
    case .horizontal: "Horizontal: cards and tags side by side"
    case .appStore: "App store: a diffable data source"
    }
  }

  /// Opens the screen, and has a person use it.
  ///
  /// - Parameter shows: Called with the view when the screen is open, and after each thing the
  ///   person did, with what that was.
  /// - Throws: What the view refuses: nothing, or the screen is broken.
  public func tour(_ shows: (_ step: String, _ view: SimulatedCollectionView) -> Void) throws {
    switch self {
    case .demo: try demoTour(shows)
    case .sample: try sampleTour(SampleScreen<PlainRowComponent>(), shows)
    case .measuredSample: try sampleTour(SampleScreen<MeasuredRowComponent>(), shows)
    case .messages: try messagesTour(shows)
    case .horizontal:
      let screen = Screen(HorizontalScreen())
      shows("opened", screen.view)
      screen.send(.shuffle(seed: 7))
      shows("shuffled", screen.view)
    case .appStore:
      let screen = try AppStoreScreen()
      shows("opened", screen.view)
      if let last = try screen.dataSource.snapshot().itemIdentifiers(inSection: .ranking).last {
        try screen.promote(last)
        shows("the last app came first", screen.view)
      }
    }
  }
}

extension Example {
  private typealias Shows = (String, SimulatedCollectionView) -> Void

  private func demoTour(_ shows: Shows) throws {
    let screen = Screen(DemoScreen())
    shows("opened", screen.view)
    screen.perform { $0.tapItem(at: CellPath(section: 1, item: 1)) }
    shows("tapped the second card", screen.view)
    screen.perform { $0.pullToRefresh() }
    shows("pulled to refresh", screen.view)
    try screen.perform { try $0.scroll(to: $0.contentLength) }
    shows("scrolled to the end", screen.view)
    screen.send(.pageLoaded)
    try screen.perform { try $0.scroll(to: $0.contentLength) }
    shows("the next page arrived", screen.view)
  }

  private func sampleTour(_ model: SampleScreen<some RowComponent>, _ shows: Shows) throws {
    let screen = Screen(model)
    shows("opened", screen.view)
    try screen.perform { try $0.scroll(to: $0.contentLength) }
    shows("scrolled to the end of the first page", screen.view)
  }

  private func messagesTour(_ shows: Shows) throws {
    let screen = Screen(MessagesScreen())
    shows("opened", screen.view)
    try screen.perform { try $0.scroll(to: $0.contentLength) }
    shows("scrolled to the end", screen.view)
    screen.perform { $0.pullToRefresh() }
    shows("pulled to refresh", screen.view)
  }
}
