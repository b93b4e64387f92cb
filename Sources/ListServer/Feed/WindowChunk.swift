import ListModel
import ListStorage

// The feed of some rows of a list: a message for each version, with the cells that enter and leave.

/// Some rows of a list, as a reader names them.
struct WindowQuery: Hashable, Sendable {
  var bounds: WindowBounds

  /// The most rows.
  static let largest = 1000

  /// Reads `window=FIRST,COUNT` and `section=S`; `nil` if the reader wants the whole list.
  ///
  /// - Throws: A ``Problem`` with status 400.
  init?(_ call: Call) throws {
    let section = call.target["section"].map { Section.ID($0) }
    guard let text = call.target["window"] else {
      guard section == nil else {
        throw Problem.badRequest(
          "no-window",
          "section=S says where the rows of a window are; expected window=FIRST,COUNT"
        )
      }
      return nil
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { $0 &- 0x30 < 10 } ? Int(part) : nil
    }
    guard parts.count == 2, numbers.count == 2, Call.versions.contains(numbers[0]),
      (1...Self.largest).contains(numbers[1])
    else {
      throw Problem.badRequest(
        "bad-window",
        "window=\(text.prefix(40)): expected the first row, from 0, a comma, and 1 to \(Self.largest) rows, "
          + "such as 0,20"
      )
    }
    if let reason = section?.reasonForRefusal {
      throw Problem.badRequest("bad-section", "the section's id \(reason)")
    }
    bounds = .rows(numbers[0]..<numbers[0] + numbers[1], of: section)
  }

  /// The path of the rows themselves.
  func start(of list: List.ID) -> String {
    let section = bounds.section.map { "&section=\(RequestTarget.encoded($0.rawValue))" } ?? ""
    return "/lists/\(RequestTarget.encoded(list.rawValue))/cells?first=\(bounds.rows.lowerBound)"
      + "&count=\(bounds.rows.count)\(section)"
  }
}

extension ListStore {
  /// Reads the messages of a window after a position; `nil` for the empty window of version 0.
  ///
  /// - Throws: A ``Problem`` with status 410 if the position cannot be continued; `ListStoreError`.
  func chunk(
    of list: List.ID,
    _ window: WindowQuery,
    after start: CursorToken?,
    _ messages: MessageArray,
    _ limits: ChunkLimits
  ) throws -> FeedChunk {
    var (messages, token) = (messages, try start ?? beginning(of: list, window))
    var stepLimits = CatchUpLimits.exact
    stepLimits.page = min(Self.step, limits.changes)
    while true {
      switch try catchUp(list, window: window.bounds, from: token, limits: stepLimits) {
      case .upToDate(let head):
        return messages.chunk(next: FeedOffset(head), isUpToDate: true)
      case .changes(let changes, let next):
        for change in changes { try messages.append(change.document()) }
        token = next
        guard messages.isFull(limits) else { continue }
        let isUpToDate = try info(of: list).version == next.version
        return messages.chunk(next: FeedOffset(next), isUpToDate: isUpToDate)
      case .contents(_, let reason, let next):
        guard messages.count > 0 else {
          throw Problem.gone(
            reason ?? .compacted,
            of: list,
            newest: next,
            start: window.start(of: list)
          )
        }
        return messages.chunk(next: FeedOffset(token), isUpToDate: false)
      }
    }
  }

  private func beginning(of list: List.ID, _ window: WindowQuery) throws -> CursorToken {
    do {
      return try token(of: list, at: 0)
    } catch ListStoreError.unknownVersion {
      throw Problem.gone(
        .compacted,
        of: list,
        newest: try token(of: list),
        start: window.start(of: list)
      )
    }
  }
}

extension WindowChange {
  /// The change on one line.
  fileprivate func document() throws -> [UInt8] {
    var writer = JSONWriter()
    try writer.windowChange(self)
    return writer.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func windowChange(_ change: WindowChange) throws {
    startObject()
    name("list")
    string(change.list.rawValue)
    name("version")
    number(change.version)
    name("parent")
    number(change.parent)
    let texts = [
      ("time", change.time.flatMap { Change.timestamp(of: $0) }), ("author", change.author),
      ("parentFingerprint", change.parentFingerprint.description),
      ("fingerprint", change.fingerprint.description),
    ]
    for (member, text) in texts {
      guard let text else { continue }
      name(member)
      string(text)
    }
    extent(change.extent)
    try operations(of: change)
    endObject()
  }

  /// Writes where a window is: the cells before and after it, and the sections of its own.
  mutating func extent(_ extent: WindowExtent) {
    name("before")
    number(extent.before)
    name("after")
    number(extent.after)
    array("runs", extent.runs) { writer, run in
      writer.name("section")
      writer.string(run.section.rawValue)
      writer.name("count")
      writer.number(run.count)
    }
  }

  private mutating func operations(of change: WindowChange) throws {
    array("removed", change.removed) { writer, removal in
      writer.name("at")
      writer.number(removal.at)
      writer.name("to")
      writer.string(removal.to.rawValue)
    }
    try array("inserted", change.inserted) { writer, insertion in
      writer.name("at")
      writer.number(insertion.at)
      writer.name("from")
      writer.string(insertion.from.rawValue)
      writer.name("cell")
      try writer.cell(insertion.cell, at: CellPath(section: 0, item: insertion.at))
    }
    array("moved", change.moved) { writer, move in
      writer.name("from")
      writer.number(move.from)
      writer.name("to")
      writer.number(move.to)
    }
    try array("updated", change.updated) { writer, update in
      writer.name("from")
      writer.number(update.from)
      writer.name("at")
      writer.number(update.at)
      writer.name("cell")
      try writer.cell(update.cell, at: CellPath(section: 0, item: update.at))
    }
  }

  private mutating func array<Element>(
    _ name: String,
    _ elements: [Element],
    _ members: (inout JSONWriter, Element) throws -> Void
  ) rethrows {
    self.name(name)
    startArray()
    for element in elements {
      startObject()
      try members(&self, element)
      endObject()
    }
    endArray()
  }
}
