import Synchronization

/// Hashes of sequences that can be put together: the hash of two sequences, one after the other,
/// follows from theirs.
///
/// The hash of e₀ … eₙ₋₁ is Σ h(eᵢ) · bⁿ⁻¹⁻ⁱ modulo the prime 2⁶¹ − 1, after Karp and Rabin,
/// *Efficient randomized pattern-matching algorithms*, IBM Journal of Research and Development
/// 31(2), 1987. The base b and the key of h are drawn once per process: nobody can prepare
/// sequences that collide, and hashes mean nothing to another process. No h(e) is 0, so that no
/// element disappears at the front; compare counts as well.
enum SequenceHash {
  private static let prime: UInt64 = 1 << 61 - 1

  /// What is secret, and the first powers of the base.
  struct Secret {
    let key: UInt64
    let multiplier: UInt64
    let base: UInt64
    let square: UInt64
    let cube: UInt64
    let fourth: UInt64
  }

  static let secret: Secret = {
    let base = UInt64.random(in: 1 << 32..<prime)
    let square = times(base, base)
    return Secret(
      key: .random(in: .min ... .max),
      multiplier: .random(in: .min ... .max) | 0x8000_0001_0000_0001,
      base: base,
      square: square,
      cube: times(square, base),
      fourth: times(square, square)
    )
  }()

  /// The hash of two numbers.
  @inline(__always)
  static func hash(_ first: UInt64, _ second: UInt64) -> UInt64 {
    // Two rounds, so that no value of one number hides the other.
    let secret = secret
    let product = (first ^ secret.key).multipliedFullWidth(by: secret.multiplier)
    let mixed = (product.high ^ product.low ^ second).multipliedFullWidth(by: secret.multiplier)
    return mixed.high ^ mixed.low
  }

  /// The hash of elements whose fingerprints are given.
  static func hash<Element: CountedTreeElement>(of elements: [Element]) -> UInt64 {
    let secret = secret
    return elements.withUnsafeBufferPointer { elements in
      var hash: UInt64 = 0
      var index = 0
      // Four at a time, so that only one multiplication in five waits for the one before.
      while index &+ 4 <= elements.count {
        let four =
          product(digit(elements[index], secret), secret.cube)
          &+ product(digit(elements[index &+ 1], secret), secret.square)
          &+ product(digit(elements[index &+ 2], secret), secret.base)
          &+ UInt128(digit(elements[index &+ 3], secret))
        hash = reduced(product(hash, secret.fourth) &+ four)
        index &+= 4
      }
      while index < elements.count {
        let digit = digit(elements[index], secret)
        hash = reduced(product(hash, secret.base) &+ UInt128(digit))
        index &+= 1
      }
      return hash
    }
  }

  /// The hash of two sequences, one after the other, from the hash of the first, that of the second
  /// and the base to the power of the second's count.
  static func joined(_ first: UInt64, _ second: UInt64, power: UInt64) -> UInt64 {
    reduced(product(first, power) &+ UInt128(second))
  }

  /// The base to the power of `count`.
  static func power(_ count: Int) -> UInt64 {
    var result: UInt64 = 1
    var factor = secret.base
    var rest = count
    while rest > 0 {
      if rest & 1 == 1 { result = times(result, factor) }
      factor = times(factor, factor)
      rest >>= 1
    }
    return result
  }

  /// A number from 1 to the prime − 1 in place of an element.
  @inline(__always)
  private static func digit<Element: CountedTreeElement>(
    _ element: Element,
    _ secret: Secret
  ) -> UInt64 {
    let product = (element.fingerprint ^ secret.key).multipliedFullWidth(by: secret.multiplier)
    return min(max((product.high ^ product.low) >> 3, 1), prime &- 1)
  }

  @inline(__always)
  private static func product(_ left: UInt64, _ right: UInt64) -> UInt128 {
    let product = left.multipliedFullWidth(by: right)
    return UInt128(product.high) << 64 | UInt128(product.low)
  }

  private static func times(_ left: UInt64, _ right: UInt64) -> UInt64 {
    reduced(product(left, right))
  }

  /// A number below 2¹²⁵ modulo the prime.
  @inline(__always)
  private static func reduced(_ number: UInt128) -> UInt64 {
    let low = UInt64(truncatingIfNeeded: number) & prime
    let high = UInt64(truncatingIfNeeded: number >> 61)
    // `high` may have 64 bits: fold it once before adding, so that the sum fits.
    let sum = low &+ (high & prime) &+ (high >> 61)
    let folded = (sum & prime) &+ (sum >> 61)
    return folded >= prime ? folded &- prime : folded
  }
}

extension CountedTree {
  /// A hash of the elements and their order, the same for equal sequences however they came about.
  ///
  /// Sequences of the same count that differ have the same fingerprint with a probability of about
  /// 2⁻⁶¹. It is valid in this process only. See ``SequenceHash``.
  ///
  /// - Complexity: O(1) if it was asked for before, else O(nodes that are new since).
  package var fingerprint: UInt64 { root.fingerprint }
}

extension CountedTree.Node {
  /// The fingerprint if somebody asked for it since the node was made or changed.
  @inline(__always)
  var cachedFingerprint: UInt64? {
    // Relaxed is enough: the number depends on nothing else that another thread wrote.
    let cached = fingerprintCache.load(ordering: .relaxed)
    return cached == 0 ? nil : cached &- 1
  }

  var fingerprint: UInt64 {
    if let cachedFingerprint { return cachedFingerprint }
    let fingerprint = computedFingerprint
    fingerprintCache.store(fingerprint &+ 1, ordering: .relaxed)
    return fingerprint
  }

  /// The fingerprint from the elements or children, whatever is cached.
  var computedFingerprint: UInt64 {
    isLeaf ? SequenceHash.hash(of: elements) : hashOfChildren()
  }

  /// Called before every change; only the sole holder of a node changes it.
  @inline(__always)
  func forgetFingerprint() {
    fingerprintCache.store(0, ordering: .relaxed)
  }

  private func hashOfChildren() -> UInt64 {
    var hash: UInt64 = 0
    var count = -1
    var power: UInt64 = 0
    for child in children {
      // Neighbours mostly have the same count.
      if child.count != count {
        count = child.count
        power = SequenceHash.power(count)
      }
      hash = SequenceHash.joined(hash, child.node.fingerprint, power: power)
    }
    return hash
  }
}
