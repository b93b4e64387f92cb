import ArgumentParser

/// Measures the package against its peers, in turn in one process.
@main
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "liststore-bench",
    abstract: "Benchmarks with fixed seeds; a ratio compares times of the same round.",
    subcommands: [
      DeclaredCommand.self,
      DiffCommand.self,
      AlgebraCommand.self,
      CodecCommand.self,
      AdapterCommand.self,
      LayoutCommand.self,
      PagingCommand.self,
      PastCommand.self,
      ServerCommand.self,
      SimulationCommand.self,
      StoreCommand.self,
      TailWriter.self,
    ]
  )
}
