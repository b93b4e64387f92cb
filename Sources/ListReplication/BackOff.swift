/// Waits between attempts: each wait is twice as long, up to a limit, and shortened at random so that hosts
/// do not come all at once.
struct BackOff {
  private let deadline: ContinuousClock.Instant
  private let limit: Duration
  private var next: Duration

  /// Creates waits that end at a deadline.
  ///
  /// - Parameters:
  ///   - deadline: The time after which there is no other attempt.
  ///   - first: The first wait.
  ///   - limit: The longest wait.
  init(
    until deadline: ContinuousClock.Instant,
    first: Duration = .milliseconds(20),
    limit: Duration = .seconds(2)
  ) {
    self.deadline = deadline
    self.limit = limit
    next = first
  }

  /// Waits, unless the deadline has passed.
  ///
  /// - Returns: Whether there is time for another attempt.
  /// - Throws: `CancellationError`.
  mutating func wait() async throws -> Bool {
    guard ContinuousClock.now < deadline else { return false }
    try await Task.sleep(for: next * Double.random(in: 0.5...1))
    next = min(next * 2, limit)
    return true
  }
}
