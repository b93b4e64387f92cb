/// The rules that must hold in every run.
public enum SimInvariant: String, Hashable, Sendable, Codable, CaseIterable {
  /// No cell is shown twice.
  case noDuplicateShown
  /// Every item of the covered part of the remote's list is there, in its order, or a gap is; deleted
  /// items go.
  case nothingLost
  /// No page is requested twice at the same time.
  case noDoubleLoad
  /// Every page that can be loaded is loaded in the end, and the list is told when its end is near.
  case eventuallyLoads
  /// No request is sent in the background, or before the remote wants to be asked.
  case noUselessLoad
  /// The stored changes lead from version to version, and to the list shown.
  case replayEqualsSnapshot
  /// Versions shown only rise, and the newest is shown in the end.
  case monotoneApply
  /// The cells on screen stay where they are while the list changes around them.
  case anchorKept
  /// Cells appear and disappear in turn, and every cell on screen has appeared.
  case displayPaired
  /// The end is reported once for each time it is armed.
  case reachEndOncePerArming
  /// A state is shown with the version it belongs to, or after it.
  case stateOrder
  /// No page is stored that a refresh has overtaken.
  case noStaleCommit
  /// Keys and cells are stored together: the next page is exactly the one that is missing.
  case atomicPage
  /// No more cells are shown than the list has declared.
  case memoryBound
  /// A tap reaches the cell that was under the finger.
  case selectHitsShown
  /// Prefetched data is handed to the cell that it was loaded for.
  case prefetchHitsCell
  /// A refresh ends once, with its own answer.
  case refreshEnds
  /// The pages read with a cursor make up the list.
  case cursorComplete
  /// When no user does anything, nothing happens.
  case quiet
  /// The same seed gives the same run, on one thread.
  case deterministic
  /// The cells on screen are those that the layout has there.
  case screenMatchesLayout
  /// Each `show` is answered once.
  case answeredOnce
  /// The content of a cell is the newest that an answer has brought.
  case newestContent
  /// A server of the list under test answers with what it holds.
  case honestServer
  /// A rule of the list under test holds.
  case ownRule

  /// A short name for logs and traces, such as I1.
  package var code: String { "I\((Self.allCases.firstIndex(of: self) ?? 0) + 1)" }
}

/// An invariant that did not hold.
public struct SimViolation: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The invariant.
  public var invariant: SimInvariant
  /// What was found, and what was expected.
  public var message: String
  /// The step after which it failed, counted from 1; 0 before the first, and the number of steps
  /// plus one in the final check without faults.
  public var step = 0
  /// The time, in milliseconds.
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
