import ListAdapter
import ListDiff
import ListModel
import ListTestSupport
import Testing

/// Handlers may apply a list at any moment: the view goes on with what is shown by then.
@Suite(.everyView) struct HandlerApplyTests {
  @MainActor @Test(arguments: Moment.allCases, [true, false])
  func `a list that a handler applies is shown, and what the user does goes on`(
    moment: Moment,
    isReloaded: Bool
  ) throws {
    for count in Soak.isOn ? [0, 2, 5, 70] : [2, 70] {
      let user = User(seed: UInt64(count))
      user.strategy = isReloaded ? .reloadData : .animatedBatchUpdates
      user.plan(at: moment) { user.list((0..<count).reversed().map { "\(2 * $0)" }) }
      try user.doEverything()
      #expect(user.hasApplied, "\(moment)")
      user.check("\(moment), \(count)")
    }
  }

  @MainActor @Test func `handlers may apply and tap at random, and the view may refuse`() throws {
    for seed in 1...UInt64(Soak.count(8, soak: 400)) where ViewKind.current.runs(seed) {
      let user = User(seed: seed)
      user.actAtRandom()
      for round in 1...3 {
        if seed.isMultiple(of: 2) { user.refuse(batch: round * Int(seed % 7)) }
        try user.doEverything()
      }
      user.check("seed \(seed)")
    }
  }

  enum Moment: CaseIterable {
    case willDisplay, didEndDisplay, select, deselect, highlight, unhighlight
    case header, headerGone, visible, hidden
    case scroll, beginDrag, willEndDrag, endDrag, beginDecelerating, endDecelerating, top, refresh
    case reachEnd, canReorder, willReorder, didReorder
    case prefetch, cancelPrefetch
  }
}

/// A person who does everything to an adapter whose handlers apply lists.
@MainActor private final class User {
  typealias Moment = HandlerApplyTests.Moment

  let fixture: AdapterFixture
  var strategy = CollectionViewAdapterUpdateStrategy.animatedBatchUpdates
  private let plugin = TellingPlugin()
  private var random: RandomLists
  private var plans: [Moment: () -> List] = [:]
  private var actsAtRandom = false
  private var isRefused = false
  private(set) var hasApplied = false
  private var newest = List()
  /// How often each cell has appeared without disappearing.
  private var displays: [Cell.ID: Int] = [:]

  init(seed: UInt64) {
    random = RandomLists(seed: seed)
    fixture = AdapterFixture(
      .init(refreshControl: .enabled(tintColor: "blue")),
      viewport: SimulatedViewport(height: 100, cellHeight: 10, supplementaryHeight: 10),
      prefetchingPlugins: [plugin]
    )
    plugin.tell = { [unowned self] moment in self.reach(moment) }
    apply(list((0..<60).map(String.init)))
    fixture.view.flush()
  }

  func plan(at moment: Moment, _ list: @escaping () -> List) { plans[moment] = list }

  func actAtRandom() { actsAtRandom = true }

  /// Has the view refuse one of the next batches.
  func refuse(batch: Int) {
    isRefused = true
    let number = fixture.view.statistics.batches + batch
    fixture.view.faults = [
      random.number(0...1) == 0 ? .refuse(batch: number) : .refuseAfterChange(batch: number)
    ]
  }

  /// Two sections with headers, whose handlers all reach their moments.
  func list(_ ids: [String]) -> List {
    let half = ids.count / 2
    return List(sections: [section("s", ids[..<half]), section("t", ids[half...])])
      .didScroll { _ in self.handle(.scroll) }
      .willBeginDragging { _ in self.handle(.beginDrag) }
      .willEndDragging { _ in self.handle(.willEndDrag) }
      .didEndDragging { _, _ in self.handle(.endDrag) }
      .willBeginDecelerating { _ in self.handle(.beginDecelerating) }
      .didEndDecelerating { _ in self.handle(.endDecelerating) }
      .didScrollToTop { _ in self.handle(.top) }
      .onRefresh { _ in self.handle(.refresh) }
      .onReachEnd(offsetFromEnd: .absolute(20)) { _ in self.handle(.reachEnd) }
      .canReorder { _ in
        self.handle(.canReorder)
        return true
      }
      .willReorder { _ in self.handle(.willReorder) }
      .didReorder { _ in self.handle(.didReorder) }
  }

  private func section(_ id: String, _ ids: some Sequence<String>) -> Section {
    Section(id: Section.ID(id), cells: ids.map(cell))
      .withHeader(TextComponent("header"))
      .willDisplayHeader { _ in self.handle(.header) }
      .didEndDisplayHeader { _ in self.handle(.headerGone) }
      .didBecomeVisible { _ in self.handle(.visible) }
      .didBecomeHidden { _ in self.handle(.hidden) }
  }

