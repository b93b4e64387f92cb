import ListAdapter
import ListDiff
import ListModel

/// Measures whole lists passed to an adapter, and a peer that makes stages of structs and keeps arrays.
struct DeclaredAdapter {
  let count: Int
  let comparison: Comparison

  func run() throws {
    for changeCount in [1, 10] {
      let history = FeedHistory(
        count,
        versions: count >= 100_000 ? 4 : 16,
        changing: changeCount,
        seed: UInt64(count + changeCount)
      )
      let versions = history.versions.map { $0.map(\.copy) }
      let lists = versions.map { List(declaring: $0) }
      let rows = versions.map { [$0].rows }
      // An adapter does not retain its view.
      let view = BlankCollectionView()
      let adapter = CollectionViewAdapter(
        configuration: CollectionViewAdapterConfiguration(
          enablesReconfigureItems: true,
          batchUpdateInterruptCount: .max
        ),
        collectionView: view,
        layoutAdapter: CollectionViewLayoutAdapter()
      )
      adapter.apply(lists[0])
      let peer = ArrayAdapter(rows[0], in: BlankCollectionView())
      var (next, nextOfPeer) = (0, 0)
      try comparison.measure(
        "list applied, \(changeCount) changed",
        count,
        repeats: true,
        [
          .init(name: "stages of structs") { _ in
            nextOfPeer += 1
            try peer.apply(rows[history.index(of: nextOfPeer)])
          },
          .init(name: "adapter") { _ in
            next += 1
            adapter.apply(lists[history.index(of: next)])
          },
        ]
      )
      try withExtendedLifetime(view) {
        guard view.operationCount > 0 else { throw NothingShown() }
      }
    }
  }

  /// The error that the view received no change, so that nothing was measured.
  private struct NothingShown: Error {}
}

extension FeedHistory {
  /// Returns the index of the version of a step; steps go to the newest version and back again.
  fileprivate func index(of step: Int) -> Int {
    let (way, step) = (step / (versions.count - 1), step % (versions.count - 1))
    return way % 2 == 0 ? step : versions.count - 1 - step
  }
}

/// An adapter that keeps its data in arrays.
private final class ArrayAdapter {
  private var data: [StagedDifference<FeedModel>.Section]
  private let view: BlankCollectionView

  init(_ data: [StagedDifference<FeedModel>.Section], in view: BlankCollectionView) {
    self.data = data
    self.view = view
  }

  func apply(_ target: [StagedDifference<FeedModel>.Section]) throws {
    for stage in StagedDifference(from: data, to: target).stages {
      try view.performBatchUpdates(
        stage.batch,
        animation: .animated,
        changingData: { data = stage.data },
        completion: { _ in }
      )
    }
  }
}

extension StagedDifference.Stage {
  fileprivate var batch: BatchUpdate {
    BatchUpdate(
      deletedSections: deletedSections,
      insertedSections: insertedSections,
      movedSections: movedSections.map { .init(from: $0.from, to: $0.to) },
      deletedCells: deleted,
      insertedCells: inserted,
      reloadedCells: updated,
      movedCells: moved.map { .init(from: $0.from, to: $0.to) }
    )
  }
}
