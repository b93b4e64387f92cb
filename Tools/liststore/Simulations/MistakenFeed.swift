import ListAdapter
import ListModel
import ListPaging
import ListSimulation
import ListStorage

/// A paged feed with one mistake.
struct MistakenFeed: SimulatedList {
  private let feed: PagedFeed
  private let mistake: Mistake

  init(_ mistake: Mistake, _ world: SimWorld) {
    self.mistake = mistake
    var configuration = PagedFeed.configuration(of: world)
    if mistake == .tellsEndInEveryPicture || mistake == .ignoresRotations {
      configuration.prefetchDistance = nil
    }
    if mistake == .seesOneRowOnly { configuration.prefetchDistance = 1 }
    feed = PagedFeed(
      world,
      configuration: configuration,
      remote: MistakenRemote(mistake, world),
      storage: MistakenPages(mistake: mistake, pages: world.pages())
    )
  }

  func run(on screen: SimScreen) async throws {
    let pager = feed.pager
    if let limit = feed.limit { screen.expect(atMost: limit) }
    try await pager.start()
    for await update in pager.updates {
      var list = try feed.declare(update, on: screen)
      switch mistake {
      case .looksOnlyWhileScrolling:
        let seen = Seen()
        list = list.onVisibleCells { seen.cells = ($0.firstIndex, $0.lastIndex) }
          .didScroll { _ in
            guard let cells = seen.cells else { return }
            Task { await pager.viewed(first: cells.first, last: cells.last) }
          }
      case .seesOneRowOnly:
        list = list.onVisibleCells { cells in
          Task { await pager.viewed(first: cells.firstIndex, last: cells.firstIndex) }
        }
      case .showsStatesEarly: screen.note(await pager.state)
      default: break
      }
      // Several lists may be waiting for the screen.
      screen.apply(
        list,
        version: update.window.version,
        anchor: SimulatedPager.anchor(of: update, on: screen)
      ) { outcome in
        if case .applied = outcome, mistake != .showsStatesEarly { screen.note(update.state) }
        if mistake == .forgetsToSayShown, update.window.cause == .refresh { return }
        Task { await pager.shown(update) }
      }
    }
    await pager.stop()
  }

  func visibilityChanged(to visibility: Pager.Visibility) async {
    if mistake != .loadsInBackground { await feed.visibilityChanged(to: visibility) }
  }

  /// The cells on screen; `@unchecked`: only the thread of the simulation uses it.
  private final class Seen: @unchecked Sendable {
    var cells: (first: Int, last: Int)?
  }
}

/// A remote as a pager with a mistake uses it.
///
/// `@unchecked`: only the thread of the simulation uses it.
private final class MistakenRemote: RemoteSource, @unchecked Sendable {
  private let mistake: Mistake
  private let remote: SimRemote
  private var old: [PageKey: Task<RemotePage, any Error>] = [:]
  private var failed: Set<PageKey> = []

  init(_ mistake: Mistake, _ world: SimWorld) {
    self.mistake = mistake
    remote = world.remote
  }

  func load(_ request: RemoteRequest) async throws -> RemotePage {
    switch mistake {
    case .asksTwice:
      async let second = remote.load(request)
      _ = try? await remote.load(request)
      return try await second
    case .keepsOvertakenAnswers: return try await loadOnce(request)
    case .skipsFailedPages: return try await loadNext(request)
    case .ignoresRetryAfter:
      do {
        return try await remote.load(request)
      } catch var failure as RemoteFailure {
        failure.retryAfter = nil
        throw failure
      }
    default: return try await remote.load(request)
    }
  }

  /// Lets a cancelled request go on, and uses its answer for the next request.
  private func loadOnce(_ request: RemoteRequest) async throws -> RemotePage {
    guard let key = request.key, request.kind == .append else {
      return try await remote.load(request)
    }
    let task = old[key] ?? Task { [remote] in try await remote.load(request) }
    old[key] = task
    var page = try await task.value
    if !Task.isCancelled { old[key] = nil }
    page.answers = request.number
    return page
  }

  private func loadNext(_ request: RemoteRequest) async throws -> RemotePage {
    guard let key = request.key, request.kind == .append else {
      return try await remote.load(request)
    }
    do {
      let page = try await remote.load(request)
      guard failed.remove(key) != nil, let next = page.next else { return page }
      var following = request
      following.key = next
      return try await remote.load(following)
    } catch {
      if error is RemoteFailure { failed.insert(key) }
      throw error
    }
  }
}

/// Pages as a store with a mistake keeps them.
private struct MistakenPages: PagerStorage {
  let mistake: Mistake
  let pages: SimPages

  func stored() async throws -> StoredPages { try await pages.stored() }

  func commit(_ commit: PageCommit) async throws -> PageCommitAnswer {
    var commit = commit
    switch mistake {
    case .storesKeysApart:
      try keepKeys(of: commit)
    case .losesLastCells:
      if commit.edits.count > 2, case .insert? = commit.edits.last { commit.edits.removeLast() }
    case .believesInFullDisks:
      do {
        return try await pages.commit(commit)
      } catch ListStoreError.diskFull {
        return .committed(version: commit.parent)
      }
    default: break
    }
    return try await pages.commit(commit)
  }

  private func keepKeys(of commit: PageCommit) throws {
    try pages.pages.store.commit(
      .setting([pages.pages.valueName: commit.kept]),
      to: pages.pages.list,
      options: CommitOptions(expecting: .version(commit.parent))
    )
  }
}
