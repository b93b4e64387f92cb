import ListModel

/// How the list is read again: after a key has expired, after items have shifted, and for the user.
extension PagerMachine {
  /// How often in a row, without a page in between, a list is read again by itself.
  private static let recoveryLimit = 2

  // MARK: Keys that have expired

  /// Finds a way on when the key of a request has expired.
  ///
  /// Each way is tried once: a refresh goes from a page's place to the place with which the list was
  /// begun, and from there to the start of the remote's list; so does a walk, which is what the
  /// other directions do.
  mutating func lose(_ flight: Flight, _ now: Int) {
    if let walk = flight.walk {
      guard walk.place == .origin, walk.pages == 0 else { return stand(flight, .cursorLost) }
      return begin(
        Walk(walk.reason, from: .head, to: walk.target, in: walk.version),
        flight.lane,
        flight.request,
        now
      )
    }
    guard flight.lane == .refresh else { return recover(.expired, flight, now) }
    switch refreshPlace {
    case .page: refresh(now)
    case .head, .origin: send(refresh: .head, key: nil, now)
    case .whole: send(refresh: .whole, key: nil, now)
    }
  }

  /// Reads the list again by itself, unless that did not help before.
  mutating func recover(_ reason: Walk.Reason, _ flight: Flight, _ now: Int) {
    let lane = flight.lane
    guard self[lane].recoveries < Self.recoveryLimit else {
      let error: PagerError = reason == .shifted ? .unsettled : .cursorLost
      return stand(flight, error)
    }
    self[lane].recoveries += 1
    if reason == .expired, configuration.onCursorExpired == .restart {
      return send(refresh: .whole, key: configuration.initialKey, now)
    }
    begin(walk(reason, flight.request.kind), lane, flight.request, now)
  }

  /// Returns the walk that finds the place of a request again.
  private func walk(_ reason: Walk.Reason, _ kind: RemoteRequest.Kind) -> Walk {
    var target = contents.lastID
    var isAboveOrigin = false
    if reason == .expired, case .gap(let gap) = kind {
      target = contents.gaps[gap]?.above
      let page = contents.index(ofPageWith: gap) ?? 0
      isAboveOrigin = page < contents.origin ?? 0
    }
    guard configuration.initialKey != nil, let origin = contents.origin, !isAboveOrigin else {
      return Walk(reason, from: .head, to: target, in: version)
    }
    let readsAbove = reason != .expired || kind == .prepend
    let isThere = readsAbove && origin > 0
    let above = isThere ? contents.firstID : nil
    return Walk(reason, from: .origin, to: target, above: above, in: version)
  }

  /// Begins a walk that has failed again, because the list has changed since: its target may be gone, or
  /// others may come behind it.
  mutating func beginAgain(_ failed: Walk, _ lane: Lane.ID, _ request: RemoteRequest, _ now: Int) {
    var kind = request.kind
    switch lane {
    case .refresh: break
    case .append: kind = .append
    case .prepend: kind = .prepend
    case .gap(let gap):
      guard contents.gaps[gap] != nil else { return }
      kind = .gap(gap)
    }
    guard contents.count > 0 else { return refresh(now) }
    begin(walk(failed.reason, kind), lane, request, now)
  }

  // MARK: Reading again

  /// Reads everything that is loaded again, for the user.
  mutating func reread(_ now: Int) {
    guard contents.count > 0 else { return refreshAsAsked(around: nil, now) }
    guard canRefresh(now) else { return }
    contents.generation += 1
    forgetAttempts()
    let request = RemoteRequest(number: 0, kind: .reread, key: nil, size: 0)
    begin(walk(.asked, .reread), .refresh, request, now)
  }

  /// Sends the first request of a walk.
  private mutating func begin(
    _ walk: Walk,
    _ lane: Lane.ID,
    _ request: RemoteRequest,
    _ now: Int
  ) {
    let kind: RemoteRequest.Kind = walk.reason == .expired ? .rewalk : .reread
    let isHead = walk.place == .head
    let count = isHead ? contents.count : countBelowOrigin
    go(walk, lane, kind, key: isHead ? nil : configuration.initialKey, count: count, now)
  }

