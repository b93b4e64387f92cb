import Foundation
import ListDiff
import ListModel

/// The cases of the tree benchmark: what versions of a list cost in trees that share nodes.
struct TreeBenchmark {
  /// One case: what is done, and what was measured.
  struct Result: Encodable {
    var name: String
    var count: Int
    /// How many elements the times are for.
    var elementCount: Int
    var measurements: [RoundRobin.Measurement]
  }

  /// What a list and its versions take in memory.
  struct Memory: Encodable {
    var count: Int
    var bytesPerElement: Double
    var bytesPerUpdate: Double
  }

  var counts = [1_000, 10_000, 100_000, 1_000_000]
  var roundRobin = RoundRobin()
  /// Case names that do not contain this are left out.
  var filter: String?
  var report: (Result) -> Void
  var reportMemory: (Memory) -> Void

  func run() {
    if filter == nil { measureMemory() }
    for count in counts {
      if isWanted("build") { build(count) }
      if isWanted("edit") { edit(count) }
      for change in Change.allCases where isWanted(change.rawValue) { compare(change, count) }
    }
  }

  private func isWanted(_ name: String) -> Bool { filter.map(name.contains) ?? true }

  private func measureMemory() {
    var held: [Any] = []
    for count in counts {
      if let memory = memory(count, &held) { reportMemory(memory) }
    }
  }

  /// What happens between two versions.
  enum Change: String, CaseIterable {
    case update = "one updated"
    case insertion = "one inserted"
    case deletion = "one deleted"
    case move = "one moved far"
    case twoHundredEdits = "200 edits"
    case apart = "one updated, built apart"
  }

  // MARK: Cases

  private func build(_ count: Int) {
    let contenders: [RoundRobin.Contender<[ListTree.Cell]>] = [
      .init(name: "tree") { Self.tree($0).sections.count }
    ]
    let measurements = roundRobin.measure(contenders) { _ in Self.cells(count) }
    report(Result(name: "build", count: count, elementCount: count, measurements: measurements))
  }

  private func edit(_ count: Int) {
    let contenders: [RoundRobin.Contender<Editing>] = [
      .init(name: "update, copied path") { $0.updateCopy() },
      .init(name: "insert, copied path") { $0.insertIntoCopy() },
      .init(name: "update in place") { $0.updateInPlace() },
    ]
    let measurements = roundRobin.measure(contenders) { round in
      Editing(Self.cells(count), seed: UInt64(round))
    }
    report(Result(name: "edit", count: count, elementCount: 1, measurements: measurements))
  }

  private func compare(_ change: Change, _ count: Int) {
    let contenders: [RoundRobin.Contender<Versions>] = [
      .init(name: "tree") { $0.compareTrees() },
      .init(name: "flat") { $0.compareColumns() },
    ]
    let measurements = roundRobin.measure(contenders) { round in
      Versions(change, count: count, seed: UInt64(round))
    }
    report(
      Result(name: change.rawValue, count: count, elementCount: 1, measurements: measurements)
    )
  }

  // MARK: Inputs

  static func cells(_ count: Int) -> [ListTree.Cell] {
    (0..<count).map { ListTree.Cell(key: UInt64($0), content: UInt64($0)) }
  }

  static func tree(_ cells: [ListTree.Cell]) -> ListTree {
    ListTree(sections: [ListTree.Section(key: 0, cells: cells)])
  }

  // MARK: Memory

  /// Builds many lists and versions, and keeps all of them: memory that was freed and is used
  /// again would not be seen.
  private func memory(_ count: Int, _ held: inout [Any]) -> Memory? {
    let cells = Self.cells(count)
    held.append(cells)
    let listCount = max(1, 1_000_000 / count)
    let updateCount = 5_000
    guard let before = Self.residentByteCount() else { return nil }
    for _ in 0..<listCount { held.append(Self.tree(cells)) }
    guard let built = Self.residentByteCount() else { return nil }
    let editing = Editing(cells, seed: 1)
    held.append(editing)
    guard let prepared = Self.residentByteCount() else { return nil }
    for _ in 0..<updateCount { held.append(editing.updatedCopy()) }
    guard let edited = Self.residentByteCount() else { return nil }
    return Memory(
      count: count,
      bytesPerElement: Double(built - before) / Double(count * listCount),
      bytesPerUpdate: Double(edited - prepared) / Double(updateCount)
    )
  }

