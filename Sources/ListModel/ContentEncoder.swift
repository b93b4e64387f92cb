import Foundation

/// Encodes values as content in canonical form: the form that `JSONEncoder` and ``JSONReader``
/// together produce.
///
/// A list has many small view models. Writing, copying, reading and sorting a text costs several
/// times as much as encoding the view model directly. So scalars are written once, one after the
/// other; containers remember their places, and members are sorted at the end, not texts.
///
/// `JSONEncoder` alone decides the rare cases: `Data` and `Decimal`, numbers that JSON does not
/// have, names with characters beyond ASCII, encoders for superclasses, values that encode nothing,
/// and every error.
enum ContentEncoder {
  /// Returns the canonical form of a value; `nil` if `JSONEncoder` must encode it.
  static func canonicalForm(of value: some Encodable) -> [UInt8]? {
    let sheet = ContentSheet()
    let encoder = ContentNodeEncoder(sheet: sheet, codingPath: [])
    guard (try? sheet.encode(value, with: encoder)) != nil, !sheet.isLeftToOthers,
      let node = encoder.slot.node
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(sheet.scalars.count + 16)
    guard sheet.write(node, to: &bytes, depth: 0) else { return nil }
    return bytes
  }
}

/// Tells that `JSONEncoder` must encode the value.
private struct LeftToOthers: Error {}

/// A value that is not yet written.
private enum EncodedNode {
  /// The range of a scalar in ``ContentSheet/scalars``.
  case scalar(Range<Int>)
  case object(ObjectNode)
  case array(ArrayNode)
}

// The nodes of a value and its sheet belong to one call, which never reads a node while changing
// it. The check of exclusive access is off, because even a small value needs many accesses.

private final class ObjectNode {
  @exclusivity(unchecked) var members: [(name: String, value: EncodedNode)] = []
}

private final class ArrayNode {
  @exclusivity(unchecked) var elements: [EncodedNode] = []
}

/// Holds the one value that an encoder encodes.
private final class NodeSlot {
  @exclusivity(unchecked) var node: EncodedNode?
}

/// The state that all encoders of one value share.
private final class ContentSheet {
  /// The texts of all scalars.
  @exclusivity(unchecked) var scalars: [UInt8] = []

  init() { scalars.reserveCapacity(256) }
  /// Whether `JSONEncoder` must encode the value.
  var isLeftToOthers = false

  func string(_ value: String) -> EncodedNode {
    let start = scalars.count
    JSONWriter.append(string: value.utf8, to: &scalars)
    return .scalar(start..<scalars.count)
  }

  func text(_ value: String) -> EncodedNode {
    let start = scalars.count
    scalars.append(contentsOf: value.utf8)
    return .scalar(start..<scalars.count)
  }

  func number(_ value: some BinaryInteger) -> EncodedNode { text(String(value)) }

  func number(_ value: some BinaryFloatingPoint & LosslessStringConvertible) throws -> EncodedNode {
    guard value.isFinite else { throw LeftToOthers() }
    let description = value.description
    return text(description.hasSuffix(".0") ? String(description.dropLast(2)) : description)
  }

  func node(_ value: some Encodable, at codingPath: [any CodingKey]) throws -> EncodedNode {
    let encoder = ContentNodeEncoder(sheet: self, codingPath: codingPath)
    try encode(value, with: encoder)
    guard let node = encoder.slot.node else { throw LeftToOthers() }
    return node
  }

  func encode<Value: Encodable>(_ value: Value, with encoder: ContentNodeEncoder) throws {
    if Value.self == Data.self || Value.self == Decimal.self { throw LeftToOthers() }
    if Value.self == URL.self, let url = value as? URL {
      encoder.slot.node = string(url.absoluteString)
    } else {
      try value.encode(to: encoder)
    }
  }

  // MARK: Writing

  /// The deepest nesting this encoder accepts; `JSONEncoder` and the reader decide about deeper
  /// values.
  private static let depthLimit = 256

