/// Gives texts numbers, the same number for the same UTF-8 bytes.
///
/// An id that is interned once, when its element is made, can be compared as a number ever after.
/// These numbers are exact keys for ``ElementColumns`` and ``SectionedColumns``. Texts that are
/// canonically equivalent but written with other bytes have different numbers.
package struct Interner: Sendable {
  /// The bytes of all texts, one after the other.
  private var bytes: [UInt8] = []
  /// Where the text of each number ends.
  private var ends: [Int] = []
  /// Open addressing: 32 bits of the hash, and a number + 1, or 0 when free.
  private var slots: [UInt64] = Array(repeating: 0, count: 16)

  /// Creates an interner that knows no text.
  package init() {}

  /// How many different texts have a number; numbers are 0..<`count`.
  package var count: Int { ends.count }

  /// Returns the number of a text, which gets one if it has none.
  ///
  /// - Complexity: O(bytes of the text) expected, amortized.
  package mutating func intern(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { intern($0) }
  }

  /// The number of a text; `nil` if it has none.
  ///
  /// - Complexity: O(bytes of the text) expected.
  package func number(of text: String) -> UInt64? {
    var text = text
    return text.withUTF8 { utf8 in
      let entry = slots[slot(of: utf8, hash: EngineHash.process(UnsafeRawBufferPointer(utf8)))]
      return entry == 0 ? nil : UInt64(Self.number(entry))
    }
  }

  /// The text of a number; `nil` if the number was not given.
  package func text(of number: UInt64) -> String? {
    guard number < UInt64(ends.count) else { return nil }
    return String(decoding: bytes[range(of: Int(number))], as: UTF8.self)
  }

  /// Makes room for `count` texts.
  ///
  /// - Complexity: O(count + bytes of the texts that have a number).
  package mutating func reserveCapacity(_ count: Int) {
    ends.reserveCapacity(count)
    var slotCount = slots.count
    while slotCount < 2 * count { slotCount *= 2 }
    if slotCount > slots.count { growTable(to: slotCount) }
  }

  // MARK: Table

  private mutating func intern(_ utf8: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let hash = EngineHash.process(UnsafeRawBufferPointer(utf8))
    let slot = slot(of: utf8, hash: hash)
    if slots[slot] != 0 { return UInt64(Self.number(slots[slot])) }
    let number = ends.count
    precondition(number < Int(UInt32.max), "An interner holds at most \(UInt32.max) texts")
    bytes.append(contentsOf: utf8)
    ends.append(bytes.count)
    slots[slot] = hash << 32 | UInt64(number + 1)
    if ends.count * 2 > slots.count { growTable(to: slots.count * 2) }
    return UInt64(number)
  }

  private mutating func growTable(to slotCount: Int) {
    slots = Array(repeating: 0, count: slotCount)
    for number in ends.indices {
      let hash = bytes.withUnsafeBytes {
        EngineHash.process(UnsafeRawBufferPointer(rebasing: $0[range(of: number)]))
      }
      var slot = home(of: hash)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = hash << 32 | UInt64(number + 1)
    }
  }

  /// The slot that holds a text, or the free slot where it would be.
  private func slot(of utf8: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int {
    var slot = home(of: hash)
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash & 0xffff_ffff, holds(utf8, number: Self.number(slots[slot])) {
        return slot
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private func home(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
  }

  private func holds(_ utf8: UnsafeBufferPointer<UInt8>, number: Int) -> Bool {
    let range = range(of: number)
    guard range.count == utf8.count else { return false }
    return bytes.withUnsafeBytes { bytes in
      UnsafeRawBufferPointer(rebasing: bytes[range]).elementsEqual(UnsafeRawBufferPointer(utf8))
    }
  }

  private func range(of number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }

  private static func number(_ entry: UInt64) -> Int { Int(entry & 0xffff_ffff) - 1 }
}
