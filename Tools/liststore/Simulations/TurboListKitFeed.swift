import ListModel
import ListPaging
package import ListSimulation

/// A feed as an app writes it for TurboListKit: it loads the next page when it is told that the end is
/// near, and the whole state of that is its own.
package actor TurboListKitFeed: SimulatedList {
  /// Whether the app sees to it that it loads one page at a time.
  package enum Care: Sendable {
    /// It does.
    case guarded
    /// It does not.
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
    // All that follows is done in handlers.
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

/// What TurboListKit's adapter does that it should not.
package enum TurboListKitDefect: String, CaseIterable, Sendable {
  /// A first page that does not fill the screen stays alone: after an update nobody looks at the end.
  case shortFirstPageIsStuck
  /// The end is told in every picture, and each time a page is asked for.
  case loadsTwice
  /// A list that waited while the view was in no window is shown after a newer one.
  case staleListOverwritesNewer
  /// Any list that is shown ends the refresh.
  case refreshEndsWithAnyList
  /// What was prefetched for one cell is handed to another that came to stand at its path.
  case prefetchedForAnotherCell

  /// What does not hold.
  package var invariant: SimInvariant {
    switch self {
    case .shortFirstPageIsStuck: .eventuallyLoads
    case .loadsTwice: .noDoubleLoad
    case .staleListOverwritesNewer: .monotoneApply
    case .refreshEndsWithAnyList: .refreshEnds
    case .prefetchedForAnotherCell: .prefetchHitsCell
    }
  }

  /// The feed, behind the model of the adapter.
  package var subject: SimSubject {
    let care: TurboListKitFeed.Care = self == .loadsTwice ? .none : .guarded
    return SimSubject(
      present: { TurboListKitPresenter($0, $1) },
      { TurboListKitFeed($0, care) }
    )
  }

  /// Looks only for this defect.
  package func adjust(_ settings: inout SimSettings) {
    let invariant = invariant
    settings.unchecked = SimInvariant.allCases.filter { $0 != invariant }
    // Lists wait only while others are animated.
    if self == .staleListOverwritesNewer { settings.animation = 350 }
  }

  /// A few steps that show it, in an ordinary world.
  package var script: SimScript {
    switch self {
    case .shortFirstPageIsStuck: SimScript([.settle])
    case .loadsTwice: SimScript([.settle, .jump(to: .end), .jump(to: .end)])
    case .staleListOverwritesNewer:
      SimScript([
        .settle, .jump(to: .end), .wait(100), .jump(to: .end), .wait(100), .cover(500),
        .jump(to: .end),
      ])
    case .refreshEndsWithAnyList: SimScript([.settle, .jump(to: .end), .wait(50), .pull])
    case .prefetchedForAnotherCell:
      SimScript([
        .settle, .scroll(by: 100), .insert(count: 1, at: 0), .pull, .settle, .scroll(by: 300),
      ])
    }
  }
}
