import ArgumentParser
import ListKeeping
import ListModel
import ListRendering
import ListStorage

struct CompactCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact",
    abstract: "Forgets old versions and gives the space back.",
    discussion: """
      The newest version of each list stays, and of those before it the --versions newest, all that are \
      younger than --age, and all that a named consumer has yet to read; above --bytes of changes per \
      list, the oldest go whatever holds. What was forgotten is printed for each list, with the consumers \
      that are behind what stays and have to read the list again. What stays is taken together where commits have not \
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

  @Option(
    help: ArgumentHelp(
      "Versions of each list, before the newest one, that stay in any case.",
      valueName: "N"
    )
  )
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
    let report = try store.open(.readWrite, commits: .ofLog).compact(retention) {
      meter.update($0.lists.forgottenVersions)
    }
    meter.clear()
    try output.print([Removal(report)]) { text in
      try print(report.lists, "forgotten", "had yet to read some of them, and has to", to: text)
      try text.line(
        "\(report.lists.forgottenVersions.counting("version")) forgotten "
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
    let bytes = previews.reduce(0) { $0 + $1.removedBytes }
    let plan = PlannedRemoval(
      removedVersions: previews.forgottenVersions,
      removedBytes: bytes,
      lists: previews.map(ListRemoval.init)
    )
    try output.print([plan], as: .content) { text in
      try print(
        previews,
        "would be forgotten",
        "has yet to read some of them, and would have to",
        to: text
      )
      try text.line(
        "\(plan.removedVersions.counting("version")) would be forgotten (\(bytes.byteSize)); nothing "
          + "was changed"
      )
    }
  }

  /// Prints what lists lose, and which consumers that concerns.
  private func print(
    _ removals: [CompactionPreview],
    _ verb: String,
    _ consequence: String,
    to text: StandardOutput
  ) throws {
    for removal in removals
    where removal.forgottenVersions > 0 || !removal.consumersLeftBehind.isEmpty {
      let (first, oldest) = (removal.firstForgotten, removal.oldestVersion)
      let versions =
        switch removal.forgottenVersions {
        case 0: "nothing"
        case 1: "version \(first)"
        default: "versions \(first) to \(oldest - 1)"
        }
      try text.line(
        "\(removal.list.rawValue.printable): \(versions) \(verb) "
          + "(\(removal.removedBytes.byteSize)); \(oldest) is the oldest that stays"
      )
      for consumer in removal.consumersLeftBehind {
        try text.line("  consumer \(consumer.printable) \(consequence) read the list again")
      }
    }
  }

  private struct ListRemoval: Encodable {
    var list: String
    var oldestVersion: Int
    var removedVersions: Int
    var removedBytes: Int
    var consumersLeftBehind: [String]

    init(_ removal: CompactionPreview) {
      list = removal.list.rawValue
      oldestVersion = removal.oldestVersion
      removedVersions = removal.forgottenVersions
      removedBytes = removal.removedBytes
      consumersLeftBehind = removal.consumersLeftBehind
    }
  }

  private struct PlannedRemoval: Encodable {
    var removedVersions: Int
    var removedBytes: Int
    var lists: [ListRemoval]
  }

  private struct Removal: Encodable {
    var removedVersions: Int
    var removedBytes: Int
    var releasedBytes: Int
    var spans: Int
    var lists: [ListRemoval]
    var ageInDoubt: Bool?
    var obstacle: String?

    init(_ report: CompactionReport) {
      removedVersions = report.lists.forgottenVersions
      removedBytes = report.removedBytes
      releasedBytes = report.releasedBytes
      spans = report.spans
      lists = report.lists.map(ListRemoval.init)
      ageInDoubt = report.isAgeInDoubt ? true : nil
      obstacle = report.obstacle.map { "\($0)" }
    }
  }
}

extension CompactionPreview {
  /// The oldest version that could be read before; the empty list before the first version always can.
  fileprivate var firstForgotten: Int { max(oldestVersion - removedVersions, 1) }

  /// The number of versions that could be read before.
  fileprivate var forgottenVersions: Int { oldestVersion - firstForgotten }
}

extension [CompactionPreview] {
  fileprivate var forgottenVersions: Int { reduce(0) { $0 + $1.forgottenVersions } }
}
