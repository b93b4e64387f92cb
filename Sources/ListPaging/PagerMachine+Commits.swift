public import ListModel

/// How commits end, and which part of the list is shown.
extension PagerMachine {
  mutating func finish(_ number: Int, _ version: Int, _ now: Int) {
    guard let done = committing, done.number == number else { return }
    committing = nil
    let lane = done.flight.lane
    self[lane].status = .idle
    self[lane].attempts = 0
    self[lane].conflicts = 0
    if lane == .refresh { replacesNext = false }
    let before = contents
    let generation = contents.generation
    contents = done.contents
    contents.generation = generation
    let recounts = missing != done.missing
    missing = done.missing
    wantEmptyGaps()
    // Without a prefetch distance, an end is reported once: not again after a refresh has made the
    // list shorter, or after a reread has not made it longer.
    let isShorter = lane == .refresh && contents.count < before.count
    let isNoLonger = done.flight.request.kind == .reread && contents.count <= before.count
    if configuration.prefetchDistance == nil, isShorter || isNoLonger {
      self[.append].isWanted = true
    }
    let changes = version != self.version
    self.version = max(self.version, version)
    let cause = done.flight.request.kind.cause
    if changes || recounts || contents.ids != before.ids {
      follow(before, cause)
      show(cause)
    } else {
      follow(before, cause)
    }
    if done.goesOn {
      self[lane].emptyPages += 1
      goOn(after: done, now)
    } else {
      self[lane].emptyPages = 0
    }
    for gap in lanes.keys {
      if case .gap(let id) = gap, contents.gaps[id] == nil { lanes[gap] = nil }
    }
    takeChange()
    takeInbox(now)
  }

  /// Asks for the next page at once, when this one had nothing new.
  private mutating func goOn(after done: Committing, _ now: Int) {
    let lane = done.flight.lane
    var request = done.flight.request
    request.includesKey = false
    request.key = request.kind == .prepend ? done.page.previous : done.page.next
    switch request.kind {
    case .rewalk, .reread: request.kind = .append
    case .refresh, .append, .prepend, .gap, .jump: break
    }
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
    let isStillNext: Bool =
      switch request.kind {
      case .refresh: true
      case .append: contents.next.key == request.key
      case .prepend: contents.previous.key == request.key
      case .gap(let gap): contents.gaps[gap] == request.key
      case .rewalk, .reread: false
      case .jump(.gap(let gap)): contents.gaps[gap] != nil
      case .jump: contents.count > 0
      }
    if !isStillNext {
      effects.append(.diagnose(.overtaken(request: request.number)))
      self[lane].conflicts = 0
    } else if self[lane].conflicts > Self.conflictLimit {
      self[lane].conflicts = 0
      self[lane].status = .failed(
        .storage("others have changed the list \(Self.conflictLimit) times meanwhile"),
        request,
        nil
      )
    } else {
      var flight = done.flight
      flight.walk = nil
      flight.request.overlap = 0
      flights[request.number] = flight
      answer(request.number, .success(done.page), now)
    }
    takeChange()
    takeInbox(now)
  }

  /// Takes over the list of another writer, after the commit that is being made.
  mutating func change(_ stored: StoredPages) {
    guard stored.version > version else { return }
    guard committing == nil else {
      if stored.version > changedMeanwhile?.version ?? 0 { changedMeanwhile = stored }
      return
    }
    takeOver(stored)
  }

  /// Takes over the list that was read while a commit was being made, if it is newer than that.
  private mutating func takeChange() {
    guard committing == nil, let stored = changedMeanwhile else { return }
    changedMeanwhile = nil
    change(stored)
  }

