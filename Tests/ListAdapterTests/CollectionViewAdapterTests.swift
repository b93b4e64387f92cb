import ListAdapter
import ListDiff
import ListModel
import ListTestSupport
import Testing

@Suite(.everyView) struct CollectionViewAdapterTests {
  @Test func `the first list is loaded, the next one is shown by its differences`() {
    let fixture = AdapterFixture()
    fixture.apply("first", List(cells: [["a", "b"]]))
    #expect(fixture.answers == [.init(name: "first", outcome: .applied(version: 1))])
    #expect(fixture.adapter.lastPresentation == .reload(.nothingShown))

    fixture.apply("second", List(cells: [["b", "c"]]))
    #expect(fixture.adapter.lastPresentation == .batches(count: 2, operations: 2))
    #expect(fixture.answers.count == 1)
    fixture.view.flush()
    #expect(fixture.answers.last == .init(name: "second", outcome: .applied(version: 2)))
    #expect(fixture.shownIDs == [["b", "c"]])
  }

  @Test func `the single mode needs one batch for what takes two stages`() {
    let fixture = AdapterFixture(.init(batchMode: .single), showing: List(cells: [["a", "b"]]))
    fixture.apply("second", List(cells: [["b", "c"]]))
    #expect(fixture.adapter.lastPresentation == .batches(count: 1, operations: 2))
    #expect(fixture.shownIDs == [["b", "c"]])
  }

  @Test func `an equal list changes nothing on screen and is answered at once`() {
    let fixture = AdapterFixture(showing: List(cells: [["a"]]))
    fixture.apply("equal", List(cells: [["a"]]))
    #expect(fixture.adapter.lastPresentation == .unchanged)
    #expect(fixture.answers == [.init(name: "equal", outcome: .applied(version: 2))])
  }

  @Test func `the strategy reloadData reloads`() {
    let fixture = AdapterFixture(showing: List(cells: [["a"]]))
    fixture.apply("second", List(cells: [["b"]]), .reloadData)
    #expect(fixture.adapter.lastPresentation == .reload(.requested))
    #expect(fixture.shownIDs == [["b"]])
  }

  @Test func `outside a window everything is reloaded at once`() {
    let fixture = AdapterFixture(showing: List(cells: [["a"]]))
    fixture.view.isInWindow = false
    fixture.apply("second", List(cells: [["b"]]))
    #expect(fixture.adapter.lastPresentation == .reload(.outsideWindow))
    #expect(fixture.answers == [.init(name: "second", outcome: .applied(version: 2))])
  }

  @Test func `a list with an id twice is refused and nothing changes`() {
    let fixture = AdapterFixture(showing: List(cells: [["a"]]))
    fixture.apply("batches", List(cells: [["a"], ["a"]]))
    fixture.apply("reload", List(cells: [["a"], ["a"]]), .reloadData)
    for answer in fixture.answers {
      guard case .failed(.invalidList) = answer.outcome else {
        Issue.record("\(answer)")
        continue
      }
    }
    #expect(fixture.answers.count == 2)
    #expect(fixture.shownIDs == [["a"]])
    #expect(fixture.adapter.version == 1)
  }

  // MARK: The interrupt count

  @Test(arguments: [(100, false), (101, true)])
  func `more operations in one batch than the interrupt count reload`(
    count: Int,
    reloads: Bool
  ) {
    let fixture = AdapterFixture(showing: List(cells: [["x"]]))
    fixture.apply("many", List(cells: [["x"] + (1...count).map(String.init)]))
    let expected: Presentation =
      reloads
      ? .reload(.largeBatch(operations: count, limit: 100))
      : .batches(count: 1, operations: count)
    #expect(fixture.adapter.lastPresentation == expected)
  }

  @Test func `the interrupt count is one for each batch`() {
    let old = (1...100).map(String.init)
    let new = (101...200).map(String.init)
    let fixture = AdapterFixture(showing: List(cells: [["x"] + old]))
    fixture.apply("all", List(cells: [["x"] + new]))
    #expect(fixture.adapter.lastPresentation == .batches(count: 2, operations: 200))
  }

