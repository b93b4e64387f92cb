import ArgumentParser
import Foundation
import ListDiff
import ListModel
import ListStorage
import Synchronization

/// How soon a follower of a feed receives a commit, and the cost of following when nothing happens.
struct TailBenchmark {
  var commitCount = 400
  let folder: String
  let report: (StoreBenchmark.Result) -> Void

  func run() throws {
    try StoreBenchmark.withFolder(in: folder) { folder in
      let path = folder + "/lists.db"
      try ListStore(path: path).commit(StoreBenchmark.list(1_000), to: "home")
      try follow(path, "in process") { [commitCount] in
        Thread { try? TailWriter.write(commitCount, to: path) }.start()
      }
      try follow(path, "across processes") { [commitCount] in
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["tail-writer", path, "\(commitCount)"]
        try process.run()
      }
      try idle(path)
    }
  }

  /// Measures the time from before each commit begins until the change arrives.
  private func follow(_ path: String, _ name: String, _ start: () throws -> Void) throws {
    let store = try ListStore(path: path)
    let head = try store.info(of: "home").version
    let commitCount = commitCount
    let done = DispatchSemaphore(value: 0)
    let times = Latencies()
    let task = Task {
      defer { done.signal() }
      for try await change in store.feed(of: "home", after: head) {
        times.add(TailWriter.microseconds - (Int(change.author ?? "") ?? 0))
        if change.version == head + commitCount { return }
      }
    }
    try start()
    done.wait()
    task.cancel()
    let sorted = times.values.sorted()
    for (label, part) in [("p50", 50), ("p99", 99)] {
      report(
        StoreBenchmark.Result(
          name: "commit until arrival, normal, \(name), \(label)",
          count: sorted.count,
          value: Double(sorted[sorted.count * part / 100]) / 1_000,
          unit: "ms"
        )
      )
    }
  }

  /// Measures the processor time of a follower while nothing happens.
  private func idle(_ path: String) throws {
    let store = try ListStore(path: path)
    let head = try store.info(of: "home").version
    let task = Task { for try await _ in store.feed(of: "home", after: head) {} }
    Thread.sleep(forTimeInterval: 0.2)
    let (start, before) = (ContinuousClock.now, Self.processorSeconds)
    Thread.sleep(forTimeInterval: 3)
    let share = (Self.processorSeconds - before) / start.elapsed
    task.cancel()
    report(
      StoreBenchmark.Result(
        name: "processor while idle",
        count: 1,
        value: share * 100,
        unit: "%"
      )
    )
  }

  private static var processorSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}

/// Collects latencies in a task, for a thread that reads them after the task has ended.
private final class Latencies: Sendable {
  private let state = Mutex<[Int]>([])

  var values: [Int] { state.withLock { $0 } }

  func add(_ value: Int) {
    state.withLock { $0.append(value) }
  }
}

/// Commits with pauses; each commit carries the time at which it began.
struct TailWriter: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tail-writer",
    abstract: "Commits to a store that the store benchmark follows.",
    shouldDisplay: false
  )

  @Argument var path: String
  @Argument var count: Int

  func run() throws {
    try Self.write(count, to: path)
  }

  static func write(_ count: Int, to path: String) throws {
    var configuration = ListStore.Configuration()
    // The wait for the device is measured elsewhere.
    configuration.durability = .normal
    let store = try ListStore(path: path, configuration: configuration)
    for number in 0..<count {
      Thread.sleep(forTimeInterval: 0.003)
      let cell = StoreBenchmark.cell(StoreBenchmark.id(number % 1_000), "\(microseconds)")
      try store.edit("home", options: CommitOptions(author: "\(microseconds)")) {
        try $0.updateCell(cell)
      }
    }
  }

  /// The time in microseconds since 1970.
  static var microseconds: Int {
    Int(Date().timeIntervalSince1970 * 1e6)
  }
}
