import ListDiff
import ListModel

/// What is kept beside the cells, as JSON.
extension PagerContents {
  /// The keys and state that are kept beside the cells.
  ///
  /// Its size does not depend on that of the list.
  struct Kept: Codable {
    var format = 1
    var next: Edge
    var previous: Edge
    var gaps: [String: PageKey]
    /// The last stored cell below a gap that has to be read again, for gaps that have one.
    var gapsUntil: [String: String]?
    var generation: Int
    var refreshedAt: Int?
    var notBefore: Int
    var total: Int?
    /// The number of cells, gaps included; earlier pagers have not kept it.
    var count: Int?
    /// How many cells are above the place that `originKey` names; negative if it is above the list.
    var origin: Int?
    var originKey: PageKey?
    /// Some of the pages, of which the last one ends the list.
    ///
    /// Earlier pagers have kept all.
    var pages: [KeptPage]
  }

  /// Some pages in a row, of which only the keys at their ends are kept.
  struct KeptPage: Codable {
    /// The number of cells, gaps included.
    var count: Int
    /// The number of pages; one if there is none.
    var pages: Int?
    var previous: PageKey?
    var next: PageKey?
  }

  /// The most pages that are kept, unless `last` pages are needed to read removed ones again.
  private static let keptPages = 32

  /// Returns the keys and state to keep beside the cells, with so many of the last pages one by one,
  /// at least one: the end of the list is read again from there.
  func kept(last: Int) -> Kept {
    Kept(
      next: next,
      previous: previous,
      gaps: Dictionary(uniqueKeysWithValues: gaps.map { ($0.key.rawValue, $0.value.key) }),
      gapsUntil: gapsUntil,
      generation: generation,
      refreshedAt: refreshedAt,
      notBefore: notBefore,
      total: total,
      count: count,
      origin: origin.map { $0 < 0 ? $0 : Self.count(of: pages[..<$0]) },
      originKey: originKey,
      pages: keptPages(last: last)
    )
  }

  private var gapsUntil: [String: String]? {
    let untils = gaps.compactMap { gap in gap.value.until.map { (gap.key.rawValue, $0.rawValue) } }
    return untils.isEmpty ? nil : Dictionary(uniqueKeysWithValues: untils)
  }

  private func keptPages(last: Int) -> [KeptPage] {
    let joined = max(0, pages.count - min(max(1, last), pages.count))
    let length = max(1, (joined + Self.keptPages - 1) / Self.keptPages)
    var kept: [KeptPage] = []
    var start = 0
    while start < pages.count {
      var end = start < joined ? min(joined, start + length) : start + 1
      // The start of the list is read again from the end of the first page.
      if start == 0 { end = 1 }
      // The place where the list was begun is between two pages.
      if let origin, start < origin { end = min(end, origin) }
      kept.append(
        KeptPage(
          count: Self.count(of: pages[start..<end]),
          pages: end - start > 1 ? end - start : nil,
          previous: pages[start].previous,
          next: pages[end - 1].next
        )
      )
      start = end
    }
    return kept
  }

  /// Reads the stored list.
  ///
  /// - Parameters:
  ///   - stored: The cells, and the value kept beside them. A value that cannot be read (written by
  ///     a later pager, or by no pager) counts as none.
  ///   - pageSize: The size of pages if it is not known how the cells were loaded.
  package init(stored: StoredPages, pageSize: Int = 20) {
    self.init(stored: stored, pageSize: pageSize, afterPage: 0)
  }

  /// Reads the stored list again; pages get later numbers than those before.
  init(stored: StoredPages, pageSize: Int, afterPage serial: Int) {
    let kept = stored.kept.flatMap { try? $0.decode(Kept.self) }
    self.init(stored, kept: kept, pageSize: max(1, pageSize), afterPage: serial)
  }

