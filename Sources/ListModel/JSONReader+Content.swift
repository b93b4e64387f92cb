extension JSONReader {
  /// Reads any value, which begins with the next token, as content.
  ///
  /// - Complexity: O(n) for n bytes when all members are sorted; each object of k unsorted members
  ///   also takes O(k log k) comparisons.
  package mutating func readContent() throws(JSONFault) -> Content {
    guard let end = MinifiedScanner.end(ofValueAt: position, in: bytes, sorting: &sortedForm) else {
      return try readContentInAnyForm()
    }
    defer { position = end }
    return scannedContent(Array(bytes[position..<end]))
  }

  /// Returns the content that has just been scanned.
  private func scannedContent(_ minified: [UInt8]) -> Content {
    sortedForm.isCanonical
      ? Content(canonical: minified) : Content(minified: minified, canonical: sortedForm.bytes)
  }

  /// Reads content in any form, and explains any fault.
  package mutating func readContentInAnyForm() throws(JSONFault) -> Content {
    let start = position
    try scanValue()
    let minified: [UInt8]
    if scratch.output.isEmpty, scratch.pendingStart == start {
      minified = Array(bytes[start..<position])
    } else {
      flush()
      minified = Array(scratch.output[...])
    }
    if scratch.unsortedObjects.isEmpty { return Content(canonical: minified) }
    scratch.sort(minified)
    return Content(minified: minified, canonical: scratch.canonicalForm)
  }

  /// Reads content that fills all of `bytes`, with this reader's memory; `bytes` must outlive the
  /// reader or its next use.
  ///
  /// - Returns: The content; `nil` when it is valid, but not in the form in which it would be kept.
  package mutating func readStoredContent(
    spanning bytes: UnsafeBufferPointer<UInt8>
  ) throws(JSONFault) -> Content? {
    if MinifiedScanner.end(ofValueAt: 0, in: bytes, sorting: &sortedForm) == bytes.count {
      return scannedContent(Array(bytes))
    }
    let (content, end) = try readAll(of: bytes) { reader throws(JSONFault) in
      (try reader.readContentInAnyForm(), reader.position)
    }
    return hasKept(end) ? content : nil
  }

  /// Returns the form of the content that ``readStoredContent(spanning:)`` would read; `nil` if it
  /// would return `nil`.
  ///
  /// When finding the form takes more than one pass, the canonical form is reported as minified.
  ///
  /// It uses up to three and a half times the memory of `bytes` and frees it, except a few
  /// kilobytes.
  package mutating func storedForm(
    spanning bytes: UnsafeBufferPointer<UInt8>
  ) throws(JSONFault) -> Content.StoredForm? {
    var form = SortedForm()
    form.isWanted = false
    if MinifiedScanner.end(ofValueAt: 0, in: bytes, sorting: &form) == bytes.count {
      return form.isCanonical ? .canonical : .minified
    }
    let isSmall = bytes.count <= Self.smallByteCount
    if !isSmall {
      scratch = ContentScratch()
      // A member beside other members has at least 5 bytes.
      let colons = bytes.reduce(into: 0) { count, byte in
        if byte == UInt8(ascii: ":") { count += 1 }
      }
      scratch.members.reserveCapacity(min(colons, bytes.count / 5))
    }
    scratch.keepsOrder = false
    defer {
      if isSmall { scratch.keepsOrder = true } else { scratch = ContentScratch() }
    }
    let end = try readAll(of: bytes) { reader throws(JSONFault) in
      try reader.scanValue()
      return reader.position
    }
    return hasKept(end) ? .minified : nil
  }

  /// The largest number of bytes of a text that takes little memory to read.
  private static var smallByteCount: Int { 1 << 10 }

  private mutating func readAll<Value>(
    of bytes: UnsafeBufferPointer<UInt8>,
    _ body: (inout JSONReader) throws(JSONFault) -> Value
  ) throws(JSONFault) -> Value {
    self.bytes = bytes
    position = 0
    return try readToEnd(body)
  }

  /// Returns whether no byte of the text is dropped or rewritten, given the end of its value.
  private func hasKept(_ end: Int) -> Bool {
    scratch.output.isEmpty && scratch.textStart == 0 && scratch.pendingStart == 0
      && end == bytes.count
  }
}

// MARK: One pass over the value

extension JSONReader {
  /// Skips one value, and notes its minified form and the order of its members.
  mutating func scanValue() throws(JSONFault) {
    scratch.start(at: position)
    repeat {
      if try scanStartOfValue() { continue }
      try scanEndsOfValues()
    } while !scratch.containers.isEmpty
  }

  /// Skips a scalar or an empty container, or enters a container up to its first value.
  ///
  /// - Returns: Whether a value is next.
  private mutating func scanStartOfValue() throws(JSONFault) -> Bool {
    switch next {
    case UInt8(ascii: "{"):
      try enter(firstMember: scratch.members.count)
      if next == UInt8(ascii: "}") { return false }
      try scanName()
      return true
    case UInt8(ascii: "["):
      try enter(firstMember: nil)
      return next != UInt8(ascii: "]")
    case UInt8(ascii: "\""): _ = try scanNormalString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber()
    case UInt8(ascii: "t"): try scanLiteral("true")
    case UInt8(ascii: "f"): try scanLiteral("false")
    case UInt8(ascii: "n"): try scanLiteral("null")
    default: throw unexpected("a value")
    }
    return false
  }

  /// Leaves all containers that end here, up to the next value or the end of the outermost
  /// container.
  private mutating func scanEndsOfValues() throws(JSONFault) {
    while let container = scratch.containers.last {
      dropWhiteSpace()
      if container.firstMember == nil {
        if try scanSeparator(orEnd: UInt8(ascii: "]")) { return }
      } else {
        if scratch.members.count > container.firstMember ?? 0 {
          try checkLength()
          scratch.members[scratch.members.count - 1].end = minifiedOffset
        }
        if try scanSeparator(orEnd: UInt8(ascii: "}")) { return try scanName() }
        try leave(container)
      }
      scratch.containers.removeLast()
    }
  }

