import ListAdapter
import ListDiffable
import ListModel
import ListTestSupport
import Testing

/// Applying snapshots.
///
/// The first tests are the cases of the collection view suite of ra1028/DiffableDataSources
/// (0.5.0), as far as they do not need UIKit.
@Suite struct DiffableDataSourceTests {
  @Test func `a new data source is its view's`() {
    let fixture = DiffableFixture()
    #expect(fixture.view.dataSource === fixture.dataSource)
  }

  @Test func `apply performs a batch only if there is a difference`() throws {
    let fixture = DiffableFixture()
    var snapshot = NumberSnapshot()
    fixture.apply("nothing", snapshot)
    #expect(fixture.view.statistics.batches == 0)
    try snapshot.appendSections([0])
    try snapshot.appendItems([0])
    fixture.apply("first", snapshot)
    #expect(fixture.view.statistics.batches == 1)
    fixture.apply("same", snapshot)
    #expect(fixture.view.statistics.batches == 1)
    try snapshot.appendItems([1])
    fixture.apply("more", snapshot)
    #expect(fixture.view.statistics.batches == 2)
    #expect(fixture.answers.map(\.name) == ["nothing"])
    fixture.view.flush()
    #expect(fixture.answers.map(\.name) == ["nothing", "first", "same", "more"])
    #expect(fixture.shows(snapshot))
  }

  @Test func `a snapshot that is changed changes nothing until it is applied`() throws {
    let dataSource = DiffableFixture().dataSource
    #expect(dataSource.snapshot() == NumberSnapshot())
    var snapshot = dataSource.snapshot()
    try snapshot.appendSections([0, 1, 2])
    #expect(dataSource.snapshot() == NumberSnapshot())
  }

  @Test func `the snapshot applied last is there at once, to be built upon`() throws {
    let fixture = DiffableFixture()
    for number in 0..<3 {
      var snapshot = fixture.dataSource.snapshot()
      try snapshot.appendSections([number])
      try snapshot.appendItems([number])
      fixture.dataSource.apply(snapshot)
    }
    #expect(fixture.shows(try NumberSnapshot(items: [[0], [1], [2]])))
  }

  @Test func `items are found by path, and paths by item`() throws {
    let fixture = DiffableFixture()
    fixture.dataSource.apply(try NumberSnapshot(items: [[0, 1, 2], [], []]))
    #expect(fixture.dataSource.itemIdentifier(for: CellPath(0, 1)) == 1)
    #expect(fixture.dataSource.itemIdentifier(for: CellPath(100, 100)) == nil)
    #expect(fixture.dataSource.itemIdentifier(for: CellPath(0, -1)) == nil)
    #expect(fixture.dataSource.indexPath(for: 2) == CellPath(0, 2))
    #expect(fixture.dataSource.indexPath(for: 100) == nil)
    #expect(fixture.dataSource.sectionIdentifier(for: 2) == 2)
    #expect(fixture.dataSource.sectionIdentifier(for: 3) == nil)
    #expect(fixture.dataSource.index(for: 1) == 1)
    #expect(fixture.dataSource.index(for: 3) == nil)
  }

  @Test func `the view is told counts and given the provider's cells`() throws {
    let fixture = DiffableFixture()
    #expect(fixture.dataSource.numberOfSections(in: fixture.view) == 0)
    fixture.dataSource.apply(try NumberSnapshot(items: [[0, 1, 2], [], []]))
    #expect(fixture.dataSource.numberOfSections(in: fixture.view) == 3)
    #expect(fixture.dataSource.collectionView(fixture.view, numberOfItemsInSection: 0) == 3)
    #expect(fixture.dataSource.collectionView(fixture.view, numberOfItemsInSection: 9) == 0)
    #expect(fixture.drawn == [["0", "1", "2"], [], []])
    #expect(throws: CollectionViewError.missingItem(at: CellPath(1, 0))) {
      try fixture.dataSource.collectionView(fixture.view, cellForItemAt: CellPath(1, 0))
    }
  }

  @Test func `no item may be moved unless a handler says so`() throws {
    let fixture = DiffableFixture()
    fixture.dataSource.apply(try NumberSnapshot(items: [[0, 1, 2]]))
    #expect(!fixture.dataSource.canMoveItem(at: CellPath(0, 1)))
  }
}

