import ArgumentParser
import ListSimulation

/// Measures how many steps of random users a core does per second.
struct SimulationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulation",
    abstract: "Runs random users of a paged feed, with everything that is checked.",
    discussion: """
      Each seed is run once, with the real pager, adapter, layout and store. A step is what a user, the \
      remote or fate does; what comes of it, and loading everything in the end, is counted as the \
      time of the steps.
      """
  )

  @OptionGroup var output: OutputOptions

  @Option(help: "How many seeds.")
  var seeds = 200

  @Option(help: "How many steps each takes; may be given several times.")
  var steps: [Int] = [100, 1_000]

  @Option(help: "How many rounds to measure.")
  var rounds = 3

  @Option(help: "Measure only the cases whose name contains this text.")
  var only: String?

  mutating func validate() throws {
    guard rounds > 0 else { throw ValidationError("rounds: expected at least 1") }
    guard seeds > 0 else { throw ValidationError("seeds: expected at least 1") }
    guard steps.allSatisfy({ $0 > 0 }) else { throw ValidationError("steps: expected at least 1") }
  }

  func run() throws {
    var results: [SimulationBenchmark.Result] = []
    for count in steps {
      for world in SimulationBenchmark.World.allCases
      where only.map("\(world.rawValue), \(count)".contains) ?? true {
        let benchmark = SimulationBenchmark(world: world, seeds: seeds, steps: count)
        let result = try benchmark.run(rounds: rounds)
        output.show(result.table)
        results.append(result)
      }
    }
    try output.finish(results)
  }
}
