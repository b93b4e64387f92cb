import Foundation
import ListModel
import ListPaging
import ListStorage
import StorePeer
import Synchronization

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

  private func withCopy(
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

  /// Compares eight callers at once (threads or tasks) with one caller, and with a program in C that
  /// has the commits of all eight in advance and does not wait for others: it shows the most that sharing the
  /// device can gain.
  ///
  /// They take turns, because the speed of the device varies. This is repeated with slower devices,
  /// because the gain depends on the time of the device. A turn ends when the first caller is done,
  /// because seven callers are not eight.
  private func commitTogether(_ count: Int, _ path: String) throws {
    let store = try ListStore(path: path)
    _ = try store.checkpoint()
    try withCopy(of: path, "-careful") { copy in
      let peer = try CommitPeer(path: copy, durability: .full, isCareful: true, cellCount: count)
      try commitTogether(count, to: store, and: peer, "full")
      defer { store_peer_delay_device(0) }
      for (microseconds, name) in [(100, "+0.1 ms"), (200, "+0.2 ms"), (1_000, "+1 ms")]
        as [(Int64, String)]
      {
        store_peer_delay_device(microseconds)
        var fewer = self
        fewer.commitCount = commitCount / 4
        try fewer.commitTogether(count, to: store, and: peer, "full, \(name)")
      }
    }
  }

  private func commitTogether(
    _ count: Int,
    to store: ListStore,
    and peer: CommitPeer,
    _ name: String
  ) throws {
    var (rates, taskRates, peerRates): ([Int: [Double]], [Int: [Double]], [Int: [Double]])
    (rates, taskRates, peerRates) = ([:], [:], [:])
    // The first round makes the logs longer; later ones overwrite them.
    for round in 0...Self.roundCount {
      for size in [1, 8] {
        let rate = try commit(count, to: store, callers: size, name, round)
        let taskRate = try commit(count, to: store, callers: size, areTasks: true, name, round)
        let peerRate = try commit(count, with: peer, size: size, round)
        guard round > 0 else { continue }
        rates[size, default: []].append(rate)
        taskRates[size, default: []].append(taskRate)
        peerRates[size, default: []].append(peerRate)
      }
    }
    report("callers, \(name)", count, rates)
    report("tasks, \(name)", count, taskRates)
    report("in one, \(name), careful C", count, peerRates)
  }

  private static let roundCount = 5

  /// A turn of several callers at once, which ends when the first of them is done.
  private final class Turn: Sendable {
    private let end = Atomic(false)
    private let commitCount = Atomic(0)
    private let error = Mutex<(any Error)?>(nil)

    var isOver: Bool { end.load(ordering: .relaxed) }

    func count() { commitCount.add(1, ordering: .relaxed) }

    func end(_ error: (any Error)? = nil) {
      if let error { self.error.withLock { $0 = error } }
      end.store(true, ordering: .relaxed)
    }

    /// Returns the number of commits, or throws, because a failed turn must not count as a fast one.
    func result() throws -> Int {
      if let error = error.withLock(\.self) { throw error }
      return commitCount.load(ordering: .relaxed)
    }
  }

  /// Reports the medians of rates, and the ratio of eight callers to one.
  private func report(_ name: String, _ count: Int, _ rates: [Int: [Double]]) {
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    guard let one = rates[1].map(median), let eight = rates[8].map(median) else { return }
    for (name, value, unit) in [
      ("1 \(name)", one, "commits/s"), ("8 \(name)", eight, "commits/s"),
      ("8 \(name), ratio to 1", eight / one, "x"),
    ] {
      report(Result(name: name, count: count, value: value, unit: unit))
    }
  }

  private func commit(
    _ count: Int,
    to store: ListStore,
    callers: Int,
    areTasks: Bool = false,
    _ name: String,
    _ round: Int
  ) throws -> Double {
    // The cells are made in advance, as for the programs in C.
    let cells = (0..<callers).map { caller in
      (0..<commitCount).map { number in
        let item = Self.item(number, of: caller, round, count)
        let text = "\(round) \(callers) \(caller) \(number) \(name) \(areTasks)"
        return Self.cell(Self.id(item), text)
      }
    }
    let start = ContinuousClock.now
    let (done, turn) = (DispatchGroup(), Turn())
    for cells in cells {
      done.enter()
      if areTasks {
        Task.detached {
          defer { done.leave() }
          do {
            for cell in cells where !turn.isOver {
              try await store.edit("home") { try $0.updateCell(cell) }
              turn.count()
            }
            turn.end()
          } catch {
            turn.end(error)
          }
        }
      } else {
        // A queue would run at most as many at once as there are processors.
        Thread {
          defer { done.leave() }
          do {
            for cell in cells where !turn.isOver {
              try store.edit("home") { try $0.updateCell(cell) }
              turn.count()
            }
            turn.end()
          } catch {
            turn.end(error)
          }
        }.start()
      }
    }
    done.wait()
    return Double(try turn.result()) / start.elapsed
  }

  private func commit(
    _ count: Int,
    with peer: CommitPeer,
    size: Int,
    _ round: Int
  ) throws -> Double {
    var seconds = 0.0
    for number in 0..<commitCount {
      let commit = peer.update((0..<size).map { Self.item(number, of: $0, round, count) })
      let start = ContinuousClock.now
      try peer.run(commit)
      seconds += start.elapsed
    }
    return Double(size * commitCount) / seconds
  }

  /// Returns the cell that a caller's commit updates.
  private static func item(_ number: Int, of caller: Int, _ round: Int, _ count: Int) -> Int {
    (caller * 7_919 + number * 104_729 + round * 611_953) % count
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