extension DiffableDataSourceTests {
  @Test func `random applies: every batch is legal, and the view ends at the snapshot`() {
    for seed in 1...(80 * diffableSoakFactor) {
      var edits = RandomDiffableEdits(seed: seed)
      let fixture = DiffableFixture()
      for step in 0..<10 where !appliesNext(step, in: fixture, &edits) {
        Issue.record("seed \(seed), step \(step): \(fixture.answers.last as Any)")
        return
      }
      fixture.view.flush()
      guard fixture.answers == (0..<10).map({ .init(name: "\($0)") }) else {
        Issue.record("seed \(seed): \(fixture.answers)")
        return
      }
    }
  }

  /// Applies a successor of what is shown, in any way, and checks what the view shows then.
  private func appliesNext(
    _ step: Int,
    in fixture: DiffableFixture,
    _ edits: inout RandomDiffableEdits
  ) -> Bool {
    var snapshot = fixture.dataSource.snapshot()
    for _ in 0...edits.number(below: step == 0 ? 40 : 16) { try? snapshot.perform(edits.edit()) }
    for item in snapshot.itemIdentifiers where edits.number(below: 6) == 0 {
      fixture.contents.revisions[item, default: 0] += 1
      try? edits.flip() ? snapshot.reloadItems([item]) : snapshot.reconfigureItems([item])
    }
    for section in snapshot.sectionIdentifiers where edits.number(below: 8) == 0 {
      try? snapshot.reloadSections([section])
    }
    if edits.number(below: 12) == 0 {
      fixture.dataSource.applySnapshotUsingReloadData(
        snapshot,
        completion: fixture.record("\(step)")
      )
    } else {
      fixture.apply("\(step)", snapshot, animatingDifferences: edits.flip())
    }
    if edits.flip() { fixture.view.flush() }
    return fixture.shows(snapshot)
  }

  @Test func `a reloaded item gets a new cell, a reconfigured one keeps its own`() throws {
    let fixture = DiffableFixture()
    var snapshot = try NumberSnapshot(items: [[0, 1, 2]])
    fixture.dataSource.apply(snapshot)
    let before = (0..<3).map { fixture.view.visibleCell(at: CellPath(0, $0)) }
    try snapshot.reloadItems([0])
    try snapshot.reconfigureItems([1])
    try snapshot.moveItem(2, beforeItem: 0)
    fixture.dataSource.apply(snapshot)
    #expect(fixture.view.statistics.batches == 3)
    #expect(fixture.view.visibleCell(at: CellPath(0, 1)) !== before[0])
    #expect(fixture.view.visibleCell(at: CellPath(0, 2)) === before[1])
    #expect(fixture.view.visibleCell(at: CellPath(0, 0)) === before[2])
    #expect(fixture.dataSource.snapshot().reloadedItemIdentifiers == [])
    fixture.dataSource.apply(fixture.dataSource.snapshot())
    #expect(fixture.view.statistics.batches == 3)
  }

  @Test func `a reloaded section gets new cells, also an empty one`() throws {
    let fixture = DiffableFixture()
    var snapshot = try NumberSnapshot(items: [[0, 1], [], [2]])
    fixture.dataSource.apply(snapshot)
    let before = fixture.view.visibleCell(at: CellPath(0, 0))
    try snapshot.reloadSections([0, 1])
    try snapshot.reloadItems([1])
    fixture.apply("reload", snapshot)
    fixture.view.flush()
    #expect(fixture.answers == [.init(name: "reload")])
    #expect(fixture.view.visibleCell(at: CellPath(0, 0)) !== before)
    #expect(fixture.shows(snapshot))
  }

  @Test func `an apply made while another is performed follows it`() throws {
    let fixture = DiffableFixture()
    let second = try NumberSnapshot(items: [[2, 1]])
    fixture.contents.willDraw = { [weak fixture] _ in
      fixture?.contents.willDraw = { _ in }
      fixture?.apply("second", second)
      #expect(fixture?.dataSource.snapshot() == second)
      #expect(fixture?.dataSource.itemIdentifier(for: CellPath(0, 0)) == 1)
    }
    fixture.apply("first", try NumberSnapshot(items: [[1, 2]]))
    #expect(fixture.shows(second))
    fixture.view.flush()
    #expect(fixture.answers == [.init(name: "first"), .init(name: "second")])
  }

