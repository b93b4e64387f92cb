import ListAdapter
import ListModel
import ListPaging
import ListSimulation

/// A team's own feed, without a pager: a section of stories above, separators between the posts,
/// posts of blocked authors hidden, and a footer to try again.
///
/// Without a mistake it is right: no rule of the simulation fails.
actor TeamFeed: SimulatedList {
  private let remote: SimRemote
  private let clock: SimClock
  private let pageSize: Int
  private let mistake: TeamMistake?
  private var screen: SimScreen?

  private var posts: [TeamPost] = []
  private var cursor: PageKey?
  private var hasMore = false
  private var total = 0
  /// The number of refreshes: a page that was asked for before the last one is dropped.
  private var generation = 0
  private var isRefreshing = false
  private var isLoadingMore = false
  private var failed = false
  private var notBefore = 0
  private var isInBackground = false
  private var lastVisible: Int?
  private var shownCount = -1
  /// How often in a row the view has refused a list.
  private var refusals = 0
  private var mapped: [String: StoredComponent] = [:]

  private static let distance = 6
  private static let emptyPages = 20
  private static let patience = 4

  /// Returns the feed as a subject, with its server.
  static func subject(_ mistake: TeamMistake?) -> SimSubject {
    SimSubject { world in TeamFeed(world, mistake) }
      .served { settings in TeamServer(settings, mistake) }
      .hiding(TeamPost.isHidden)
      .offering { $0.component.type == "Retry" }
      .comparing { item, cell in
        // The app shows the text in capitals.
        let text = try? item.component?.content?.decode(TeamPost.self).text
        return (try? cell.component.stored().content?.decode(Shown.self).text) == text?.uppercased()
      }
  }

  /// What a row shows.
  private struct Shown: Codable {
    var text: String
  }

  init(_ world: SimWorld, _ mistake: TeamMistake?) {
    let server = world.server(TeamServer.self)
    let source = TeamSource(server: server ?? TeamServer(world.settings, mistake))
    remote = world.remote(source)
    clock = world.clock
    pageSize = world.settings.pageSize
    self.mistake = mistake
  }

  func run(on screen: SimScreen) async throws {
    self.screen = screen
    await refresh()
  }

  func visibilityChanged(to visibility: Pager.Visibility) async {
    guard mistake != .loadsInBackground else { return }
    isInBackground = visibility == .background
    if !isInBackground { await loadMoreIfNear() }
  }

  // MARK: Loading

  private func refresh() async {
    guard !isRefreshing else { return }
    isRefreshing = true
    generation += 1
    do {
      let page = try await filled(from: nil)
      failed = false
      posts = []
      take(page, isFirst: true)
    } catch {
      failed = posts.isEmpty
    }
    isRefreshing = false
    await show()
  }

  private func loadMoreIfNear() async {
    guard hasMore, !isInBackground, let last = lastVisible else { return }
    let rows = mistake == .countsInTheFullList ? 2 * posts.count + 1 : rowCount
    guard rows - 1 - last < Self.distance else { return }
    await loadMore()
  }

  private func loadMore() async {
    if mistake != .nothingGuardsTheTrigger {
      guard !isLoadingMore, !isRefreshing, !failed else { return }
    }
    isLoadingMore = true
    let mine = generation
    do {
      let page = try await filled(from: cursor)
      isLoadingMore = false
      guard mine == generation || mistake == .lateAnswersWin else { return await loadMoreIfNear() }
      take(page, isFirst: false)
    } catch {
      isLoadingMore = false
      // The refresh that has overtaken the page could not ask for another one meanwhile.
      guard mine == generation else { return await loadMoreIfNear() }
      if mistake == .failureEndsTheList { hasMore = false } else { failed = true }
    }
    await show()
  }

  private func retry() async {
    guard failed, mistake != .retryDoesNothing else { return }
    failed = false
    if posts.isEmpty { await refresh() } else { await loadMore() }
  }

  /// Returns the next page with posts, or the last page.
  private func filled(from key: PageKey?) async throws -> RemotePage {
    var key = key
    var rounds = 0
    while true {
      let page: RemotePage
      if mistake != .ignoresRetryAfter { try await waitUntilWelcome() }
      do {
        page = try await remote.page(after: key, size: pageSize)
      } catch let failure as RemoteFailure {
        if let wait = failure.retryAfter { notBefore = clock.now + wait }
        throw failure
      }
      guard page.cells.isEmpty, let next = page.next else { return try checked(page, key) }
      rounds += 1
      if mistake == .countsToATotal, posts.count < page.total ?? 0 { continue }
      guard next != key, rounds < Self.emptyPages else { throw NoProgress() }
      key = next
    }
  }

  private struct NoProgress: Error {}

  /// Refuses pages that cannot be used.
  private func checked(_ page: RemotePage, _ key: PageKey?) throws -> RemotePage {
    let ids = page.cells.map(\.id.rawValue)
    guard key == nil || page.next != key,
      ids.allSatisfy({ !$0.isEmpty && $0.utf8.count <= Cell.ID.maximumByteCount })
    else { throw NoProgress() }
    return page
  }

  /// Waits until a user looks, and the server wants to be asked.
  private func waitUntilWelcome() async throws {
    while isInBackground || clock.now < notBefore {
      try await clock.sleep(until: max(notBefore, clock.now + 500))
    }
  }

  private func take(_ page: RemotePage, isFirst: Bool) {
    var known = Set(posts.map(\.id))
    let found = page.cells.compactMap { cell in
      try? cell.component.stored().content?.decode(TeamPost.self)
    }
    for post in mistake == .dropsTheLastOfAPage ? found.dropLast() : found[...]
    where known.insert(post.id).inserted || mistake == .appendsDuplicates {
      posts.append(post)
    }
    if mistake == .keepsTheOldCursor, isFirst, cursor != nil { return }
    cursor = page.next
    total = page.total ?? 0
    switch mistake {
    case .endSurvivesThePull: if !isFirst || shownCount < 0 { hasMore = page.next != nil }
    case .countsToATotal: hasMore = posts.count < total
    default: hasMore = page.next != nil
    }
  }

  // MARK: Showing

  /// The number of rows on screen, those of the stories included.
  private var rowCount: Int { list.cellCount }

  private func row(_ post: TeamPost, _ index: Int) -> Cell {
    let known = mistake == .contentsAreCachedByID ? mapped[post.id] : nil
    let text = mistake == .mapsNoText ? "" : post.text.uppercased()
    let component =
      known ?? StoredComponent(type: "PostRow", content: try? Content(encoding: Shown(text: text)))
    let name = mistake == .namesRowsByIndex ? "row-\(index)" : post.id
    return Cell(id: Cell.ID(name), component: AnyComponent(component))
  }

  private var list: List {
    var rows: [Cell] = []
    var hidesNext = false
    for (index, post) in posts.enumerated() {
      let isHidden = TeamPost.isHidden(Cell.ID(post.id))
      defer { hidesNext = isHidden && mistake == .hidesNeighbours }
      guard !isHidden, !hidesNext else { continue }
      if !rows.isEmpty { rows.append(Self.plain("line-\(post.id)", "Line")) }
      rows.append(row(post, index))
    }
    var sections = [
      Section(id: "stories", cells: [Self.plain("stories", "Stories")]),
      Section(id: "posts", cells: rows),
    ]
    if failed { sections.append(Section(id: "footer", cells: [retryCell])) }
    return List(sections: sections)
  }

  private static func plain(_ id: String, _ type: String) -> Cell {
    Cell(id: Cell.ID(id), component: AnyComponent(StoredComponent(type: type)))
  }

  private var retryCell: Cell {
    Self.plain("retry", "Retry").didSelect { [self] _ in Task { await retry() } }
  }

  private func show() async {
    guard let screen else { return }
    let list = list
    if mistake == .showsOnlyLongerLists, posts.count == shownCount { return }
    shownCount = posts.count
    if mistake == .contentsAreCachedByID {
      for (index, post) in posts.enumerated() where mapped[post.id] == nil {
        mapped[post.id] = try? row(post, index).component.stored()
      }
    }
    screen.apply(handled(list, screen)) { [self] outcome in
      let isRefused = if case .failed(.refusedByView) = outcome { true } else { false }
      Task { await answered(isRefused: isRefused) }
    }
    if mistake != .looksOnlyWhileScrolling { await loadMoreIfNear() }
  }

  /// Shows the posts again when the view has refused them, unless it refuses them always.
  private func answered(isRefused: Bool) async {
    refusals = isRefused ? refusals + 1 : 0
    guard isRefused, refusals <= Self.patience else { return }
    shownCount = -1
    await show()
  }

  private func handled(_ list: List, _ screen: SimScreen) -> List {
    let mistake = mistake
    return list.onRefresh(ending: .whenTold) { [self] context in
      Task {
        await refresh()
        if mistake != .neverEndsRefreshing { screen.endRefreshing(context.id) }
      }
    }
    .onVisibleCells { [self] cells in Task { await see(cells.lastIndex) } }
    .didScroll { [self] _ in
      if mistake == .looksOnlyWhileScrolling { Task { await loadMoreIfNear() } }
    }
  }

  private func see(_ last: Int) async {
    lastVisible = last
    if mistake != .looksOnlyWhileScrolling { await loadMoreIfNear() }
  }
}
