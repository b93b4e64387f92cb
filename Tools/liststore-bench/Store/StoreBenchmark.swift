import Foundation
import ListModel
import ListPaging
import ListStorage

/// The cases of the store benchmark.
struct StoreBenchmark {
  /// One measured figure.
  struct Result: Encodable {
    var name: String
    var count: Int
    var value: Double
    var unit: String
  }

  var counts = [1_000, 10_000, 100_000, 1_000_000]
  var commitCount = 1_300
  /// Measures only the commits whose name contains this text, or "callers", and nothing else.
  var filter: String?
  let folder: String
  let report: (Result) -> Void

  init(folder: String, report: @escaping (Result) -> Void) {
    self.folder = folder
    self.report = report
  }

  func run() throws {
    for count in counts {
      try Self.withFolder(in: folder) { folder in
        let path = folder + "/lists.db"
        try load(count, path)
        if filter == nil { try open(count, path) }
        for durability in [ListStore.Durability.full, .normal] {
          for edit in Edit.allCases { try commit(edit, count, durability, path) }
        }
        if filter == nil { try read(count, path) }
        if filter == nil || filter == "callers" { try commitTogether(count, path) }
      }
    }
  }

  // MARK: Cases

  private func load(_ count: Int, _ path: String) throws {
    let list = Self.list(count)
    let store = try ListStore(path: path)
    var seconds = 0.0
    let memory = try ProcessMemory.measure {
      let start = ContinuousClock.now
      try store.commit(list, to: "home")
      seconds = start.elapsed
    }
    report(Result(name: "import", count: count, value: Double(count) / seconds, unit: "cells/s"))
    let perCell = Double(memory.peak) / Double(count)
    report(Result(name: "import, memory", count: count, value: perCell, unit: "B/cell"))
    try loadPeer(list, path, seconds)
    let again = ContinuousClock.now
    try store.commit(list, to: "home")
    report(
      Result(
        name: "whole list unchanged",
        count: count,
        value: again.elapsed * 1_000,
        unit: "ms"
      )
    )
  }

  /// Measures the rows of the import, written by a program in C.
  private func loadPeer(_ list: List, _ path: String, _ storeSeconds: Double) throws {
    let empty = path + "-empty"
    try ListStore(path: empty).checkpoint()
    defer {
      for suffix in ["", "-wal", "-shm", "-lock"] {
        try? FileManager.default.removeItem(atPath: empty + suffix)
      }
    }
    let peer = try ImportPeer(list)
    let start = ContinuousClock.now
    try peer.write(to: empty)
    let seconds = start.elapsed
    let count = list.sections[0].cells.count
    let speed = Double(count) / seconds
    report(Result(name: "import, in C", count: count, value: speed, unit: "cells/s"))
    let ratio = storeSeconds / seconds
    report(Result(name: "import, ratio", count: count, value: ratio, unit: "x"))
  }

  private func open(_ count: Int, _ path: String) throws {
    let start = ContinuousClock.now
    let store = try ListStore(path: path)
    _ = try store.info(of: "home")
    report(
      Result(
        name: "open",
        count: count,
        value: start.elapsed * 1_000,
        unit: "ms"
      )
    )
  }

  /// Measures commits of one cell, each followed by the same rows, written by programs in C into
  /// copies.
  private func commit(
    _ edit: Edit,
    _ count: Int,
    _ durability: ListStore.Durability,
    _ path: String
  ) throws {
    let name = "\(edit), \(durability)"
    if let filter, !name.contains(filter) { return }
    var configuration = ListStore.Configuration()
    configuration.durability = durability
    let store = try ListStore(path: path, configuration: configuration)
    _ = try store.checkpoint()
    try withCopy(of: path, "-peer") { copy in
      try withCopy(of: path, "-careful") { other in
        func peer(_ path: String, isCareful: Bool) throws -> CommitPeer {
          try CommitPeer(
            path: path,
            durability: durability,
            isCareful: isCareful,
            cellCount: count
          )
        }
        let (peer, careful) = (
          try peer(copy, isCareful: false), try peer(other, isCareful: true)
        )
        var generator = SplitMix(state: UInt64(count))
        var (times, peerTimes, carefulTimes): ([Double], [Double], [Double]) = ([], [], [])
        for number in 0..<Self.growingCount + commitCount {
          let first = Int(generator.next() % UInt64(count))
          let second = Int(generator.next() % UInt64(count))
          let label = "\(durability)-\(number)"
          let apply = edit.prepared(first, second, label)
          let (rows, looksAndRows) = (
            edit.prepared(first, second, label, for: peer),
            edit.prepared(first, second, label, for: careful)
          )
          let start = ContinuousClock.now
          try store.edit("home", apply)
          times.append(start.elapsed)
          let peerStart = ContinuousClock.now
          try peer.run(rows)
          peerTimes.append(peerStart.elapsed)
          let carefulStart = ContinuousClock.now
          try careful.run(looksAndRows)
          carefulTimes.append(carefulStart.elapsed)
          if number == 99 { reportPages(name, count, walBytes(path), commits: 100) }
        }
        func measured(_ times: [Double]) -> [Double] { Array(times.dropFirst(Self.growingCount)) }
        report(
          name,
          count,
          measured(times),
          plain: measured(peerTimes),
          careful: measured(carefulTimes)
        )
      }
    }
  }

