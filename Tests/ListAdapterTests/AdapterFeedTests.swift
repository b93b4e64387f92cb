import ListAdapter
import ListDiff
import ListModel
import ListTestSupport
import Synchronization
import Testing

@Suite(.everyView) struct AdapterFeedTests {
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

  /// Rows of given sizes and of measured ones, in batches of one and of several stages, and by a reload.
  @Test(arguments: [CollectionViewAdapterUpdateStrategy.animatedBatchUpdates, .reloadData])
  func `a cell that no frame shows is told of no appearance`(
    strategy: CollectionViewAdapterUpdateStrategy
  ) throws {
    for removes in [false, true] {
      let counts = Mutex((will: [String](), did: [String]()))
      func list(_ ids: [String]) -> List {
        var list = List(cells: [ids])
        list.sections[0].cells = list.sections[0].cells.map { cell in
          cell.willDisplay { _ in counts.withLock { $0.will.append(cell.id.rawValue) } }
            .didEndDisplay { _ in counts.withLock { $0.did.append(cell.id.rawValue) } }
        }
        return list
      }
      let rows = (0..<50).map(String.init)
      let fixture = AdapterFixture(
        .init(batchUpdateInterruptCount: .max),
        showing: list(rows),
        viewport: SimulatedViewport(height: 600, cellHeight: 50),
        layout: .rows
      )
      try fixture.view.scroll(to: 300)
      let shown = counts.withLock { $0 }
      #expect(shown.will.count == 18 && shown.did.count == 6)
      let older = (0..<20).map { "older \($0)" }
      // Of the rows above the screen some leave, so that there are two stages.
      let rest = removes ? Array(rows.dropFirst(3)) : rows
      fixture.adapter.apply(list(older + rest), updateStrategy: strategy, anchor: .firstVisibleCell)
      fixture.view.flush()
      #expect(fixture.view.contentOffset == (removes ? 1_150 : 1_300))
      let after = counts.withLock { $0 }
      let isReload = strategy == .reloadData
      #expect(after.will.count == (isReload ? 30 : 18), "\(after.will)")
      #expect(after.did.count == (isReload ? 18 : 6), "\(after.did)")
      #expect(!after.will.contains { $0.hasPrefix("older") })
    }
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
