import ListModel

/// Writes change documents.
struct ChangeDocumentWriter {
  private var writer = JSONWriter()
  private let parts: Change.DocumentParts

  init(including parts: Change.DocumentParts) {
    self.parts = parts
  }

  mutating func document(_ change: Change) throws(UnencodableChangeset) -> [UInt8] {
    writer.startObject()
    try metadata(of: change)
    try sections(of: change.changeset)
    try cells(of: change.changeset)
    writer.endObject()
    return writer.bytes
  }

  mutating func document(_ changeset: Changeset) throws(UnencodableChangeset) -> [UInt8] {
    writer.startObject()
    try sections(of: changeset)
    try cells(of: changeset)
    writer.endObject()
    return writer.bytes
  }

  private mutating func metadata(of change: Change) throws(UnencodableChangeset) {
    member("list", change.list.rawValue)
    member("version", change.version)
    member("parent", change.parent)
    if let sequence = change.sequence { member("sequence", sequence) }
    if let time = change.time {
      guard let timestamp = Timestamp(time) else {
        throw UnencodableChangeset("time", "is not in the years 0000 to 9999")
      }
      member("time", timestamp.text)
    }
    if let author = change.author { member("author", author) }
    if let key = change.key { member("key", key) }
    if let message = change.message { member("message", message) }
    member("parentFingerprint", change.parentFingerprint.description)
    member("fingerprint", change.fingerprint.description)
  }

  private mutating func sections(of changeset: Changeset) throws(UnencodableChangeset) {
    guard changeset.touchesSections else { return }
    writer.name("sections")
    writer.startObject()
    try array("sections", "deleted", changeset.deletedSections) { document, deletion in
      document.member("id", deletion.id.rawValue)
      document.member("at", deletion.at)
      try document.was { writer in try writer.members(of: deletion.attributes) }
    }
    try array("sections", "inserted", changeset.insertedSections) { document, insertion in
      document.member("id", insertion.id.rawValue)
      document.member("at", insertion.at)
      try document.writer.members(of: insertion.attributes)
    }
    try array("sections", "moved", changeset.movedSections) { document, move in
      document.member("id", move.id.rawValue)
      document.member("from", move.from)
      document.member("to", move.to)
    }
    try array("sections", "updated", changeset.updatedSections) { document, update in
      document.member("id", update.id.rawValue)
      document.member("from", update.from)
      document.member("at", update.at)
      try document.writer.members(of: update.new)
      try document.was { writer in try writer.members(of: update.old) }
    }
    writer.endObject()
  }

  private mutating func cells(of changeset: Changeset) throws(UnencodableChangeset) {
    guard changeset.touchesCells else { return }
    writer.name("cells")
    writer.startObject()
    try array("cells", "deleted", changeset.deletedCells) { document, deletion in
      document.member("id", deletion.id.rawValue)
      document.member("at", deletion.at)
      try document.was { writer in writer.members(of: try deletion.component.stored()) }
    }
    try array("cells", "inserted", changeset.insertedCells) { document, insertion in
      document.member("id", insertion.id.rawValue)
      document.member("at", insertion.at)
      document.writer.members(of: try insertion.component.stored())
    }
    try array("cells", "moved", changeset.movedCells) { document, move in
      document.member("id", move.id.rawValue)
      document.member("from", move.from)
      document.member("to", move.to)
    }
    try array("cells", "updated", changeset.updatedCells) { document, update in
      document.member("id", update.id.rawValue)
      document.member("from", update.from)
      document.member("at", update.at)
      document.writer.members(of: try update.new.stored())
      try document.was { writer in writer.members(of: try update.old.stored()) }
    }
    writer.endObject()
  }

  // MARK: Members

  /// Writes an array of operations, each an object with the members that `members` writes; without
  /// operations, it writes nothing.
  private mutating func array<Operation>(
    _ kind: String,
    _ name: String,
    _ operations: [Operation],
    members: (inout ChangeDocumentWriter, Operation) throws -> Void
  ) throws(UnencodableChangeset) {
    guard !operations.isEmpty else { return }
    writer.name(name)
    writer.startArray()
    for (number, operation) in operations.enumerated() {
      writer.startObject()
      do { try members(&self, operation) } catch {
        throw UnencodableChangeset("\(kind).\(name)[\(number)]", "cannot be encoded: \(error)")
      }
      writer.endObject()
    }
    writer.endArray()
  }

  /// Writes the value that an operation replaces, if replaced values are asked for.
  private mutating func was(_ members: (inout JSONWriter) throws -> Void) rethrows {
    guard parts.contains(.replacedValues) else { return }
    writer.name("was")
    writer.startObject()
    try members(&writer)
    writer.endObject()
  }

  private mutating func member(_ name: String, _ text: String) {
    writer.name(name)
    writer.string(text)
  }

  private mutating func member(_ name: String, _ number: Int) {
    writer.name(name)
    writer.number(number)
  }

  private mutating func member(_ name: String, _ path: CellPath) {
    writer.name(name)
    writer.startArray()
    writer.number(path.section)
    writer.number(path.item)
    writer.endArray()
  }
}

extension Changeset {
  fileprivate var touchesSections: Bool {
    !deletedSections.isEmpty || !insertedSections.isEmpty || !movedSections.isEmpty
      || !updatedSections.isEmpty
  }

  fileprivate var touchesCells: Bool {
    !deletedCells.isEmpty || !insertedCells.isEmpty || !movedCells.isEmpty
      || !updatedCells.isEmpty
  }
}
