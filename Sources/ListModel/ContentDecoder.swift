import Foundation

/// Decodes values from contents as `JSONDecoder` does, without a tree in between.
///
/// A list has many small view models, and `JSONDecoder` copies, checks and sorts out each text before a value
/// is decoded. Contents are known to be valid, so their values are found in one pass and read where they
/// stand.
///
/// `JSONDecoder` alone decides the rare cases: `Data` and `Decimal`, numbers out of range, names that are not
/// plain ASCII, decoders for superclasses, and what every error says.
enum ContentDecoder {
  /// Returns the value of a content; `nil` if `JSONDecoder` must decode it.
  static func value<Value: Decodable>(of type: Value.Type, in bytes: [UInt8]) -> Value? {
    guard let tape = ContentTape(bytes) else { return nil }
    let node = ContentNode(tape: tape, index: 0, path: nil)
    guard let value = try? node.value(of: type), !tape.isLeftToOthers else { return nil }
    return value
  }
}

/// The way to a value.
private final class CodingPlace {
  let key: any CodingKey
  let parent: CodingPlace?

  init(_ key: any CodingKey, in parent: CodingPlace?) {
    self.key = key
    self.parent = parent
  }

  static func keys(to place: CodingPlace?) -> [any CodingKey] {
    var keys: [any CodingKey] = []
    var next = place
    while let place = next {
      keys.append(place.key)
      next = place.parent
    }
    return keys.reversed()
  }
}

/// Tells that `JSONDecoder` must decode the value.
private struct LeftToOthers: Error {}

