// Swift code of docs/simulation.md; see ReadmeSnippets.

import ListAdapter
import ListModel
import ListPaging
import ListPictures
import ListSimulation

private func feed(_ world: SimWorld) -> SimulatedPager {
  let pages = world.pages()
  let pager = Pager(remote: world.remote, storage: pages, clock: world.clock)
  return SimulatedPager(pager) { update, screen in
    try pages.list(update)
      .withFooter(of: update.state)
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

private enum SimulationSnippets {
  static func prove() throws {
    let result = try simulate(feed) { user in
      user.settle()
      user.jump(to: .end)
      user.fault(.isSlow)
      user.pull()
    }
    print(result.shownIDs == result.remoteIDs + [PagerFooter.cellID])
  }

  static func users() throws {
    try explore(seeds: 0..<200, steps: 100, faults: .remote, feed)
  }

  struct Everything: SimulatedList {
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

  static func everything() throws {
    let everything = SimSubject { Everything(world: $0) }
    let result = try simulate(everything) { user in user.settle() }
    print(result.shownIDs == result.remoteIDs)
  }

  static func film(_ trace: SimTrace, _ subject: SimSubject) throws {
    var film = Film(title: "what went wrong")
    try replay(trace, subject) { moment in
      film.add(moment.view, caption: moment.step?.description ?? "")
    }
  }
}
