import ListModel

/// What each kind of page does to the list.
extension PagerContents {
  /// Puts new cells after the last one, or joins the page where its key was given if the end of the
  /// list is read again; cells that the list has above stay where they are.
  mutating func append(_ cells: [Cell], _ page: RemotePage, usedKey: PageKey?) -> Joined {
    var boundary: Int { usedKey == next.key ? boundaryOfNext : pages.count }
    if !gaps.isEmpty, let joined = openGaps(for: cells, above: boundary) { return joined }
    if boundary < pages.count { return readEndAgain(cells, page, at: boundary) }
    let isMoved = page.next == nil && hasElsewhere(cells)
    let joined = join(JoiningPage(cells, page, below: .stays, staying: .all), at: pages.count)
    next = Edge(after: page)
    // A cell that stays above, and goes from there with a later page, must come again from here.
    if isMoved, next.end != nil, let usedKey { next.end = usedKey }
    return joined
  }

  /// Whether the list has one of the cells of a page, and not among as many at its end.
  private func hasElsewhere(_ cells: [Cell]) -> Bool {
    let stored = cells.filter { known.mayContain($0.id.rawValue) }
    guard !stored.isEmpty else { return false }
    let last = Set(suffix(cells.count, above: pages.count))
    let elsewhere = stored.filter { !last.contains($0.id) }
    return !places(of: elsewhere, from: pages.count).isEmpty
  }

  /// Puts new cells before the first one, or joins the page where its key was given if the start of the
  /// list is read again; cells that the list has already stay where they are.
  mutating func prepend(_ cells: [Cell], _ page: RemotePage, usedKey: PageKey?) -> Joined {
    if previous.readsAgain == true, usedKey == previous.key { return readStartAgain(cells, page) }
    let before = origin
    let joined = join(JoiningPage(cells, page, below: .stays, staying: .all), at: 0)
    if let before, before <= 0 { origin = before == 0 ? joined.made : nil }
    previous = Edge(before: page)
    return joined
  }

  /// Makes a page the whole list.
  ///
  /// - Parameters:
  ///   - cells: Its cells.
  ///   - page: The page.
  ///   - usedKey: The key that the page was read from; `nil` for the start.
  /// - Returns: What has changed.
  mutating func replace(with cells: [Cell], _ page: RemotePage, usedKey: PageKey?) -> Joined {
    let joined = join(JoiningPage(cells, page, below: .goes, staying: .none), at: 0)
    next = Edge(after: page)
    previous = usedKey == nil ? Edge(isEnded: true) : Edge(before: page)
    origin = 0
    return joined
  }

  /// Replaces the cells that a page covers.
  ///
  /// - Parameters:
  ///   - cells: The cells of the page.
  ///   - page: The page.
  ///   - boundary: How many pages are above the place where the page begins.
  ///   - usedKey: The key that the page was read from; `nil` for the start.
  ///   - isAfterEmpty: Whether the pages before it had no cells: nothing is between the place and
  ///     this page.
  /// - Returns: What has changed.
  mutating func refresh(
    _ cells: [Cell],
    _ page: RemotePage,
    at boundary: Int,
    usedKey: PageKey?,
    isAfterEmpty: Bool
  ) -> Joined {
    var boundary = boundary
    var gone: [PageCommit.Edit] = []
    if boundary > 0, boundary == origin, originKey != nil, page.previous == nil {
      // The cells above came with keys of pages before this one, and now there is no such page.
      gone = removeFirst(boundary, keeping: Set(cells.map(\.id)))
      boundary = 0
    }
    var joining = JoiningPage(cells, page, merging: .none)
    if isAfterEmpty, joining.below == .merges { joining.below = .mergesOrGoes }
    var joined = join(joining, at: boundary)
    joined.edits = gone + joined.edits
    end(after: page, joined)
    if usedKey == nil {
      previous = Edge(isEnded: true)
      if originKey != nil { origin = nil }
    } else if boundary == 0 || pages.count == joined.made {
      previous = Edge(before: page)
    } else if originKey != nil {
      joined.edits += askAtStartAgain(orFrom: page.previous)
    }
    return joined
  }

  /// Puts a page at the upper side of a gap; the gap closes when the page ends with a cell below it.
  ///
  /// - Parameters:
  ///   - gap: The gap.
  ///   - size: How many cells are missing there, if that is known.
  ///   - cells: The cells of the page.
  ///   - page: The page.
  /// - Returns: `nil` if there is no such gap.
  mutating func fill(_ gap: Cell.ID, of size: Int?, _ cells: [Cell], _ page: RemotePage) -> Joined?
  {
    guard let index = index(ofPageWith: gap), gaps[gap] != nil else { return nil }
    if let joined = openGaps(for: cells, above: index) { return joined }
    var boundary = index + 1
    var joining = JoiningPage(cells, page, merging: .above)
    joining.until = pages[index].gap?.until
    joining.isCounted = size == cells.count { !known.mayContain($0.id.rawValue) }
    if pages[index].ids.isEmpty {
      pages.remove(at: index)
      boundary = index
      if let origin, origin > index { self.origin = origin - 1 }
    } else {
      pages[index] = pages[index].with(gap: nil)
    }
    let joined = join(joining, at: boundary)
    end(after: page, joined)
    return joined
  }

