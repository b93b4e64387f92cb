import ListModel
import ListPaging
package import ListSimulation

/// A feed as an app writes it for TurboListKit: it loads the next page when the adapter reports that
/// the end is near, and keeps all loading state itself.
package actor TurboListKitFeed: SimulatedList {
  /// Whether the app makes sure that it loads one page at a time.
  package enum Care: Sendable {
    /// The app loads one page at a time.
    case guarded
    /// The app may load a page twice.
    case none
  }

  private let remote: SimRemote
  private let care: Care
  private var cells: [Cell] = []
  private var next: PageKey?
  private var isLoading = false

  package init(_ world: SimWorld, _ care: Care) {
    remote = world.remote
    self.care = care
  }

  package func run(on screen: SimScreen) async throws {
    try await refresh(screen)
    // Handlers do everything from here on.
    while !Task.isCancelled { try await forever() }
  }

  private func forever() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
    throw CancellationError()
  }

  private func show(_ screen: SimScreen) {
    let list = List(sections: [Section(id: "feed", cells: cells)])
      .onReachEnd { _ in Task { await self.loadMore(screen) } }
      .onRefresh { _ in Task { try await self.refresh(screen) } }
    screen.apply(list)
  }

  private func refresh(_ screen: SimScreen) async throws {
    isLoading = true
    defer { isLoading = false }
    guard let page = try? await remote.page() else { return screen.endRefreshing() }
    cells = page.cells
    next = page.next
    show(screen)
  }

  private func loadMore(_ screen: SimScreen) async {
    guard let key = next, care == .none || !isLoading else { return }
    isLoading = true
    defer { isLoading = false }
    guard let page = try? await remote.page(after: key) else { return }
    let known = Set(cells.map(\.id))
    cells += page.cells.filter { !known.contains($0.id) }
    next = page.next
    show(screen)
  }
}

/// A defect of TurboListKit's adapter.
package enum TurboListKitDefect: String, CaseIterable, Sendable {
  case shortFirstPageIsStuck
  case loadsTwice
  case staleListOverwritesNewer
  case refreshEndsWithAnyList
  case prefetchedForAnotherCell

  /// The defect in words.
  package var summary: String {
    switch self {
    case .shortFirstPageIsStuck:
      "a first page that does not fill the screen stays alone: after an update the adapter does not look at the end"
    case .loadsTwice: "the end is told in every picture, and each time a page is asked for"
    case .staleListOverwritesNewer:
      "a list that waited while the view was in no window is shown after a newer one"
    case .refreshEndsWithAnyList: "any list that is shown ends the refresh"
    case .prefetchedForAnotherCell:
      "what was prefetched for one cell is handed to another that came to stand at its path"
    }
  }

  /// The invariant that the defect breaks.
  package var invariant: SimInvariant {
    switch self {
    case .shortFirstPageIsStuck: .eventuallyLoads
    case .loadsTwice: .noDoubleLoad
    case .staleListOverwritesNewer: .monotoneApply
    case .refreshEndsWithAnyList: .refreshEnds
    case .prefetchedForAnotherCell: .prefetchHitsCell
    }
  }

  /// The feed, shown by the model of the adapter.
  package var subject: SimSubject {
    let care: TurboListKitFeed.Care = self == .loadsTwice ? .none : .guarded
    return SimSubject(
      present: { TurboListKitPresenter($0, $1) },
      { TurboListKitFeed($0, care) }
    )
  }

  /// Restricts the checks to this defect.
  package func adjust(_ settings: inout SimSettings) {
    let invariant = invariant
    settings.unchecked = SimInvariant.allCases.filter { $0 != invariant }
    // Lists wait only while another one is animated.
    if self == .staleListOverwritesNewer { settings.animation = 350 }
  }

  /// The first seed whose user shows the defect, in a world without other faults.
  package var seed: UInt64 {
    switch self {
    case .shortFirstPageIsStuck: 3
    case .staleListOverwritesNewer: 5
    case .loadsTwice, .refreshEndsWithAnyList: 0
    case .prefetchedForAnotherCell: 4
    }
  }

  /// The world of ``script``: the world of the seed, made as simple as possible.
  package var settings: SimSettings {
    var settings = SimSettings(seed: seed)
    settings.itemCount = 30
    settings.pageSize = self == .staleListOverwritesNewer ? 7 : 10
    if self == .prefetchedForAnotherCell { settings.animation = 100 }
    adjust(&settings)
    return settings
  }

  /// The steps of the seed's user, made as short as possible.
  package var script: SimScript {
    switch self {
    case .shortFirstPageIsStuck: SimScript()
    case .loadsTwice: SimScript([.wait(100), .jump(to: .end), .jump(to: .end)])
    case .staleListOverwritesNewer:
      SimScript([
        .background(500), .jump(to: .start), .scroll(by: 470), .scroll(by: 320), .scroll(by: -280),
        .cover(2_000),
      ])
    case .refreshEndsWithAnyList: SimScript([.wait(100), .jump(to: .start), .pull])
    case .prefetchedForAnotherCell:
      SimScript([
        .insert(count: 1, at: 0), .wait(100), .jump(to: .start), .pull, .scroll(by: -180),
        .scroll(by: 370), .scroll(by: 370),
      ])
    }
  }
}
