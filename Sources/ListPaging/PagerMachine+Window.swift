package import ListModel

/// Which part of the list is shown, and the state that is told.
extension PagerMachine {
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
    let first = pagerWindow(.opened)
    // What is shown of a list's first cells stays as it is, with what is on screen of it.
    if beginning != first, beginning != nil || window != nil || version > 0 { show(first) }
    beginning = isOpen ? nil : first
  }

  /// The window of a list of which nothing was shown before.
  private var firstWindow: (first: Int, last: Int)? {
    guard var last = contents.pages.indices.last else { return nil }
    guard let limit = configuration.windowLimit else { return (0, last) }
    var count = PagerContents.count(of: contents.pages[...])
    while last > 0, count > limit {
      count -= contents.pages[last].count
      last -= 1
    }
    return (0, last)
  }

  /// Lets the window follow its pages into new contents.
  mutating func follow(_ before: PagerContents, _ cause: PagerWindow.Cause) {
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
  mutating func show(_ cause: PagerWindow.Cause) { show(pagerWindow(cause)) }

  private mutating func show(_ window: PagerWindow) {
    largestWindow = max(largestWindow, window.ids.count)
    shownCount = window.ids.count
    // The part of this window on screen is unknown until it is reported.
    (viewport, viewportBefore) = (nil, nil)
    showings += 1
    effects.append(.show(window))
  }

  private func pagerWindow(_ cause: PagerWindow.Cause) -> PagerWindow {
    let ids = windowIDs
    let before = window.map { contents.count(above: $0.first) } ?? 0
    let missing = missing(around: ids, from: before)
    return PagerWindow(
      ids: ids,
      before: before,
      after: contents.count - before - ids.count,
      version: version,
      cause: cause,
      itemsBefore: missing.before,
      itemsAfter: missing.after,
      gapSizes: missing.gaps
    )
  }

  // MARK: The state

  /// What the pager is doing.
  package var state: PagerState {
    var state = PagerState()
    state.hasBegun = isOpen || beginning != nil
    state.refresh = loadState(.refresh, isEnded: contents.next.isEnded)
    state.append = loadState(.append, isEnded: contents.next.isEnded && isWindowAtEnd)
    state.prepend = loadState(.prepend, isEnded: contents.previous.isEnded && isWindowAtStart)
    for gap in contents.gaps.keys { state.gaps[gap] = loadState(.gap(gap), isEnded: false) }
    state.asOf = version
    state.storedCount = contents.count
    state.total = contents.total
    return state
  }

  private var isWindowAtEnd: Bool {
    beginning == nil && window.map { $0.last == contents.pages.count - 1 } ?? true
  }
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
    guard isOpen || beginning != nil, !isShowing else { return }
    let state = state
    guard state != toldState else { return }
    toldState = state
    effects.append(.state(state))
  }
}
