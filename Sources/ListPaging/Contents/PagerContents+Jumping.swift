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
      return Joined()
    }
    if let joined = openGaps(for: cells, jumpingTo: place) { return joined }
    func joining(_ meetsBelow: Bool, until: Cell.ID? = nil) -> JoiningPage {
      var joining = JoiningPage(cells, page, below: meetsBelow ? .stays : .merges, staying: .all)
      joining.until = until
      return joining
    }
    switch place {
    case .end:
      if let last = lastID, !met.contains(last), let key = next.key { openGap(key) }
      let joined = join(joining(true), at: pages.count)
      next = Edge(after: page)
      return joined
    case .start:
      let before = origin
      let joined = join(joining(firstID.map(met.contains) ?? true), at: 0)
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
      let meetsBelow = page.next == nil || below.map(met.contains) ?? true
      return join(joining(meetsBelow, until: until), at: index + 1)
    }
  }
  /// Finds out what has to be read before a page can join that has new cells between stored ones: above
  /// the last cell above its place, or below the first one below it.
  ///
  /// They do not belong to the place, and the page does not say what else is missing beside them. So the
  /// list is read there again, from the nearest place whose key is known.
  private mutating func openGaps(for cells: [Cell], jumpingTo place: PagerPlace) -> Joined? {
    let (upper, lower) = sides(of: place)
    let above = upper.flatMap { id in cells.firstIndex { $0.id == id } } ?? 0
    let below = lower.flatMap { id in cells.lastIndex { $0.id == id } } ?? cells.count
    let found = places(of: cells, from: pages.count)
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
    return joined
  }

  /// Returns the cells above and below a place.
  private func sides(of place: PagerPlace) -> (above: Cell.ID?, below: Cell.ID?) {
    switch place {
    case .end: return (lastID, nil)
    case .start: return (nil, firstID)
    case .gap(let gap):
      let below = index(ofPageWith: gap).flatMap { pages[($0 + 1)...].first?.ids.first }
      return (gaps[gap]?.above, below)
    }
  }

  /// Has the start of the list read again from the nearest place below a cell whose key is known.
  private mutating func readStartAgain(below cell: Cell.ID?) -> Joined {
    var joined = Joined()
    joined.before = .head
    guard let page = cell.flatMap({ index(ofPageWith: $0) }) else { return joined }
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
