import ListModel

/// Where cells are missing.
extension PagerContents {
  /// A gap that has no cell yet; no cell's id is empty.
  private static let unnamed: Cell.ID = ""

  /// Puts a gap below the last page; a gap that is there already keeps its key, which names an
  /// earlier place.
  mutating func openGap(_ key: PageKey) {
    let gap = Gap(id: Self.unnamed, key: key)
    guard let last = pages.last else {
      pages = [makePage([], previous: nil, next: key, gap: gap)]
      return
    }
    if last.gap == nil { pages[pages.count - 1] = last.with(gap: gap) }
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
      gaps[gap.id] = (gap.key, above)
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
        // Of two gaps in a row, the upper one's key names the earlier place.
        if last.gap == nil { joined[joined.count - 1] = last.with(gap: gap) }
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
