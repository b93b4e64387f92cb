import ListModel
import ListPaging
import ListTestSupport
import Testing

/// Histories of a list that changes between the requests of a pager, checked by what the remote has
/// answered and what is shown.
@Suite struct PagerHistoryTests {
  enum Changes: String, CaseIterable {
    case inserts, deletes, both
  }

  @Test(arguments: Changes.allCases)
  func `what is shown is what the newest answers say`(changes: Changes) {
    for seed in 0..<UInt64(Soak.count(40, soak: 3_000)) {
      var history = PagerHistory(seed: seed, changes)
      if let fault = history.run() {
        Issue.record("\(changes), seed \(seed): \(fault)\n\(history.log.joined(separator: "\n"))")
        return
      }
    }
  }

  @Test(arguments: Changes.allCases)
  func `a list that begins in the middle says the truth, too`(changes: Changes) {
    for seed in 0..<UInt64(Soak.count(40, soak: 3_000)) {
      var history = PagerHistory(seed: seed, changes, beginsInTheMiddle: true)
      if let fault = history.run() {
        Issue.record("\(changes), seed \(seed): \(fault)\n\(history.log.joined(separator: "\n"))")
        return
      }
    }
  }

  @Test(arguments: Changes.allCases)
  func `a remote that names no end is read again from the last place that is known`(
    changes: Changes
  ) {
    for seed in 0..<UInt64(Soak.count(40, soak: 3_000)) {
      let isMiddle = seed.isMultiple(of: 4)
      var history = PagerHistory(seed: seed, changes, beginsInTheMiddle: isMiddle, namesEnd: false)
      if let fault = history.run() {
        Issue.record("\(changes), seed \(seed): \(fault)\n\(history.log.joined(separator: "\n"))")
        return
      }
    }
  }

  @Test func `the check finds a row that is lost, one that is gone, and one in a wrong place`() {
    var server = RankedServer(count: 4)
    _ = server.answer(RemoteRequest(number: 1, kind: .refresh, key: nil, size: 9))
    let rows = server.rows.map(PagerTruth.Shown.row)
    func fault(_ shown: [PagerTruth.Shown]) -> String? {
      PagerTruth(answers: server.answers, beginsAtStart: true, endsAtEnd: true).fault(of: shown)
    }
    #expect(fault(rows) == nil)
    #expect(fault([rows[0], rows[2], rows[3]]) != nil)
    #expect(fault([rows[0], .gap, rows[2], rows[3]]) == nil)
    #expect(fault([rows[1], rows[2], rows[3]]) != nil)
    #expect(fault(Array(rows[..<3])) != nil)
    #expect(fault([rows[1], rows[0], rows[2], rows[3]]) != nil)
    server.delete(1, at: 1)
    server.update(at: 0)
    _ = server.answer(RemoteRequest(number: 2, kind: .refresh, key: nil, size: 9))
    let now = server.rows.map(PagerTruth.Shown.row)
    #expect(fault(now) == nil)
    #expect(fault(rows) != nil)
    #expect(fault([now[0], rows[1], now[1], now[2]]) != nil)
    #expect(fault([now[0], .gap, rows[1], now[1], now[2]]) == nil)
  }
}

/// One history: a remote that changes, a pager, and its list in memory.
struct PagerHistory {
  private(set) var log: [String] = []
  private var server: RankedServer
  private var machine: PagerMachine
  private var stored = StoredPages()
  private var revisions: [Cell.ID: Int] = [:]
  private var requests = 0
  private var random: SeededGenerator
  private let changes: PagerHistoryTests.Changes
  private let configuration: PagerConfiguration
  private var fault: String?

  init(
    seed: UInt64,
    _ changes: PagerHistoryTests.Changes,
    beginsInTheMiddle: Bool = false,
    namesEnd: Bool = true
  ) {
    random = SeededGenerator(seed: seed)
    self.changes = changes
    server = RankedServer(count: Int.random(in: 10...40, using: &random))
    server.namesEnd = namesEnd
    let size = Int.random(in: 2...6, using: &random)
    var configuration = PagerConfiguration(
      pageSize: size,
      initialLoadSize: size * Int.random(in: 1...2, using: &random),
      prefetchDistance: nil
    )
    if beginsInTheMiddle {
      let row = server.rows[Int.random(in: 0..<server.rows.count, using: &random)]
      configuration.initialKey = PageKey(row.rank)
    }
    self.configuration = configuration
    machine = PagerMachine(configuration: configuration)
  }

  /// Runs the history, and returns what is wrong.
  mutating func run() -> String? {
    step(.opened(stored), "open")
    for _ in 0..<Int.random(in: 4...16, using: &random) where fault == nil {
      if Int.random(in: 0..<3, using: &random) > 0 { changeRemote() }
      act()
    }
    if fault == nil { loadEverything() }
    return fault
  }

  // MARK: The remote and the user

  private mutating func changeRemote() {
    let size = configuration.pageSize
    let count = Int.random(in: 0...(3 * size), using: &random)
    let places = [0, Int.random(in: 0...server.rows.count, using: &random), server.rows.count]
    let place = places[Int.random(in: 0..<3, using: &random)]
    let inserts =
      changes == .inserts || changes == .both && Bool.random(using: &random)
    if inserts {
      // All at one place, or one here and one there.
      if Bool.random(using: &random) {
        server.insert(count, at: place)
      } else {
        for _ in 0..<count {
          server.insert(1, at: Int.random(in: 0...server.rows.count, using: &random))
        }
      }
    } else if Bool.random(using: &random) {
      server.delete(count, at: max(0, min(place, server.rows.count - count)))
    } else {
      for _ in 0..<min(count, server.rows.count) {
        server.delete(1, at: Int.random(in: 0..<server.rows.count, using: &random))
      }
    }
    server.update(at: Int.random(in: 0..<max(1, server.rows.count), using: &random))
    log.append("remote: \(server.rows.map(\.id.rawValue))")
  }

