import ListModel

/// Reads the binary form of a changeset.
///
/// It holds an unsafe pointer that is valid while `Changeset.init(encoded:)` runs; every access
/// goes through ``take(_:)``, which compares with the end. It cannot be copied, because it would be
/// unseen, with each number.
struct ChangesetDecoder: ~Copyable {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 1
  private let end: Int
  private var types: [String] = []
  /// Reads all contents, for its memory to be used again.
  private var contents: JSONReader

  /// Checks format and checksum.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(InvalidEncoding) {
    guard let format = bytes.first else { throw .malformed(offset: 0, reason: "no bytes") }
    guard Int(format) == Changeset.encodingFormat else {
      throw .unsupportedFormat(Int(format), supported: Changeset.encodingFormat)
    }
    guard bytes.count >= 6 else {
      throw .malformed(offset: bytes.count, reason: "cut off; a changeset has at least 6 bytes")
    }
    let end = bytes.count - 4
    let raw = UnsafeRawBufferPointer(bytes)
    let stored = UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: end, as: UInt32.self))
    let computed = Checksum(UnsafeRawBufferPointer(rebasing: raw[..<end])).value
    guard stored == computed else { throw .wrongChecksum(stored: stored, computed: computed) }
    self.bytes = bytes
    self.end = end
    contents = JSONReader(bytes)
  }

  /// Decodes all that follows the format number.
  mutating func decode() throws(InvalidEncoding) -> Changeset {
    let kinds = try readByte()
    let deletedSections = kinds & 0x01 != 0 ? try readSections() : [Changeset.SectionDeletion]()
    let insertedSections = kinds & 0x02 != 0 ? try readSections() : [Changeset.SectionInsertion]()
    let movedSections = kinds & 0x04 != 0 ? try readSections() : [Changeset.SectionMove]()
    let updatedSections = kinds & 0x08 != 0 ? try readSections() : [Changeset.SectionUpdate]()
    let deletedCells = kinds & 0x10 != 0 ? try readCells() : [Changeset.CellDeletion]()
    let insertedCells = kinds & 0x20 != 0 ? try readCells() : [Changeset.CellInsertion]()
    let movedCells = kinds & 0x40 != 0 ? try readCells() : [Changeset.CellMove]()
    let updatedCells = kinds & 0x80 != 0 ? try readCells() : [Changeset.CellUpdate]()
    guard position == end else { throw malformed("\(end - position) bytes too many") }
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

  // MARK: Operations of one kind

  private mutating func readSections<Operation: BinaryOperation>() throws(InvalidEncoding)
    -> [Operation] where Operation.Place == Int
  {
    let count = try readCount(bytesEach: 3)
    var operations: [Operation] = []
    reserve(count, in: &operations)
    var next = 0
    for _ in 0..<count {
      let place = try readIndex(from: next)
      let origin = Operation.hasOrigin ? try readSignedIndex(from: place) : place
      try readOperation(from: origin, at: place, of: count, into: &operations)
      next = place + 1
    }
    return operations
  }

  private mutating func readCells<Operation: BinaryOperation>() throws(InvalidEncoding)
    -> [Operation] where Operation.Place == CellPath
  {
    let count = try readCount(bytesEach: 2)
    var operations: [Operation] = []
    reserve(count, in: &operations)
    var next = CellPath(section: 0, item: 0)
    while operations.count < count {
      let step = try readNumber()
      next.section = try index(next.section + step)
      next.item = try readIndex(from: step == 0 ? next.item : 0)
      let length = try readNumber() + 1
      guard length <= count - operations.count else { throw malformed("a run is too long") }
      var origin = next
      if Operation.hasOrigin {
        origin.section = try readSignedIndex(from: next.section)
        origin.item = try readSignedIndex(from: next.item)
      }
      _ = try index(max(next.item, origin.item) + length - 1)
      for _ in 0..<length {
        try readOperation(from: origin, at: next, of: count, into: &operations)
        next.item += 1
        origin.item += 1
      }
    }
    return operations
  }

  private mutating func readOperation<Operation: BinaryOperation>(
    from origin: Operation.Place,
    at place: Operation.Place,
    of count: Int,
    into operations: inout [Operation]
  ) throws(InvalidEncoding) {
    let id = Identifier<Operation.Element>(try readIdentifier())
    if operations.count == operations.capacity {
      // No more than there will be: a changeset may be kept for long.
      operations.reserveCapacity(min(count, 2 * operations.count))
    }
    operations.append(try Operation(id, from: origin, at: place, payload: &self))
  }

  // MARK: Components and attributes

  mutating func readComponent(
    replacedBy replacement: StoredComponent? = nil
  ) throws(InvalidEncoding) -> StoredComponent {
    let number = try readNumber()
    if number >> 1 == types.count { types.append(try readText()) }
    guard number >> 1 < types.count else { throw malformed("unknown component type") }
    var component = StoredComponent(type: types[number >> 1])
    if number & 1 == 1 { component.content = try readContent(replacedBy: replacement?.content) }
    return component
  }

  mutating func readAttributes(
    replacedBy replacement: Section.Attributes? = nil
  ) throws(InvalidEncoding) -> Section.Attributes {
    let presence = try readByte()
    guard presence < 8 else { throw malformed("unknown section attributes") }
    var attributes = Section.Attributes()
    if presence & 1 != 0 {
      attributes.header = try readSupplementaryView(replacedBy: replacement?.header)
    }
    if presence & 2 != 0 {
      attributes.footer = try readSupplementaryView(replacedBy: replacement?.footer)
    }
    if presence & 4 != 0 {
      let layout = try stored(replacement?.layout) { layout in try layout.stored() }
      attributes.layout = AnySectionLayout(try readContent(replacedBy: layout))
    }
    return attributes
  }

  private mutating func readSupplementaryView(
    replacedBy replacement: SupplementaryView?
  ) throws(InvalidEncoding) -> SupplementaryView {
    guard let alignment = SupplementaryView.Alignment(code: try readByte()) else {
      throw malformed("unknown alignment")
    }
    let component = try stored(replacement?.component) { component in try component.stored() }
    return SupplementaryView(
      component: AnyComponent(try readComponent(replacedBy: component)),
      alignment: alignment
    )
  }

  /// The stored form of what was decoded before, which always has one.
  private func stored<Element, Stored>(
    _ element: Element?,
    _ form: (Element) throws -> Stored
  ) throws(InvalidEncoding) -> Stored? {
    do { return try element.map(form) } catch { throw malformed("\(error)") }
  }

  private mutating func readContent(
    replacedBy replacement: Content?
  ) throws(InvalidEncoding) -> Content {
    let start = position
    guard let replacement = replacement?.bytes else {
      return try content(spanning: try take(try readCount(bytesEach: 1)), at: start).get()
    }
    let prefix = try readNumber()
    let suffix = try readNumber()
    guard prefix + suffix <= replacement.count else {
      throw malformed("more bytes shared with the replacement than it has")
    }
    let middle = try take(try readCount(bytesEach: 1))
    return try replacement.withUnsafeBufferPointer { replacement in
      withJoined(
        UnsafeBufferPointer(rebasing: replacement[..<prefix]),
        middle,
        UnsafeBufferPointer(rebasing: replacement[(replacement.count - suffix)...])
      ) { bytes in content(spanning: bytes, at: start) }
    }.get()
  }

  private mutating func content(
    spanning bytes: UnsafeBufferPointer<UInt8>,
    at offset: Int
  ) -> Result<Content, InvalidEncoding> {
    do throws(JSONFault) {
      let content = try contents.readContent(spanning: bytes)
      if content.bytes.count == bytes.count { return .success(content) }
      let reason = "content is not in the form contents are stored in"
      return .failure(.malformed(offset: offset, reason: reason))
    } catch {
      let reason = "content, byte \(error.offset): \(error.reason)"
      return .failure(.malformed(offset: offset, reason: reason))
    }
  }

  // MARK: Numbers and texts

  private mutating func take(_ count: Int) throws(InvalidEncoding) -> UnsafeBufferPointer<UInt8> {
    guard count <= end - position else { throw malformed("cut off") }
    position += count
    return UnsafeBufferPointer(rebasing: bytes[position - count..<position])
  }

  private mutating func readByte() throws(InvalidEncoding) -> UInt8 {
    guard position < end else { throw malformed("cut off") }
    position += 1
    return bytes[position - 1]
  }

  /// Reads a number of at most 35 bits, so that no sum of two can overflow.
  @inline(__always)
  private mutating func readNumber() throws(InvalidEncoding) -> Int {
    if position < end, bytes[position] < 0x80 {
      position &+= 1
      return Int(bytes[position &- 1])
    }
    return try readLongNumber()
  }

  @inline(never)
  private mutating func readLongNumber() throws(InvalidEncoding) -> Int {
    var byte = try readByte()
    var number = Int(byte & 0x7F)
    var shift = 7
    while byte >= 0x80 {
      guard shift < 35 else { throw malformed("a number of more than 35 bits") }
      byte = try readByte()
      number |= Int(byte & 0x7F) << shift
      shift += 7
    }
    return number
  }

  private mutating func readSigned() throws(InvalidEncoding) -> Int {
    let number = try readNumber()
    return number >> 1 ^ -(number & 1)
  }

  /// Reads how many things of at least `bytesEach` bytes follow.
  @inline(__always)
  private mutating func readCount(bytesEach: Int) throws(InvalidEncoding) -> Int {
    let count = try readNumber()
    guard count * bytesEach <= end - position else {
      throw malformed("a length or count of \(count), but only \(end - position) bytes follow")
    }
    return count
  }

  private mutating func readIndex(from start: Int) throws(InvalidEncoding) -> Int {
    let step = try readNumber()
    return try index(start + step)
  }

  private mutating func readSignedIndex(from start: Int) throws(InvalidEncoding) -> Int {
    let step = try readSigned()
    return try index(start + step)
  }

  private func index(_ number: Int) throws(InvalidEncoding) -> Int {
    guard 0...Changeset.maximumIndex ~= number else { throw malformed("an index out of range") }
    return number
  }

  private mutating func readText() throws(InvalidEncoding) -> String {
    let bytes = try take(try readCount(bytesEach: 1))
    let text = String(decoding: bytes, as: UTF8.self)
    // Bytes that are not UTF-8 were repaired, and differ now: `String(validating:)` is slower.
    guard bytes.areASCII || text.utf8.elementsEqual(bytes) else {
      throw malformed("a text is not UTF-8")
    }
    return text
  }

  private mutating func readIdentifier() throws(InvalidEncoding) -> String {
    let text = try readText()
    if let reason = Cell.ID(text).reasonForRefusal { throw malformed("an id \(reason)") }
    return text
  }

  /// Reserves memory for operations, but at most four times that of the bytes that follow.
  private func reserve<Operation>(_ count: Int, in operations: inout [Operation]) {
    let limit = 4 * (end - position) / MemoryLayout<Operation>.stride
    operations.reserveCapacity(min(count, limit))
  }

  private func malformed(_ reason: String) -> InvalidEncoding {
    .malformed(offset: position, reason: reason)
  }
}

/// Lends three rows of bytes as one; a short one costs no memory of the heap.
private func withJoined<Value>(
  _ first: UnsafeBufferPointer<UInt8>,
  _ second: UnsafeBufferPointer<UInt8>,
  _ third: UnsafeBufferPointer<UInt8>,
  _ body: (UnsafeBufferPointer<UInt8>) -> Value
) -> Value {
  let count = first.count + second.count + third.count
  return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { bytes in
    var end = bytes.initialize(fromContentsOf: first)
    end = bytes[end...].initialize(fromContentsOf: second)
    _ = bytes[end...].initialize(fromContentsOf: third)
    return body(UnsafeBufferPointer(bytes))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether no byte has its high bit set; eight bytes at a time.
  fileprivate var areASCII: Bool {
    let raw = UnsafeRawBufferPointer(self)
    var position = 0
    var bits: UInt64 = 0
    while position &+ 8 <= count {
      bits |= raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      position &+= 8
    }
    while position < count {
      bits |= UInt64(self[position])
      position &+= 1
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }
}
