/// Skips JSON that is already minified, as stored contents are.
///
/// It is a second grammar beside the one of ``JSONReader``, and makes reading every content faster:
/// a content of 90 bytes takes 0.17 µs instead of 0.9 µs, with unsorted members 0.7 µs instead of
/// 1.9 µs; a content of 18 kB takes 20 µs instead of 48 µs (x86-64, release).
///
/// It decides less than the reader: it notes only the end of the value and the members of the
/// enclosing objects. Text that it does not accept may still be valid: the reader handles escapes
/// written as `\uXXXX` or in names, white space, many unsorted members and deep nesting. The reader
/// also explains the faults of invalid text.
struct MinifiedScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let start: Int
  private var position: Int
  /// The members so far of the enclosing objects, as many as there is room for.
  private let members: UnsafeMutableBufferPointer<Member>
  private var memberCount = 0

  /// A member of an object, by offsets from the start of the value.
  struct Member {
    fileprivate let nameStart: UInt32
    fileprivate let nameEnd: UInt32
    fileprivate let valueEnd: UInt32

    /// The range of the name without quotes.
    fileprivate var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    /// The range of the member.
    fileprivate var range: Range<Int> { Int(nameStart) - 1..<Int(valueEnd) }
  }

  /// The deepest nesting it follows: it calls itself for each level, and a thread's stack is small.
  private static let nestingLimit = 32
  /// The most members that it notes at once, and so the most that it sorts.
  private static let memberLimit = 64

  /// Finds the end of a value, and its canonical form.
  ///
  /// - Parameters:
  ///   - start: The offset of the value.
  ///   - bytes: The text.
  ///   - form: Receives the canonical form, if it differs from the value.
  /// - Returns: The end of the value; `nil` if the value is not minified, or is left to the reader.
  /// - Complexity: O(n) for n bytes of the value; each byte is copied once for every enclosing
  ///   object with unsorted members.
  static func end(
    ofValueAt start: Int,
    in bytes: UnsafeBufferPointer<UInt8>,
    sorting form: inout SortedForm
  ) -> Int? {
    form.reset()
    guard bytes.count - start <= Int(Int32.max) else { return nil }
    return withUnsafeTemporaryAllocation(of: Member.self, capacity: memberLimit) { members in
      var scanner = MinifiedScanner(bytes: bytes, start: start, position: start, members: members)
      guard scanner.skipValue(depth: 0, &form) else { return nil }
      form.finish(with: bytes[start..<scanner.position])
      return scanner.position
    }
  }

  // Each of these functions skips the element that it is named after, and returns whether it was
  // there.

  private mutating func skipValue(depth: Int, _ form: inout SortedForm) -> Bool {
    switch next {
    case UInt8(ascii: "\""): skipString()
    case UInt8(ascii: "{"): skipObject(depth: depth, &form)
    case UInt8(ascii: "["): skipArray(depth: depth, &form)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): skipNumber()
    case UInt8(ascii: "t"): skip("true")
    case UInt8(ascii: "f"): skip("false")
    case UInt8(ascii: "n"): skip("null")
    default: false
    }
  }

  private mutating func skipObject(depth: Int, _ form: inout SortedForm) -> Bool {
    guard depth < Self.nestingLimit else { return false }
    let (opening, first) = (position, memberCount)
    position += 1
    if skip(UInt8(ascii: "}")) { return true }
    defer { memberCount = first }
    var isSorted = true
    var previous: Range<Int>?
    repeat {
      guard let name = skipName() else { return false }
      if let previous, isSorted { isSorted = compare(previous, name) < 0 }
      guard skip(UInt8(ascii: ":")), skipValue(depth: depth + 1, &form) else { return false }
      note(name)
      previous = name
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { return false }
    if isSorted { return true }
    guard memberCount <= members.count, sortMembers(from: first) else { return false }
    form.sort(
      opening - start..<position - start,
      of: bytes[start..<position],
      by: members[first..<memberCount]
    )
    return true
  }

  /// Notes the member that ends here.
  private mutating func note(_ name: Range<Int>) {
    if memberCount < members.count {
      members[memberCount] = Member(
        nameStart: UInt32(truncatingIfNeeded: name.lowerBound - start),
        nameEnd: UInt32(truncatingIfNeeded: name.upperBound - start),
        valueEnd: UInt32(truncatingIfNeeded: position - start)
      )
    }
    memberCount += 1
  }

  /// Sorts the members of an object.
  ///
  /// - Returns: Whether all names differ.
  private func sortMembers(from first: Int) -> Bool {
    for index in first + 1..<memberCount {
      let member = members[index]
      var place = index
      while place > first {
        let order = compare(text(members[place - 1].name), text(member.name))
        if order == 0 { return false }
        if order < 0 { break }
        members[place] = members[place - 1]
        place -= 1
      }
      members[place] = member
    }
    return true
  }

  private func text(_ range: Range<Int>) -> Range<Int> {
    start + range.lowerBound..<start + range.upperBound
  }

  private mutating func skipArray(depth: Int, _ form: inout SortedForm) -> Bool {
    guard depth < Self.nestingLimit else { return false }
    position += 1
    if skip(UInt8(ascii: "]")) { return true }
    repeat {
      guard skipValue(depth: depth + 1, &form) else { return false }
    } while skip(UInt8(ascii: ","))
    return skip(UInt8(ascii: "]"))
  }

  private mutating func skipString() -> Bool {
    position += 1
    while skipUnescaped() {
      if skip(UInt8(ascii: "\"")) { return true }
      guard skip(UInt8(ascii: "\\")), skipShortEscape() else { return false }
    }
    return false
  }

  /// Skips a member name without escapes.
  ///
  /// - Returns: The range of the name without its quotes.
  private mutating func skipName() -> Range<Int>? {
    guard skip(UInt8(ascii: "\"")) else { return nil }
    let start = position
    guard skipUnescaped(), skip(UInt8(ascii: "\"")) else { return nil }
    return start..<position - 1
  }

  /// Advances to the next byte of a string that is a quote, a backslash or a control character.
  private mutating func skipUnescaped() -> Bool {
    while true {
      position = bytes.endOfPlainCharacters(from: position)
      guard position < bytes.count, bytes[position] >= 0x80 else { return true }
      let length = bytes.lengthOfScalar(at: position)
      guard length > 0 else { return false }
      position += length
    }
  }

  private mutating func skipShortEscape() -> Bool {
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
      return true
    default:
      return false
    }
  }

  private mutating func skipNumber() -> Bool {
    _ = skip(UInt8(ascii: "-"))
    if skip(UInt8(ascii: "0")) {
      if next.isDigit { return false }
    } else {
      guard skipDigits() else { return false }
    }
    if skip(UInt8(ascii: ".")) {
      guard skipDigits() else { return false }
    }
    if next | 0x20 == UInt8(ascii: "e") {
      position += 1
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      return skipDigits()
    }
    return true
  }

  private mutating func skipDigits() -> Bool {
    let start = position
    while next.isDigit { position += 1 }
    return position > start
  }

  private mutating func skip(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard count <= bytes.count - position else { return false }
    for offset in 0..<count where bytes[position + offset] != literal.utf8Start[offset] {
      return false
    }
    position += count
    return true
  }

  @inline(__always)
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// The next byte; at the end of the text 0, which is never expected.
  @inline(__always)
  private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  /// Compares two names by their bytes: negative, 0 or positive.
  @inline(__always)
  private func compare(_ left: Range<Int>, _ right: Range<Int>) -> Int {
    for offset in 0..<min(left.count, right.count) {
      let difference =
        Int(bytes[left.lowerBound + offset]) - Int(bytes[right.lowerBound + offset])
      if difference != 0 { return difference }
    }
    return left.count - right.count
  }
}

