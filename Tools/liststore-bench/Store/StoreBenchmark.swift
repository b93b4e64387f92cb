import Foundation
import ListModel
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
  var commitCount = 400
  let folder: String
  let report: (Result) -> Void

  init(folder: String, report: @escaping (Result) -> Void) {
    self.folder = folder
    self.report = report
  }

  func run() throws {
    for count in counts {
      try withFolder { folder in
        let path = folder + "/lists.db"
        try load(count, path)
        try open(count, path)
        for durability in [ListStore.Durability.full, .normal] {
          for edit in Edit.allCases { try commit(edit, count, durability, path) }
        }
      }
    }
  }

  // MARK: Cases

  private func load(_ count: Int, _ path: String) throws {
    let list = Self.list(count)
    let store = try ListStore(path: path)
    let start = ContinuousClock.now
    try store.commit(list, to: "home")
    let seconds = start.duration(to: .now).seconds
    report(Result(name: "import", count: count, value: Double(count) / seconds, unit: "cells/s"))
    let again = ContinuousClock.now
    try store.commit(list, to: "home")
    report(
      Result(
        name: "whole list unchanged",
        count: count,
        value: again.duration(to: .now).seconds * 1_000,
        unit: "ms"
      )
    )
  }

  private func open(_ count: Int, _ path: String) throws {
    let start = ContinuousClock.now
    let store = try ListStore(path: path)
    _ = try store.info(of: "home")
    report(
      Result(
        name: "open",
        count: count,
        value: start.duration(to: .now).seconds * 1_000,
        unit: "ms"
      )
    )
  }

  private func commit(
    _ edit: Edit,
    _ count: Int,
    _ durability: ListStore.Durability,
    _ path: String
  ) throws {
    var configuration = ListStore.Configuration()
    configuration.durability = durability
    let store = try ListStore(path: path, configuration: configuration)
    var generator = BenchGenerator(seed: UInt64(count))
    var times: [Double] = []
    for number in 0..<(commitCount + 10) {
      let first = Int(generator.next() % UInt64(count))
      let second = Int(generator.next() % UInt64(count))
      let start = ContinuousClock.now
      try store.edit("home") {
        try edit.apply(to: &$0, first, second, "\(edit)-\(durability)-\(number)")
      }
      let time = start.duration(to: .now).seconds
      if number >= 10 { times.append(time) }
    }
    times.sort()
    let name = "\(edit), \(durability)"
    report(
      Result(name: name + ", p50", count: count, value: times[times.count / 2] * 1e6, unit: "µs")
    )
    report(
      Result(
        name: name + ", p99",
        count: count,
        value: times[times.count * 99 / 100] * 1e6,
        unit: "µs"
      )
    )
  }

  /// A commit of one cell.
  enum Edit: CaseIterable {
    case update
    case insert
    case move
    case delete

    func apply(to draft: inout ListDraft, _ first: Int, _ second: Int, _ name: String) throws {
      let cell = StoreBenchmark.id(first)
      switch self {
      case .update:
        try draft.updateCell(StoreBenchmark.cell(cell, "new \(name)"))
      case .insert:
        try draft.insertCell(StoreBenchmark.cell(Cell.ID("\(name)"), "inserted"), .after(cell))
      case .move:
        try draft.moveCell(cell, .before(StoreBenchmark.id(second)))
      case .delete:
        try draft.insertCell(StoreBenchmark.cell(Cell.ID("\(name)"), "inserted"), .after(cell))
      }
    }
  }

  // MARK: Inputs

  static func id(_ number: Int) -> Cell.ID { Cell.ID("cell-\(number)") }

  /// A cell with about 100 bytes of content.
  static func cell(_ id: Cell.ID, _ text: String) -> Cell {
    let title = (text + String(repeating: "·", count: 40)).prefix(80)
    let content = try? Content(parsing: Array("{\"title\":\"\(title)\",\"read\":false}".utf8))
    return Cell(
      id: id,
      component: AnyComponent(StoredComponent(type: "FeedItem", content: content))
    )
  }

  static func list(_ count: Int) -> List {
    var section = Section(id: "feed")
    section.cells = (0..<count).map { cell(id($0), "cell \($0)") }
    return List(sections: [section])
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let path = folder + "/liststore-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }
}

extension StoreBenchmark.Result {
  var table: String {
    [
      name.padding(toLength: 30, withPad: " ", startingAt: 0),
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
