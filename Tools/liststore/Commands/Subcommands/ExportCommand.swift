import ArgumentParser
import ListModel
import ListStorage

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Prints a list with its history, for another store.",
    discussion: """
      Prints change documents that hold what they replace, one per line, from the oldest version \
      there is or --from V up to the newest or --until V. When it begins with a later version than \
      1, the first line leads there at once from the empty list. "liststore import-history" reads \
      them.

      EXAMPLES
        liststore export home.db home > home.ndjson
        liststore export home.db home --from 40 --until 80 | gzip > piece.gz
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Option(help: ArgumentHelp("The version to begin with.", valueName: "V"))
  var from: Int?

  @Option(help: ArgumentHelp("The version to end with.", valueName: "V"))
  var until: Int?

  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    if let until, until < 0 { throw ValidationError("--until \(until): expected 0 or more") }
    if let from, from < 0 { throw ValidationError("--from \(from): expected 0 or more") }
    if let from, let until, until < from {
      throw ValidationError("--until \(until): expected \(from) (--from) or more")
    }
  }

  func run() throws {
    let store = try store.open(.readOnly)
    let start = try from ?? store.oldestVersion(of: list.id)
    let end = try until ?? store.info(of: list.id).version
    // Version 0 has no line.
    var meter = ProgressMeter("export", total: end - max(start, 1) + 1)
    var count = 0
    defer { meter.clear() }
    try StandardOutput.printing { output in
      try store.export(list.id, from: from, through: until) { document in
        try output.line(document)
        count += 1
        meter.update(count)
      }
    }
  }
}
