import ListAdapter
import ListLayout
import ListModel
import ListTestSupport
import Testing

/// When a list tells that its end is near: once for each end that is seen, and again when it was left.
@Suite(.everyView) struct ReachEndTests {
  private let recorder = Recorder()
  private let fixture = AdapterFixture(viewport: SimulatedViewport(height: 100, cellHeight: 10))

  private func rows(_ count: Int) -> List {
    List(cells: [(0..<count).map(String.init)])
      .onReachEnd(offsetFromEnd: .absolute(30)) { [recorder] in
        recorder.record("end \($0.lastCellID?.rawValue ?? "none")")
      }
  }

  private func show(_ list: List) {
    fixture.adapter.apply(list)
    fixture.view.flush()
  }

  @Test func `an end that comes back after another one was seen is told again`() throws {
    show(rows(20))
    try fixture.view.scroll(to: 100)
    #expect(recorder.take() == ["end 19"])
    show(rows(40))
    #expect(recorder.take().isEmpty)
    show(rows(20))
    #expect(recorder.take() == ["end 19"])
  }

  @Test func `an end that nobody asked for counts as seen`() throws {
    show(rows(20))
    try fixture.view.scroll(to: 100)
    show(List(cells: [(0..<40).map(String.init)]))
    show(rows(20))
    #expect(recorder.take() == ["end 19", "end 19"])
  }

  @Test func `an end is told again after a version that goes back`() throws {
    show(rows(20))
    try fixture.view.scroll(to: 100)
    show(rows(40))
    fixture.adapter.resynchronize(with: rows(20), version: 1)
    #expect(recorder.take() == ["end 19", "end 19"])
  }

  @Test func `a next page that was overtaken before it was shown lets the end be told again`()
    throws
  {
    show(rows(20))
    try fixture.view.scroll(to: 100)
    #expect(recorder.take() == ["end 19"])
    var updated = rows(20)
    updated.sections[0].cells[0] = Cell("0", text: "new")
    fixture.adapter.apply(updated)
    fixture.adapter.apply(rows(40))
    fixture.adapter.apply(updated)
    #expect(recorder.take().isEmpty)
    fixture.view.flush()
    #expect(recorder.take() == ["end 19"])
  }

  @Test func `a next page that the view refused lets the end be told again`() throws {
    show(rows(20))
    try fixture.view.scroll(to: 100)
    fixture.view.faults = [.refuse(batch: 1)]
    show(rows(40))
    #expect(recorder.take() == ["end 19"])
    try fixture.view.scroll(to: 99)
    #expect(recorder.take() == ["end 19"])
  }

  @Test func `the same end is not told again when something else changes`() throws {
    show(rows(20))
    try fixture.view.scroll(to: 100)
    var updated = rows(20)
    updated.sections[0].cells[0] = Cell("0", text: "new")
    show(updated)
    try fixture.view.scroll(to: 90)
    #expect(recorder.take() == ["end 19"])
  }

  @Test
  func `the end is told again when it was left, and other lengths of the content change nothing`()
    throws
  {
    show(rows(40))
    for offset in [260.0, 270, 300, 280] { try fixture.view.scroll(to: offset) }
    #expect(recorder.take() == ["end 39"])
    for offset in [275.0, 270, 300] { try fixture.view.scroll(to: offset) }
    try fixture.view.resize(to: LayoutExtent(width: 390, height: 90))
    fixture.adapter.viewportDidChange()
    #expect(recorder.take().isEmpty)
    try fixture.view.scroll(to: 0)
    try fixture.view.scroll(to: 290)
    #expect(recorder.take() == ["end 39"])
  }

  @Test func `a movement that is bound for the end tells it once`() throws {
    show(rows(40))
    try fixture.view.drag(to: 10)
    let target = fixture.view.release(velocity: 2, target: 300)
    #expect(recorder.take() == ["end 39"])
    for offset in [100.0, 200, 290, target] { try fixture.view.scroll(to: offset) }
    fixture.view.comeToRest()
    #expect(recorder.take().isEmpty)
  }

  /// What seed 2829 of the simulation found.
  @Test func `a movement to an end that moves away under the same last cell lets it be told again`()
    throws
  {
    func feed(_ count: Int) -> List {
      var list = rows(count)
      list.sections[0].cells.append(Cell("footer"))
      return list
    }
    show(feed(40))
    try fixture.view.drag(to: 10)
    _ = fixture.view.release(velocity: 2, target: 310)
    #expect(recorder.take() == ["end footer"])
    try fixture.view.scroll(to: 200)
    show(feed(80))
    try fixture.view.scroll(to: 310)
    fixture.view.comeToRest()
    #expect(recorder.take().isEmpty)
    try fixture.view.scroll(to: 710)
    #expect(recorder.take() == ["end footer"])
  }

