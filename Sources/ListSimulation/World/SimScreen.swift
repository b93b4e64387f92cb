public import ListAdapter
public import ListModel
public import ListPaging

/// The screen of a simulated world: the real adapter, and a view with the real layout.
///
/// `@unchecked`: it belongs to the thread of the simulation; a call from another thread is refused,
/// and the run fails.
public final class SimScreen: @unchecked Sendable {
  let run: SimRun
  let epoch: Int
  private(set) var view: SimulatedCollectionView
  private(set) var presenter: any SimPresenter
  private let layoutAdapter = CollectionViewLayoutAdapter()

  /// The shows that were not answered yet, with their scroll anchors.
  var unanswered: [Int: ScrollAnchor] = [:]
  private var completions: [Int: (ApplyOutcome) -> Void] = [:]
  var shows = 0
  /// When a list was shown last, and how many were at that time.
  private var showInstant = (time: -1, count: 0)
  /// More lists while no time passes are taken for a loop.
  private static let showLimit = 500
  /// The list that was requested last.
  var newest: (ids: [Cell.ID], version: Int?)?
  var highestVersion = 0
  var displays: [Cell.ID: Int] = [:]
  /// How many appearances and disappearances were reported.
  private(set) var displayCount = 0
  /// The state of the screen at the last check.
  var checked: RestState?
  /// The watching handlers of cells without handlers of their own; they are the same in each list.
  private var watchers: [Cell.ID: EventHandlers] = [:]
  var arming = ReachEndArming()
  /// The pull whose refresh has not ended.
  var pull: Pull?
  var expectedTap: Cell.ID?
  private var flushTimer: Int?
  /// Whether the newest list can be pulled.
  private(set) var handlesRefresh = false
  /// How many cells are shown at most.
  private(set) var shownLimit: Int?
  /// How the pager of the list is configured, and what must follow from it.
  var rules: PagerRules?
  /// The state of the pager that was shown last.
  private(set) var state: PagerState?
  /// The stored version of which the list was told last.
  var toldVersion = 0
  /// How many requests were sent when another device emptied the list, and this one was told.
  var clearedAt: Int?
  /// Why the window of a pager that is shown next has changed.
  var cause: PagerWindow.Cause?
  /// The cells that were on screen, or near it, in all reports since the last list.
  var near: Set<Cell.ID>?
  /// The items of the list to which ``near`` belongs.
  private var nearItems: [Cell.ID] = []
  /// With how many cells left beyond the screen the next page is asked for.
  private(set) var prefetchDistance: Int?
  /// The least number of cells below the screen, as it was reported since the last page was asked for.
  var leastBelow: Int?
  /// The same, until the last page was asked for.
  var leastBelowBefore: Int?
  /// The number of cells below the screen, as it was reported last.
  private(set) var lastBelow: Int?
  /// Whether the content moves by itself.
  var isDecelerating = false

  struct Pull {
    var time: Int
    /// How many requests were sent before it.
    var serial: Int
  }

  init(
    _ run: SimRun,
    epoch: Int,
    _ present: SimSubject.Present
  ) {
    self.run = run
    self.epoch = epoch
    view = SimulatedCollectionView(
      viewport: SimulatedViewport(
        width: run.settings.width,
        height: run.settings.height,
        cellHeight: run.settings.cellHeight
      )
    )
    view.layoutAdapter = layoutAdapter
    presenter = present(view, layoutAdapter)
    presenter.onPrefetchHandedOver = { [unowned run] prefetched, cell in
      guard prefetched != cell else { return }
      run.violate(
        .prefetchHitsCell,
        "what was prefetched for \(prefetched) was handed to the cell of \(cell)"
      )
    }
  }

  /// Releases the lists shown and the callers that wait: handlers of lists mostly hold their screen.
  func close() {
    let waiting = completions.sorted { $0.key < $1.key }
    completions = [:]
    for (_, completion) in waiting { completion(.failed(.adapterGone)) }
    presenter = ClosedPresenter()
    view = SimulatedCollectionView()
    watchers = [:]
  }

  // MARK: Showing

