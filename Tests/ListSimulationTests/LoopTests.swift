import ListModel
import ListSimulation
import Testing

/// A list that asks without end is stopped, and its failure says what it asks for.
@Suite struct LoopTests {
  private struct Loop: SimulatedList {
    let world: SimWorld

    func run(on screen: SimScreen) async throws {
      while !Task.isCancelled { _ = try? await world.remote.page(after: nil) }
    }
  }

  @Test func `requests for the same page without end are named after 200 of them`() throws {
    var settings = SimSettings()
    settings.latency = 0
    let failure = #expect(throws: SimulationFailure.self) {
      try simulate(settings: settings, SimSubject { Loop(world: $0) }) { $0.settle() }
    }
    #expect(failure?.violation.message.contains("200 requests for the same page in a row") == true)
  }
}
