import ListModel

/// Pages away from the loaded cells, and how many items are missing between.
extension PagerMachine {
  /// Asks for the page of a key at a place where cells are missing.
  ///
  /// A request that is on its way there is cancelled, unless it is the same.
  mutating func jump(to place: PagerPlace, _ key: PageKey, _ now: Int) {
    guard isOpen, isRefreshIdle, contents.count > 0, isMissing(place) else { return }
    let lane = place.lane
    if case .loading(let number) = self[lane].status {
      // A page that is being stored changes the place: the next look decides.
      guard committing?.flight.lane != lane, let flight = flights[number],
        flight.request.kind != .jump(place) || flight.request.key != key
      else { return }
      cancel(number)
    }
    self[lane].status = .idle
    self[lane].attempts = 0
    self[lane].emptyPages = 0
    send(
      lane,
      kind: .jump(place),
      key: key,
      size: configuration.pageSize,
      notBefore: self[lane].notBefore,
      now
    )
  }

  /// Whether a page is being loaded at a place.
  func isLoading(_ place: PagerPlace) -> Bool { self[place.lane].isLoading }

  /// Whether loading has failed at a place, or waits.
  func hasStopped(_ place: PagerPlace) -> Bool { self[place.lane].hasStopped }

  private func isMissing(_ place: PagerPlace) -> Bool {
    switch place {
    case .start: !contents.previous.isEnded && contents.previous.key != nil
    case .end: !contents.next.isEnded && contents.next.key != nil
    case .gap(let gap): contents.gaps[gap] != nil
    }
  }

  /// Asks for the pages that prove that nothing is missing: at gaps of no items, above stored cells that
  /// new ones have pushed out of the page that was committed, and at the gap that a page waits for.
  ///
  /// The numbers of a remote need not be right: a gap is closed only by a page that meets both sides.
  /// After ``PagerConfiguration/maxEmptyPages`` pages in a row, a gap waits for the user.
  mutating func wantProofs(after done: Committing) {
    switch done.flight.lane {
    case .refresh: proofs = 0
    case _ where done.before != nil: proofs = 0
    case .gap: proofs += 1
    case .append, .prepend: break
    }
    switch done.before {
    case .gap(let gap): gapsBefore[done.flight.lane] = (gap, done.thenBefore)
    case .edge: self[done.flight.lane].isWanted = true
    case .head, nil: break
    }
    goOnAfterGaps()
    let limit = configuration.maxEmptyPages
    let before = Set(gapsBefore.values.map(\.gap))
    for gap in contents.gaps.keys where proofs < limit {
      guard gap == done.unproved || before.contains(gap) || missing.gaps[gap] == 0 else {
        continue
      }
      if self[.gap(gap)].isIdle { self[.gap(gap)].isWanted = true }
    }
  }

  /// Lets the lanes go on that have waited for a gap which was filled: with the next gap, or with their
  /// page.
  private mutating func goOnAfterGaps() {
    for (lane, before) in gapsBefore where contents.gaps[before.gap] == nil {
      if let next = before.then, contents.gaps[next] != nil {
        gapsBefore[lane] = (next, nil)
        continue
      }
      gapsBefore[lane] = nil
      // A refresh has ended by then.
      if lane != .refresh { self[lane].isWanted = true }
    }
  }

  /// The numbers of missing items around and in a part of the list, from the remote's start to its end;
  /// none if one of them is not known.
  func missing(
    around ids: [Cell.ID],
    from index: Int
  ) -> (before: Int?, after: Int?, gaps: [Cell.ID: Int]) {
    guard let before = missing.before, missing.gaps.count == contents.gaps.count else {
      return (nil, nil, [:])
    }
    let end = index + ids.count
    guard !contents.gaps.isEmpty else {
      return (before + index, missing.after.map { $0 + contents.count - end }, [:])
    }
    func length(_ ids: ArraySlice<Cell.ID>) -> Int {
      ids.reduce(0) { $0 + (missing.gaps[$1] ?? 1) }
    }
    // Not all cells need to have been read: those after the window are counted by the others.
    let above = length(contents.ids[..<index])
    let all = contents.count - contents.gaps.count + missing.gaps.values.reduce(0, +)
    let shown = Set(ids)
    return (
      before + above, missing.after.map { $0 + all - above - length(ids[...]) },
      missing.gaps.filter { shown.contains($0.key) }
    )
  }
}

extension PagerPlace {
  var lane: Lane.ID {
    switch self {
    case .start: .prepend
    case .end: .append
    case .gap(let gap): .gap(gap)
    }
  }
}

extension RemoteRequest.Kind {
  var isJump: Bool { if case .jump = self { true } else { false } }
}
