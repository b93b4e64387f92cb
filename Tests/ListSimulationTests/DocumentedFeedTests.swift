import Foundation
import ListAdapter
import ListModel
import ListPaging
import ListSimulation
import Testing

/// The way from a list that loads more to its proof, as docs/simulation.md goes it.
@Suite struct DocumentedFeedTests {
  private static func feed(_ world: SimWorld, withTaps: Bool) -> SimulatedPager {
    let pages = world.pages()
    let pager = Pager(remote: world.remote, storage: pages, clock: world.clock)
    return SimulatedPager(pager) { update, screen in
      let list = try pages.list(update).withFooter(of: update.state)
      return (withTaps ? list.withTaps(for: pager) : list)
        .onVisibleCells { cells in
          Task { await pager.viewed(cells) }
        }
        .onRefresh(ending: .whenTold) { refresh in
          Task {
            await pager.refresh()
            screen.endRefreshing(refresh.id)
          }
        }
    }
  }

  /// The seed is the first one that fails; in the soak, those before it are run as well.
  @Test func `a feed that cannot be tapped fails as the documentation says`() throws {
    let isSoak = ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] != nil
    let failure = #expect(throws: SimulationFailure.self) {
      try explore(seeds: (isSoak ? 0 : 14)..<200, steps: 100, faults: .remote) {
        Self.feed($0, withTaps: false)
      }
    }
    let text = try #require(failure).description.trimmingCharacters(in: .newlines)
    let isShown = try Documentation.page("simulation.md").contains(text)
    #expect(isShown, "\(text)")
  }

  @Test func `with taps, it holds`() throws {
    let feed = SimSubject { Self.feed($0, withTaps: true) }
    let result = try simulate(feed) { user in
      user.settle()
      user.jump(to: .end)
      user.fault(.isSlow)
      user.pull()
    }
    #expect(result.shownIDs == result.remoteIDs + [PagerFooter.cellID])
    for faults in [SimUser.Faults.remote, .all] {
      try explore(
        seeds: 0..<10,
        steps: 60,
        faults: faults,
        adjust: { $0.unchecked = ExplorationTests.openFaults },
        { Self.feed($0, withTaps: true) }
      )
    }
  }

  @Test func `a run is looked at when the app was opened, after each step, and in the end`() throws
  {
    let script = SimScript([.settle, .jump(to: .end), .settle])
    let trace = SimTrace(settings: SimSettings(), script: script)
    var moments: [(index: Int, step: SimStep?, cells: Int)] = []
    try replay(trace, SimSubject { Self.feed($0, withTaps: true) }) { moment in
      moments.append((moment.index, moment.step, moment.view.numberOfItemsInSections.reduce(0, +)))
    }
    #expect(moments.map(\.index) == [0, 1, 2, 3, 4])
    #expect(moments.map(\.step) == [nil, .settle, .jump(to: .end), .settle, nil])
    #expect(moments.map(\.cells).last == 101)
    #expect(moments[1].cells < 101)
  }

  @Test func `the moment in which something does not hold is the last one`() throws {
    let trace = SimTrace(
      settings: SimSettings(),
      script: SimScript([.settle, .fault(.fails), .jump(to: .end)])
    )
    var last: SimViolation?
    #expect(throws: SimulationFailure.self) {
      // Nobody tells the pager what is on screen.
      let feed = SimSubject { world in
        let pages = world.pages()
        let pager = Pager(remote: world.remote, storage: pages, clock: world.clock)
        return SimulatedPager(pager) { update, _ in try pages.list(update) }
      }
      try replay(trace, feed) { last = $0.violation }
    }
    #expect(last?.invariant == .eventuallyLoads)
  }
}

/// A list without a pager, as the page has it.
@Suite struct DocumentedListTests {
  private struct Everything: SimulatedList {
    let world: SimWorld

    func run(on screen: SimScreen) async throws {
      var (cells, key): ([Cell], PageKey?) = ([], nil)
      repeat {
        let page = try await world.remote.page(after: key)
        cells += page.cells
        key = page.next
        await screen.show(List(sections: [Section(id: "all", cells: cells)]))
      } while key != nil && !Task.isCancelled
    }
  }

  @Test func `a user who waits sees everything, and random users find what comes twice`() throws {
    let everything = SimSubject { Everything(world: $0) }
    let result = try simulate(everything) { user in user.settle() }
    #expect(result.shownIDs == result.remoteIDs)
    let failure = #expect(throws: SimulationFailure.self) {
      try explore(seeds: 0..<1, steps: 20, faults: .none) { Everything(world: $0) }
    }
    #expect(failure?.description.contains("I1 noDuplicateShown") == true)
  }
}

/// The pages of docs.
enum Documentation {
  static func page(_ name: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent("docs/\(name)"), encoding: .utf8)
  }
}
