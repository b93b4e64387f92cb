import Foundation

/// The content of a component: one JSON value, kept as it was given.
///
/// Numbers keep their text, strings their value, objects the order of their members; only
/// insignificant white space is dropped, and each character of a string is written in the
/// shortest way. Two contents are equal when they differ in nothing but the order of members.
///
/// What two readers could understand differently is refused: duplicate member names, lone
/// surrogates, anything but UTF-8; and so is nesting deeper than 512 levels.
public struct Content: Sendable {
  /// The value without insignificant white space, in UTF-8.
  public let bytes: [UInt8]
  /// The digest of the canonical form, which has members sorted by the bytes of their names.
  package let digest: Digest
  /// Whether `bytes` is the canonical form.
  private let isCanonical: Bool

  /// The forms a value is kept in.
  package enum StoredForm {
    /// Members are sorted by the bytes of their names.
    case canonical
    /// Members come as they were given.
    case minified
  }

  /// Wraps a value that is known to be in canonical form.
  package init(canonical bytes: [UInt8]) {
    self.bytes = bytes
    digest = Digest(bytes, tag: UInt8(ascii: "j"))
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
  /// - Throws: ``InvalidContent`` naming what is wrong and at which byte.
  /// - Complexity: O(n) when members come sorted; else also O(k log k) comparisons of names for
  ///   each object of k members whose members do not.
  public init(parsing bytes: [UInt8]) throws(InvalidContent) {
    do {
      self = try JSONReader.read(bytes) { reader throws(JSONFault) in try reader.readContent() }
    } catch {
      throw InvalidContent(offset: error.offset, reason: error.reason)
    }
  }

  /// Encodes a value as JSON.
  ///
  /// - Throws: What the value's `encode(to:)` throws, `EncodingError` for a number JSON cannot
  ///   write, or ``InvalidContent`` for content deeper than a store accepts.
  public init(encoding value: some Encodable) throws {
    if let bytes = ContentEncoder.canonicalForm(of: value) {
      self.init(canonical: bytes)
      return
    }
    try self.init(encodingWithFoundation: value)
  }

  /// The same, written by `JSONEncoder` and read again.
  init(encodingWithFoundation value: some Encodable) throws {
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

  /// The minified value with the members of every object sorted by the bytes of their names.
  ///
  /// - Complexity: O(1) if that is how they were given; else that of ``init(parsing:)``.
  package var canonicalBytes: [UInt8] {
    if isCanonical { return bytes }
    return bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer)
      // Never throws: these bytes were written after the same pass over the same value.
      guard (try? reader.scanValue()) != nil else { return bytes }
      reader.scratch.sort(bytes)
      return reader.scratch.canonicalForm
    }
  }
}

extension Content: Hashable {
  /// Whether both are the same value, in whatever order their members come.
  ///
  /// - Complexity: O(1) if they differ; else O(n), see ``init(parsing:)``.
  public static func == (lhs: Content, rhs: Content) -> Bool {
    guard lhs.digest == rhs.digest else { return false }
    return lhs.bytes == rhs.bytes || lhs.canonicalBytes == rhs.canonicalBytes
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
