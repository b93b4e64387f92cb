import ListModel

/// Pages away from the loaded cells.
extension PagerContents {
  /// Puts a page at a place where cells are missing, with gaps on the sides on which it meets none.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - ids: The ids of the page that the list does not have yet.
  ///   - page: The page.
  ///   - usedKey: The key of its request.
  mutating func jump(
    to place: PagerPlace,
    _ ids: [Cell.ID],
    _ page: RemotePage,
    usedKey: PageKey?
  ) {
    guard !ids.isEmpty, !pages.isEmpty else { return }
    let met = Set(page.cells.map(\.id))
    switch place {
    case .end:
      let meets = self.ids.last.map(met.contains) ?? true
      if !meets, let key = next.key {
        gaps[PagerGap.new] = key
        pages.append(makePage([PagerGap.new] + ids, previous: nil))
      } else {
        pages.append(makePage(ids, previous: page.previous))
      }
      next = Self.edge(after: page, usedKey: usedKey)
    case .start:
      let meets = self.ids.first.map(met.contains) ?? true
      if !meets, let key = page.next { gaps[PagerGap.new] = key }
      let isOpen = gaps[PagerGap.new] != nil
      pages.insert(makePage(isOpen ? ids + [PagerGap.new] : ids, previous: page.previous), at: 0)
      previous = Edge(key: page.previous, isEnded: page.previous == nil)
    case .gap(let gap):
      guard let key = gaps[gap], let index = pages.firstIndex(where: { $0.ids.contains(gap) }),
        let item = pages[index].ids.firstIndex(of: gap)
      else { return }
      let all = self.ids
      let place = all.firstIndex(of: gap) ?? 0
      let meetsAbove = place > 0 && met.contains(all[place - 1])
      let meetsBelow =
        page.next == nil || place + 1 >= all.count || met.contains(all[place + 1])
      var cells = pages[index].ids
      if !meetsAbove { gaps[PagerGap.new] = key }
      gaps[gap] = meetsBelow ? nil : page.next
      let above = meetsAbove ? [] : [PagerGap.new]
      cells.replaceSubrange(item...item, with: above + ids + (meetsBelow ? [] : [gap]))
      pages[index].ids = cells
    }
    nameGaps()
  }
}
