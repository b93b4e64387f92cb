import ListModel

/// How many items of the remote are not loaded, as far as its pages have said so.
struct Missing: Hashable, Sendable {
  /// Before the first stored cell.
  var before: Int?
  /// After the last stored cell.
  var after: Int?
  /// At each gap, by the id of its cell.
  var gaps: [Cell.ID: Int] = [:]
}

/// Pages away from the loaded cells, and how many items are missing between.
extension PagerMachine {
  /// Asks for the page of a key at a place where cells are missing.
  ///
  /// A request that is on its way there is cancelled, unless it is the same.
  mutating func jump(to place: PagerPlace, _ key: PageKey, _ now: Int) {
    guard isRefreshIdle, contents.count > 0, isMissing(place) else { return }
    let lane = place.lane
    if case .loading(let number) = self[lane].status {
      // A page that is being stored changes the place: the next look decides.
      guard committing?.flight.lane != lane, let flight = flights[number],
        flight.request.kind != .jump(place) || flight.request.key != key
      else { return }
      flights[number] = nil
      effects.append(.cancel(request: number))
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

  /// Counts the missing items after a page.
  ///
  /// - Returns: Whether the numbers are others than those before.
  mutating func recount(_ done: Committing, _ before: PagerContents) -> Bool {
    let old = missing
    let page = done.page
    let grown = (contents.count - contents.gaps.count) - (before.count - before.gaps.count)
    switch done.flight.request.kind {
    case .refresh, .reread: recount(refreshed: page)
    case .append, .rewalk: missing.after = page.itemsAfter ?? missing.after.map { $0 - grown }
    case .prepend: missing.before = page.itemsBefore ?? missing.before.map { $0 - grown }
    case .gap(let gap): missing.gaps[gap] = missing.gaps[gap].map { $0 - grown }
    case .jump(let place): recount(page, at: place, grown)
    }
    if contents.previous.isEnded { missing.before = 0 }
    if contents.next.isEnded { missing.after = 0 }
    missing.before = missing.before.map { max(0, $0) }
    missing.after = missing.after.map { max(0, $0) }
    missing.gaps = missing.gaps.filter { contents.gaps[$0.key] != nil }.mapValues { max(0, $0) }
    // Nothing should be missing there. The numbers of a remote need not be right, so the next page has
    // to prove it.
    for (gap, size) in missing.gaps where size == 0 && self[.gap(gap)].isIdle {
      self[.gap(gap)].isWanted = true
    }
    return missing != old
  }

  private mutating func recount(refreshed page: RemotePage) {
    let after = contents.pages.count > 1 ? missing.after : nil
    missing = Missing(
      before: contents.previous.isEnded ? 0 : itemsBefore(page),
      gaps: missing.gaps.filter { contents.gaps[$0.key] != nil }
    )
    guard let start = page.itemsBefore, let rest = page.itemsAfter, let before = missing.before
    else { return }
    let known = contents.count - contents.gaps.count + missing.gaps.values.reduce(0, +)
    let others = start + page.cells.count + rest - before - known
    let unknown = contents.gaps.keys.filter { missing.gaps[$0] == nil }
    if unknown.isEmpty {
      missing.after = others
    } else if let gap = unknown.first, unknown.count == 1, let after {
      // What is missing at the end is missing as before; the rest is missing at the new gap.
      missing.after = after
      missing.gaps[gap] = others - after
    }
  }

  /// Returns how many items of the remote come before the list, by a page in it.
  private func itemsBefore(_ page: RemotePage) -> Int? {
    guard let start = page.itemsBefore, let first = page.cells.first?.id else { return nil }
    var above = 0
    for id in contents.ids {
      if id == first { return start - above }
      guard let size = contents.gaps[id] == nil ? 1 : missing.gaps[id] else { return nil }
      above += size
    }
    return nil
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
    let all = contents.ids
    let shown = Set(ids)
    return (
      before + length(all[..<index]), missing.after.map { $0 + length(all[end...]) },
      missing.gaps.filter { shown.contains($0.key) }
    )
  }

  private mutating func recount(_ page: RemotePage, at place: PagerPlace, _ grown: Int) {
    guard grown > 0, let first = page.itemsBefore else { return }
    switch place {
    case .end:
      let end = index(before: nil, without: grown)
      missing.after = page.itemsAfter ?? nil
      if let gap = gap(above: page), let end { missing.gaps[gap] = first - end }
    case .start:
      let start = missing.before
      missing.before = first
      if let gap = gap(below: page), let start { missing.gaps[gap] = start - first - grown }
    case .gap(let below):
      guard let gap = gap(above: page), let start = index(before: gap, without: 0) else { return }
      let size = missing.gaps[below]
      missing.gaps[gap] = first - start
      missing.gaps[below] = size.map { $0 - (first - start) - grown }
    }
  }

  /// Returns how many items of the remote come before a gap; for `nil`, before the last page.
  private func index(before gap: Cell.ID?, without last: Int) -> Int? {
    guard var index = missing.before else { return nil }
    let end = contents.count - last
    for (place, id) in contents.ids.enumerated() {
      if id == gap || place >= end { break }
      if contents.gaps[id] == nil {
        index += 1
      } else if let size = missing.gaps[id] {
        index += size
      } else if gap != nil || place < end - 1 {
        return nil
      }
    }
    return index
  }

  private func gap(above page: RemotePage) -> Cell.ID? {
    page.cells.lazy.map { PagerGap.id(above: $0.id) }.first { contents.gaps[$0] != nil }
  }

  private func gap(below page: RemotePage) -> Cell.ID? {
    let ids = contents.ids
    guard let last = page.cells.last?.id, let index = ids.firstIndex(of: last) else { return nil }
    let below = ids.index(after: index)
    return ids.indices.contains(below) && contents.gaps[ids[below]] != nil ? ids[below] : nil
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
