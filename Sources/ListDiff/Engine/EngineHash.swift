/// The hash that the engine's tables use and that makes keys of ids: wide multiplications, folded.
///
/// The two words of the key are drawn once per process, so that an attacker cannot prepare ids that
/// collide. In tables it decides only where the search for a key begins; keys themselves are
/// compared.
///
/// Source: the folded multiply of Wang Yi's *wyhash* (2019).
@usableFromInline
struct EngineHash: Sendable {
  @usableFromInline let first: UInt64
  @usableFromInline let second: UInt64

  /// The hash of this process.
  static let process = EngineHash(
    first: .random(in: .min ... .max),
    // Odd and with bits in both halves, so that no input bit is lost in the product.
    second: .random(in: .min ... .max) | 0x8000_0001_0000_0001
  )

  @inlinable
  @inline(__always)
  func callAsFunction(_ key: UInt64) -> UInt64 {
    Self.fold(key ^ first, second)
  }

  @inlinable
  @inline(__always)
  func callAsFunction(_ low: UInt64, _ high: UInt64) -> UInt64 {
    Self.fold(low ^ first, high ^ second)
  }

  @inlinable
  @inline(__always)
  static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
