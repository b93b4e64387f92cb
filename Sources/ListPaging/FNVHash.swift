/// A hash of 64 bits: FNV-1a (Fowler, Noll, Vo, Eastlake, *The FNV Non-Cryptographic Hash Algorithm*).
package struct FNVHash: Sendable {
  package var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* Self.prime
  }

  /// Adds bytes and their end, which no text has inside: two texts differ from one of both.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
    add(0xff)
  }

  /// The factor of each step.
  package static let prime: UInt64 = 0x0000_0100_0000_01b3
}
