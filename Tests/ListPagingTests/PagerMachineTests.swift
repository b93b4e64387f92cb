import ListModel
import ListPaging
import ListTestSupport
import Testing

/// The machine alone: remotes that lie, answers at the wrong time, other writers.
@Suite struct PagerMachineTests {
  /// A machine with a list in memory, whose commits are made at once.
  private struct World {
    var machine: PagerMachine
    var ids: [Cell.ID] = []
    var kept: Content?
    var version = 0
    var loads: [RemoteRequest] = []
    var states: [PagerState] = []
    var diagnostics: [String] = []
    var wakeUps: [Int] = []
    var now = 0
    var overtakes = 0

    init(_ configuration: PagerConfiguration = PagerConfiguration(pageSize: 4, initialLoadSize: 4))
    {
      machine = PagerMachine(configuration: configuration)
    }

    var stored: StoredPages { StoredPages(ids: ids, kept: kept, version: version) }

    mutating func step(_ event: PagerMachine.Event) {
      var events = [event]
      while !events.isEmpty {
        for effect in machine.step(events.removeFirst(), at: now) {
          switch effect {
          case .load(let request): loads.append(request)
          case .commit(let commit): events.append(make(commit))
          case .show: events.append(.shown)
          case .wake(let time): wakeUps.append(time)
          case .state(let state): states.append(state)
          case .diagnose(let diagnostic): diagnostics.append("\(diagnostic)")
          case .cancel: break
          }
        }
      }
    }

    private mutating func make(_ commit: PageCommit) -> PagerMachine.Event {
      if overtakes > 0 {
        overtakes -= 1
        version += 1
        ids.append(Cell.ID("other\(version)"))
      }
      guard commit.parent == version else {
        return .overtaken(commit: commit.number, stored)
      }
      kept = commit.kept
      let before = ids
      for edit in commit.edits {
        switch edit {
        case .delete(let id): ids.removeAll { $0 == id }
        case .insert(let cell, let after): ids.insert(cell.id, at: place(after))
        case .move(let id, let after):
          ids.removeAll { $0 == id }
          ids.insert(id, at: place(after))
        case .update: break
        }
      }
      if ids != before { version += 1 }
      return .committed(commit: commit.number, version: version)
    }

    private func place(_ id: Cell.ID?) -> Int {
      id.flatMap { ids.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    }

    mutating func answer(_ ids: [String], next: PageKey?, previous: PageKey? = nil) {
      guard let request = loads.last else { return }
      step(.answered(request: request.number, .success(page(ids, next: next, previous: previous))))
    }

    func page(_ ids: [String], next: PageKey?, previous: PageKey? = nil) -> RemotePage {
      RemotePage(cells: ids.map(cell), next: next, previous: previous)
    }

    func cell(_ id: String) -> Cell {
      Cell(id: Cell.ID(id), component: AnyComponent(StoredComponent(type: "Row")))
    }
  }

  private func opened(_ ids: [String], next: PageKey?) -> World {
    var world = World()
    world.step(.opened(StoredPages()))
    world.answer(ids, next: next)
    return world
  }

  @Test func `what would go on by itself waits until somebody looks`() {
    var world = World(
      {
        var configuration = PagerConfiguration(pageSize: 4, initialLoadSize: 4)
        configuration.overlap = 1
        return configuration
      }()
    )
    world.step(.opened(StoredPages()))
    let cells = ["a", "b", "c", "d"].map {
      Cell(id: $0, component: AnyComponent(StoredComponent(type: "Row")))
    }
    world.step(.answered(request: 1, .success(RemotePage(cells: cells, next: 4))))
    world.step(.reached(.append))
    #expect(world.loads.count == 2)
    world.step(.background)
    // Places have shifted: all is to be read again.
    world.step(.answered(request: 2, .success(RemotePage(cells: [cells[0]], next: nil))))
    #expect(world.loads.count == 2)
    #expect(world.machine.state.append.isLoading)
    world.step(.foreground)
    #expect(world.loads.last?.kind == .reread)
    #expect(world.loads.count == 3)
  }

