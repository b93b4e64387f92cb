import ListModel

/// How answers are handled.
extension PagerMachine {
  mutating func answer(
    _ number: Int,
    _ result: Result<RemotePage, RemoteFailure>,
    _ now: Int
  ) {
    guard let flight = flights[number] else {
      let lane = cancelled.removeValue(forKey: number)
      if case .failure(let failure) = result {
        // A request that was cancelled is answered by its cancellation: that is nothing to report.
        if failure.kind == .cancelled { return }
        if let lane { keepLimit(of: failure, lane, now) }
      }
      effects.append(.diagnose(.late(request: number)))
      return
    }
    guard committing == nil else {
      if !inbox.contains(where: { $0.request == number }) { inbox.append((number, result)) }
      return
    }
    flights[number] = nil
    self[flight.lane].status = .idle
    switch result {
    case .failure(let failure): fail(flight, failure, now)
    case .success(let page): take(page, flight, now)
    }
  }

  // MARK: Failures

  private mutating func fail(_ flight: Flight, _ failure: RemoteFailure, _ now: Int) {
    // The pager did not cancel this request: a request that it cancels has no flight any more.
    // Asking again at once could go on without end.
    if failure.kind == .cancelled { return stand(flight, .remote(failure)) }
    if failure.kind == .cursorExpired, flight.request.key != nil, !flight.request.kind.isJump {
      return lose(flight, now)
    }
    keepLimit(of: failure, flight.lane, now)
    guard let retry = configuration.retry, self[flight.lane].attempts < retry.limit else {
      return stand(flight, .remote(failure))
    }
    let wait = delay(retry, after: self[flight.lane].attempts)
    self[flight.lane].attempts += 1
    let (until, overflow) = now.addingReportingOverflow(wait)
    send(
      flight.lane,
      flight.request,
      flight.walk,
      notBefore: max(overflow ? .max : until, self[flight.lane].notBefore),
      now
    )
  }

  /// Takes note of the time before which the remote does not want to be asked.
  private mutating func keepLimit(of failure: RemoteFailure, _ lane: Lane.ID, _ now: Int) {
    guard let wait = failure.retryAfter else { return }
    let (until, overflow) = now.addingReportingOverflow(max(0, wait))
    self[lane].notBefore = overflow ? .max : until
  }

  private mutating func delay(_ retry: PagerConfiguration.Retry, after attempts: Int) -> Int {
    var wait = Double(max(0, retry.base))
    for _ in 0..<attempts {
      wait *= max(0, retry.factor)
      if wait > Double(retry.longest) { break }
    }
    wait = min(wait, Double(max(0, retry.longest)))
    let share = Double(random.next() >> 11) / Double(1 << 53)
    let jitter = min(max(0, retry.jitter), 1)
    return Int(wait * (1 - jitter * share))
  }

  /// Waits for the user.
  mutating func stand(_ flight: Flight, _ error: PagerError) {
    self[flight.lane].isWanted = false
    self[flight.lane].status = .failed(error, flight.request, flight.walk)
  }

  // MARK: Pages

  private mutating func take(_ page: RemotePage, _ flight: Flight, _ now: Int) {
    if let fault = fault(of: page, flight) { return stand(flight, fault) }
    // A gap that was opened meanwhile leaves fewer cells to compare.
    let overlap = before(flight.request.kind, flight.walk).suffix(flight.request.overlap)
    let again = page.cells.prefix(flight.request.overlap).suffix(overlap.count)
    let isShifted = again.map(\.id) != Array(overlap)
    if isShifted { effects.append(.diagnose(.shifted(request: flight.request.number))) }
    if let walk = flight.walk { return step(walk, page, flight, isShifted: isShifted, now) }
    if isShifted { return recover(.shifted, flight, now) }
    commit(page, flight, now)
  }

  /// Returns what is wrong with a page, before any cell of it is used.
  private func fault(of page: RemotePage, _ flight: Flight) -> PagerError? {
    if let answers = page.answers, answers != flight.request.number {
      return .wrongAnswer(expected: flight.request.number, got: answers)
    }
    for cell in page.cells {
      let id = cell.id
      if id.rawValue.isEmpty { return .invalidItem(id, reason: "its id is empty") }
      let limit = Cell.ID.maximumByteCount - PagerGap.prefix.utf8.count
      let length = id.rawValue.utf8.count
      if length > limit {
        return .invalidItem(id, reason: "its id has \(length) bytes; at most \(limit) are expected")
      }
      if contents.gaps[id] != nil {
        return .invalidItem(id, reason: "its id is that of a gap in the list")
      }
    }
    let following = flight.request.kind == .prepend ? page.previous : page.next
    if let key = flight.request.key, following == key { return .keyNotAdvancing(key) }
    return nil
  }

  /// Returns the cells of a page; of cells with one id, only the first.
  private func distinct(_ cells: [Cell]) -> [Cell] {
    var seen: Set<Cell.ID> = []
    return cells.filter { seen.insert($0.id).inserted }
  }

