import ListModel
import ListPaging

/// A pager without a screen: its list in memory, and a remote whose rows keep their order.
struct HeadlessPager {
  var server: RankedServer
  var machine: PagerMachine
  var configuration: PagerConfiguration
  var stored = StoredPages()
  /// The cells that were updated so far, in order.
  var updated: [Cell.ID] = []
  /// The requests so far.
  var requests: [RemoteRequest] = []
  /// How a request fails; `nil` if it is answered.
  var failure: (RemoteRequest) -> RemoteFailure? = { _ in nil }
  /// Whether the key with which the list was begun has not expired.
  var knowsInitialKey = true
  /// How often all keys have expired; the keys of the remote begin with this number.
  private var age = 0
  /// Whether answers wait.
  var holdsAnswers = false
  var now = 0
  /// The window that was shown last.
  private(set) var window = PagerWindow()
  /// How many windows were shown.
  private(set) var windowCount = 0
  private(set) var diagnostics: [PagerDiagnostic] = []
  private(set) var cancelled: [Int] = []
  /// How many versions the list has had.
  private(set) var commits = 0
  private var count = 0

  init(rows: Int, size: Int, _ configure: (inout PagerConfiguration) -> Void = { _ in }) {
    server = RankedServer(count: rows)
    var configuration = PagerConfiguration(
      pageSize: size,
      initialLoadSize: size,
      prefetchDistance: nil
    )
    configuration.start = .never
    configure(&configuration)
    self.configuration = configuration
    machine = PagerMachine(configuration: configuration)
    step(.opened(stored))
  }

  /// The rows that are stored, counted from 1 as the remote had them first; 0 for a gap.
  var rows: [Int] { stored.ids.map { (RankedServer.rank(of: $0) ?? 0) >> 32 } }
  /// The rows of the window.
  var shownRows: [Int] { window.ids.map { (RankedServer.rank(of: $0) ?? 0) >> 32 } }
  var state: PagerState { machine.state }
  /// The gap that is first in the order of ids.
  var gap: Cell.ID? { state.gaps.keys.min() }

  mutating func restart() {
    machine = PagerMachine(configuration: configuration, firstRequest: count + 1)
    step(.opened(stored))
  }

  /// Begins again with the first cells of the list.
  mutating func begin(first: Int) {
    machine = PagerMachine(configuration: configuration, firstRequest: count + 1)
    var read = stored
    read.ids = Array(stored.ids.prefix(first))
    read.unread = stored.ids.count - read.ids.count
    step(.begun(read))
  }

  mutating func step(_ event: PagerMachine.Event) {
    var events = [event]
    while !events.isEmpty {
      for effect in machine.step(events.removeFirst(), at: now) {
        switch effect {
        case .load(let request):
          count = request.number
          requests.append(request)
          if !holdsAnswers {
            events.append(.answered(request: request.number, answer(request)))
          }
        case .commit(let commit):
          stored.kept = commit.kept
          for edit in commit.edits { make(edit) }
          if !commit.edits.isEmpty {
            stored.version += 1
            commits += 1
          }
          events.append(.committed(commit: commit.number, version: stored.version))
        case .show(let window):
          self.window = window
          windowCount += 1
          events.append(.shown)
        case .diagnose(let diagnostic): diagnostics.append(diagnostic)
        case .cancel(let request): cancelled.append(request)
        case .wake, .state: break
        }
      }
    }
  }

  /// Lets all keys expire that the remote has given so far.
  mutating func expireKeys() { age += 1 }

  /// Returns what the remote answers.
  mutating func answer(_ request: RemoteRequest) -> Result<RemotePage, RemoteFailure> {
    if let failure = failure(request) { return .failure(failure) }
    var known = request
    if let key = request.key, key != configuration.initialKey || !knowsInitialKey {
      let parts = key.rawValue.split(separator: ":")
      guard parts.first == "\(age)", let rank = parts.last else {
        return .failure(RemoteFailure(.cursorExpired, reason: "\(key) is too old"))
      }
      known.key = PageKey(String(rank))
    }
    var page = server.answer(known)
    page.next = page.next.map(aged)
    page.previous = page.previous.map(aged)
    page.end = page.end.map(aged)
    return .success(page)
  }

  private func aged(_ key: PageKey) -> PageKey { PageKey("\(age):\(key)") }

  /// Fills all gaps, and loads to both ends.
  ///
  /// - Returns: What does not end.
  mutating func loadEverything() -> String? {
    let end = LoadState.notLoading(endOfPaginationReached: true)
    for _ in 0..<200 {
      if let gap {
        step(.fillGap(gap))
      } else if state.append != end {
        step(.reached(.append))
      } else if state.prepend != end {
        step(.reached(.prepend))
      } else {
        return nil
      }
    }
    return "\(state)"
  }

  private mutating func make(_ edit: PageCommit.Edit) {
    switch edit {
    case .delete(let id): stored.ids.removeAll { $0 == id }
    case .insert(let cell, let after): put(cell.id, after)
    case .move(let id, let after):
      stored.ids.removeAll { $0 == id }
      put(id, after)
    case .update(let cell): updated.append(cell.id)
    }
  }

  private mutating func put(_ id: Cell.ID, _ after: Cell.ID?) {
    let index = after.flatMap { stored.ids.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    stored.ids.insert(id, at: index)
  }
}
