import Foundation
import ListLayout
import ListPaging

/// The cases of the layout benchmark: the cost of a list of self-sizing rows, by its length.
///
/// The engine is compared with an array of heights and their prefix sums, which are all computed again
/// after every change.
struct LayoutBenchmark {
  /// One case: the work, and the measurements.
  struct Result: Encodable {
    var name: String
    var count: Int
    var measurements: [RoundRobin.Measurement]
  }

  /// The memory of a layout.
  struct Memory: Encodable {
    var name: String
    var count: Int
    var bytes: Int
    var bytesPerCell: Double
  }

  var counts = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
  var roundRobin = RoundRobin()
  /// Only cases whose name contains this text are measured.
  var filter: String?
  var report: (Result) -> Void
  var reportMemory: (Memory) -> Void

  func run() throws {
    for count in counts {
      if isWanted("memory") {
        try memory("all rows measured", count) { try RowLayout(count, seed: 1) }
        try memory("no row measured", count) { try RowLayout(unmeasured: count) }
        try memory("fixed rows", count) { try RowLayout(fixed: count) }
        try memory("fixed rows, 100 sections", count) { try RowLayout(fixed: count, sections: 100) }
      }
      if isWanted("first layout") { try firstLayout(count) }
      if isWanted("first layout, measured headers") { measuredHeaders(count) }
      if isWanted("first layout, measured headers, layouts apart") {
        measuredHeaders(count, layoutsApart: true)
      }
      if isWanted("query of 50") { try query(count) }
      if isWanted("query of 50, fixed rows") { try fixedQuery(count) }
      if isWanted("measured row") { try measuredRow(count) }
      if isWanted("1000 changes") { try changes(count) }
    }
  }

  private func isWanted(_ name: String) -> Bool { filter.map(name.contains) ?? true }

  /// Makes many layouts and keeps all of them, because the allocator may have memory for a single one
  /// at hand.
  private func memory(_ name: String, _ count: Int, _ make: () throws -> RowLayout) rethrows {
    let layoutCount = name == "all rows measured" ? max(1, 1_000_000 / count) : 1_000
    var held: [RowLayout] = []
    held.reserveCapacity(layoutCount)
    let use = try ProcessMemory.measure {
      for _ in 0..<layoutCount { held.append(try make()) }
    }
    guard !held.isEmpty else { return }
    reportMemory(
      Memory(
        name: name,
        count: count,
        bytes: use.kept / layoutCount,
        bytesPerCell: Double(use.kept) / Double(count * layoutCount)
      )
    )
  }

  /// Measures everything from the heights of all rows to the first picture.
  private func firstLayout(_ count: Int) throws {
    let environment = RowLayout.environment
    measure("first layout", count) { round in
      RowLayout.sizes(count, seed: UInt64(round))
    } by: {
      [
        .init(name: "engine") { sizes in
          let layout = try? RowLayout.layout(.vertical(spacing: 8), count, environment)
          guard var layout else { return 0 }
          layout.setMeasuredSizes(sizes, inSection: 0)
          return layout.layoutAttributesForElements(in: RowLayout.rect(0)).count
        },
        .init(name: "prefix sums") { sizes in
          PrefixRows(sizes).visible(from: 0, to: RowLayout.windowLength).count
        },
      ]
    }
  }

  /// Measures sections of ten rows each, whose headers are measured: from the descriptions to the first
  /// picture.
  ///
  /// They are compared with a pass that makes the attributes of all headers and rows, as a
  /// flow layout does.
  private func measuredHeaders(_ count: Int, layoutsApart: Bool = false) {
    let sections = HeadedSections(count / 10, layoutsApart: layoutsApart)
    let name = "first layout, measured headers" + (layoutsApart ? ", layouts apart" : "")
    measure(name, count) { round in
      RowLayout.sizes(count / 10, seed: UInt64(round))
    } by: {
      [
        .init(name: "flow pass") { sections.pass($0).count },
        .init(name: "engine") { sections.layout($0) },
      ]
    }
  }

  private func query(_ count: Int) throws {
    let rows = try RowLayout(count, seed: 1)
    let prefix = PrefixRows(RowLayout.sizes(count, seed: 1))
    measure("query of 50", count) {
      SplitMix(state: UInt64($0))
    } by: {
      [
        .init(name: "engine") { _ in rows.query() },
        .init(name: "prefix sums") { _ in prefix.query() },
      ]
    }
  }

