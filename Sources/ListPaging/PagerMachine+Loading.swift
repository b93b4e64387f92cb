import ListModel

/// Opening, refreshing, retrying, and when pages are requested.
extension PagerMachine {
  subscript(lane: Lane.ID) -> Lane {
    get { lanes[lane] ?? Lane() }
    set { lanes[lane] = newValue }
  }

  mutating func open(_ stored: StoredPages, _ now: Int) {
    guard !isOpen else { return }
    isOpen = true
    self[.refresh].status = .idle
    adopt(stored)
    showFirstWindow()
    let isOld: Bool =
      switch configuration.start {
      case .refreshIfEmpty: contents.count == 0
      case .refreshIfOlder(let age):
        contents.count == 0 || isRefreshed(ago: age)
      case .always: true
      case .never: false
      }
    if isOld { refresh(now) }
    takeEarly(now)
  }

  /// Takes over the stored list.
  mutating func adopt(_ stored: StoredPages) {
    gapsBefore = [:]
    let serials = contents.serials
    contents = PagerContents(
      stored: stored,
      pageSize: configuration.pageSize,
      afterPage: serials
    )
    version = stored.version
    missing = KeptPages.missing(in: stored) ?? Missing(before: contents.previous.isEnded ? 0 : nil)
    for lane in [Lane.ID.refresh, .append, .prepend] {
      self[lane].notBefore = max(self[lane].notBefore, contents.notBefore)
    }
  }

  mutating func reach(_ direction: Direction) {
    let lane: Lane.ID = direction == .append ? .append : .prepend
    // An empty list has no end that is near: its first page is loaded anyway.
    if self[lane].isIdle { self[lane].emptyPages = 0 }
    if self[lane].isIdle, contents.count > 0 { self[lane].isWanted = true }
  }

  /// Refreshes the list for the user.
  mutating func refreshAsAsked(around cell: Cell.ID?, _ now: Int) {
    guard canRefresh(now) else { return }
    forgetAttempts()
    if let cell, let place = place(around: cell) {
      send(refresh: .page(place.page), key: place.key, size: place.size, now)
    } else {
      refresh(now)
    }
  }

  /// Reads the page that the list begins with.
  ///
  /// It joins a refresh that is on its way.
  mutating func refresh(_ now: Int) {
    guard canRefresh(now) else { return }
    let key = configuration.initialKey
    if contents.count > 0, contents.originKey != key {
      // The list was begun somewhere else.
      send(refresh: .whole, key: key, now)
    } else if key != nil, contents.count > 0, contents.origin == nil {
      send(refresh: .head, key: nil, now)
    } else {
      send(refresh: key == nil ? .head : .origin, key: key, now)
    }
  }

  /// Sends the request of a refresh.
  mutating func send(refresh place: RefreshPlace, key: PageKey?, size: Int = 0, _ now: Int) {
    guard isOpen else { return }
    contents.generation += 1
    refreshBegan = now
    self[.refresh].attempts = 0
    self[.refresh].emptyPages = 0
    refreshPlace = place
    refreshKey = key
    send(
      .refresh,
      kind: .refresh,
      key: key,
      size: max(size, configuration.initialLoadSize),
      notBefore: max(limit, contents.notBefore),
      now
    )
  }

  /// The time before which the remote does not want to be asked in any direction, also for gaps that
  /// are gone.
  var limit: Int { max(limitOfGone, lanes.values.map(\.notBefore).max() ?? 0) }

  /// Whether no refresh is on its way, and the remote may be asked for one.
  func canRefresh(_ now: Int) -> Bool {
    guard isOpen, !self[.refresh].isLoading, committing?.flight.lane != .refresh else {
      return false
    }
    guard case .waiting(let until, _, _) = self[.refresh].status else { return true }
    return until <= now || self[.refresh].notBefore <= now
  }

  /// Lets all directions try again what has failed before.
  mutating func forgetAttempts() {
    for lane in lanes.keys { self[lane].recoveries = 0 }
  }

  /// Returns where a page can be read that has a cell: the nearest place above it whose key is known.
  private func place(around cell: Cell.ID) -> (page: Int, key: PageKey, size: Int)? {
    guard let last = contents.index(ofPageWith: cell) else { return nil }
    for index in (0...last).reversed() where index > 0 {
      guard let key = contents.pages[index - 1].next, index != contents.origin else { continue }
      let size = PagerContents.count(of: contents.pages[index...last])
      return (contents.pages[index].serial, key, size)
    }
    return nil
  }

  /// Returns how many pages are above the place where the page of a refresh begins.
  func boundary(of place: RefreshPlace) -> Int? {
    switch place {
    case .head, .whole: 0
    case .origin: contents.count == 0 ? 0 : contents.origin.map { max(0, $0) }
    case .page(let serial): contents.index(ofPage: serial)
    }
  }

