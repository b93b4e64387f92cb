import Foundation
import HTTPTypes
import Hummingbird
import ListDiff
import ListModel
import ListStorage

/// What versions are looked for.
struct VersionSearch: Sendable {
  /// A part of the author, in any case.
  var author: String?
  /// A cell that the version changes.
  var cell: Cell.ID?
  /// What the version does to some cell, or to the one that is named.
  var kind: String?
  /// A part of the message, the author, the key, or the id or content of a cell that the version changes.
  var text: String?
  /// The latest time.
  var until: Date?

  static let parameters: [Route.Parameter] = [
    .init("author", .text, "Only versions whose author contains this, in any case"),
    .init("cell", .text, "Only versions that change this cell; with what each does to it"),
    .init(
      "kind",
      .oneOf(["deleted", "inserted", "moved", "updated"]),
      "Only versions that do this to some cell"
    ),
    .init(
      "text",
      .text,
      "Only versions with this in the message, the author, the key, or in the id or content of a cell they change"
    ),
    .init("until", .text, "Only versions that were made at this time or before"),
  ]

  /// How many versions one answer looks at.
  static let reach = 4096

  /// Reads what a request looks for; `nil` if it wants all versions.
  ///
  /// - Throws: A ``Problem`` with status 400.
  init?(_ call: Call) throws {
    author = call.target["author"]
    cell = call.target["cell"].map { Cell.ID($0) }
    kind = call.target["kind"]
    text = call.target["text"]
    until = try call.time("until")
    if author == nil, cell == nil, kind == nil, text == nil, until == nil { return nil }
    if let kind, !["deleted", "inserted", "moved", "updated"].contains(kind) {
      throw Problem.badRequest(
        "bad-kind",
        "kind=\(kind.prefix(32)): expected deleted, inserted, moved or updated"
      )
    }
  }

  /// Returns whether a version is looked for, as far as its summary says.
  func matches(_ version: ChangeSummary) -> Bool {
    if let until, let time = version.time, time > until { return false }
    if let author, !(version.author ?? "").contains(inAnyCase: author) { return false }
    guard cell != nil else { return kind.map { version.operations.cells.has($0) } ?? true }
    guard let part = version.part else { return false }
    let kinds = part.kindsOfCells
    return kind.map { kinds.contains($0) } ?? !kinds.isEmpty
  }

  /// Returns the cells of a version that have the text, the first few; `nil` if nothing of it has the text.
  func hits(_ version: ChangeSummary, _ change: () throws -> Changeset?) rethrows -> [Cell.ID]? {
    guard let text else { return [] }
    if [version.message, version.author, version.key].contains(where: {
      $0?.contains(inAnyCase: text) == true
    }) {
      return []
    }
    guard let change = try change() else { return nil }
    let cells = change.cells(containing: text, kind: kind)
    return cells.isEmpty ? nil : cells
  }
}

extension Call {
  func versions(matching search: VersionSearch) async throws -> Response {
    let before = try number("before", Self.versions)
    let limit = try number("limit", 1...1000) ?? 50
    let (found, reached, oldest) = try await service.reading { [list] store in
      try search.find(in: list, of: store, before: before, limit: limit)
    }
    return try .json { writer in
      writer.startObject()
      writer.name("versions")
      writer.startArray()
      for (version, cells) in found {
        try writer.version(version) { writer in
          if search.cell != nil, let part = version.part {
            writer.name("change")
            writer.content(try Content(parsing: part.ofCells.document()))
          }
          if !cells.isEmpty {
            writer.name("hits")
            writer.startArray()
            for cell in cells { writer.string(cell.rawValue) }
            writer.endArray()
          }
        }
      }
      writer.endArray()
      writer.name("searched")
      writer.number(reached)
      if reached > max(oldest, 1) {
        writer.name("next")
        var query = "before=\(reached)&limit=\(limit)"
        for name in ["author", "cell", "kind", "text", "until"] {
          guard let value = target[name] else { continue }
          query += "&\(name)=\(RequestTarget.encoded(value))"
        }
        let name = RequestTarget.encoded(list.rawValue)
        writer.string("\(service.prefix)/lists/\(name)/versions?\(query)")
      }
      writer.endObject()
    }
  }
}

