import ArgumentParser
import ListDiff
import ListModel
import ListStorage

struct ImportHistoryCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "import-history",
    abstract: "Appends exported changes: the same versions, times, authors and keys.",
    discussion: """
      Reads what "liststore export" prints. Every change must continue its list, and lead to the \
      fingerprint it claims. What is there already is passed over, so an import that was \
      interrupted is completed by running it again. The first line that is refused ends it; what \
      came before stays.

      A copy that ends before the first line begins is refused: what lies between is missing. \
      With --replace-older, the list begins again with that line, and what the copy had of it is \
      given up; followers of the copy are told to read the list again.

      EXAMPLES
        liststore export home.db home | liststore import-history copy.db
        liststore import-history copy.db home.ndjson
        liststore import-history copy.db recent.ndjson --replace-older
      """
  )

  @OptionGroup var store: StoreOptions

  @Argument(
    help: ArgumentHelp("The changes, one per line; - for standard input.", valueName: "FILE"),
    completion: .file()
  )
  var file = "-"

  @Option(
    help: ArgumentHelp(
      "What a change survives: full (a power cut), or normal (a crash of this process; faster).",
      valueName: "durability"
    )
  )
  var durability = ImportDurability.full

  @Flag(
    help: "Begin a list again that ends before the first line; its older versions are given up."
  )
  var replaceOlder = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let source = try DocumentSource(path: file)
    var meter = ProgressMeter(
      "import",
      total: Terminal.error.isInteractive ? try source.lineCount() : nil
    )
    defer { meter.clear() }
    var tally = Tally()
    var lines = DocumentLines(of: source)
    // The first line is read before a store is created, in case it is invalid.
    var next = try lines.next().map { try Self.change($0) }
    let store = try store.open(.createIfMissing, durability: durability.setting)
    let interruption = Interruption.Request()
    while let (change, line) = next {
      do {
        if interruption.isMade { throw Interrupted(advice: "The same command goes on from there.") }
        try tally.count(
          store.apply(change, replacing: replaceOlder ? .olderVersions : .nothing),
          of: change.list
        )
      } catch {
        throw InterruptedImport(place: line.place, reached: tally.reached, cause: error)
      }
      meter.update(line.number)
      next = try lines.next().map { try Self.change($0, after: tally) }
    }
    meter.clear()
    // The list may have more versions than were imported.
    if let list = tally.list, let head = try? store.info(of: List.ID(list)).version {
      tally.version = head
    }
    try report(tally)
  }

  /// Reads a line; `tally` counts the outcomes of the lines before it.
  private static func change(
    _ line: DocumentLines.Line,
    after tally: Tally = Tally()
  ) throws -> (Change, DocumentLines.Line) {
    do {
      return (try Change(document: line.bytes), line)
    } catch {
      throw InterruptedImport(
        place: line.place,
        reached: tally.reached,
        cause: RefusedDocument(source: "", reason: "\(error)")
      )
    }
  }

  private func report(_ tally: Tally) throws {
    try output.print([tally]) { text in
      try text.line(tally.sentence)
    }
  }

  private struct Tally: Encodable {
    var appended = 0
    var known = 0
    /// The list of the last change; `nil` if there was none.
    var list: String?
    /// The version of the last change and, at the end, of its list; 0 if there was none.
    var version = 0

    /// The version reached by the changes so far, for people.
    var reached: String? { list.map { "version \(version) of list \"\($0)\" (\(sentence))" } }

    /// The tally for people.
    var sentence: String {
      let known = known > 0 ? ", \(known.grouped) already there" : ""
      return "\(appended.counting("version")) appended\(known)"
    }

    mutating func count(_ outcome: AppendOutcome, of list: List.ID) {
      self.list = list.rawValue
      switch outcome {
      case .appended(let version):
        appended += 1
        self.version = version
      case .duplicate(let version):
        known += 1
        self.version = version
      case .conflict:
        break
      }
    }
  }
}
