import Foundation
import ListDiff

/// The cases of the algebra benchmark: calculations with changesets, for growing numbers of operations.
struct AlgebraBenchmark {
  /// One case: the calculation, the number of operations, and the time.
  struct Result: Encodable {
    var name: String
    var operationCount: Int
    var nanoseconds: Double
    /// The time divided by K log₂ K: constant if the time grows as K log K.
    var nanosecondsPerStep: Double
  }

  var counts = [10, 100, 1_000, 10_000, 100_000]
  var roundRobin = RoundRobin()
  /// Only cases whose name contains this text are measured.
  var filter: String?
  var report: (Result) -> Void

  func run() throws {
    for count in counts { try measure(count) }
  }

  private struct Input {
    var steps: [Changeset]
    var mine: Changeset
    var theirs: Changeset
  }

  private func measure(_ count: Int) throws {
    let contenders: [RoundRobin.Contender<Input>] = [
      .init(name: "compose one-cell changesets") {
        (try? Changeset.composition(of: $0.steps))?.operationCount ?? -1
      },
      .init(name: "compose two changesets") {
        (try? $0.mine.inverted().composed(with: $0.theirs))?.operationCount ?? -1
      },
      .init(name: "invert") { $0.mine.inverted().operationCount },
      .init(name: "normalize") { $0.mine.normalized().operationCount },
      .init(name: "rebase") {
        (try? $0.mine.rebased(onto: $0.theirs) { _ in .omit })?.operationCount ?? -1
      },
    ].filter { contender in filter.map(contender.name.contains) ?? true }
    var inputs: [Input] = []
    for round in 0..<roundRobin.rounds { inputs.append(try input(count, round)) }
    for measurement in roundRobin.measure(contenders, input: { inputs[$0] }) {
      report(
        Result(
          name: measurement.contender,
          operationCount: count,
          nanoseconds: measurement.nanoseconds,
          nanosecondsPerStep: measurement.nanoseconds / (Double(count) * log2(Double(count)))
        )
      )
    }
  }

  /// Makes histories of lists with ten times as many cells as operations.
  private func input(_ count: Int, _ round: Int) throws -> Input {
    var whole = BenchHistory(cellCount: count * 10, seed: UInt64(round))
    var mine = BenchHistory(cellCount: count * 10, seed: UInt64(round), share: 0, of: 2)
    var theirs = BenchHistory(cellCount: count * 10, seed: UInt64(round), share: 1, of: 2)
    func changesets(_ history: inout BenchHistory) throws -> [Changeset] {
      try (0..<count).map { _ in try history.next() }
    }
    return Input(
      steps: try changesets(&whole),
      mine: try Changeset.composition(of: changesets(&mine)),
      theirs: try Changeset.composition(of: changesets(&theirs))
    )
  }
}
