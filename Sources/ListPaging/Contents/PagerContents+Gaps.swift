import ListModel

/// Where cells are missing.
extension PagerContents {
  /// A gap that has no cell yet; no cell's id is empty.
  private static let unnamed: Cell.ID = ""

  /// Puts a gap below the last page; a gap that is there already keeps its key, which names an
  /// earlier place.
  ///
  /// - Parameters:
  ///   - key: The key from which the missing cells are read.
  ///   - until: The last stored cell below that has to be read again.
  mutating func openGap(_ key: PageKey, until: Cell.ID? = nil) {
    let gap = Gap(id: Self.unnamed, key: key, until: until)
    hasUnnamedGap = true
    guard let last = pages.last else {
      pages = [makePage([], previous: nil, next: key, gap: gap)]
      return
    }
    pages[pages.count - 1] = last.with(gap: last.gap.map { $0.joined(with: gap) } ?? gap)
  }

  /// Finds out what has to be read before a page can join the list at a place below a gap, if it has
  /// cells above that gap: it is not known on which side of the gap the page is.
  ///
  /// That is the gap. If the page has new cells, their places are read before that: a gap is opened at
  /// the nearest place above each whose key is known.
  ///
  /// - Parameters:
  ///   - cells: The cells of the page.
  ///   - boundary: How many pages are above its place.
  /// - Returns: The gap to fill, and what has changed; `nil` if the page has no cell above a gap.
  /// - Complexity: O(cells) if there are gaps.
  mutating func openGaps(for cells: [Cell], above boundary: Int) -> Joined? {
    guard let last = pages[..<boundary].last(where: { $0.gap != nil }) else { return nil }
    let found = places(of: cells, from: boundary)
    let limit = lastGap(above: boundary)
    guard found.values.contains(where: { $0 < limit }),
      let first = cells.first(where: { found[$0.id] != nil })
    else { return nil }
    var upper: Cell.ID?
    var places: [Int?] = []
    for cell in cells {
      if found[cell.id] != nil {
        upper = cell.id
      } else {
        places.append(openGap(below: upper, above: first.id))
      }
    }
    var joined = Joined()
    joined.edits = nameGaps()
    count += joined.edits.reduce(0) { $0 + $1.growth }
    let place = places.first ?? last.serial
    joined.before = place.flatMap { index(ofPage: $0) }.flatMap { pages[$0].gap }.map {
      .gap($0.id)
    }
    joined.before = joined.before ?? .head
    // The page may come again as long as it is not known on which side of the gap it is.
    let gap = index(ofPage: last.serial).flatMap { pages[$0].gap?.id }
    joined.thenBefore = gap.flatMap { joined.before == .gap($0) ? nil : $0 }
    for cell in cells where found[cell.id] != nil { joined.edits.append(.update(cell)) }
    return joined
  }

  /// Opens a gap at the nearest place whose key is known above the one right below a cell, or right
  /// above another one, if no gap is there already.
  ///
  /// - Parameters:
  ///   - upper: The cell below which something is missing.
  ///   - lower: The cell above which something is missing, if there is no upper one.
  ///   - untilNext: Whether the gap closes only when the cell below the upper one was read again, too.
  /// - Returns: The number of the page that has the gap; `nil` if only the key of the list's start is
  ///   known there.
  mutating func openGap(
    below upper: Cell.ID?,
    above lower: Cell.ID,
    untilNext: Bool = false
  ) -> Int? {
    let id = upper ?? lower
    guard let page = index(ofPageWith: id) else { return nil }
    let isLast = upper != nil && pages[page].ids.last == upper
    let until = isLast ? nil : untilNext && upper != nil ? pages[page].cell(below: id) : id
    for index in (0...(isLast ? page + 1 : page)).reversed() {
      guard index > 0 || index == origin else { break }
      if index > 0, let gap = pages[index - 1].gap {
        if untilNext, let until, !isAbove(until, gap.until) {
          pages[index - 1] = pages[index - 1].with(gap: Gap(id: gap.id, key: gap.key, until: until))
        }
        return pages[index - 1].serial
      }
      let known = index == origin ? originKey : nil
      guard let key = known ?? (index > 0 ? pages[index - 1].next : nil) else { continue }
      let gap = Gap(id: Self.unnamed, key: key, until: until)
      hasUnnamedGap = true
      guard index > 0 else {
        pages.insert(makePage([], previous: nil, next: key, gap: gap), at: 0)
        return pages[0].serial
      }
      pages[index - 1] = pages[index - 1].with(gap: gap)
      return pages[index - 1].serial
    }
    return nil
  }

