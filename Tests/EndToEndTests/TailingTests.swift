import Foundation
import ListAdapter
import ListDiff
import ListModel
import ListStorage
import ListTestSupport
import Testing

@Suite struct `An adapter that tails a store another process writes to` {
  @Test(arguments: BatchMode.allCases)
  func `composes what it missed, and ends exactly equal`(mode: BatchMode) async throws {
    let tail = try Tail(mode, compositionLimit: 10_000)
    var random = SeededGenerator(seed: 31)
    // Animations end now and then; whatever comes between is shown as one.
    var patience = 1
    try await tail.run { view in
      patience -= 1
      guard patience == 0 else { return }
      patience = Int.random(in: 1...40, using: &random)
      view.flush()
    }
    #expect(tail.adapter.catchUp.compositions > 0)
    #expect(tail.adapter.catchUp.largestComposition > 1)
    #expect(tail.adapter.catchUp.comparisons == 0)
    #expect(tail.view.statistics.batches < 5 * tail.count)
  }

  @Test func `holds no more than its limit while it lags, and catches up in one step`() async throws
  {
    let tail = try Tail(.staged, compositionLimit: 100)
    try await tail.run { _ in }
    #expect(tail.largestBacklog <= 100)
    #expect(tail.adapter.catchUp.comparisons == 1)
    #expect(tail.view.statistics.batches <= 10)
  }
}

/// A process that commits versions in bursts, and an adapter that follows it.
private final class Tail {
  let count = isSoak ? 5_000 : 500
  let adapter: CollectionViewAdapter
  let view = SimulatedCollectionView()
  private(set) var largestBacklog = 0
  private let layoutAdapter = CollectionViewLayoutAdapter()
  private let directory: TemporaryDirectory
  private let database: String
  private let store: ListStore

  init(_ mode: BatchMode, compositionLimit: Int) throws {
    directory = try TemporaryDirectory()
    database = directory.path("test.db")
    try Tool.liststore.succeed("commit", database, "home", input: Documents.list("first"))
    store = try ListStore(path: database)
    adapter = CollectionViewAdapter(
      configuration: CollectionViewAdapterConfiguration(
        batchUpdateInterruptCount: .max,
        compositionLimit: compositionLimit,
        batchMode: mode,
        verification: .fingerprint
      ),
      collectionView: view,
      layoutAdapter: layoutAdapter
    )
    view.layoutAdapter = layoutAdapter
    let start = try store.snapshot(of: "home")
    adapter.resynchronize(with: start.list, version: start.version)
  }

  /// Follows all versions; `step` comes before each one.
  func run(_ step: @escaping (SimulatedCollectionView) -> Void) async throws {
    let bursts = Self.bursts(count)
    let database = database
    async let written: Void = Self.write(bursts, to: database)
    let feed = PacedFeed(base: store.feed(of: "home", after: 1), last: count + 1) { [self] in
      largestBacklog = max(largestBacklog, adapter.waitingOperationCount)
      step(view)
    }
    try await adapter.replay(feed)
    largestBacklog = max(largestBacklog, adapter.waitingOperationCount)
    try await written
    while view.hasPendingCompletions { view.flush() }
    let end = try store.snapshot(of: "home")
    #expect(end.version == count + 1)
    #expect(adapter.version == end.version)
    #expect(adapter.snapshot() == end.list)
    #expect(view.sectionIDs == end.list.sections.map(\.id))
    for (index, section) in end.list.sections.enumerated() {
      #expect(view.cellIDs(inSection: index) == section.cells.map(\.id))
    }
  }

  private static func bursts(_ count: Int) -> [String] {
    let lines = Documents.history(count: count, cells: 12, seed: 5, marker: "tail")
    return stride(from: 0, to: count, by: count / 10).map { start in
      lines[start..<start + count / 10].joined(separator: "\n")
    }
  }

  private static func write(_ bursts: [String], to database: String) async throws {
    for burst in bursts {
      let command = [Tool.liststore.path, "import", database, "home", "-", "--busy-timeout", "60"]
      let result = try Child(command, input: Data(burst.utf8)).wait()
      try #require(result.status == 0, "\(result.errors)")
    }
  }
}

/// A feed that ends at a version, and does something before each change.
private struct PacedFeed: AsyncSequence {
  let base: ListFeed
  let last: Int
  let step: () -> Void

  func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), last: last, step: step)
  }

  struct Iterator: AsyncIteratorProtocol {
    var base: ListFeed.Iterator
    let last: Int
    let step: () -> Void
    private var version = 0

    init(base: ListFeed.Iterator, last: Int, step: @escaping () -> Void) {
      self.base = base
      self.last = last
      self.step = step
    }

    mutating func next() async throws -> Change? {
      if version == last { return nil }
      step()
      let change = try await base.next()
      version = change?.version ?? last
      return change
    }
  }
}
