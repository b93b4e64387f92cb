import Foundation

/// Where a pager keeps its list.
public protocol PagerStorage: Sendable {
  /// Reads the stored list.
  ///
  /// - Throws: When it cannot be read.
  func stored() async throws -> StoredPages

  /// Reads the first cells of a stored list, to be shown while the others are read.
  ///
  /// A storage need not have the method: a pager then shows nothing before ``stored()`` has read
  /// everything.
  ///
  /// - Parameter count: How many cells are shown first.
  /// - Returns: The cells, and how many others there are (``StoredPages/unread``); `nil` if these are
  ///   read as fast.
  /// - Throws: When they cannot be read.
  func firstStored(_ count: Int) async throws -> StoredPages?

  /// Makes a page's edits and keeps its keys, all or nothing, if the list still is at the version they
  /// start from.
  ///
  /// The same commit may come again when it is not known whether it was made.
  ///
  /// - Throws: When it cannot be stored; then nothing of it is.
  func commit(_ commit: PageCommit) async throws -> PageCommitAnswer
}

extension PagerStorage {
  /// Reads nothing: the list is read at once.
  ///
  /// - Returns: `nil`.
  public func firstStored(_ count: Int) async throws -> StoredPages? { nil }
}

/// The result of a commit.
public enum PageCommitAnswer: Sendable {
  /// It was made; the version is the one before if no cell has changed.
  case committed(version: Int)
  /// Another writer has changed the list to this; the commit was not made.
  case overtaken(StoredPages)
}

/// The clock of a pager.
public protocol PagerClock: Sendable {
  /// The time, in milliseconds from an origin that a restart does not change.
  var now: Int { get }

  /// Waits for a time.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(until time: Int) async throws
}

/// The time of day, in milliseconds since 1970.
public struct SystemPagerClock: PagerClock {
  /// Creates a clock.
  public init() {}

  /// The time of day, in milliseconds since 1970.
  public var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
  }

  /// Waits for a time of day, at most one day: a caller that wakes too early waits again.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until time: Int) async throws {
    let (wait, overflow) = time.subtractingReportingOverflow(now)
    try await Task.sleep(for: .milliseconds(overflow ? 86_400_000 : min(max(0, wait), 86_400_000)))
  }
}