  /// Shows a list, and returns when that is done.
  ///
  /// - Parameters:
  ///   - list: The list, with its handlers.
  ///   - version: Its version; versions are counted if `nil`.
  ///   - anchor: What stays in its place.
  /// - Returns: The outcome.
  @discardableResult
  public func show(
    _ list: List,
    version: Int? = nil,
    anchor: ScrollAnchor = .contentOffset
  ) async -> ApplyOutcome {
    if run.isLooping {
      // A loop that shows lists without end: it never goes on.
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    return await withUnsafeContinuation { continuation in
      apply(list, version: version, anchor: anchor) { continuation.resume(returning: $0) }
    }
  }

  /// Shows a list.
  ///
  /// - Parameters:
  ///   - list: The list, with its handlers.
  ///   - version: Its version; versions are counted if `nil`.
  ///   - anchor: What stays in its place.
  ///   - completion: Called once with the outcome.
  public func apply(
    _ list: List,
    version: Int? = nil,
    anchor: ScrollAnchor = .contentOffset,
    completion: @escaping (ApplyOutcome) -> Void = { _ in }
  ) {
    guard run.isHere("a list was shown"), run.isAlive(epoch) else {
      return completion(.failed(.adapterGone))
    }
    // One list is being shown and one waits: the waiting one is lost now, and answered in its turn.
    if unanswered.count > 1 { arming.isArmed = true }
    shows += 1
    showInstant = showInstant.time == run.now ? (run.now, showInstant.count + 1) : (run.now, 1)
    if showInstant.count == Self.showLimit {
      run.violate(
        .quiet,
        "\(Self.showLimit) lists were shown at one instant, the last with \(list.cellCount) cells"
      )
      run.endLoop()
    }
    let number = shows
    unanswered[number] = anchor
    completions[number] = completion
    newest = (list.sections.flatMap { $0.cells.map(\.id) }, version)
    checkNear(newest?.ids ?? [])
    run.note(.show, n: version, count: list.cellCount)
    var isAnswered = false
    changingScreen {
      presenter.show(watched(list), version: version, anchor: anchor) { [weak self] outcome in
        guard let self, run.isAlive(epoch) else { return }
        if isAnswered {
          run.violate(.answeredOnce, "show \(number) was answered twice, then with \(outcome)")
        }
        isAnswered = true
        answered(number, outcome)
        completions.removeValue(forKey: number)?(outcome)
      }
    }
  }

  /// Ends a refresh; the newest one if `id` is `nil`.
  public func endRefreshing(_ id: RefreshID? = nil) {
    guard run.isHere("a refresh was ended"), run.isAlive(epoch) else { return }
    presenter.endRefreshing(id)
    checkRefresh()
  }

  /// Lets the end be reported again, for example after loading more has failed.
  public func rearmReachEnd() {
    guard run.isHere("the end was armed"), run.isAlive(epoch) else { return }
    arming.isArmed = true
    presenter.rearmReachEnd()
  }

  /// Checks the order of a pager's state: the version that it belongs to must have been shown.
  public func note(_ state: PagerState) {
    guard run.isHere("a state was shown"), run.isAlive(epoch) else { return }
    self.state = state
    if state.asOf > highestVersion {
      run.violate(
        .stateOrder,
        "a state of version \(state.asOf) is shown with version \(highestVersion)"
      )
    }
  }

  /// Declares how many cells the list shows at most; it then shows a part of the remote's list.
  public func expect(atMost limit: Int) {
    guard run.isHere("a limit was set"), run.isAlive(epoch) else { return }
    shownLimit = limit
  }

  /// Declares with how many cells left beyond those on screen a pager asks for the next page: not
  /// earlier, and not later.
  public func expect(prefetchDistance distance: Int) {
    guard run.isHere("a distance was set"), run.isAlive(epoch) else { return }
    prefetchDistance = distance
  }

  /// Declares how the pager of the list is configured: what follows from that is checked, too.
  public func expect(_ configuration: PagerConfiguration) {
    guard run.isHere("a configuration was set"), run.isAlive(epoch) else { return }
    rules = PagerRules(configuration)
  }

  /// The list that is shown.
  public var list: List { presenter.shownList ?? List() }

  /// The distance of the top of the screen from the top of the content, in points.
  public var contentOffset: Double { view.contentOffset }

  /// The ids of the cells that are shown, in order.
  public var ids: [Cell.ID] { list.sections.flatMap { $0.cells.map(\.id) } }

  /// The ids of the cells on screen, in order.
  package var visibleIDs: [Cell.ID] {
    let list = list
    return view.pathsForVisibleItems.sorted().compactMap { list.cell(at: $0)?.id }
  }

  private func answered(_ number: Int, _ outcome: ApplyOutcome) {
    unanswered[number] = nil
    // The end of a list that was never shown may be reported again.
    if case .applied = outcome {} else { arming.isArmed = true }
    switch outcome {
    case .applied(let version): run.note(.shown, n: version)
    case .superseded: break
    case .failed(.invalidList(let fault)):
      run.violate(.noDuplicateShown, "a list was shown that is none: \(fault)")
    case .failed(.refusedByView(.injectedFault)):
      // The next list is shown whole; this one was not.
      newest = nil
    case .failed(let error):
      run.violate(.monotoneApply, "show \(number) has failed: \(error)")
    }
  }

  // MARK: Watching

  /// Runs code that may change the screen, and checks what stayed in place.
  func changingScreen(_ body: () -> Void) {
    let before = AnchorCheck(self)
    body()
    before?.check(self)
    looked()
    scheduleFlush()
  }

  /// Ends animations when their time has come.
  private func scheduleFlush() {
    guard view.hasPendingCompletions, flushTimer == nil else { return }
    let length = run.settings.animation
    guard length > 0 else { return endAnimations() }
    flushTimer = run.executor.at(run.now + length) { [weak self] in
      guard let self else { return }
      flushTimer = nil
      endAnimations()
    }
  }

  private func endAnimations() {
    guard run.isAlive(epoch) else { return }
    flushTimer = flushTimer ?? -1
    changingScreenOnce { self.view.flush() }
    flushTimer = nil
    scheduleFlush()
  }

  private func changingScreenOnce(_ body: () -> Void) {
    let before = AnchorCheck(self)
    body()
    before?.check(self)
    looked()
  }

  /// Returns the list with handlers that tell the run what happens, and then call the list's own.
  private func watched(_ list: List) -> List {
    var copy = list
    let own = list.handlers
    copy.handlers.on(ListEvent.ReachEnd.self) { [unowned self] context in
      reachedEnd(context)
      own.fire(ListEvent.ReachEnd.self, context)
    }
    if !own.handles(ListEvent.ReachEnd.self) { copy.handlers = own }
    let handlers = copy.handlers
    handlesRefresh = own.handles(ListEvent.Refresh.self)
    copy.handlers.on(ListEvent.Refresh.self) { [unowned self] context in
      run.note(.refresh, n: context.id.rawValue)
      handlers.fire(ListEvent.Refresh.self, context)
    }
    if own.handles(ListEvent.VisibleCells.self) {
      copy.handlers.on(ListEvent.VisibleCells.self) { [unowned self] context in
        run.note(.visible, n: context.firstIndex, count: context.lastIndex)
        noteBelow(context)
        own.fire(ListEvent.VisibleCells.self, context)
      }
    }
    for section in copy.sections.indices {
      for cell in copy.sections[section].cells.indices {
        watch(&copy.sections[section].cells[cell])
      }
    }
    return copy
  }

  /// Takes note of how many cells are below the screen; rows that are no items are not counted.
  private func noteBelow(_ context: VisibleCellsContext) {
    if shownLimit != nil { noteNear(context) }
    guard prefetchDistance != nil, !context.ids.isEmpty else { return }
    let below = items(after: context)
    lastBelow = below
    leastBelow = min(leastBelow ?? below, below)
  }

  /// Returns how many items are below the cells on screen; a gap is counted as one.
  private func items(after context: VisibleCellsContext) -> Int {
    let rest = context.count - 1 - context.lastIndex
    guard rest > 0 else { return 0 }
    let list = list
    guard list.cellCount == context.count else { return rest }
    var (left, count) = (rest, 0)
    for section in list.sections.reversed() where left > 0 {
      for cell in section.cells.suffix(left)
      where run.truth.knows(cell.id) || cell.component.type == PagerGap.componentType {
        count += 1
      }
      left -= section.cells.count
    }
    return count
  }

  /// Takes note of the cells on screen and of those around it, as a limited list must keep them.
  ///
  /// A look may be at the place where a movement will end: the cells that are on screen still are taken from
  /// the view.
  private func noteNear(_ context: VisibleCellsContext) {
    let ids = ids
    guard !context.ids.isEmpty, ids.count == context.count else { return }
    let distance = prefetchDistance ?? 0
    let first = max(0, context.firstIndex - distance)
    let last = min(ids.count - 1, context.lastIndex + distance)
    guard first <= last else { return }
    let now = Set(ids[first...last]).union(
      view.pathsForVisibleItems.compactMap { list.cell(at: $0)?.id }
    )
    near = near?.intersection(now) ?? now
  }

  /// Checks that a list that shows a part keeps the cells on screen and those near it.
  private func checkNear(_ ids: [Cell.ID]) {
    guard shownLimit != nil else { return }
    // A list that only says something else of the same items does not move the window.
    let items = ids.filter(run.truth.knows)
    guard items != nearItems else { return }
    defer { (near, nearItems) = (nil, items) }
    guard let near, shownLimit != nil, cause == .append || cause == .prepend else { return }
    let lost = near.subtracting(ids).filter(run.truth.knows)
    guard !lost.isEmpty, let stored = run.storedItems else { return }
    if let id = stored.first(where: lost.contains) {
      run.violate(
        .memoryBound,
        "\(id) is on screen or within \(prefetchDistance ?? 0) cells of it, is stored, and was "
          + "dropped from the list"
      )
    }
  }

  private func watch(_ cell: inout Cell) {
    let isPlain = cell.handlers.isEmpty
    let known = isPlain ? watchers[cell.id] : nil
    cell.handlers = known ?? watching(cell.id, cell.handlers)
    if isPlain, known == nil { watchers[cell.id] = cell.handlers }
  }

  private func watching(_ id: Cell.ID, _ own: EventHandlers) -> EventHandlers {
    var handlers = own
    handlers.on(CellEvent.WillDisplay.self) { [unowned self] context in
      displayed(id, 1)
      own.fire(CellEvent.WillDisplay.self, context)
    }
    handlers.on(CellEvent.DidEndDisplay.self) { [unowned self] context in
      displayed(id, -1)
      own.fire(CellEvent.DidEndDisplay.self, context)
    }
    handlers.on(CellEvent.DidSelect.self) { [unowned self] context in
      selected(context.id)
      own.fire(CellEvent.DidSelect.self, context)
    }
    return handlers
  }

  private func displayed(_ id: Cell.ID, _ change: Int) {
    let count = displays[id, default: 0] + change
    displays[id] = count == 0 ? nil : count
    displayCount += 1
    run.note(change > 0 ? .display : .endDisplay, id: id.rawValue)
    if !(0...2).contains(count) {
      run.violate(
        .displayPaired,
        "\(id) has \(count < 0 ? "ended" : "begun") being on screen once more"
      )
    }
  }

  private func selected(_ id: Cell.ID) {
    run.note(.select, id: id.rawValue)
    if let expectedTap, expectedTap != id {
      run.violate(.selectHitsShown, "\(expectedTap) was tapped, and \(id) was told")
    }
    expectedTap = nil
  }
}

/// Whether the end of a list may be reported, and whether it must be.
struct ReachEndArming {
  /// Whether it may be reported.
  var isArmed = true
  /// Whether it must be reported when it is near.
  var isDue = true
  var lastCellID: Cell.ID?
  var hasSeen = false
}

/// The cells on screen before a change, to be compared after it.
struct AnchorCheck {
  private let cells: [(id: Cell.ID, distance: Double)]
  private let before: List

