import ListModel

/// The rows that a screen shows of a pager's window, and where the screen stands in them.
///
/// A screen may leave out cells of the window, and show rows that are none of its cells: headers,
/// separators, a footer. Only cells of the window count, and only those that are shown.
struct ScreenRows {
  /// What is on screen, as it was reported.
  enum Look {
    /// Cells; those that are not in the list belong to an older one.
    case cells([Cell.ID])
    /// Cells of which the last one is followed by so many cells in the list.
    case cellsBefore([Cell.ID], end: Int)
    /// A range of the list; numbers outside of it are looks at what is not there.
    case range(first: Int, last: Int)
  }

  /// The number of cells of the window that are shown.
  private(set) var count = 0
  private var ids: [Cell.ID] = []
  /// How many cells of the window stand before each row, and whether the row is one itself.
  private var places: [Cell.ID: (before: Int, isCell: Bool)] = [:]

  init() {}

  /// Describes what is shown.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - list: The list; `nil` if it has exactly the cells of the window.
  init(_ window: PagerWindow, in list: List?) {
    guard let list else {
      ids = window.ids
      count = ids.count
      for (index, id) in ids.enumerated() { places[id] = (index, true) }
      return
    }
    let known = Set(window.ids)
    for section in list.sections {
      for cell in section.cells {
        let isCell = known.contains(cell.id)
        ids.append(cell.id)
        places[cell.id] = (count, isCell)
        if isCell { count += 1 }
      }
    }
  }

  /// Whether a cell of the window is shown that was not shown before.
  func hasCells(besides before: ScreenRows) -> Bool {
    ids.contains { places[$0]?.isCell == true && before.places[$0]?.isCell != true }
  }

  /// Returns how many shown cells of the window are beyond the screen on both sides; `nil` if the look
  /// was at another list.
  func beyond(_ look: Look) -> (before: Int, after: Int)? {
    switch look {
    case .cells(let cells): return beyond(cells)
    case .cellsBefore(let cells, let end):
      // Without the list, the pager does not know which cells of its window are left out.
      return beyond(cells).map { ($0.before, min($0.after, max(0, end))) }
    case .range(let first, let last):
      guard first <= last else { return nil }
      let before =
        ids.indices.contains(first) ? places[ids[first]]?.before : first < 0 ? first : count
      let after =
        ids.indices.contains(last) ? after(ids[last]) : last < 0 ? count : ids.count - 1 - last
      guard let before, let after else { return nil }
      return (before, after)
    }
  }

  private func beyond(_ cells: [Cell.ID]) -> (before: Int, after: Int)? {
    let known = cells.compactMap { places[$0] }
    guard let before = known.map(\.before).min(), let after = cells.compactMap(after).min() else {
      return nil
    }
    return (before, after)
  }

  private func after(_ id: Cell.ID) -> Int? {
    places[id].map { count - $0.before - ($0.isCell ? 1 : 0) }
  }
}