  private var countBelowOrigin: Int {
    PagerContents.count(of: contents.pages[max(0, contents.origin ?? 0)...])
  }

  private mutating func go(
    _ walk: Walk,
    _ lane: Lane.ID,
    _ kind: RemoteRequest.Kind,
    key: PageKey?,
    count: Int = 0,
    _ now: Int
  ) {
    let size =
      kind == .reread ? max(configuration.pageSize, count) : configuration.pageSize
    // As a refresh, a walk is for the whole list: it waits for what the remote has said in any direction.
    let kept = lane == .refresh ? contents.notBefore : 0
    send(lane, kind: kind, key: key, size: size, walk: walk, notBefore: max(limit, kept), now)
  }

  /// Takes a page of a walk.
  mutating func step(
    _ walk: Walk,
    _ page: RemotePage,
    _ flight: Flight,
    isShifted: Bool,
    _ now: Int
  ) {
    var walk = walk
    if isShifted {
      walk.begin()
      guard walk.pages <= walkLimit else { return stand(flight, .unsettled) }
      return begin(walk, flight.lane, flight.request, now)
    }
    let isDone = isDone(walk, page)
    walk.take(page)
    let following = walk.isAbove ? page.previous : page.next
    if !isDone, let following, walk.pages <= walkLimit {
      return go(walk, flight.lane, flight.request.kind, key: following, now)
    }
    if !walk.isAbove, walk.targetAbove != nil, let key = walk.previous {
      walk.turn()
      return go(walk, flight.lane, .prepend, key: key, now)
    }
    // The way from the start was too long: nothing of the list was met on it.
    let isLost = walk.place == .head && configuration.initialKey != nil && !isDone
    if isLost, following != nil, !walk.cells.contains(where: { isKnown($0.id) }) {
      return stand(flight, .cursorLost)
    }
    commit(walk, flight)
  }

  private func isKnown(_ id: Cell.ID) -> Bool { contents.known.mayContain(id.rawValue) }

  /// The most pages of a walk: twice as many as the list has, and eight.
  private var walkLimit: Int { 2 * (contents.count / configuration.pageSize) + 8 }

  /// Returns whether a walk ends with a page: where the cell is that it goes to, or behind it.
  private func isDone(_ walk: Walk, _ page: RemotePage) -> Bool {
    guard let target = walk.isAbove ? walk.targetAbove : walk.target else { return true }
    if page.cells.contains(where: { $0.id == target }) { return true }
    return isPast(target, walk, page)
  }

  /// Returns whether a page of a walk lies behind a cell that no longer exists: no cell of the page
  /// is known, and at least half of the page before the cell was met.
  ///
  /// Fewer do not prove it: a moved cell can be met anywhere, and the cells in a gap are unknown too.
  private func isPast(_ target: Cell.ID, _ walk: Walk, _ page: RemotePage) -> Bool {
    guard !page.cells.contains(where: { isKnown($0.id) }) else { return false }
    let near: [Cell.ID]
    if walk.isAbove {
      near = contents.pages.first { !$0.ids.isEmpty }.map { Array($0.ids.dropFirst()) } ?? []
    } else {
      let boundary =
        target == contents.lastID
        ? contents.pages.count
        : contents.index(ofPageWith: target).map { $0 + 1 } ?? contents.pages.count
      near = contents.suffix(configuration.pageSize, above: boundary).dropLast()
    }
    let met = Set((walk.isAbove ? walk.above : walk.cells).map(\.id))
    return !near.isEmpty && 2 * near.count(where: met.contains) >= near.count
  }

  /// Commits the differences in all cells that were read again, at once.
  private mutating func commit(_ walk: Walk, _ flight: Flight) {
    let isWhole = walk.place == .head || walk.targetAbove != nil
    guard let boundary = isWhole ? 0 : contents.origin.map({ max(0, $0) }), let last = walk.last
    else { return stand(flight, .cursorLost) }
    var below = JoiningPage.Below.goes
    if case .gap = flight.lane { below = .merges }
    var next = contents
    if let total = last.total, total >= 0 { next.total = total }
    let joined = next.reread(
      walk,
      at: boundary,
      below,
      pageSize: configuration.pageSize
    )
    commit(next, joined, flight, last, goesOn: false)
  }
}
