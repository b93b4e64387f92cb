public import ListModel
public import ListPaging

/// Drives a pager by hand, without a screen or a store; Paging 3's `TestPager`.
///
/// ```swift
/// let probe = PagerProbe(remote: source)
/// await probe.refresh()
/// await probe.append()
/// #expect(probe.ids == ["a", "b"])
/// ```
///
/// Each call returns when all its effects are done. A request that waits for a time waits: see
/// ``state``.
public final class PagerProbe {
  /// The pages that came, in the order they came.
  public private(set) var pages: [RemotePage] = []
  /// The requests that were sent.
  package private(set) var requests: [RemoteRequest] = []
  /// The ids of the cells that are stored, in order.
  public private(set) var ids: [Cell.ID] = []
  /// The time of the pager, in milliseconds; the caller may advance it.
  public var now = 0
  /// The cell that was looked at last.
  var lookedAt: Cell.ID?
  /// How many cells are to be left beyond the one that is looked at.
  let distance: Int
  private let remote: any RemoteSource
  private var machine: PagerMachine
  private var version = 0
  private var events: [PagerMachine.Event] = []

  /// Creates a pager of an empty list that loads nothing by itself.
  public init(remote: any RemoteSource, configuration: PagerConfiguration = PagerConfiguration()) {
    self.remote = remote
    distance = max(1, configuration.prefetchDistance ?? configuration.pageSize)
    var configuration = configuration
    configuration.start = .never
    configuration.prefetchDistance = nil
    machine = PagerMachine(configuration: configuration)
    _ = machine.step(.opened(StoredPages()), at: 0)
  }

  /// The page that came last.
  public var lastPage: RemotePage? { pages.last }

  /// What the pager is doing.
  public var state: PagerState { machine.state }

  /// Loads the page that the list begins with.
  nonisolated(nonsending) public func refresh() async { await take(.refresh) }

  /// Loads the page after the last cell.
  nonisolated(nonsending) public func append() async { await take(.reached(.append)) }

  /// Loads the page before the first cell.
  nonisolated(nonsending) public func prepend() async { await take(.reached(.prepend)) }

  /// Tries the requests again that have failed or wait.
  nonisolated(nonsending) public func retry() async { await take(.retry) }

  /// Loads a page at a gap.
  nonisolated(nonsending) public func fillGap(_ gap: Cell.ID) async { await take(.fillGap(gap)) }

  nonisolated(nonsending) private func take(_ event: PagerMachine.Event) async {
    events.append(event)
    while !events.isEmpty {
      for effect in machine.step(events.removeFirst(), at: now) { await perform(effect) }
    }
  }

  nonisolated(nonsending) private func perform(_ effect: PagerMachine.Effect) async {
    switch effect {
    case .load(let request):
      requests.append(request)
      events.append(.answered(request: request.number, await answer(request)))
    case .commit(let commit):
      let before = ids
      for edit in commit.edits { make(edit) }
      if ids != before || commit.edits.contains(where: \.isUpdate) { version += 1 }
      events.append(.committed(commit: commit.number, version: version))
    case .show: events.append(.shown)
    case .cancel, .wake, .state, .diagnose: break
    }
  }

  nonisolated(nonsending) private func answer(
    _ request: RemoteRequest
  ) async -> Result<RemotePage, RemoteFailure> {
    do {
      let page = try await remote.load(request)
      pages.append(page)
      return .success(page)
    } catch let failure as RemoteFailure {
      return .failure(failure)
    } catch {
      return .failure(RemoteFailure(.unavailable, reason: "\(error)"))
    }
  }

  private func make(_ edit: PageCommit.Edit) {
    switch edit {
    case .delete(let id): ids.removeAll { $0 == id }
    case .insert(let cell, let after): insert(cell.id, after)
    case .move(let id, let after):
      ids.removeAll { $0 == id }
      insert(id, after)
    case .update: break
    }
  }

  private func insert(_ id: Cell.ID, _ after: Cell.ID?) {
    let place = after.flatMap { ids.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    ids.insert(id, at: place)
  }
}

extension PageCommit.Edit {
  fileprivate var isUpdate: Bool { if case .update = self { true } else { false } }
}
