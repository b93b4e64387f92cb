package import ListModel

/// How commits end, and which part of the list is shown.
extension PagerMachine {
  mutating func finish(_ number: Int, _ version: Int, _ now: Int) {
    guard let done = committing, done.number == number else { return }
    committing = nil
    let lane = done.flight.lane
    self[lane].status = .idle
    self[lane].attempts = 0
    self[lane].conflicts = 0
    if done.flight.walk == nil { self[lane].recoveries = 0 }
    let before = contents
    let generation = contents.generation
    contents = done.contents
    contents.generation = generation
    let recounts = missing != done.missing
    missing = done.missing
    wantProofs(after: done)
    // Without a prefetch distance, an end is reported once: not again after a refresh has made the
    // list end earlier, or after a reread has not made it longer.
    let isSameEnd = contents.next == before.next && contents.lastID == before.lastID
    let isShorter = lane == .refresh && contents.count < before.count && !isSameEnd
    let isNoLonger = done.flight.request.kind == .reread && contents.count <= before.count
    if configuration.prefetchDistance == nil, isShorter || isNoLonger {
      self[.append].isWanted = true
    }
    let changes = version != self.version
    self.version = max(self.version, version)
    follow(before, done.cause)
    // Pages may have been dropped from a list that has not changed.
    if changes || recounts || windowCount != shownCount { show(done.cause) }
    if done.goesOn {
      // A page of stored cells is a step to the end, which cannot go on without end.
      self[lane].emptyPages = done.replaced > 0 ? 0 : self[lane].emptyPages + 1
      goOn(after: done, now)
    } else if done.before != nil {
      // Not again and again: if the same page comes without end, it waits for the user.
      self[lane].emptyPages += 1
      if self[lane].emptyPages > configuration.maxEmptyPages {
        let error = PagerError.stalled(pages: self[lane].emptyPages)
        self[lane].status = .failed(error, done.flight.request, nil)
      }
    } else {
      self[lane].emptyPages = 0
      // What is missing is not where the remote's numbers say: the place itself is read.
      if done.inserted == 0, isElsewhere(done.flight, done.page) { self[lane].isWanted = true }
      goOn(afterWalk: done, now)
    }
    for gap in lanes.keys {
      guard case .gap(let id) = gap, contents.gaps[id] == nil else { continue }
      limitOfGone = max(limitOfGone, self[gap].notBefore)
      lanes[gap] = nil
    }
    cancelMisplaced()
    // A refresh that has failed waits for the user.
    if done.before == .head, !self[.refresh].hasStopped { refresh(now) }
    takeChange(now)
    takeInbox(now)
  }

  /// Asks for the page whose key had expired, when a walk has found a new key but no new cell.
  private mutating func goOn(afterWalk done: Committing, _ now: Int) {
    guard done.flight.walk?.reason == .expired, done.inserted == 0 else { return }
    switch done.flight.lane {
    case .append, .prepend: self[done.flight.lane].isWanted = true
    case .gap(let gap): fill(gap, now)
    case .refresh: break
    }
  }

  /// Asks for the next page at once, when this one had nothing new.
  private mutating func goOn(after done: Committing, _ now: Int) {
    let lane = done.flight.lane
    var request = done.flight.request
    request.includesKey = false
    request.key =
      request.kind == .prepend ? contents.previous.key : done.page.next
    let count = self[lane].emptyPages
    guard count < configuration.maxEmptyPages else {
      self[lane].status = .failed(.stalled(pages: count), request, nil)
      return
    }
    guard !self[.refresh].isLoading else {
      self[lane].isWanted = true
      return
    }
    send(lane, request, nil, notBefore: self[lane].notBefore, now)
  }

