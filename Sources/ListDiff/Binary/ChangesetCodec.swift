// The binary form of a changeset, the one that is stored. All numbers are LEB128: seven bits a
// byte, low ones first; signed ones are zigzag-coded. `docs/formats.md` has the same as tables.
//
//   format number 1 or 2 | kinds | operations of each kind | CRC-32
//
// Format 2 has supplementary views besides headers and footers; it is written only where there are some.
//
// It is small: a component type is spelled only at its first use; cells in consecutive places share
// one run header; content that an update replaces is stored as its difference from the replacement.
//
// It is safe: places are stored as steps forward, so that no input can decode to operations out of
// order; every length and count is compared with the bytes that are left; and bytes that would take
// much more memory than their own are checked before they are read.

import ListModel

extension Changeset {
  /// The newest format number of the binary form.
  ///
  /// Changesets that hold supplementary views besides headers and footers have it; others have 1.
  package static var encodingFormat: Int { 2 }

  /// The format number of the changeset in binary form.
  package var encodingFormat: Int { holdsViews ? 2 : 1 }

  /// Whether a component or section that is deleted, inserted or updated carries views.
  ///
  /// - Complexity: O(operations).
  private var holdsViews: Bool {
    deletedSections.contains { !$0.attributes.views.isEmpty }
      || insertedSections.contains { !$0.attributes.views.isEmpty }
      || updatedSections.contains { !$0.old.views.isEmpty || !$0.new.views.isEmpty }
      || deletedCells.contains { $0.component.hasViews }
      || insertedCells.contains { $0.component.hasViews }
      || updatedCells.contains { $0.old.hasViews || $0.new.hasViews }
  }

  /// The number of bytes of the shortest binary form, which has no operations.
  package static var minimumByteCount: Int { 6 }

  /// Returns the changeset in binary form, including the contents it replaces, so that it can be
  /// inverted after decoding.
  ///
  /// - Throws: ``UnencodableChangeset`` for a changeset that is not in canonical form, or holds a
  ///   component that cannot be encoded.
  /// - Complexity: O(bytes written).
  public func encoded() throws(UnencodableChangeset) -> [UInt8] {
    try checkCanonicalForm()
    return try ChangesetEncoder.encode(self)
  }

  /// Reads a changeset from its binary form.
  ///
  /// An operation of few bytes is larger once it is read: at least 48 bytes for the move of a cell
  /// and 176 for an update, plus contents. Bytes that are refused never take more than four times
  /// their own memory plus 64 KiB.
  ///
  /// - Throws: ``InvalidEncoding`` for bytes that do not follow the format.
  /// - Complexity: O(bytes read + bytes of replaced content).
  public init(encoded bytes: [UInt8]) throws(InvalidEncoding) {
    self = try bytes.withUnsafeBufferPointer { buffer throws(InvalidEncoding) in
      try Changeset(encoded: buffer)
    }
  }

  /// Reads a changeset from its binary form without copying that, in a row of a database for
  /// example.
  ///
  /// Nothing of `bytes` is kept.
  ///
  /// - Parameters:
  ///   - bytes: The binary form.
  ///   - memoryLimit: How many bytes of memory may be taken before all bytes are checked.
  ///   - contents: What is held of the contents of cells; they are checked unless it says otherwise.
  /// - Throws: ``InvalidEncoding`` for bytes that do not follow the format.
  package init(
    encoded bytes: UnsafeBufferPointer<UInt8>,
    checkingBeyond memoryLimit: Int? = nil,
    contents: HeldContents = .whole
  ) throws(InvalidEncoding) {
    self = try ChangesetDecoder.decode(bytes, checkingBeyond: memoryLimit, contents: contents)
  }

  /// What is held of the components of cells.
  package enum HeldContents: Sendable {
    /// The components, which can be shown and written.
    case whole
    /// Their digests, which prove as much in less memory.
    case digests
    /// The components, whose contents are taken as they are: what is left of them in the end is checked by
    /// ``Changeset/proveContents()``.
    ///
    /// A content of more than 2 KiB is refused, though it may be sound: it is to be read with all checks. Bytes
    /// with a wrong content may take as much memory as sound ones.
    case unproven
  }

