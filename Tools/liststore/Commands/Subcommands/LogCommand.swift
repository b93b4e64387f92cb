import ArgumentParser
import ListDiff
import ListModel
import ListStorage

struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Shows the versions of a list, the newest first.",
    discussion: """
      For each version: when it was committed, how many cells and sections were inserted (+), \
      deleted (-), moved (→) and updated (~), by whom, and with which key.

      EXAMPLES
        liststore log home.db home
        liststore log home.db home --limit 10 --json
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Option(help: ArgumentHelp("The most versions to show.", valueName: "N"))
  var limit: Int?

  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit \(limit): expected 1 or more") }
  }

  func run() throws {
    let store = try store.open(.readOnly)
    try StandardOutput.printing { try printAll(of: store, to: $0) }
  }

  private func printAll(of store: ListStore, to standardOutput: StandardOutput) throws {
    let token = try store.token(of: list.id)
    let head = token.version
    let oldest = try store.oldestVersion(of: list.id)
    let first = limit.map { max(head - $0, oldest) } ?? oldest
    var end = head
    // From the end in pages, so that a long history is never in memory as a whole.
    while end > first {
      let start = max(first, end - 128)
      let changes = try store.changes(of: list.id, after: start, through: end)
      for change in changes.reversed() { try print(change, token, to: standardOutput) }
      end = start
    }
    // What came before the oldest version is gone; what made it is not.
    if first == oldest, head - oldest < limit ?? .max,
      let change = try store.oldestChange(of: list.id)
    {
      try print(change, token, to: standardOutput)
    }
  }

  private func print(
    _ change: Change,
    _ token: CursorToken,
    to standardOutput: StandardOutput
  ) throws {
    if output.json {
      return try standardOutput.json(LogEntry(change, token.advanced(past: change)))
    }
    let palette = Terminal.output.palette
    let counts = OperationCounts(change.changeset)
    var parts = [palette(.heading, "\(change.version)")]
    if let time = change.time?.timestamp { parts.append(palette(.faint, time)) }
    parts.append("cells \(counts.cells.total == 0 ? "0" : counts.cells.text)")
    if counts.sections.total > 0 { parts.append("sections \(counts.sections.text)") }
    if let author = change.author { parts.append("by \(author.printable)") }
    if let key = change.key { parts.append(palette(.faint, "key \(key.printable)")) }
    try standardOutput.line(parts.joined(separator: "  "))
  }
}

/// A version for machines: a change document without what changed.
private struct LogEntry: Encodable {
  var version: Int
  var sequence: Int?
  var time: String?
  var author: String?
  var key: String?
  var fingerprint: String
  var token: CursorToken
  var operations: OperationCounts

  init(_ change: Change, _ token: CursorToken) {
    version = change.version
    sequence = change.sequence
    time = change.time?.timestamp
    author = change.author
    key = change.key
    fingerprint = change.fingerprint.description
    self.token = token
    operations = OperationCounts(change.changeset)
  }
}