  mutating func overtake(_ number: Int, _ stored: StoredPages, _ now: Int) {
    guard let done = committing, done.number == number else { return }
    committing = nil
    takeOver(stored)
    let lane = done.flight.lane
    self[lane].status = .idle
    self[lane].conflicts += 1
    let request = done.flight.request
    if !isStillNext(done.flight) {
      effects.append(.diagnose(.overtaken(request: request.number)))
      self[lane].conflicts = 0
      fillEmptied(now)
    } else if self[lane].conflicts > Self.conflictLimit {
      self[lane].conflicts = 0
      self[lane].status = .failed(
        .storage("others have changed the list \(Self.conflictLimit) times meanwhile"),
        request,
        nil
      )
    } else if isOutOfDate(done) {
      askAgain(done.flight, now)
    } else {
      var flight = done.flight
      flight.request.overlap = 0
      flights[request.number] = flight
      answer(request.number, .success(done.page), now)
    }
    takeChange(now)
    takeInbox(now)
  }

  /// Returns whether a page still belongs where it was to be placed, after another writer has changed
  /// the list.
  func isStillNext(_ flight: Flight) -> Bool {
    if flight.walk != nil || contents.isToBeLoaded { return flight.request.kind == .refresh }
    switch flight.request.kind {
    case .refresh: return true
    case .append: return contents.next.key == flight.request.key
    case .prepend: return contents.previous.key == flight.request.key
    case .gap(let gap): return contents.gaps[gap]?.key == flight.request.key
    case .rewalk, .reread: return false
    case .jump(.gap(let gap)): return contents.gaps[gap] != nil
    case .jump: return contents.count > 0
    }
  }

  /// Whether a page may be older than what another writer has stored meanwhile: a page of a refresh, or
  /// one with cells that are stored.
  private func isOutOfDate(_ done: Committing) -> Bool {
    guard contents.count > 0 else { return false }
    if done.flight.request.kind == .refresh { return true }
    return done.page.cells.contains { contents.known.mayContain($0.id.rawValue) }
  }

  /// Sends the request of a page that is out of date again.
  private mutating func askAgain(_ flight: Flight, _ now: Int) {
    let request = flight.request
    if request.kind == .refresh {
      // The places of the list are numbered otherwise by now.
      if case .page = refreshPlace { return refresh(now) }
      return send(refresh: refreshPlace, key: refreshKey, now)
    }
    guard isRefreshIdle else {
      self[flight.lane].isWanted = true
      return
    }
    send(
      flight.lane,
      kind: request.kind,
      key: request.key,
      size: request.size,
      notBefore: self[flight.lane].notBefore,
      now
    )
  }

  /// Takes over the list of another writer, after the commit that is being made.
  mutating func change(_ stored: StoredPages, _ now: Int) {
    guard stored.version > version else { return }
    guard committing == nil else {
      if stored.version > changedMeanwhile?.version ?? 0 { changedMeanwhile = stored }
      return
    }
    takeOver(stored)
    cancelMisplaced()
    fillEmptied(now)
  }

  /// Cancels the requests for places that are not there any more, since another writer, or a page of
  /// another place, has changed the list.
  private mutating func cancelMisplaced() {
    for (number, flight) in flights.sorted(by: { $0.key < $1.key })
    where flight.walk == nil && !isStillNext(flight) {
      inbox.removeAll { $0.request == number }
      self[flight.lane].status = .idle
      if isWanted(flight) { self[flight.lane].isWanted = true }
      cancel(number)
    }
  }

  /// Loads the first page of a list from which another writer has removed all cells.
  ///
  /// That a refresh has found empty pages only says nothing of the list that is empty now.
  private mutating func fillEmptied(_ now: Int) {
    guard contents.isToBeLoaded, configuration.start != .never else { return }
    if case .failed(.stalled, _, _) = self[.refresh].status { self[.refresh].status = .idle }
    guard self[.refresh].isIdle, committing == nil else { return }
    refresh(now)
  }

  /// Takes over the list that was read while a commit was being made, if it is newer than that.
  private mutating func takeChange(_ now: Int) {
    guard committing == nil, let stored = changedMeanwhile else { return }
    changedMeanwhile = nil
    change(stored, now)
  }

  private mutating func takeOver(_ stored: StoredPages) {
    let before = contents
    adopt(stored)
    contents.generation = max(before.generation, contents.generation)
    follow(before, .overtaken)
    show(.overtaken)
  }

  private static let conflictLimit = 16