  /// Reads some operations on cells from the binary form, and passes over the others.
  ///
  /// - Parameters:
  ///   - bytes: The binary form.
  ///   - deletedCells: The indices of the operations in ``deletedCells``, ascending.
  ///   - updatedCells: The indices of the operations in ``updatedCells``, ascending.
  /// - Returns: A changeset with these operations, in the same order; those that are not there are
  ///   left out.
  /// - Throws: ``InvalidEncoding`` for bytes that do not follow the format, as far as they are read.
  /// - Complexity: O(bytes + bytes of the contents of the operations).
  package static func picked(
    encoded bytes: UnsafeBufferPointer<UInt8>,
    deletedCells: [Int],
    updatedCells: [Int]
  ) throws(InvalidEncoding) -> Changeset {
    var reader = try ChangesetDecoder(bytes, for: .picking)
    return try reader.pick(deletedCells: deletedCells, updatedCells: updatedCells)
  }

  /// Reads what a changeset does to its sections and to some cells, without holding the rest of it.
  ///
  /// - Parameters:
  ///   - bytes: The binary form.
  ///   - cells: The ids of the cells.
  /// - Returns: A changeset with all operations on sections and with the operations on these cells.
  /// - Throws: ``InvalidEncoding`` for bytes that do not follow the format; contents of other cells are
  ///   not checked.
  /// - Complexity: O(bytes · cells), of memory O(bytes of what is returned).
  package static func picked(
    encoded bytes: UnsafeBufferPointer<UInt8>,
    cells: [Cell.ID]
  ) throws(InvalidEncoding) -> Changeset {
    var reader = try ChangesetDecoder(bytes, for: .picking)
    return try reader.pick(cells: cells.map { Array($0.rawValue.utf8) })
  }
}

/// Bytes that are not a changeset in binary form.
public enum InvalidEncoding: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes were written in a format this version does not know.
  case unsupportedFormat(Int, supported: Int)
  /// The bytes are not those that were written.
  case wrongChecksum(stored: UInt32, computed: UInt32)
  /// The bytes are intact, but do not follow the format.
  case malformed(offset: Int, reason: String)

  /// One sentence for people.
  public var description: String {
    switch self {
    case .unsupportedFormat(let format, let supported):
      "changeset in format \(format); this version reads formats 1 to \(supported)"
    case .wrongChecksum(let stored, let computed):
      "damaged changeset: its checksum is \(String(computed, radix: 16)), expected "
        + String(stored, radix: 16)
    case .malformed(let offset, let reason):
      "malformed changeset at byte \(offset): \(reason)"
    }
  }
}

/// A changeset that cannot be written.
public struct UnencodableChangeset: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation: a path into a change document, such as `cells.deleted[3]`.
  public let operation: String
  /// What is wrong with it.
  public let reason: String

  init(_ operation: String, _ reason: String) {
    self.operation = operation
    self.reason = reason
  }

  /// One sentence for people.
  public var description: String { "\(operation): \(reason)" }
}

extension Changeset {
  /// The greatest index a format can hold.
  static var maximumIndex: Int { Int(Int32.max) }

  /// Checks that operations are sorted, that places are in range, and that a list accepts the ids.
  func checkCanonicalForm() throws(UnencodableChangeset) {
    try check(deletedSections)
    try check(insertedSections)
    try check(movedSections)
    try check(updatedSections)
    try check(deletedCells)
    try check(insertedCells)
    try check(movedCells)
    try check(updatedCells)
  }

  private func check<Operation: PlacedOperation>(
    _ operations: [Operation]
  ) throws(UnencodableChangeset) {
    // A `Span` lends its elements: an operation in a variable of its own would retain its contents.
    let lent = operations[...]
    let operations = lent.span
    for number in operations.indices {
      let place = operations[number].place
      guard place.isInRange, operations[number].origin.isInRange else {
        throw UnencodableChangeset("\(Operation.path)[\(number)]", "an index is out of range")
      }
      if let reason = operations[number].id.reasonForRefusal {
        throw UnencodableChangeset("\(Operation.path)[\(number)].id", reason)
      }
      guard number == 0 || operations[number - 1].place < place else {
        throw UnencodableChangeset(
          "\(Operation.path)[\(number)]",
          "place \(place) does not come after \(operations[number - 1].place), "
            + "that of the operation before"
        )
      }
    }
  }
}
