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
}
