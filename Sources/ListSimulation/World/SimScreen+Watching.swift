import ListAdapter
import ListModel
import ListPaging

// What happens on the screen, and what the list is told of it.
extension SimScreen {
  /// Runs code that may change the screen, and checks what stayed in place.
  func changingScreen(_ body: () -> Void) {
    let before = AnchorCheck(self)
    body()
    before?.check(self)
    looked()
    scheduleFlush()
  }

  /// Ends animations when their time has come.
  private func scheduleFlush() {
    guard view.hasPendingCompletions, flushTimer == nil else { return }
    let length = run.settings.animation
    guard length > 0 else { return endAnimations() }
    flushTimer = run.executor.at(run.now + length) { [weak self] in
      guard let self else { return }
      flushTimer = nil
      endAnimations()
    }
  }

  private func endAnimations() {
    guard run.isAlive(epoch) else { return }
    flushTimer = flushTimer ?? -1
    changingScreenOnce { self.view.flush() }
    flushTimer = nil
    scheduleFlush()
  }

  private func changingScreenOnce(_ body: () -> Void) {
    let before = AnchorCheck(self)
    body()
    before?.check(self)
    looked()
  }

  /// Returns the list with handlers that tell the run what happens, and then call the list's own.
  func watched(_ list: List) -> List {
    var copy = list
    let own = list.handlers
    copy.handlers.on(ListEvent.ReachEnd.self) { [unowned self] context in
      reachedEnd(context)
      own.fire(ListEvent.ReachEnd.self, context)
    }
    if !own.handles(ListEvent.ReachEnd.self) { copy.handlers = own }
    let handlers = copy.handlers
    handlesRefresh = own.handles(ListEvent.Refresh.self)
    copy.handlers.on(ListEvent.Refresh.self) { [unowned self] context in
      run.note(.refresh, n: context.id.rawValue)
      handlers.fire(ListEvent.Refresh.self, context)
    }
    if own.handles(ListEvent.VisibleCells.self) {
      copy.handlers.on(ListEvent.VisibleCells.self) { [unowned self] context in
        run.note(.visible, n: context.firstIndex, count: context.lastIndex)
        noteBelow(context)
        own.fire(ListEvent.VisibleCells.self, context)
      }
    }
    for section in copy.sections.indices {
      for cell in copy.sections[section].cells.indices {
        watch(&copy.sections[section].cells[cell])
      }
    }
    return copy
  }

  /// Takes note of how many cells are below the screen; rows that are no items are not counted.
  private func noteBelow(_ context: VisibleCellsContext) {
    if shownLimit != nil { noteNear(context) }
    guard prefetchDistance != nil, !context.ids.isEmpty else { return }
    let below = items(after: context)
    lastBelow = below
    leastBelow = min(leastBelow ?? below, below)
  }

  /// Returns how many items are below the cells on screen; a gap is counted as one.
  private func items(after context: VisibleCellsContext) -> Int {
    let rest = context.count - 1 - context.lastIndex
    guard rest > 0 else { return 0 }
    let list = list
    guard list.cellCount == context.count else { return rest }
    var (left, count) = (rest, 0)
    for section in list.sections.reversed() where left > 0 {
      for cell in section.cells.suffix(left)
      where run.truth.knows(cell.id) || cell.component.type == PagerGap.componentType {
        count += 1
      }
      left -= section.cells.count
    }
    return count
  }

  /// Takes note of the cells on screen and of those around it, as a limited list must keep them.
  ///
  /// A look may be at the place where a movement will end: the cells that are on screen still are taken from
  /// the view.
  private func noteNear(_ context: VisibleCellsContext) {
    let ids = ids
    guard !context.ids.isEmpty, ids.count == context.count else { return }
    let distance = prefetchDistance ?? 0
    let first = max(0, context.firstIndex - distance)
    let last = min(ids.count - 1, context.lastIndex + distance)
    guard first <= last else { return }
    let now = Set(ids[first...last]).union(
      view.pathsForVisibleItems.compactMap { list.cell(at: $0)?.id }
    )
    near = near?.intersection(now) ?? now
  }

  /// Checks that a list that shows a part keeps the cells on screen and those near it.
  func checkNear(_ ids: [Cell.ID]) {
    guard shownLimit != nil else { return }
    // A list that only says something else of the same items does not move the window.
    let items = ids.filter(run.truth.knows)
    guard items != nearItems else { return }
    defer { (near, nearItems) = (nil, items) }
    guard let near, shownLimit != nil, cause == .append || cause == .prepend else { return }
    let lost = near.subtracting(ids).filter(run.truth.knows)
    guard !lost.isEmpty, let stored = run.storedItems else { return }
    if let id = stored.first(where: lost.contains) {
      run.violate(
        .memoryBound,
        "\(id) is on screen or within \(prefetchDistance ?? 0) cells of it, is stored, and was "
          + "dropped from the list"
      )
    }
  }

  private func watch(_ cell: inout Cell) {
    let isPlain = cell.handlers.isEmpty
    let known = isPlain ? watchers[cell.id] : nil
    cell.handlers = known ?? watching(cell.id, cell.handlers)
    if isPlain, known == nil { watchers[cell.id] = cell.handlers }
  }

  private func watching(_ id: Cell.ID, _ own: EventHandlers) -> EventHandlers {
    var handlers = own
    handlers.on(CellEvent.WillDisplay.self) { [unowned self] context in
      displayed(id, 1)
      own.fire(CellEvent.WillDisplay.self, context)
    }
    handlers.on(CellEvent.DidEndDisplay.self) { [unowned self] context in
      displayed(id, -1)
      own.fire(CellEvent.DidEndDisplay.self, context)
    }
    handlers.on(CellEvent.DidSelect.self) { [unowned self] context in
      selected(context.id)
      own.fire(CellEvent.DidSelect.self, context)
    }
    return handlers
  }

  private func displayed(_ id: Cell.ID, _ change: Int) {
    let count = displays[id, default: 0] + change
    displays[id] = count == 0 ? nil : count
    displayCount += 1
    run.note(change > 0 ? .display : .endDisplay, id: id.rawValue)
    if !(0...2).contains(count) {
      run.violate(
        .displayPaired,
        "\(id) has \(count < 0 ? "ended" : "begun") being on screen once more"
      )
    }
  }

  private func selected(_ id: Cell.ID) {
    run.note(.select, id: id.rawValue)
    if let expectedTap, expectedTap != id {
      run.violate(.selectHitsShown, "\(expectedTap) was tapped, and \(id) was told")
    }
    expectedTap = nil
  }
}
