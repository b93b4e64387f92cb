import ListModel
import ListPaging
import ListSimulation
import Testing

/// Scrolling through a pager without a screen, with the numbers of Paging 3's own tests.
@Suite struct PagerProbeTests {
  private func probe(
    _ count: Int,
    key: PageKey? = nil,
    distance: Int? = 3,
    failing: Set<Int> = []
  ) -> PagerProbe {
    let fixed = FixedRemote(ids: (0..<count).map { Cell.ID($0) })
    return PagerProbe(
      remote: Failing(remote: fixed, failures: failing),
      configuration: PagerConfiguration(
        pageSize: 3,
        initialLoadSize: 5,
        prefetchDistance: distance,
        initialKey: key
      )
    )
  }

  /// A remote of which some requests fail, by their numbers.
  private struct Failing: RemoteSource {
    let remote: FixedRemote
    let failures: Set<Int>

    func load(_ request: RemoteRequest) async throws -> RemotePage {
      if failures.contains(request.number) { throw RemoteFailure(.unavailable, reason: "down") }
      return try await remote.load(request)
    }
  }

  private func ids(_ range: Range<Int>) -> [Cell.ID] { range.map { Cell.ID($0) } }

  @Test func `scrolling to a cell loads what is on the way, and the prefetch distance`() async {
    let probe = probe(100)
    await probe.scroll(to: 42)
    #expect(probe.ids == ids(0..<47))
    await probe.scroll(to: 0)
    #expect(probe.ids == ids(0..<47))
    await probe.scroll(to: 1_000)
    #expect(probe.ids == ids(0..<100))
    #expect(probe.state.append == .notLoading(endOfPaginationReached: true))
  }

  @Test func `a cell is jumped to without what is on the way`() async {
    let probe = probe(100)
    await probe.jump(to: 4)
    #expect(probe.ids == ids(0..<8))
    await probe.jump(to: 100)
    #expect(probe.ids == ids(0..<11))
  }

  @Test func `scrolling goes on while the next cell is wanted, in both directions`() async {
    let probe = probe(100, key: 50)
    await probe.appendScroll { $0 != "60" }
    #expect(probe.ids == ids(47..<64))
    await probe.prependScroll { $0 != "40" }
    #expect(probe.ids == ids(38..<64))
    await probe.scroll(to: 0)
    #expect(probe.ids == ids(0..<64))
    #expect(probe.state.prepend == .notLoading(endOfPaginationReached: true))
  }

  @Test func `scrolling ends where loading fails, and goes on after a retry`() async {
    let probe = probe(100, failing: [3])
    await probe.scroll(to: 42)
    #expect(probe.ids == ids(0..<8))
    #expect(probe.state.append.error != nil)
    await probe.retry()
    await probe.scroll(to: 42)
    #expect(probe.ids == ids(0..<47))
  }

  @Test func `an empty list is scrolled to its end at once`() async {
    let probe = probe(0)
    await probe.scroll(to: 5)
    await probe.appendScroll { _ in true }
    #expect(probe.ids == [])
  }
}
