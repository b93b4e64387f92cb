import ListModel

/// A page on its way into a list.
struct JoiningPage {
  /// What becomes of the stored cells below a page.
  enum Below: Equatable {
    /// Those that the page covers are replaced. The others stay: right below the page if it ends
    /// with a stored cell, else below a gap.
    case merges
    /// As `merges` if the page ends with a stored cell, otherwise as `goes`.
    case mergesOrGoes
    /// All of them go: the page is the rest of the list.
    case goes
    /// All of them stay, right below the page.
    case stays
    /// So many are replaced; the others stay, right below the page.
    case covers(Int)
  }

  /// Which stored cells stay where they are although the page has them, too.
  enum Staying {
    /// None, but cells above a gap: it is not known on which side of that gap the page is.
    case none
    /// Those above the page.
    case above
    case all
  }

  /// The cells, each id once.
  var cells: [Cell]
  /// How many cells came together, and the key after them; empty for one page.
  var parts: [(count: Int, next: PageKey?)] = []
  var previous: PageKey?
  var next: PageKey?
  var below: Below
  var staying: Staying
  /// The last stored cell below that has to be read again before nothing is missing above it.
  var until: Cell.ID?
  /// Whether the page has as many new cells as were missing at its place, by the remote's own count.
  var isCounted = false
}

/// How a page joins the list: the list is divided at the place where the page begins. What is above
/// stays; what is below is compared with the page.
extension PagerContents {
  /// The result of a page that has joined.
  struct Joined {
    /// The edits of the stored cells.
    var edits: [PageCommit.Edit] = []
    /// How many cells are new.
    var inserted = 0
    /// How many cells of the page were there, and are part of it now.
    var replaced = 0
    /// How many pages were made.
    var made = 0
    /// Whether nothing is left below the page.
    var isLast = false
    /// The gap below the page, if the page meets the list there, or the gap was there for stored cells
    /// that have to be read again.
    var unproved: Cell.ID?
    /// What has to be read before the page can join the list, if it has not joined.
    var before: Before?
    /// The gap that has to be filled after that, and before the page can join.
    var thenBefore: Cell.ID?

    /// What is read before a page.
    enum Before: Hashable {
      /// The page that the list begins with.
      case head
      /// What is missing at a gap.
      case gap(Cell.ID)
      /// The end of the list at which the page was to join, from a place further in.
      case edge
    }
  }

  /// Puts a page below the first pages.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - boundary: How many pages are above it.
  /// - Returns: What has changed.
  /// - Complexity: O(k log k) for the k cells that come and go, and O(pages); cells that have moved
  ///   are searched for in the whole list.
  mutating func join(_ page: JoiningPage, at boundary: Int) -> Joined {
    let before = count
    let found = places(of: page.cells, from: boundary)
    if boundary == pages.count, found.isEmpty { return append(page) }
    let firstToCome =
      switch page.staying {
      case .none: found.isEmpty ? 0 : lastGap(above: boundary)
      case .above: 0
      case .all: Int.max
      }
    let coming = page.cells.filter { found[$0.id].map { $0 >= firstToCome } ?? true }
    let cover = cover(of: coming, found, page, at: boundary)
    let until = until(page, coming.count, cover, at: boundary)
    let ids = Set(coming.map(\.id))
    var joined = Joined()
    var above = Array(pages[..<boundary])
    var below = cut(cover.count, from: boundary, keeping: ids, &joined)
    take(ids, found, where: { $0 < 0 }, from: &above)
    take(ids, found, where: { $0 >= cover.count }, from: &below)
    let gap = gap(under: page, cover, until, &below)
    joined.isLast = below.isEmpty
    arrange(coming, after: pages[..<boundary].last?.last, found, cover, &joined)
    var new = made(of: page, coming)
    keepStart(of: &new, at: boundary)
    joined.made = new.count
    joined.replaced = coming.count - joined.inserted
    // A page that fills a place right above the origin stays above it.
    let isAboveOrigin = page.staying != .none && boundary < pages.count
    let limit = isAboveOrigin ? boundary - 1 : boundary
    origin = origin(after: (above, new, below), at: boundary, belowIf: limit, cover)
    pages = above
    pages += new
    if let gap { openGap(gap.key, until: gap.until) }
    pages += below
    joined.edits += nameGaps()
    findStart()
    if gap?.until != nil, cover.meets || page.until != nil {
      joined.unproved = new.last.flatMap { index(ofPage: $0.serial) }.flatMap { pages[$0].gap?.id }
    }
    for cell in page.cells where found[cell.id] != nil { joined.edits.append(.update(cell)) }
    count = before + joined.edits.reduce(0) { $0 + $1.growth }
    assert(count == Self.count(of: pages[...]), "the cells are counted wrong")
    return joined
  }