  @Test func `completions keep the order of the applies, also those that need no batch`() throws {
    let fixture = DiffableFixture()
    let snapshot = try NumberSnapshot(items: [[1]])
    fixture.apply("1", snapshot)
    fixture.apply("2", snapshot)
    fixture.dataSource.applySnapshotUsingReloadData(snapshot, completion: fixture.record("3"))
    #expect(fixture.answers.isEmpty)
    fixture.view.flush()
    #expect(fixture.answers.map(\.name) == ["1", "2", "3"])
  }

  @Test func `an apply in a completion is performed`() throws {
    let fixture = DiffableFixture()
    let second = try NumberSnapshot(items: [[2]])
    fixture.dataSource.apply(try NumberSnapshot(items: [[1]])) { _ in
      fixture.apply("second", second)
    }
    fixture.view.flush()
    fixture.view.flush()
    #expect(fixture.shows(second))
    #expect(fixture.answers.map(\.name) == ["second"])
  }

  @Test(arguments: [1, 2])
  func `a refused batch fails its apply alone, and what was shown is shown again`(
    batch: Int
  ) throws {
    let fixture = DiffableFixture()
    let first = try NumberSnapshot(items: [[1, 2], [3]])
    fixture.apply("first", first)
    fixture.view.faults = [.refuse(batch: batch + 1)]
    var second = first
    second.deleteItems([1])
    try second.reloadItems([3])
    fixture.apply("second", second)
    #expect(fixture.shows(first))
    fixture.view.faults = []
    fixture.apply("third", second)
    #expect(fixture.shows(second))
    fixture.view.flush()
    #expect(fixture.answers.map(\.name) == ["first", "second", "third"])
    guard case .refusedByView? = fixture.answers[1].error else {
      Issue.record("\(fixture.answers[1])")
      return
    }
    #expect(fixture.answers[2].error == nil)
  }

  @Test func `a refused batch leaves position and selection`() throws {
    let fixture = DiffableFixture(viewport: SimulatedViewport(height: 100, cellHeight: 10))
    fixture.apply("first", try NumberSnapshot(items: [Array(0..<40)]))
    try fixture.view.scroll(to: 300)
    fixture.view.tapItem(at: CellPath(section: 0, item: 31))
    fixture.view.faults = [.refuse(batch: 3)]
    var second = try NumberSnapshot(items: [Array(0..<5)])
    try second.reloadItems([3])
    fixture.apply("second", second)
    #expect(fixture.view.faults.isEmpty)
    #expect(fixture.view.contentOffset == 300)
    #expect(fixture.view.pathsForSelectedItems == [CellPath(section: 0, item: 31)])
  }

  @Test func `a cell provider may apply a snapshot while the user scrolls`() throws {
    let fixture = DiffableFixture(viewport: SimulatedViewport(height: 100, cellHeight: 10))
    fixture.apply("first", try NumberSnapshot(items: [Array(0..<40)]))
    fixture.view.flush()
    let second = try NumberSnapshot(items: [[7, 3, 1]])
    fixture.contents.willDraw = { [unowned fixture] item in
      if item == 32 { fixture.apply("second", second) }
    }
    try fixture.view.scroll(to: 300)
    fixture.view.flush()
    #expect(fixture.shows(second))
    #expect(fixture.answers == [.init(name: "first"), .init(name: "second")])
  }