extension VersionSearch {
  /// Looks through the versions before one, newest first.
  ///
  /// - Returns: Those that were found, each with the cells that have the text; the last version that was looked
  ///   at; and the oldest that can be.
  fileprivate func find(
    in list: List.ID,
    of store: ListStore,
    before: Int?,
    limit: Int
  ) throws -> (found: [(ChangeSummary, [Cell.ID])], reached: Int, oldest: Int) {
    let newest = try store.info(of: list).version
    let oldest = try store.oldestVersion(of: list)
    var version = min(newest, (before ?? newest + 1) - 1)
    if let until { version = min(version, try store.newestVersion(of: list, until: until)) }
    let end = max(oldest, version - Self.reach)
    var found: [(ChangeSummary, [Cell.ID])] = []
    while version > end {
      let start = max(end, version - (text == nil ? 256 : 64))
      let page = try store.summaries(
        of: list,
        after: start,
        through: version,
        cells: cell.map { [$0] }
      )
      // Many are read at once, where their contents are needed.
      var changes: [Change]?
      for summary in page.reversed() {
        version = summary.version - 1
        guard matches(summary) else { continue }
        let hits = try hits(summary) {
          let read = try changes ?? store.changes(of: list, after: start, through: summary.version)
          changes = read
          let index = summary.version - start - 1
          return read.indices.contains(index) ? read[index].changeset : nil
        }
        guard let hits else { continue }
        found.append((summary, hits))
        if found.count == limit { return (found, version + 1, oldest + 1) }
      }
      version = start
    }
    // The change that made the oldest version is retained, where older ones are not.
    if version == oldest, oldest > 0,
      let first = try store.oldestSummary(of: list, cells: cell.map { [$0] }),
      matches(first), let hits = try hits(first, { try store.oldestChange(of: list)?.changeset })
    {
      found.append((first, hits))
    }
    return (found, version + 1, oldest + 1)
  }
}

extension ListStore {
  /// Returns the newest version that was made until a time; 0 if there is none.
  fileprivate func newestVersion(of list: List.ID, until time: Date) throws -> Int {
    let bins = try versionBins(
      of: list,
      count: 1,
      in: (Date(timeIntervalSince1970: -62_000_000_000), time)
    )
    return bins.bins.first?.versions.upperBound ?? 0
  }
}

extension OperationTally.Elements {
  fileprivate func has(_ kind: String) -> Bool {
    switch kind {
    case "deleted": deleted > 0
    case "inserted": inserted > 0
    case "moved": moved > 0
    default: updated > 0
    }
  }
}

extension Changeset {
  /// What it does to cells.
  fileprivate var kindsOfCells: Set<String> {
    var kinds: Set<String> = []
    if !deletedCells.isEmpty { kinds.insert("deleted") }
    if !insertedCells.isEmpty { kinds.insert("inserted") }
    if !movedCells.isEmpty { kinds.insert("moved") }
    if !updatedCells.isEmpty { kinds.insert("updated") }
    return kinds
  }

  /// The operations on cells alone.
  fileprivate var ofCells: Changeset {
    Changeset(
      deletedCells: deletedCells,
      insertedCells: insertedCells,
      movedCells: movedCells,
      updatedCells: updatedCells
    )
  }

  /// Returns the first few cells whose id or content has a text, before or after.
  fileprivate func cells(containing text: String, kind: String?) -> [Cell.ID] {
    var found: [Cell.ID] = []
    func look(_ id: Cell.ID, _ components: [AnyComponent], as own: String) {
      guard found.count < 3, kind == nil || kind == own else { return }
      let has =
        id.rawValue.contains(inAnyCase: text)
        || components.contains {
          (try? $0.stored().content?.text)?.contains(inAnyCase: text) == true
        }
      if has { found.append(id) }
    }
    for deletion in deletedCells { look(deletion.id, [deletion.component], as: "deleted") }
    for insertion in insertedCells { look(insertion.id, [insertion.component], as: "inserted") }
    for move in movedCells { look(move.id, [], as: "moved") }
    for update in updatedCells { look(update.id, [update.old, update.new], as: "updated") }
    return found
  }
}

extension String {
  fileprivate func contains(inAnyCase part: String) -> Bool {
    guard !part.isEmpty else { return true }
    // Texts of ASCII are looked for as bytes: histories are long, and this is many times quicker.
    guard part.utf8.allSatisfy({ $0 < 0x80 }),
      let found = part.utf8.withContiguousStorageIfAvailable({ part in
        utf8.withContiguousStorageIfAvailable { $0.contains(inAnyCase: part) }
      }) ?? nil
    else { return range(of: part, options: [.caseInsensitive]) != nil }
    return found
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether bytes of ASCII, at least one, are among these, in any case.
  fileprivate func contains(inAnyCase part: Self) -> Bool {
    func lower(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
    let first = lower(part[0])
    var start = 0
    while start + part.count <= count {
      if lower(self[start]) == first {
        var length = 1
        while length < part.count, lower(self[start + length]) == lower(part[length]) {
          length += 1
        }
        if length == part.count { return true }
      }
      start += 1
    }
    return false
  }
}