  /// The number of commits after which the write-ahead logs have their full length.
  ///
  /// Later commits overwrite the logs, which takes the device less time. A store that stays open soon
  /// reaches this state.
  private static let growingCount = 1_300

  /// Reports the times of commits, and compares them with those of the two programs in C.
  private func report(
    _ name: String,
    _ count: Int,
    _ times: [Double],
    plain: [Double],
    careful: [Double]
  ) {
    let median = report(times, name, count)
    let plainMedian = report(plain, "\(name), in C", count)
    let carefulMedian = report(careful, "\(name), in careful C", count)
    for (label, value, unit) in [
      // The time that neither SQLite nor the system takes.
      ("own work", (median - carefulMedian) * 1e6, "µs"),
      ("ratio", median / plainMedian, "x"),
      ("ratio to careful C", median / carefulMedian, "x"),
    ] {
      report(Result(name: "\(name), \(label)", count: count, value: value, unit: unit))
    }
  }

  func withCopy(
    of path: String,
    _ suffix: String,
    _ body: (String) throws -> Void
  ) throws {
    let copy = path + suffix
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    // Synchronized now, so that measured commits do not wait for the bytes of the copy.
    try FileHandle(forUpdating: URL(fileURLWithPath: copy)).synchronize()
    defer {
      for suffix in ["", "-wal", "-shm", "-lock"] {
        try? FileManager.default.removeItem(atPath: copy + suffix)
      }
    }
    try body(copy)
  }

  /// Reports the median and the slowest hundredth, in µs.
  ///
  /// - Returns: The median.
  @discardableResult
  private func report(_ times: [Double], _ name: String, _ count: Int) -> Double {
    let times = times.sorted()
    guard let last = times.indices.last else { return .nan }
    for (label, part) in [("p50", 50), ("p99", 99)] {
      let value = times[min(last, times.count * part / 100)] * 1e6
      report(Result(name: "\(name), \(label)", count: count, value: value, unit: "µs"))
    }
    return times[times.count / 2]
  }

  private func reportPages(_ name: String, _ count: Int, _ bytes: Int, commits: Int) {
    let pages = Double(bytes) / 4120 / Double(commits)
    report(Result(name: "\(name), log", count: count, value: pages, unit: "pages"))
  }

  private func walBytes(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
    return (attributes?[.size] as? Int) ?? 0
  }

  private func read(_ count: Int, _ path: String) throws {
    let store = try ListStore(path: path)
    let head = try store.info(of: "home").version
    let first = max(1, head - 10_000)
    var start = ContinuousClock.now
    let changes = try store.changes(of: "home", after: first)
    report(
      Result(
        name: "changes read",
        count: count,
        value: Double(changes.count) / start.elapsed,
        unit: "changes/s"
      )
    )
    start = ContinuousClock.now
    _ = try store.change(of: "home", from: first, to: head)
    report(
      Result(
        name: "\(changes.count) collapsed",
        count: count,
        value: start.elapsed * 1_000,
        unit: "ms"
      )
    )
    var generator = SplitMix(state: 1)
    var times: [Double] = []
    for _ in 0..<50 {
      let version = first + Int(generator.next() % UInt64(max(1, changes.count)))
      let item = Int(generator.next() % UInt64(count - 50))
      start = ContinuousClock.now
      _ = try store.window(.rows(item..<item + 50, of: "feed"), in: "home", at: version)
      times.append(start.elapsed)
    }
    report(times, "window of 50, any version", count)
  }
}

extension StoreBenchmark.Result {
  var table: String {
    [
      name.padding(toLength: 46, withPad: " ", startingAt: 0),
      String(format: "%9d", count),
      String(format: "%14.2f", value),
      unit,
    ].joined(separator: " ")
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

extension ContinuousClock.Instant {
  /// The seconds since the instant.
  var elapsed: Double { duration(to: .now).seconds }
}
