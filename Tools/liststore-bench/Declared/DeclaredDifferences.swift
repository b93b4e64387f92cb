import Foundation
import ListDiff
import ListModel
import ListPaging

/// Measures comparisons of whole lists and arrays, beside `==` and the stages of UI libraries.
struct DeclaredDifferences {
  let counts: [Int]
  let comparison: Comparison

  func run() throws {
    for count in counts {
      try rows(count, isShared: true)
      try rows(count, isShared: false)
    }
    for (sectionCount, cellCount) in [(1, 10), (1, 200), (50, 100), (100, 1_000), (10_000, 10)] {
      for change in Change.allCases { try lists(sectionCount, cellCount, change) }
    }
  }

  /// Measures rows of text, one of which differs.
  private func rows(_ count: Int, isShared: Bool) throws {
    let source = (0..<count).map { FeedModel($0) }
    var target = isShared ? source : source.map(\.copy)
    target[count / 3] = FeedModel(count / 3, revision: 1)
    var checksum = 0
    try comparison.measure(
      "one row of text differs, " + (isShared ? "shared" : "decoded again"),
      count,
      repeats: true,
      [
        // The copy is equal, so that `==` looks at all rows as well.
        .init(name: "== of the arrays") { _ in
          var same = target
          same[count / 3] = source[count / 3]
          if same != source { checksum += 1 }
        },
        .init(name: "FlatDifference") { _ in
          checksum += FlatDifference(from: source, to: target).operationCount
        },
      ]
    )
  }

  /// The difference between two lists.
  private enum Change: String, CaseIterable {
    case one = "one updated"
    case scattered = "2% of each kind"
  }

  private func lists(_ sectionCount: Int, _ cellCount: Int, _ change: Change) throws {
    let source = (0..<sectionCount).map { section in
      (0..<cellCount).map { FeedModel(section * cellCount + $0) }
    }
    let targets = (0..<comparison.rounds).map { round in
      changed(source, change, seed: UInt64(round)).map { $0.map(\.copy) }
    }
    let sourceList = List(declaring: source)
    let targetLists = targets.map { List(declaring: $0) }
    let sourceRows = source.rows
    let targetRows = targets.map(\.rows)
    var checksum = 0
    try comparison.measure(
      "lists of \(sectionCount) × \(cellCount), \(change.rawValue)",
      sectionCount * cellCount,
      repeats: true,
      [
        .init(name: "stages of structs") { round in
          checksum += StagedDifference(from: sourceRows, to: targetRows[round]).stages.count
        },
        .init(name: "Changeset") { round in
          checksum += try Changeset(from: sourceList, to: targetLists[round]).operationCount
        },
        .init(name: "Changeset, stages") { round in
          let changeset = try Changeset(from: sourceList, to: targetLists[round])
          checksum += try changeset.stages(from: sourceList).count
        },
      ]
    )
  }

  private func changed(
    _ sections: [[FeedModel]],
    _ change: Change,
    seed: UInt64
  ) -> [[FeedModel]] {
    var generator = SplitMix(state: seed)
    var sections = sections
    let total = sections.reduce(0) { $0 + $1.count }
    func number() -> Int { Int(generator.next() % UInt64(total)) }
    func section() -> Int { Int(generator.next() % UInt64(sections.count)) }
    if change == .one {
      let (index, cell) = (section(), number())
      let item = cell % sections[index].count
      sections[index][item].title += "!"
      return sections
    }
    for step in 0..<max(total / 50, 1) {
      let (from, to, cell) = (section(), section(), number())
      if let item = sections[from].indices.randomElement(using: &generator) {
        sections[from][item].title += "!"
      }
      if let item = sections[to].indices.randomElement(using: &generator) {
        sections[to].remove(at: item)
      }
      sections[from].insert(
        FeedModel(total + step),
        at: cell % (sections[from].count + 1)
      )
      if let item = sections[from].indices.randomElement(using: &generator) {
        let moved = sections[from].remove(at: item)
        sections[to].insert(moved, at: cell % (sections[to].count + 1))
      }
    }
    return sections
  }
}

extension [[FeedModel]] {
  /// The models as sections of plain structs.
  var rows: [StagedDifference<FeedModel>.Section] {
    enumerated().map { .init(id: "section-\($0.offset)", elements: $0.element) }
  }
}