  /// Replaces the list, or a part of it, by what was read again.
  ///
  /// - Parameters:
  ///   - walk: The pages that were read.
  ///   - boundary: How many pages are above the part.
  ///   - below: What becomes of cells that were not read again.
  ///   - pageSize: The largest size of the pages that are made.
  /// - Returns: What has changed.
  mutating func reread(
    _ walk: Walk,
    at boundary: Int,
    _ below: JoiningPage.Below,
    pageSize: Int
  ) -> Joined {
    let aboveParts = walk.above.isEmpty ? [] : [(count: walk.above.count, next: originKey)]
    let joined = join(
      JoiningPage(
        cells: walk.above + walk.cells,
        parts: (aboveParts + walk.parts).flatMap { Self.divided($0, pageSize) },
        previous: walk.previous,
        next: walk.last?.next,
        below: walk.last?.next == nil ? .goes : below,
        staying: .none
      ),
      at: boundary
    )
    if let last = walk.last { end(after: last, joined) }
    switch walk.place {
    case .head:
      previous = Edge(isEnded: true)
      if originKey != nil { origin = nil }
    case .origin:
      if boundary == 0 {
        previous = Edge(key: walk.previous, isEnded: walk.previous == nil)
        origin = aboveParts.reduce(0) { $0 + Self.divided($1, pageSize).count }
      }
    }
    return joined
  }

  private static func divided(
    _ part: (count: Int, next: PageKey?),
    _ size: Int
  ) -> [(count: Int, next: PageKey?)] {
    stride(from: 0, to: part.count, by: size).map { start in
      let end = min(part.count, start + size)
      return (end - start, end == part.count ? part.next : nil)
    }
  }

  /// Returns the last cells above a place, without a gap between them.
  func suffix(_ count: Int, above boundary: Int) -> [Cell.ID] {
    var suffix: [Cell.ID] = []
    for index in pages[..<boundary].indices.reversed() {
      guard suffix.count < count else { break }
      if index < boundary - 1, pages[index].gap != nil { break }
      suffix = pages[index].ids.suffix(count - suffix.count) + suffix
    }
    return suffix
  }

  /// Removes the first pages, except for some cells.
  mutating func removeFirst(_ count: Int, keeping ids: Set<Cell.ID>) -> [PageCommit.Edit] {
    var edits: [PageCommit.Edit] = []
    var kept: [Cell.ID] = []
    var gap: Gap?
    for page in pages[..<count] {
      let staying = page.ids.filter(ids.contains)
      kept += staying
      // What is below a gap stays below one.
      if kept.isEmpty || !staying.isEmpty { gap = nil }
      if !kept.isEmpty { gap = page.gap ?? gap }
      for id in page.ids where !ids.contains(id) {
        known.remove(id.rawValue)
        edits.append(.delete(id))
      }
    }
    let staying = kept.isEmpty ? [] : [makePage(kept, previous: nil, next: gap?.key, gap: gap)]
    pages.replaceSubrange(..<count, with: staying)
    origin = 0
    self.count += edits.reduce(0) { $0 + $1.growth }
    return edits
  }

  /// Removes the first pages as long as there are more than `limit`, and remembers how to read them
  /// again.
  ///
  /// Above a gap, none is removed: a page that is read below it could not be told from what was above, and
  /// the key before a page below it does not lead to the page above it.
  ///
  /// - Parameters:
  ///   - limit: How many pages stay.
  ///   - isRemovable: Whether a page may go.
  /// - Returns: The edits.
  mutating func keepLast(_ limit: Int, _ isRemovable: (Page) -> Bool) -> [PageCommit.Edit] {
    var edits: [PageCommit.Edit] = []
    var gone = 0
    while pages.count - gone > max(1, limit), isRemovable(pages[gone]), gaps.isEmpty,
      let key = pages[gone + 1].previous
    {
      for id in pages[gone].ids {
        known.remove(id.rawValue)
        edits.append(.delete(id))
      }
      count -= pages[gone].count
      gone += 1
      previous = Edge(key: key, isEnded: false)
    }
    pages.removeFirst(gone)
    origin = origin.map { $0 - gone }
    return edits
  }
}

extension JoiningPage {
  init(_ cells: [Cell], _ page: RemotePage, below: Below, staying: Staying) {
    self.init(
      cells: cells,
      previous: page.previous,
      next: page.next,
      below: below,
      staying: staying
    )
  }

  /// A page that replaces what it covers; one that ends the remote's list replaces everything below.
  init(_ cells: [Cell], _ page: RemotePage, merging staying: Staying) {
    self.init(cells, page, below: page.next == nil ? .goes : .merges, staying: staying)
  }
}
