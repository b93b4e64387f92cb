import ListModel
import ListPaging
import ListTestSupport
import Testing

/// Pages away from the loaded cells, the gaps beside them, and the placeholders that stand for what is
/// missing.
@Suite struct PagerJumpTests {
  /// A machine that reads from a list of numbers, and a list in memory.
  private struct World {
    var machine: PagerMachine
    let total: Int
    var ids: [Cell.ID] = []
    var kept: Content?
    var version = 0
    var loads: [RemoteRequest] = []
    var window = PagerWindow()
    /// Requests that were not answered yet.
    var open: [RemoteRequest] = []

    init(_ total: Int, _ configuration: PagerConfiguration) {
      self.total = total
      machine = PagerMachine(configuration: configuration)
      step(.opened(StoredPages()))
      answerAll()
    }

    mutating func step(_ event: PagerMachine.Event) {
      var events = [event]
      while !events.isEmpty {
        for effect in machine.step(events.removeFirst(), at: 0) {
          switch effect {
          case .load(let request):
            loads.append(request)
            open.append(request)
          case .cancel(let number): open.removeAll { $0.number == number }
          case .commit(let commit):
            let before = ids
            kept = commit.kept
            for edit in commit.edits { make(edit) }
            if ids != before { version += 1 }
            events.append(.committed(commit: commit.number, version: version))
          case .show(let window):
            self.window = window
            events.append(.shown)
          case .wake, .state, .diagnose: break
          }
        }
      }
    }

