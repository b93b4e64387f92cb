import ArgumentParser
import Foundation

/// Measures the encodings of a changeset.
struct CodecCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "codec",
    abstract: "Writes and reads a change as binary, change document, plain JSON, SQLite session."
  )

  @OptionGroup var output: OutputOptions

  @Option(help: "How many rounds to measure.")
  var rounds = 7

  @Option(help: "How many operations a change has.")
  var operations = 10_000

  @Option(help: "Measure only the cases whose name contains this text, and no memory.")
  var only: String?

  mutating func validate() throws {
    guard rounds > 0 else { throw ValidationError("rounds: expected at least 1") }
    guard operations > 0 else { throw ValidationError("operations: expected at least 1") }
  }

  func run() throws {
    var results = Output()
    if only == nil {
      CodecMemory { memory in
        output.show(memory.table)
        results.memory.append(memory)
      }.run()
    }
    var benchmark = CodecBenchmark { result in
      output.show(result.table)
      results.results.append(result)
    }
    benchmark.operationCount = operations
    benchmark.roundRobin.rounds = rounds
    benchmark.filter = only
    try benchmark.run()
    try output.finish(results)
  }

  private struct Output: Encodable {
    var memory: [CodecMemory.Result] = []
    var results: [CodecBenchmark.Result] = []
  }
}

extension CodecBenchmark.Result {
  /// One line: the size, and for writing and for reading, the millions of operations per second and the
  /// ratio.
  var table: String {
    let count = Double(operationCount)
    let columns = [
      "\(name) \(operationCount)".padding(toLength: 18, withPad: " ", startingAt: 0),
      form.padding(toLength: 16, withPad: " ", startingAt: 0),
      String(
        format: "%8.1f B/op (payload %.1f)",
        Double(byteCount) / count,
        Double(payloadByteCount) / count
      ),
      String(format: "write %7.3f M/s %6.1f x", count * 1_000 / writing, writingRatio),
      String(format: "read %7.3f M/s %6.1f x", count * 1_000 / reading, readingRatio),
    ]
    return columns.joined(separator: " ")
  }
}
