import ListModel

/// Reads the binary form of a changeset.
///
/// It holds an unsafe pointer, which the creator of a decoder lends it during a closure; every
/// access comes after a comparison with ``end``. It is not copyable, so that reading a number never
/// copies it.
struct ChangesetDecoder: ~Copyable {
  /// The purpose of reading.
  enum Purpose {
    /// To check everything. Nothing is kept: ids are empty, and no component has content.
    case checking
    /// To read places, see ``PlaceChanges``. Contents are passed over, and only ids of sections are
    /// kept.
    case placing
    /// To read some operations; the others are passed over.
    case picking
    /// To read everything.
    case reading

    var keepsTypes: Bool { self == .picking || self == .reading }
    var passesOverContents: Bool { self == .placing || self == .picking }
  }

  var purpose: Purpose
  /// What is held of the components of cells.
  var held = Changeset.HeldContents.whole
  /// Whether the next content is taken as it is.
  var leavesContentUnproven = false
  let bytes: UnsafeBufferPointer<UInt8>
  let end: Int
  var position = 1
  let format: UInt8
  /// How many views were passed over.
  var viewCount = 0
  var typeCount = 0
  var types: [String] = []
  var contentCount = 0
  var checked: CheckedContents?
  /// How many bytes of memory may still be taken before all bytes have been checked.
  private var budget = Int.max
  /// The most bytes of a content that is checked.
  var contentLimit = Int.max
  /// Whether checking the bytes takes so much memory that nothing may be held meanwhile.
  var mustStartAnew = false
  /// One reader for all contents, so that its memory is used again.
  var contents: JSONReader

