import Foundation

/// The stable identity of a list, a section or a cell.
///
/// Two identifiers are equal when their UTF-8 bytes are equal. `String` differs: its `==` is
/// canonical equivalence. `"é"` written as one scalar and as two scalars are *different*
/// identifiers here, in SQLite, and in any other language.
///
/// The type parameter only separates the kinds of identifiers: a ``Section/ID`` cannot be passed
/// for a ``Cell/ID``. An identifier may hold any string; ``List/validate()`` checks the rules of
/// stored lists: 1 to ``maximumByteCount`` bytes, and unique.
public struct Identifier<Element>: Sendable {
  /// The identifier as text.
  public let rawValue: String

  /// Creates an identifier from text, unchecked.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// Creates an identifier from the decimal form of an integer.
  public init(_ number: some BinaryInteger) {
    self.init(String(number))
  }

  /// The length of the longest identifier that a stored list accepts, in UTF-8 bytes.
  public static var maximumByteCount: Int { 1024 }
}

extension Identifier: Hashable, Comparable {
  /// Returns whether both have the same UTF-8 bytes.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    guard lhs.rawValue.utf8.count == rhs.rawValue.utf8.count else { return false }
    return compareBytes(lhs.rawValue, rhs.rawValue) == 0
  }

  /// Returns whether the bytes of `lhs` come before those of `rhs`, compared as unsigned numbers.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    let order = compareBytes(lhs.rawValue, rhs.rawValue)
    return order == 0 ? lhs.rawValue.utf8.count < rhs.rawValue.utf8.count : order < 0
  }

  /// Hashes the UTF-8 bytes.
  public func hash(into hasher: inout Hasher) {
    var text = rawValue
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8(0xFF))
  }
}

extension Identifier: ExpressibleByStringInterpolation {
  /// Creates an identifier from a string literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension Identifier: LosslessStringConvertible {
  /// The identifier as text.
  public var description: String { rawValue }
}

extension Identifier: Codable {
  /// Reads an identifier from a single string.
  ///
  /// - Throws: `DecodingError` when there is no string.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the identifier as a single string.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// Compares the UTF-8 bytes of two texts up to the end of the shorter one.
private func compareBytes(_ lhs: String, _ rhs: String) -> Int32 {
  let order = lhs.utf8.withContiguousStorageIfAvailable { left in
    rhs.utf8.withContiguousStorageIfAvailable { compareBytes(left, $0) }
  }
  if let order = order ?? nil { return order }
  return compareBytes(ContiguousArray(lhs.utf8), ContiguousArray(rhs.utf8))
}

private func compareBytes(_ lhs: ContiguousArray<UInt8>, _ rhs: ContiguousArray<UInt8>) -> Int32 {
  lhs.withUnsafeBufferPointer { left in
    rhs.withUnsafeBufferPointer { compareBytes(left, $0) }
  }
}

private func compareBytes(
  _ lhs: UnsafeBufferPointer<UInt8>,
  _ rhs: UnsafeBufferPointer<UInt8>
) -> Int32 {
  guard let first = lhs.baseAddress, let second = rhs.baseAddress else { return 0 }
  // Copies of a long text share their memory.
  if first == second { return 0 }
  return memcmp(first, second, min(lhs.count, rhs.count))
}
