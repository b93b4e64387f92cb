/// What must hold in every run, whatever happens.
public enum SimInvariant: String, Hashable, Sendable, Codable, CaseIterable {
  /// No cell is shown twice.
  case noDuplicateShown
  /// What is shown is a run of the remote's list without holes, but for gaps that are shown as such.
  case nothingLost
  /// A page is asked for once at a time.
  case noDoubleLoad
  /// What can be loaded is loaded in the end, and the list tells that its end is near when it is.
  case eventuallyLoads
  /// Nothing is asked for that must not be: in the background, or before the remote wants to be asked.
  case noUselessLoad
  /// The stored changes lead from version to version, and to what is shown.
  case replayEqualsSnapshot
  /// Versions shown only rise, and the newest is shown in the end.
  case monotoneApply
  /// What is on screen stays where it is while the list changes around it.
  case anchorKept
  /// Cells appear and disappear in turn, and those that are on screen have appeared.
  case displayPaired
  /// The end is told once for each time it is armed.
  case reachEndOncePerArming
  /// A state is shown with the version it belongs to, or after it.
  case stateOrder
  /// Nothing is stored that a refresh has overtaken.
  case noStaleCommit
  /// Keys and cells are stored together: the next page is exactly the one that is missing.
  case atomicPage
  /// No more cells are shown than was said.
  case memoryBound
  /// A tap is for the cell that was under the finger.
  case selectHitsShown
  /// What was prefetched for a cell is handed to that cell.
  case prefetchHitsCell
  /// A refresh ends once, with its own answer.
  case refreshEnds
  /// Pages that are read by a cursor are the list.
  case cursorComplete
  /// When nobody does anything, nothing happens.
  case quiet
  /// The same seed does the same, on one thread.
  case deterministic
  /// What is on screen is what the layout says is there.
  case screenMatchesLayout
  /// Each `show` is answered once.
  case answeredOnce

  /// A short name for logs and traces, as I1.
  public var code: String { "I\((Self.allCases.firstIndex(of: self) ?? 0) + 1)" }
}

/// An invariant that did not hold.
public struct SimViolation: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// Which one.
  public var invariant: SimInvariant
  /// What was found, and what was expected.
  public var message: String
  /// After which step, counted from 1; 0 before the first, and one more than there are when all
  /// faults were off in the end.
  public var step = 0
  /// At which time, in milliseconds.
  public var time = 0

  init(_ invariant: SimInvariant, _ message: String) {
    self.invariant = invariant
    self.message = message
  }

  /// The invariant, when, and what was found.
  public var description: String {
    "\(invariant.code) \(invariant.rawValue), after step \(step), at \(time) ms: \(message)"
  }
}
