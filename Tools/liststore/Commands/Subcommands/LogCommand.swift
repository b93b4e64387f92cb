import ArgumentParser
import Foundation
import ListDiff
import ListModel
import ListRendering
import ListStorage

struct LogCommand: AsyncParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Shows the versions of a list, the newest first.",
    discussion: """
      For each version: when it was committed, how many cells and sections were inserted (+), \
      deleted (-), moved (→) and updated (~), by whom, and what it was about. With -p, what happened \
      to each cell, old → new, field by field. Places in text count from 1; in JSON and in SQL, from 0.

      VERSIONS is a version, the newest to show, or a range: A..B is what came after A, up to B. A \
      version is a number (7), one before the newest (-1), a time (2026-11-21, "2026-11-21 09:30", \
      09:30, yesterday, in your time zone unless it ends in Z), how long ago (2h, 7d), or a token. --since leaves out the \
      version it names, as "changes" does.

      --cell and --section show only versions that changed that cell or section, wherever it was \
      moved, and what happened to it; repeated, any of them. A file of a git repository is named by \
      its id, or by its present path. --author and --grep take a part of the author or the message, \
      in any case.

      When the newest version is shown, the cells of the list are read to prove that it is the newest \
      (exit status 3 if not), unless --unchecked.

      With --log, DB is this host's copy of a log that many hosts share: what is new there comes first.

      On a terminal, the log is shown by $LISTSTORE_PAGER, $PAGER, less or more; --no-pager prints it.

      EXAMPLES
        liststore log home.db home
        liststore log home.db home 3..7 -p
        liststore log home.db home --cell a3 -p
        liststore log home.db home --author anna --since 7d --stat
        liststore log home.db home -n 10 --json
        liststore log replica.db home --log postgres://app@db1/lists
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Argument(help: ArgumentHelp("The versions to show: V, A..B, A.. or ..B.", valueName: "VERSIONS"))
  var versions: VersionRange?

  @Option(
    name: [.customShort("n"), .long],
    help: ArgumentHelp("The most versions to show.", valueName: "N")
  )
  var limit: Int?

  @Option(
    help: ArgumentHelp("Show what happened to this cell.", valueName: "ID"),
    completion: ShellCompletion.cells
  )
  var cell: [String] = []

  @Option(
    help: ArgumentHelp("Show what happened to and in this section.", valueName: "ID"),
    completion: ShellCompletion.sections
  )
  var section: [String] = []

  @Option(help: ArgumentHelp("Show versions by this author.", valueName: "A"))
  var author: [String] = []

  @Option(help: ArgumentHelp("Show versions whose message contains this.", valueName: "TEXT"))
  var grep: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Show what came after this version or time.", valueName: "V")
  )
  var since: VersionPlace?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Show nothing after this version or time.", valueName: "V")
  )
  var until: VersionPlace?

  @Flag(name: [.customShort("p"), .customLong("patch")], help: "Show what changed, old → new.")
  var patch = false

  @Flag(help: "Show how much changed in each section.")
  var stat = false

  @Flag(help: "Show the number of each version, and what it was about.")
  var oneline = false

  @Flag(help: "Show the commit keys as well.")
  var keys = false

  @OptionGroup var end: EndOptions
  @OptionGroup var shared: LogOptions
  @OptionGroup var pager: PagerOptions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit \(limit): expected 1 or more") }
    if output.json, stat || oneline {
      throw ValidationError("--stat and --oneline are for people, and exclude --json")
    }
    if let versions,
      since != nil && versions.after != nil || until != nil && versions.through != nil
    {
      throw ValidationError("VERSIONS says where to begin or end, and excludes --since or --until")
    }
    for (name, place) in [
      ("--since", since), ("--until", until), ("VERSIONS", versions?.after),
      ("VERSIONS", versions?.through),
    ] { try place?.requireList(name) }
  }

  func run() async throws {
    let store = try store.open(
      shared.log == nil ? .readOnly : .createIfMissing,
      for: list.id,
      commits: shared.commits
    )
    try await shared.bring(list.id, into: store)
    let last = try (until ?? versions?.through).map { try store.version($0, of: list.id) }
    let reading = try LogReading(
      of: list.id,
      in: store,
      from: last,
      names: .init(cells: cell, sections: section, authors: author, texts: grep),
      events: patch || stat ? .wanted : .needed
    )
    let range = try range(in: store)
    if !output.json { pager.begin() }
    let newest = try store.info(of: list.id).version
    try StandardOutput.printing { try printAll(reading, after: range, of: store, to: $0) }
    if last ?? newest >= newest { try end.check(list.id, in: store) }
  }

  private func printAll(
    _ reading: LogReading,
    after range: (after: Int, start: Date?),
    of store: ListStore,
    to standardOutput: StandardOutput
  ) throws {
    let token = try store.token(of: list.id)
    var reading = reading
    let limit = limit ?? .max
    var left = limit
    while left > 0, let entry = try reading.next() {
      if entry.version <= range.after { break }
      if let start = range.start, let time = entry.time, time < start { break }
      guard reading.isWanted(entry) else { continue }
      left -= 1
      try print(entry, reading.filter, token, to: standardOutput)
    }
    try reading.requireKnownNames()
    if left == limit, !output.json {
      Standard.error.write(lines: "liststore: no version of list \"\(list.id)\" \(condition)")
    }
    if left > 0, let start = range.start { try noteForgotten(since: start, in: store) }
  }

  /// The condition that no version fulfils, for people.
  private var condition: String {
    let isAboutNames = !(cell + section + author + grep).isEmpty
    let isInRange = since != nil || until != nil || versions != nil
    return switch (isAboutNames, isInRange) {
    case (true, true): "in that range matches"
    case (true, false): "matches"
    case (false, true): "is in that range"
    case (false, false): "is kept"
    }
  }

  /// Says that versions since a time may be missing, because they are not kept any more.
  private func noteForgotten(since start: Date, in store: ListStore) throws {
    let oldest = try store.oldestVersion(of: list.id)
    guard oldest > 0, let made = try store.time(of: oldest, of: list.id), made >= start else {
      return
    }
    Standard.error.write(lines: "liststore: \(try NoVersionByThen(start, of: list.id, in: store))")
  }

  /// Returns the versions that are left out: up to a number, or before a time.
  private func range(in store: ListStore) throws -> (after: Int, start: Date?) {
    switch since ?? versions?.after {
    case nil: (-1, nil)
    // In a range, a time is a version.
    case .time(let span)? where versions?.after == nil: (-1, span.start)
    case .number(let number)?: (number, nil)
    case let place?: (try store.version(place, of: list.id), nil)
    }
  }

  private func print(
    _ entry: LogEntry,
    _ filter: ChangeFilter,
    _ token: CursorToken,
    to standardOutput: StandardOutput
  ) throws {
    if output.json {
      return try standardOutput.line(
        try entry.document(token, including: patch ? .included : .leftOut).text
      )
    }
    let terminal = Terminal.output
    if oneline {
      try standardOutput.line(entry.shortLine(filter, on: terminal))
    } else {
      for line in entry.lines(filter, keys: keys ? .shown : .hidden, on: terminal) {
        try standardOutput.line(line)
      }
    }
    if stat, let events = entry.events {
      for line in ChangeStatistics(events).lines(terminal.palette, columns: terminal.columns) {
        try standardOutput.line(line)
      }
    }
    guard patch, let events = entry.events else { return }
    // The first line of the message was shown.
    for line in (entry.message ?? "").split(separator: "\n").dropFirst() {
      try standardOutput.line(
        "  " + String(line).printable.cut(toTerminalColumns: terminal.columns - 2)
      )
    }
    for event in events {
      for line in event.lines(terminal.palette, columns: terminal.columns) {
        try standardOutput.line(line)
      }
    }
    try standardOutput.line()
  }
}

/// The versions from one to another on a command line: `7`, `3..7`, `3..`, `..7`.
struct VersionRange: Equatable, Sendable {
  /// The version after which the range begins; `nil` for the first one.
  var after: VersionPlace?
  /// The last version; `nil` for the newest.
  var through: VersionPlace?
}

extension VersionRange: ExpressibleByArgument {
  init?(argument: String) {
    let ends = argument.components(separatedBy: "..")
    guard (1...2).contains(ends.count) else { return nil }
    let places = ends.map { VersionPlace($0) }
    for (end, place) in zip(ends, places) where place == nil && (!end.isEmpty || ends.count == 1) {
      return nil
    }
    self.init(after: ends.count == 2 ? places[0] : nil, through: places[ends.count - 1])
  }
}
