import ArgumentParser
import ListModel
import ListStorage

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Commits one list document per line, a version each.",
    discussion: """
      Reads newline-delimited JSON, one line at a time; empty lines are skipped. The first line \
      that is refused ends the import; everything before it stays committed.

      With --key-prefix P, line n is committed with the key Pn. An import that was interrupted can \
      then simply be run again: lines that are already there are recognised and not committed \
      twice.

      EXAMPLES
        liststore import home.db home history.ndjson --key-prefix monday-
        zcat history.gz | liststore import home.db home - --author migration
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Argument(
    help: ArgumentHelp("The documents, one per line; - for standard input.", valueName: "FILE"),
    completion: .file()
  )
  var file: String

  @Option(help: ArgumentHelp("Commit line n with the key Pn.", valueName: "P"))
  var keyPrefix: String?

  @Option(help: ArgumentHelp("Who commits.", valueName: "A"))
  var author: String?

  @OptionGroup var options: ImportOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let source = try DocumentSource(path: file)
    let store = try store.open(.createIfMissing, durability: options.durability.setting)
    var reporter = ImportReporter(
      "import",
      total: Terminal.error.isInteractive ? try source.lineCount() : nil,
      list: list.id,
      options: output,
      progress: options.progress
    )
    var work = ListImport(into: list.id, of: store)
    do {
      try commit(source, through: &work, reporting: &reporter)
    } catch {
      reporter.clear()
      throw error
    }
    try reporter.finish(work)
  }

  private func commit(
    _ source: DocumentSource,
    through work: inout ListImport,
    reporting reporter: inout ImportReporter
  ) throws {
    var lines = source.lines()
    var number = 0
    while let line = try lines.next() {
      number += 1
      guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
      let place = "\(source.name), line \(number)"
      let document: List
      do {
        document = try DocumentSource.list(line, from: "")
      } catch {
        throw InterruptedImport(place: place, head: work.tally.version, cause: error)
      }
      let key = keyPrefix.map { "\($0)\(number)" }
      let commit = try work.commit(
        .init(list: document, key: key, author: author),
        from: place
      )
      try reporter.acknowledge(commit, number: number, key: key)
    }
  }
}