  @Test func `an answer that comes twice, or to no request, changes nothing`() {
    var world = opened(["a", "b"], next: "b")
    world.step(.viewed(first: 0, last: 1))
    let request = world.loads[1].number
    let page = world.page(["c", "d"], next: "d")
    world.step(.answered(request: request, .success(page)))
    world.step(.answered(request: request, .success(page)))
    world.step(.answered(request: 77, .success(world.page(["x"], next: nil))))
    #expect(world.ids == ["a", "b", "c", "d"])
    #expect(world.diagnostics == ["late#2", "late#77"])
  }

  @Test func `an answer to another request is an error that names both`() {
    var world = World()
    world.step(.opened(StoredPages()))
    var page = world.page(["a"], next: nil)
    page.answers = 9
    world.step(.answered(request: 1, .success(page)))
    #expect(world.machine.state.refresh == .error(.wrongAnswer(expected: 1, got: 9)))
    #expect(world.ids.isEmpty)
  }

  @Test func `ids that no cell can have refuse the whole page, and name the offender`() {
    for (id, reason) in [
      ("", "its id is empty"),
      (
        String(repeating: "x", count: 1_021),
        "its id has 1021 bytes; at most 1020 are expected"
      ),
    ] {
      var world = opened(["a", "b"], next: "b")
      world.step(.viewed(first: 0, last: 1))
      world.answer(["c", id], next: "k")
      #expect(world.machine.state.append == .error(.invalidItem(Cell.ID(id), reason: reason)))
      #expect(world.ids == ["a", "b"])
      world.step(.retry)
      world.answer(["c", "d"], next: nil)
      #expect(world.ids == ["a", "b", "c", "d"])
    }
  }

  @Test func `keys that go round in a circle stall instead of loading for ever`() {
    var world = opened(["a", "b"], next: "k0")
    for round in 1...10 {
      world.step(.viewed(first: 0, last: 1))
      world.answer(["a", "b"], next: PageKey("k\(round % 2)"))
    }
    #expect(world.machine.state.append == .error(.stalled(pages: 3)))
    #expect(world.loads.count == 4)
    #expect(world.ids == ["a", "b"])
  }

  @Test func `empty first pages stall as well`() {
    var world = World()
    world.step(.opened(StoredPages()))
    for round in 1...10 { world.answer([], next: PageKey("k\(round)")) }
    #expect(world.machine.state.refresh == .error(.stalled(pages: 3)))
    #expect(world.loads.count == 3)
  }

  @Test func `a refresh drops what is on its way, and asks again after it`() {
    var world = opened(["a", "b"], next: "b")
    world.step(.reached(.append))
    world.step(.refresh)
    #expect(world.loads.map(\.generation) == [1, 1, 2])
    world.step(.answered(request: 2, .success(world.page(["x"], next: nil))))
    world.step(.answered(request: 3, .success(world.page(["a", "b"], next: "b"))))
    #expect(world.loads.count == 4)
    #expect(world.ids == ["a", "b"])
  }

  @Test func `a cell that jumped to the head does not cut the list`() {
    var world = opened(["a", "b", "c", "d"], next: "d")
    world.step(.viewed(first: 0, last: 3))
    world.answer(["e", "f", "g", "h"], next: nil)
    world.step(.refresh)
    world.answer(["h", "a", "b", "c"], next: "c")
    #expect(world.ids == ["h", "a", "b", "c", "d", "e", "f", "g"])
  }

  @Test func `a list that another writer has cleared is loaded again at once`() {
    var world = opened(["a", "b"], next: "b")
    world.ids = []
    world.kept = nil
    world.version += 1
    world.step(.changed(world.stored))
    #expect(world.loads.last?.kind == .refresh)
    world.answer([], next: nil)
    #expect(world.machine.state.screen == .empty)
  }

