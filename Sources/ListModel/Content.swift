import Foundation

/// The content of a component: one JSON value, kept as it was given.
///
/// Numbers keep their text, strings their value, objects the order of their members. Insignificant
/// white space is dropped, and each character of a string is written in the shortest way. Two
/// contents are equal when they differ only in the order of members.
///
/// Text that two readers could understand differently is refused: duplicate member names, lone
/// surrogates, and bytes that are not UTF-8. So is nesting deeper than 512 levels.
public struct Content: Sendable {
  /// The value without insignificant white space, in UTF-8.
  public let bytes: [UInt8]
  /// The digest of the canonical form, in which members are sorted by the bytes of their names.
  package let digest: Digest
  /// Whether `bytes` is the canonical form.
  private let isCanonical: Bool

  /// The forms in which a value is kept.
  package enum StoredForm {
    /// Members are sorted by the bytes of their names.
    case canonical
    /// Members are in their original order.
    case minified
  }

  /// Wraps a value that is known to be in canonical form.
  package init(canonical bytes: [UInt8]) {
    self.bytes = bytes
    digest = Digest(bytes, tag: UInt8(ascii: "j"))
    isCanonical = true
  }

  /// Wraps bytes that are taken as they are, until they are read: without a digest, they equal only
  /// the same bytes without one.
  package init(unproven bytes: [UInt8]) {
    self.bytes = bytes
    digest = .none
    isCanonical = true
  }

  /// Wraps a minified value that is not in canonical form.
  init(minified bytes: [UInt8], canonical: [UInt8]) {
    self.bytes = bytes
    digest = Digest(canonical, tag: UInt8(ascii: "j"))
    isCanonical = false
  }
}

extension Content {
  /// Reads one JSON value.
  ///
  /// - Throws: ``InvalidContent``, which names the fault and its byte.
  /// - Complexity: O(n) when all members are sorted; each object of k unsorted members also takes
  ///   O(k log k) comparisons of names.
  public init(parsing bytes: [UInt8]) throws(InvalidContent) {
    do {
      self = try JSONReader.read(bytes) { reader throws(JSONFault) in try reader.readContent() }
    } catch {
      throw InvalidContent(offset: error.offset, reason: error.reason)
    }
  }

  /// Encodes a value as JSON.
  ///
  /// - Throws: The errors of the value's `encode(to:)`, `EncodingError` for a number that JSON
  ///   cannot write, or ``InvalidContent`` for content nested too deep for a store.
  public init(encoding value: some Encodable) throws {
    if let bytes = ContentEncoder.canonicalForm(of: value) {
      self.init(canonical: bytes)
      return
    }
    try self.init(encodingWithFoundation: value)
  }

  /// Encodes a value with `JSONEncoder` and reads the result.
  init(encodingWithFoundation value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try self.init(parsing: Array(try encoder.encode(value)))
  }

  /// Decodes the value.
  ///
  /// - Throws: `DecodingError` when the content does not fit.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let value = ContentDecoder.value(of: type, in: bytes) { return value }
    return try JSONDecoder().decode(type, from: Data(bytes))
  }

  /// The value as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The minified value with the members of every object sorted by the bytes of their names.
  ///
  /// - Complexity: O(1) if the members were given in this order; otherwise as ``init(parsing:)``.
  package var canonicalBytes: [UInt8] {
    if isCanonical { return bytes }
    return bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer)
      // Never throws: these bytes come from the same pass over the same value.
      guard (try? reader.scanValue()) != nil else { return bytes }
      reader.scratch.sort(bytes)
      return reader.scratch.canonicalForm
    }
  }
}

/// Returns whether both have the same bytes; `==` of arrays looks at one after the other.
private func areSame(_ lhs: [UInt8], _ rhs: [UInt8]) -> Bool {
  guard lhs.count == rhs.count else { return false }
  return lhs.withUnsafeBytes { left in
    rhs.withUnsafeBytes { right in
      guard let first = left.baseAddress, let second = right.baseAddress else { return true }
      return first == second || memcmp(first, second, left.count) == 0
    }
  }
}

extension Content: Hashable {
  /// Returns whether both are the same value; the order of members does not matter.
  ///
  /// - Complexity: O(1) if they differ; otherwise O(n), see ``init(parsing:)``.
  public static func == (lhs: Content, rhs: Content) -> Bool {
    guard lhs.digest == rhs.digest else { return false }
    return areSame(lhs.bytes, rhs.bytes) || areSame(lhs.canonicalBytes, rhs.canonicalBytes)
  }

  /// Hashes the digest of the canonical form.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(digest)
  }
}

/// Text that is not one JSON value.
public struct InvalidContent: Error, Hashable, Sendable, CustomStringConvertible {
  /// The offset of the offending byte.
  public let offset: Int
  /// The fault, and the expected text.
  public let reason: String

  /// One sentence for people.
  public var description: String { "byte \(offset): \(reason)" }
}
