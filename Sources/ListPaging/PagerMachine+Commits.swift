import ListModel

/// How commits end, and what other writers have changed meanwhile.
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
