import ListDiff
public import ListModel

extension CollectionViewAdapter {
  /// Tells the list's handlers about scrolling, and that the end of the list is near.
  public func collectionView(_ collectionView: any CollectionView, didEnter phase: ScrollPhase) {
    guard let handlers = shown?.handlers else { return }
    let context = scrollContext(collectionView)
    switch phase {
    case .scrolled(let touch):
      handlers.fire(ListEvent.DidScroll.self, context)
      // The handler may have applied another list, or scrolled.
      checkReachEnd(
        on: .moved(touch),
        at: collectionView.contentOffset,
        in: collectionView
      )
    case .willBeginDragging:
      reachEnd.unbind()
      handlers.fire(ListEvent.WillBeginDragging.self, context)
    case .didEndDragging(let deceleration):
      // The content stops here, so the movement has no target any more.
      if deceleration == .stops { reachEnd.unbind() }
      handlers.fire(ListEvent.DidEndDragging.self, (context, deceleration))
    case .willBeginDecelerating:
      handlers.fire(ListEvent.WillBeginDecelerating.self, context)
    case .didEndDecelerating:
      reachEnd.unbind()
      handlers.fire(ListEvent.DidEndDecelerating.self, context)
    case .scrolledToTop:
      handlers.fire(ListEvent.DidScrollToTop.self, context)
    }
  }

  /// Tells a section's handlers how the section scrolls by itself.
  public func collectionView(
    _ collectionView: any CollectionView,
    section index: Int,
    didEnter phase: SectionScrollPhase
  ) {
    guard let section = section(at: index) else { return }
    func context(_ offset: Double, _ page: Int? = nil) -> SectionScrollContext {
      SectionScrollContext(id: section.id, offset: offset, page: page, version: version)
    }
    switch phase {
    case .willBeginDragging: return
    case .scrolled(let offset):
      section.handlers.fire(SectionEvent.DidScroll.self, context(offset))
    case .willSettle(let target):
      section.handlers.fire(SectionEvent.WillSettle.self, context(target))
    case .didSettle(let offset, let page):
      section.handlers.fire(SectionEvent.DidSettle.self, context(offset, page))
    }
  }

  /// Lets the list's handler choose where scrolling ends, and tells it if the list's end is near.
  public func collectionView(
    _ collectionView: any CollectionView,
    willEndDraggingWithVelocity velocity: Double,
    target: inout Double
  ) {
    let context = WillEndDraggingContext(
      scroll: scrollContext(collectionView),
      velocity: velocity,
      targetContentOffset: target
    )
    shown?.handlers.fire(ListEvent.WillEndDragging.self, context)
    target = context.targetContentOffset
    checkReachEnd(on: .released, at: target, in: collectionView)
  }

  /// Asks the list's handler; without a handler, the answer is yes.
  public func collectionViewShouldScrollToTop(_ collectionView: any CollectionView) -> Bool {
    let reply = EventReply(true)
    shown?.handlers.fire(
      ListEvent.ShouldScrollToTop.self,
      (scrollContext(collectionView), reply)
    )
    return reply.value
  }

  /// Tells the list's handler that the user wants fresh content.
  public func collectionViewDidPullToRefresh(_ collectionView: any CollectionView) {
    guard configuration.refreshControl.isEnabled else { return }
    let handlers = shown?.handlers
    let ending = EventReply(RefreshEnding.automatic)
    handlers?.fire(ListEvent.RefreshEnds.self, ending)
    refreshCount += 1
    let begun = Refresh(
      id: RefreshID(rawValue: refreshCount),
      ending: ending.value,
      firstTicket: answers.nextTicket
    )
    refresh = begun
    handlers?.fire(ListEvent.Refresh.self, RefreshContext(version: version, id: begun.id))
  }

  /// Whether the refresh control turns.
  public var isRefreshing: Bool { collectionView?.isRefreshing ?? false }

  /// Ends the newest refresh, and stops the refresh control.
  ///
  /// Call this method when a refresh has failed, or has found nothing new to apply.
  public func endRefreshing() {
    refresh = nil
    collectionView?.endRefreshing()
  }

  /// Ends one refresh, if it is the newest and has not ended.
  ///
  /// - Parameter id: The id of the refresh, which its handler got as `RefreshContext.id`.
  public func endRefreshing(_ id: RefreshID) {
    if refresh?.id == id { endRefreshing() }
  }

