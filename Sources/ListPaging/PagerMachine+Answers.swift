import ListModel

/// How answers are handled.
extension PagerMachine {
  mutating func answer(
    _ number: Int,
    _ result: Result<RemotePage, RemoteFailure>,
    _ now: Int
  ) {
    guard let flight = flights[number] else {
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
    // Asking again at once could go on for ever.
    if failure.kind == .cancelled { return stand(flight, .remote(failure)) }
    if failure.kind == .cursorExpired, flight.lane == .append, !flight.request.kind.isJump {
      switch configuration.onCursorExpired {
      case .restart:
        replacesNext = true
        return refresh(now)
      case .rewalk where flight.walk == nil:
        return walk(.rewalk, Walk(), key: configuration.initialKey, now)
      case .rewalk:
        return stand(flight, .cursorLost)
      }
    }
    if let wait = failure.retryAfter {
      let (until, overflow) = now.addingReportingOverflow(max(0, wait))
      self[flight.lane].notBefore = overflow ? .max : until
    }
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
  private mutating func stand(_ flight: Flight, _ error: PagerError) {
    self[flight.lane].isWanted = false
    self[flight.lane].status = .failed(error, flight.request, flight.walk)
  }

  // MARK: Pages

  private mutating func take(_ page: RemotePage, _ flight: Flight, _ now: Int) {
    if let fault = fault(of: page, flight) { return stand(flight, fault) }
    let overlap = before(flight.request.kind, flight.walk).suffix(flight.request.overlap)
    let isShifted = page.cells.prefix(overlap.count).map(\.id) != Array(overlap)
    if isShifted { effects.append(.diagnose(.shifted(request: flight.request.number))) }
    if let walk = flight.walk {
      if isShifted, walk.pages <= walkLimit {
        return self.walk(flight.request.kind, Walk(pages: walk.pages + 1), key: nil, now)
      }
      return step(walk, page, flight, now)
    }
    if isShifted {
      overtakeOthers()
      return walk(.reread, Walk(), key: nil, now)
    }
    commit(page, flight)
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

  private mutating func commit(_ page: RemotePage, _ flight: Flight) {
    let cells = distinct(page.cells)
    let ids = cells.map(\.id)
    let known = Set(contents.ids)
    let fresh = ids.filter { !known.contains($0) }
    var next = contents
    if page.total.map({ $0 >= 0 }) ?? false { next.total = page.total }
    var dropped = page.cells.count - cells.count
    let key = flight.request.key
    switch flight.request.kind {
    case .refresh:
      // A page that follows empty pages is still the first page.
      let isHead = configuration.initialKey == nil
      let usedKey = isHead ? nil : key
      if ids.isEmpty && page.next != nil {
        return goOn(to: page.next, flight)
      }
      if configuration.refreshMode == .replace || replacesNext {
        next.replace(with: ids, page, usedKey: usedKey)
      } else if isHead {
        // After empty pages, the remote has said that nothing comes before this page.
        next.mergeHead(ids, page, opensGap: key == nil)
      } else {
        next.mergeMiddle(ids, page, usedKey: usedKey)
      }
    case .append, .rewalk, .reread:
      dropped += ids.count - fresh.count - flight.request.overlap
      next.append(fresh, page, usedKey: key)
      if case .lastPages(let limit) = configuration.retention {
        let firstShown = window.flatMap { contents.pages[safe: $0.first]?.serial }
        next.keepLast(limit) { $0.serial != firstShown }
      }
    case .prepend:
      dropped += ids.count - fresh.count
      next.prepend(fresh, page)
    case .gap(let gap):
      next.fill(gap, ids, page)
    case .jump(let place):
      next.jump(to: place, fresh, page, usedKey: key)
    }
    dropped = max(0, dropped)
    if dropped > 0 {
      duplicatesDropped += dropped
      effects.append(.diagnose(.duplicates(request: flight.request.number, count: dropped)))
    }
    let following = flight.request.kind == .prepend ? page.previous : page.next
    let isFruitless = fresh.isEmpty && following != nil && flight.request.kind != .refresh
    let closed: Bool =
      if case .gap(let gap) = flight.request.kind { next.gaps[gap] == nil } else { false }
    commit(next, cells, flight, page, goesOn: isFruitless && !closed)
  }

  /// Asks for the page after an empty first one.
  private mutating func goOn(to key: PageKey?, _ flight: Flight) {
    self[flight.lane].emptyPages += 1
    let count = self[flight.lane].emptyPages
    guard count < configuration.maxEmptyPages else {
      return stand(flight, .stalled(pages: count))
    }
    var request = flight.request
    request.key = key
    send(flight.lane, request, nil, notBefore: 0, 0)
  }

  mutating func commit(
    _ next: PagerContents,
    _ cells: [Cell],
    _ flight: Flight,
    _ page: RemotePage,
    goesOn: Bool
  ) {
    var next = next
    next.generation = contents.generation
    if flight.lane == .refresh { next.refreshedAt = now }
    next.notBefore = lanes.values.map(\.notBefore).max() ?? 0
    commitCount += 1
    let missing = missing(after: page, flight.request.kind, from: contents, to: next)
    guard let kept = try? Content(encoding: KeptPages(next.kept, missing, next.count)) else {
      return stand(flight, .storage("the keys of the page cannot be written as JSON"))
    }
    self[flight.lane].status = .loading(request: flight.request.number)
    committing = Committing(
      number: commitCount,
      contents: next,
      flight: flight,
      page: page,
      goesOn: goesOn,
      missing: missing
    )
    let contentsByID = Dictionary(cells.map { ($0.id, $0) }) { first, _ in first }
    effects.append(
      .commit(
        PageCommit(
          number: commitCount,
          parent: version,
          edits: PageCommit.edits(from: contents.ids, to: next.ids, contents: contentsByID),
          kept: kept
        )
      )
    )
  }

  // MARK: Walks

  private mutating func walk(
    _ kind: RemoteRequest.Kind,
    _ walk: Walk,
    key: PageKey?,
    _ now: Int
  ) {
    let size =
      kind == .reread && key == nil
      ? max(configuration.pageSize, contents.count) : configuration.pageSize
    send(.append, kind: kind, key: key, size: size, walk: walk, notBefore: 0, now)
  }

  /// Takes a page of a walk from the start.
  private mutating func step(_ walk: Walk, _ page: RemotePage, _ flight: Flight, _ now: Int) {
    var walk = walk
    walk.cells = distinct(walk.cells + page.cells)
    walk.pages += 1
    switch flight.request.kind {
    case .reread:
      let isThere = walk.cells.count >= contents.count || page.next == nil
      if !isThere, walk.pages <= walkLimit {
        return self.walk(.reread, walk, key: page.next, now)
      }
      commitReread(walk, page, flight)
    default:
      let last = contents.ids.last { contents.gaps[$0] == nil }
      let isFound = last.map { last in page.cells.contains { $0.id == last } } ?? true
      if !isFound, !isPastLast(page, walk), page.next != nil {
        if walk.pages <= walkLimit { return self.walk(.rewalk, walk, key: page.next, now) }
        // No known cell exists any more: the cells that were read are the list.
        let known = Set(contents.ids)
        if !walk.cells.contains(where: { known.contains($0.id) }) {
          return commitReread(walk, page, flight)
        }
      }
      finishRewalk(walk, page, flight, now)
    }
  }

  /// Returns whether a page of a walk lies behind the last cell, which no longer exists: no cell of
  /// the page is known, and at least half of the page before the last cell was met.
  ///
  /// Fewer do not prove it: a moved cell can be met anywhere, and the cells in a gap are unknown too.
  private func isPastLast(_ page: RemotePage, _ walk: Walk) -> Bool {
    let start = contents.ids.lastIndex { contents.gaps[$0] != nil }.map { $0 + 1 } ?? 0
    let known = contents.ids[start...]
    let last = known.suffix(configuration.pageSize).dropLast()
    let found = Set(page.cells.map(\.id))
    guard !last.isEmpty, !known.contains(where: found.contains) else { return false }
    let met = Set(walk.cells.map(\.id))
    return 2 * last.count(where: met.contains) >= last.count
  }

  /// The most pages of a walk to the last cell: twice as many as the list has, and eight.
  private var walkLimit: Int { 2 * (contents.count / configuration.pageSize) + 8 }

  private mutating func finishRewalk(
    _ walk: Walk,
    _ page: RemotePage,
    _ flight: Flight,
    _ now: Int
  ) {
    // The cells after the last cell, or after the last known one.
    let known = Set(contents.ids)
    let cells = walk.cells
    let last = contents.ids.last { contents.gaps[$0] == nil }
    let place = cells.lastIndex { $0.id == last } ?? endOfKnown(cells, known)
    var rest = page
    rest.cells = cells[(place + 1)...].filter { !known.contains($0.id) }
    if rest.cells.isEmpty, let key = page.next {
      contents.next.key = key
      return send(
        .append,
        kind: .append,
        key: key,
        size: configuration.pageSize,
        notBefore: self[.append].notBefore,
        now
      )
    }
    commit(rest, flight)
  }

  /// Returns the index where known cells end in a walk without the last cell; −1 if none is known.
  ///
  /// A single known cell behind many unknown ones has moved there: the unknown cells before it
  /// would be lost.
  private func endOfKnown(_ cells: [Cell], _ known: Set<Cell.ID>) -> Int {
    var (place, met, run, unknown) = (-1, 0, 0, 0)
    for (index, cell) in cells.enumerated() {
      guard known.contains(cell.id) else {
        unknown += 1
        run = 0
        continue
      }
      run += 1
      // A list that begins in the middle has many cells before it.
      let isFirst = place < 0 && configuration.initialKey != nil
      guard isFirst || run >= unknown || met > 0 && run > met else { continue }
      met += run
      (place, run, unknown) = (index, 0, 0)
    }
    return place
  }

  /// Commits the differences in all loaded cells, at once.
  private mutating func commitReread(_ walk: Walk, _ page: RemotePage, _ flight: Flight) {
    let cells = walk.cells
    var next = contents
    let ids = cells.map(\.id)
    next.replace(with: [], page, usedKey: nil)
    next.pages = stride(from: 0, to: ids.count, by: configuration.pageSize).map {
      next.makePage(
        Array(ids[$0..<min(ids.count, $0 + configuration.pageSize)]),
        previous: nil
      )
    }
    commit(next, cells, flight, page, goesOn: false)
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