  /// Puts a page of new cells below all others.
  private mutating func append(_ page: JoiningPage) -> Joined {
    var joined = Joined()
    arrange(page.cells, after: pages.last?.last, [:], PageCover(), &joined)
    joined.isLast = true
    let new = made(of: page, page.cells)
    joined.made = new.count
    pages += new
    joined.edits += nameGaps()
    count += joined.edits.reduce(0) { $0 + $1.growth }
    return joined
  }

  /// Returns the positions of the cells that are stored, counted from the boundary; cells above it
  /// have negative ones.
  func places(of cells: [Cell], from boundary: Int) -> [Cell.ID: Int] {
    var wanted = Set(cells.lazy.map(\.id).filter { known.mayContain($0.rawValue) })
    var places: [Cell.ID: Int] = [:]
    func look(into page: Page, at position: Int) {
      for (offset, id) in page.ids.enumerated() where wanted.remove(id) != nil {
        places[id] = position + offset
      }
    }
    var position = 0
    for page in pages[boundary...] where !wanted.isEmpty {
      look(into: page, at: position)
      position += page.count
    }
    position = 0
    for page in pages[..<boundary].reversed() where !wanted.isEmpty {
      position -= page.count
      look(into: page, at: position)
    }
    return places
  }

  private func cover(
    of cells: [Cell],
    _ found: [Cell.ID: Int],
    _ page: JoiningPage,
    at boundary: Int
  ) -> PageCover {
    let positions = cells.map { cell in found[cell.id].flatMap { $0 >= 0 ? $0 : nil } }
    switch page.below {
    case .stays: return PageCover()
    case .goes: return PageCover(ofAll: Self.count(of: pages[boundary...]), positions)
    case .covers(let count):
      return PageCover(ofAll: count, positions.map { $0.flatMap { $0 < count ? $0 : nil } })
    case .merges, .mergesOrGoes:
      let last = positions.lazy.compactMap { $0 }.max()
      let gaps = gaps(from: boundary, to: last)
      let cover = PageCover(of: positions, gaps: gaps, isCounted: page.isCounted)
      if cover.meets || page.below == .merges { return cover }
      return PageCover(ofAll: Self.count(of: pages[boundary...]), positions)
    }
  }

  /// Returns the position of the last gap above the boundary, counted from there.
  func lastGap(above boundary: Int) -> Int {
    guard !gaps.isEmpty else { return .min }
    var position = 0
    for page in pages[..<boundary].reversed() {
      if page.gap != nil { return position - 1 }
      position -= page.count
    }
    return .min
  }

  /// Returns the positions of the gaps up to a position, counted from the boundary.
  private func gaps(from boundary: Int, to end: Int?) -> [Int] {
    guard let end, !gaps.isEmpty else { return [] }
    var found: [Int] = []
    var position = 0
    for page in pages[boundary...] where position <= end {
      position += page.count
      if page.gap != nil { found.append(position - 1) }
    }
    return found
  }

  /// Removes the first cells below the boundary, and returns the pages with the others.
  private mutating func cut(
    _ cells: Int,
    from boundary: Int,
    keeping ids: Set<Cell.ID>,
    _ joined: inout Joined
  ) -> [Page] {
    var remaining = cells
    var index = boundary
    while index < pages.count, remaining > 0 {
      let page = pages[index]
      let gone = page.ids.prefix(remaining)
      for id in gone where !ids.contains(id) {
        joined.edits.append(.delete(id))
        known.remove(id.rawValue)
      }
      index += 1
      if remaining < page.count {
        // The key before its first cell names a place above what was removed.
        let rest = page.with(Array(page.ids[gone.count...])).with(previous: nil)
        return [rest] + pages[index...]
      }
      remaining -= page.count
    }
    return Array(pages[index...])
  }