  /// Cancels the requests of other directions: their answers would belong to the list before the
  /// refresh or the reread.
  mutating func overtakeOthers(_ own: Lane.ID = .refresh) {
    gapsBefore = [:]
    for (number, flight) in flights.sorted(by: { $0.key < $1.key }) {
      self[flight.lane].status = .idle
      if isWanted(flight) { self[flight.lane].isWanted = true }
      cancel(number)
    }
    for lane in lanes.keys where lane != .refresh && lane != own {
      // A failed page is requested again, from the new list. Without a prefetch distance, an end is
      // reported only once.
      if self[lane].hasStopped, configuration.prefetchDistance == nil { self[lane].isWanted = true }
      if committing?.flight.lane != lane { self[lane].status = .idle }
      self[lane].attempts = 0
      self[lane].emptyPages = 0
    }
  }

  /// Cancels a request that is on its way.
  mutating func cancel(_ number: Int) {
    guard let flight = flights.removeValue(forKey: number) else { return }
    cancelled[number] = flight.lane
    effects.append(.cancel(request: number))
  }

  /// Whether the page of a request that is cancelled is wanted still.
  ///
  /// Without a prefetch distance, an end is reported once: so is the page of a request that repeats one, or
  /// follows an empty page.
  func isWanted(_ flight: Flight) -> Bool {
    flight.wasHinted || configuration.prefetchDistance == nil && flight.lane.isEnd
  }

  mutating func retry(_ now: Int) {
    for lane in sortedLanes {
      if case .failed(let error, _, _) = self[lane].status, error.leadsNowhere {
        // The same request would fail again.
        self[lane].status = .idle
        forgetAttempts()
        return send(refresh: .whole, key: configuration.initialKey, now)
      }
    }
    for lane in sortedLanes {
      let request: RemoteRequest
      let walk: Walk?
      switch self[lane].status {
      case .failed(_, let failed, let failedWalk): (request, walk) = (failed, failedWalk)
      case .waiting(_, let waiting, let waitingWalk): (request, walk) = (waiting, waitingWalk)
      case .idle, .loading: continue
      }
      self[lane].attempts = 0
      self[lane].emptyPages = 0
      self[lane].status = .idle
      resend(lane, request, walk, notBefore: self[lane].notBefore, now)
    }
  }

  mutating func fill(_ gap: Cell.ID, _ now: Int) {
    guard let key = contents.gaps[gap]?.key else { return }
    let lane = Lane.ID.gap(gap)
    guard isRefreshIdle else {
      self[lane].isWanted = true
      return
    }
    if isAsked { self[lane].emptyPages = 0 }
    guard self[lane].isIdle else {
      // What has failed waits for the user, and not for a gap that the pager fills by itself.
      if isAsked, case .failed = self[lane].status { retry(now) }
      return
    }
    send(
      lane,
      kind: .gap(gap),
      key: key,
      size: configuration.pageSize,
      notBefore: self[lane].notBefore,
      now
    )
  }

  /// Sends the requests whose time has come.
  mutating func wake(_ now: Int) {
    guard !isInBackground else { return }
    for lane in sortedLanes {
      guard case .waiting(let until, let request, let walk) = self[lane].status, until <= now
      else { continue }
      self[lane].status = .idle
      resend(lane, request, walk, notBefore: 0, now)
    }
  }

  /// Sends a request again, or one for the place that is there instead, if another writer has changed the
  /// list since.
  private mutating func resend(
    _ lane: Lane.ID,
    _ request: RemoteRequest,
    _ walk: Walk?,
    notBefore: Int,
    _ now: Int
  ) {
    if let walk, walk.version != version { return beginAgain(walk, lane, request, now) }
    let flight = Flight(request: request, lane: lane, walk: walk, wasHinted: false)
    guard walk != nil || isStillNext(flight) else {
      self[lane].isWanted = true
      return
    }
    send(lane, request, walk, notBefore: notBefore, now)
  }

  private var sortedLanes: [Lane.ID] {
    let gaps = lanes.keys.compactMap { if case .gap(let id) = $0 { id } else { nil } }.sorted()
    return [.refresh, .append, .prepend] + gaps.map(Lane.ID.gap)
  }

  /// Whether the other directions need not wait for a refresh, or until the list was read again.
  var isRefreshIdle: Bool {
    !self[.refresh].isLoading && committing?.flight.lane != .refresh
      && committing?.flight.walk == nil && !flights.values.contains { $0.walk != nil }
  }

  // MARK: Triggers

  /// Loads the pages that are near.
  mutating func evaluate(_ now: Int) {
    guard !isInBackground else { return }
    dropLate()
    if !moveWindowIfNear(.append), wants(.append, within: configuration.lookahead),
      isRefreshIdle, self[.append].isIdle, !contents.next.isEnded, let key = contents.next.key,
      !waitsForGap
    {
      load(.append, key, now)
    }
    if !moveWindowIfNear(.prepend), wants(.prepend, within: configuration.lookahead),
      isRefreshIdle, self[.prepend].isIdle, !contents.previous.isEnded,
      let key = contents.previous.key
    {
      load(.prepend, key, now)
    }
    // A page that could not be loaded is not remembered: the next look at the list decides again.
    if isRefreshIdle {
      self[.append].isWanted = false
      self[.prepend].isWanted = false
      fillWantedGaps(now)
    }
  }