/// One value of a content: a decoder, and the container of a single value.
private struct ContentNode: Decoder, SingleValueDecodingContainer {
  let tape: ContentTape
  let index: Int
  let path: CodingPlace?
  var codingPath: [any CodingKey] { CodingPlace.keys(to: path) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var token: ContentTape.Token { tape.tokens[index] }

  /// Returns a value that was read.
  ///
  /// - Throws: What `JSONDecoder` throws for a value of another kind: the type may catch it. A number that only
  ///   `JSONDecoder` reads leaves all to it.
  func require<Value>(_ value: Value?) throws -> Value {
    if let value { return value }
    if token.kind == .number, Value.self != String.self, Value.self != Bool.self { try leave() }
    let context = DecodingError.Context(
      codingPath: codingPath,
      debugDescription: "another kind of value"
    )
    throw token.kind == .null
      ? DecodingError.valueNotFound(Value.self, context)
      : DecodingError.typeMismatch(Value.self, context)
  }

  /// Leaves the whole content to `JSONDecoder`.
  func leave() throws -> Never {
    tape.isLeftToOthers = true
    throw LeftToOthers()
  }

  func value<Value: Decodable>(of type: Value.Type) throws -> Value {
    if type == String.self { return try require(tape.string(token) as? Value) }
    if type == URL.self {
      guard let url = URL(string: try decode(String.self)) as? Value else { try leave() }
      return url
    }
    if type == Data.self || type == Decimal.self { try leave() }
    return try Value(from: self)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard token.kind == .object else { return try require(nil as KeyedDecodingContainer<Key>?) }
    return KeyedDecodingContainer(ContentMembers<Key>(node: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard token.kind == .array else { return try require(nil as ContentElements?) }
    return ContentElements(node: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  // MARK: A single value

  func decodeNil() -> Bool { token.kind == .null }
  func decode(_ type: Bool.Type) throws -> Bool { try require(tape.bool(token)) }
  func decode(_ type: String.Type) throws -> String { try require(tape.string(token)) }
  func decode(_ type: Double.Type) throws -> Double { try require(tape.double(token)) }
  func decode(_ type: Float.Type) throws -> Float { try require(tape.float(token)) }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(of: type) }

  func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    try require(tape.integer(token, type))
  }
}

/// The members of an object.
private final class ContentMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let node: ContentNode
  /// Where the member after the one that was found last begins: types ask in an order, and often in that of
  /// the text.
  @exclusivity(unchecked) private var next: Int

  init(node: ContentNode) {
    self.node = node
    next = node.index + 1
  }

  private var tape: ContentTape { node.tape }
  private var end: Int { Int(node.token.after) }
  var codingPath: [any CodingKey] { node.codingPath }

  /// The names of the members; those that are none of the type's are left out.
  var allKeys: [Key] {
    var keys: [Key] = []
    var index = node.index + 1
    while index < end {
      if let name = tape.string(tape.tokens[index]), let key = Key(stringValue: name) {
        keys.append(key)
      }
      index = Int(tape.tokens[index + 1].after)
    }
    return keys
  }

  /// Returns the index of a member's value.
  private func find(_ key: Key) -> Int? {
    var name = key.stringValue
    return name.withUTF8 { name in
      find(name, from: next, to: end) ?? find(name, from: node.index + 1, to: next)
    }
  }

  private func find(_ name: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
    var index = start
    while index < end {
      let text = tape.text(tape.tokens[index])
      if text.count == name.count, text.elementsEqual(name) {
        next = index
        return index + 1
      }
      index = Int(tape.tokens[index + 1].after)
    }
    return nil
  }

  /// Returns a member.
  private func member(_ key: Key, isPlace: Bool = false) throws -> ContentNode {
    guard let index = find(key) else {
      let context = DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "no such member"
      )
      throw DecodingError.keyNotFound(key, context)
    }
    let path = isPlace ? CodingPlace(key, in: node.path) : node.path
    return ContentNode(tape: tape, index: index, path: path)
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try member(key).decode(type)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try member(key).decode(type)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try member(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try member(key).integer(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try member(key).integer(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try member(key).integer(type)
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try member(key).integer(type)
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try member(key).integer(type)
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try member(key).integer(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try member(key).integer(type)
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try member(key).integer(type)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try member(key).integer(type)
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try member(key).integer(type)
  }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key, isPlace: true).value(of: type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try member(key, isPlace: true).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key, isPlace: true).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try node.leave() }
  func superDecoder(forKey key: Key) throws -> any Decoder { try node.leave() }
}

/// The elements of an array.
private struct ContentElements: UnkeyedDecodingContainer {
  /// The index of an element, as a coding key.
  private struct IndexKey: CodingKey {
    let intValue: Int?
    var stringValue: String { "Index \(intValue ?? 0)" }
    init(_ index: Int) { intValue = index }
    init?(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
  }

  private let node: ContentNode
  private var next: Int
  private(set) var currentIndex = 0

  init(node: ContentNode) {
    self.node = node
    next = node.index + 1
  }

  private var tape: ContentTape { node.tape }
  var codingPath: [any CodingKey] { node.codingPath }
  var isAtEnd: Bool { next >= Int(node.token.after) }
  var count: Int? {
    var (index, count) = (node.index + 1, 0)
    while index < Int(node.token.after) {
      index = Int(tape.tokens[index].after)
      count += 1
    }
    return count
  }

  /// Reads the next element; it stays the next one if it cannot be read.
  private mutating func read<Value>(
    isPlace: Bool = false,
    _ body: (ContentNode) throws -> Value
  ) throws -> Value {
    if isAtEnd { throw end(of: Value.self) }
    let path = isPlace ? CodingPlace(IndexKey(currentIndex), in: node.path) : node.path
    let value = try body(ContentNode(tape: tape, index: next, path: path))
    next = Int(tape.tokens[next].after)
    currentIndex += 1
    return value
  }

  private func end(of type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath,
      debugDescription: "no more elements"
    )
    return .valueNotFound(type, context)
  }

  mutating func decodeNil() throws -> Bool {
    if isAtEnd { throw end(of: Any?.self) }
    guard tape.tokens[next].kind == .null else { return false }
    return try read { _ in true }
  }
  mutating func decode(_ type: Bool.Type) throws -> Bool { try read { try $0.decode(type) } }
  mutating func decode(_ type: String.Type) throws -> String { try read { try $0.decode(type) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try read { try $0.decode(type) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try read { try $0.decode(type) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try read { try $0.integer(type) } }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try read { try $0.integer(type) } }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try read { try $0.integer(type) } }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try read { try $0.integer(type) } }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try read { try $0.integer(type) } }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try read { try $0.integer(type) } }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try read { try $0.integer(type) } }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try read { try $0.integer(type) } }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try read { try $0.integer(type) } }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try read { try $0.integer(type) } }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try read(isPlace: true) { try $0.value(of: type) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try read(isPlace: true) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try read(isPlace: true) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try node.leave() }
}
