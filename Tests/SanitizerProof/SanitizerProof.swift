import Foundation
import Synchronization

/// What a sanitizer must find, and what it must not: `.ci/sanitize` runs this before it believes one.
@main struct SanitizerProof {
  static func main() {
    switch CommandLine.arguments.dropFirst().first {
    case "race": race()
    case "mutex": mutex()
    case "overflow": overflow()
    default:
      print("expected race, mutex or overflow")
      exit(2)
    }
  }

  private final class Counters: Sendable {
    let guarded = Mutex(0)
    nonisolated(unsafe) var unguarded = 0
  }

  private static let turns = 20_000

  /// Two threads that write the same number.
  private static func race() {
    let counters = Counters()
    let meeting = Meeting()
    inTwoThreads {
      for round in 1...100 {
        counters.unguarded += 1
        // One that has gone on for long may not be remembered.
        meeting.join(round)
      }
    }
    print(counters.unguarded)
  }

  /// Two threads that wait for each other's turn.
  private static func mutex() {
    let counters = Counters()
    inTwoThreads {
      for _ in 0..<turns { counters.guarded.withLock { $0 += 1 } }
    }
    guard counters.guarded.withLock({ $0 }) == 2 * turns else { exit(1) }
  }

  private static func inTwoThreads(_ body: @escaping @Sendable () -> Void) {
    let group = DispatchGroup()
    for _ in 0..<2 {
      group.enter()
      Thread.detachNewThread {
        body()
        group.leave()
      }
    }
    group.wait()
  }

  /// Where two threads wait for each other without an order that a sanitizer sees.
  private final class Meeting: Sendable {
    private let count = Atomic(0)

    func join(_ round: Int) {
      count.add(1, ordering: .relaxed)
      while count.load(ordering: .relaxed) < 2 * round { sched_yield() }
    }
  }

  /// A byte that is read behind the end of others.
  private static func overflow() {
    let count = CommandLine.arguments.count
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    bytes.initialize(repeating: 1, count: count)
    print(bytes[count])
    bytes.deallocate()
  }
}