  @Test func `the total interrupt count is one for all batches together`() {
    let configuration = CollectionViewAdapterConfiguration(totalUpdateInterruptCount: 3)
    let fixture = AdapterFixture(configuration, showing: List(cells: [["a", "b"]]))
    fixture.apply("three", List(cells: [["b", "c", "d"]]))
    #expect(fixture.adapter.lastPresentation == .batches(count: 2, operations: 3))
    fixture.view.flush()
    fixture.apply("four", List(cells: [["c", "e", "f", "g"]]))
    #expect(
      fixture.adapter.lastPresentation == .reload(.largeUpdate(operations: 5, limit: 3))
    )
  }

  // MARK: The queue

  @Test func `an apply inside a completion is shown after it`() {
    let fixture = AdapterFixture(showing: List(cells: [["a"]]))
    fixture.adapter.apply(List(cells: [["b"]])) { _ in
      fixture.apply("inner", List(cells: [["c"]]))
    }
    fixture.view.flush()
    #expect(fixture.shownIDs == [["c"]])
    #expect(fixture.answers.isEmpty)
    fixture.view.flush()
    #expect(fixture.answers == [.init(name: "inner", outcome: .applied(version: 3))])
  }

  @Test(.simulatedOnly(.isAboutTheSimulation))
  func `ten thousand applies, each inside the completion before it, do not overflow`() {
    let fixture = AdapterFixture(showing: List(cells: [["a"]]))
    var remaining = 10_000
    func next(_ outcome: ApplyOutcome) {
      remaining -= 1
      guard remaining > 0 else { return }
      fixture.adapter.apply(
        List(cells: [["\(remaining)"]]),
        updateStrategy: .reloadData,
        completion: next
      )
    }
    next(.applied(version: 1))
    #expect(remaining == 0)
    #expect(fixture.adapter.version == 10_000)
  }

  @Test func `changes that come while one is shown are shown together, and all are answered`()
    throws
  {
    let feed = try RandomFeed(seed: 3, count: 6, editLimit: 3)
    let fixture = AdapterFixture()
    fixture.adapter.resynchronize(with: feed.start, version: 0)
    for change in feed.changes { fixture.apply(change) }
    while fixture.view.hasPendingCompletions { fixture.view.flush() }
    #expect(fixture.answers.map(\.name) == ["1", "2", "3", "4", "5", "6"])
    #expect(fixture.answers.last?.outcome == .applied(version: 6))
    #expect(fixture.adapter.snapshot() == feed.lists.last)
    #expect(fixture.shownIDs == feed.lists.last?.sections.map { $0.cells.map(\.id.rawValue) })
  }

  // MARK: Failures

  @Test func `a refused batch is answered with the error, and the list before is shown`() throws {
    let fixture = AdapterFixture(showing: List(cells: [["a", "b"]]))
    fixture.view.faults = [.refuse(batch: 2)]
    fixture.apply("refused", List(cells: [["b", "c"]]))
    #expect(
      fixture.answers == [
        .init(name: "refused", outcome: .failed(.refusedByView(.injectedFault)))
      ]
    )
    #expect(fixture.shownIDs == [["a", "b"]])
    #expect(fixture.adapter.snapshot() == List(cells: [["a", "b"]]))
    #expect(fixture.adapter.version == 1)

    fixture.apply("again", List(cells: [["b", "c"]]))
    fixture.view.flush()
    #expect(fixture.answers.last == .init(name: "again", outcome: .applied(version: 2)))
    #expect(fixture.shownIDs == [["b", "c"]])
  }

  @Test func `a change that does not continue the version shown is refused`() throws {
    let feed = try RandomFeed(seed: 4, count: 3)
    let fixture = AdapterFixture()
    fixture.adapter.resynchronize(with: feed.start, version: 0)
    fixture.apply(feed.changes[1])
    #expect(fixture.answers.last?.outcome == .failed(.parentMismatch(parent: 1, shown: 0)))
    #expect(fixture.adapter.snapshot() == feed.start)
  }

  @Test func `a change of a list with another fingerprint is refused`() throws {
    let feed = try RandomFeed(seed: 5, count: 1)
    let other = List(cells: [["other"]])
    let fixture = AdapterFixture()
    fixture.adapter.resynchronize(with: other, version: 0)
    fixture.apply(feed.changes[0])
    #expect(
      fixture.answers.last?.outcome
        == .failed(
          .fingerprintMismatch(
            version: 0,
            expected: feed.changes[0].parentFingerprint,
            found: try other.fingerprint()
          )
        )
    )
    #expect(fixture.shownIDs == [["other"]])
  }

  @Test func `versions only rise, except when resynchronized`() {
    let fixture = AdapterFixture()
    fixture.adapter.apply(List(cells: [["5"]]), version: 5)
    var outcome: ApplyOutcome?
    fixture.adapter.apply(List(cells: [["4"]]), version: 4) { outcome = $0 }
    #expect(outcome == .failed(.staleVersion(4, shown: 5)))
    fixture.adapter.resynchronize(with: List(cells: [["4"]]), version: 4)
    #expect(fixture.adapter.version == 4)
    #expect(fixture.shownIDs == [["4"]])
  }

  @Test func `a lost completion is answered when the view is gone`() {
    var view: SimulatedCollectionView? = SimulatedCollectionView()
    let layoutAdapter = CollectionViewLayoutAdapter()
    var adapter: CollectionViewAdapter?
    if let view {
      adapter = CollectionViewAdapter(collectionView: view, layoutAdapter: layoutAdapter)
    }
    adapter?.apply(List(cells: [["a"]]))
    var outcomes: [ApplyOutcome] = []
    adapter?.apply(List(cells: [["b"]])) { outcomes.append($0) }
    adapter?.apply(List(cells: [["c"]])) { outcomes.append($0) }
    #expect(outcomes.isEmpty)
    view = nil
    #expect(outcomes == [.failed(.collectionViewGone), .failed(.collectionViewGone)])
    adapter = nil
    #expect(outcomes.count == 2)
  }

  @Test func `what waits is answered when the adapter is gone`() {
    let view = SimulatedCollectionView()
    let layoutAdapter = CollectionViewLayoutAdapter()
    var outcomes: [ApplyOutcome] = []
    do {
      let adapter = CollectionViewAdapter(collectionView: view, layoutAdapter: layoutAdapter)
      adapter.apply(List(cells: [["a"]]))
      adapter.apply(List(cells: [["b"]])) { outcomes.append($0) }
    }
    view.flush()
    #expect(outcomes == [.failed(.adapterGone)])
  }

  @Test func `the async form returns what became of the apply`() async {
    let fixture = AdapterFixture()
    let outcome = await fixture.adapter.apply(List(cells: [["a"]]))
    #expect(outcome == .applied(version: 1))
  }
}
