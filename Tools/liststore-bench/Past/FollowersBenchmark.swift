import Foundation
import ListModel
import ListStorage
import Synchronization

/// Has many tasks of one process follow a list, and measures how soon the last of them has a commit.
struct FollowersBenchmark {
  let count: Int
  let folder: String
  let report: (StoreBenchmark.Result) -> Void

  func run() throws {
    try StoreBenchmark.withFolder(in: folder) { folder in
      var configuration = ListStore.Configuration()
      configuration.durability = .normal
      let store = try ListStore(path: folder + "/lists.db", configuration: configuration)
      try store.commit(StoreBenchmark.list(1_000), to: "home")
      let audience = Audience(of: store, count: count)
      defer { audience.end() }
      var (times, processorTimes): ([Double], [Double]) = ([], [])
      for number in 0..<120 {
        let cell = StoreBenchmark.cell(StoreBenchmark.id(number), "followed \(number)")
        let (start, processor) = (ContinuousClock.now, PastBenchmark.processorTime())
        try store.edit("home") { try $0.updateCell(cell) }
        try audience.waitUntilAllHave(number + 1)
        times.append(start.elapsed)
        processorTimes.append(PastBenchmark.processorTime() - processor)
      }
      report("the last follower has a commit", times)
      report("the same, processor time", processorTimes)
    }
  }

  private func report(_ name: String, _ times: [Double]) {
    let times = times.dropFirst(20).sorted()
    for (label, part) in [("p50", 50), ("p90", 90)] {
      let value = times[times.count * part / 100] * 1_000
      report(
        StoreBenchmark.Result(name: "\(name), \(label)", count: count, value: value, unit: "ms")
      )
    }
  }
}

/// Tasks that follow a list.
private final class Audience: Sendable {
  private let received = Mutex(0)
  private let count: Int
  private let allHave = DispatchSemaphore(value: 0)
  private let tasks = Mutex<[Task<Void, Never>]>([])

  init(of store: ListStore, count: Int) {
    self.count = count
    let tasks = (0..<count).map { _ in
      Task {
        do {
          for try await _ in store.feed(of: "home", after: 1) { receive() }
        } catch {
          // The wait for this follower then shows it.
          print("a follower failed: \(error)")
        }
      }
    }
    self.tasks.withLock { $0 = tasks }
  }

  private func receive() {
    let isLast = received.withLock { received in
      received += 1
      return received.isMultiple(of: count)
    }
    if isLast { allHave.signal() }
  }

  /// Waits until all followers have received a number of changes each, one more than before.
  ///
  /// - Throws: ``LateFollowers`` if that takes half a minute.
  func waitUntilAllHave(_ number: Int) throws {
    guard allHave.wait(timeout: .now() + 30) == .success else {
      throw LateFollowers(change: number, count: count)
    }
  }

  func end() {
    for task in tasks.withLock({ $0 }) { task.cancel() }
  }
}

/// A change that did not reach all followers.
private struct LateFollowers: Error, CustomStringConvertible {
  let change: Int
  let count: Int

  var description: String {
    "change \(change) did not reach all \(count) followers within 30 seconds: expected each to have it at once"
  }
}
