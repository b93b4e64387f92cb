import Foundation
import ListKeeping
import ListModel
import ListPaging
import ListStorage

/// Makes many versions of a list, one commit each, and reads the list as it was.
struct PastBenchmark {
  let count: Int
  let versions: Int
  let folder: String
  let report: (StoreBenchmark.Result) -> Void

  func run() throws {
    try StoreBenchmark.withFolder(in: folder) { folder in
      var configuration = ListStore.Configuration()
      configuration.durability = .normal
      configuration.retention = .unlimited
      let store = try ListStore(path: folder + "/lists.db", configuration: configuration)
      try store.commit(StoreBenchmark.list(count), to: "home")
      try commits(store)
      let list = try store.statistics().lists.first
      report("bytes of changes", Double(list?.feedBytes ?? 0) / 1e6, "MB")
      report("bytes of spans", Double(list?.spanBytes ?? 0) / 1e6, "MB")
      try reads(store)
    }
  }

  private func commits(_ store: ListStore) throws {
    var generator = SplitMix(state: 11)
    var times: [Double] = []
    times.reserveCapacity(versions)
    let (start, processor) = (ContinuousClock.now, Self.processorTime())
    while times.count < versions - 1 {
      let item = Int(generator.next() % UInt64(count))
      let cell = StoreBenchmark.cell(StoreBenchmark.id(item), "version \(times.count)")
      let begin = ContinuousClock.now
      try store.edit("home") { try $0.updateCell(cell) }
      times.append(begin.elapsed * 1e6)
    }
    report("all commits", start.elapsed, "s")
    report("their processor time", Self.processorTime() - processor, "s")
    times.sort()
    for (name, part) in [("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999), ("longest", 1)] {
      report(
        "commit, normal, \(name)",
        times[min(times.count - 1, Int(Double(times.count) * part))],
        "µs"
      )
    }
  }

  private func reads(_ store: ListStore) throws {
    var generator = SplitMix(state: 12)
    let head = try measure(15) { _ in _ = try store.snapshot(of: "home") }
    report("snapshot of the head", head * 1_000, "ms")
    for part in [0.1, 0.25, 0.5, 0.75, 0.99] {
      let middle = Double(versions) * part
      let time = try measure(15) { _ in
        let version = Int(middle) + Int(generator.next() % UInt64(versions / 200))
        _ = try store.snapshot(of: "home", at: version)
      }
      report("snapshot at \(part) of all versions", time * 1_000, "ms")
      report("of the head's", time / head, "x")
    }
    let change = try measure(15) { _ in
      let version = 2 + Int(generator.next() % 1_000)
      _ = try store.change(of: "home", from: version, to: version + versions - 10_000)
    }
    report("change over all but 10,000 versions", change * 1_000, "ms")
    let window = try measure(50) { _ in
      let version = 1 + Int(generator.next() % UInt64(versions - 1))
      let item = Int(generator.next() % UInt64(count - 50))
      _ = try store.window(.rows(item..<item + 50, of: "feed"), in: "home", at: version)
    }
    report("window of 50 at a random version", window * 1_000, "ms")
  }

  /// Returns the median processor time of some runs, in seconds.
  private func measure(_ rounds: Int, _ work: (Int) throws -> Void) throws -> Double {
    try work(0)
    var times: [Double] = []
    for round in 0..<rounds {
      let start = Self.processorTime()
      try work(round)
      times.append(Self.processorTime() - start)
    }
    return RoundRobin.median(times)
  }

  static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private func report(_ name: String, _ value: Double, _ unit: String) {
    report(StoreBenchmark.Result(name: name, count: count, value: value, unit: unit))
  }
}
