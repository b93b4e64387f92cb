import GRDB
package import ListModel

/// The head of a list as a commit needs it: its sections and how their cells are cut into chunks,
/// but no cells.
///
/// A list of a million cells has about ten thousand chunks, of 20 bytes each.
struct ListHead: Sendable {
  let id: List.ID
  /// The list's row; `nil` before the first commit.
  var row: Int64?
  var version = 0
  var fingerprint = Fingerprint.empty
  private(set) var sections = SectionTable()
  /// The memory the head takes, in chunks and sections.
  private(set) var weight = 1

  init(id: List.ID) {
    self.id = id
  }

  /// - Complexity: O(sections).
  mutating func setSections(_ sections: [SectionHead]) {
    self.sections = SectionTable(sections)
    weight = sections.reduce(1) { $0 + $1.weight }
  }

  /// - Complexity: As ``SectionTable/insert(_:at:)``.
  mutating func insert(_ section: SectionHead, at index: Int) {
    weight += section.weight
    sections.insert(section, at: index)
  }

  /// - Complexity: As ``SectionTable/insert(_:at:)``.
  mutating func removeSection(at index: Int) -> SectionHead {
    let section = sections.remove(at: index)
    weight -= section.weight
    return section
  }

  /// Changes a section, but not its chunks.
  mutating func updateSection(_ index: Int, _ body: (inout SectionHead) -> Void) {
    body(&sections[index])
  }

  /// Takes the chunks of a section out, so that they can be changed in place.
  mutating func takeChunks(of section: Int) -> ChunkTable {
    weight -= sections[section].chunks.count
    defer { sections[section].chunks = ChunkTable() }
    return sections[section].chunks
  }

  /// Gives a section its chunks back.
  mutating func setChunks(_ chunks: ChunkTable, of section: Int) {
    weight += chunks.count - sections[section].chunks.count
    sections[section].chunks = chunks
  }
}

/// A section of a head.
package struct SectionHead: Sendable {
  package var id: Section.ID
  package var row: Int64
  package var position: Int64
  /// The digest of header, footer and layout.
  package var attributes: Digest
  var chunks = ChunkTable()

  /// Its row, and its position.
  var place: (row: Int64, position: Int64) { (row, position) }

  /// The memory it takes, in chunks.
  fileprivate var weight: Int { 4 + chunks.count }
}

extension ListHead {
  /// Reads the head of a list, or only the rows that have changed since a known head.
  ///
  /// - Parameters:
  ///   - id: The name of the list.
  ///   - database: A connection inside a transaction.
  ///   - known: An earlier head of the list.
  ///   - generation: A known head of this generation needs no confirmation.
  /// - Returns: `nil` when there is no such list.
  /// - Throws: ``ListStoreError/corrupted(reason:)``, and what SQLite throws.
  static func load(
    _ id: List.ID,
    in database: Database,
    reusing known: KnownHead?,
    generation: Int?
  ) throws -> ListHead? {
    if let known, let generation, known.generation == generation { return known.head }
    guard let stored = try ListRows.find(id, in: database) else { return nil }
    if let known = known?.head {
      if known.isHead(of: stored) { return known }
      if let head = try known.caughtUp(with: stored, in: database) { return head }
    }
    var head = ListHead(id: id)
    head.row = stored.row
    head.version = stored.version
    head.fingerprint = stored.fingerprint
    head.setSections(try SectionRows.heads(of: stored.row, in: database))
    return head
  }

  /// Returns whether both are the head of the same list at the same version.
  func isSameVersion(as other: ListHead) -> Bool {
    row == other.row && version == other.version && fingerprint == other.fingerprint
  }

  private func isHead(of stored: ListRows.Head) -> Bool {
    row == stored.row && version == stored.version && fingerprint == stored.fingerprint
  }

  /// Returns whether this is the head of its list, as far as can be read.
  func isStored(in database: Database) -> Bool {
    guard let stored = try? ListRows.find(id, in: database) else { return false }
    return isHead(of: stored)
  }

  /// Returns whether the change that made this head is recorded, as far as can be read.
  func isRecorded(in database: Database) -> Bool {
    guard let row else { return false }
    let recorded = try? ChangeLog.fingerprint(of: version, list: row, in: database)
    return recorded == fingerprint
  }

  /// Returns the index of the section at a position.
  func sectionIndex(at position: Int64) -> Int? {
    let index = sections.partitioningIndex { $0.position >= position }
    return index < sections.count && sections[index].position == position ? index : nil
  }
}

/// The chunks of a section, in ascending position.
package struct ChunkTable: Sendable {
  package var rows: [Int64] = []
  package var positions: [Int64] = []
  package var counts: [Int32] = []

  /// The number of chunks.
  var count: Int { counts.count }

  /// The number of cells.
  var cellCount: Int { start(of: count) }

  /// Returns the number of cells before a chunk.
  ///
  /// - Complexity: O(chunks), a nanosecond for several.
  func start(of chunk: Int) -> Int {
    counts.withUnsafeBufferPointer { counts in
      var sum = 0
      for count in counts[..<chunk] { sum &+= Int(count) }
      return sum
    }
  }

  /// Inserts a chunk where its position says.
  ///
  /// - Complexity: O(chunks): their numbers are moved.
  mutating func insert(_ row: Int64, at position: Int64, count: Int32) {
    let index = positions.partitioningIndex { $0 >= position }
    rows.insert(row, at: index)
    positions.insert(position, at: index)
    counts.insert(count, at: index)
  }

  /// Removes the chunk at an index.
  ///
  /// - Complexity: O(chunks): their numbers are moved.
  mutating func remove(at index: Int) {
    rows.remove(at: index)
    positions.remove(at: index)
    counts.remove(at: index)
  }

  /// Returns the index of the chunk at a position.
  func index(at position: Int64) -> Int? {
    let index = positions.partitioningIndex { $0 >= position }
    return index < count && positions[index] == position ? index : nil
  }
}
