import ListAdapter
import ListDiff
import ListModel
import ListTestSupport
import Testing

/// A view that looks at nothing but counts lets the adapter change its lists in place; nobody else
/// may notice.
@Suite struct InPlaceTests {
  @Test(arguments: BatchMode.allCases, 1...UInt64(Soak.count(30, soak: 600)))
  func `whoever looks at a list, and whenever, finds it as if all versions were kept`(
    mode: BatchMode,
    seed: UInt64
  ) throws {
    var random = RandomLists(seed: seed)
    random.cellLimit = seed.isMultiple(of: 10) ? 200 : 8
    let view = CountingView()
    let adapter = CollectionViewAdapter(
      configuration: CollectionViewAdapterConfiguration(
        batchUpdateInterruptCount: .max,
        batchMode: mode
      ),
      collectionView: view,
      layoutAdapter: CollectionViewLayoutAdapter()
    )
    var list = random.list()
    adapter.apply(list)
    for _ in 0..<40 {
      let next = random.successor(of: list)
      let changeset = try Changeset(from: list, to: next)
      view.refusesNext = random.number(0...4) == 0
      view.holdsCompletions = !view.refusesNext && random.number(0...4) == 0
      view.look = random.number(0...3) == 0 ? { adapter.snapshot() } : nil
      var outcomes: [ApplyOutcome] = []
      adapter.apply(changeset) { outcomes.append($0) }
      if case .failed(.refusedByView)? = outcomes.first {
        #expect(view.wasRefused, "seed \(seed)")
      } else {
        list = next
        if view.holdsCompletions {
          let last = random.successor(of: list)
          adapter.apply(try Changeset(from: list, to: last)) { outcomes.append($0) }
          list = last
          view.complete()
        }
        #expect(outcomes.allSatisfy { if case .applied = $0 { true } else { false } })
      }
      #expect(view.flaw == nil, "seed \(seed)")
      #expect(view.counts == list.sections.map(\.cells.count), "seed \(seed)")
      if random.number(0...2) == 0 { #expect(adapter.snapshot() == list, "seed \(seed)") }
    }
    #expect(adapter.snapshot() == list, "seed \(seed)")
  }
}

/// A view that shows nothing.
private final class CountingView: CollectionView {
  weak var dataSource: (any CollectionViewDataSource)?
  weak var delegate: (any CollectionViewDelegate)?
  weak var prefetchDataSource: (any CollectionViewPrefetchDataSource)?
  var isInWindow: Bool { true }
  var contentOffset = 0.0
  var refreshControl = CollectionViewAdapterConfiguration.RefreshControl.disabled
  var isDragging: Bool { false }
  var contentLength: Double { 0 }
  var viewportLength: Double { 0 }
  var pathsForVisibleItems: [CellPath] { [] }
  var pathsForSelectedItems: [CellPath] { [] }

  /// Whether the next batch is refused, after its data has changed.
  var refusesNext = false
  private(set) var wasRefused = false
  var holdsCompletions = false
  /// Looks at the whole list, before a batch and after it.
  var look: (() -> List?)?
  /// What was wrong, if anything.
  private(set) var flaw: String?
  private var completions: [(Bool) -> Void] = []

  var counts: [Int] {
    (0..<(dataSource?.numberOfSections(in: self) ?? 0)).map {
      dataSource?.collectionView(self, numberOfItemsInSection: $0) ?? -1
    }
  }

  func complete() {
    while !completions.isEmpty { completions.removeFirst()(true) }
  }

  func performBatchUpdates(
    _ update: BatchUpdate,
    animation: UpdateAnimation,
    changingData: () -> Void,
    completion: @escaping (_ finished: Bool) -> Void
  ) throws(CollectionViewError) {
    let before = counts.reduce(0, +)
    compareWithList("before a batch")
    changingData()
    compareWithList("after a batch")
    let inserted = update.insertedCells.count - update.deletedCells.count
    if update.touchesNoSection, counts.reduce(0, +) != before + inserted {
      flaw = "\(counts.reduce(0, +)) cells after \(inserted) were inserted to \(before)"
    }
    wasRefused = refusesNext
    refusesNext = false
    if wasRefused { throw .injectedFault }
    if holdsCompletions { completions.append(completion) } else { completion(true) }
  }

  private func compareWithList(_ moment: String) {
    guard let list = look?() else { return }
    let found = list.sections.map(\.cells.count)
    if found != counts { flaw = "\(moment): \(counts), but the list has \(found)" }
  }

  func registerCell(reuseIdentifier: String) {}
  func registerSupplementaryView(ofKind kind: SupplementaryKind, reuseIdentifier: String) {}
  func reloadData() {}
  func layoutIfNeeded() throws(CollectionViewError) {}
  func invalidateLayout() {}
  func visibleCell(at path: CellPath) -> (any ReusableView)? { nil }
  func selectItem(at path: CellPath) {}
  func position(ofItemAt path: CellPath) -> Double? { nil }
  var isRefreshing: Bool { false }
  func endRefreshing() {}

  func pathsForVisibleSupplementaryViews(ofKind kind: SupplementaryKind) -> [CellPath] { [] }
  func visibleSupplementaryView(
    ofKind kind: SupplementaryKind,
    at path: CellPath
  ) -> (any ReusableView)? { nil }

  func dequeueReusableCell(
    reuseIdentifier: String,
    for path: CellPath
  ) throws(CollectionViewError) -> any ReusableView {
    throw .unregisteredReuseIdentifier(reuseIdentifier)
  }

  func dequeueReusableSupplementaryView(
    ofKind kind: SupplementaryKind,
    reuseIdentifier: String,
    for path: CellPath
  ) throws(CollectionViewError) -> any ReusableView {
    throw .unregisteredReuseIdentifier(reuseIdentifier)
  }
}

extension BatchUpdate {
  fileprivate var touchesNoSection: Bool {
    self.deletedSections.isEmpty && self.insertedSections.isEmpty && self.movedSections.isEmpty
      && reloadedSections.isEmpty
  }
}
