import ArgumentParser

/// Measures the layout engine by the number of rows.
struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Lays out, asks and changes sections of self-sizing rows."
  )

  @OptionGroup var output: OutputOptions

  @Option(help: "How many rounds to measure.")
  var rounds = 11

  @Option(help: "The number of rows; may be given several times.")
  var count: [Int] = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]

  @Option(help: "Measure only the cases whose name contains this text; \"memory\" is one.")
  var only: String?

  mutating func validate() throws {
    guard rounds > 0 else { throw ValidationError("rounds: expected at least 1") }
    guard count.allSatisfy({ $0 >= 1_000 }) else {
      throw ValidationError("count: expected at least 1000")
    }
  }

  func run() throws {
    var results = Output()
    var benchmark = LayoutBenchmark(
      report: { result in
        output.show(result.table)
        results.results.append(result)
      },
      reportMemory: { memory in
        output.show(memory.table)
        results.memory.append(memory)
      }
    )
    benchmark.counts = count
    benchmark.roundRobin.rounds = rounds
    benchmark.filter = only
    try benchmark.run()
    try output.finish(results)
  }

  private struct Output: Encodable {
    var results: [LayoutBenchmark.Result] = []
    var memory: [LayoutBenchmark.Memory] = []
  }
}