  @Test func `a page that others were quicker with is placed again, and one they have is dropped`()
  {
    var world = opened(["a", "b"], next: "b")
    world.step(.viewed(first: 0, last: 1))
    world.overtakes = 3
    world.answer(["c", "d"], next: "d")
    #expect(world.ids == ["a", "b", "other2", "other3", "other4", "c", "d"])
    #expect(world.machine.contents.nextKey == "d")

    var late = opened(["a", "b"], next: "b")
    late.step(.viewed(first: 0, last: 1))
    var other = late
    other.answer(["c", "d"], next: "d")
    late.ids = other.ids
    late.kept = other.kept
    late.version = other.version
    late.answer(["c", "d"], next: "d")
    #expect(late.ids == ["a", "b", "c", "d"])
    #expect(late.diagnostics == ["overtaken#2"])
  }

  @Test func `a writer that is always quicker is given up on`() {
    var world = opened(["a", "b"], next: "b")
    world.step(.viewed(first: 0, last: 1))
    world.overtakes = 1_000
    world.answer(["c", "d"], next: "d")
    guard case .error(.storage) = world.machine.state.append else {
      Issue.record("\(world.machine.state.append)")
      return
    }
  }

  @Test func `times that cannot be added stay in the future`() {
    var world = opened(["a", "b"], next: "b")
    world.now = 1_000
    world.step(.viewed(first: 0, last: 1))
    let failure = RemoteFailure(.rateLimited, reason: "slow", retryAfter: .max)
    world.step(.answered(request: 2, .failure(failure)))
    world.step(.retry)
    #expect(world.machine.state.append == .waiting(until: .max))
  }

