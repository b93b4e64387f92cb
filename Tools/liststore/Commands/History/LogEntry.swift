import Foundation
import ListDiff
import ListModel
import ListRendering
import ListStorage

/// A version as the log shows it.
struct LogEntry {
  let version: Int
  let sequence: Int?
  let time: Date?
  let author: String?
  let key: String?
  let message: String?
  let fingerprint: Fingerprint
  let counts: OperationCounts
  /// The wanted events; `nil` if they are not needed.
  let events: [ListStep.Event]?

  init(_ summary: ChangeSummary, events: [ListStep.Event]? = nil) {
    version = summary.version
    sequence = summary.sequence
    time = summary.time
    author = summary.author
    key = summary.key
    message = summary.message
    fingerprint = summary.fingerprint
    counts = OperationCounts(summary.operations)
    self.events = events
  }

  init(_ change: Change, events: [ListStep.Event]) {
    version = change.version
    sequence = change.sequence
    time = change.time
    author = change.author
    key = change.key
    message = change.message
    fingerprint = change.fingerprint
    counts = OperationCounts(change.changeset)
    self.events = events
  }
}

// MARK: - For people

extension LogEntry {
  /// The first line of the message; `nil` if there is none.
  private var subject: String? { message?.split(separator: "\n").first.map(String.init) }

  /// Says when the version was made, how much it changed, by whom and what for.
  ///
  /// - Parameters:
  ///   - filter: The part of the change that is wanted.
  ///   - keys: Whether the key is shown as well.
  ///   - terminal: Where it is shown.
  /// - Returns: The lines.
  func lines(_ filter: ChangeFilter, keys: LogKeys, on terminal: Terminal) -> [String] {
    var line = PartedLine()
    line.add("\(version)", .heading)
    if let time { line.add(time.readable(), .faint) }
    for part in change(filter) { line.add(part) }
    if let author { line.add("by \(author)") }
    if let subject { line.add(subject) }
    if keys == .shown, let key { line.add("key \(key)", .faint) }
    return line.lines(terminal.palette, columns: terminal.columns)
  }

  /// Returns the number and what the version was about, on one line.
  func shortLine(_ filter: ChangeFilter, on terminal: Terminal) -> String {
    var line = PartedLine()
    line.add("\(version)", .heading)
    // Where there is little room, most of it is for what the version was about.
    if let author { line.add(author.printable.cut(toTerminalColumns: terminal.columns / 3)) }
    line.add(subject ?? change(filter).joined(separator: "  "))
    return line.line(terminal.palette, columns: terminal.columns)
  }

  /// How much the version changed, or what it did to the one cell or section that is wanted.
  private func change(_ filter: ChangeFilter) -> [String] {
    if filter != .all, let events, events.count == 1 {
      return [filter.isOfOne ? events[0].summary : "\(events[0].name) \(events[0].summary)"]
    }
    let cells = "cells \(counts.cells.total == 0 ? "0" : counts.cells.text)"
    return counts.sections.total > 0 ? [cells, "sections \(counts.sections.text)"] : [cells]
  }
}

/// Whether the log shows commit keys.
enum LogKeys {
  case shown, hidden
}

// MARK: - For machines

extension LogEntry {
  /// Returns the version as JSON: a change document without its operations, or with the wanted events.
  func document(_ token: CursorToken, including patch: LogPatch) throws -> JSONTree {
    var members: [JSONTree.Member] = []
    func add(_ name: String, _ text: String?) throws {
      guard let text else { return }
      members.append(.init(name: name, value: .scalar(try Content(encoding: text).text)))
    }
    try add("author", author)
    if patch == .included, let events {
      members.append(.init(name: "changes", value: .array(try events.map { try $0.document() })))
    }
    try add("fingerprint", fingerprint.description)
    try add("key", key)
    try add("message", message)
    members.append(.init(name: "operations", value: try JSONTree(encoding: counts)))
    if let sequence { members.append(.init(name: "sequence", value: .scalar("\(sequence)"))) }
    try add("time", time?.timestamp)
    try add("token", token.token(of: version, fingerprint).description)
    members.append(.init(name: "version", value: .scalar("\(version)")))
    return .object(members)
  }
}

/// Whether the log contains what changed.
enum LogPatch {
  case included, leftOut
}

extension ListStep.Event {
  /// The event as JSON; places count from 0.
  fileprivate func document() throws -> JSONTree {
    var members: [JSONTree.Member] = []
    func add(_ name: String, _ value: JSONTree?) {
      if let value { members.append(.init(name: name, value: value)) }
    }
    func text(_ text: String?) throws -> JSONTree? {
      try text.map { .scalar(try Content(encoding: $0).text) }
    }
    func place(_ section: Section.ID?, _ index: Int?, _ name: String) throws -> JSONTree? {
      guard let index else { return nil }
      let number = JSONTree.Member(name: name, value: .scalar("\(index - 1)"))
      guard let section = try text(section?.rawValue) else { return .object([number]) }
      return .object([number, .init(name: "section", value: section)])
    }
    switch subject {
    case .section(let id):
      add("section", try text(id.rawValue))
      add("before", try place(nil, before, "place"))
      add("after", try place(nil, after, "place"))
    case .cell(let id, let old, let new):
      add("cell", try text(id.rawValue))
      add("before", try place(old, before, "item"))
      add("after", try place(new, after, "item"))
      add("type", try text(types.new ?? types.old))
      if let new = types.new, let old = types.old, old != new { add("typeBefore", try text(old)) }
    }
    let kinds = [
      ("inserted", isInserted), ("deleted", isDeleted), ("moved", isMoved), ("updated", isUpdated),
    ]
    add("operations", .array(kinds.filter(\.1).map { .scalar("\"\($0.0)\"") }))
    let fields = try FieldDifference.all(from: old, to: new).map { field in
      var members: [JSONTree.Member] = []
      if let path = try text(field.path) { members.append(.init(name: "path", value: path)) }
      if let old = field.old { members.append(.init(name: "old", value: .scalar(old))) }
      if let new = field.new { members.append(.init(name: "new", value: .scalar(new))) }
      return JSONTree.object(members)
    }
    add("fields", .array(fields))
    return .object(members)
  }
}

extension JSONTree {
  /// The JSON of a value, with members sorted by name.
  fileprivate init(encoding value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self.init(minified: Array(try encoder.encode(value)))
  }
}
