public import Foundation
public import ListModel

/// How ids become the engine's 64-bit keys.
///
/// Equal ids have equal keys. The keys of integers are exact; all others are hashes. A comparison
/// by hashes checks the ids of its matches; if two different ids had the same hash, it is made
/// again with numbers that a dictionary gives to ids.
///
/// The type of an id decides how its key is made, not its value: an `AnyHashable` that holds an
/// integer equals one that holds another kind of integer. The casts are resolved when a function is
/// specialised for a type of ids.
@usableFromInline
enum DifferenceKey {
  /// Whether different ids of a type always have different keys.
  @inlinable
  static func isExact<ID>(_ type: ID.Type) -> Bool {
    type == Int.self || type == UInt64.self || type == Int64.self || type == UInt.self
      || type == UInt32.self || type == Int32.self
  }

  /// The key of an id.
  @inlinable
  @inline(__always)
  static func key<ID: Hashable>(of id: ID, _ hash: EngineHash) -> UInt64 {
    if ID.self == Int.self, let number = id as? Int { return UInt64(bitPattern: Int64(number)) }
    if ID.self == UInt64.self, let number = id as? UInt64 { return number }
    if ID.self == Int64.self, let number = id as? Int64 { return UInt64(bitPattern: number) }
    if ID.self == UInt.self, let number = id as? UInt { return UInt64(number) }
    if ID.self == UInt32.self, let number = id as? UInt32 { return UInt64(number) }
    if ID.self == Int32.self, let number = id as? Int32 { return UInt64(bitPattern: Int64(number)) }
    if ID.self == UUID.self, let uuid = id as? UUID {
      let (low, high) = words(of: uuid)
      return hash(low, high)
    }
    if let text = text(of: id) { return hash(utf8: text) }
    return UInt64(truncatingIfNeeded: id.hashValue)
  }

  /// Whether two ids are the same: texts by their bytes, all others by `==`.
  @inlinable
  @inline(__always)
  static func areSame<ID: Hashable>(_ left: ID, _ right: ID) -> Bool {
    if ID.self == UUID.self, let left = left as? UUID, let right = right as? UUID {
      return words(of: left) == words(of: right)
    }
    if let left = text(of: left), let right = text(of: right) {
      return left.hasSameBytes(as: right)
    }
    return left == right
  }

  @inlinable
  @inline(__always)
  static func text<ID>(of id: ID) -> String? {
    if ID.self == String.self, let text = id as? String { return text }
    if ID.self == Cell.ID.self, let id = id as? Cell.ID { return id.rawValue }
    if ID.self == Section.ID.self, let id = id as? Section.ID { return id.rawValue }
    return nil
  }

  @inlinable
  @inline(__always)
  static func words(of uuid: UUID) -> (UInt64, UInt64) {
    // The tuple has 16 bytes and no padding; loading is bounds-checked in debug.
    withUnsafeBytes(of: uuid.uuid) {
      (
        $0.loadUnaligned(as: UInt64.self),
        $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      )
    }
  }

  /// Numbers ids in order of appearance, exactly; slower than hashing.
  @usableFromInline
  struct Numbering<ID: Hashable> {
    private var numbers: [ID: UInt64] = [:]
    private var textNumbers: [Identifier<Never>: UInt64] = [:]

    @usableFromInline
    init() {}

    @usableFromInline
    mutating func number(of id: ID) -> UInt64 {
      if let text = text(of: id) { return textNumbers.number(of: Identifier(text)) }
      return numbers.number(of: id)
    }
  }
}

extension Dictionary where Value == UInt64 {
  fileprivate mutating func number(of key: Key) -> UInt64 {
    if let number = self[key] { return number }
    let number = UInt64(count)
    self[key] = number
    return number
  }
}
