extension ContentScratch {
  /// Writes the minified value with the members of every object sorted by the bytes of their names
  /// to `canonicalForm`.
  ///
  /// Both forms have the same length: sorting only exchanges parts of it. Each byte is copied once,
  /// for any nesting of unsorted objects.
  mutating func sort(_ minified: [UInt8]) {
    unsortedObjects.sort { $0.start < $1.start }
    canonicalForm.removeAll(keepingCapacity: true)
    canonicalForm.reserveCapacity(minified.count)
    parts.append(Part(range: 0..<minified.count))
    while let part = parts.popLast() {
      if part.followsAnother { canonicalForm.append(UInt8(ascii: ",")) }
      let index = unsortedObjects.firstIndex(startingAtOrAfter: part.range.lowerBound)
      guard index < unsortedObjects.count, unsortedObjects[index].start < part.range.upperBound
      else {
        canonicalForm.append(contentsOf: minified[part.range])
        continue
      }
      let object = unsortedObjects[index]
      canonicalForm.append(contentsOf: minified[part.range.lowerBound...object.start])
      parts.append(Part(range: object.end - 1..<part.range.upperBound))
      for number in object.members.reversed() {
        let member = sortedMembers[number]
        parts.append(
          Part(
            range: member.name.lowerBound..<member.end,
            followsAnother: number > object.members.lowerBound
          )
        )
      }
    }
  }

  /// A part of the minified value that is still to be copied.
  struct Part {
    var range: Range<Int>
    /// Whether the member before it in canonical order has just been copied.
    var followsAnother = false
  }
}

extension [ContentScratch.UnsortedObject] {
  /// Returns the index of the first object that starts at `offset` or later; `self` is sorted.
  fileprivate func firstIndex(startingAtOrAfter offset: Int) -> Int {
    partitioningIndex { $0.start >= offset }
  }
}

/// The order of member names: by the UTF-8 bytes of their values, as unsigned numbers.
enum JSONNameOrder {
  static func compare(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return Int(left[index]) - Int(right[index])
    }
    return left.count - right.count
  }

  /// Compares names in their normal written form, which escapes only ASCII.
  static func compare(
    escaped left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var leftIndex = 0
    var rightIndex = 0
    while leftIndex < left.count, rightIndex < right.count {
      let difference =
        Int(value(in: left, at: &leftIndex)) - Int(value(in: right, at: &rightIndex))
      if difference != 0 { return difference }
    }
    return (left.count - leftIndex) - (right.count - rightIndex)
  }

  private static func value(in name: UnsafeBufferPointer<UInt8>, at index: inout Int) -> UInt8 {
    let byte = name[index]
    index += 1
    guard byte == UInt8(ascii: "\\"), index < name.count else { return byte }
    let kind = name[index]
    index += 1
    switch kind {
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "u"):
      // Always \u00xx below U+0020 in normal form.
      guard index + 4 <= name.count else { return kind }
      let digit = name[index + 3]
      let low = digit <= UInt8(ascii: "9") ? digit - 0x30 : digit - UInt8(ascii: "a") + 10
      let high = name[index + 2] - 0x30
      index += 4
      return high << 4 | low
    default: return kind
    }
  }
}