  private func fixedQuery(_ count: Int) throws {
    let rows = try RowLayout(fixed: count)
    measure("query of 50, fixed rows", count) {
      SplitMix(state: UInt64($0))
    } by: {
      [.init(name: "engine") { _ in rows.query() }]
    }
  }

  private func measuredRow(_ count: Int) throws {
    let rows = try RowLayout(count, seed: 1)
    let prefix = PrefixRows(RowLayout.sizes(count, seed: 1))
    measure("measured row", count) {
      SplitMix(state: UInt64($0))
    } by: {
      [
        .init(name: "engine") { _ in rows.measureOne() },
        .init(name: "prefix sums") { _ in prefix.measureOne() },
      ]
    }
  }

  private func changes(_ count: Int) throws {
    let rows = try RowLayout(count, seed: 1)
    let prefix = PrefixRows(RowLayout.sizes(count, seed: 1))
    measure("1000 changes", count) {
      ChangeRounds(count, seed: UInt64($0))
    } by: {
      [
        .init(name: "engine") { rows.apply($0.next()) },
        .init(name: "prefix sums") { prefix.apply($0.next()) },
      ]
    }
  }

  private func measure<Input>(
    _ name: String,
    _ count: Int,
    input: (Int) -> Input,
    by contenders: () -> [RoundRobin.Contender<Input>]
  ) {
    report(
      Result(
        name: name,
        count: count,
        measurements: roundRobin.measure(contenders(), input: input)
      )
    )
  }
}

/// One section of rows in the engine, which is queried and changed at random rows.
final class RowLayout {
  private var layout: CompositionalLayout
  private var generator = SplitMix(state: 7)
  private let count: Int

  /// The part of the content that holds about 50 rows of 60 points, 8 apart.
  static let windowLength = 3_400.0

  static var environment: LayoutEnvironment {
    LayoutEnvironment(
      container: LayoutContainer(contentSize: LayoutExtent(width: 390, height: windowLength))
    )
  }

  static func layout(
    _ section: SectionLayout,
    _ count: Int,
    _ environment: LayoutEnvironment
  ) throws -> CompositionalLayout {
    try CompositionalLayout(
      sections: [LayoutSectionContent(layout: section, itemCount: count)],
      environment: environment
    )
  }

  /// Creates rows of measured heights.
  init(_ count: Int, seed: UInt64) throws {
    layout = try Self.layout(.vertical(spacing: 8), count, Self.environment)
    layout.setMeasuredSizes(Self.sizes(count, seed: seed), inSection: 0)
    self.count = count
  }

  /// Creates rows without measured heights.
  init(unmeasured count: Int) throws {
    layout = try Self.layout(.vertical(spacing: 8), count, Self.environment)
    self.count = count
  }

  /// Creates rows of a fixed height, in sections of equal size.
  init(fixed count: Int, sections: Int = 1) throws {
    let size = LayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(60))
    var section = LayoutSection(
      group: .horizontal(layoutSize: size, subitems: [LayoutItem(layoutSize: size)])
    )
    section.interGroupSpacing = 8
    let content = LayoutSectionContent(layout: .compositional(section), itemCount: count)
    layout = try CompositionalLayout(
      sections: Array(repeating: content, count: sections),
      environment: Self.environment
    )
    self.count = count
  }

  static func rect(_ start: Double) -> LayoutRect {
    LayoutRect(x: 0, y: start, width: 390, height: windowLength)
  }

  static func sizes(_ count: Int, seed: UInt64) -> [MeasuredSize] {
    var generator = SplitMix(state: seed)
    return (0..<count).map { _ in height(&generator) }
  }

  static func height(_ generator: inout SplitMix) -> MeasuredSize {
    MeasuredSize(width: nil, height: Double(30 + generator.next() % 61))
  }

  func query() -> Int {
    let length = max(1, layout.contentSize.height - Self.windowLength)
    let start = Double(generator.next() % UInt64(length))
    return layout.layoutAttributesForElements(in: Self.rect(start)).count
  }

  func measureOne() -> Int {
    let row = Int(generator.next() % UInt64(count))
    layout.setMeasuredSize(
      Self.height(&generator),
      ofItemAt: CellPath(section: 0, item: row)
    )
    return Int(layout.contentSize.height)
  }

  func apply(_ changes: LayoutChanges) -> Int {
    try? layout.apply(changes)
    return Int(layout.contentSize.height)
  }
}

/// Heights and their prefix sums, which are all computed again after a change.
final class PrefixRows {
  private var heights: [Double]
  private var starts: [Double] = []
  private var generator = SplitMix(state: 7)

