/// Waits between attempts: each wait is twice as long, up to a limit, and shortened at random so that hosts
/// do not come all at once.
struct BackOff {
  private let deadline: ContinuousClock.Instant
  private var next = Duration.milliseconds(20)

  /// Creates waits that end at a deadline.
  init(until deadline: ContinuousClock.Instant) {
    self.deadline = deadline
  }

  /// Waits, unless the deadline has passed.
  ///
  /// - Returns: Whether there is time for another attempt.
  /// - Throws: `CancellationError`.
  mutating func wait() async throws -> Bool {
    guard ContinuousClock.now < deadline else { return false }
    try await Task.sleep(for: next * Double.random(in: 0.5...1))
    next = min(next * 2, .seconds(2))
    return true
  }
}
