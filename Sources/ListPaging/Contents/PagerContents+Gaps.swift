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

  /// Joins the part of a page that lies above a gap, where the page has read the list again: from the
  /// first to the last cell that is stored there.
  ///
  /// - Parameters:
  ///   - cells: The cells of the page.
  ///   - key: The key that the page was read from.
  ///   - boundary: How many pages are above the place of the page.
  /// - Returns: What has changed; `nil` if no new cell lies above a gap.
  mutating func joinAboveGap(
    _ cells: [Cell],
    from key: PageKey?,
    above boundary: Int
  ) -> Joined? {
    guard !gaps.isEmpty, cells.contains(where: { !known.mayContain($0.id.rawValue) }) else {
      return nil
    }
    let found = places(of: cells, from: boundary)
    let gap = lastGap(above: boundary)
    let above = cells.indices.filter { found[cells[$0].id].map { $0 < gap } ?? false }
    guard let first = above.first, let last = above.last,
      cells[..<last].contains(where: { found[$0.id] == nil }),
      let place = split(before: cells[first].id)
    else { return nil }
    var part = cells[first...last]
    if first > 0, let key, place > 0 {
      // Nobody knows how far above the first common cell the page begins.
      part = cells[...last]
      let gap = Gap(id: Self.unnamed, key: key)
      if pages[place - 1].gap == nil { pages[place - 1] = pages[place - 1].with(gap: gap) }
    }
    return join(JoiningPage(cells: Array(part), below: .merges, staying: .above), at: place)
  }

  /// Divides the page with a cell right before it.
  ///
  /// - Returns: How many pages are above the cell.
  private mutating func split(before id: Cell.ID) -> Int? {
    guard let index = index(ofPageWith: id), let offset = pages[index].ids.firstIndex(of: id) else {
      return nil
    }
    guard offset > 0 else { return index }
    let page = pages[index]
    let upper = makePage(Array(page.ids[..<offset]), previous: page.previous, next: nil)
    pages[index] = page.with(Array(page.ids[offset...]))
    pages.insert(upper, at: index)
    if let origin, origin > index { self.origin = origin + 1 }
    return index + 1
  }

  /// Returns the last stored cell below a page that has to be read again, if there is one.
  ///
  /// A page in which cells have come between stored ones would else have reached further down. The
  /// stored cells that it has pushed out may have new ones between them: nobody knows until they are
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
        // Nobody knows how much of the page is missing at a gap.
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
