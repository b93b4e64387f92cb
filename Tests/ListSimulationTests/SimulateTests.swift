import ListModel
import ListPaging
import ListSimulation
import Testing

/// Scripts that are written by hand.
@Suite struct SimulateTests {
  private func feed(_ world: SimWorld) -> PagedFeed {
    PagedFeed(
      world,
      configuration: PagerConfiguration(pageSize: 20, initialLoadSize: 20, prefetchDistance: 5)
    )
  }

  @Test func `a list is loaded to its end by a user who scrolls`() throws {
    let result = try simulate(feed) { user in
      user.settle()
      user.jump(to: .end)
      user.settle()
      user.fling(velocity: 4)
    }
    #expect(result.remoteIDs.count == 100)
    #expect(result.shownIDs == result.remoteIDs + [PagerFooter.cellID])
    #expect(result.requestCount == 5)
  }

  @Test func `a failure is shown, and a tap on it goes on`() throws {
    let result = try simulate(feed) { user in
      user.settle()
      user.fault(.fails)
      user.jump(to: .end)
      user.settle()
      user.act()
      user.settle()
    }
    #expect(result.requestCount == 6)
  }

  @Test func `an app that crashes between two pages goes on where it was`() throws {
    for point in SimStep.CrashPoint.allCases {
      let result = try simulate(feed) { user in
        user.settle()
        user.crash(point)
        user.jump(to: .end)
        user.settle()
      }
      #expect(result.shownIDs.count == 101)
      #expect(result.trace.events.contains { $0.event.k == .crash })
    }
  }

  @Test func `nothing takes real time`() throws {
    let result = try simulate(feed) { $0.wait(600_000) }
    #expect(result.duration >= 600_000)
  }

  @Test func `a probe drives a pager by hand`() async {
    let probe = PagerProbe(
      remote: FixedRemote(ids: (0..<5).map { Cell.ID($0) }),
      configuration: PagerConfiguration(pageSize: 2, initialLoadSize: 2)
    )
    await probe.refresh()
    #expect(probe.ids == ["0", "1"])
    await probe.append()
    await probe.append()
    #expect(probe.ids.count == 5)
    #expect(probe.lastPage?.next == nil)
    #expect(probe.state.append == .notLoading(endOfPaginationReached: true))
    await probe.append()
    #expect(probe.requests.map(\.key) == [nil, "2", "4"])
  }
}
