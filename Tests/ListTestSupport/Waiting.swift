import Foundation

/// What a test has waited for, and what did not happen.
public struct NeverHappened: Error, CustomStringConvertible {
  /// The sentence that the test fails with.
  public let description: String
}

/// How long a test waits for what another thread or task does: long, on a machine that does much else.
private let longestWait = Duration.seconds(120)

/// Waits on this thread until a condition holds.
///
/// - Parameters:
///   - claim: What the condition says, as a sentence: "two callers wait".
///   - holds: The condition.
/// - Throws: ``NeverHappened`` after two minutes.
public func spin(until claim: String, _ holds: () -> Bool) throws(NeverHappened) {
  let end = ContinuousClock.now + longestWait
  while !holds() {
    guard ContinuousClock.now < end else { throw NeverHappened(claim: claim) }
    sched_yield()
  }
}

/// Lets other tasks run until a condition holds.
///
/// - Parameters:
///   - claim: What the condition says, as a sentence: "two callers wait".
///   - isolation: The actor that waits; others run there meanwhile.
///   - holds: The condition.
/// - Throws: ``NeverHappened`` after two minutes.
public func wait(
  until claim: String,
  isolation: isolated (any Actor)? = #isolation,
  _ holds: () -> Bool
) async throws(NeverHappened) {
  let end = ContinuousClock.now + longestWait
  while !holds() {
    guard ContinuousClock.now < end else { throw NeverHappened(claim: claim) }
    await Task.yield()
  }
}

extension NeverHappened {
  fileprivate init(claim: String) {
    description = "waited for \(longestWait) in vain until this holds: \(claim)"
  }
}
