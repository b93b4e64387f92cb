import ListDiff
public import ListModel

/// A cell that a user holds.
struct ReorderSession {
  let source: CellPath
  /// The move that the view asked for when the user let go; `nil` while the cell is held.
  var move: Move?

  /// A move, and the state before it.
  struct Move {
    let transaction: ReorderTransaction
    let before: ShownBefore
    let base: VersionedList?
  }
}

extension CollectionViewAdapter {
  /// Asks the list's handler whether the user may move a cell.
  ///
  /// No cell can be moved while a version is being shown; while a cell is held, newer versions wait.
  public func collectionView(
    _ collectionView: any CollectionView,
    canMoveItemAt path: CellPath
  ) -> Bool {
    guard inFlight == nil, reordering == nil, carousel(inSection: path.section) == nil,
      let context = reorderContext(path, in: collectionView)
    else { return false }
    let reply = EventReply(false)
    shown?.list.handlers.fire(ReorderEvent.CanReorder.self, (context, reply))
    // The handler may have applied a list.
    return reply.value && inFlight == nil && context.id == shown?.cell(at: path)?.id
  }

  /// Tells the list's handler that the user has lifted a cell.
  public func collectionView(
    _ collectionView: any CollectionView,
    willBeginMovingItemAt path: CellPath
  ) {
    reordering = ReorderSession(source: path)
    guard let context = reorderContext(path, in: collectionView) else { return }
    shown?.list.handlers.fire(ReorderEvent.WillReorder.self, context)
  }

  /// Moves the cell in the list shown; the view asks for this when the user lets go of the cell.
  public func collectionView(
    _ collectionView: any CollectionView,
    moveItemAt source: CellPath,
    to destination: CellPath
  ) {
    guard reordering?.source == source, let before = shown,
      carousel(inSection: destination.section) == nil,
      let transaction = ReorderTransaction(
        moving: source,
        to: destination,
        of: before.original.list,
        version: before.version
      )
    else { return }
    reordering?.move = ReorderSession.Move(
      transaction: transaction,
      before: ShownBefore(before, in: collectionView),
      base: base
    )
    if base == nil { base = before }
    shown = moved(to: transaction.finalList, from: before, in: collectionView)
    findSelection()
  }

  /// Returns a list after a user's move, as it is shown.
  private func moved(
    to list: List,
    from before: VersionedList,
    in view: any CollectionView
  ) -> VersionedList {
    let target = VersionedList(list: list, version: before.version)
    guard let origin = before.origin, let environment = view.layoutEnvironment else {
      return target
    }
    let projection = CarouselProjection(environment: environment)
    var shown = VersionedList(list: projection.project(list), version: before.version)
    shown.origin = CarouselOrigin(target, origin.carousels)
    return shown
  }

  /// Tells the list's handler which cell was moved, and continues with the versions that wait.
  public func collectionView(
    _ collectionView: any CollectionView,
    didEndMovingItem end: ItemMoveEnd
  ) {
    guard let session = reordering else { return }
    // A list that a handler applies waits until all handlers have been told.
    switch (end, session.move) {
    case (.moved, let move?):
      renewDisplayed(in: collectionView)
      checkReachEnd(on: .shown, at: collectionView.contentOffset, in: collectionView)
      shown?.list.handlers.fire(ReorderEvent.DidReorder.self, move.transaction)
    case (.cancelled, let move?):
      // The view did not take the move after all.
      base = move.base
      restore(move.before, in: collectionView)
    case (_, nil): break
    }
    reordering = nil
    proceed()
  }

  private func reorderContext(
    _ path: CellPath,
    in view: any CollectionView
  ) -> CellContext? {
    guard let section = section(at: path.section), let cell = shown?.list.cell(at: path) else {
      return nil
    }
    return context(cell, section.id, path, view.visibleCell(at: path)?.content)
  }
}
