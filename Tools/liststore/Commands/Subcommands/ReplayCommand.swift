import ArgumentParser
import ListModel
import ListStorage

struct ReplayCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replays the changes of a list on a simulated screen and proves each version.",
    discussion: """
      Hands every change to a collection view adapter, and the adapter's batch updates to a \
      simulated collection view that refuses what UIKit would refuse. After each change the view \
      must show exactly the cells of the version, and the list must have its fingerprint. With \
      --verify it must also equal the snapshot the store gives of that version, content and all.

      staged replays each change as several batches, as UIKit has always taken them; single as one \
      batch, and one of updates. Exits with 1 at the first version that differs.

      EXAMPLES
        liststore replay home.db home --verify
        liststore replay home.db home --from 40 --to 60 --mode single
        liststore replay home.db home --from 40 --film versions.html
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The version to start from; the oldest by default.", valueName: "V")
  )
  var from: VersionPlace?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The version to arrive at; the newest by default.", valueName: "V")
  )
  var to: VersionPlace?

  @Option(help: ArgumentHelp("How changes become batches.", valueName: "mode"))
  var mode = ReplayProof.Mode.staged

  @Flag(help: "Compare each version with the store's snapshot of it.")
  var verify = false

  @Option(
    help: ArgumentHelp(
      "Also write each version's screen to this file: a page (.html), a drawing (.svg) or text (.txt).",
      valueName: "FILE"
    )
  )
  var film: String?

  @OptionGroup var screen: ScreenOptions

  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    if let film { try FilmFile.check(film) }
    try from?.requireList("--from")
    try to?.requireList("--to")
    try VersionPlace.requireOrder(from?.number, "--from", to?.number, "--to")
  }

  func run() throws {
    let store = try store.open(.readOnly, for: list.id)
    let start = try from.map { try store.version($0, of: list.id) }
    let end = try to.map { try store.version($0, of: list.id) }
    try VersionPlace.requireOrder(start, "--from", end, "--to")
    let proof = try ReplayProof(
      of: list.id,
      in: store,
      from: start ?? store.oldestVersion(of: list.id),
      to: end,
      mode: mode,
      comparing: verify ? .snapshots : .fingerprints
    )
    if let film {
      let screens = try ReplayFilm(of: list.id, in: store, on: screen.screen)
        .versions(proof.versions)
      try FilmFile.write(screens, to: film, scale: screen.scale)
    }
    var meter = ProgressMeter("replay", total: proof.count)
    let report: ReplayProof.Report
    do {
      defer { meter.clear() }
      report = try proof.run { meter.update($0) }
    }
    try output.print([Account(report)]) { text in
      for line in report.lines { try text.line(plain: line) }
    }
    if report.difference != nil { throw Refusal() }
  }
}

extension ReplayProof.Mode: ExpressibleByArgument {}

/// A report for machines.
private struct Account: Encodable {
  var mode: String
  var from: Int
  var to: Int
  var versions: Int
  var exact: Int
  var batches: Int
  var operations: Int
  var seconds: Double
  var difference: String?

  init(_ report: ReplayProof.Report) {
    mode = report.mode.rawValue
    from = report.from
    to = report.to
    versions = report.versions
    exact = report.exact
    batches = report.batches
    operations = report.operations
    seconds = report.duration / .seconds(1)
    difference = report.difference
  }
}

extension ReplayProof.Report {
  /// A report for people.
  fileprivate var lines: [String] {
    let result =
      "\(exact.grouped) of \(versions.counting("version")) replayed exactly (\(mode.rawValue), "
      + "\(batches.counting("batch", "batches")), \(operations.counting("operation")), "
      + "\(duration.text))"
    return [difference, result].compactMap(\.self)
  }
}
