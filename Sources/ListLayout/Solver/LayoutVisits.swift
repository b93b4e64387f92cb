#if DEBUG
  internal import Synchronization

  /// The number of groups, chunks and sums that an operation has visited, for tests.
  ///
  /// Only debug builds count.
  package final class LayoutVisits: Sendable {
    @TaskLocal static var current: LayoutVisits?
    private let number = Atomic<Int>(0)

    /// Runs `body` and returns the number of visits.
    package static func count(_ body: () throws -> Void) rethrows -> Int {
      let visits = LayoutVisits()
      try $current.withValue(visits) { try body() }
      return visits.number.load(ordering: .relaxed)
    }

    func add(_ more: Int) { number.add(more, ordering: .relaxed) }
  }
#endif

/// Counts visits of a group, a chunk or a sum; does nothing in release builds.
@inline(__always)
func noteVisits(_ number: Int = 1) {
  #if DEBUG
    LayoutVisits.current?.add(number)
  #endif
}