  /// Checks format and checksum.
  ///
  /// - Parameters:
  ///   - bytes: The binary form.
  ///   - purpose: The purpose of reading.
  ///   - memoryLimit: How many bytes of memory may be taken before all bytes are checked; if `nil`,
  ///     three times as many as there are bytes, but at least 32 KiB.
  /// - Throws: ``InvalidEncoding``.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>,
    for purpose: Purpose,
    checkingBeyond memoryLimit: Int? = nil
  ) throws(InvalidEncoding) {
    try Self.checkFormat(bytes)
    let raw = UnsafeRawBufferPointer(bytes)
    let end = bytes.count - 4
    let stored = UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: end, as: UInt32.self))
    let computed = Checksum(UnsafeRawBufferPointer(rebasing: raw[..<end])).value
    guard stored == computed else { throw .wrongChecksum(stored: stored, computed: computed) }
    self.init(intact: bytes, for: purpose)
    budget = memoryLimit ?? max(Self.uncheckedByteCount, 3 * bytes.count)
  }

  /// Checks the format, and that there are enough bytes for a checksum.
  ///
  /// - Throws: ``InvalidEncoding``.
  static func checkFormat(_ bytes: UnsafeBufferPointer<UInt8>) throws(InvalidEncoding) {
    guard let format = bytes.first else { throw .malformed(offset: 0, reason: "no bytes") }
    guard (1...Changeset.encodingFormat).contains(Int(format)) else {
      throw .unsupportedFormat(Int(format), supported: Changeset.encodingFormat)
    }
    guard bytes.count >= Changeset.minimumByteCount else {
      throw .malformed(offset: bytes.count, reason: "cut off; a changeset has at least 6 bytes")
    }
  }

  /// Creates a decoder of bytes whose format and checksum are known to be right, and whose contents
  /// may have been checked.
  init(
    intact bytes: UnsafeBufferPointer<UInt8>,
    for purpose: Purpose,
    _ contents: CheckedContents? = nil
  ) {
    checked = contents
    self.bytes = bytes
    format = bytes.first ?? 0
    self.purpose = purpose
    end = bytes.count - 4
    self.contents = JSONReader(bytes)
  }

  /// Reads the binary form of a changeset.
  ///
  /// - Parameters:
  ///   - bytes: The binary form.
  ///   - memoryLimit: How many bytes of memory may be taken before all bytes are checked.
  ///   - contents: What is held of the contents of cells.
  /// - Returns: The changeset.
  /// - Throws: ``InvalidEncoding``.
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>,
    checkingBeyond memoryLimit: Int?,
    contents: Changeset.HeldContents
  ) throws(InvalidEncoding) -> Changeset {
    let changeset = try decodeAtOnce(bytes, checkingBeyond: memoryLimit, contents: contents)
    if let changeset { return changeset }
    var reader = ChangesetDecoder(intact: bytes, for: .reading, try check(bytes))
    reader.held = contents
    return try reader.decode()
  }

  /// Reads a changeset; returns `nil` when nothing may be held while its bytes are checked.
  private static func decodeAtOnce(
    _ bytes: UnsafeBufferPointer<UInt8>,
    checkingBeyond memoryLimit: Int?,
    contents: Changeset.HeldContents
  ) throws(InvalidEncoding) -> Changeset? {
    var reader = try ChangesetDecoder(bytes, for: .reading, checkingBeyond: memoryLimit)
    reader.held = contents
    do {
      return try reader.decode()
    } catch {
      guard reader.mustStartAnew else { throw error }
      return nil
    }
  }

  /// Checks all bytes.
  ///
  /// - Returns: What is known of their contents, which makes reading these quick.
  static func check(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(InvalidEncoding) -> CheckedContents {
    var checker = try ChangesetDecoder(bytes, for: .checking)
    return try checker.check()
  }

  private mutating func check() throws(InvalidEncoding) -> CheckedContents {
    checked = CheckedContents()
    _ = try decode()
    return checked ?? CheckedContents()
  }

  // MARK: Memory

  /// The bytes of memory that may always be taken before all bytes have been checked.
  private static var uncheckedByteCount: Int { 32 << 10 }
  /// The size of a content, in bytes, above which the memory for reading it is counted too.
  static var largeContentByteCount: Int { 2 << 10 }
  /// The bytes that an allocation on the heap takes besides its content.
  static var heapByteCount: Int { 48 }

  /// Counts memory that is about to be taken; before it exceeds the budget, all bytes are checked.
  ///
  /// - Parameters:
  ///   - byteCount: The bytes of memory that are kept.
  ///   - other: Further bytes, which are taken only for a short time.
  /// - Throws: ``InvalidEncoding`` when something is wrong with the bytes.
  @inline(__always)
  mutating func spend(_ byteCount: Int, besides other: Int = 0) throws(InvalidEncoding) {
    budget &-= byteCount
    if budget < other { try checkAll() }
  }

  private mutating func checkAll() throws(InvalidEncoding) {
    budget = .max
    guard purpose == .reading, held != .unproven else {
      var checker = ChangesetDecoder(intact: bytes, for: .placing)
      _ = try checker.readPlaces(keeping: false)
      return
    }
    var checker = ChangesetDecoder(intact: bytes, for: .checking)
    checker.contentLimit = bytes.count / 4
    do {
      checked = try checker.check()
    } catch {
      mustStartAnew = checker.mustStartAnew
      throw error
    }
  }

  /// Reads everything behind the format number; returns an empty changeset when it is only checked.
  mutating func decode() throws(InvalidEncoding) -> Changeset {
    let kinds = try readByte()
    let deletedSections = kinds & 0x01 != 0 ? try readAll(Changeset.SectionDeletion.self) : []
    let insertedSections = kinds & 0x02 != 0 ? try readAll(Changeset.SectionInsertion.self) : []
    let movedSections = kinds & 0x04 != 0 ? try readAll(Changeset.SectionMove.self) : []
    let updatedSections = kinds & 0x08 != 0 ? try readAll(Changeset.SectionUpdate.self) : []
    let deletedCells = kinds & 0x10 != 0 ? try readAll(Changeset.CellDeletion.self) : []
    let insertedCells = kinds & 0x20 != 0 ? try readAll(Changeset.CellInsertion.self) : []
    let movedCells = kinds & 0x40 != 0 ? try readAll(Changeset.CellMove.self) : []
    let updatedCells = kinds & 0x80 != 0 ? try readAll(Changeset.CellUpdate.self) : []
    try checkEnd()
    return Changeset(
      deletedSections: deletedSections,
      insertedSections: insertedSections,
      movedSections: movedSections,
      updatedSections: updatedSections,
      deletedCells: deletedCells,
      insertedCells: insertedCells,
      movedCells: movedCells,
      updatedCells: updatedCells
    )
  }

  /// Reads only some operations on cells, given by their ascending numbers among those of their
  /// kind.
  mutating func pick(
    deletedCells: [Int],
    updatedCells: [Int]
  ) throws(InvalidEncoding) -> Changeset {
    budget = .max
    let kinds = try readByte()
    var result = Changeset()
    if kinds & 0x01 != 0 { _ = try pick([], of: Changeset.SectionDeletion.self) }
    if kinds & 0x02 != 0 { _ = try pick([], of: Changeset.SectionInsertion.self) }
    if kinds & 0x04 != 0 { _ = try pick([], of: Changeset.SectionMove.self) }
    if kinds & 0x08 != 0 { _ = try pick([], of: Changeset.SectionUpdate.self) }
    if kinds & 0x10 != 0 { result.deletedCells = try pick(deletedCells) }
    // Nothing behind the deletions is needed.
    guard !updatedCells.isEmpty else { return result }
    if kinds & 0x20 != 0 { _ = try pick([], of: Changeset.CellInsertion.self) }
    if kinds & 0x40 != 0 { _ = try pick([], of: Changeset.CellMove.self) }
    if kinds & 0x80 != 0 { result.updatedCells = try pick(updatedCells) }
    return result
  }

  private mutating func pick<Operation: BinaryOperation>(
    _ numbers: [Int],
    of kind: Operation.Type = Operation.self
  ) throws(InvalidEncoding) -> [Operation] {
    var places = try OperationPlaces<Operation>(&self)
    var operations: [Operation] = []
    var number = 0
    while try places.goOn(&self) {
      if operations.count < numbers.count, numbers[operations.count] == number {
        purpose = .reading
        operations.append(try read(at: places))
        purpose = .picking
      } else {
        try passOver(kind)
      }
      number += 1
    }
    return operations
  }

  /// Reads all operations on sections, and the operations on some cells, given by the bytes of their ids.
  mutating func pick(cells: [[UInt8]]) throws(InvalidEncoding) -> Changeset {
    budget = .max
    let kinds = try readByte()
    var result = Changeset()
    purpose = .reading
    if kinds & 0x01 != 0 { result.deletedSections = try readAll(Changeset.SectionDeletion.self) }
    if kinds & 0x02 != 0 { result.insertedSections = try readAll(Changeset.SectionInsertion.self) }
    if kinds & 0x04 != 0 { result.movedSections = try readAll(Changeset.SectionMove.self) }
    if kinds & 0x08 != 0 { result.updatedSections = try readAll(Changeset.SectionUpdate.self) }
    purpose = .picking
    if kinds & 0x10 != 0 { result.deletedCells = try pick(cells) }
    if kinds & 0x20 != 0 { result.insertedCells = try pick(cells) }
    if kinds & 0x40 != 0 { result.movedCells = try pick(cells) }
    if kinds & 0x80 != 0 { result.updatedCells = try pick(cells) }
    try checkEnd()
    return result
  }

  private mutating func pick<Operation: BinaryOperation>(
    _ ids: [[UInt8]]
  ) throws(InvalidEncoding) -> [Operation] {
    var places = try OperationPlaces<Operation>(&self)
    var operations: [Operation] = []
    while try places.goOn(&self) {
      let start = position
      let id = try take(try readCount(bytesEach: 1))
      position = start
      if ids.contains(where: { $0.elementsEqual(id) }) {
        purpose = .reading
        operations.append(try read(at: places))
        purpose = .picking
      } else {
        try passOver(Operation.self)
      }
    }
    return operations
  }

  func checkEnd() throws(InvalidEncoding) {
    guard position == end else { throw malformed("\(end - position) bytes too many") }
  }

  private mutating func readAll<Operation: BinaryOperation>(
    _ kind: Operation.Type
  ) throws(InvalidEncoding) -> [Operation] {
    var places = try OperationPlaces<Operation>(&self)
    var operations: [Operation] = []
    if purpose == .reading {
      let contents = Operation.payload.contentCount * Self.heapByteCount
      try spend(places.count * (MemoryLayout<Operation>.stride + contents))
      operations.reserveCapacity(places.count)
    }
    while try places.goOn(&self) {
      let operation: Operation = try read(at: places)
      if purpose == .reading { operations.append(operation) }
    }
    return operations
  }

  /// Reads the operation at the present place.
  mutating func read<Operation: BinaryOperation>(
    at places: borrowing OperationPlaces<Operation>
  ) throws(InvalidEncoding) -> Operation {
    let isKept =
      purpose == .reading
      || purpose == .placing && Operation.Element.self == Section.self
    let id = Identifier<Operation.Element>(try readIdentifier(isKept: isKept))
    return try Operation(id, from: places.origin, at: places.place, payload: &self)
  }
}

/// What is known of the contents of a changeset that has been checked.
struct CheckedContents {
  /// The numbers of the contents that are not in canonical form, ascending.
  var others: [UInt32] = []
  private var passed = 0

  /// Whether a content is in canonical form; asked at most once for each content, in ascending
  /// order.
  mutating func isCanonical(_ number: Int) -> Bool {
    // Some contents may have been read before all were checked.
    while passed < others.count, others[passed] < number { passed += 1 }
    return passed == others.count || others[passed] > number
  }
}