  private func cell(_ id: String) -> Cell {
    Cell(id: Cell.ID(id), component: ImageComponent(viewModel: id))
      .willDisplay { cell in
        let id = cell.id
        MainActor.assumeIsolated { self.displays[id, default: 0] += 1 }
        self.handle(.willDisplay)
      }
      .didEndDisplay { cell in
        let id = cell.id
        MainActor.assumeIsolated { self.displays[id, default: 0] -= 1 }
        self.handle(.didEndDisplay)
      }
      .didSelect { _ in self.handle(.select) }
      .didDeselect { _ in self.handle(.deselect) }
      .onHighlight { _ in self.handle(.highlight) }
      .onUnhighlight { _ in self.handle(.unhighlight) }
  }

  private nonisolated func handle(_ moment: Moment) {
    MainActor.assumeIsolated { reach(moment) }
  }

  private func reach(_ moment: Moment) {
    if let plan = plans.removeValue(forKey: moment) {
      hasApplied = true
      apply(plan())
    } else if actsAtRandom, random.number(0...9) == 0 {
      let paths = fixture.view.pathsForVisibleItems.sorted()
      if let path = paths.randomElement(using: &random.generator) { fixture.view.tapItem(at: path) }
    } else if actsAtRandom, random.number(0...5) == 0 {
      let ids = (0..<random.number(0...70)).map(String.init)
      strategy = random.number(0...3) == 0 ? .reloadData : .animatedBatchUpdates
      apply(list(random.number(0...1) == 0 ? ids : ids.shuffled(using: &random.generator)))
      if random.number(0...3) == 0 { fixture.view.flush() }
    }
  }

  private func apply(_ list: List) {
    newest = list
    fixture.apply("", list, strategy)
  }

  /// Drags, lifts, scrolls, taps, refreshes and moves, wherever there is something to tap or move.
  func doEverything() throws {
    let view = fixture.view
    try view.drag(to: 40)
    try view.lift(target: 180)
    try view.scroll(to: 420)
    for place in [0, 1, 0] {
      let paths = view.pathsForVisibleItems.sorted()
      if paths.indices.contains(place) { view.tapItem(at: paths[place]) }
    }
    if let selected = view.pathsForSelectedItems.min() { view.deselectItem(at: selected) }
    try view.scroll(to: 100)
    view.pullToRefresh()
    view.flush()
    if let path = view.pathsForVisibleItems.min(), fixture.lift(at: path) {
      view.updateInteractiveMovement(to: CellPath(section: path.section, item: 0))
      try fixture.letGo()
    }
    view.flush()
    try view.scroll(to: view.contentLength)
    view.reloadData()
    try view.layoutIfNeeded()
    try view.tapStatusBar()
  }

  /// Checks that the newest list is shown, by the views it needs and no others.
  func check(_ comment: String) {
    let view = fixture.view
    plans = [:]
    actsAtRandom = false
    view.faults = []
    while view.hasPendingCompletions { view.flush() }
    view.flush()
    // A user may have moved a cell after the newest list was shown.
    apply(newest)
    while view.hasPendingCompletions { view.flush() }
    #expect(
      fixture.answers.last?.outcome == .applied(version: fixture.adapter.version),
      "\(comment)"
    )
    if !isRefused {
      #expect(!fixture.answers.contains { if case .failed = $0.outcome { true } else { false } })
    }
    #expect(fixture.adapter.snapshot() == newest, "\(comment)")
    #expect(
      fixture.shownIDs == newest.sections.map { $0.cells.map(\.id.rawValue) },
      "\(comment)"
    )
    let other = AdapterFixture(showing: newest, viewport: view.viewport)
    #expect(view.drawnViews == other.view.drawnViews, "\(comment)")
    let visible = Set(view.pathsForVisibleItems.compactMap { newest.cell(at: $0)?.id })
    // Both views' cells have told this user.
    for (id, count) in displays {
      #expect(count == (visible.contains(id) ? 2 : 0), "\(comment): \(id)")
    }
    #expect(
      Set(view.pathsForSelectedItems.compactMap { newest.cell(at: $0)?.id })
        == fixture.adapter.selection,
      "\(comment)"
    )
  }
}

/// Tells when it begins to load something, and when that is cancelled.
private final class TellingPlugin: CollectionViewPrefetchingPlugin {
  var tell: (HandlerApplyTests.Moment) -> Void = { _ in }

  func prefetch(with component: any ComponentResourcePrefetchable) -> PrefetchOperation? {
    tell(.prefetch)
    return PrefetchOperation { [weak self] in self?.tell(.cancelPrefetch) }
  }
}
