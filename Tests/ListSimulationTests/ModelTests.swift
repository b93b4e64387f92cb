import Foundation
import ListModel
import ListPaging
import ListSimulation
import ListTestSupport
import Testing

/// Lists of others: without a pager, on the main actor, and wrong ones.
@Suite struct ModelTests {
  /// A view model as many apps have one: on the main actor, with an array.
  @MainActor final class ViewModel: SimulatedList {
    private let remote: SimRemote
    private var cells: [Cell] = []
    private var next: PageKey?
    private var isLoading = false

    init(_ world: SimWorld) { remote = world.remote }

    func run(on screen: SimScreen) async throws {
      MainActor.preconditionIsolated()
      await load(nil, screen)
    }

    private func load(_ key: PageKey?, _ screen: SimScreen) async {
      guard !isLoading else { return }
      isLoading = true
      let page = try? await remote.page(after: key)
      isLoading = false
      MainActor.preconditionIsolated()
      if let page {
        if key == nil { cells = [] }
        cells += page.cells
        next = page.next
      }
      show(screen)
    }

    private func show(_ screen: SimScreen) {
      let list = List(sections: [Section(id: "rows", cells: cells)])
        .onReachEnd { _ in
          Task { @MainActor in
            if let key = self.next { await self.load(key, screen) }
          }
        }
        .onRefresh { _ in
          Task { @MainActor in
            await self.load(nil, screen)
            screen.endRefreshing()
          }
        }
      screen.apply(list)
    }
  }

  @Test func `a view model on the main actor is tested as it is`() throws {
    let model: SimSubject.Make = { await ViewModel($0) }
    let result = try simulate(model) { user in
      user.settle()
      user.jump(to: .end)
      user.settle()
    }
    #expect(result.shownIDs == result.remoteIDs)
  }

  @Test func `random users of it do the same twice`() throws {
    try explore(seeds: 0..<20, steps: 40, faults: .none) { settings in
      settings.paging = .pageNumber
      // It does not care who looks.
      settings.unchecked = [.noUselessLoad]
    } _: {
      await ViewModel($0)
    }
  }

  /// A list that does something on a thread of its own.
  private struct Escaping: SimulatedList {
    let world: SimWorld

    func run(on screen: SimScreen) async throws {
      let thread = Thread { screen.apply(List()) }
      thread.start()
      try spin(until: "the thread has ended") { thread.isFinished }
      await screen.show(List())
    }
  }

  @Test func `work that leaves the simulation is found`() throws {
    let escaping: SimSubject.Make = { Escaping(world: $0) }
    let failure = #expect(throws: SimulationFailure.self) {
      try simulate(escaping) { $0.wait(10) }
    }
    #expect(failure?.violation.invariant == .deterministic)
  }

  @Test func `a list that fails is reported with what it has thrown`() throws {
    struct Broken: SimulatedList {
      func run(on screen: SimScreen) async throws {
        throw RemoteFailure(.unavailable, reason: "no")
      }
    }
    let broken: SimSubject.Make = { _ in Broken() }
    let failure = #expect(throws: SimulationFailure.self) {
      try simulate(broken) { $0.wait(1) }
    }
    #expect(failure?.description.contains("no") == true)
  }
}
