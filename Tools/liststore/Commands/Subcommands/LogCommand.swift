import ArgumentParser
import Foundation
import ListDiff
import ListModel
import ListRendering
import ListStorage

struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Shows the versions of a list, the newest first.",
    discussion: """
      For each version: when it was committed, how many cells and sections were inserted (+), \
      deleted (-), moved (→) and updated (~), by whom, what it was about, and with which key. With -p, what happened to \
      each cell, old → new, field by field.

      --cell and --section show only versions that changed that cell or section, wherever it was \
      moved, and what happened to it. --since and --until take a version (7), one before the newest \
      (-1), a time (2026-11-21, 2026-11-21T09:30, in your time zone unless it ends in Z), how long \
      ago (2h, 7d), or a token. --since leaves out the version it names, as "changes" does.

      On a terminal, the log is shown by $LISTSTORE_PAGER, $PAGER or less; --no-pager prints it.

      EXAMPLES
        liststore log home.db home
        liststore log home.db home --cell a3 -p
        liststore log home.db home --author anna --since 7d --stat
        liststore log home.db home -n 10 --json
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Option(
    name: [.customShort("n"), .long],
    help: ArgumentHelp("The most versions to show.", valueName: "N")
  )
  var limit: Int?

  @Option(help: ArgumentHelp("Show what happened to this cell.", valueName: "ID"))
  var cell: String?

  @Option(help: ArgumentHelp("Show what happened to and in this section.", valueName: "ID"))
  var section: String?

  @Option(help: ArgumentHelp("Show versions by this author.", valueName: "A"))
  var author: String?

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

  @OptionGroup var pager: PagerOptions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit \(limit): expected 1 or more") }
    if cell != nil, section != nil {
      throw ValidationError("--cell and --section exclude each other")
    }
    if output.json, patch || stat || oneline {
      throw ValidationError("-p, --stat and --oneline are for people, and exclude --json")
    }
  }

  func run() throws {
    let store = try store.open(.readOnly)
    if !output.json { pager.begin() }
    try StandardOutput.printing { try printAll(of: store, to: $0) }
  }

  /// The part of each change that is wanted.
  private var filter: ChangeFilter {
    if let cell { return .cell(Cell.ID(cell)) }
    if let section { return .section(Section.ID(section)) }
    return .all
  }

  private func printAll(of store: ListStore, to standardOutput: StandardOutput) throws {
    let token = try store.token(of: list.id)
    let newest = try until.map { try store.version($0, of: list.id) } ?? token.version
    let range = try range(in: store)
    let entries = try entries(of: store, from: newest)
    var left = limit ?? .max
    while left > 0, let entry = try entries(), entry.version > range.after {
      if let start = range.start, let time = entry.time, time < start { break }
      if filter != .all, entry.events?.isEmpty ?? true { continue }
      if let author, entry.author != author { continue }
      left -= 1
      try print(entry, token, to: standardOutput)
    }
    if left > 0, let start = range.start { try noteForgotten(since: start, in: store) }
  }

  /// Says that versions since a time may be missing, because they are not kept any more.
  private func noteForgotten(since start: Date, in store: ListStore) throws {
    let oldest = try store.oldestVersion(of: list.id)
    guard oldest > 0, let made = try store.time(of: oldest, of: list.id), made >= start else {
      return
    }
    Standard.error.write(lines: "liststore: \(try NoVersionByThen(start, of: list.id, in: store))")
  }

  /// Returns a reader of the versions from `newest` on, newest first.
  private func entries(of store: ListStore, from newest: Int) throws -> () throws -> Entry? {
    // The list and its changesets are read only if they are needed.
    guard patch || stat || filter != .all else {
      var walk: VersionWalk<ChangeSummary> = try .init(of: list.id, in: store, from: newest)
      return { try walk.next().map { Entry($0) } }
    }
    if case .cell(let cell) = filter { return try entries(of: cell, in: store, from: newest) }
    var walk: VersionWalk<Change> = try .init(of: list.id, in: store, from: newest)
    var way = SectionsOnTheirWayBack(try store.outline(of: list.id, at: newest))
    let filter = filter
    return {
      try walk.next().map {
        let step = try way.goBack($0.changeset, from: $0.version)
        return Entry($0, events: step.events(filter), isOnly: filter != .all)
      }
    }
  }

  /// Returns a reader of what the versions from `newest` on did to a cell, newest first.
  private func entries(
    of cell: Cell.ID,
    in store: ListStore,
    from newest: Int
  ) throws -> () throws -> Entry? {
    var walk: VersionWalk<ChangeSummary> = try .init(
      of: list.id,
      in: store,
      from: newest,
      cells: [cell]
    )
    var way = SectionsOnTheirWayBack(try store.outline(of: list.id, at: newest))
    return {
      try walk.next().map {
        let step = try way.goBack($0.part ?? Changeset(), from: $0.version)
        return Entry($0, events: step.events(.cell(cell)), isOnly: true)
      }
    }
  }

  /// Returns the versions that `--since` leaves out: up to a number, or before a time.
  private func range(in store: ListStore) throws -> (after: Int, start: Date?) {
    switch since {
    case nil: (-1, nil)
    case .time(let span)?: (-1, span.start)
    case .number(let number)?: (number, nil)
    case let place?: (try store.version(place, of: list.id), nil)
    }
  }

  /// A version that is shown.
  fileprivate struct Entry {
    let version: Int
    let sequence: Int?
    let time: Date?
    let author: String?
    let key: String?
    let message: String?
    let fingerprint: Fingerprint
    let counts: OperationCounts
    /// The events; `nil` if they are not needed.
    let events: [ListStep.Event]?
    /// Whether only one cell or section is wanted.
    let isOnly: Bool
  }

  private func print(
    _ entry: Entry,
    _ token: CursorToken,
    to standardOutput: StandardOutput
  ) throws {
    if output.json {
      return try standardOutput.json(LogEntry(entry, token))
    }
    let palette = Terminal.output.palette
    try standardOutput.line(oneline ? short(entry, palette) : long(entry, palette))
    if stat, let events = entry.events {
      for line in ChangeStatistics(events).lines(palette) { try standardOutput.line(line) }
    }
    guard patch, let events = entry.events else { return }
    // The first line of the message was shown.
    for line in (entry.message ?? "").split(separator: "\n").dropFirst() {
      try standardOutput.line("  \(String(line).printable)")
    }
    for event in events {
      for line in event.lines(palette, columns: Terminal.output.columns) {
        try standardOutput.line(line)
      }
    }
    try standardOutput.line()
  }

  private func long(_ entry: Entry, _ palette: Palette) -> String {
    var parts = [palette(.heading, "\(entry.version)")]
    if let time = entry.time { parts.append(palette(.faint, time.readable())) }
    parts.append(counts(entry))
    if let author = entry.author { parts.append("by \(author.printable)") }
    if let subject = entry.subject { parts.append(subject) }
    if let key = entry.key { parts.append(palette(.faint, "key \(key.shortKey.printable)")) }
    return parts.joined(separator: "  ")
  }

  private func short(_ entry: Entry, _ palette: Palette) -> String {
    let author = entry.author.map { "\($0.printable)  " } ?? ""
    let about = entry.subject ?? counts(entry)
    return "\(palette(.heading, "\(entry.version)"))  \(author)\(about)"
  }

  private func counts(_ entry: Entry) -> String {
    if entry.isOnly, let events = entry.events, events.count == 1 { return events[0].summary }
    let counts = entry.counts
    let cells = "cells \(counts.cells.total == 0 ? "0" : counts.cells.text)"
    return counts.sections.total > 0 ? "\(cells)  sections \(counts.sections.text)" : cells
  }
}

extension LogCommand.Entry {
  /// The first line of the message, for a terminal; `nil` if there is none.
  fileprivate var subject: String? {
    message?.split(separator: "\n").first.map { String($0).printable }
  }
}

extension String {
  /// The key as people recognise it; of a long one without spaces, such as a hash, the beginning.
  fileprivate var shortKey: String {
    count > 24 && !contains(" ") ? prefix(12) + "…" : self
  }
}

/// The number of changes in each section.
private struct ChangeStatistics {
  private var order: [String] = []
  private var counts: [String: OperationCounts.Counts] = [:]

  init(_ events: [ListStep.Event]) {
    for event in events {
      switch event.subject {
      case .section: break
      case .cell(_, let before, let after):
        count(event, in: (after ?? before).map { $0.rawValue } ?? "?")
      }
    }
  }

  private mutating func count(_ event: ListStep.Event, in section: String) {
    if counts[section] == nil { order.append(section) }
    var sum = counts[section] ?? OperationCounts.Counts()
    if event.isInserted { sum.inserted += 1 }
    if event.isDeleted { sum.deleted += 1 }
    if event.isMoved { sum.moved += 1 }
    if event.isUpdated { sum.updated += 1 }
    counts[section] = sum
  }

  func lines(_ palette: Palette) -> [String] {
    let names = order.map(\.printable)
    let width = names.map(\.terminalColumns).max() ?? 0
    return zip(order, names).map { section, name in
      let padding = String(repeating: " ", count: width - name.terminalColumns)
      return "    \(name)\(padding)  \(palette(.faint, counts[section]?.text ?? ""))"
    }
  }
}

/// A version for machines: a change document without its operations.
private struct LogEntry: Encodable {
  var version: Int
  var sequence: Int?
  var time: String?
  var author: String?
  var key: String?
  var message: String?
  var fingerprint: String
  var token: CursorToken
  var operations: OperationCounts

  init(_ entry: LogCommand.Entry, _ token: CursorToken) {
    version = entry.version
    sequence = entry.sequence
    time = entry.time?.timestamp
    author = entry.author
    key = entry.key
    message = entry.message
    fingerprint = entry.fingerprint.description
    self.token = token.token(of: entry.version, entry.fingerprint)
    operations = entry.counts
  }
}

extension LogCommand.Entry {
  init(_ summary: ChangeSummary, events: [ListStep.Event]? = nil, isOnly: Bool = false) {
    version = summary.version
    sequence = summary.sequence
    time = summary.time
    author = summary.author
    key = summary.key
    message = summary.message
    fingerprint = summary.fingerprint
    counts = OperationCounts(summary.operations)
    self.events = events
    self.isOnly = isOnly
  }

  init(_ change: Change, events: [ListStep.Event], isOnly: Bool) {
    version = change.version
    sequence = change.sequence
    time = change.time
    author = change.author
    key = change.key
    message = change.message
    fingerprint = change.fingerprint
    counts = OperationCounts(change.changeset)
    self.events = events
    self.isOnly = isOnly
  }
}