  /// Creates the contents from the stored list and the kept value.
  ///
  /// If another writer has changed the cells, the pages are divided again, and gaps that no longer
  /// exist are forgotten. Of a list of which only the first cells were read, the pages have these
  /// only; the number of cells, the keys and the gaps are those of the whole list.
  private init(_ stored: StoredPages, kept: Kept?, pageSize: Int, afterPage serial: Int) {
    self.init()
    serials = serial
    let ids = stored.ids
    count = stored.count
    let keys = Dictionary(
      uniqueKeysWithValues: (kept?.gaps ?? [:]).map { key, value in
        let id = Cell.ID(key)
        return (id, Gap(id: id, key: value, until: kept?.gapsUntil?[key].map { Cell.ID($0) }))
      }
    )
    known = IdentitySet(ids.lazy.filter { keys[$0] == nil }.map(\.rawValue))
    let pieces = Self.pieces(kept?.pages ?? [], of: count, pageSize)
    divide(ids, stored.unread > 0 ? Self.whole(pieces, in: ids.count) : pieces, keys)
    if stored.unread > 0 {
      for (id, gap) in keys where gaps[id] == nil { gaps[id] = (gap.key, nil, gap.until) }
    }
    guard let kept else { return }
    next = kept.next
    previous = kept.previous
    generation = kept.generation
    refreshedAt = kept.refreshedAt
    notBefore = kept.notBefore
    total = kept.total
    originKey = kept.originKey
    origin = kept.count == count ? kept.origin.flatMap(index(ofPageAt:)) : nil
    if kept.originKey == nil { origin = 0 }
    if count == 0, kept.count ?? 1 > 0 {
      // The cells are gone, and what was known about them with them.
      (next, previous, origin) = (Edge(), Edge(), 0)
    }
  }

  /// Returns the lengths of the pages, and the keys at their ends.
  private static func pieces(_ kept: [KeptPage], of count: Int, _ size: Int) -> [KeptPage] {
    let isSound = kept.allSatisfy { $0.count > 0 && (1...$0.count).contains($0.pages ?? 1) }
    let sum = kept.reduce(0) { $0.addingReportingOverflow($1.count).partialValue }
    guard isSound, sum == count else {
      return stride(from: 0, to: count, by: size).map { KeptPage(count: min(size, count - $0)) }
    }
    return kept.flatMap { page in
      let parts = page.pages ?? 1
      return (0..<parts).map { part in
        KeptPage(
          count: page.count * (part + 1) / parts - page.count * part / parts,
          previous: part == 0 ? page.previous : nil,
          next: part == parts - 1 ? page.next : nil
        )
      }
    }
  }

  /// Returns the pieces that are whole in the first cells of a list; a part of the first one if none is.
  private static func whole(_ pieces: [KeptPage], in count: Int) -> [KeptPage] {
    var rest = count
    let whole = pieces.prefix {
      rest -= $0.count
      return rest >= 0
    }
    return whole.isEmpty ? [KeptPage(count: count)] : Array(whole)
  }

  /// Makes pages of the cells; each gap ends one.
  private mutating func divide(_ ids: [Cell.ID], _ pieces: [KeptPage], _ keys: [Cell.ID: Gap]) {
    var start = 0
    var above: Cell.ID?
    for piece in pieces {
      let end = start + piece.count
      var run: [Cell.ID] = []
      var previous = piece.previous
      for index in start..<end {
        let id = ids[index]
        let gap = keys[id]
        if let gap {
          gaps[id] = (gap.key, above, gap.until)
        } else {
          run.append(id)
          above = id
        }
        guard gap != nil || index + 1 == end else { continue }
        let next = gap?.key ?? piece.next
        pages.append(makePage(run, previous: previous, next: next, gap: gap))
        (run, previous) = ([], nil)
      }
      start = end
    }
  }

  /// Returns the index of the page that begins after some cells.
  private func index(ofPageAt place: Int) -> Int? {
    guard place >= 0 else { return place }
    var start = 0
    for (index, page) in pages.enumerated() {
      if start == place { return index }
      start += page.count
    }
    return start == place ? pages.count : nil
  }
}
