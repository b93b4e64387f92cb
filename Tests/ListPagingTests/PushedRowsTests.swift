import ListModel
import ListPaging
import ListTestSupport
import Testing

/// Rows that come between stored ones push others out of the page that shows them: those are read
/// again, so that nothing between them is lost.
@Suite struct PushedRowsTests {
  @Test func `nothing is lost wherever rows were inserted in the reach of a refreshed page`() {
    for seed in 0..<UInt64(Soak.count(300, soak: 3_000)) {
      var random = SeededGenerator(seed: seed)
      let size = Int.random(in: 2...6, using: &random)
      var list = PushedList(rows: 30, size: size)
      list.step(.refresh)
      for _ in 0..<Int.random(in: 0..<4, using: &random) { list.step(.reached(.append)) }
      if Bool.random(using: &random) { list.restart() }
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        list.server.insert(1, at: Int.random(in: 1..<size, using: &random))
      }
      list.step(.refresh)
      if Bool.random(using: &random) { list.restart() }
      let end = list.loadEverything()
      #expect(end == nil, "seed \(seed)")
      let lost = list.server.rows.map(\.id).filter { !list.stored.ids.contains($0) }
      #expect(lost.isEmpty, "seed \(seed)")
    }
  }

  @Test func `cells that were pushed out of a page are read again at once`() {
    var list = PushedList(rows: 12, size: 4)
    list.step(.refresh)
    list.step(.reached(.append))
    // The row between the third and fourth one is pushed out of the page by the one above it.
    list.server.insert(1, at: 3)
    list.server.insert(1, at: 1)
    list.step(.refresh)
    #expect(list.stored.ids == list.server.rows.prefix(10).map(\.id))
  }

  @Test func `a page with new rows only above the stored ones is believed to reach them`() {
    var list = PushedList(rows: 12, size: 4)
    list.step(.refresh)
    list.step(.reached(.append))
    list.server.insert(2, at: 0)
    list.requests = []
    list.step(.refresh)
    #expect(list.requests.map(\.kind) == [.refresh])
    #expect(list.stored.ids == list.server.rows.prefix(10).map(\.id))
  }

  @Test func `after maxEmptyPages pages that were pushed down, a gap waits for the user`() {
    var list = PushedList(rows: 12, size: 4)
    list.step(.refresh)
    list.server.insert(20, at: 3)
    list.server.insert(1, at: 1)
    list.requests = []
    list.step(.refresh)
    #expect(list.requests.count == 1 + list.configuration.maxEmptyPages)
    let gaps = list.machine.state.gaps
    #expect(gaps.values.map { $0 } == [.notLoading(endOfPaginationReached: false)])
    #expect(list.loadEverything() == nil)
    #expect(list.stored.ids == list.server.rows.map(\.id))
  }

  @Test func `a page that ends with a new row leaves a gap for the user, as ever`() {
    var list = PushedList(rows: 12, size: 4)
    list.step(.refresh)
    list.server.insert(40, at: 1)
    list.requests = []
    list.step(.refresh)
    #expect(list.requests.map(\.kind) == [.refresh])
    #expect(list.machine.state.gaps.count == 1)
    #expect(list.loadEverything() == nil)
    #expect(list.stored.ids == list.server.rows.map(\.id))
  }

  @Test func `a gap above pushed cells keeps how far it reaches over a restart`() {
    var list = PushedList(rows: 12, size: 4)
    list.step(.refresh)
    list.step(.reached(.append))
    list.server.insert(1, at: 3)
    list.server.insert(1, at: 1)
    list.isOffline = { $0.kind != .refresh }
    list.step(.refresh)
    #expect(list.machine.state.gaps.count == 1)
    list.isOffline = { _ in false }
    list.restart()
    #expect(list.loadEverything() == nil)
    #expect(list.stored.ids == list.server.rows.map(\.id))
  }
}

/// A pager's list in memory, and a remote whose rows keep their order.
private struct PushedList {
  var server: RankedServer
  var machine: PagerMachine
  let configuration: PagerConfiguration
  var stored = StoredPages()
  var requests: [RemoteRequest] = []
  /// Which requests fail.
  var isOffline: (RemoteRequest) -> Bool = { _ in false }
  private var count = 0

  init(rows: Int, size: Int) {
    server = RankedServer(count: rows)
    var configuration = PagerConfiguration(
      pageSize: size,
      initialLoadSize: size,
      prefetchDistance: nil
    )
    configuration.start = .never
    self.configuration = configuration
    machine = PagerMachine(configuration: configuration)
    step(.opened(stored))
  }

  mutating func restart() {
    machine = PagerMachine(configuration: configuration, firstRequest: count + 1)
    step(.opened(stored))
  }

  mutating func step(_ event: PagerMachine.Event) {
    var events = [event]
    while !events.isEmpty {
      for effect in machine.step(events.removeFirst(), at: 0) {
        switch effect {
        case .load(let request):
          count = request.number
          requests.append(request)
          let failure = RemoteFailure(.unavailable, reason: "offline")
          events.append(
            .answered(
              request: request.number,
              isOffline(request) ? .failure(failure) : .success(server.answer(request))
            )
          )
        case .commit(let commit):
          stored.kept = commit.kept
          for edit in commit.edits { make(edit) }
          if !commit.edits.isEmpty { stored.version += 1 }
          events.append(.committed(commit: commit.number, version: stored.version))
        case .show: events.append(.shown)
        case .cancel, .wake, .state, .diagnose: break
        }
      }
    }
  }

  /// Fills all gaps, and loads to the end.
  ///
  /// - Returns: What has not ended.
  mutating func loadEverything() -> String? {
    for _ in 0..<200 {
      if let gap = machine.state.gaps.keys.min() {
        step(.fillGap(gap))
      } else if machine.state.append != .notLoading(endOfPaginationReached: true) {
        step(.reached(.append))
      } else {
        return nil
      }
    }
    return "\(machine.state)"
  }

  private mutating func make(_ edit: PageCommit.Edit) {
    switch edit {
    case .delete(let id): stored.ids.removeAll { $0 == id }
    case .insert(let cell, let after): put(cell.id, after)
    case .move(let id, let after):
      stored.ids.removeAll { $0 == id }
      put(id, after)
    case .update: break
    }
  }

  private mutating func put(_ id: Cell.ID, _ after: Cell.ID?) {
    let index = after.flatMap { stored.ids.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    stored.ids.insert(id, at: index)
  }
}