/// The canonical form of a minified value, if it differs from the value: members are sorted by the
/// bytes of their names, in inner objects first.
///
/// Both forms have the same length: sorting only exchanges parts of it.
struct SortedForm {
  /// Whether to build the canonical form, and not only to find out whether it differs.
  var isWanted = true
  /// Whether the value is already in canonical form.
  private(set) var isCanonical = true
  /// The canonical form; empty if the value is already in it.
  private(set) var bytes: [UInt8] = []
  /// Memory for a copy of an object before it is sorted.
  private var object: [UInt8] = []

  fileprivate mutating func reset() {
    isCanonical = true
    bytes.removeAll(keepingCapacity: true)
  }

  /// Sorts the members of an object.
  ///
  /// - Parameters:
  ///   - range: The range of the object in the value.
  ///   - value: The value up to the end of the object.
  ///   - members: The members, sorted.
  fileprivate mutating func sort(
    _ range: Range<Int>,
    of value: Slice<UnsafeBufferPointer<UInt8>>,
    by members: Slice<UnsafeMutableBufferPointer<MinifiedScanner.Member>>
  ) {
    isCanonical = false
    guard isWanted else { return }
    bytes.append(contentsOf: value.dropFirst(bytes.count))
    object.removeAll(keepingCapacity: true)
    object.append(contentsOf: bytes[range])
    bytes.withUnsafeMutableBufferPointer { bytes in
      var end = range.lowerBound + 1
      for member in members {
        if end > range.lowerBound + 1 {
          bytes[end] = UInt8(ascii: ",")
          end += 1
        }
        let source = member.range.lowerBound - range.lowerBound
        let places = end..<end + member.range.count
        _ = bytes[places].update(fromContentsOf: object[source..<source + places.count])
        end = places.upperBound
      }
    }
  }

  /// Adds the bytes after the last sorted object.
  fileprivate mutating func finish(with value: Slice<UnsafeBufferPointer<UInt8>>) {
    if !bytes.isEmpty { bytes.append(contentsOf: value.dropFirst(bytes.count)) }
  }
}

extension UInt8 {
  @inline(__always)
  fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