  /// The memory of the process; `nil` where nobody says so.
  private static func residentByteCount() -> Int? {
    let statistics = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    guard let field = statistics?.split(separator: " ").dropFirst().first else { return nil }
    return Int(field).map { $0 * 4_096 }
  }
}

/// A list that is edited at random places.
final class Editing {
  private let tree: ListTree
  private var own: ListTree
  private var generator: BenchGenerator
  private let count: Int

  init(_ cells: [ListTree.Cell], seed: UInt64) {
    tree = TreeBenchmark.tree(cells)
    own = TreeBenchmark.tree(cells)
    generator = BenchGenerator(seed: seed)
    count = cells.count
  }

  private func anyPath() -> CellPath {
    CellPath(section: 0, item: Int(generator.next() % UInt64(count)))
  }

  func updatedCopy() -> ListTree {
    var copy = tree
    copy[anyPath()].content = generator.next()
    return copy
  }

  func updateCopy() -> Int { updatedCopy().sections.count }

  func insertIntoCopy() -> Int {
    var copy = tree
    copy.insert(ListTree.Cell(key: generator.next(), content: 0), at: anyPath())
    return copy.sections.count
  }

  func updateInPlace() -> Int {
    own[anyPath()].content = generator.next()
    return 1
  }
}

/// A list and some versions that each differ from it, elsewhere.
final class Versions {
  private let source: ListTree
  private let targets: [ListTree]
  private let sourceColumns: SectionedColumns
  private let targetColumns: [SectionedColumns]
  private var next = 0
  private var treeScratch = TreeDifferenceScratch()
  private var flatScratch = DifferenceScratch()

  init(_ change: TreeBenchmark.Change, count: Int, seed: UInt64) {
    var generator = BenchGenerator(seed: seed)
    let cells = TreeBenchmark.cells(count)
    let source = TreeBenchmark.tree(cells)
    let versionCount = min(32, max(2, 3_200_000 / count))
    self.source = source
    targets = (0..<versionCount).map { _ in
      Self.version(of: source, cells, change, using: &generator)
    }
    sourceColumns = source.columns
    targetColumns = targets.prefix(2).map(\.columns)
  }

  func compareTrees() -> Int {
    next = (next + 1) % targets.count
    let difference = TreeDifference(from: source, to: targets[next], using: &treeScratch)
    return difference.changes.updatedCells.count
  }

  func compareColumns() -> Int {
    next = (next + 1) % targetColumns.count
    let difference = SectionedDifference(
      from: sourceColumns,
      to: targetColumns[next],
      using: &flatScratch
    )
    return difference.updatedCells.count
  }

  private static func version(
    of source: ListTree,
    _ cells: [ListTree.Cell],
    _ change: TreeBenchmark.Change,
    using generator: inout BenchGenerator
  ) -> ListTree {
    func path() -> CellPath {
      CellPath(section: 0, item: Int(generator.next() % UInt64(cells.count - 200)))
    }
    func fresh() -> ListTree.Cell { ListTree.Cell(key: generator.next() | 1 << 63, content: 0) }
    var target = source
    switch change {
    case .update: target[path()].content = generator.next()
    case .insertion: target.insert(fresh(), at: path())
    case .deletion: target.removeCell(at: path())
    case .move:
      let cell = target.removeCell(at: path())
      target.insert(cell, at: path())
    case .twoHundredEdits:
      for edit in 0..<200 {
        switch edit % 4 {
        case 0: target.insert(fresh(), at: path())
        case 1: target.removeCell(at: path())
        default: target[path()].content = generator.next()
        }
      }
    case .apart:
      var cells = cells
      cells[path().item].content = generator.next()
      target = TreeBenchmark.tree(cells)
    }
    return target
  }
}

extension TreeBenchmark.Result {
  /// One line for each contender: time, and time for each element.
  var table: String {
    measurements.map { measurement in
      let columns = [
        "\(name) \(count)".padding(toLength: 34, withPad: " ", startingAt: 0),
        measurement.contender.padding(toLength: 20, withPad: " ", startingAt: 0),
        String(format: "%12.2f µs", measurement.nanoseconds / 1_000),
        String(format: "%10.2f ns/element", measurement.nanoseconds / Double(elementCount)),
      ]
      return columns.joined(separator: " ")
    }.joined(separator: "\n")
  }
}

extension TreeBenchmark.Memory {
  /// One line.
  var table: String {
    "memory \(count)".padding(toLength: 34, withPad: " ", startingAt: 0)
      + String(format: " %.1f B/element, %.0f B/update", bytesPerElement, bytesPerUpdate)
  }
}
