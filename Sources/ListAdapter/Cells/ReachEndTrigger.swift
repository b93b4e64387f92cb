import ListModel

/// Decides when a list reports that its end is near.
///
/// In the mode `edge`, it reports once for each last cell: again when another cell is last, or when
/// the end was far away in between. Another length of the content alone changes nothing.
struct ReachEndTrigger {
  /// Why the distance is checked.
  enum Occasion {
    /// A version was shown, the screen has got another size, or a handler was added.
    case shown
    /// The content has moved.
    case moved(ScrollPhase.Touch)
    /// A finger lets go; the offset is the one where the movement will end.
    case released
  }

  var mode = ReachEndMode.edge
  private var lastCellID: Cell.ID?
  private var hasSeenEnd = false
  private var isTold = false
  /// The offset where a movement will end, near an end that was reported already.
  private var target: Double?

  /// Takes note of the last cell that is shown.
  mutating func see(lastCellID: Cell.ID?) {
    guard !hasSeenEnd || lastCellID != self.lastCellID else { return }
    hasSeenEnd = true
    self.lastCellID = lastCellID
    isTold = false
  }

  /// Takes note of the last cell of a list that was superseded or refused.
  ///
  /// A next page that was lost this way may be requested again.
  mutating func lose(lastCellID: Cell.ID?) {
    if lastCellID != self.lastCellID { isTold = false }
  }

  /// Takes note that a movement begins under a finger, or has ended.
  mutating func unbind() { target = nil }

  /// Returns whether to report the last end now; `offset` is where scrolling is, or will end.
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
      // The list has become longer: the movement no longer goes to its end.
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

  /// Lets the same end be reported again.
  mutating func rearm() {
    isTold = false
  }
}
