public import ListModel

/// What is on screen, and what follows from it.
extension Pager {
  /// Tells the pager which cells are on screen, as `List.onVisibleCells` does.
  ///
  /// Other sections above the cells, separators between them, and cells that are left out do not
  /// matter: the cells are found by their ids. Cells where a movement will end are loaded for like those on
  /// screen, and what is on screen until then stays.
  public func viewed(_ cells: VisibleCellsContext) {
    let look: ScreenRows.Look =
      cells.ids.isEmpty
      ? .range(first: cells.firstIndex, last: cells.lastIndex)
      : .cellsBefore(cells.ids, end: cells.count - 1 - cells.lastIndex)
    self.look(look, isAhead: !cells.isOnScreen)
  }

  /// Tells the pager which cells are on screen.
  ///
  /// - Parameter ids: Their ids, in any order; ids that are no cells of the window do not count.
  public func viewed(_ ids: [Cell.ID]) { look(.cells(ids)) }

  /// Tells the pager which cells are on screen, by their places in the list that was shown last.
  ///
  /// Reports by ids are better: they are understood whatever list is shown by the time they arrive.
  ///
  /// - Parameters:
  ///   - first: The first cell, counted from 0 through all sections of the list that was given to
  ///     ``shown(_:as:)``; without such a list, counted in the window.
  ///   - last: The last cell.
  public func viewed(first: Int, last: Int) { look(.range(first: first, last: last)) }

  /// Tells the pager that an update is on screen; earlier updates are too, or never will be.
  ///
  /// A state that belongs to a window is reported after that window was shown.
  ///
  /// - Parameters:
  ///   - update: The update.
  ///   - list: The list that shows it. An app that leaves out cells of the window has to give it: the
  ///     pager then counts the cells that are left to see, and stops after
  ///     ``PagerConfiguration/maxHiddenPages`` pages of which nothing is shown.
  /// - Complexity: O(cells of the list).
  public func shown(_ update: PagerUpdate, as list: List? = nil) {
    while let first = unshown.first, first <= update.serial {
      unshown.removeFirst()
      if unshown.isEmpty { show(update.window, as: list) }
      step(.shown)
    }
    // The state alone has changed, or what the app leaves out.
    if list != nil, unshown.isEmpty, update.window == self.update.window {
      rows = ScreenRows(update.window, in: list)
      tellLook()
    }
  }

  private func look(_ look: ScreenRows.Look, isAhead: Bool = false) {
    if !isAhead {
      lookBefore = nil
    } else if !self.isAhead {
      lookBefore = self.look
    }
    self.look = look
    self.isAhead = isAhead
    // What was not shown yet cannot be on screen.
    if unshown.isEmpty { tellLook() }
  }

  /// Loads the items of a placeholder that was tapped; tries again what has failed there.
  func fill(_ placeholder: Cell.ID) {
    guard let (place, _) = PagerPlaceholder.index(placeholder).flatMap(update.window.place) else {
      return
    }
    if machine.hasStopped(place) { return retry() }
    lookAtPlaceholders(among: [placeholder])
  }

  /// Loads where placeholders are on screen: right there if the loaded cells are far away, otherwise
  /// the pages on the way.
  private func lookAtPlaceholders(among ids: [Cell.ID]) {
    let indices = ids.compactMap(PagerPlaceholder.index)
    // In the background no user looks.
    guard !indices.isEmpty, !machine.isInBackground,
      let (place, missing) = update.window.place(ofItemAt: indices[indices.count / 2])
    else { return }
    let (index, size) = (indices[indices.count / 2], machine.configuration.pageSize)
    let distance: Int
    switch place {
    case .start: distance = missing.upperBound - index
    case .end: distance = index - missing.lowerBound + 1
    case .gap: distance = min(index - missing.lowerBound + 1, missing.upperBound - index)
    }
    // The page that is on its way contains the item.
    if let jump, jump.place == place, jump.items.contains(index), machine.isLoading(place) {
      return
    }
    // The page contains the cell below the place, if it comes that far: it proves that none is missing.
    let last = place == .end ? missing.upperBound : missing.upperBound + 1
    let wanted = index - size / 2
    let reaches = wanted + size >= missing.upperBound
    let first = max(missing.lowerBound, reaches ? last - size : wanted)
    if let threshold = machine.configuration.jumpThreshold, distance >= threshold,
      first > missing.lowerBound || place == .start, !machine.hasStopped(place),
      let key = remote.key(ofItemAt: first, size: size)
    {
      jump = (place, first..<(first + size))
      step(.jump(place, key))
    } else if case .gap(let gap) = place, !machine.hasStopped(place) {
      // Cells right above the lower side are read from there, if the remote can be.
      if index - missing.lowerBound >= size, let key = remote.key(ofItemAt: first, size: size) {
        jump = (place, first..<(first + size))
        step(.jump(place, key))
      } else {
        step(.fillGap(gap))
      }
    }
  }

  /// Tells the machine how much is left beyond the screen, in cells that are shown.
  func tellLook() {
    let end = update.window.ids.count - 1
    guard end >= 0 else { return }
    // An app that shows nothing reports nothing.
    if rows.count == 0 { return step(.viewed(first: 0, last: end)) }
    guard let look, let cells = cells(in: look, upTo: end) else { return }
    let (first, last) = (cells.lowerBound, cells.upperBound)
    let before = lookBefore.flatMap { self.cells(in: $0, upTo: end) }
    step(
      isAhead
        ? .willView(first: first, last: last, from: before) : .viewed(first: first, last: last)
    )
    switch look {
    case .cells(let ids), .cellsBefore(let ids, _): lookAtPlaceholders(among: ids)
    case .range: break
    }
  }

  /// Returns the cells of the window on screen; `nil` if the look was at another list.
  private func cells(in look: ScreenRows.Look, upTo end: Int) -> ClosedRange<Int>? {
    guard let beyond = rows.beyond(look) else { return nil }
    // Rows that are no cells of the window may be all that is on screen.
    let (upper, lower) = (min(beyond.before, end), max(0, end - beyond.after))
    return min(upper, lower)...max(upper, lower)
  }

  private func show(_ window: PagerWindow, as list: List?) {
    let before = (rows: rows, ids: Set(shownIDs))
    rows = ScreenRows(window, in: list)
    shownIDs = window.ids
    // A window that has only become shorter hides nothing.
    if list != nil, !shownIDs.allSatisfy(before.ids.contains) {
      countHidden(window, isHidden: !rows.hasCells(besides: before.rows))
    }
    tellLook()
  }

  /// Counts the pages in a row of which nothing is shown, and stops when there are too many.
  private func countHidden(_ window: PagerWindow, isHidden: Bool) {
    let direction: Pager.Direction
    switch window.cause {
    case .append, .opened: direction = .append
    case .prepend: direction = .prepend
    case .refresh, .gap, .overtaken: return
    }
    hiddenPages[direction] = isHidden ? (hiddenPages[direction] ?? 0) + 1 : 0
    let count = hiddenPages[direction] ?? 0
    if count >= machine.configuration.maxHiddenPages {
      step(.hidden(direction, pages: count))
    }
  }
}
