import Foundation
import ListModel
import ListStorage
import Synchronization

/// The cost of a store beside a second store on the same file, as in another process.
struct SharingBenchmark {
  var cellCounts = [1_000, 10_000, 100_000, 1_000_000]
  var sectionCounts = [1_000, 10_000, 100_000]
  let folder: String
  let report: (StoreBenchmark.Result) -> Void

  func run() throws {
    for count in cellCounts {
      try share(StoreBenchmark.list(count), .rows(0..<50, of: "feed"), count, "cells")
    }
    for count in sectionCounts {
      try share(StoreBenchmark.list(sections: count), .rows(0..<50), count, "sections")
    }
  }

  /// Measures commits to a list to which the other store commits in between, and reads of those
  /// commits.
  private func share(_ list: List, _ rows: WindowBounds, _ count: Int, _ unit: String) throws {
    try StoreBenchmark.withFolder(in: folder) { folder in
      var configuration = ListStore.Configuration()
      configuration.durability = .normal
      let store = try ListStore(path: folder + "/lists.db", configuration: configuration)
      try store.commit(list, to: "home")
      let other = try ListStore(path: folder + "/lists.db", configuration: configuration)
      @Sendable func cell(_ number: Int, _ text: String) -> Cell {
        StoreBenchmark.cell(StoreBenchmark.id(number * 7_919 % count), "\(text) \(number)")
      }
      var (edits, alternations, windows): ([Double], [Double], [Double]) = ([], [], [])
      for number in 0..<200 {
        let cells = ["theirs", "ours", "again", "seen"].map { cell(number, $0) }
        try other.edit("home") { try $0.updateCell(cells[0]) }
        try measure(&alternations) { try store.edit("home") { try $0.updateCell(cells[1]) } }
        try measure(&edits) { try store.edit("home") { try $0.updateCell(cells[2]) } }
        try other.edit("home") { try $0.updateCell(cells[3]) }
        try measure(&windows) { _ = try store.window(rows, in: "home") }
      }
      report("update, normal, in so many \(unit)", count, edits)
      report("the same after another store's", count, alternations)
      report("window of 50 after another store's", count, windows)
      try readBeside(store, rows, count, cell)
    }
  }

  private final class Flag: Sendable {
    let value = Atomic(false)
  }

  /// Measures reads of a list to which another thread commits all the time.
  private func readBeside(
    _ store: ListStore,
    _ rows: WindowBounds,
    _ count: Int,
    _ cell: @escaping @Sendable (Int, String) -> Cell
  ) throws {
    let isDone = Flag()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      var number = 0
      while !isDone.value.load(ordering: .relaxed) {
        number += 1
        let new = cell(number, "beside")
        // A failed commit would show in the rows that are read.
        _ = try? store.edit("home") { try $0.updateCell(new) }
      }
      done.signal()
    }
    thread.start()
    defer {
      isDone.value.store(true, ordering: .relaxed)
      done.wait()
    }
    var times: [Double] = []
    let first = try store.info(of: "home").version
    for _ in 0..<200 { try measure(&times) { _ = try store.window(rows, in: "home") } }
    let commits = try store.info(of: "home").version - first
    report("window of 50 beside a thread that commits", count, times)
    report(
      StoreBenchmark.Result(
        name: "commits beside each window",
        count: count,
        value: Double(commits) / 200,
        unit: "commits"
      )
    )
  }

  private func measure(_ times: inout [Double], _ work: () throws -> Void) rethrows {
    let start = ContinuousClock.now
    try work()
    times.append(start.elapsed)
  }

  private func report(_ name: String, _ count: Int, _ times: [Double]) {
    let times = times.dropFirst(times.count / 10).sorted()
    for (label, part) in [("p50", 50), ("p99", 99)] {
      let value = times[times.count * part / 100] * 1e6
      report(
        StoreBenchmark.Result(name: "\(name), \(label)", count: count, value: value, unit: "µs")
      )
    }
  }
}
