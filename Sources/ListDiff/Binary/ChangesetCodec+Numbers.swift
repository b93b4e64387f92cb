import ListModel

/// Numbers and texts of the binary form.
extension ChangesetDecoder {
  mutating func take(_ count: Int) throws(InvalidEncoding) -> UnsafeBufferPointer<UInt8> {
    guard count <= end - position else { throw malformed("cut off") }
    position += count
    return UnsafeBufferPointer(rebasing: bytes[position - count..<position])
  }

  mutating func readByte() throws(InvalidEncoding) -> UInt8 {
    guard position < end else { throw malformed("cut off") }
    position += 1
    return bytes[position - 1]
  }

  /// Reads a number of at most 35 bits, so that no sum of two can overflow.
  @inline(__always)
  mutating func readNumber() throws(InvalidEncoding) -> Int {
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

  /// Reads the number of items that follow, each of at least `bytesEach` bytes.
  @inline(__always)
  mutating func readCount(bytesEach: Int) throws(InvalidEncoding) -> Int {
    let count = try readNumber()
    guard count * bytesEach <= end - position else {
      throw malformed("a length or count of \(count), but only \(end - position) bytes follow")
    }
    return count
  }

  mutating func readIndex(from start: Int) throws(InvalidEncoding) -> Int {
    let step = try readNumber()
    return try index(start + step)
  }

  mutating func readSignedIndex(from start: Int) throws(InvalidEncoding) -> Int {
    let step = try readSigned()
    return try index(start + step)
  }

  func index(_ number: Int) throws(InvalidEncoding) -> Int {
    guard 0...Changeset.maximumIndex ~= number else { throw malformed("an index out of range") }
    return number
  }

  /// Reads the name of a type; returns an empty one when names are not kept.
  mutating func readTypeName() throws(InvalidEncoding) -> String {
    try text(of: try take(try readCount(bytesEach: 1)), isKept: purpose.keepsTypes)
  }

  /// Reads an id; returns an empty one when it is not kept.
  mutating func readIdentifier(isKept: Bool) throws(InvalidEncoding) -> String {
    let bytes = try take(try readCount(bytesEach: 1))
    if let reason = Cell.ID.reasonForRefusal(ofByteCount: bytes.count) {
      throw malformed("an id \(reason)")
    }
    // A shorter string has no memory of its own.
    if isKept, bytes.count > 15 { try spend(bytes.count + Self.heapByteCount) }
    return try text(of: bytes, isKept: isKept)
  }

  private func text(
    of bytes: UnsafeBufferPointer<UInt8>,
    isKept: Bool
  ) throws(InvalidEncoding) -> String {
    guard isKept else {
      if !bytes.areASCII, String(utf8: bytes) == nil { throw malformed("a text is not UTF-8") }
      return ""
    }
    guard let text = String(utf8: bytes) else { throw malformed("a text is not UTF-8") }
    return text
  }

  func malformed(_ reason: String) -> InvalidEncoding {
    .malformed(offset: position, reason: reason)
  }
}

extension String {
  /// Reads a text; `nil` if the bytes are not UTF-8.
  ///
  /// It takes a fraction of the time of `String(validating:)`.
  package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // Bytes that are not UTF-8 were repaired, and differ now.
    guard bytes.areASCII || utf8.elementsEqual(bytes) else { return nil }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether no byte has its high bit set; eight bytes are read at a time.
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
