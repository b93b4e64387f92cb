import ListModel

/// A changeset in its binary form, known to be right, and not read yet.
///
/// For changes that are too large to hold: what one operation needs is there one after the other.
///
/// ```swift
/// let change = try EncodedChangeset(bytes)
/// try change.forEachOperation { operation in
///   if case .insertedCell(let insertion) = operation { print(insertion.id) }
/// }
/// ```
public struct EncodedChangeset: Sendable {
  /// The binary form.
  public let bytes: [UInt8]
  private let contents: CheckedContents

  /// Checks bytes as ``Changeset/encoded()`` writes them.
  ///
  /// It never takes more than four times the memory of `bytes`, and keeps no more than that.
  ///
  /// - Throws: ``InvalidEncoding`` for bytes that do not follow the format.
  /// - Complexity: O(bytes + bytes of replaced content).
  public init(_ bytes: [UInt8]) throws(InvalidEncoding) {
    contents = try bytes.withUnsafeBufferPointer { buffer throws(InvalidEncoding) in
      try ChangesetDecoder.check(buffer)
    }
    self.bytes = bytes
  }

  /// Reads one operation after the other: of each kind those in canonical order, kinds in the order
  /// of ``Changeset``'s properties.
  ///
  /// - Throws: What `body` throws, after which nothing more is read.
  /// - Complexity: O(bytes + bytes of replaced content); memory for one operation, and for the names
  ///   of types.
  public func forEachOperation(_ body: (Changeset.Operation) throws -> Void) throws {
    try bytes.withUnsafeBufferPointer { buffer in
      var reader = ChangesetDecoder(intact: buffer, for: .reading, contents)
      try reader.forEachOperation(body)
    }
  }
}

extension Changeset {
  /// One operation of a changeset.
  public enum Operation: Equatable, Sendable {
    /// One of ``Changeset/deletedSections``.
    case deletedSection(SectionDeletion)
    /// One of ``Changeset/insertedSections``.
    case insertedSection(SectionInsertion)
    /// One of ``Changeset/movedSections``.
    case movedSection(SectionMove)
    /// One of ``Changeset/updatedSections``.
    case updatedSection(SectionUpdate)
    /// One of ``Changeset/deletedCells``.
    case deletedCell(CellDeletion)
    /// One of ``Changeset/insertedCells``.
    case insertedCell(CellInsertion)
    /// One of ``Changeset/movedCells``.
    case movedCell(CellMove)
    /// One of ``Changeset/updatedCells``.
    case updatedCell(CellUpdate)
  }
}

extension ChangesetDecoder {
  fileprivate mutating func forEachOperation(
    _ body: (Changeset.Operation) throws -> Void
  ) throws {
    let kinds = try readByte()
    if kinds & 0x01 != 0 { try forEach { try body(.deletedSection($0)) } }
    if kinds & 0x02 != 0 { try forEach { try body(.insertedSection($0)) } }
    if kinds & 0x04 != 0 { try forEach { try body(.movedSection($0)) } }
    if kinds & 0x08 != 0 { try forEach { try body(.updatedSection($0)) } }
    if kinds & 0x10 != 0 { try forEach { try body(.deletedCell($0)) } }
    if kinds & 0x20 != 0 { try forEach { try body(.insertedCell($0)) } }
    if kinds & 0x40 != 0 { try forEach { try body(.movedCell($0)) } }
    if kinds & 0x80 != 0 { try forEach { try body(.updatedCell($0)) } }
    try checkEnd()
  }

  private mutating func forEach<Operation: BinaryOperation>(
    _ body: (Operation) throws -> Void
  ) throws {
    var places = try OperationPlaces<Operation>(&self)
    while try places.goOn(&self) { try body(try read(at: places)) }
  }
}