  func write(_ node: EncodedNode, to bytes: inout [UInt8], depth: Int) -> Bool {
    guard depth < Self.depthLimit else { return false }
    switch node {
    case .scalar(let range):
      scalars.withUnsafeBufferPointer {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[range]))
      }
    case .array(let array):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in array.elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        guard write(element, to: &bytes, depth: depth + 1) else { return false }
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      guard object.sortMembers() else { return false }
      bytes.append(UInt8(ascii: "{"))
      for index in object.members.indices {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONWriter.append(string: object.members[index].name.utf8, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        guard write(object.members[index].value, to: &bytes, depth: depth + 1) else { return false }
      }
      bytes.append(UInt8(ascii: "}"))
    }
    return true
  }
}

extension ObjectNode {
  /// Sorts the members by the bytes of their names.
  ///
  /// - Returns: Whether all names are ASCII and different.
  func sortMembers() -> Bool {
    guard members.allSatisfy({ $0.name.utf8.allSatisfy { $0 < 0x80 } }) else { return false }
    // Insertion sort: members are few and often sorted already.
    for end in members.indices.dropFirst() {
      var index = end
      while index > 0, members[index].name < members[index - 1].name {
        members.swapAt(index, index - 1)
        index -= 1
      }
    }
    return zip(members, members.dropFirst()).allSatisfy { $0.name != $1.name }
  }
}

// MARK: - The interfaces of encoders

/// Encodes one value.
private struct ContentNodeEncoder: Encoder {
  let sheet: ContentSheet
  let codingPath: [any CodingKey]
  let slot = NodeSlot()
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(
      MemberContainer<Key>(sheet: sheet, object: object, codingPath: codingPath)
    )
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    ElementContainer(sheet: sheet, array: array, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    ScalarContainer(sheet: sheet, slot: slot, codingPath: codingPath)
  }

  /// The object that this encodes; a class and its superclass share one.
  private var object: ObjectNode {
    if case .object(let object) = slot.node { return object }
    if slot.node != nil { sheet.isLeftToOthers = true }
    let object = ObjectNode()
    object.members.reserveCapacity(8)
    slot.node = .object(object)
    return object
  }

  private var array: ArrayNode {
    if case .array(let array) = slot.node { return array }
    if slot.node != nil { sheet.isLeftToOthers = true }
    let array = ArrayNode()
    slot.node = .array(array)
    return array
  }
}

private struct MemberContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let sheet: ContentSheet
  let object: ObjectNode
  let codingPath: [any CodingKey]

  private func add(_ value: EncodedNode, _ key: Key) {
    object.members.append((key.stringValue, value))
  }

  func encodeNil(forKey key: Key) { add(sheet.text("null"), key) }
  func encode(_ value: Bool, forKey key: Key) { add(sheet.text(value ? "true" : "false"), key) }
  func encode(_ value: String, forKey key: Key) { add(sheet.string(value), key) }
  func encode(_ value: Double, forKey key: Key) throws { add(try sheet.number(value), key) }
  func encode(_ value: Float, forKey key: Key) throws { add(try sheet.number(value), key) }
  func encode(_ value: Int, forKey key: Key) { add(sheet.number(value), key) }
  func encode(_ value: Int8, forKey key: Key) { add(sheet.number(value), key) }
  func encode(_ value: Int16, forKey key: Key) { add(sheet.number(value), key) }
  func encode(_ value: Int32, forKey key: Key) { add(sheet.number(value), key) }
  func encode(_ value: Int64, forKey key: Key) { add(sheet.number(value), key) }
  func encode(_ value: UInt, forKey key: Key) { add(sheet.number(value), key) }
  func encode(_ value: UInt8, forKey key: Key) { add(sheet.number(value), key) }
  func encode(_ value: UInt16, forKey key: Key) { add(sheet.number(value), key) }
  func encode(_ value: UInt32, forKey key: Key) { add(sheet.number(value), key) }
  func encode(_ value: UInt64, forKey key: Key) { add(sheet.number(value), key) }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    add(try sheet.node(value, at: codingPath + [key]), key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = ObjectNode()
    add(.object(nested), key)
    return KeyedEncodingContainer(
      MemberContainer<NestedKey>(sheet: sheet, object: nested, codingPath: codingPath + [key])
    )
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let nested = ArrayNode()
    add(.array(nested), key)
    return ElementContainer(sheet: sheet, array: nested, codingPath: codingPath + [key])
  }

  func superEncoder() -> any Encoder {
    sheet.isLeftToOthers = true
    return ContentNodeEncoder(sheet: sheet, codingPath: codingPath)
  }

  func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