    private mutating func make(_ edit: PageCommit.Edit) {
      switch edit {
      case .delete(let id): ids.removeAll { $0 == id }
      case .insert(let cell, let after):
        ids.insert(cell.id, at: after.flatMap { ids.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
      case .move(let id, let after):
        ids.removeAll { $0 == id }
        ids.insert(id, at: after.flatMap { ids.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
      case .update: break
      }
    }

    mutating func answerAll() {
      while !open.isEmpty {
        let request = open.removeFirst()
        let key = request.key?.number ?? 0
        let isPrepend = request.kind == .prepend
        let start = min(total, isPrepend ? max(0, key - request.size) : key)
        let end = min(total, isPrepend ? key : start + request.size)
        let page = RemotePage(
          cells: (start..<end).map {
            Cell(id: Cell.ID($0), component: AnyComponent(StoredComponent(type: "Row")))
          },
          next: end < total ? PageKey(end) : nil,
          previous: start > 0 ? PageKey(start) : nil,
          itemsBefore: start,
          itemsAfter: total - end
        )
        step(.answered(request: request.number, .success(page)))
      }
    }

    /// Ends the app and starts it again.
    mutating func relaunch() {
      machine = PagerMachine(
        configuration: machine.configuration,
        firstRequest: machine.nextRequest
      )
      open = []
      step(.opened(StoredPages(ids: ids, kept: kept, version: version)))
    }

    mutating func jump(_ place: PagerPlace, _ index: Int) {
      step(.jump(place, PageKey(index)))
      answerAll()
    }

    var gaps: [Cell.ID] { ids.filter { $0.rawValue.hasPrefix("gap-") } }

    /// The remote's list, as the window says: loaded items, and how many are missing between.
    var account: [Int]? {
      guard var index = window.itemsBefore, let after = window.itemsAfter else { return nil }
      var items: [Int] = []
      for id in window.ids {
        if let size = window.gapSizes[id] {
          index += size
        } else {
          guard Int(id.rawValue) == index else { return nil }
          items.append(index)
          index += 1
        }
      }
      return index + after == total ? items : nil
    }
  }

  private let configuration = PagerConfiguration(
    pageSize: 10,
    initialLoadSize: 10,
    prefetchDistance: nil
  )

  @Test func `a jump loads there, and leaves a gap of known size`() {
    var world = World(1_000, configuration)
    world.jump(.end, 500)
    #expect(world.gaps == ["gap-500"])
    #expect(world.window.gapSizes == ["gap-500": 490])
    #expect(world.window.itemsAfter == 490)
    #expect(world.window.itemsBefore == 0)
    world.step(.reached(.append))
    world.answerAll()
    #expect(world.ids.last == "519")
    world.jump(.gap("gap-500"), 200)
    #expect(world.gaps == ["gap-200", "gap-500"])
    #expect(world.window.gapSizes == ["gap-200": 190, "gap-500": 290])
    // The page ends with the cell below the gap: nothing is missing there any more.
    world.jump(.gap("gap-500"), 491)
    #expect(world.window.gapSizes == ["gap-200": 190, "gap-491": 281])
    #expect(world.account?.count == 49)
  }

  @Test func `a jump before a list that begins in the middle leaves a gap, too`() {
    var configuration = configuration
    configuration.initialKey = 500
    var world = World(1_000, configuration)
    world.jump(.start, 100)
    #expect(world.window.gapSizes == ["gap-500": 390])
    #expect(world.window.itemsBefore == 100)
    world.step(.fillGap("gap-500"))
    world.answerAll()
    #expect(world.window.gapSizes == ["gap-500": 380])
    world.step(.reached(.prepend))
    world.answerAll()
    #expect(world.window.itemsBefore == 90)
    #expect(world.account?.count == 40)
  }

  @Test func `a jump cancels the page that was on its way, and an ended list has no jumps`() {
    var world = World(100, configuration)
    world.step(.reached(.append))
    world.step(.jump(.end, 50))
    world.step(.jump(.end, 50))
    #expect(world.loads.map(\.kind) == [.refresh, .append, .jump(.end)])
    #expect(world.open.map(\.number) == [3])
    world.answerAll()
    world.jump(.end, 90)
    #expect(world.machine.state.append == .notLoading(endOfPaginationReached: true))
    world.jump(.end, 40)
    #expect(world.loads.count == 4)
  }

  @Test func `how many items are missing follows a gap that is above another cell now`() {
    var world = World(1_000, configuration)
    world.jump(.end, 500)
    world.step(.fillGap("gap-500"))
    let request = world.open.removeFirst()
    let cells = [10, 11, 500].map {
      Cell(id: Cell.ID($0), component: AnyComponent(StoredComponent(type: "Row")))
    }
    let page = RemotePage(
      cells: cells,
      next: 12,
      previous: 10,
      itemsBefore: 10,
      itemsAfter: 987
    )
    world.step(.answered(request: request.number, .success(page)))
    // Row 500 has moved up, alone, so the gap is below it.
    #expect(world.window.gapSizes == ["gap-501": 488])
  }

  /// Jumps, fills and pages in any order: the list is always a part of the remote's, and what is said
  /// to be missing is missing.
  @Test(arguments: 0..<UInt64(Soak.count(40, soak: 1_000)))
  func `cells, gaps and what is missing at both ends are the whole list`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var configuration = configuration
    if Bool.random(using: &random) {
      configuration.initialKey = PageKey(Int.random(in: 0..<300, using: &random))
    }
    var world = World(300, configuration)
    for _ in 0..<40 {
      switch Int.random(in: 0..<7, using: &random) {
      case 0: world.step(.reached(.append))
      case 1: world.step(.reached(.prepend))
      case 2:
        if let gap = world.gaps.randomElement(using: &random) { world.step(.fillGap(gap)) }
      case 3: world.step(.refresh)
      case 4: world.relaunch()
      default:
        // As a pager asks: at a place where items are missing.
        let index = Int.random(in: 0..<300, using: &random)
        let loaded = world.ids.compactMap { Int($0.rawValue) }
        guard let first = loaded.first, let last = loaded.last, !loaded.contains(index) else {
          continue
        }
        if index > last {
          world.jump(.end, index)
        } else if index < first {
          world.jump(.start, max(0, index + 10 >= first ? first - 9 : index))
        } else if let below = loaded.first(where: { $0 > index }) {
          // The page ends before the gap's other side, or with the cell there.
          world.jump(.gap(Cell.ID("gap-\(below)")), index + 10 >= below ? below - 9 : index)
        }
      }
      world.answerAll()
      guard let account = world.account else {
        Issue.record("seed \(seed): \(world.window)")
        return
      }
      #expect(account == world.ids.compactMap { Int($0.rawValue) }, "seed \(seed)")
    }
  }

  @Test func `placeholders stand for exactly what is missing`() {
    var world = World(200, configuration)
    world.jump(.end, 100)
    let cells = world.window.ids.map {
      Cell(id: $0, component: AnyComponent(StoredComponent(type: "Row")))
    }
    let update = PagerUpdate(window: world.window)
    let list = List(sections: [Section(id: "feed", cells: cells)])
    let shown = list.withPlaceholders(of: update).sections.flatMap { $0.cells.map(\.id) }
    let expected = (0..<200).map { index in
      index < 10 || (100..<110).contains(index)
        ? Cell.ID(index) : PagerPlaceholder.id(index)
    }
    #expect(shown == expected)
    #expect(PagerPlaceholder.index(shown[150]) == 150)
    let short = list.withPlaceholders(of: update, limit: 5)
    #expect(short.sections.map(\.cells.count) == [25, 5])
  }
}
