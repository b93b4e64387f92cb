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
    ContentSheet.withTemporary { sheet in
      let encoder = ContentNodeEncoder(sheet: sheet, codingPath: [])
      guard (try? sheet.encode(value, with: encoder)) != nil, !sheet.isLeftToOthers,
        let node = sheet.nodes[encoder.slot]
      else { return nil }
      return sheet.canonicalForm(of: node)
    }
  }
}

/// Tells that `JSONEncoder` must encode the value.
private struct LeftToOthers: Error {}

extension ContentSheet {
  fileprivate func string(_ value: String) -> Node {
    scalar { JSONWriter.append(string: value.utf8, to: &$0) }
  }

  fileprivate func text(_ value: String) -> Node {
    scalar { $0.append(contentsOf: value.utf8) }
  }

  fileprivate func number(_ value: some BinaryInteger) -> Node { text(value.description) }

  fileprivate func number(
    _ value: some BinaryFloatingPoint & LosslessStringConvertible
  ) throws -> Node {
    guard value.isFinite else { throw LeftToOthers() }
    let description = value.description
    return text(description.hasSuffix(".0") ? String(description.dropLast(2)) : description)
  }

  fileprivate func node(
    _ value: some Encodable,
    at codingPath: [any CodingKey]
  ) throws -> Node {
    let encoder = ContentNodeEncoder(sheet: self, codingPath: codingPath)
    try encode(value, with: encoder)
    guard let node = nodes[encoder.slot] else { throw LeftToOthers() }
    return node
  }

  fileprivate func encode<Value: Encodable>(
    _ value: Value,
    with encoder: ContentNodeEncoder
  ) throws {
    if Value.self == Data.self || Value.self == Decimal.self { throw LeftToOthers() }
    if Value.self == URL.self, let url = value as? URL {
      nodes[encoder.slot] = string(url.absoluteString)
    } else {
      try value.encode(to: encoder)
    }
  }
}

// MARK: - The interfaces of encoders

/// Encodes one value.
private struct ContentNodeEncoder: Encoder {
  let sheet: ContentSheet
  let codingPath: [any CodingKey]
  /// The number of the value in the sheet.
  let slot: Int
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(sheet: ContentSheet, codingPath: [any CodingKey]) {
    (self.sheet, self.codingPath) = (sheet, codingPath)
    slot = sheet.nodes.count
    sheet.nodes.append(nil)
  }

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
  private var object: Int {
    if case .object(let object) = sheet.nodes[slot] { return object }
    return begin(ContentSheet.Node.object)
  }

  private var array: Int {
    if case .array(let array) = sheet.nodes[slot] { return array }
    return begin(ContentSheet.Node.array)
  }

  private func begin(_ node: (Int) -> ContentSheet.Node) -> Int {
    if sheet.nodes[slot] != nil { sheet.isLeftToOthers = true }
    let container = sheet.addContainer()
    sheet.nodes[slot] = node(container)
    return container
  }
}

private struct MemberContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let sheet: ContentSheet
  let object: Int
  let codingPath: [any CodingKey]

  private func add(_ value: ContentSheet.Node, _ key: Key) {
    sheet.add(value, named: key.stringValue, to: object)
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
    let nested = sheet.addContainer()
    add(.object(nested), key)
    return KeyedEncodingContainer(
      MemberContainer<NestedKey>(sheet: sheet, object: nested, codingPath: codingPath + [key])
    )
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let nested = sheet.addContainer()
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
  let array: Int
  let codingPath: [any CodingKey]
  var count: Int { sheet.count(of: array) }

  /// The index of an element, as a coding key.
  private struct IndexKey: CodingKey {
    let intValue: Int?
    var stringValue: String { "Index \(intValue ?? 0)" }
    init(_ index: Int) { intValue = index }
    init?(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
  }

  private func add(_ value: ContentSheet.Node) { sheet.add(value, named: "", to: array) }

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
    let (nested, path) = (sheet.addContainer(), codingPath + [IndexKey(count)])
    add(.object(nested))
    return KeyedEncodingContainer(
      MemberContainer<NestedKey>(sheet: sheet, object: nested, codingPath: path)
    )
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let (nested, path) = (sheet.addContainer(), codingPath + [IndexKey(count)])
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
  let slot: Int
  let codingPath: [any CodingKey]

  private func put(_ value: ContentSheet.Node) {
    if sheet.nodes[slot] != nil { sheet.isLeftToOthers = true }
    sheet.nodes[slot] = value
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
