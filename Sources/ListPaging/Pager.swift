public import ListModel

/// Fills a stored list from a remote source, page by page, as a screen needs it.
///
/// ```swift
/// let pages = ListStorePages(store: store, list: "home", section: "feed")
/// let pager = Pager(remote: source, storage: pages)
/// try await pager.start()
/// for await update in pager.updates {
///   let list = try pages.list(update).onVisibleCells { cells in
///     Task { await pager.viewed(cells) }
///   }
///   adapter.apply(list, version: update.window.version) { _ in … }
///   await pager.shown(update, as: list)
/// }
/// ```
///
/// A value, `PagerMachine`, makes all decisions; the pager asks the remote, commits, sleeps and passes
/// results on. It knows time only from its clock, and chance only from the seed of its
/// configuration.
public actor Pager {
  /// The updates to show, for any number of loops; a loop that is late gets only the newest one.
  public nonisolated var updates: PagerUpdates { PagerUpdates(broadcast: broadcast) }

  let remote: any RemoteSource
  private let storage: any PagerStorage
  private let clock: any PagerClock
  private let onDiagnostic: (@Sendable (PagerDiagnostic) -> Void)?
  private nonisolated let broadcast = PagerBroadcast()
  var machine: PagerMachine
  private var loads: [Int: Task<Void, Never>] = [:]
  private var others: [Int: Task<Void, Never>] = [:]
  private var taskCount = 0
  var update = PagerUpdate()
  /// The updates whose windows were not shown yet.
  var unshown: [Int] = []
  /// The rows that the screen shows.
  var rows = ScreenRows()
  /// The cells of the window that was shown last.
  var shownIDs: [Cell.ID] = []
  /// What is on screen, by the newest report.
  var look: ScreenRows.Look?
  /// Whether the look is at the place where a movement will end.
  var isAhead = false
  /// What was on screen when that movement began, if it was reported since the window has changed.
  var lookBefore: ScreenRows.Look?
  /// The page that was jumped to last.
  var jump: (place: PagerPlace, items: Range<Int>)?
  /// How many pages in a row had no row that is shown.
  var hiddenPages: [Direction: Int] = [:]
  /// The callers that wait for the end of a refresh.
  private var refreshers: [CheckedContinuation<Void, Never>] = []
  private var hasBegun = false
  private var hasEnded = false
  /// The reading of a stored list whose first cells are shown.
  private var reading = Reading.none
  /// How many cells are shown first if windows may be of any size.
  private static let firstCount = 500

  private enum Reading { case none, goesOn, hasFailed }

  /// Creates a pager that does nothing yet.
  ///
  /// - Parameters:
  ///   - remote: Where pages come from.
  ///   - storage: Where they go.
  ///   - configuration: How it loads.
  ///   - clock: The source of the time.
  ///   - onDiagnostic: Called with problems that the pager could cope with; must not block.
  public init(
    remote: any RemoteSource,
    storage: any PagerStorage,
    configuration: PagerConfiguration = PagerConfiguration(),
    clock: any PagerClock = SystemPagerClock(),
    onDiagnostic: (@Sendable (PagerDiagnostic) -> Void)? = nil
  ) {
    self.remote = remote
    self.storage = storage
    self.clock = clock
    self.onDiagnostic = onDiagnostic
    machine = PagerMachine(configuration: configuration)
  }

  deinit {
    for task in loads.values { task.cancel() }
    for task in others.values { task.cancel() }
    for refresher in refreshers { refresher.resume() }
    broadcast.end()
  }

  /// What the pager is doing.
  public var state: PagerState { machine.state }

  /// Reads the stored list, shows it, and loads the first page if there is none or a refresh is due.
  ///
  /// Of a list of many thousand cells, the first ones are shown while the others are read. The remote is
  /// asked after that. If the others cannot be read, ``PagerState/refresh`` has the error, and
  /// ``retry()`` and ``refresh()`` read them again.
  ///
  /// - Throws: An error of the storage; the method can be called again then.
  public func start() async throws {
    guard !hasBegun, !hasEnded else { return }
    hasBegun = true
    do {
      let count = machine.configuration.windowLimit ?? Self.firstCount
      if let first = try await storage.firstStored(count) {
        step(.begun(first))
        readOthers()
      } else {
        step(.opened(try await storage.stored()))
      }
    } catch {
      hasBegun = false
      throw error
    }
  }

  private func readOthers() {
    guard !hasEnded else { return }
    reading = .goesOn
    run { [weak self, storage] in
      do {
        let stored = try await storage.stored()
        await self?.endReading(.none, .opened(stored))
      } catch {
        await self?.endReading(.hasFailed, .openFailed(reason: "\(error)"))
      }
    }
  }

  private func endReading(_ end: Reading, _ event: PagerMachine.Event) {
    reading = end
    // No jump was made before.
    jump = nil
    step(event)
    // Placeholders that are on screen are loaded from now on.
    if unshown.isEmpty { tellLook() }
  }

  /// Stops for good: the pager requests, stores and reports nothing any more.
  public func stop() {
    hasEnded = true
    for task in loads.values { task.cancel() }
    for task in others.values { task.cancel() }
    loads = [:]
    others = [:]
    endRefresh()
    broadcast.end()
  }

  /// Loads fresh content, and returns when the refresh has ended.
  ///
  /// It has ended when the content is stored, when it has failed and waits for the user, or when
  /// the pager was stopped.
  ///
  /// A call joins a refresh that is on its way. Before ``start()`` the method returns at once; the
  /// refresh begins with the start.
  public func refresh() async { await refresh(by: .refresh) }

  /// Loads fresh content around a cell, and returns when the refresh has ended.
  ///
  /// The page begins at the nearest place above the cell whose key is known; without one, this is
  /// ``refresh()``.
  public func refresh(around cell: Cell.ID) async { await refresh(by: .refreshAround(cell)) }

  /// Reads everything that is loaded again, commits it as one version, and returns when that has
  /// ended.
  public func reread() async { await refresh(by: .reread) }

  private func refresh(by event: PagerMachine.Event) async {
    hiddenPages = [:]
    if reading == .hasFailed { readOthers() }
    step(event)
    guard !hasEnded, reading == .goesOn || machine.state.refresh.isLoading else { return }
    await withCheckedContinuation { refreshers.append($0) }
  }

  /// Tries the requests again that have failed.
  public func retry() {
    hiddenPages = [:]
    if reading == .hasFailed { readOthers() }
    step(.retry)
  }

  /// Loads the cells that are missing at a gap.
  public func fillGap(_ gap: Cell.ID) { step(.fillGap(gap)) }

  /// Loads the page of a key at a place where cells are missing, without those on the way.
  ///
  /// Gaps stay on the sides on which the page meets no loaded cell. With
  /// ``PagerConfiguration/jumpThreshold`` the pager jumps by itself when its user looks at
  /// placeholders.
  ///
  /// - Parameters:
  ///   - key: The key, in the remote's own words.
  ///   - place: The place in the list.
  public func jump(to key: PageKey, at place: PagerPlace = .end) { step(.jump(place, key)) }

  /// Tells the pager that one end is near, as `List.onReachEnd` does.
  public func reached(_ direction: Direction) { step(.reached(direction)) }

  /// Tells the pager whether a user looks at the list.
  public func setVisibility(_ visibility: Visibility) {
    step(visibility == .background ? .background : .foreground)
  }

  /// One side of a list.
  public enum Direction: Hashable, Sendable, CaseIterable {
    /// The cells after the last one.
    case append
    /// The cells before the first one.
    case prepend
  }

  /// Whether a user looks at a list.
  public enum Visibility: Hashable, Sendable {
    /// No user does: nothing new is asked for.
    case background
    /// A user does.
    case foreground
  }

  /// Reads the stored list again, after another writer has changed it.
  ///
  /// - Throws: An error of the storage.
  public func reload() async throws {
    guard hasBegun, !hasEnded else { return }
    step(.changed(try await storage.stored()))
  }

  // MARK: The rim

  func step(_ event: PagerMachine.Event) {
    guard !hasEnded else { return }
    for effect in machine.step(event, at: clock.now) { perform(effect) }
    if !refreshers.isEmpty, reading != .goesOn, !machine.state.refresh.isLoading { endRefresh() }
  }

  private func endRefresh() {
    let waiting = refreshers
    refreshers = []
    for refresher in waiting { refresher.resume() }
  }

  private func perform(_ effect: PagerMachine.Effect) {
    switch effect {
    case .load(let request): load(request)
    case .cancel(let request): loads.removeValue(forKey: request)?.cancel()
    case .commit(let commit): make(commit)
    case .show(let window):
      update.serial += 1
      update.window = window
      // What is on screen of this window is unknown until it is reported.
      (look, lookBefore) = (nil, nil)
      unshown.append(update.serial)
      broadcast.send(update)
    case .wake(let time): wake(at: time)
    case .state(let state):
      update.serial += 1
      update.state = state
      broadcast.send(update)
    case .diagnose(let diagnostic): onDiagnostic?(diagnostic)
    }
  }

  private func load(_ request: RemoteRequest) {
    loads[request.number] = Task { [weak self, remote] in
      let result: Result<RemotePage, RemoteFailure>
      do {
        // The task may begin late: a request that was cancelled before is not sent.
        try Task.checkCancellation()
        result = .success(try await remote.load(request))
      } catch let failure as RemoteFailure {
        result = .failure(failure)
      } catch is CancellationError {
        result = .failure(RemoteFailure(.cancelled, reason: "cancelled"))
      } catch {
        result = .failure(RemoteFailure(.unavailable, reason: "\(error)"))
      }
      await self?.take(request, result)
    }
  }

  private func take(_ request: RemoteRequest, _ result: Result<RemotePage, RemoteFailure>) {
    loads[request.number] = nil
    step(.answered(request: request.number, result))
  }

  private func make(_ commit: PageCommit) {
    run { [weak self, storage] in
      let event: PagerMachine.Event
      do {
        switch try await storage.commit(commit) {
        case .committed(let version):
          event = .committed(commit: commit.number, version: version)
        case .overtaken(let stored): event = .overtaken(commit: commit.number, stored)
        }
      } catch {
        event = .commitFailed(commit: commit.number, reason: "\(error)")
      }
      await self?.step(event)
    }
  }

  private func wake(at time: Int) {
    run { [weak self, clock] in
      while clock.now < time {
        do { try await clock.sleep(until: time) } catch { return }
      }
      await self?.step(.woken)
    }
  }

  private func run(_ work: @escaping @Sendable () async -> Void) {
    taskCount += 1
    let number = taskCount
    others[number] = Task { [weak self] in
      await work()
      await self?.forget(number)
    }
  }

  private func forget(_ number: Int) { others[number] = nil }
}
