// The stored form of a description, as `docs/formats.md` shows it. Members at their default are
// left out. An unknown member is refused, because it would be lost when the value is written.

struct AnyCodingKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Decoder {
  /// Returns the members of an object.
  ///
  /// - Throws: `DecodingError` when the value is not an object, or has a member that is not in
  ///   `Key`.
  func members<Key: CodingKey>(_ type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try requireMembers { Key(stringValue: $0) != nil }
    return try container(keyedBy: type)
  }

  /// Checks that an object has no other members than these.
  ///
  /// - Throws: `DecodingError` when the value is not an object, or has another member.
  func requireMembers(_ names: [String]) throws {
    try requireMembers { names.contains($0) }
  }

  private func requireMembers(_ isKnown: (String) -> Bool) throws {
    for key in try container(keyedBy: AnyCodingKey.self).allKeys where !isKnown(key.stringValue) {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath + [key],
          debugDescription: "There is no such member."
        )
      )
    }
  }
}

extension KeyedDecodingContainer {
  func decode<Value: Decodable>(
    _ key: Key,
    default value: @autoclosure () -> Value
  ) throws -> Value {
    try decodeIfPresent(Value.self, forKey: key) ?? value()
  }
}

extension KeyedDecodingContainer {
  /// Returns a whole number.
  ///
  /// - Throws: `DecodingError`, which names its place, also when it has a fraction.
  func decodeCount(forKey key: Key) throws -> Int {
    if let count = try? decode(Int.self, forKey: key) { return count }
    let number = try decode(Double.self, forKey: key)
    throw DecodingError.dataCorruptedError(
      forKey: key,
      in: self,
      debugDescription: "expected a whole number, not \(number)"
    )
  }
}

extension KeyedEncodingContainer {
  mutating func encode<Value: Encodable & Equatable>(
    _ value: Value,
    _ key: Key,
    unless standard: Value
  ) throws {
    if value != standard { try encode(value, forKey: key) }
  }
}

extension LayoutDimension: Codable {
  private enum CodingKeys: String, CodingKey { case fw, fh, abs, est, uniform }

  /// Reads `{"fw": 0.5}`, `{"fh": "1/3"}`, `{"abs": 44}`, `{"est": 44}` or `{"uniform": 44}`.
  ///
  /// - Throws: `DecodingError` when there is not exactly one member, or it is not a number.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.members(CodingKeys.self)
    guard let key = values.allKeys.first, values.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "A dimension has one member: fw, fh, abs, est or uniform."
        )
      )
    }
    let number = try values.decode(LayoutNumber.self, forKey: key).value
    self =
      switch key {
      case .fw: .fractionalWidth(number)
      case .fh: .fractionalHeight(number)
      case .abs: .absolute(number)
      case .est: .estimated(number)
      case .uniform: .uniformAcrossSiblings(estimate: number)
      }
  }

  /// Writes the form that ``init(from:)`` reads.
  ///
  /// - Throws: `EncodingError` when the length is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .fractionalWidth(let share): try values.encode(share, forKey: .fw)
    case .fractionalHeight(let share): try values.encode(share, forKey: .fh)
    case .absolute(let length): try values.encode(length, forKey: .abs)
    case .estimated(let length): try values.encode(length, forKey: .est)
    case .uniformAcrossSiblings(let length): try values.encode(length, forKey: .uniform)
    }
  }
}

/// A number, or a text of two numbers with a fraction bar, such as `"1/3"`.
private struct LayoutNumber: Decodable {
  let value: Double

  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if let number = try? single.decode(Double.self) {
      value = number
      return
    }
    let parts = try single.decode(String.self).split(
      separator: "/",
      omittingEmptySubsequences: false
    )
    guard parts.count == 2, let numerator = Double(parts[0]), let denominator = Double(parts[1]),
      numerator.isFinite, denominator.isFinite, denominator != 0
    else {
      throw DecodingError.dataCorruptedError(
        in: single,
        debugDescription: "A share is a number or two with a fraction bar, such as \"1/3\"."
      )
    }
    value = numerator / denominator
  }
}

extension LayoutSize: Codable {
  /// Reads `[widthDimension, heightDimension]`.
  ///
  /// - Throws: `DecodingError` when there are not two dimensions.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    widthDimension = try values.decode(LayoutDimension.self)
    heightDimension = try values.decode(LayoutDimension.self)
    guard values.isAtEnd else {
      throw DecodingError.dataCorruptedError(
        in: values,
        debugDescription: "A size is two dimensions: width and height."
      )
    }
  }

  /// Writes `[widthDimension, heightDimension]`.
  ///
  /// - Throws: `EncodingError` when a length is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(widthDimension)
    try values.encode(heightDimension)
  }
}

