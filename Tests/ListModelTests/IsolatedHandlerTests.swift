import ListModel
import Testing

/// Handlers belong to the actor they are written on.
@Suite struct IsolatedHandlerTests {
  /// A screen of an app.
  @MainActor final class Screen {
    private(set) var log: [String] = []
    var whenCalled: (() -> Void)?

    func list() -> List {
      List(sections: [])
        .didScroll { [weak self] context in self?.add("scrolled to \(context.contentOffset)") }
        .didEndDragging { [weak self] _, deceleration in self?.add("\(deceleration)") }
        .shouldScrollToTop { [weak self] _ in
          self?.add("asked")
          return false
        }
    }

    func cell() -> Cell {
      Cell(id: "a", component: AnyComponent(StoredComponent(type: "Row")))
        .didSelect { [weak self] context in
          self?.add("selected, \(context.content == nil ? "without" : "with") content")
        }
    }

    private func add(_ line: String) {
      MainActor.assertIsolated()
      log.append(line)
      whenCalled?()
      whenCalled = nil
    }
  }

  private static func scroll(to offset: Double) -> ScrollContext {
    ScrollContext(contentOffset: offset, contentLength: 9, viewportLength: 9, version: 1)
  }

  fileprivate static func selection(_ cell: Cell) -> CellContext {
    CellContext(
      id: cell.id,
      sectionID: "s",
      path: CellPath(section: 0, item: 0),
      component: cell.component,
      content: Thing(),
      version: 1
    )
  }

  private final class Thing {}

  @MainActor @Test func `on the main actor, a screen's handlers are called at once`() {
    let screen = Screen()
    let list = screen.list()
    list.handlers.fire(ListEvent.DidScroll.self, Self.scroll(to: 3))
    list.handlers.fire(ListEvent.DidEndDragging.self, (Self.scroll(to: 3), .stops))
    let reply = EventReply(true)
    list.handlers.fire(ListEvent.ShouldScrollToTop.self, (Self.scroll(to: 3), reply))
    #expect(!reply.value)
    let cell = screen.cell()
    cell.handlers.fire(CellEvent.DidSelect.self, Self.selection(cell))
    #expect(screen.log == ["scrolled to 3.0", "stops", "asked", "selected, with content"])
  }

  @Test func `elsewhere, a screen's handlers are called on the main actor, without the content`()
    async
  {
    let screen = await Screen()
    let cell = await screen.cell()
    await withCheckedContinuation { continuation in
      Task { @MainActor in
        screen.whenCalled = { continuation.resume() }
        Task.detached { cell.handlers.fire(CellEvent.DidSelect.self, Self.selection(cell)) }
      }
    }
    #expect(await screen.log == ["selected, without content"])
  }

  @Test func `elsewhere, a question gets no answer from a screen's handler`() async {
    let screen = await Screen()
    let list = await screen.list()
    let answer = await Task.detached {
      let reply = EventReply(true)
      list.handlers.fire(ListEvent.ShouldScrollToTop.self, (Self.scroll(to: 3), reply))
      return reply.value
    }.value
    #expect(answer)
    #expect(await screen.log.isEmpty)
  }

  /// Whoever counts on an actor of his own.
  private actor Counter {
    private(set) var count = 0
    private var whenCounted: (() -> Void)?

    func cell() -> Cell {
      Cell(id: "a", component: AnyComponent(StoredComponent(type: "Row")))
        .didSelect { _ in self.increment() }
    }

    func tap(_ cell: Cell) async {
      await withCheckedContinuation { continuation in
        whenCounted = { continuation.resume() }
        cell.handlers.fire(CellEvent.DidSelect.self, IsolatedHandlerTests.selection(cell))
      }
    }

    private func increment() {
      count += 1
      whenCounted?()
      whenCounted = nil
    }
  }

  @Test func `a handler of another actor is called there`() async {
    let counter = Counter()
    await counter.tap(await counter.cell())
    #expect(await counter.count == 1)
  }

  @Test func `a handler of no actor is called at once, wherever that is`() async {
    let count = EventReply(0)
    let cell = Cell(id: "a", component: AnyComponent(StoredComponent(type: "Row")))
      .didSelect { _ in count.value += 1 }
    cell.handlers.fire(CellEvent.DidSelect.self, Self.selection(cell))
    #expect(count.value == 1)
    await MainActor.run {
      cell.handlers.fire(CellEvent.DidSelect.self, Self.selection(cell))
      #expect(count.value == 2)
    }
  }
}
