import ListModel

/// Decides when a list tells that its end is near: once for each end.
///
/// An end is a last cell and a content length. Having told, the trigger waits until one of them
/// changes, or until it is told that loading more failed and may be tried again.
struct ReachEndTrigger {
  private struct End: Equatable {
    var lastCellID: Cell.ID?
    var contentLength: Double
  }

  private var told: End?

  /// Whether to tell now; `offset` is where scrolling is, or is going to end.
  mutating func fires(
    at offset: Double,
    scroll: ScrollContext,
    lastCellID: Cell.ID?,
    offsetFromEnd: ReachEndOffset
  ) -> Bool {
    guard scroll.viewportLength > 0 else { return false }
    let end = End(lastCellID: lastCellID, contentLength: scroll.contentLength)
    guard end != told else { return false }
    let remaining = scroll.contentLength - scroll.viewportLength - offset
    let distance = offsetFromEnd.distance(viewportLength: scroll.viewportLength)
    guard scroll.contentLength < scroll.viewportLength || remaining <= distance else {
      return false
    }
    told = end
    return true
  }

  /// Lets the same end be told again.
  mutating func rearm() {
    told = nil
  }
}
