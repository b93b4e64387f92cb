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
    guard let last = pages.last else {
      pages = [makePage([], previous: nil, next: key, gap: gap)]
      return
    }
    pages[pages.count - 1] = last.with(gap: last.gap.map { $0.joined(with: gap) } ?? gap)
  }

  /// Puts the new cells of a page that stand right before one that is stored above a gap there: the page
  /// has read a part of the list again that a gap has parted from its end.
  ///
  /// - Returns: The edits, one for each cell.
  mutating func placeAboveGap(_ cells: [Cell], from boundary: Int) -> [PageCommit.Edit] {
    guard !gaps.isEmpty, cells.contains(where: { !known.mayContain($0.id.rawValue) }) else {
      return []
    }
    let found = places(of: cells, from: boundary)
    let gap = lastGap(above: boundary)
    var edits: [PageCommit.Edit] = []
    var new: [Cell] = []
    for cell in cells {
      guard let place = found[cell.id] else {
        new.append(cell)
        continue
      }
      if place < gap, !new.isEmpty { edits += put(new, before: cell.id) }
      new = []
    }
    return edits
  }

  /// Puts new cells right before a stored one.
  private mutating func put(_ cells: [Cell], before id: Cell.ID) -> [PageCommit.Edit] {
    guard let index = index(ofPageWith: id), let offset = pages[index].ids.firstIndex(of: id) else {
      return []
    }
    var ids = pages[index].ids
    var last = offset > 0 ? ids[offset - 1] : pages[..<index].last?.last
    ids.insert(contentsOf: cells.map(\.id), at: offset)
    pages[index] = pages[index].with(ids)
    count += cells.count
    return cells.map { cell in
      _ = known.insert(cell.id.rawValue) { false }
      defer { last = cell.id }
      return .insert(cell, after: last)
    }
  }

  /// Gives each gap a cell that is named by the cell below it, joins two in a row, and makes a last
  /// one the list's end.
  ///
  /// - Returns: The edits of the gaps' cells.
  /// - Complexity: O(pages) if there are gaps.
  mutating func nameGaps() -> [PageCommit.Edit] {
    guard !gaps.isEmpty || pages.contains(where: { $0.gap != nil }) else { return [] }
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
