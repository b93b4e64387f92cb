#if DEBUG
  internal import Synchronization

  /// How many groups, chunks and sums a piece of work has looked at, for tests.
  ///
  /// Only debug builds count.
  package final class LayoutVisits: Sendable {
    @TaskLocal static var current: LayoutVisits?
    private let number = Atomic<Int>(0)

    /// Does something, and returns how much it has looked at.
    package static func count(_ body: () throws -> Void) rethrows -> Int {
      let visits = LayoutVisits()
      try $current.withValue(visits) { try body() }
      return visits.number.load(ordering: .relaxed)
    }

    func add(_ more: Int) { number.add(more, ordering: .relaxed) }
  }
#endif

/// Notes that something was looked at: a group, a chunk, or one of the sums; nothing in a release.
@inline(__always)
func noteVisits(_ number: Int = 1) {
  #if DEBUG
    LayoutVisits.current?.add(number)
  #endif
}