private struct ElementContainer: UnkeyedEncodingContainer {
  let sheet: ContentSheet
  let array: ArrayNode
  let codingPath: [any CodingKey]
  var count: Int { array.elements.count }

  /// The index of an element, as a coding key.
  private struct IndexKey: CodingKey {
    let intValue: Int?
    var stringValue: String { "Index \(intValue ?? 0)" }
    init(_ index: Int) { intValue = index }
    init?(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
  }

  private func add(_ value: EncodedNode) { array.elements.append(value) }

  func encodeNil() { add(sheet.text("null")) }
  func encode(_ value: Bool) { add(sheet.text(value ? "true" : "false")) }
  func encode(_ value: String) { add(sheet.string(value)) }
  func encode(_ value: Double) throws { add(try sheet.number(value)) }
  func encode(_ value: Float) throws { add(try sheet.number(value)) }
  func encode(_ value: Int) { add(sheet.number(value)) }
  func encode(_ value: Int8) { add(sheet.number(value)) }
  func encode(_ value: Int16) { add(sheet.number(value)) }
  func encode(_ value: Int32) { add(sheet.number(value)) }
  func encode(_ value: Int64) { add(sheet.number(value)) }
  func encode(_ value: UInt) { add(sheet.number(value)) }
  func encode(_ value: UInt8) { add(sheet.number(value)) }
  func encode(_ value: UInt16) { add(sheet.number(value)) }
  func encode(_ value: UInt32) { add(sheet.number(value)) }
  func encode(_ value: UInt64) { add(sheet.number(value)) }

  func encode(_ value: some Encodable) throws {
    add(try sheet.node(value, at: codingPath + [IndexKey(count)]))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    let (nested, path) = (ObjectNode(), codingPath + [IndexKey(count)])
    add(.object(nested))
    return KeyedEncodingContainer(
      MemberContainer<NestedKey>(sheet: sheet, object: nested, codingPath: path)
    )
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let (nested, path) = (ArrayNode(), codingPath + [IndexKey(count)])
    add(.array(nested))
    return ElementContainer(sheet: sheet, array: nested, codingPath: path)
  }

  func superEncoder() -> any Encoder {
    sheet.isLeftToOthers = true
    return ContentNodeEncoder(sheet: sheet, codingPath: codingPath)
  }
}

private struct ScalarContainer: SingleValueEncodingContainer {
  let sheet: ContentSheet
  let slot: NodeSlot
  let codingPath: [any CodingKey]

  private func put(_ value: EncodedNode) {
    if slot.node != nil { sheet.isLeftToOthers = true }
    slot.node = value
  }

  func encodeNil() { put(sheet.text("null")) }
  func encode(_ value: Bool) { put(sheet.text(value ? "true" : "false")) }
  func encode(_ value: String) { put(sheet.string(value)) }
  func encode(_ value: Double) throws { put(try sheet.number(value)) }
  func encode(_ value: Float) throws { put(try sheet.number(value)) }
  func encode(_ value: Int) { put(sheet.number(value)) }
  func encode(_ value: Int8) { put(sheet.number(value)) }
  func encode(_ value: Int16) { put(sheet.number(value)) }
  func encode(_ value: Int32) { put(sheet.number(value)) }
  func encode(_ value: Int64) { put(sheet.number(value)) }
  func encode(_ value: UInt) { put(sheet.number(value)) }
  func encode(_ value: UInt8) { put(sheet.number(value)) }
  func encode(_ value: UInt16) { put(sheet.number(value)) }
  func encode(_ value: UInt32) { put(sheet.number(value)) }
  func encode(_ value: UInt64) { put(sheet.number(value)) }
  func encode(_ value: some Encodable) throws { put(try sheet.node(value, at: codingPath)) }
}
