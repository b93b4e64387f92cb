import ListModel

/// The end of the list, which is asked for once more after the list has changed.
extension PagerContents {
  /// How many pages are above the place that the key of the next page names.
  ///
  /// - Complexity: O(1); O(pages) if the end of the list is read again.
  var boundaryOfNext: Int {
    guard next.readsAgain == true else { return pages.count }
    return pages.lastIndex { $0.gap == nil && $0.next == next.key }.map { $0 + 1 } ?? pages.count
  }

  /// Joins a page that was read from a place above the last cells.
  mutating func readEndAgain(_ cells: [Cell], _ page: RemotePage, at boundary: Int) -> Joined {
    let below = Set(Self.ids(of: pages[boundary...]))
    let isEmpty = !cells.contains { below.contains($0.id) || !known.mayContain($0.id.rawValue) }
    if isEmpty, let key = page.next {
      // Nothing is between the two keys, so they name the same place.
      pages[boundary - 1] = pages[boundary - 1].with(next: key)
      next.key = key
      return Joined()
    }
    let joined = join(JoiningPage(cells, page, merging: .above), at: boundary)
    next.isEnded = true
    end(after: page, joined)
    return joined
  }

  /// Sets the end of the list after a page that was merged.
  mutating func end(after page: RemotePage, _ joined: Joined) {
    if joined.isLast {
      next = Edge(after: page)
    } else if next.isEnded || next.readsAgain == true {
      // The list may have grown since its end was found: ask once more.
      next = endAgain
    }
  }

  /// The end of the list as it is asked for once more.
  ///
  /// It begins at the key that the remote has named, or at the last place whose key is known. Below a
  /// gap no key is known until that is filled.
  private var endAgain: Edge {
    if let end = next.end { return Edge(key: end, end: end) }
    for page in pages.reversed() {
      if page.gap != nil { break }
      if let key = page.next { return Edge(key: key, readsAgain: true) }
    }
    return Edge(isEnded: true)
  }
}