  /// Skips the comma before another value, or the end of the container.
  private mutating func scanSeparator(orEnd end: UInt8) throws(JSONFault) -> Bool {
    if next == end {
      position += 1
      return false
    }
    guard next == UInt8(ascii: ",") else {
      throw unexpected("\",\" or \"\(Character(UnicodeScalar(end)))\"")
    }
    position += 1
    dropWhiteSpace()
    return true
  }

  private mutating func enter(firstMember: Int?) throws(JSONFault) {
    guard scratch.containers.count < Self.nestingLimit else {
      throw JSONFault(at: position, "nested deeper than \(Self.nestingLimit) levels")
    }
    scratch.containers.append(.init(start: minifiedOffset, firstMember: firstMember))
    position += 1
    dropWhiteSpace()
  }

  private mutating func scanNormalString() throws(JSONFault) -> JSONStringToken {
    let start = position
    let token = try scanString()
    if !token.isNormal {
      flush(upTo: start)
      JSONWriter.append(string: unescaped(token), to: &scratch.output)
      scratch.pendingStart = position
    }
    return token
  }

  /// Skips a member's name and colon, and checks the order of the names.
  private mutating func scanName() throws(JSONFault) {
    guard next == UInt8(ascii: "\"") else { throw unexpected("a member name") }
    let textOffset = position - scratch.textStart
    let nameStart = minifiedOffset
    let token = try scanNormalString()
    try checkLength()
    let member = ContentScratch.Member(
      textOffset: textOffset,
      name: nameStart..<minifiedOffset,
      nameHasEscapes: token.hasEscapes
    )
    try checkOrder(of: member)
    scratch.members.append(member)
    dropWhiteSpace()
    try expect(UInt8(ascii: ":"))
    dropWhiteSpace()
  }

  /// Checks that the offsets so far fit into a ``ContentScratch/Member``.
  private func checkLength() throws(JSONFault) {
    let limit = ContentScratch.Member.lengthLimit
    guard position - scratch.textStart <= limit else {
      throw JSONFault(at: position, "an object has more than \(limit) bytes")
    }
  }

  private mutating func checkOrder(of member: ContentScratch.Member) throws(JSONFault) {
    let depth = scratch.containers.count - 1
    guard scratch.containers[depth].isSorted, let previous = scratch.members.last,
      scratch.members.count > scratch.containers[depth].firstMember ?? 0
    else { return }
    switch compareNames(previous, member) {
    case ..<0: return
    case 0: throw duplicateName(at: member.textOffset)
    default: scratch.containers[depth].isSorted = false
    }
  }

  /// Notes the sorted order of an object's members, if it differs from the order of the text.
  private mutating func leave(_ object: ContentScratch.Container) throws(JSONFault) {
    let first = object.firstMember ?? 0
    if !object.isSorted {
      sortMembers(from: first)
      for index in scratch.members.indices[first...].dropFirst() {
        let (previous, member) = (scratch.members[index - 1], scratch.members[index])
        guard compareNames(previous, member) != 0 else {
          throw duplicateName(at: member.textOffset)
        }
      }
      if scratch.keepsOrder { keepOrder(of: object) }
    }
    scratch.members.removeLast(scratch.members.count - first)
  }

  private mutating func keepOrder(of object: ContentScratch.Container) {
    let start = scratch.sortedMembers.count
    scratch.sortedMembers += scratch.members[(object.firstMember ?? 0)...]
    scratch.unsortedObjects.append(
      .init(
        start: object.start,
        end: minifiedOffset,
        members: start..<scratch.sortedMembers.count
      )
    )
  }

  private mutating func sortMembers(from first: Int) {
    // The members are taken out while they are sorted, because sorting reads the rest of `scratch`.
    var members: [ContentScratch.Member] = []
    swap(&members, &scratch.members)
    withNames { names in
      members.withUnsafeMutableBufferPointer { members in
        var object = UnsafeMutableBufferPointer(rebasing: members[first...])
        if scratch.keepsOrder {
          object.sort { names.isBefore($0, $1) }
        } else {
          object.sortInPlace { names.isBefore($0, $1) }
        }
      }
    }
    swap(&members, &scratch.members)
  }

  private func duplicateName(at textOffset: Int) -> JSONFault {
    JSONFault(at: scratch.textStart + textOffset, "duplicate member name")
  }

  // MARK: The minified value

  /// The offset of the next byte in the minified value.
  private var minifiedOffset: Int {
    scratch.output.count + position - scratch.pendingStart
  }

  @inline(__always)
  private mutating func dropWhiteSpace() {
    guard next <= 0x20 else { return }
    flush()
    skipWhiteSpace()
    scratch.pendingStart = position
  }

  mutating func flush() {
    flush(upTo: position)
    scratch.pendingStart = position
  }

  mutating func flush(upTo end: Int) {
    scratch.output.append(contentsOf: bytes[scratch.pendingStart..<end])
    scratch.pendingStart = end
  }

  /// Compares two names by the bytes of their values: negative, 0 or positive.
  private func compareNames(_ left: ContentScratch.Member, _ right: ContentScratch.Member) -> Int {
    withNames { $0.compare(left, right) }
  }

  /// Lends the names of members to `body`.
  private func withNames<Value>(_ body: (MemberNames) -> Value) -> Value {
    scratch.output.withUnsafeBufferPointer { output in
      body(MemberNames(output: output, text: bytes, shift: scratch.pendingStart - output.count))
    }
  }
}