  init?(_ screen: SimScreen) {
    let anchors = screen.unanswered.values
    guard !anchors.isEmpty, anchors.allSatisfy({ $0 == .firstVisibleCell }),
      !screen.view.isDragging, screen.view.isInWindow
    else { return nil }
    let list = screen.list
    before = list
    cells = screen.view.pathsForVisibleItems.sorted().compactMap { path in
      guard let id = list.cell(at: path)?.id, let position = screen.view.position(ofItemAt: path)
      else { return nil }
      return (id, position - screen.view.contentOffset)
    }
  }

  func check(_ screen: SimScreen) {
    let view = screen.view
    let list = screen.list
    for (id, distance) in cells {
      guard let path = list.path(of: id), let position = view.position(ofItemAt: path) else {
        continue
      }
      let moved = position - view.contentOffset - distance
      let end = max(0, view.contentLength - view.viewportLength)
      // At an end there may be no room to keep it.
      let isFree = view.contentOffset > 1 && view.contentOffset < end - 1
      if isFree, abs(moved) > 1, !before.hasCells(of: screen.list) {
        screen.run.violate(
          .anchorKept,
          "\(id), the first cell on screen that stayed, moved by \(moved) points"
        )
      }
      return
    }
  }
}

extension List {
  /// Whether another list has the same cells in the same order.
  fileprivate func hasCells(of other: List) -> Bool {
    cellCount == other.cellCount
      && sections.flatMap { $0.cells.map(\.id) } == other.sections.flatMap { $0.cells.map(\.id) }
  }

  func path(of id: Cell.ID) -> CellPath? {
    for (section, model) in sections.enumerated() {
      if let item = model.cells.firstIndex(where: { $0.id == id }) {
        return CellPath(section: section, item: item)
      }
    }
    return nil
  }

  func cell(at path: CellPath) -> Cell? {
    guard sections.indices.contains(path.section),
      sections[path.section].cells.indices.contains(path.item)
    else { return nil }
    return sections[path.section].cells[path.item]
  }
}