  mutating func fail(_ number: Int, _ reason: String, _ now: Int) {
    guard let done = committing, done.number == number else { return }
    committing = nil
    let flight = done.flight
    self[flight.lane].status = .failed(.storage(reason), flight.request, flight.walk)
    takeChange(now)
    takeInbox(now)
  }

  /// Takes the answers that came while a commit was being made.
  private mutating func takeInbox(_ now: Int) {
    while committing == nil, !inbox.isEmpty {
      let (request, result) = inbox.removeFirst()
      answer(request, result, now)
    }
  }

  // MARK: The window

  /// The number of cells in the window.
  package var windowCount: Int { PagerContents.count(of: windowPages) }

  /// The ids of the cells in the window.
  package var windowIDs: [Cell.ID] { PagerContents.ids(of: windowPages) }

  private var windowPages: ArraySlice<PagerContents.Page> {
    guard let window else { return [] }
    return contents.pages[window.first...window.last]
  }

  mutating func showFirstWindow() {
    window = firstWindow
    // A list that has become empty has a version too, which must be shown before its state.
    if window != nil || version > 0 { show(.opened) }
  }

  /// The window of a list of which nothing was shown before.
  private var firstWindow: (first: Int, last: Int)? {
    guard var last = contents.pages.indices.last else { return nil }
    guard let limit = configuration.windowLimit else { return (0, last) }
    var count = contents.count
    while last > 0, count > limit {
      count -= contents.pages[last].count
      last -= 1
    }
    return (0, last)
  }

  /// Lets the window follow its pages into new contents.
  private mutating func follow(_ before: PagerContents, _ cause: PagerWindow.Cause) {
    guard !contents.pages.isEmpty else {
      window = nil
      return
    }
    let last = contents.pages.count - 1
    guard let old = window, !before.pages.isEmpty else {
      window = firstWindow
      return drop(cause)
    }
    let (isAtStart, isAtEnd) = (old.first == 0, old.last == before.pages.count - 1)
    if isAtStart && isAtEnd {
      window = (0, last)
    } else if isUnchanged(old, before) {
      window = (old.first, isAtEnd ? last : old.last)
    } else {
      let found = places(of: before.pages[old.first...old.last], of: before)
      if let first = isAtStart ? 0 : found.first, let end = isAtEnd ? last : found.last {
        window = (first, max(first, end))
      } else {
        window = firstWindow
      }
    }
    drop(cause)
  }

  /// Whether the pages that were shown are where they were.
  private func isUnchanged(_ window: (first: Int, last: Int), _ before: PagerContents) -> Bool {
    contents.pages.indices.contains(window.last)
      && (window.first...window.last).allSatisfy { contents.pages[$0] === before.pages[$0] }
  }

  /// Returns the indices of pages that were shown, and of those that have come with their cells.
  private func places(
    of shown: ArraySlice<PagerContents.Page>,
    of before: PagerContents
  ) -> [Int] {
    let serials = Set(shown.map(\.serial))
    let ids = Set(shown.lazy.flatMap(\.ids))
    return contents.pages.indices.filter { index in
      let page = contents.pages[index]
      if page.serial <= before.serials { return serials.contains(page.serial) }
      return page.ids.contains(where: ids.contains)
    }
  }

  /// Extends the window by a page that is stored.
  mutating func moveWindow(_ direction: Direction) {
    guard var window else { return }
    switch direction {
    case .append: window.last += 1
    case .prepend: window.first -= 1
    }
    self.window = window
    localLoads += 1
    self[.append].isWanted = false
    self[.prepend].isWanted = false
    let cause: PagerWindow.Cause = direction == .append ? .append : .prepend
    drop(cause)
    show(cause)
  }