  @Test func `what is kept beside the cells need not be readable`() throws {
    var world = World()
    let kept = try Content(parsing: Array(#"{"format":9,"pages":"none"}"#.utf8))
    world.step(.opened(StoredPages(ids: ["a", "b"], kept: kept, version: 4)))
    #expect(world.machine.windowIDs == ["a", "b"])
    #expect(world.loads.isEmpty)
    world.step(.refresh)
    world.version = 4
    world.ids = ["a", "b"]
    world.answer(["z", "a", "b"], next: "b")
    #expect(world.ids == ["z", "a", "b"])
  }

  @Test func `the last pages stay, and the first come back by scrolling`() {
    var configuration = PagerConfiguration(pageSize: 2, initialLoadSize: 2, prefetchDistance: 1)
    configuration.retention = .lastPages(2)
    configuration.maxSize = 4
    var world = World(configuration)
    world.step(.opened(StoredPages()))
    world.answer(["a", "b"], next: "b")
    for (ids, next) in [
      (["c", "d"], "d"), (["e", "f"], "f"), (["g", "h"], "h"), (["i", "j"], "j"),
    ] {
      let count = world.machine.windowCount
      world.step(.viewed(first: count - 1, last: count - 1))
      world.answer(ids, next: PageKey(next), previous: PageKey(ids[0]))
    }
    #expect(world.ids.count < 10)
    #expect(world.ids.suffix(2) == ["i", "j"])
    #expect(world.machine.contents.previousKey == PageKey(world.ids[0].rawValue))
  }

  @Test func `a look at where a movement will end drops nothing that is on screen still`() {
    var configuration = PagerConfiguration(pageSize: 2, initialLoadSize: 2, prefetchDistance: 1)
    configuration.maxSize = 4
    var world = World(configuration)
    world.step(.opened(StoredPages()))
    world.answer(["a", "b"], next: "b")
    for (ids, next) in [(["c", "d"], "d"), (["e", "f"], "f"), (["g", "h"], "h")] {
      let count = world.machine.windowCount
      world.step(.viewed(first: count - 1, last: count - 1))
      world.answer(ids, next: PageKey(next), previous: PageKey(ids[0]))
    }
    #expect(world.machine.windowIDs == ["e", "f", "g", "h"])
    world.step(.viewed(first: 2, last: 2))
    world.step(.willView(first: 0, last: 0))
    #expect(world.machine.windowIDs == ["c", "d", "e", "f", "g", "h"])
    // The movement has ended, so what is below is not on screen any more.
    world.step(.viewed(first: 2, last: 2))
    #expect(world.machine.windowIDs == ["c", "d", "e", "f"])
  }

  /// Any remote and any user: nothing traps, nothing loops, nothing is there twice, and what is stored
  /// is what the machine believes.
  @Test(arguments: 0..<100 as Range<UInt64>)
  func `whatever comes in whatever order, the list stays sound`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var configuration = PagerConfiguration(pageSize: 4, initialLoadSize: 6, prefetchDistance: 3)
    configuration.seed = seed
    configuration.overlap = Bool.random(using: &random) ? 2 : 0
    configuration.maxSize = Bool.random(using: &random) ? 12 : nil
    configuration.initialKey = Bool.random(using: &random) ? "k5" : nil
    configuration.refreshMode = Bool.random(using: &random) ? .merge : .replace
    configuration.retention = Bool.random(using: &random) ? .keepAll : .lastPages(3)
    configuration.onCursorExpired = Bool.random(using: &random) ? .rewalk : .restart
    if Bool.random(using: &random) { configuration.retry = .init(limit: 2, jitter: 0.5) }
    var world = World(configuration)
    world.step(.opened(StoredPages()))
    for _ in 0..<150 {
      world.now += Int.random(in: 0...800, using: &random)
      if Int.random(in: 0..<20, using: &random) == 0 { world.overtakes = 2 }
      let number = Int.random(
        in: max(1, world.loads.count - 3)...(world.loads.count + 1),
        using: &random
      )
      switch Int.random(in: 0..<17, using: &random) {
      case 0: world.step(.refresh)
      case 1: world.step(.retry)
      case 2: world.step(.reached(Bool.random(using: &random) ? .append : .prepend))
      case 3: world.step(.woken)
      case 4: world.step(Bool.random(using: &random) ? .background : .foreground)
      case 5:
        if let gap = world.ids.first(where: { $0.rawValue.hasPrefix("gap-") }) {
          world.step(.fillGap(gap))
        }
      case 6:
        let kinds: [RemoteFailure.Kind] = [.unavailable, .rateLimited, .cursorExpired, .cancelled]
        let kind = kinds[Int.random(in: 0..<4, using: &random)]
        world.step(
          .answered(
            request: number,
            .failure(
              RemoteFailure(
                kind,
                reason: "fault",
                retryAfter: Bool.random(using: &random) ? 900 : nil
              )
            )
          )
        )
      case 7, 8:
        let first = Int.random(in: -2...30, using: &random)
        world.step(.viewed(first: first, last: first + Int.random(in: -1...8, using: &random)))
      case 9: world.step(.changed(world.stored))
      case 14, 15:
        let gap = world.ids.first { $0.rawValue.hasPrefix("gap-") }
        let places: [PagerPlace] = [.start, .end, .gap(gap ?? "gap-none")]
        let place = places[Int.random(in: 0..<3, using: &random)]
        world.step(.jump(place, PageKey("k\(Int.random(in: 0..<20, using: &random))")))
      case 16: world.step(.hidden(Bool.random(using: &random) ? .append : .prepend, pages: 3))
      default:
        let ids = (0..<Int.random(in: 0...6, using: &random)).map { _ in
          "c\(Int.random(in: 0..<60, using: &random))"
        }
        func key() -> PageKey? {
          Int.random(in: 0..<6, using: &random) == 0
            ? nil : PageKey("k\(Int.random(in: 0..<20, using: &random))")
        }
        var page = world.page(ids, next: key(), previous: key())
        // Numbers that cannot be right end nothing.
        let numbers = [nil, nil, 0, 3, 70, -1, .max]
        page.itemsBefore = numbers.randomElement(using: &random) ?? nil
        page.itemsAfter = numbers.randomElement(using: &random) ?? nil
        world.step(.answered(request: number, .success(page)))
      }
      let isSound =
        Set(world.ids).count == world.ids.count && world.machine.contents.ids == world.ids
        && world.machine.contents.count >= world.machine.windowCount
      guard isSound else {
        Issue.record("seed \(seed): \(world.ids), believed to be \(world.machine.contents.ids)")
        return
      }
    }
    #expect(world.loads.count < 400)
    let again = PagerContents(stored: world.stored, pageSize: 4)
    #expect(again.ids == world.ids)
    #expect(again.nextKey == world.machine.contents.nextKey)
  }
}
