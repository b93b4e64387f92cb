import ArgumentParser
import ListModel
import ListStorage

struct ImportCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Commits one list document per line, a version each.",
    discussion: """
      Reads newline-delimited JSON, one line at a time; empty lines are skipped. The first line \
      that is refused ends the import; everything before it stays committed.

      With --key-prefix P, line n is committed with the key Pn. An import that was interrupted can \
      then simply be run again: lines that are already there are recognised and not committed \
      twice. When the list has forgotten versions, lines before the newest one it knows are passed \
      over; when it has forgotten all the file has made, all lines are new to it.

      EXAMPLES
        liststore import home.db home history.ndjson --key-prefix monday-
        zcat history.gz | liststore import home.db home --author migration
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Argument(
    help: ArgumentHelp("The documents, one per line; - for standard input.", valueName: "FILE"),
    completion: .file()
  )
  var file = "-"

  @Option(help: ArgumentHelp("Commit line n with the key Pn.", valueName: "P"))
  var keyPrefix: String?

  @OptionGroup var author: AuthorOptions

  @OptionGroup var options: ImportOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let source = try DocumentSource(path: file)
    let total = Terminal.error.isInteractive ? try source.lineCount() : nil
    var lines = DocumentLines(of: source)
    // The first line is read before a store is created, in case it is invalid.
    let first = try lines.next().map { line in
      do {
        return try document(line)
      } catch {
        throw InterruptedImport(place: line.place, reached: nil, cause: error)
      }
    }
    let store = try store.openToCommit(
      to: list.id,
      key: keyPrefix.map { "\($0)1" },
      author: author.name,
      durability: options.durability.setting
    )
    var reporter = ImportReporter(
      "import",
      total: total,
      list: list.id,
      options: output,
      progress: options.progress
    )
    var work = ListImport(into: list.id, of: store)
    do {
      let known = try newestLine(in: store)
      try commit(first, &lines, through: &work, after: known, reporting: &reporter)
    } catch {
      reporter.clear()
      throw error
    }
    try reporter.finish(work)
  }

  /// Returns the newest line whose key the list knows, if the list has forgotten other keys.
  private func newestLine(in store: ListStore) throws -> Int? {
    guard let keyPrefix, try store.hasForgottenKeys(of: list.id) else { return nil }
    func number(_ key: String) -> Int? {
      guard let number = Int(key.dropFirst(keyPrefix.count)) else { return nil }
      return key == "\(keyPrefix)\(number)" ? number : nil
    }
    return try store.newestKey(of: list.id) { number($0) != nil }.flatMap(number)
  }

  private func commit(
    _ first: Document?,
    _ lines: inout DocumentLines,
    through work: inout ListImport,
    after known: Int?,
    reporting reporter: inout ImportReporter
  ) throws {
    var next = first
    var batch = ImportBatch(options.progress)
    // Set while lines have been passed over and no line with a known key has followed.
    var doubt: ForgottenPast?
    let interruption = Interruption.Request()
    while let document = next {
      let (step, number, place) = (document.step, document.number, document.place)
      if interruption.isMade {
        try batch.commit(through: &work, reporting: &reporter)
        let advice = keyPrefix.map { _ in "The same command goes on from there." }
        throw InterruptedImport(
          place: place,
          reached: work.tally.reached,
          cause: Interrupted(advice: advice)
        )
      }
      if let known, number <= known {
        if let commit = try work.recognise(step, from: place) {
          doubt = nil
          try reporter.acknowledge(commit, number: number, key: step.key)
        } else {
          doubt = doubt ?? .line(place: place, key: step.key ?? "", list: list.id)
          try reporter.passOver(number: number, key: step.key)
        }
      } else {
        if let doubt { throw doubt }
        let weight = step.list.sections.count + step.list.cellCount
        batch.add(step, number: number, from: place, weight: weight)
      }
      if batch.isFull || !lines.isNextThere {
        try batch.commit(through: &work, reporting: &reporter)
      }
      next = try self.next(&lines, of: &batch, through: &work, reporting: &reporter)
    }
    if let doubt { throw doubt }
    try batch.commit(through: &work, reporting: &reporter)
  }

  /// Reads the next line; if that fails, the lines before it are committed first.
  private func next(
    _ lines: inout DocumentLines,
    of batch: inout ImportBatch,
    through work: inout ListImport,
    reporting reporter: inout ImportReporter
  ) throws -> Document? {
    do {
      guard let line = try lines.next() else { return nil }
      do {
        return try document(line)
      } catch {
        try batch.commit(through: &work, reporting: &reporter)
        throw InterruptedImport(place: line.place, reached: work.tally.reached, cause: error)
      }
    } catch let error as UnreadableFile {
      try batch.commit(through: &work, reporting: &reporter)
      throw error
    }
  }

  /// A line to commit.
  private struct Document {
    var step: ListImport.Step
    var number: Int
    var place: String
  }

  /// Reads a line.
  private func document(_ line: DocumentLines.Line) throws -> Document {
    let list = try DocumentSource.list(line.bytes, from: "")
    let key = keyPrefix.map { "\($0)\(line.number)" }
    let step = ListImport.Step(list: list, key: key, author: author.name)
    return Document(step: step, number: line.number, place: line.place)
  }
}
