/// Names a place of a remote list from which a page can be read, in the remote's own words.
///
/// A pager compares keys and keeps them with the list; it never looks into one. Remotes that count
/// use numbers as keys.
public struct PageKey: RawRepresentable, Hashable, Sendable, Codable {
  /// The key as text.
  public let rawValue: String

  /// Creates a key from text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a key from text.
  public init(_ text: String) { rawValue = text }

  /// Creates a key from a number.
  public init(_ number: Int) { rawValue = String(number) }

  /// The key as a number; `nil` if it is not a number.
  public var number: Int? { Int(rawValue) }

  /// Reads a key from a single string.
  ///
  /// - Throws: `DecodingError` when there is no string.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes the key as a single string.
  ///
  /// - Throws: An error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension PageKey: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, CustomStringConvertible
{
  /// Creates a key from a string literal.
  public init(stringLiteral value: String) { rawValue = value }

  /// Creates a key from a number.
  public init(integerLiteral value: Int) { self.init(value) }

  /// The key as text.
  public var description: String { rawValue }
}
