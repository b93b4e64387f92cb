import ListDiff
import ListModel

extension CollectionViewAdapter {
  /// Tells the list's handlers about scrolling, and tells that its end is near.
  public func collectionView(_ collectionView: any CollectionView, didEnter phase: ScrollPhase) {
    guard let handlers = shown?.indexed.handlers else { return }
    let context = scrollContext(collectionView)
    switch phase {
    case .scrolled(let touch):
      handlers.fire(ListEvent.DidScroll.self, context)
      if touch == .free { checkReachEnd(at: context.contentOffset, in: collectionView) }
    case .willBeginDragging:
      handlers.fire(ListEvent.WillBeginDragging.self, context)
    case .didEndDragging(let deceleration):
      handlers.fire(ListEvent.DidEndDragging.self, (context, deceleration))
    case .willBeginDecelerating:
      handlers.fire(ListEvent.WillBeginDecelerating.self, context)
    case .didEndDecelerating:
      handlers.fire(ListEvent.DidEndDecelerating.self, context)
    case .scrolledToTop:
      handlers.fire(ListEvent.DidScrollToTop.self, context)
    }
  }

  /// Lets the list's handler say where scrolling ends, and tells if that is near the list's end.
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
    shown?.indexed.handlers.fire(ListEvent.WillEndDragging.self, context)
    target = context.targetContentOffset
    checkReachEnd(at: target, in: collectionView)
  }

  /// Asks the list's handler; without one, yes.
  public func collectionViewShouldScrollToTop(_ collectionView: any CollectionView) -> Bool {
    let reply = EventReply(true)
    shown?.indexed.handlers.fire(
      ListEvent.ShouldScrollToTop.self,
      (scrollContext(collectionView), reply)
    )
    return reply.value
  }

  /// Tells the list's handler that the user wants fresh content.
  public func collectionViewDidPullToRefresh(_ collectionView: any CollectionView) {
    guard configuration.refreshControl.isEnabled else { return }
    refresh = .began(afterVersion: newestVersion)
    shown?.indexed.handlers.fire(ListEvent.Refresh.self, RefreshContext(version: version))
  }

  /// Whether the refresh control turns: the user has pulled it, and no list that was applied since
  /// has been shown.
  public var isRefreshing: Bool { refresh != .idle }

  /// Lets ``List/onReachEnd(offsetFromEnd:_:)`` be called again for the end it was called for, as
  /// after loading more has failed.
  public func rearmReachEnd() {
    reachEnd.rearm()
  }

  /// Tells that the end is near, if it is; also called after every version that is shown, because a
  /// list that does not fill the screen cannot be scrolled.
  func checkReachEnd(at offset: Double, in view: any CollectionView) {
    guard let list = shown?.indexed, list.handlers.handles(ListEvent.ReachEnd.self) else { return }
    let reply = EventReply<ReachEndOffset?>(nil)
    list.handlers.fire(ListEvent.ReachEndDistance.self, reply)
    guard let offsetFromEnd = reply.value else { return }
    let scroll = scrollContext(view)
    let last = list.lastCellID
    let fires = reachEnd.fires(
      at: offset,
      scroll: scroll,
      lastCellID: last,
      offsetFromEnd: offsetFromEnd
    )
    guard fires else { return }
    list.handlers.fire(
      ListEvent.ReachEnd.self,
      ReachEndContext(lastCellID: last, scroll: scroll)
    )
  }

  /// Ends a refresh that was begun before the version that is shown now was asked for.
  func endRefreshIfAnswered(in view: any CollectionView) {
    guard case .began(let earlier) = refresh, version > earlier else { return }
    refresh = .idle
    view.endRefreshing()
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

/// Whether the refresh control turns.
enum RefreshState: Equatable {
  case idle
  /// Pulled when `afterVersion` was the newest version applied: only a later one answers it.
  case began(afterVersion: Int)
}