  private mutating func commit(_ page: RemotePage, _ flight: Flight, _ now: Int) {
    let cells = distinct(page.cells)
    if flight.request.kind == .refresh, cells.isEmpty, goesOn(after: page, flight, now) { return }
    var next = contents
    if page.total.map({ $0 >= 0 }) ?? false { next.total = page.total }
    guard var joined = join(cells, page, flight, into: &next) else {
      // Another writer has changed the place of the page.
      if flight.lane == .refresh { refresh(now) }
      return
    }
    let isRefresh = flight.request.kind == .refresh
    var dropped = page.cells.count - cells.count
    let joins = joined.before == nil
    if joins, flight.request.kind == .append || flight.request.kind == .prepend {
      dropped += cells.count - joined.inserted - joined.replaced - flight.request.overlap
    }
    if dropped > 0 {
      duplicatesDropped += dropped
      effects.append(.diagnose(.duplicates(request: flight.request.number, count: dropped)))
    }
    if flight.request.kind == .append, case .lastPages(let limit) = configuration.retention {
      let firstShown = window.flatMap { contents.pages[safe: $0.first]?.serial }
      joined.edits += next.keepLast(limit) { $0.serial != firstShown }
    }
    let following = flight.request.kind == .prepend ? page.previous : page.next
    let isClosed: Bool =
      if case .gap(let gap) = flight.request.kind { next.gaps[gap] == nil } else { false }
    let isRead: Bool =
      switch flight.request.kind {
      case .append: joined.inserted == 0 && next.next.key == following
      case .prepend: joined.made == 0 || next.previous.readsAgain == true
      default: joined.made == 0
      }
    let isUseless = isRead && joins
    let goesOn =
      isUseless && following != nil && !isRefresh && !isClosed && !isElsewhere(flight, page)
    commit(next, joined, flight, page, goesOn: goesOn)
  }

  /// Whether a jump has found cells only that stand elsewhere in the list, if none of them is new.
  func isElsewhere(_ flight: Flight, _ page: RemotePage) -> Bool {
    flight.request.kind.isJump && !page.cells.isEmpty
  }

  /// Lets a page join the list; `nil` if its place does not exist any more.
  private func join(
    _ cells: [Cell],
    _ page: RemotePage,
    _ flight: Flight,
    into next: inout PagerContents
  ) -> PagerContents.Joined? {
    let key = flight.request.key
    switch flight.request.kind {
    case .refresh:
      let usedKey = refreshKey == nil ? nil : key
      if configuration.refreshMode == .replace || refreshPlace == .whole {
        next.originKey = refreshKey
        return next.replace(with: cells, page, usedKey: usedKey)
      }
      guard let boundary = boundary(of: refreshPlace) else { return nil }
      if case .page = refreshPlace, let joined = next.openGaps(for: cells, above: boundary) {
        return joined
      }
      if next.count == 0 { next.originKey = refreshKey }
      let joined = next.refresh(
        cells,
        page,
        at: boundary,
        usedKey: usedKey,
        isAfterEmpty: key != refreshKey
      )
      if refreshPlace == .origin { next.origin = max(0, next.origin ?? 0) }
      return joined
    case .append, .rewalk, .reread: return next.append(cells, page, usedKey: key)
    case .prepend: return next.prepend(cells, page, usedKey: key)
    case .gap(let gap): return next.fill(gap, of: missing.gaps[gap], cells, page)
    case .jump(let place): return next.jump(to: place, cells, page)
    }
  }

  /// Asks for the page after an empty first one, or for what is before a place behind the last item.
  private mutating func goesOn(after page: RemotePage, _ flight: Flight, _ now: Int) -> Bool {
    if let key = page.next {
      goOn(to: key, flight, now)
      return true
    }
    let isAll = refreshPlace == .whole || contents.count == 0
    guard isAll, refreshKey != nil, page.previous == nil else { return false }
    // Nothing is known at this place: the list begins at the remote's start.
    send(refresh: .whole, key: nil, now)
    return true
  }

  /// Asks for the page after an empty first one.
  private mutating func goOn(to key: PageKey, _ flight: Flight, _ now: Int) {
    self[flight.lane].emptyPages += 1
    let count = self[flight.lane].emptyPages
    var request = flight.request
    request.key = key
    guard count < configuration.maxEmptyPages else {
      var flight = flight
      flight.request = request
      return stand(flight, .stalled(pages: count))
    }
    send(flight.lane, request, nil, notBefore: self[flight.lane].notBefore, now)
  }

  mutating func commit(
    _ next: PagerContents,
    _ joined: PagerContents.Joined,
    _ flight: Flight,
    _ page: RemotePage,
    goesOn: Bool
  ) {
    var next = next
    next.generation = contents.generation
    if flight.lane == .refresh { next.refreshedAt = now }
    next.notBefore = limit
    commitCount += 1
    let missing = missing(after: page, flight, joined, from: contents, to: next)
    let last: Int =
      if case .lastPages(let limit) = configuration.retention {
        max(0, min(limit, .max - 1)) + 1
      } else { 0 }
    let keys = KeptPages(next.kept(last: last), missing, next.count)
    guard let kept = try? Content(encoding: keys) else {
      return stand(flight, .storage("the keys of the page cannot be written as JSON"))
    }
    self[flight.lane].status = .loading(request: flight.request.number)
    committing = Committing(
      number: commitCount,
      contents: next,
      flight: flight,
      page: page,
      goesOn: goesOn,
      missing: missing,
      inserted: joined.inserted,
      replaced: joined.replaced,
      unproved: joined.unproved,
      before: joined.before,
      thenBefore: joined.thenBefore
    )
    effects.append(
      .commit(PageCommit(number: commitCount, parent: version, edits: joined.edits, kept: kept))
    )
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
