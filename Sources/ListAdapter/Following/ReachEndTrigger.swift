import ListModel

/// Decides when a list tells that its end is near.
///
/// By edges, it tells once for each last cell: again when another cell is last, or when the end was
/// far away in between. Other lengths of the content change nothing.
struct ReachEndTrigger {
  /// Why it is asked.
  enum Occasion {
    /// A version was shown, the screen has got another size, or a handler was added.
    case shown
    /// The content has moved.
    case moved(ScrollPhase.Touch)
    /// A finger lets go; the offset is where the movement is going to end.
    case released
  }

  var mode = ReachEndMode.edge
  private var lastCellID: Cell.ID?
  private var hasSeenEnd = false
  private var isTold = false
  /// Where a movement is going to end, at an end that was told already.
  private var target: Double?

  /// Looks at the end that is shown.
  mutating func see(lastCellID: Cell.ID?) {
    guard !hasSeenEnd || lastCellID != self.lastCellID else { return }
    hasSeenEnd = true
    self.lastCellID = lastCellID
    isTold = false
  }

  /// Takes note of the end of a list that was applied, but was superseded or refused.
  ///
  /// A next page that got lost like this may be asked for again.
  mutating func lose(lastCellID: Cell.ID?) {
    if lastCellID != self.lastCellID { isTold = false }
  }

  /// Takes note that a movement begins under a finger, or has ended.
  mutating func unbind() { target = nil }

  /// Whether to tell now of the end that was seen last; `offset` is where scrolling is, or is going
  /// to end.
  mutating func fires(
    on occasion: Occasion,
    at offset: Double,
    scroll: ScrollContext,
    offsetFromEnd: ReachEndOffset
  ) -> Bool {
    guard scroll.viewportLength > 0 else { return false }
    let distance = offsetFromEnd.distance(viewportLength: scroll.viewportLength)
    func isNear(_ offset: Double) -> Bool {
      scroll.contentLength < scroll.viewportLength
        || scroll.contentLength - scroll.viewportLength - offset <= distance
    }
    switch (mode, occasion) {
    case (.compatible, .shown), (.compatible, .moved(.dragging)): return false
    case (.compatible, .moved(.free)), (.compatible, .released): return isNear(offset)
    case (.edge, .released):
      guard isNear(offset) else { return false }
      target = offset
    case (.edge, .shown), (.edge, .moved):
      // The list has got longer: the movement does not go to its end any more.
      if let end = target, !isNear(end) { target = nil }
      guard isNear(offset) else {
        if target == nil { isTold = false }
        return false
      }
    }
    guard !isTold else { return false }
    isTold = true
    return true
  }

  /// Lets the same end be told again.
  mutating func rearm() {
    isTold = false
  }
}
