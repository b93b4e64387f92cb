public import ListAdapter
import ListDiffable
import ListLayout
import ListModel
public import ListPictures

/// The screens, by their names on the command line.
public enum Example: String, CaseIterable, Sendable {
  /// Everything on one screen.
  case demo
  /// The simplest list.
  case sample
  /// The simplest list, with rows that measure their height.
  case measuredSample = "measured-sample"
  /// Messages of different heights.
  case messages
  /// Sections that scroll sideways.
  case horizontal
  /// The front page of a shop, on a diffable data source.
  case appStore = "app-store"

  /// The title above the screen.
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

  /// Opens the screen and uses it as a person would.
  ///
  /// - Parameter shows: Called when the screen is open, and after each step.
  /// - Throws: An error of the view, which means that the screen is broken.
  public func tour(_ shows: (Step) -> Void) throws {
    switch self {
    case .demo: try demoTour(shows)
    case .sample: try sampleTour(SampleScreen<PlainRowComponent>(), shows)
    case .measuredSample: try sampleTour(SampleScreen<MeasuredRowComponent>(), shows)
    case .messages: try messagesTour(shows)
    case .horizontal: try horizontalTour(shows)
    case .appStore: try appStoreTour(shows)
    }
  }

  /// A screen after something has happened.
  public struct Step {
    /// A few words about the step.
    public let caption: String
    /// The touch that caused the step, on the previous screen; `nil` if there was none.
    public let touch: FilmTouch?
    /// The screen after the step.
    public let view: SimulatedCollectionView

    init(_ caption: String, touch: FilmTouch? = nil, on view: SimulatedCollectionView) {
      self.caption = caption
      self.touch = touch
      self.view = view
    }
  }
}

extension Example {
  private typealias Shows = (Step) -> Void

  private func demoTour(_ shows: Shows) throws {
    let screen = Screen(DemoScreen())
    shows(Step("opened", on: screen.view))
    let card = CellPath(section: 1, item: 1)
    let tap = FilmTouch.tap(on: card, of: screen.view)
    screen.perform { $0.tapItem(at: card) }
    shows(Step("tapped the second card", touch: tap, on: screen.view))
    screen.perform { $0.pullToRefresh() }
    shows(Step("pulled to refresh", touch: .pull(on: screen.view), on: screen.view))
    let swipe = FilmTouch.scroll(by: screen.view.contentLength, of: screen.view)
    try screen.scrollToEnd()
    shows(Step("scrolled to the end", touch: swipe, on: screen.view))
    let feed = 3
    let next = CellPath(section: feed, item: screen.view.numberOfItemsInSections[feed])
    screen.send(.pageLoaded)
    try screen.perform { try $0.scrollToItem(at: next, at: .centeredVertically) }
    shows(Step("the next page of the feed arrived", on: screen.view))
  }

  private func sampleTour(_ model: SampleScreen<some RowComponent>, _ shows: Shows) throws {
    let screen = Screen(model)
    shows(Step("opened", on: screen.view))
    let last = CellPath(section: 0, item: screen.view.numberOfItemsInSections[0] - 1)
    let swipe = FilmTouch.scroll(by: screen.view.contentLength, of: screen.view)
    try screen.perform { try $0.scrollToItem(at: last, at: .bottom) }
    shows(Step("scrolled to the last row of the first page", touch: swipe, on: screen.view))
  }

  private func messagesTour(_ shows: Shows) throws {
    let screen = Screen(MessagesScreen())
    shows(Step("opened", on: screen.view))
    let pull = FilmTouch.pull(on: screen.view)
    screen.perform { $0.pullToRefresh() }
    shows(Step("pulled to refresh", touch: pull, on: screen.view))
    let swipe = FilmTouch.scroll(by: screen.view.contentLength, of: screen.view)
    try screen.scrollToEnd()
    shows(Step("scrolled until there was no more", touch: swipe, on: screen.view))
  }

  private func horizontalTour(_ shows: Shows) throws {
    let screen = Screen(HorizontalScreen(), viewport: SimulatedViewport(height: 290))
    shows(Step("opened", on: screen.view))
    let swipe = FilmTouch.swipe(over: CellPath(section: 0, item: 0), of: screen.view)
    try screen.perform { try $0.flingSection(0, velocity: 0.6) }
    shows(Step("swiped the cards", touch: swipe, on: screen.view))
    screen.send(.shuffle(seed: 7))
    shows(Step("shuffled by a button in the bar", on: screen.view))
  }

  private func appStoreTour(_ shows: Shows) throws {
    let screen = try AppStoreScreen()
    shows(Step("opened", on: screen.view))
    if let last = try screen.dataSource.snapshot().itemIdentifiers(inSection: .ranking).last {
      try screen.promote(last)
      shows(Step("the last app came first", on: screen.view))
    }
  }
}

extension Screen {
  /// Scrolls, as a person would, until the list goes no further.
  ///
  /// Rows are measured when they come on screen, and the list loads more near its end, so the end moves
  /// away until everything is loaded.
  fileprivate func scrollToEnd() throws {
    for _ in 0..<400 {
      let before = view.contentOffset
      try perform { try $0.scroll(to: $0.contentLength) }
      if view.contentOffset == before { return }
    }
  }
}

extension FilmTouch {
  /// Returns the touch of a finger that pulls a list down.
  fileprivate static func pull(on view: SimulatedCollectionView) -> FilmTouch {
    .scroll(by: -view.viewportLength, of: view)
  }

  /// Returns the touch of a finger that flings a section to the left, over one of its cells.
  fileprivate static func swipe(over path: CellPath, of view: SimulatedCollectionView) -> FilmTouch?
  {
    guard case .tap(let middle)? = tap(on: path, of: view) else { return nil }
    return .swipe(
      from: LayoutPoint(x: view.viewport.width * 0.8, y: middle.y),
      to: LayoutPoint(x: view.viewport.width * 0.2, y: middle.y)
    )
  }
}
