import Foundation
import ListDiff
import ListModel

/// The cases of the diff benchmark.
struct DiffBenchmark {
  /// One case: the comparison, and the measurements.
  struct Result: Encodable {
    var name: String
    var count: Int
    var measurements: [RoundRobin.Measurement]
  }

  /// The largest size that is measured with the standard library's quadratic algorithm.
  var standardLibraryLimit = 5_000
  var roundRobin = RoundRobin()
  /// Only cases whose name contains this text are measured.
  var filter: String?
  var report: (Result) -> Void

  func run() {
    for count in [5_000, 100_000] { reference(count) }
    for scenario in Scenario.allCases where scenario != .reference {
      for count in [5_000, 100_000] { flat(scenario, count) }
    }
    for count in [10, 50, 200] { flat(.scattered, count) }
    for scenario in DiffInputs.SectionedScenario.allCases { sectioned(scenario, 100, 1_000) }
    texts(.scattered, 100_000)
  }

  private func add<Input>(
    _ name: String,
    _ count: Int,
    _ contenders: [RoundRobin.Contender<Input>],
    input: (Int) -> Input
  ) {
    let title = "\(name) \(count)"
    if let filter, !title.contains(filter) { return }
    report(
      Result(name: name, count: count, measurements: roundRobin.measure(contenders, input: input))
    )
  }

  // MARK: Cases

  private func reference(_ count: Int) {
    let memory = SharedScratch()
    var contenders: [RoundRobin.Contender<Pair<UUID>>] = [
      .init(name: "ListDiff") {
        FlatDifference(from: $0.source, to: $0.target, using: &memory.scratch).operationCount
      },
      .init(name: "Heckel") {
        PlainHeckel(from: $0.source.map(Sole.init), to: $0.target.map(Sole.init)).operationCount
      },
    ]
    if count <= standardLibraryLimit {
      contenders.append(
        .init(name: "stdlib") { $0.target.difference(from: $0.source).inferringMoves().count }
      )
    }
    add("reference [UUID]", count, contenders) { round in
      var inputs = DiffInputs(seed: round)
      return inputs.uuids(count: count)
    }
  }

  private func flat(_ scenario: Scenario, _ count: Int) {
    struct Input {
      var elements: Pair<BenchElement>
      var source: ElementColumns
      var target: ElementColumns
      var lists: Pair<Section>
    }
    let memory = SharedScratch()
    var contenders: [RoundRobin.Contender<Input>] = [
      .init(name: "ListDiff, columns") {
        FlatDifference(from: $0.source, to: $0.target, using: &memory.scratch).operationCount
      },
      .init(name: "ListDiff, elements") {
        FlatDifference(
          from: $0.elements.source,
          to: $0.elements.target,
          using: &memory.scratch,
          id: \.id,
          contentIsEqual: ==
        ).operationCount
      },
      .init(name: "Changeset") { $0.lists.changeset?.operationCount ?? -1 },
      .init(name: "Changeset, staged") { $0.lists.stageCount },
      .init(name: "Heckel") {
        PlainHeckel(from: $0.elements.source, to: $0.elements.target).operationCount
      },
    ]
    let isNearlyEqual = [.unchanged, .oneUpdate, .pageAppended, .firstToLast].contains(scenario)
    if count <= 200 || isNearlyEqual {
      contenders.append(
        .init(name: "stdlib") {
          $0.elements.target.difference(from: $0.elements.source).inferringMoves().count
        }
      )
    }
    add("\(scenario.rawValue)", count, contenders) { round in
      var inputs = DiffInputs(seed: round)
      let pair = inputs.pair(scenario, count: count)
      return Input(
        elements: pair,
        source: ElementColumns(pair.source),
        target: ElementColumns(pair.target),
        lists: Pair(
          [BenchSection(id: 0, cells: pair.source)],
          [BenchSection(id: 0, cells: pair.target)]
        )
      )
    }
  }