  private mutating func takeOver(_ stored: StoredPages) {
    let ids = windowIDs
    let wasWhole = window.map { $0.first == 0 && $0.last == contents.pages.count - 1 } ?? true
    let generation = contents.generation
    adopt(stored)
    contents.generation = max(generation, contents.generation)
    let last = contents.pages.count - 1
    let shown = Set(ids)
    let found = contents.pages.indices.filter {
      contents.pages[$0].ids.contains(where: shown.contains)
    }
    window =
      contents.pages.isEmpty
      ? nil : wasWhole ? (0, last) : (found.first ?? 0, found.last ?? last)
    drop(.overtaken)
    show(.overtaken)
  }

  private static let conflictLimit = 16

  mutating func fail(_ number: Int, _ reason: String, _ now: Int) {
    guard let done = committing, done.number == number else { return }
    committing = nil
    let flight = done.flight
    self[flight.lane].status = .failed(.storage(reason), flight.request, flight.walk)
    takeChange()
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
  public var windowCount: Int {
    guard let window else { return 0 }
    return contents.pages[window.first...window.last].reduce(0) { $0 + $1.ids.count }
  }

  /// The ids of the cells in the window.
  public var windowIDs: [Cell.ID] {
    guard let window else { return [] }
    return contents.pages[window.first...window.last].flatMap(\.ids)
  }

  mutating func showFirstWindow() {
    window = contents.pages.isEmpty ? nil : (0, contents.pages.count - 1)
    if let limit = configuration.windowLimit, var shown = window {
      while shown.last > 0, contents.pages[...shown.last].reduce(0, { $0 + $1.ids.count }) > limit {
        shown.last -= 1
      }
      window = shown
    }
    // A list that has become empty has a version too, which must be shown before its state.
    if window != nil || version > 0 { show(.opened) }
  }

  /// Lets the window follow its pages into new contents.
  private mutating func follow(_ before: PagerContents, _ cause: PagerWindow.Cause) {
    guard !contents.pages.isEmpty else {
      window = nil
      return
    }
    let last = contents.pages.count - 1
    guard let old = window, !before.pages.isEmpty else {
      window = (0, last)
      return drop(cause)
    }
    var places: [Int: Int] = [:]
    for (index, page) in contents.pages.enumerated() { places[page.serial] = index }
    let kept = before.pages[old.first...old.last].compactMap { places[$0.serial] }
    let first = old.first == 0 ? 0 : kept.first ?? 0
    let end = old.last == before.pages.count - 1 ? last : max(first, kept.last ?? last)
    window = (first, end)
    drop(cause)
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
    func count(_ index: Int) -> Int { contents.pages[index].ids.count }
    var size = windowCount
    switch cause {
    case .append, .opened, .overtaken:
      var before = viewport?.first ?? 0
      while size > limit, window.last - window.first + 1 > 2,
        before - count(window.first) >= distance
      {
        size -= count(window.first)
        before -= count(window.first)
        window.first += 1
      }
    case .prepend, .refresh, .gap:
      var after = viewport.map { shownCount - 1 - $0.last } ?? 0
      while size > limit, window.last - window.first + 1 > 2,
        after - count(window.last) >= distance
      {
        size -= count(window.last)
        after -= count(window.last)
        window.last -= 1
      }
    }
    self.window = window
  }

  /// Asks for the window to be shown.
  mutating func show(_ cause: PagerWindow.Cause) {
    let ids = windowIDs
    let before = window.map { contents.pages[..<$0.first].reduce(0) { $0 + $1.ids.count } } ?? 0
    largestWindow = max(largestWindow, ids.count)
    shownCount = ids.count
    // The part of this window on screen is unknown until it is reported.
    viewport = nil
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
  public var state: PagerState {
    var state = PagerState()
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

extension RemoteRequest.Kind {
  fileprivate var cause: PagerWindow.Cause {
    switch self {
    case .refresh: .refresh
    case .append, .rewalk: .append
    case .prepend: .prepend
    case .reread: .refresh
    case .gap, .jump(.gap): .gap
    case .jump(.end): .append
    case .jump(.start): .prepend
    }
  }
}
