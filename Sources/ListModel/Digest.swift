/// A 128-bit hash of bytes: SipHash-2-4 with 128-bit output under a fixed, public key.
///
/// The key is the bytes 00 01 … 0f, the key of the reference implementation's published test
/// vectors, so anyone can compute a digest from bytes alone. Digests detect accidents, not
/// adversaries.
///
/// Source: Jean-Philippe Aumasson and Daniel J. Bernstein, *SipHash: a fast short-input PRF*,
/// INDOCRYPT 2012; 128-bit variant and vectors from the authors' reference code.
package struct Digest: Hashable, Sendable {
  /// The 16 output bytes, read as a little-endian number.
  package var value: UInt128

  package init(value: UInt128) {
    self.value = value
  }

  /// The digest of an absent value.
  package static let none = Digest(value: 0)

  package init(low: UInt64, high: UInt64) {
    value = UInt128(high) << 64 | UInt128(low)
  }

  /// The first 8 output bytes, read as a little-endian number.
  package var low: UInt64 { UInt64(truncatingIfNeeded: value) }
  /// The last 8 output bytes, read as a little-endian number.
  package var high: UInt64 { UInt64(truncatingIfNeeded: value >> 64) }
}

extension Digest {
  /// Hashes `bytes` followed by the byte `tag`, which differs for each use of the hash.
  package init(_ bytes: UnsafeRawBufferPointer, tag: UInt8) {
    var hasher = SipHasher()
    let tailLength = bytes.count & 7
    let tailStart = bytes.count &- tailLength
    var offset = 0
    while offset < tailStart {
      hasher.absorb(
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      )
      offset &+= 8
    }
    var tail = UInt64(tag)
    while offset < bytes.count {
      // Starts with the last byte, so that each byte is below those after it.
      tail = tail << 8 | UInt64(bytes[bytes.count &- 1 &- (offset &- tailStart)])
      offset &+= 1
    }
    if tailLength == 7 {
      hasher.absorb(tail)
      tail = 0
    }
    self = hasher.finish(tail: tail, byteCount: bytes.count + 1)
  }

  package init(_ bytes: [UInt8], tag: UInt8) {
    self = bytes.withUnsafeBytes { Digest($0, tag: tag) }
  }

  package init(_ text: String, tag: UInt8) {
    var text = text
    self = text.withUTF8 { Digest(UnsafeRawBufferPointer($0), tag: tag) }
  }

  /// Hashes the 32 bytes of two digests followed by `tag`.
  package init(_ first: Digest, _ second: Digest, tag: UInt8) {
    var hasher = SipHasher()
    hasher.absorb(first.low)
    hasher.absorb(first.high)
    hasher.absorb(second.low)
    hasher.absorb(second.high)
    self = hasher.finish(tail: UInt64(tag), byteCount: 33)
  }
}

/// The state of SipHash-2-4-128 under the fixed key.
private struct SipHasher {
  // The four constants of the paper, combined by xor with the two halves of the key; for the
  // 128-bit variant, v1 also with 0xee.
  private var v0: UInt64 = 0x736f_6d65_7073_6575 ^ 0x0706_0504_0302_0100
  private var v1: UInt64 = 0x646f_7261_6e64_6f6d ^ 0x0f0e_0d0c_0b0a_0908 ^ 0xee
  private var v2: UInt64 = 0x6c79_6765_6e65_7261 ^ 0x0706_0504_0302_0100
  private var v3: UInt64 = 0x7465_6462_7974_6573 ^ 0x0f0e_0d0c_0b0a_0908

  @inline(__always)
  mutating func absorb(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  @inline(__always)
  mutating func finish(tail: UInt64, byteCount: Int) -> Digest {
    absorb(tail | UInt64(truncatingIfNeeded: byteCount) << 56)
    v2 ^= 0xee
    for _ in 0..<4 { round() }
    let low = v0 ^ v1 ^ v2 ^ v3
    v1 ^= 0xdd
    for _ in 0..<4 { round() }
    return Digest(low: low, high: v0 ^ v1 ^ v2 ^ v3)
  }

  @inline(__always)
  private mutating func round() {
    v0 &+= v1
    v1 = rotate(v1, 13) ^ v0
    v0 = rotate(v0, 32)
    v2 &+= v3
    v3 = rotate(v3, 16) ^ v2
    v0 &+= v3
    v3 = rotate(v3, 21) ^ v0
    v2 &+= v1
    v1 = rotate(v1, 17) ^ v2
    v2 = rotate(v2, 32)
  }

  @inline(__always)
  private func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word &<< count | word &>> (64 &- count)
  }
}
