public import ListModel

/// How an app shows the cells of a pager: which of them, what they look like, and which rows stand
/// between, before and after them.
///
/// ```swift
/// let rows = PagerRows()
///   .filter { !muted.contains($0.id) }
///   .separated { above, below in day(above) == day(below) ? nil : dayHeader(below) }
///   .footed { endOfFeed }
/// let list = try pages.list(update, rows)
/// ```
///
/// The order is always: filter, map, separate. A gap is a row of its own: it is neither filtered nor
/// mapped, and no row is put beside it, because what is missing there is not known. Rows that are
/// added are not stored and do not count for ``PagerConfiguration/prefetchDistance``; the list is to
/// be given to ``Pager/shown(_:as:)``.
public struct PagerRows: Sendable {
  /// Makes the row between two cells; `nil` for none.
  ///
  /// The first argument is `nil` at the start of the remote's list, the second one at its end; both
  /// are if the list is empty. While an end is not known, the row there is not asked for.
  public typealias Separator = @Sendable (_ above: Cell?, _ below: Cell?) -> Cell?

  private var isShown: [@Sendable (Cell) -> Bool] = []
  private var maps: [@Sendable (Cell) -> Cell] = []
  private var separators: [Separator] = []

  /// Shows all cells as they are.
  public init() {}

  /// Returns the rows with only some of the cells.
  public func filter(_ isShown: @escaping @Sendable (Cell) -> Bool) -> PagerRows {
    var copy = self
    copy.isShown.append(isShown)
    return copy
  }

  /// Returns the rows with cells that look otherwise; a cell keeps its id, whatever `transform` gives.
  public func map(_ transform: @escaping @Sendable (Cell) -> Cell) -> PagerRows {
    var copy = self
    copy.maps.append(transform)
    return copy
  }

  /// Returns the rows with others between the cells, as `insertSeparators` does in Paging 3.
  ///
  /// With several separators, each sees the rows of those before it. The id of a row has to be
  /// unique; a row whose id is there already is left out.
  public func separated(by separator: @escaping Separator) -> PagerRows {
    var copy = self
    copy.separators.append(separator)
    return copy
  }

  /// Returns the rows with one above the first cell, once the start of the remote's list is known.
  public func headed(by header: @escaping @Sendable () -> Cell) -> PagerRows {
    separated { above, _ in above == nil ? header() : nil }
  }

  /// Returns the rows with one below the last cell, once the end of the remote's list is known.
  public func footed(by footer: @escaping @Sendable () -> Cell) -> PagerRows {
    separated { above, below in above != nil && below == nil ? footer() : nil }
  }

  /// Returns the rows of the cells of an update, first to last.
  ///
  /// - Parameters:
  ///   - cells: The cells of the window.
  ///   - state: The state, which says whether the ends are known.
  /// - Returns: The cells that are shown, with the rows between them.
  /// - Complexity: O(cells), for each filter, map and separator.
  public func rows(of cells: [Cell], in state: PagerState) -> [Cell] {
    var rows = cells.filter { cell in
      cell.isGap || isShown.allSatisfy { $0(cell) }
    }
    for transform in maps {
      rows = rows.map { cell in
        guard !cell.isGap else { return cell }
        let mapped = transform(cell)
        return mapped.id == cell.id ? mapped : mapped.renamed(cell.id)
      }
    }
    var ids = Set(rows.map(\.id))
    for separator in separators { rows = separated(rows, by: separator, in: state, &ids) }
    return rows
  }

  private func separated(
    _ rows: [Cell],
    by separator: Separator,
    in state: PagerState,
    _ ids: inout Set<Cell.ID>
  ) -> [Cell] {
    let knowsStart = state.prepend == .notLoading(endOfPaginationReached: true)
    let knowsEnd = state.append == .notLoading(endOfPaginationReached: true)
    var result: [Cell] = []
    result.reserveCapacity(rows.count)
    func add(_ above: Cell?, _ below: Cell?) {
      guard above?.isGap != true, below?.isGap != true, let row = separator(above, below),
        ids.insert(row.id).inserted
      else { return }
      result.append(row)
    }
    guard let first = rows.first, let last = rows.last else {
      if knowsStart, knowsEnd { add(nil, nil) }
      return result
    }
    if knowsStart { add(nil, first) }
    for (index, row) in rows.enumerated() {
      if index > 0 { add(rows[index - 1], row) }
      result.append(row)
    }
    if knowsEnd { add(last, nil) }
    return result
  }
}

extension Cell {
  /// Whether the cell stands where cells of a pager are missing.
  fileprivate var isGap: Bool { component.type == PagerGap.componentType }

  fileprivate func renamed(_ id: Cell.ID) -> Cell {
    var cell = Cell(id: id, component: component)
    cell.handlers = handlers
    cell.views = views
    return cell
  }
}

extension List {
  /// Returns the list with the rows of its cells, in each section but those of the pager.
  ///
  /// - Parameters:
  ///   - rows: How the cells are shown.
  ///   - state: The state of the update that the list shows.
  /// - Returns: The list.
  public func showing(_ rows: PagerRows, of state: PagerState) -> List {
    var copy = self
    for index in copy.sections.indices {
      let id = copy.sections[index].id
      guard id != PagerHeader.sectionID, id != PagerFooter.sectionID else { continue }
      copy.sections[index].cells = rows.rows(of: copy.sections[index].cells, in: state)
    }
    return copy
  }
}
