// Swift code of docs/simulation.md; see ReadmeSnippets.

import ListAdapter
import ListModel
import ListPaging
import ListSimulation

private enum SimulationSnippets {
  struct Feed: SimulatedList {
    let pager: Pager
    let pages: SimPages

    init(_ world: SimWorld) {
      pages = world.pages()
      pager = Pager(remote: world.remote, storage: pages, clock: world.clock)
    }

    func run(on screen: SimScreen) async throws {
      try await pager.start()
      for await update in pager.updates {
        let list = try pages.list(update)
          .onVisibleCells { cells in
            Task { await pager.viewed(first: cells.firstIndex, last: cells.lastIndex) }
          }
        await screen.show(list, version: update.window.version, anchor: .firstVisibleCell)
        await pager.shown(update)
      }
    }

    func visibilityChanged(to visibility: Pager.Visibility) async {
      await pager.setVisibility(visibility)
    }
  }

  static func prove() throws {
    let result = try simulate(Feed.init) { user in
      user.settle()
      user.jump(to: .end)
      user.fault(.isSlow)
      user.pull()
    }
    print(result.shownIDs == result.remoteIDs)

    try explore(seeds: 0..<200, steps: 100, faults: .none) { Feed($0) }
  }
}