  init(_ sizes: [MeasuredSize]) {
    heights = sizes.map { $0.height ?? 44 }
    rebuild()
  }

  private func rebuild() {
    starts.removeAll(keepingCapacity: true)
    starts.reserveCapacity(heights.count + 1)
    var start = 0.0
    for height in heights {
      starts.append(start)
      start += height + 8
    }
    starts.append(start)
  }

  func visible(from low: Double, to high: Double) -> [LayoutAttributes] {
    var (first, end) = (0, heights.count)
    while first < end {
      let middle = (first + end) / 2
      if starts[middle + 1] > low { end = middle } else { first = middle + 1 }
    }
    var found: [LayoutAttributes] = []
    while first < heights.count, starts[first] < high {
      found.append(
        LayoutAttributes(
          element: .cell(CellPath(section: 0, item: first)),
          frame: LayoutRect(x: 0, y: starts[first], width: 390, height: heights[first])
        )
      )
      first += 1
    }
    return found
  }

  func query() -> Int {
    let length = max(1, (starts.last ?? 0) - RowLayout.windowLength)
    let start = Double(generator.next() % UInt64(length))
    return visible(from: start, to: start + RowLayout.windowLength).count
  }

  func measureOne() -> Int {
    let row = Int(generator.next() % UInt64(heights.count))
    heights[row] = RowLayout.height(&generator).height ?? 44
    rebuild()
    return Int(starts.last ?? 0)
  }

  /// Removes and inserts rows in one pass.
  func apply(_ changes: LayoutChanges) -> Int {
    var gone = Set(changes.deletedCells.map(\.item))
    var come = changes.insertedCells.map { ($0.item, 44.0) }
    for move in changes.movedCells {
      gone.insert(move.from.item)
      come.append((move.to.item, heights[move.from.item]))
    }
    come.sort { $0.0 < $1.0 }
    var after: [Double] = []
    after.reserveCapacity(heights.count)
    var next = come.makeIterator()
    var arrival = next.next()
    for (row, height) in heights.enumerated() where !gone.contains(row) {
      while let (place, arriving) = arrival, place == after.count {
        after.append(arriving)
        arrival = next.next()
      }
      after.append(height)
    }
    while let (_, arriving) = arrival {
      after.append(arriving)
      arrival = next.next()
    }
    heights = after
    for path in changes.updatedCells { heights[path.item] = 44 }
    rebuild()
    return Int(starts.last ?? 0)
  }
}

/// Changes of a thousand rows at random places: a quarter each deleted, inserted, moved and updated.
///
/// The number of rows stays the same, so that one change fits after another.
final class ChangeRounds {
  private let changes: [LayoutChanges]
  private var last = 0

  init(_ count: Int, seed: UInt64) {
    var generator = SplitMix(state: seed)
    changes = (0..<4).map { _ in Self.changes(count, &generator) }
  }

  func next() -> LayoutChanges {
    last = (last + 1) % changes.count
    return changes[last]
  }

  private static func changes(_ count: Int, _ generator: inout SplitMix) -> LayoutChanges {
    func places(_ number: Int) -> [CellPath] {
      var chosen: Set<Int> = []
      while chosen.count < number { chosen.insert(Int(generator.next() % UInt64(count))) }
      return chosen.sorted().map { CellPath(section: 0, item: $0) }
    }
    var changes = LayoutChanges()
    let before = places(500)
    let after = places(500)
    changes.deletedCells = stride(from: 0, to: 500, by: 2).map { before[$0] }
    changes.insertedCells = stride(from: 0, to: 500, by: 2).map { after[$0] }
    changes.movedCells = stride(from: 1, to: 500, by: 2).map {
      Match(from: before[$0], to: after[500 - $0])
    }
    changes.updatedCells = places(250)
    return changes
  }
}

extension LayoutBenchmark.Result {
  /// One line for each contender.
  var table: String {
    measurements.map { measurement in
      let columns = [
        "\(name) \(count)".padding(toLength: 34, withPad: " ", startingAt: 0),
        measurement.contender.padding(toLength: 14, withPad: " ", startingAt: 0),
        String(format: "%14.2f µs", measurement.nanoseconds / 1_000),
        String(format: "%10.2f ×", measurement.ratio),
      ]
      return columns.joined(separator: " ")
    }.joined(separator: "\n")
  }
}

extension LayoutBenchmark.Memory {
  /// One line.
  var table: String {
    "memory, \(name) \(count)".padding(toLength: 49, withPad: " ", startingAt: 0)
      + String(format: " %12d B %8.2f B/cell", bytes, bytesPerCell)
  }
}
