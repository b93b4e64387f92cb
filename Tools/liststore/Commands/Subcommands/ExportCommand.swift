import ArgumentParser
import ListKeeping
import ListModel
import ListStorage

struct ExportCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Prints a list with its history, for another store.",
    discussion: """
      Prints change documents that hold what they replace, one per line, from the oldest version \
      there is or --from V up to the newest or --until V. When it begins with a later version than \
      1, the first line leads there at once from the empty list. "liststore import-history" reads \
      them. When the newest version is printed, the cells are read to prove that it is the newest (exit \
      status 3 if not), unless --unchecked.

      EXAMPLES
        liststore export home.db home > home.ndjson
        liststore export home.db home --from 40 --until 80 | gzip > piece.gz
        liststore export home.db home --from 7d > week.ndjson
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The version to begin with; the oldest by default.", valueName: "V")
  )
  var from: VersionPlace?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The version to end with; the newest by default.", valueName: "V")
  )
  var until: VersionPlace?

  @OptionGroup var proof: EndOptions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    try from?.requireList("--from")
    try until?.requireList("--until")
    try VersionPlace.requireOrder(from?.number, "--from", until?.number, "--until")
  }

  func run() throws {
    let store = try store.open(.readOnly, for: list.id)
    let from = try from.map { try store.version($0, of: list.id) }
    let start = try from ?? store.oldestVersion(of: list.id)
    let end = try store.version(until ?? .back(0), of: list.id)
    try VersionPlace.requireOrder(from, "--from", end, "--until")
    // Version 0 has no line.
    var meter = ProgressMeter("export", total: end - max(start, 1) + 1)
    var count = 0
    defer { meter.clear() }
    try StandardOutput.printing { output in
      try store.export(list.id, from: from, through: end) { document in
        try output.line(document)
        count += 1
        meter.update(count)
      }
    }
    if end == (try store.info(of: list.id).version) { try proof.check(list.id, in: store) }
  }
}