  @Test func `a finger that was lifted at rest binds nothing: an end that was left is told again`()
    throws
  {
    show(rows(20))
    try fixture.view.drag(to: 100)
    _ = fixture.view.release(velocity: 0, target: 100)
    #expect(recorder.take() == ["end 19"])
    try fixture.view.scroll(to: 0)
    try fixture.view.scroll(to: 100)
    #expect(recorder.take() == ["end 19"])
  }

  @Test func `the end is told under a finger`() throws {
    show(rows(40))
    try fixture.view.drag(to: 270)
    #expect(recorder.take() == ["end 39"])
  }

  @Test
  func `compatibly, the end is told by every free movement and every release, and by nothing else`()
    throws
  {
    let fixture = AdapterFixture(
      .init(reachEndMode: .compatible),
      viewport: SimulatedViewport(height: 100, cellHeight: 10)
    )
    fixture.adapter.apply(rows(5))
    fixture.view.flush()
    #expect(recorder.take().isEmpty)
    try fixture.view.scroll(to: 0)
    try fixture.view.scroll(to: 0)
    #expect(recorder.take() == ["end 4", "end 4"])
    try fixture.view.drag(to: 0)
    #expect(recorder.take().isEmpty)
    try fixture.view.lift(target: 0)
    #expect(recorder.take() == ["end 4"])
  }

  @Test func `a list is told which of its cells are on screen, and which will be`() throws {
    let list = List(cells: [(0..<10).map(String.init), (10..<40).map(String.init)])
      .onVisibleCells { [recorder] in
        let cells = "\($0.firstIndex)-\($0.lastIndex)"
        recorder.record($0.isOnScreen ? cells : "\(cells) to come")
      }
    show(list)
    try fixture.view.scroll(to: 95)
    try fixture.view.drag(to: 100)
    _ = fixture.view.release(velocity: 1, target: 200)
    _ = fixture.view.release(velocity: -1, target: 5)
    #expect(recorder.take() == ["0-9", "9-19", "10-19", "20-29 to come", "0-10 to come"])
  }

  @Test(arguments: 0..<UInt64(Soak.count(50, soak: 4_000)))
  func `any pages and scrolls tell the ends that a model tells`(seed: UInt64) throws {
    guard ViewKind.current.runs(seed) else { return }
    var random = RandomLists(seed: seed)
    var model = ReachEndModel()
    func check() { #expect(recorder.take() == model.take(), "seed \(seed)") }
    show(rows(20))
    model.show(rows: 20, tells: true)
    for _ in 0..<40 {
      let count = 10 * random.number(0...6)
      switch random.number(0...9) {
      case 0...2:
        show(rows(count))
        model.show(rows: count, tells: true)
      case 3:
        show(List(cells: [(0..<count).map(String.init)]))
        model.show(rows: count, tells: false)
      case 4, 5:
        let offset = random.number(0...600)
        try fixture.view.scroll(to: Double(offset))
        model.scroll(to: offset)
      case 6:
        try fixture.view.scroll(to: fixture.view.contentLength)
        model.scroll(to: .max)
      case 7:
        fixture.adapter.rearmReachEnd()
        model.rearm()
      case 8:
        fixture.adapter.resynchronize(with: rows(count), version: random.number(1...9))
        model.show(rows: count, tells: true)
      default:
        guard count != model.rows else { continue }
        fixture.view.faults = [.refuse(batch: fixture.view.statistics.batches + 1)]
        show(rows(count))
        #expect(fixture.view.faults.isEmpty)
        model.refuse(rows: count)
      }
      check()
    }
  }
}

/// Rows of 10 points on a screen of 100, whose end is near when at most 30 points follow; it keeps
/// all that was ever seen, and looks it through.
private struct ReachEndModel {
  private enum Event: Equatable {
    case seen(rows: Int)
    case told(rows: Int)
    case rearmed
  }

  private(set) var rows = 0
  private var offset = 0
  private var tells = false
  private var events: [Event] = []
  private var lines: [String] = []

  mutating func show(rows: Int, tells: Bool) {
    self.rows = rows
    self.tells = tells
    scroll(to: offset)
  }

  mutating func refuse(rows refused: Int) {
    events += [.seen(rows: refused), .seen(rows: rows)]
  }

  mutating func rearm() { events.append(.rearmed) }

  mutating func scroll(to target: Int) {
    offset = min(target, max(0, rows * 10 - 100))
    events.append(.seen(rows: rows))
    guard tells else { return }
    guard rows < 10 || rows * 10 - 100 - offset <= 30 else { return events.append(.rearmed) }
    guard !wasTold else { return }
    events.append(.told(rows: rows))
    lines.append(rows == 0 ? "end none" : "end \(rows - 1)")
  }

  /// Whether this end was told, and nothing but this end has been seen since.
  private var wasTold: Bool {
    guard let index = events.lastIndex(of: .told(rows: rows)) else { return false }
    return events[index...].dropFirst().allSatisfy { $0 == .seen(rows: rows) }
  }

  mutating func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}
