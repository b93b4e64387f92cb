import Foundation
import ListModel
import ListPaging
import ListSimulation
import Testing

/// Traces: what is written can be read and run again, and what is wrong with one is said.
@Suite struct TraceTests {
  private func failure() throws -> SimulationFailure {
    let failure = #expect(throws: SimulationFailure.self) {
      try simulate(Doubled.init) { user in
        user.settle()
        user.jump(to: .end)
      }
    }
    return try #require(failure)
  }

  /// A list that asks for its first page twice.
  private struct Doubled: SimulatedList {
    let world: SimWorld

    init(_ world: SimWorld) { self.world = world }

    func run(on screen: SimScreen) async throws {
      async let one = world.remote.page()
      async let two = world.remote.page()
      let cells = try await [one, two][0].cells
      await screen.show(List(sections: [Section(id: "rows", cells: cells)]))
    }
  }

  @Test func `a trace is run again, and does the same`() throws {
    let trace = try failure().trace
    let text = try trace.text()
    let read = try SimTrace(parsing: text)
    #expect(read.script == trace.script)
    #expect(read.settings == trace.settings)
    #expect(read.violation == trace.violation)
    #expect(read.events.map(\.event) == trace.events.map(\.event))
    #expect(try read.text() == text)
    let again = #expect(throws: SimulationFailure.self) {
      try replay(read, SimSubject { Doubled($0) })
    }
    #expect(again?.trace.hash == read.hash)
  }

  @Test func `a trace says which list was run, if its writer has said so`() throws {
    var trace = SimTrace(settings: SimSettings(seed: 3), script: SimScript())
    #expect(try SimTrace(parsing: trace.text()).subject == nil)
    trace.subject = "--team right"
    #expect(try SimTrace(parsing: trace.text()).subject == "--team right")
  }

  @Test func `a script without steps is printed as a closure that does nothing`() {
    #expect(SimScript().source == "  _ in  // the list is opened, and scrolled to its end\n")
    #expect(SimScript([.pull]).source == "  $0.pull()\n")
  }

  @Test func `every kind of step is written and read`() throws {
    let steps: [SimStep] = [
      .scroll(by: 12.5), .fling(velocity: -2), .jump(to: .end), .tap(3), .act, .pull,
      .resize(width: 100, height: 200), .rotate, .wait(5), .background(6), .cover(7), .relaunch,
      .crash(.afterCommit), .settle, .read, .insert(count: 2, at: 500), .delete(at: 1),
      .move(from: 1, to: 2), .update(at: 9), .fault(.isSlow),
    ]
    let text = try SimTrace(settings: SimSettings(seed: 3), script: SimScript(steps)).text()
    #expect(try SimTrace(parsing: text).script.steps == steps)
  }

  @Test func `what is no trace is refused with the line`() {
    let head = #"{"kit":1,"settings":{}}"#
    func error(_ text: String) -> SimulationError? {
      do {
        _ = try SimTrace(parsing: text)
        return nil
      } catch {
        return error as? SimulationError
      }
    }
    #expect(error(#"{"kit":7,"settings":{}}"#) == .otherKit(found: 7, expected: 1))
    #expect(error("")?.description.contains("line 1") == true)
    #expect(error("nonsense")?.description.contains("line 1") == true)
    #expect(error(head + "\n{\"do\":\"dance\"}")?.description.contains("\"dance\"") == true)
    #expect(error(head + "\n{\"do\":\"wait\"}")?.description.contains("\"ms\"") == true)
    #expect(error(head + "\n{}")?.description.contains("line 2") == true)
    #expect(
      error(#"{"kit":1,"settings":{"pageSize":0}}"#)
        == .invalidSettings("pageSize is 0; expected 1 to 10000")
    )
    #expect(error(head) == nil)
  }

  @Test func `a script of names and numbers from anywhere does not trap`() throws {
    let steps: [SimStep] = [
      .scroll(by: 1e300), .scroll(by: -.greatestFiniteMagnitude), .fling(velocity: 1e9),
      .tap(-7), .tap(Int.max), .resize(width: -1, height: 1e12), .wait(-4), .background(-1),
      .insert(count: -3, at: -9), .insert(count: 2, at: Int.max), .delete(at: Int.max),
      .move(from: Int.min, to: Int.max), .update(at: -1), .settle,
    ]
    let feed: SimSubject.Make = { PagedFeed($0) }
    try simulate(feed) { $0.steps = steps }
  }
}
