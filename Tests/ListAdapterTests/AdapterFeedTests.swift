import ListAdapter
import ListDiff
import ListModel
import ListTestSupport
import Testing

@Suite struct AdapterFeedTests {
  @Test func `a feed that ran ahead is shown by a few differences, and arrives exactly`()
    async throws
  {
    let feed = try RandomFeed(seed: 11, count: 30, editLimit: 4)
    let fixture = AdapterFixture()
    fixture.adapter.resynchronize(with: feed.start, version: 0)
    try await fixture.adapter.replay(AsyncStream(feed.changes))
    while fixture.view.hasPendingCompletions { fixture.view.flush() }
    #expect(fixture.adapter.version == 30)
    #expect(fixture.adapter.snapshot() == feed.lists.last)
    #expect(fixture.view.statistics.batches <= 12)
  }

  @Test func `a feed with a gap is refused, and goes on after a resynchronisation`() async throws {
    let feed = try RandomFeed(seed: 12, count: 6)
    let fixture = AdapterFixture()
    fixture.adapter.resynchronize(with: feed.start, version: 0)
    let gapped = Array(feed.changes[0...1] + feed.changes[3...])
    await #expect(throws: CollectionViewAdapterError.parentMismatch(parent: 3, shown: 2)) {
      try await fixture.adapter.replay(AsyncStream(gapped))
    }
    fixture.adapter.resynchronize(with: feed.lists[3], version: 4)
    try await fixture.adapter.replay(AsyncStream(Array(feed.changes[4...])))
    while fixture.view.hasPendingCompletions { fixture.view.flush() }
    #expect(fixture.adapter.snapshot() == feed.lists.last)
  }

  @Test(arguments: [CollectionViewAdapterUpdateStrategy.animatedBatchUpdates, .reloadData])
  func `an anchored cell keeps its place on screen when rows come above it`(
    strategy: CollectionViewAdapterUpdateStrategy
  ) throws {
    let rows = (0..<50).map(String.init)
    let fixture = AdapterFixture(
      showing: List(cells: [rows]),
      viewport: SimulatedViewport(height: 100, cellHeight: 10)
    )
    try fixture.view.scroll(to: 205)
    let older = (0..<7).map { "older \($0)" }
    fixture.adapter.apply(
      List(cells: [older + rows]),
      updateStrategy: strategy,
      anchor: .firstVisibleCell
    )
    #expect(fixture.view.contentOffset == 275)
    fixture.view.flush()
    // The first cell on screen is deleted: the next one is the anchor.
    fixture.adapter.apply(
      List(cells: [rows.filter { $0 != "20" }]),
      updateStrategy: strategy,
      anchor: .firstVisibleCell
    )
    #expect(fixture.view.contentOffset == 195)
    fixture.view.flush()
    fixture.adapter.apply(List(cells: [older + rows]), updateStrategy: strategy)
    #expect(fixture.view.contentOffset == 195)
  }

  @Test func `the content is not moved under a finger`() throws {
    let rows = (0..<50).map(String.init)
    let fixture = AdapterFixture(
      showing: List(cells: [rows]),
      viewport: SimulatedViewport(height: 100, cellHeight: 10)
    )
    try fixture.view.drag(to: 205)
    fixture.adapter.apply(List(cells: [["older"] + rows]), anchor: .firstVisibleCell)
    #expect(fixture.view.contentOffset == 205)
  }
}

extension AsyncStream where Element == Change {
  /// A stream of changes that are all there.
  fileprivate init(_ changes: [Change]) {
    self.init { continuation in
      for change in changes { continuation.yield(change) }
      continuation.finish()
    }
  }
}
