import ListModel

/// The numbers of operations in the binary form of a changeset, counted before the changeset is
/// held in memory.
///
/// Two bytes of it can be an operation of 48 bytes in memory, of which other tables are made.
package struct OperationTally: Equatable, Sendable {
  /// Operations on sections, or operations on cells.
  package struct Elements: Equatable, Sendable {
    package fileprivate(set) var deleted = 0
    package fileprivate(set) var inserted = 0
    package fileprivate(set) var moved = 0
    package fileprivate(set) var updated = 0

    /// The least number of elements that there must be before the change.
    package var before: Int { max(deleted + moved, updated) }
    /// The least number of elements that there must be after the change.
    package var after: Int { max(inserted + moved, updated) }
  }

  package private(set) var sections = Elements()
  package private(set) var cells = Elements()
  /// The most bytes of memory that the operations take, without their ids and contents.
  package private(set) var memoryByteCount = 0

  /// The first kind of operations, such as `cells.deleted`, whose ids have too few bytes to be all
  /// different: some operations name the same element.
  package private(set) var repeatedKind: String?

  /// Counts the operations of a changeset without copying it, in a row of a database for example.
  ///
  /// Its checksum and contents are not checked: the reader of the changeset checks them.
  ///
  /// - Parameter bytes: The binary form.
  /// - Throws: ``InvalidEncoding`` for bytes that do not follow the format.
  /// - Complexity: O(bytes); no memory.
  package init(encoded bytes: UnsafeBufferPointer<UInt8>) throws(InvalidEncoding) {
    try ChangesetDecoder.checkFormat(bytes)
    var reader = ChangesetDecoder(intact: bytes, for: .placing)
    let kinds = try reader.readByte()
    if kinds & 0x01 != 0 {
      sections.deleted = try count(Changeset.SectionDeletion.self, &reader)
    }
    if kinds & 0x02 != 0 {
      sections.inserted = try count(Changeset.SectionInsertion.self, &reader)
    }
    if kinds & 0x04 != 0 { sections.moved = try count(Changeset.SectionMove.self, &reader) }
    if kinds & 0x08 != 0 { sections.updated = try count(Changeset.SectionUpdate.self, &reader) }
    if kinds & 0x10 != 0 { cells.deleted = try count(Changeset.CellDeletion.self, &reader) }
    if kinds & 0x20 != 0 { cells.inserted = try count(Changeset.CellInsertion.self, &reader) }
    if kinds & 0x40 != 0 { cells.moved = try count(Changeset.CellMove.self, &reader) }
    if kinds & 0x80 != 0 { cells.updated = try count(Changeset.CellUpdate.self, &reader) }
    try reader.checkEnd()
  }

  private mutating func count<Operation: BinaryOperation>(
    _ kind: Operation.Type,
    _ reader: inout ChangesetDecoder
  ) throws(InvalidEncoding) -> Int {
    var places = try OperationPlaces<Operation>(&reader)
    var idByteCount = 0
    let viewsBefore = reader.viewCount
    while try places.goOn(&reader) {
      let start = reader.position
      idByteCount += try reader.readCount(bytesEach: 1)
      reader.position = start
      try reader.passOver(kind)
    }
    if idByteCount < Self.byteCount(ofDifferentIDs: places.count), repeatedKind == nil {
      repeatedKind = Operation.path
    }
    let contents = Operation.payload.contentCount * ChangesetDecoder.heapByteCount
    let views = reader.viewCount - viewsBefore
    memoryByteCount += places.count * (MemoryLayout<Operation>.stride + contents)
    memoryByteCount += views * ChangesetDecoder.viewByteCount
    return places.count
  }

  /// The fewest bytes that this many different ids have together.
  private static func byteCount(ofDifferentIDs count: Int) -> Int {
    count + max(0, count - shortest.ofOneByte)
      + max(0, count - shortest.ofOneByte - shortest.ofTwoBytes)
  }

  /// The most different sections or cells that changesets of this many bytes can insert or delete.
  ///
  /// Each takes its id, one byte for the length of the id, and one for its component or attributes.
  package static func elements(inBytes byteCount: Int) -> Int {
    min(byteCount / 3, byteCount / 5 + shortest.ofOneByte + shortest.ofTwoBytes)
  }

  /// How many ids there are of one byte, and of two bytes: two ASCII characters, or one character
  /// of two bytes.
  private static let shortest = (ofOneByte: 128, ofTwoBytes: 128 * 128 + 1_920)
}

extension Changeset {
  /// Whether the binary form of a changeset has the right checksum.
  package static func isIntact(encoded bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    do {
      _ = try ChangesetDecoder(bytes, for: .checking)
      return true
    } catch {
      return false
    }
  }
}