  /// Fills the gaps that the user has asked for during a refresh.
  private mutating func fillWantedGaps(_ now: Int) {
    for lane in sortedLanes where self[lane].isWanted {
      guard case .gap(let gap) = lane else { continue }
      self[lane].isWanted = false
      fill(gap, now)
    }
  }

  /// Shows a stored page beyond the window, if its end is near.
  ///
  /// - Returns: Whether there is such a page: then nothing is asked of the remote.
  private mutating func moveWindowIfNear(_ direction: Direction) -> Bool {
    guard let window else { return false }
    let isThere =
      direction == .append ? window.last < contents.pages.count - 1 : window.first > 0
    guard isThere, wants(direction, within: configuration.windowMargin) else { return isThere }
    moveWindow(direction)
    return true
  }

  /// Whether the pager fills a gap by itself before it asks for the next page again.
  private var waitsForGap: Bool {
    guard let gap = gapsBefore[.append]?.gap else { return false }
    return self[.gap(gap)].isWanted || !self[.gap(gap)].isIdle
  }

  private mutating func load(_ direction: Direction, _ key: PageKey, _ now: Int) {
    let lane: Lane.ID = direction == .append ? .append : .prepend
    send(
      lane,
      kind: direction == .append ? .append : .prepend,
      key: key,
      size: configuration.pageSize,
      notBefore: self[lane].notBefore,
      now
    )
  }

  private func wants(_ direction: Direction, within distance: Int?) -> Bool {
    let lane: Lane.ID = direction == .append ? .append : .prepend
    if self[lane].isWanted || isEmptyButNotEnded { return true }
    guard let distance, let viewport, !isShowing else { return false }
    switch direction {
    case .append: return windowCount - 1 - viewport.last < distance
    case .prepend: return viewport.first < distance
    }
  }

  /// Whether no cell is there, and the pages before or after this place are not known to be empty.
  private var isEmptyButNotEnded: Bool {
    contents.count == 0 && window == nil
      && (contents.next.key != nil || contents.previous.key != nil)
  }

  // MARK: Sending

  mutating func send(
    _ lane: Lane.ID,
    kind: RemoteRequest.Kind,
    key: PageKey?,
    size: Int,
    walk: Walk? = nil,
    notBefore: Int,
    _ now: Int
  ) {
    var request = RemoteRequest(
      number: 0,
      kind: kind,
      key: key,
      size: size,
      overlap: before(kind, walk).count,
      generation: contents.generation
    )
    // The first page was to begin after this item, and was empty: the item itself was never loaded.
    request.includesKey =
      kind == .prepend && contents.count == 0 && key == configuration.initialKey
    send(
      lane,
      request,
      walk,
      notBefore: notBefore,
      now
    )
  }

  /// Returns the known cells right before a request, which it reads again.
  func before(_ kind: RemoteRequest.Kind, _ walk: Walk?) -> [Cell.ID] {
    let count = max(0, configuration.overlap)
    switch kind {
    case .append: return contents.suffix(count, above: contents.boundaryOfNext)
    case .gap(let gap):
      guard count > 0, let page = contents.index(ofPageWith: gap) else { return [] }
      return contents.suffix(count, above: page + 1)
    case .rewalk, .reread: return walk?.cells.suffix(count).map(\.id) ?? []
    case .refresh, .prepend, .jump: return []
    }
  }

  /// Sends a request now, or when the remote wants to be asked again.
  mutating func send(
    _ lane: Lane.ID,
    _ request: RemoteRequest,
    _ walk: Walk?,
    notBefore: Int,
    _ now: Int
  ) {
    // Also when a refresh continues: other requests may have begun while it waited.
    if lane == .refresh || walk != nil { overtakeOthers(lane) }
    guard notBefore <= now else {
      self[lane].status = .waiting(until: notBefore, request, walk)
      effects.append(.wake(at: notBefore))
      return
    }
    // A request that the user did not ask for waits until the user looks.
    guard !isInBackground || isAsked else {
      self[lane].status = .waiting(until: now, request, walk)
      return
    }
    var request = request
    request.number = nextRequest
    request.attempt = self[lane].attempts
    request.generation = contents.generation
    nextRequest += 1
    let wasHinted = self[lane].isWanted
    self[lane].isWanted = false
    self[lane].status = .loading(request: request.number)
    flights[request.number] = Flight(
      request: request,
      lane: lane,
      walk: walk,
      wasHinted: wasHinted
    )
    effects.append(.load(request))
  }
}
