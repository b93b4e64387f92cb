import ListModel

/// Pages away from the loaded cells.
extension PagerContents {
  /// Puts a page at a place where cells are missing, with gaps on the sides on which it meets none.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - cells: The cells of the page; those that the list has already stay where they are.
  ///   - page: The page.
  /// - Returns: What has changed.
  mutating func jump(
    to place: PagerPlace,
    _ cells: [Cell],
    _ page: RemotePage
  ) -> Joined {
    let met = Set(cells.map(\.id))
    guard !pages.isEmpty, cells.contains(where: { !known.mayContain($0.id.rawValue) }) else {
      return Joined(edits: cells.map(PageCommit.Edit.update))
    }
    if let joined = openGaps(for: cells, jumpingTo: place) { return joined }
    func joining(_ below: JoiningPage.Below, until: Cell.ID? = nil) -> JoiningPage {
      var joining = JoiningPage(cells, page, below: below, staying: .all)
      joining.until = until
      return joining
    }
    switch place {
    case .end:
      if let last = lastID, !met.contains(last), let key = next.key { openGap(key) }
      let joined = join(joining(.stays), at: pages.count)
      next = Edge(after: page)
      return joined
    case .start:
      let before = origin
      let joined = join(joining(firstID.map(met.contains) ?? true ? .stays : .merges), at: 0)
      if let before, before <= 0 { origin = before == 0 ? joined.made : nil }
      previous = Edge(before: page)
      return joined
    case .gap(let gap):
      guard let above = gaps[gap]?.above, let index = index(ofPageWith: gap) else {
        return Joined()
      }
      // What has to be read again is below the page, too.
      let until = pages[index].gap?.until
      let upper = met.contains(above) ? nil : pages[index].gap.map { Gap(id: gap, key: $0.key) }
      pages[index] = pages[index].with(gap: upper)
      let below = index + 1 < pages.count ? pages[index + 1].ids.first : nil
      let meetsBelow = below.map(met.contains) ?? true
      // A page that ends the remote's list has nothing below it.
      let rest: JoiningPage.Below = meetsBelow ? .stays : page.next == nil ? .goes : .merges
      let joined = join(joining(rest, until: until), at: index + 1)
      if rest == .goes { end(after: page, joined) }
      return joined
    }
  }

  /// Finds out what has to be read before a page can join that has new cells between stored ones: above
  /// a cell above its place, below one below it, or beside cells that are not right beside its place.
  ///
  /// They do not belong to the place, and the page does not say what else is missing beside them. So the
  /// list is read there again, from the nearest place whose key is known.
  private mutating func openGaps(for cells: [Cell], jumpingTo place: PagerPlace) -> Joined? {
    let (boundary, upper, lower) = sides(of: place)
    let found = places(of: cells, from: boundary)
    var (above, below) = (0, cells.count)
    if let last = cells.lastIndex(where: { found[$0.id].map { $0 < 0 } ?? false }) {
      above = cells[last].id == upper ? last : cells.count
    }
    if let first = cells.firstIndex(where: { found[$0.id].map { $0 >= 0 } ?? false }) {
      below = cells[first].id == lower ? first : -1
    }
    guard let first = cells.first(where: { found[$0.id] != nil })?.id else { return nil }
    var last: Cell.ID?
    var serials: [Int?] = []
    for (index, cell) in cells.enumerated() {
      if found[cell.id] != nil {
        last = cell.id
      } else if index < above || index > below {
        if place == .start { return readStartAgain(below: cells.last { found[$0.id] != nil }?.id) }
        serials.append(openGap(below: last, above: first, untilNext: true))
      }
    }
    guard let serial = serials.first else { return nil }
    var joined = Joined()
    joined.edits = nameGaps()
    count += joined.edits.reduce(0) { $0 + $1.growth }
    let gap = serial.flatMap { index(ofPage: $0) }.flatMap { pages[$0].gap }
    joined.before = gap.map { .gap($0.id) } ?? .head
    for cell in cells where found[cell.id] != nil { joined.edits.append(.update(cell)) }
    return joined
  }

  /// Returns how many pages are above a place, and the cells right above and below it.
  private func sides(of place: PagerPlace) -> (pages: Int, above: Cell.ID?, below: Cell.ID?) {
    switch place {
    case .start: return (0, nil, firstID)
    case .end: return (pages.count, lastID, nil)
    case .gap(let gap):
      guard let index = index(ofPageWith: gap) else { return (pages.count, nil, nil) }
      return (index + 1, gaps[gap]?.above, pages[(index + 1)...].first?.ids.first)
    }
  }

  /// Has the start of the list read again from the nearest place below a cell whose key is known.
  private mutating func readStartAgain(below cell: Cell.ID?) -> Joined {
    var joined = Joined()
    joined.before = .head
    guard let cell, var page = index(ofPageWith: cell) else { return joined }
    // What comes right below the last cell of a page is above the first one of the next page.
    if pages[page].ids.last == cell { page = min(page + 1, pages.count - 1) }
    for index in (page + 1)..<pages.count {
      if pages[index - 1].gap != nil { break }
      guard let key = pages[index].previous else { continue }
      previous = Edge(key: key, readsAgain: true)
      joined.before = .edge
      break
    }
    return joined
  }
}
