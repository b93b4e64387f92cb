import Foundation

extension EngineHash {
  /// The hash of a text's UTF-8 bytes.
  ///
  /// Texts that are canonically equivalent but written with other bytes have other hashes.
  @usableFromInline
  func callAsFunction(utf8 text: String) -> UInt64 {
    if let hash = text.utf8.withContiguousStorageIfAvailable({ self(UnsafeRawBufferPointer($0)) }) {
      return hash
    }
    var copy = text
    return copy.withUTF8 { self(UnsafeRawBufferPointer($0)) }
  }

  /// The hash of bytes, 16 at a time.
  @inline(__always)
  func callAsFunction(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let count = bytes.count
    // The length comes last and by itself: mixed into a word, it could undo a difference there.
    let length = UInt64(truncatingIfNeeded: count)
    guard count >= 16 else {
      let (low, high) = Self.wordsOfShort(bytes)
      return self(self(low, high), length)
    }
    var hash: UInt64 = 0
    var offset = 0
    while offset &+ 16 < count {
      hash = self(Self.word(bytes, offset) ^ hash, Self.word(bytes, offset &+ 8))
      offset &+= 16
    }
    // The last 16 bytes, some of them for the second time.
    let tail = self(Self.word(bytes, count &- 16) ^ hash, Self.word(bytes, count &- 8))
    return self(tail, length)
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// Two words that hold all of fewer than 16 bytes, some of them twice.
  @inline(__always)
  private static func wordsOfShort(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
    let count = bytes.count
    if count >= 8 { return (word(bytes, 0), word(bytes, count &- 8)) }
    if count >= 4 {
      let low = bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
      let high = bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      return (UInt64(low), UInt64(high))
    }
    guard count > 0 else { return (0, 0) }
    return (UInt64(bytes[0]) << 8 | UInt64(bytes[count >> 1]), UInt64(bytes[count &- 1]))
  }
}

extension String {
  /// Whether both texts have the same UTF-8 bytes.
  @usableFromInline
  func hasSameBytes(as other: String) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        guard left.count == right.count else { return false }
        guard let left = left.baseAddress, let right = right.baseAddress else { return true }
        // Copies of a long text share their memory.
        return left == right || memcmp(left, right, utf8.count) == 0
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
