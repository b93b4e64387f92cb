import ListDiff

/// The rows of sections and chunks that commits have written or deleted: a reader that knows the
/// head before them reads only these to know the new head.
///
/// It names rows without their contents, so that the rows touched by several commits add up.
/// `docs/database.md` describes the stored form.
struct TouchedRows: Equatable, Sendable {
  /// A row of a section that was touched.
  struct Section: Equatable, Sendable {
    let row: Int64
    /// Its position before; `nil` when it was not there.
    let position: Int64?
    /// Whether it is the same section before and after; then only the named chunks have changed.
    var isSame: Bool
  }

  /// A row of a chunk that was touched.
  struct Chunk: Equatable, Sendable {
    /// The row of the section it was touched in.
    let section: Int64
    let row: Int64
    /// Its position before; `nil` when it was not there.
    let position: Int64?
  }

  // Mostly none or one row, and never so many that a search takes long.

  /// The sections, each once.
  private(set) var sections: [Section] = []
  /// The chunks, each once in a section.
  private(set) var chunks: [Chunk] = []
  /// Whether there are so many that reading the whole head is hardly more work.
  private(set) var areTooMany = false

  /// The most rows that are named.
  static let limit = 256

  /// Notes a section that changes, or changes its position.
  mutating func note(section: Int64, at position: Int64) {
    note(Section(row: section, position: position, isSame: true))
  }

  /// Notes a section that comes or goes, with all its chunks.
  ///
  /// - Parameters:
  ///   - section: Its row; a new section may have the row of a deleted one.
  ///   - position: Its position before it goes; `nil` for a new one.
  mutating func noteReplaced(section: Int64, at position: Int64?) {
    note(Section(row: section, position: position, isSame: false))
  }

  /// Notes a chunk.
  ///
  /// - Parameters:
  ///   - chunk: Its row.
  ///   - section: The row of its section.
  ///   - position: Its position before; `nil` for a new one.
  mutating func note(chunk: Int64, of section: Int64, at position: Int64?) {
    note(Chunk(section: section, row: chunk, position: position))
  }

  /// Adds the rows that were touched afterwards.
  mutating func add(_ later: TouchedRows) {
    if later.areTooMany { giveUp() }
    for section in later.sections { note(section) }
    for chunk in later.chunks { note(chunk) }
  }

  /// Returns whether a section came or went, with all its chunks.
  func isReplaced(section: Int64) -> Bool {
    sections.contains { $0.row == section && !$0.isSame }
  }

  // The first note of a row has its position before all of them.

  private mutating func note(_ section: Section) {
    if let known = sections.firstIndex(where: { $0.row == section.row }) {
      sections[known].isSame = sections[known].isSame && section.isSame
    } else if makeRoom() {
      sections.append(section)
    }
  }

  private mutating func note(_ chunk: Chunk) {
    if chunks.contains(where: { $0.row == chunk.row && $0.section == chunk.section }) { return }
    if makeRoom() { chunks.append(chunk) }
  }

  private mutating func makeRoom() -> Bool {
    if sections.count + chunks.count >= Self.limit { giveUp() }
    return !areTooMany
  }

  private mutating func giveUp() {
    (sections, chunks, areTooMany) = ([], [], true)
  }
}

// MARK: - Stored form

extension TouchedRows {
  /// The kind of an entry.
  private enum Kind: UInt8 {
    case chunk = 0
    case newChunk = 1
    case section = 2
    case goneSection = 3
    case newSection = 4
  }

  /// Returns the stored form; `nil` when there are too many rows.
  func encoded() -> [UInt8]? {
    if areTooMany { return nil }
    if sections.isEmpty, chunks.isEmpty { return Self.nothing }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32 * (sections.count + chunks.count))
    for section in sections.sorted(by: { $0.row < $1.row }) {
      let known: Kind = section.isSame ? .section : .goneSection
      bytes.append((section.position == nil ? .newSection : known).rawValue)
      ZigzagLEB128.append(section.row, to: &bytes)
      if let position = section.position { ZigzagLEB128.append(position, to: &bytes) }
    }
    for chunk in chunks.sorted(by: { ($0.section, $0.row) < ($1.section, $1.row) }) {
      bytes.append((chunk.position == nil ? Kind.newChunk : .chunk).rawValue)
      ZigzagLEB128.append(chunk.section, to: &bytes)
      ZigzagLEB128.append(chunk.row, to: &bytes)
      if let position = chunk.position { ZigzagLEB128.append(position, to: &bytes) }
    }
    withUnsafeBytes(of: Checksum(bytes).value.littleEndian) { bytes += $0 }
    return bytes
  }

  /// The stored form of most commits, which change contents: the checksum of no bytes.
  private static let nothing: [UInt8] = [0, 0, 0, 0]

  /// Reads the stored form; `nil` when it is damaged.
  init?(encoded bytes: UnsafeRawBufferPointer) {
    let end = bytes.count - MemoryLayout<UInt32>.size
    guard end >= 0 else { return nil }
    let checksum = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt32.self))
    let entries = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    guard Checksum(entries).value == checksum else { return nil }
    var next = 0
    while next < end {
      let kind = Kind(rawValue: entries[next])
      next += 1
      func number() -> Int64? { ZigzagLEB128.number(in: entries, at: &next) }
      switch kind {
      case .section?, .goneSection?:
        guard let row = number(), let position = number() else { return nil }
        note(Section(row: row, position: position, isSame: kind == .section))
      case .newSection?:
        guard let row = number() else { return nil }
        noteReplaced(section: row, at: nil)
      case .chunk?:
        guard let section = number(), let row = number(), let position = number() else {
          return nil
        }
        note(chunk: row, of: section, at: position)
      case .newChunk?:
        guard let section = number(), let row = number() else { return nil }
        note(chunk: row, of: section, at: nil)
      case nil:
        return nil
      }
    }
  }
}