  /// Takes cells that come with the page out of other pages.
  private func take(
    _ ids: Set<Cell.ID>,
    _ found: [Cell.ID: Int],
    where isElsewhere: (Int) -> Bool,
    from pages: inout [Page]
  ) {
    let moved = Set(ids.filter { found[$0].map(isElsewhere) ?? false })
    guard !moved.isEmpty else { return }
    pages = pages.compactMap { page in
      guard page.ids.contains(where: moved.contains) else { return page }
      let rest = page.ids.filter { !moved.contains($0) }
      if rest.isEmpty, page.gap == nil { return nil }
      // The key after a cell that leaves names no place below the one before it.
      let next = rest.last == page.ids.last ? page.next : page.gap?.key
      return Page(
        serial: page.serial,
        ids: rest,
        previous: page.previous,
        next: next,
        gap: page.gap
      )
    }
  }

  /// Returns the gap between a page and what is left below it, if cells may be missing there: its key,
  /// and the last cell below that has to be read again.
  private func gap(
    under page: JoiningPage,
    _ cover: PageCover,
    _ until: Cell.ID?,
    _ below: inout [Page]
  ) -> (key: PageKey, until: Cell.ID?)? {
    if case .covers = page.below { return nil }
    guard page.below != .stays, let first = below.first else { return nil }
    if first.ids.isEmpty, let gap = first.gap {
      // The page ends right above a gap, and its key is newer than that of the gap.
      below.removeFirst()
      return below.isEmpty ? nil : (page.next ?? gap.key, gap.until ?? until)
    }
    return cover.meets && until == nil ? nil : page.next.map { ($0, until) }
  }

  /// Makes the edits that bring the cells of a page into its order.
  private mutating func arrange(
    _ cells: [Cell],
    after last: Cell.ID?,
    _ found: [Cell.ID: Int],
    _ cover: PageCover,
    _ joined: inout Joined
  ) {
    var last = last
    for cell in cells {
      if let place = found[cell.id] {
        if !cover.staying.contains(place) { joined.edits.append(.move(cell.id, after: last)) }
      } else {
        joined.edits.append(.insert(cell, after: last))
        joined.inserted += 1
        _ = known.insert(cell.id.rawValue) { false }
      }
      last = cell.id
    }
  }

  /// Makes pages of the cells that come.
  private mutating func made(of page: JoiningPage, _ cells: [Cell]) -> [Page] {
    guard !cells.isEmpty else { return [] }
    // The key after the page's last cell names another place if that cell stays elsewhere, unless the page
    // goes on from a known one.
    let isKnown = page.staying == .above || page.cells.last?.id == cells.last?.id
    let next = isKnown ? page.next : nil
    let parts = page.parts.isEmpty ? [(cells.count, next)] : page.parts
    var pages: [Page] = []
    var rest = cells[...]
    for (count, next) in parts where count > 0 && !rest.isEmpty {
      let previous = pages.isEmpty ? page.previous : nil
      pages.append(makePage(rest.prefix(count).map(\.id), previous: previous, next: next))
      rest = rest.dropFirst(count)
    }
    return pages
  }

  /// Returns how many of the pages to come are above the place that ``originKey`` names; `nil` if
  /// the page covers that place.
  private func origin(
    after parts: (above: [Page], new: [Page], below: [Page]),
    at boundary: Int,
    belowIf limit: Int,
    _ cover: PageCover
  ) -> Int? {
    guard let origin, origin >= 0 else { return self.origin }
    func staying(_ pages: ArraySlice<Page>, of all: [Page]) -> Int {
      let serials = Set(pages.map(\.serial))
      return all.count { serials.contains($0.serial) }
    }
    if origin <= limit {
      let isComplete = parts.above.count == boundary
      return isComplete ? origin : staying(pages[..<origin], of: parts.above)
    }
    let between = pages[boundary..<origin]
    let place = Self.count(of: between)
    let isCovered = cover.count > place || cover.count == place && cover.count > 0 && !cover.meets
    guard !isCovered else { return nil }
    return parts.above.count + parts.new.count + staying(between, of: parts.below)
  }
}

extension PageCommit.Edit {
  /// By how many cells the list grows.
  var growth: Int {
    switch self {
    case .insert: 1
    case .delete: -1
    case .move, .update: 0
    }
  }
}