extension LayoutSpacing: Codable {
  private enum CodingKeys: String, CodingKey { case fixed, flexible }

  /// Reads `{"fixed": 8}` or `{"flexible": 8}`.
  ///
  /// - Throws: `DecodingError` when there is not exactly one member, or it is not a number.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.members(CodingKeys.self)
    switch (values.contains(.fixed), values.contains(.flexible)) {
    case (true, false): self = .fixed(try values.decode(Double.self, forKey: .fixed))
    case (false, true): self = .flexible(try values.decode(Double.self, forKey: .flexible))
    case (true, true), (false, false):
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "Spacing has one member: fixed or flexible."
        )
      )
    }
  }

  /// Writes the form that ``init(from:)`` reads.
  ///
  /// - Throws: `EncodingError` when the length is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .fixed(let points): try values.encode(points, forKey: .fixed)
    case .flexible(let points): try values.encode(points, forKey: .flexible)
    }
  }
}

extension LayoutEdgeSpacing: Codable {
  private enum CodingKeys: String, CodingKey { case leading, top, trailing, bottom }

  /// Reads an object of the edges that have spacing.
  ///
  /// - Throws: `DecodingError` when a member is not a spacing, or unknown.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.members(CodingKeys.self)
    leading = try values.decodeIfPresent(LayoutSpacing.self, forKey: .leading)
    top = try values.decodeIfPresent(LayoutSpacing.self, forKey: .top)
    trailing = try values.decodeIfPresent(LayoutSpacing.self, forKey: .trailing)
    bottom = try values.decodeIfPresent(LayoutSpacing.self, forKey: .bottom)
  }

  /// Writes the edges that have spacing.
  ///
  /// - Throws: `EncodingError` when a length is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(leading, forKey: .leading)
    try values.encodeIfPresent(top, forKey: .top)
    try values.encodeIfPresent(trailing, forKey: .trailing)
    try values.encodeIfPresent(bottom, forKey: .bottom)
  }
}

extension LayoutPoint: Codable {
  /// Reads `[x, y]`.
  ///
  /// - Throws: `DecodingError` when there are not two numbers.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    x = try values.decode(Double.self)
    y = try values.decode(Double.self)
    guard values.isAtEnd else {
      throw DecodingError.dataCorruptedError(
        in: values,
        debugDescription: "A point is two numbers."
      )
    }
  }

  /// Writes `[x, y]`.
  ///
  /// - Throws: `EncodingError` when a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(x)
    try values.encode(y)
  }
}

extension LayoutEdges: Codable {
  private static let names: [(String, LayoutEdges)] = [
    ("top", .top), ("leading", .leading), ("bottom", .bottom), ("trailing", .trailing),
  ]

  /// Reads an array of `"top"`, `"leading"`, `"bottom"` and `"trailing"`.
  ///
  /// - Throws: `DecodingError` when there is another name.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    self = []
    while !values.isAtEnd {
      let name = try values.decode(String.self)
      guard let edge = Self.names.first(where: { $0.0 == name }) else {
        throw DecodingError.dataCorruptedError(
          in: values,
          debugDescription: "An edge is top, leading, bottom or trailing, and not \(name)."
        )
      }
      insert(edge.1)
    }
  }

  /// Writes the names of the edges.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    for (name, edge) in Self.names where contains(edge) { try values.encode(name) }
  }
}

extension LayoutAnchor: Codable {
  private enum CodingKeys: String, CodingKey { case edges, absolute, fractional }

  /// Reads `{"edges": ["top", "trailing"], "fractional": [-0.1, 0.1]}`; the shift may be
  /// `absolute`, `fractional`, or left out.
  ///
  /// - Throws: `DecodingError` when a member is malformed or unknown, or there are both shifts.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.members(CodingKeys.self)
    edges = try values.decode(LayoutEdges.self, forKey: .edges)
    let points = try values.decodeIfPresent(LayoutPoint.self, forKey: .absolute)
    let shares = try values.decodeIfPresent(LayoutPoint.self, forKey: .fractional)
    switch (points, shares) {
    case (let points?, nil): offset = .absolute(points)
    case (nil, let shares?): offset = .fractional(shares)
    case (nil, nil): offset = .absolute(.zero)
    case (_?, _?):
      throw DecodingError.dataCorruptedError(
        forKey: .fractional,
        in: values,
        debugDescription: "An anchor is shifted by absolute or fractional, not by both."
      )
    }
  }

  /// Writes the form that ``init(from:)`` reads.
  ///
  /// - Throws: `EncodingError` when a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(edges, forKey: .edges)
    switch offset {
    case .absolute(let points): try values.encode(points, .absolute, unless: .zero)
    case .fractional(let shares): try values.encode(shares, forKey: .fractional)
    }
  }
}
