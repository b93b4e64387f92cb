import Foundation

/// The content of a component: one JSON value, kept as it was given.
///
/// Numbers keep their text, strings their value, objects the order of their members; only
/// insignificant white space is dropped. Two contents are equal when they differ in nothing but
/// the order of members.
public struct Content: Sendable {
  /// The value without insignificant white space, in UTF-8.
  public let bytes: [UInt8]
  /// The digest of the canonical form, which has members sorted by the bytes of their names.
  package let digest: Digest
}

extension Content {
  /// Reads one JSON value.
  ///
  /// - Throws: ``InvalidContent`` naming what is wrong and at which byte.
  public init(parsing bytes: [UInt8]) throws(InvalidContent) {
    // PLACEHOLDER implementation, replaced by the JSON reader.
    do {
      let value = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      let canonical = try JSONSerialization.data(
        withJSONObject: value,
        options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes]
      )
      self.bytes = Array(canonical)
      digest = Digest(self.bytes, tag: UInt8(ascii: "j"))
    } catch {
      throw InvalidContent(offset: 0, reason: "\(error)")
    }
  }

  /// Encodes a value as JSON.
  ///
  /// - Throws: What the value's `encode(to:)` throws, `EncodingError` for a number JSON cannot
  ///   write, or ``InvalidContent`` for content deeper than a store accepts.
  public init(encoding value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try self.init(parsing: Array(try encoder.encode(value)))
  }

  /// Decodes the value.
  ///
  /// - Throws: `DecodingError` when the content does not fit.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(bytes))
  }

  /// The value as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Content: Hashable {
  /// Whether both are the same value, in whatever order their members come.
  public static func == (lhs: Content, rhs: Content) -> Bool {
    lhs.digest == rhs.digest
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
  /// What is wrong there, and what was expected.
  public let reason: String

  /// One sentence for people.
  public var description: String { "byte \(offset): \(reason)" }
}
