import ArgumentParser
import Foundation

/// How the commands print: a table, line by line as results come, or one JSON document at the end.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON document instead of a table.")
  var json = false

  /// Prints a part of the table.
  func show(_ table: String) {
    if !json { print(table) }
  }

  /// Prints the document.
  func finish(_ results: some Encodable) throws {
    guard json else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    print(String(decoding: try encoder.encode(results), as: UTF8.self))
  }
}
