import ListModel

/// Decides when a list tells that its end is near: once for each end that is seen.
///
/// An end is a last cell and a content length. Having told, the trigger waits until another end is
/// seen, also one that nobody was told of; then the first one may come back and be told again.
struct ReachEndTrigger {
  private struct End: Equatable {
    var lastCellID: Cell.ID?
    var contentLength: Double
  }

  private var seen: End?
  private var isTold = false

  /// Looks at the end that is shown.
  mutating func see(lastCellID: Cell.ID?, contentLength: Double) {
    let end = End(lastCellID: lastCellID, contentLength: contentLength)
    guard end != seen else { return }
    seen = end
    isTold = false
  }

  /// Takes note of the end of a list that was applied, but was superseded or refused.
  ///
  /// A next page that got lost like this may be asked for again.
  mutating func lose(lastCellID: Cell.ID?) {
    if lastCellID != seen?.lastCellID { isTold = false }
  }

  /// Whether to tell now of the end that was seen last; `offset` is where scrolling is, or is going
  /// to end.
  mutating func fires(
    at offset: Double,
    scroll: ScrollContext,
    offsetFromEnd: ReachEndOffset
  ) -> Bool {
    guard !isTold, scroll.viewportLength > 0 else { return false }
    let remaining = scroll.contentLength - scroll.viewportLength - offset
    let distance = offsetFromEnd.distance(viewportLength: scroll.viewportLength)
    guard scroll.contentLength < scroll.viewportLength || remaining <= distance else {
      return false
    }
    isTold = true
    return true
  }

  /// Lets the same end be told again.
  mutating func rearm() {
    isTold = false
  }
}