  private mutating func act() {
    let ids = stored.ids
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1, 2: step(.reached(.append), "append")
    case 3, 4: step(.reached(.prepend), "prepend")
    case 5, 6: step(.refresh, "refresh")
    case 7:
      guard let id = ids.randomElement(using: &random) else { return }
      step(.refreshAround(id), "refresh around \(id)")
    case 8: step(.reread, "reread")
    case 9:
      machine = PagerMachine(configuration: configuration, firstRequest: requests + 1)
      step(.opened(stored), "restart")
    default:
      guard let gap = machine.state.gaps.keys.sorted().randomElement(using: &random) else { return }
      step(.fillGap(gap), "fill \(gap)")
    }
  }

  /// Reads everything again, to the end: then the list is that of the remote.
  private mutating func loadEverything() {
    step(.reread, "reread")
    for _ in 0..<400 where fault == nil {
      if let gap = machine.state.gaps.keys.min() {
        step(.fillGap(gap), "fill \(gap)")
      } else if machine.state.append != .notLoading(endOfPaginationReached: true) {
        step(.reached(.append), "append")
      } else if machine.state.prepend != .notLoading(endOfPaginationReached: true) {
        step(.reached(.prepend), "prepend")
      } else {
        let want = server.rows.map(\.id)
        if stored.ids != want { fault = "\(stored.ids) is the whole list, not \(want)" }
        return
      }
    }
    if fault == nil { fault = "this does not end: \(machine.state)" }
  }

  // MARK: The pager

  private mutating func step(_ event: PagerMachine.Event, _ name: String) {
    log.append(name)
    var events = [event]
    while !events.isEmpty, fault == nil {
      for effect in machine.step(events.removeFirst(), at: 0) {
        switch effect {
        case .load(let request):
          requests += 1
          let page = server.answer(request, hidden: hidden(request, by: event))
          log.append(
            "  \(request.kind) \(request.key?.rawValue ?? "start") \(request.size): "
              + "\(page.cells.map(\.id.rawValue)), next \(page.next?.rawValue ?? "none")"
          )
          events.append(.answered(request: request.number, .success(page)))
        case .commit(let commit): events.append(make(commit))
        case .show: events.append(.shown)
        case .cancel, .wake, .state, .diagnose: break
        }
      }
    }
    log.append("  = \(stored.ids.map(\.rawValue))")
    check()
  }

  /// Returns the rows above the last gap that is above the page of a request.
  private func hidden(_ request: RemoteRequest, by event: PagerMachine.Event) -> Set<Int> {
    var above = stored.ids[...]
    switch (request.kind, event) {
    case (.append, _): break
    case (.gap(let gap), _): above = above.prefix { $0 != gap }
    case (.refresh, .refreshAround(let cell)) where request.key != configuration.initialKey:
      above = above.prefix { $0 != cell }
    default: return []
    }
    guard let gap = above.lastIndex(where: { RankedServer.rank(of: $0) == nil }) else { return [] }
    return Set(above[..<gap].compactMap(RankedServer.rank(of:)))
  }

  private mutating func make(_ commit: PageCommit) -> PagerMachine.Event {
    stored.kept = commit.kept
    let before = (stored.ids, revisions)
    for edit in commit.edits {
      switch edit {
      case .delete(let id):
        take(id)
        revisions[id] = nil
      case .insert(let cell, let after):
        if stored.ids.contains(cell.id) { fault = "\(cell.id) comes twice" }
        put(cell.id, after)
        revisions[cell.id] = Self.revision(of: cell)
      case .move(let id, let after):
        take(id)
        put(id, after)
      case .update(let cell):
        if !stored.ids.contains(cell.id) { fault = "\(cell.id) is updated, but not there" }
        revisions[cell.id] = Self.revision(of: cell)
      }
    }
    if before != (stored.ids, revisions) { stored.version += 1 }
    return .committed(commit: commit.number, version: stored.version)
  }

  private mutating func take(_ id: Cell.ID) {
    guard let index = stored.ids.firstIndex(of: id) else {
      fault = "\(id) leaves, but is not there"
      return
    }
    stored.ids.remove(at: index)
  }

  private mutating func put(_ id: Cell.ID, _ after: Cell.ID?) {
    let index = after.map { stored.ids.firstIndex(of: $0).map { $0 + 1 } } ?? 0
    guard let index else {
      fault = "\(id) comes after \(after?.rawValue ?? ""), which is not there"
      return
    }
    stored.ids.insert(id, at: index)
  }

  private static func revision(of cell: Cell) -> Int {
    let text = (try? cell.component.stored().content).map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
    return text.flatMap { Int($0.filter(\.isNumber)) } ?? -1
  }

  private mutating func check() {
    guard fault == nil else { return }
    if machine.contents.ids != stored.ids {
      fault = "the pager believes in \(machine.contents.ids)"
      return
    }
    let state = machine.state
    for load in [state.refresh, state.append, state.prepend] + Array(state.gaps.values) {
      if let error = load.error { fault = "\(error)" }
    }
    let shown = stored.ids.map { id in
      RankedServer.rank(of: id).map {
        PagerTruth.Shown.row(RankedServer.Row(rank: $0, revision: revisions[id] ?? -1))
      } ?? .gap
    }
    let truth = PagerTruth(
      answers: server.answers,
      beginsAtStart: state.prepend == .notLoading(endOfPaginationReached: true),
      endsAtEnd: state.append == .notLoading(endOfPaginationReached: true)
    )
    fault = fault ?? truth.fault(of: shown)
  }
}