  @Test func `a completion the view loses is answered all the same`() throws {
    let fixture = DiffableFixture()
    fixture.view.faults = [.loseCompletion(batch: 1)]
    fixture.apply("lost", try NumberSnapshot(items: [[1]]))
    fixture.apply("next", try NumberSnapshot(items: [[1, 2]]))
    fixture.view.flush()
    #expect(
      fixture.answers == [.init(name: "lost", error: .collectionViewGone), .init(name: "next")]
    )
  }

  @Test func `a cell of a kind the view does not know fails the apply`() throws {
    let view = SimulatedCollectionView()
    let dataSource = DiffableDataSource<Int, Int>(collectionView: view) {
      (view, path, _) throws(CollectionViewError) in
      try view.dequeueReusableCell(reuseIdentifier: "Unknown", for: path)
    }
    var answer: DiffableDataSourceError?
    dataSource.apply(try NumberSnapshot(items: [[1]])) { result in
      if case .failure(let error) = result { answer = error }
    }
    #expect(answer == .refusedByView(.unregisteredReuseIdentifier("Unknown")))
    #expect(dataSource.snapshot() == NumberSnapshot())
  }

  @Test func `an apply without a view fails, and one whose data source is gone is answered`() throws
  {
    var view: SimulatedCollectionView? = SimulatedCollectionView()
    var dataSource: DiffableDataSource<Int, Int>?
    if let view { dataSource = DiffableDataSource(collectionView: view) { _, _, _ in nil } }
    var answers: [String] = []
    dataSource?.apply(try NumberSnapshot(sections: [1])) { answers.append("\($0)") }
    dataSource = nil
    view?.flush()
    #expect(answers.count == 1)
    if let view { dataSource = DiffableDataSource(collectionView: view) { _, _, _ in nil } }
    view = nil
    dataSource?.apply(try NumberSnapshot(sections: [1])) { result in
      #expect(throws: DiffableDataSourceError.collectionViewGone) { try result.get() }
      answers.append("gone")
    }
    #expect(answers.last == "gone")
  }

  @Test func `a view outside a window is updated like any other`() throws {
    let fixture = DiffableFixture()
    fixture.apply("first", try NumberSnapshot(items: [[1, 2]]))
    fixture.view.isInWindow = false
    fixture.apply("second", try NumberSnapshot(items: [[2, 3]]))
    fixture.view.flush()
    #expect(fixture.answers == [.init(name: "first"), .init(name: "second")])
    #expect(fixture.shows(try NumberSnapshot(items: [[2, 3]])))
  }

  @Test func `the asynchronous apply returns when the snapshot is shown`() async throws {
    let fixture = DiffableFixture()
    let snapshot = try NumberSnapshot(items: [[1]])
    try await fixture.dataSource.applySnapshotUsingReloadData(snapshot)
    try await fixture.dataSource.apply(snapshot)
    #expect(fixture.shows(snapshot))
  }

  @Test func `headers come from the supplementary view provider, for every section on screen`()
    throws
  {
    let fixture = DiffableFixture()
    fixture.view.registerSupplementaryView(ofKind: .header, reuseIdentifier: "Header")
    fixture.view.supplementaryKinds = { _ in [.header] }
    var asked: [CellPath] = []
    fixture.dataSource.supplementaryViewProvider = {
      (view, kind, path) throws(CollectionViewError) in
      asked.append(path)
      let header = try view.dequeueReusableSupplementaryView(
        ofKind: kind,
        reuseIdentifier: "Header",
        for: path
      )
      header.render(AnyComponent(TextComponent("header \(path.section)")))
      return header
    }
    fixture.apply("first", try NumberSnapshot(items: [[1], [2]]))
    fixture.view.flush()
    #expect(asked == [CellPath(0, 0), CellPath(1, 0)])
    let first = fixture.view.visibleSupplementaryView(
      ofKind: .header,
      at: CellPath(section: 0, item: 0)
    )
    #expect((first as? SimulatedReusableView)?.component == AnyComponent(TextComponent("header 0")))
    #expect(
      fixture.view.visibleSupplementaryView(ofKind: .footer, at: CellPath(section: 0, item: 0))
        == nil
    )

    // A section that moves takes its header along: the provider is not asked again.
    var next = fixture.dataSource.snapshot()
    try next.moveSection(0, afterSection: 1)
    fixture.apply("second", next)
    fixture.view.flush()
    #expect(asked.count == 2)
    #expect(
      fixture.view.visibleSupplementaryView(ofKind: .header, at: CellPath(section: 1, item: 0))
        === first
    )
  }

  @Test(arguments: [true, false])
  func `a header that the layout has and the provider has not is refused`(hasProvider: Bool) throws
  {
    let fixture = DiffableFixture()
    fixture.view.supplementaryKinds = { _ in [.footer] }
    if hasProvider {
      fixture.dataSource.supplementaryViewProvider = {
        (_, _, _) throws(CollectionViewError) in nil
      }
    }
    fixture.apply("first", try NumberSnapshot(items: [[1]]))
    fixture.view.flush()
    let refusal = CollectionViewError.missingView(
      ofKind: .footer,
      at: CellPath(section: 0, item: 0)
    )
    #expect(fixture.answers.first?.error == .refusedByView(refusal))
    #expect(
      refusal.description == "the view returned from "
        + "-collectionView:viewForSupplementaryElementOfKind:atIndexPath "
        + "(UICollectionElementKindSectionFooter,{length = 2, path = 0 - 0}) was not retrieved by "
        + "calling -dequeueReusableSupplementaryViewOfKind:withReuseIdentifier:forIndexPath: or is "
        + "nil ((null))"
    )
  }
}
