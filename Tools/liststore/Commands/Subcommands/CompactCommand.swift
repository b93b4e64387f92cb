import ArgumentParser
import ListModel
import ListRendering
import ListStorage

struct CompactCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact",
    abstract: "Forgets old versions and gives the space back.",
    discussion: """
      A version stays as long as it is among the newest --versions, is younger than --age, or a \
      named consumer has yet to read it; above --bytes of changes per list, the oldest go whatever \
      holds. The newest version always stays. What stays is taken together where commits have not \
      done that, to be read in few steps. Other processes can read and commit meanwhile.

      Besides clear and import-history --replace-older, this is the only command that forgets \
      anything: commits made with this program never do. With --dry-run it changes nothing, and \
      says what it would forget, and which consumers have yet to read it.

      EXAMPLES
        liststore compact home.db
        liststore compact home.db --versions 100 --age 1d --dry-run
        liststore compact home.db --versions 100 --age 1d
        liststore compact home.db --versions 0 --age 0s --bytes 64M
      """
  )

  @OptionGroup var store: StoreOptions

  @Option(help: ArgumentHelp("Versions of each list that stay in any case.", valueName: "N"))
  var versions = ListStore.Retention().versions

  @Option(help: ArgumentHelp("How long versions stay: 90s, 30m, 12h or 7d.", valueName: "age"))
  var age = Age(duration: ListStore.Retention().age)

  @Option(help: ArgumentHelp("The most bytes of changes of a list: 64M, 1G …", valueName: "size"))
  var bytes = ByteSize(count: ListStore.Retention().byteLimit)

  @Flag(help: "Only say what would be forgotten.")
  var dryRun = false

  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    if versions < 0 { throw ValidationError("--versions \(versions): expected 0 or more") }
  }

  func run() throws {
    var retention = ListStore.Retention()
    retention.versions = versions
    retention.age = age.duration
    retention.byteLimit = bytes.count
    if dryRun { return try printPreview(of: retention) }
    var meter = ProgressMeter("compact")
    let report = try store.open(.readWrite).compact(retention) { meter.update($0.removedVersions) }
    meter.clear()
    try output.print([Removal(report)]) { text in
      try text.line(
        "\(report.removedVersions.counting("version")) forgotten "
          + "(\(report.removedBytes.byteSize)), file smaller by \(report.releasedBytes.byteSize)"
      )
    }
    if report.isAgeInDoubt {
      Standard.error.write(
        lines:
          "liststore compact: nothing was forgotten for its age, which is in doubt: the newest commit "
          + "says that it is older than --age, and the store was written to since. With --age 0s, only "
          + "the other rules decide"
      )
    }
    // The exit status is 0 for the work that was done; an obstacle is printed as well.
    if let obstacle = report.obstacle {
      Standard.error.write(lines: "liststore compact: not everything was done: \(obstacle)")
    }
  }

  private func printPreview(of retention: ListStore.Retention) throws {
    let previews = try store.open(.readOnly).compactionPreview(retention)
    let total = previews.reduce((versions: 0, bytes: 0)) {
      ($0.versions + $1.removedVersions, $0.bytes + $1.removedBytes)
    }
    let plan = PlannedRemoval(
      removedVersions: total.versions,
      removedBytes: total.bytes,
      lists: previews.map(PlannedRemoval.ListRemoval.init)
    )
    try output.print([plan], as: .content) { text in
      for preview in previews {
        let oldest = preview.oldestVersion
        try text.line(
          "\(preview.list.rawValue.printable): versions \(oldest - preview.removedVersions) to "
            + "\(oldest - 1) would be forgotten (\(preview.removedBytes.byteSize))"
        )
        for consumer in preview.consumersLeftBehind {
          try text.line(
            "  consumer \(consumer.printable) has yet to read some of them, and would read the list "
              + "anew"
          )
        }
      }
      try text.line(
        "\(total.versions.counting("version")) would be forgotten (\(total.bytes.byteSize)); nothing "
          + "was changed"
      )
    }
  }

  private struct PlannedRemoval: Encodable {
    struct ListRemoval: Encodable {
      var list: String
      var oldestVersion: Int
      var removedVersions: Int
      var removedBytes: Int
      var consumersLeftBehind: [String]

      init(_ preview: CompactionPreview) {
        list = preview.list.rawValue
        oldestVersion = preview.oldestVersion
        removedVersions = preview.removedVersions
        removedBytes = preview.removedBytes
        consumersLeftBehind = preview.consumersLeftBehind
      }
    }

    var removedVersions: Int
    var removedBytes: Int
    var lists: [ListRemoval]
  }

  private struct Removal: Encodable {
    var removedVersions: Int
    var removedBytes: Int
    var releasedBytes: Int
    var spans: Int
    var ageInDoubt: Bool?
    var obstacle: String?

    init(_ report: CompactionReport) {
      removedVersions = report.removedVersions
      removedBytes = report.removedBytes
      releasedBytes = report.releasedBytes
      spans = report.spans
      ageInDoubt = report.isAgeInDoubt ? true : nil
      obstacle = report.obstacle.map { "\($0)" }
    }
  }
}
