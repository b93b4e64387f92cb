import ListModel

/// The start of a list that was begun in the middle, which is asked for once more after a refresh: the
/// refresh reads from the place where the list was begun, and new cells may have come above all others.
extension PagerContents {
  /// Asks for the start of the list once more, from the uppermost place whose key is known.
  ///
  /// If nothing is below the place where the list was begun, and no place above is known, the cells go,
  /// and are read again from there.
  ///
  /// - Parameter key: The key of what is before the place where the list was begun, if it is known.
  /// - Returns: The edits of the stored cells.
  mutating func askAtStartAgain(orFrom key: PageKey?) -> [PageCommit.Edit] {
    guard previous.isEnded || previous.readsAgain == true, !pages.isEmpty else { return [] }
    let known = pages.indices.dropFirst().first { index in
      pages[index - 1].gap != nil || pages[index].previous != nil
    }
    if let known {
      guard pages[known - 1].gap == nil else { return [] }
      previous = Edge(key: pages[known].previous, readsAgain: true)
    } else if let key, origin == pages.count {
      previous = Edge(key: key)
      return removeFirst(pages.count, keeping: [])
    }
    return []
  }

  /// How many pages are above the place from which the start is read again; `nil` if that place is not
  /// known any more.
  private var boundaryOfPrevious: Int? {
    guard let boundary = pages.firstIndex(where: { $0.previous == previous.key }), boundary > 0,
      !pages[..<boundary].contains(where: { $0.gap != nil })
    else { return nil }
    return boundary
  }

  /// Joins a page that ends at a place below the first cells.
  ///
  /// The page replaces the cells above that place that it covers; all of them if it begins the remote's
  /// list, or has none of them. What is above those is read next.
  mutating func readStartAgain(_ cells: [Cell], _ page: RemotePage) -> Joined {
    guard let boundary = boundaryOfPrevious else {
      previous = Edge(isEnded: true)
      return Joined()
    }
    if cells.isEmpty, let key = page.previous {
      // Nothing is between the two keys, so they name the same place.
      pages[boundary] = pages[boundary].with(previous: key)
      previous.key = key
      return Joined()
    }
    let covered = covered(by: cells, page, above: boundary)
    let start = split(above: boundary, covered)
    let begin = origin.flatMap { pages.indices.contains($0) ? pages[$0].serial : nil }
    let isAtEnd = origin == pages.count
    let joined = join(JoiningPage(cells, page, below: .covers(covered), staying: .none), at: start)
    origin = isAtEnd ? pages.count : begin.flatMap { index(ofPage: $0) }
    previous = Edge(before: page)
    // Cells above that have moved to the page may have left nothing there.
    let isFirst = pages.first.map { $0.previous == page.previous } ?? true
    if joined.made > 0, start > 0, page.previous != nil, !isFirst { previous.readsAgain = true }
    return joined
  }

  /// Keeps the key of the place from which the start is read again, when a page begins at that place.
  ///
  /// - Parameters:
  ///   - new: The pages that are made of it.
  ///   - boundary: The place, while the pages are as they were.
  mutating func keepStart(of new: inout [Page], at boundary: Int) {
    guard previous.readsAgain == true, pages.indices.contains(boundary), let first = new.first,
      pages[boundary].previous == previous.key
    else { return }
    if let key = first.previous {
      previous.key = key
    } else {
      new[0] = first.with(previous: previous.key)
    }
  }

  /// Asks for the start from another place if the one that is known is not there any more.
  mutating func findStart() {
    guard previous.readsAgain == true, boundaryOfPrevious == nil else { return }
    previous = Edge(isEnded: true)
    _ = askAtStartAgain(orFrom: nil)
  }

  /// Returns how many of the cells right above a place a page covers that ends there.
  private func covered(by cells: [Cell], _ page: RemotePage, above boundary: Int) -> Int {
    let count = Self.count(of: pages[..<boundary])
    guard page.previous != nil else { return count }
    let found = places(of: cells, from: boundary)
    // Backwards, the page begins at the place.
    let positions = cells.reversed().map { cell in
      found[cell.id].flatMap { $0 < 0 ? -1 - $0 : nil }
    }
    let cover = PageCover(of: positions, gaps: [])
    return cover.count > 0 ? cover.count : count
  }

  /// Divides the page in which the last cells above a place begin.
  ///
  /// - Returns: How many pages are above those cells.
  private mutating func split(above boundary: Int, _ count: Int) -> Int {
    var (start, rest) = (boundary, count)
    while rest > 0, start > 0 {
      start -= 1
      let page = pages[start]
      if page.count <= rest {
        rest -= page.count
        continue
      }
      let upper = Array(page.ids.dropLast(rest))
      pages[start] = Page(serial: page.serial, ids: upper, previous: page.previous, next: nil)
      let lower = makePage(Array(page.ids.suffix(rest)), previous: nil, next: page.next)
      pages.insert(lower, at: start + 1)
      if let origin, origin > start { self.origin = origin + 1 }
      return start + 1
    }
    return start
  }
}