  /// Whether a cell is above another one.
  private func isAbove(_ cell: Cell.ID, _ other: Cell.ID?) -> Bool {
    guard let other, let page = index(ofPageWith: cell), let below = index(ofPageWith: other) else {
      return false
    }
    guard page == below else { return page < below }
    return pages[page].ids.first { $0 == cell || $0 == other } == cell
  }

  /// Returns the last stored cell below a page that has to be read again, if there is one.
  ///
  /// A page in which cells have come between stored ones would else have reached further down. The
  /// stored cells that it has pushed out may have new ones between them: that is not known until they are
  /// read again. The same holds for cells that were pushed out by pages before this one.
  func until(
    _ page: JoiningPage,
    _ count: Int,
    _ cover: PageCover,
    at boundary: Int
  ) -> Cell.ID? {
    var wanted = Set([page.until].compactMap { $0 })
    var (position, remaining) = (0, cover.isMixed && page.parts.isEmpty ? count : 0)
    var last: (position: Int, id: Cell.ID)?
    for page in pages[boundary...] {
      guard remaining > 0 || position <= cover.count || !wanted.isEmpty else { break }
      if remaining > 0, let id = page.ids.prefix(remaining).last {
        last = (position + min(remaining, page.ids.count) - 1, id)
        // It is not known how much of the page is missing at a gap.
        remaining = page.gap == nil ? remaining - page.ids.count : 0
      }
      for id in wanted {
        guard let offset = page.ids.firstIndex(of: id) else { continue }
        wanted.remove(id)
        if position + offset > last?.position ?? -1 { last = (position + offset, id) }
      }
      position += page.count
      if position <= cover.count, let until = page.gap?.until { wanted.insert(until) }
    }
    return last.flatMap { $0.position < cover.count ? nil : $0.id }
  }

  /// Gives each gap a cell that is named by the cell below it, joins two in a row, and makes a last
  /// one the list's end.
  ///
  /// - Returns: The edits of the gaps' cells.
  /// - Complexity: O(pages) if there are gaps.
  mutating func nameGaps() -> [PageCommit.Edit] {
    guard !gaps.isEmpty || hasUnnamedGap else { return [] }
    hasUnnamedGap = false
    joinGaps()
    let old = gaps
    gaps = [:]
    var edits: [PageCommit.Edit] = []
    var above: Cell.ID?
    for index in pages.indices {
      above = pages[index].ids.last ?? above
      guard var gap = pages[index].gap, let below = pages[index + 1].ids.first else { continue }
      gap.id = name(above: below)
      pages[index] = pages[index].with(gap: gap)
      gaps[gap.id] = (gap.key, above, gap.until)
      if let place = old[gap.id] {
        if place.above != above { edits.append(.move(gap.id, after: above)) }
      } else {
        edits.append(.insert(PagerGap.cell(gap.id), after: above))
      }
    }
    let gone = old.keys.filter { gaps[$0] == nil }.sorted()
    return gone.map(PageCommit.Edit.delete) + edits
  }

  /// Leaves gaps only between cells.
  private mutating func joinGaps() {
    var joined: [Page] = []
    var originNow = origin
    for (index, page) in pages.enumerated() {
      if page.ids.isEmpty, let last = joined.last, let gap = page.gap {
        joined[joined.count - 1] = last.with(gap: last.gap.map { $0.joined(with: gap) } ?? gap)
        if let origin, index < origin { originNow = originNow.map { $0 - 1 } }
      } else {
        joined.append(page)
      }
    }
    if let last = joined.last, let gap = last.gap {
      next = Edge(key: gap.key)
      joined.removeLast()
      if !last.ids.isEmpty { joined.append(last.with(gap: nil)) }
    }
    pages = joined
    origin = originNow.map { min($0, joined.count) }
  }

  /// Returns the id of the gap above a cell, which is the id of no other cell.
  private func name(above cell: Cell.ID) -> Cell.ID {
    var id = PagerGap.id(above: cell)
    while known.mayContain(id.rawValue) { id = PagerGap.id(above: id) }
    return id
  }
}

extension PagerContents.Gap {
  /// Returns this gap, with another one right below it: of two in a row, the upper one's key names the
  /// earlier place, and the lower one reaches further down.
  fileprivate func joined(with lower: PagerContents.Gap) -> PagerContents.Gap {
    PagerContents.Gap(id: id, key: key, until: lower.until ?? until)
  }
}
