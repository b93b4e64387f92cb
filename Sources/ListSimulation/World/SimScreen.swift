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
  var displayCount = 0
  /// The state of the screen at the last check.
  var checked: RestState?
  /// The watching handlers of cells without handlers of their own; they are the same in each list.
  var watchers: [Cell.ID: EventHandlers] = [:]
  var arming = ReachEndArming()
  /// The pull whose refresh has not ended.
  var pull: Pull?
  var expectedTap: Cell.ID?
  var flushTimer: Int?
  /// Whether the newest list can be pulled.
  var handlesRefresh = false
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
  var nearItems: [Cell.ID] = []
  /// With how many cells left beyond the screen the next page is asked for.
  private(set) var prefetchDistance: Int?
  /// The least number of cells below the screen, as it was reported since the last page was asked for.
  var leastBelow: Int?
  /// The same, until the last page was asked for.
  var leastBelowBefore: Int?
  /// The number of cells below the screen, as it was reported last.
  var lastBelow: Int?
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