  private func sectioned(
    _ scenario: DiffInputs.SectionedScenario,
    _ sectionCount: Int,
    _ cellCount: Int
  ) {
    struct Input {
      var sections: Pair<BenchSection>
      var source: SectionedColumns
      var target: SectionedColumns
      var lists: Pair<Section>
    }
    let memory = SharedScratch()
    let contenders: [RoundRobin.Contender<Input>] = [
      .init(name: "ListDiff, columns") {
        SectionedDifference(from: $0.source, to: $0.target, using: &memory.scratch).operationCount
      },
      .init(name: "ListDiff, elements") {
        SectionedDifference(
          from: $0.sections.source,
          to: $0.sections.target,
          using: &memory.scratch,
          sectionID: \.id,
          cells: \.cells,
          cellID: \.id,
          contentIsEqual: ==
        ).operationCount
      },
      .init(name: "ListDiff, no scratch") {
        SectionedDifference(from: $0.sections.source, to: $0.sections.target) { $0.cells }
          .operationCount
      },
      .init(name: "Changeset") { $0.lists.changeset?.operationCount ?? -1 },
      .init(name: "Changeset, staged") { $0.lists.stageCount },
      .init(name: "Heckel, cells flat") {
        PlainHeckel(
          from: $0.sections.source.flatMap(\.cells),
          to: $0.sections.target.flatMap(\.cells)
        ).operationCount
      },
    ]
    add("sectioned \(scenario.rawValue), \(sectionCount) x", cellCount, contenders) { round in
      var inputs = DiffInputs(seed: round)
      let pair = inputs.sections(scenario, sectionCount: sectionCount, cellCount: cellCount)
      return Input(
        sections: pair,
        source: SectionedColumns(pair.source),
        target: SectionedColumns(pair.target),
        lists: Pair(pair.source, pair.target)
      )
    }
  }

  private func texts(_ scenario: Scenario, _ count: Int) {
    struct Input {
      var elements: Pair<TextElement>
      var source: ElementColumns
      var target: ElementColumns
    }
    let memory = SharedScratch()
    let contenders: [RoundRobin.Contender<Input>] = [
      .init(name: "ListDiff, interned") {
        FlatDifference(from: $0.source, to: $0.target, using: &memory.scratch).operationCount
      },
      .init(name: "ListDiff, raw") {
        FlatDifference(
          from: $0.elements.source,
          to: $0.elements.target,
          using: &memory.scratch,
          id: \.id,
          contentIsEqual: { $0.content == $1.content }
        ).operationCount
      },
      .init(name: "Heckel") {
        PlainHeckel(from: $0.elements.source, to: $0.elements.target).operationCount
      },
    ]
    add("text ids, \(scenario.rawValue)", count, contenders) { round in
      var inputs = DiffInputs(seed: round)
      let pair = inputs.texts(scenario, count: count)
      var interner = Interner()
      let columns = { (elements: [TextElement]) in
        ElementColumns(
          keys: elements.map { interner.intern($0.id) },
          contents: elements.map(\.content)
        )
      }
      return Input(elements: pair, source: columns(pair.source), target: columns(pair.target))
    }
  }
}

/// Scratch memory that the contenders of one case share.
final class SharedScratch {
  var scratch = DifferenceScratch()
}

/// An element that consists of an id only.
struct Sole: Identifiable, Equatable {
  var id: UUID
}

extension FlatDifference {
  var operationCount: Int {
    deletions.offsetCount + insertions.offsetCount + moves.count + updates.count
  }
}

extension SectionedDifference {
  var operationCount: Int {
    rearrangement.count + updatedCells.count
  }
}

extension ElementColumns {
  init(_ elements: [BenchElement]) {
    self.init(keys: elements.map(\.id), contents: elements.map(\.content))
  }
}

extension SectionedColumns {
  init(_ sections: [BenchSection]) {
    self.init(
      sections: sections.map(\.id),
      counts: sections.map(\.cells.count),
      cells: ElementColumns(sections.flatMap(\.cells))
    )
  }
}