  /// Drops whole pages at the far end while the window is too large (the rule of Paging 3's
  /// `PageFetcherSnapshotState.dropEventOrNull`).
  private mutating func drop(_ cause: PagerWindow.Cause) {
    guard let limit = configuration.windowLimit, var window else { return }
    let distance = configuration.windowMargin
    func count(_ index: Int) -> Int { contents.pages[index].count }
    var size = windowCount
    switch cause {
    case .append, .opened, .overtaken:
      var before = seen?.first ?? 0
      while size > limit, window.last - window.first + 1 > 2,
        before - count(window.first) >= distance
      {
        size -= count(window.first)
        before -= count(window.first)
        window.first += 1
      }
    case .prepend, .refresh, .gap:
      var after = seen.map { shownCount - 1 - $0.last } ?? 0
      while size > limit, window.last - window.first + 1 > 2,
        after - count(window.last) >= distance
      {
        size -= count(window.last)
        after -= count(window.last)
        window.last -= 1
      }
    }
    self.window = window
    // A page between others leaves room on both sides, and moves what is on screen.
    let isMoving = viewport == nil || viewportBefore != nil
    isDropDue = size > limit && (isMoving || cause == .gap || cause == .refresh)
  }

  /// Takes note of what is on screen, or will be.
  mutating func look(_ first: Int, _ last: Int, movingFrom before: (first: Int, last: Int)?) {
    viewport = first <= last ? (first, last) : nil
    viewportBefore = viewport == nil ? nil : before
  }

  /// What is on screen, or may be before a movement ends.
  var seen: (first: Int, last: Int)? {
    guard let viewport, let before = viewportBefore else { return viewport }
    return (min(before.first, viewport.first), max(before.last, viewport.last))
  }

  /// Drops the pages that could not be dropped when others came, because it was not known which cells
  /// were on screen.
  mutating func dropLate() {
    guard isDropDue, let shown = window, viewport != nil, !isShowing else { return }
    isDropDue = false
    drop(.append)
    drop(.prepend)
    guard let window, window != shown else { return }
    show(window.last < shown.last ? .prepend : .append)
  }

  /// Asks for the window to be shown.
  mutating func show(_ cause: PagerWindow.Cause) {
    let ids = windowIDs
    let before = window.map { contents.count(above: $0.first) } ?? 0
    largestWindow = max(largestWindow, ids.count)
    shownCount = ids.count
    // The part of this window on screen is unknown until it is reported.
    (viewport, viewportBefore) = (nil, nil)
    showings += 1
    let missing = missing(around: ids, from: before)
    effects.append(
      .show(
        PagerWindow(
          ids: ids,
          before: before,
          after: contents.count - before - ids.count,
          version: version,
          cause: cause,
          itemsBefore: missing.before,
          itemsAfter: missing.after,
          gapSizes: missing.gaps
        )
      )
    )
  }

  // MARK: The state

  /// What the pager is doing.
  package var state: PagerState {
    var state = PagerState()
    state.hasBegun = isOpen
    state.refresh = loadState(.refresh, isEnded: contents.next.isEnded)
    state.append = loadState(.append, isEnded: contents.next.isEnded && isWindowAtEnd)
    state.prepend = loadState(.prepend, isEnded: contents.previous.isEnded && isWindowAtStart)
    for gap in contents.gaps.keys { state.gaps[gap] = loadState(.gap(gap), isEnded: false) }
    state.asOf = version
    state.storedCount = contents.count
    state.total = contents.total
    return state
  }

  private var isWindowAtEnd: Bool { window.map { $0.last == contents.pages.count - 1 } ?? true }
  private var isWindowAtStart: Bool { window.map { $0.first == 0 } ?? true }

  private func loadState(_ lane: Lane.ID, isEnded: Bool) -> LoadState {
    switch self[lane].status {
    case .idle: .notLoading(endOfPaginationReached: isEnded)
    case .loading: .loading
    case .waiting(let until, _, _): .waiting(until: until)
    case .failed(let error, _, _): .error(error)
    }
  }

  /// Reports the state if it has changed, and its version was shown.
  mutating func tell() {
    guard isOpen, !isShowing else { return }
    let state = state
    guard state != toldState else { return }
    toldState = state
    effects.append(.state(state))
  }
}

extension Committing {
  /// Why the window changes with this commit.
  fileprivate var cause: PagerWindow.Cause {
    if let walk = flight.walk {
      return flight.lane == .append && walk.reason == .expired ? .append : .refresh
    }
    switch flight.request.kind {
    case .refresh, .reread: return .refresh
    case .append, .rewalk, .jump(.end): return .append
    case .prepend, .jump(.start): return .prepend
    case .gap, .jump(.gap): return .gap
    }
  }
}