  /// Lets `List.onReachEnd(offsetFromEnd:_:)` be called again for the same end, for example after
  /// loading more has failed.
  public func rearmReachEnd() {
    reachEnd.rearm()
  }

  /// Tells the list which cells are on screen, and that its end is near, if it is.
  ///
  /// Also called after every version, because a list that does not fill the screen cannot be scrolled.
  func checkReachEnd(
    on occasion: ReachEndTrigger.Occasion,
    at offset: Double,
    in view: any CollectionView
  ) {
    tellVisibleCells(at: offset, in: view)
    guard let list = shown else { return }
    let scroll = scrollContext(view)
    let last = shown?.original.lastCellID
    reachEnd.see(lastCellID: last)
    guard list.handlers.handles(ListEvent.ReachEnd.self) else { return }
    let reply = EventReply<ReachEndOffset?>(nil)
    list.handlers.fire(ListEvent.ReachEndDistance.self, reply)
    guard let offsetFromEnd = reply.value else { return }
    guard
      reachEnd.fires(on: occasion, at: offset, scroll: scroll, offsetFromEnd: offsetFromEnd)
    else { return }
    list.handlers.fire(
      ListEvent.ReachEnd.self,
      ReachEndContext(lastCellID: last, scroll: scroll)
    )
  }

  /// Checks the screen as after a movement.
  ///
  /// Call this method when the screen has changed its size or is visible again, and the view does
  /// not report it.
  public func viewportDidChange() {
    guard let view = collectionView else { return }
    checkReachEnd(on: .shown, at: view.contentOffset, in: view)
  }

  /// Tells the list which cells are on screen, or will be at `offset`.
  private func tellVisibleCells(at offset: Double, in view: any CollectionView) {
    guard let list = shown, list.handlers.handles(ListEvent.VisibleCells.self),
      let shape = shown?.shape
    else { return }
    let paths = view.pathsForVisibleItems
    guard let first = paths.min(), let last = paths.max(), shape.hasItem(at: last) else { return }
    var starts: [Int] = []
    var count = 0
    for section in 0..<shape.sectionCount {
      starts.append(count)
      count += shape.itemCount(section)
    }
    var range = (
      first: starts[first.section] + first.item,
      last: starts[last.section] + last.item
    )
    func path(_ index: Int) -> CellPath? {
      starts.lastIndex(where: { $0 <= index }).map {
        CellPath(section: $0, item: index - starts[$0])
      }
    }
    func position(_ index: Int) -> Double? { path(index).flatMap(view.position(ofItemAt:)) }
    // The range moves from the cells on screen to those at `offset`, cell by cell.
    let end = offset + view.viewportLength
    if offset > view.contentOffset {
      while range.last + 1 < count, let next = position(range.last + 1), next < end {
        range.last += 1
      }
      while range.first < range.last, let next = position(range.first + 1), next <= offset {
        range.first += 1
      }
    } else if offset < view.contentOffset {
      while range.first > 0, let start = position(range.first), start > offset { range.first -= 1 }
      while range.last > range.first, let start = position(range.last), start >= end {
        range.last -= 1
      }
    }
    list.handlers.fire(
      ListEvent.VisibleCells.self,
      VisibleCellsContext(
        firstIndex: range.first,
        lastIndex: range.last,
        ids: (range.first...range.last).compactMap { path($0).flatMap(original)?.cell.id },
        count: count,
        version: version,
        isOnScreen: offset == view.contentOffset
      )
    )
  }

  /// Ends an automatic refresh, when an `apply` that was called after the pull is answered.
  func endRefresh(answering ticket: AnswerQueue.Ticket) {
    guard let refresh, refresh.ending == .automatic, ticket >= refresh.firstTicket else { return }
    endRefreshing()
  }

  private func scrollContext(_ view: any CollectionView) -> ScrollContext {
    ScrollContext(
      contentOffset: view.contentOffset,
      contentLength: view.contentLength,
      viewportLength: view.viewportLength,
      version: version
    )
  }
}

/// A refresh that has not ended.
struct Refresh {
  let id: RefreshID
  let ending: RefreshEnding
  /// The first `apply` after the pull: earlier calls do not end the refresh.
  let firstTicket: AnswerQueue.Ticket
}
