public import ListModel
import ListPaging

/// Scrolling without a screen: one cell is looked at after another, and pages are loaded as they are
/// needed on the way; what `asSnapshot` of Paging 3 does.
///
/// ```swift
/// let probe = PagerProbe(remote: source, configuration: configuration)
/// await probe.appendScroll { $0 != "item 60" }
/// await probe.scroll(to: 0)
/// #expect(probe.ids.count == 80)
/// ```
///
/// A list that is empty is refreshed first. A page is loaded when fewer cells than the configuration's
/// prefetch distance are left (a page, if that is `nil`). Scrolling ends early where loading has
/// failed or has to wait: see ``PagerProbe/state``; `retry()` and another call go on.
extension PagerProbe {
  /// Looks at each cell on the way to an index.
  ///
  /// - Parameter index: The place in ``ids``, as they are when it is reached: pages that come before the
  ///   first cell move the others down. An index that does not exist is the nearest one.
  nonisolated(nonsending) public func scroll(to index: Int) async {
    await look()
    for _ in 0..<Self.limit {
      guard let place, place != index else { return }
      let next = index > place ? place + 1 : place - 1
      guard ids.indices.contains(next) else { return }
      await look(at: next)
    }
  }

  /// Looks at the cell of an index at once, without those on the way.
  nonisolated(nonsending) public func jump(to index: Int) async {
    await look()
    guard !ids.isEmpty else { return }
    await look(at: min(max(0, index), ids.count - 1))
  }

  /// Looks at one cell after another, to the end, while `predicate` holds for the next one.
  nonisolated(nonsending) public func appendScroll(
    while predicate: (Cell.ID) -> Bool
  ) async {
    await look()
    for _ in 0..<Self.limit {
      guard let place, ids.indices.contains(place + 1), predicate(ids[place + 1]) else { return }
      await look(at: place + 1)
    }
  }

  /// Looks at one cell after another, to the start, while `predicate` holds for the one before.
  nonisolated(nonsending) public func prependScroll(
    while predicate: (Cell.ID) -> Bool
  ) async {
    await look()
    for _ in 0..<Self.limit {
      guard let place, place > 0, predicate(ids[place - 1]) else { return }
      await look(at: place - 1)
    }
  }

  /// A remote without an end ends no test: so many cells are looked at.
  private static let limit = 1_000_000

  /// The index of the cell that was looked at last.
  private var place: Int? { lookedAt.flatMap { id in ids.firstIndex(of: id) } }

  /// Begins at the first cell, or where the last look was.
  nonisolated(nonsending) private func look() async {
    if ids.isEmpty { await refresh() }
    guard let place = place ?? ids.indices.first else { return }
    await look(at: place)
  }

  /// Looks at a cell, and loads until enough cells are left on both sides.
  nonisolated(nonsending) private func look(at index: Int) async {
    lookedAt = ids[index]
    while let place, ids.count - 1 - place < distance, state.append == Self.open {
      await append()
    }
    while let place, place < distance, state.prepend == Self.open { await prepend() }
  }

  private static var open: LoadState { .notLoading(endOfPaginationReached: false) }
}
