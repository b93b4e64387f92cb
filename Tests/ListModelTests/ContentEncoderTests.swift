import Foundation
import ListTestSupport
import Testing

@testable import ListModel

/// Contents are encoded without a text in between; what comes out is what `JSONEncoder` and the reader
/// of contents would make.
@Suite struct ContentEncoderTests {
  private enum Kind: String, Codable, CaseIterable { case plain, fancy, odd }

  private enum Choice: Codable {
    case none
    case one(Int)
    case both(left: String, right: Double?)
  }

  private class Base: Codable {
    var base = "base"
  }

  private final class Derived: Base {
    var own = 1
    private enum CodingKeys: CodingKey { case own }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(own, forKey: .own)
    }
  }

  private final class DerivedApart: Base {
    private enum CodingKeys: CodingKey { case own }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try super.encode(to: container.superEncoder())
      try container.encode(2, forKey: .own)
    }
  }

  /// Uses containers within containers, and goes on with the outer ones.
  private struct Nested: Encodable {
    enum Keys: String, CodingKey { case z, list, deep, a }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(1)
      try container.encode("last", forKey: .z)
      var inner = list.nestedContainer(keyedBy: Keys.self)
      try inner.encode(true, forKey: .z)
      var innermost = list.nestedUnkeyedContainer()
      try innermost.encodeNil()
      try inner.encodeNil(forKey: .a)
      var deep = container.nestedContainer(keyedBy: Keys.self, forKey: .deep)
      try deep.encode([[1], []], forKey: .a)
      try container.encode(UInt64.max, forKey: .a)
    }
  }

  private struct EmptyValue: Encodable { func encode(to encoder: any Encoder) {} }

  private struct Twice: Encodable {
    enum Keys: String, CodingKey { case a }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(1, forKey: .a)
      try container.encode(2, forKey: .a)
    }
  }

  private struct Model: Encodable {
    var text: String
    var number: Int
    var fraction: Double
    var float: Float
    var small: Int8
    var isOn: Bool
    var maybe: String?
    var kind: Kind
    var choice: Choice
    var date: Date
    var url: URL
    var data: Data?
    var decimal: Decimal?
    var numbers: [Int?]
    var names: [String: Double]
    var byNumber: [Int: String]
    var children: [Model]
  }

  /// Compares with the long way.
  ///
  /// - Returns: Whether the value was encoded the short way.
  @discardableResult
  private static func compare(_ value: some Encodable, _ seed: UInt64 = 0) throws -> Bool {
    let short = ContentEncoder.canonicalForm(of: value)
    let long = try Content(encodingWithFoundation: value)
    if let short {
      #expect(short == long.bytes, "seed \(seed): \(String(decoding: short, as: UTF8.self))")
    }
    let content = try Content(encoding: value)
    #expect(content == long && content.bytes == long.bytes && content.digest == long.digest)
    return short != nil
  }

  @Test func `random view models are encoded as the long way encodes them`() throws {
    let seed: UInt64 = 5
    var generator = SeededGenerator(seed: seed)
    var short = 0
    for _ in 0..<2_000 where try Self.compare(Self.model(depth: 2, using: &generator), seed) {
      short += 1
    }
    #expect(short > 500)
  }

  @Test func `what is nested and what is shared by classes is encoded the short way`() throws {
    #expect(try Self.compare(Nested()))
    #expect(try Self.compare(Derived()))
    #expect(try Self.compare(Base()))
    #expect(try Self.compare("text \u{2028}\u{7F}\u{1}\"\\/é\u{10FFFF}"))
    #expect(try Self.compare([String]()))
    #expect(try Self.compare([String: Int]()))
    #expect(try Self.compare(Int?.none))
    #expect(try Self.compare(-0.0))
    #expect(try Self.compare(["b": 1, "a": 2, "B": 3, "a\"\n": 4, "a!": 5, "": 6]))
  }

  @Test func `members are written in order, whatever the values before had`() throws {
    // More kinds of objects than are remembered, in any order, some within others.
    let seed: UInt64 = 8
    var generator = SeededGenerator(seed: seed)
    // The Kelvin sign is canonically equal to the letter K.
    let names = ["a", "b", "B", "aa", "K", "\u{212A}", "", "long name of a member", "a\"b"]
    func members<Value>(_ value: () -> Value) -> [String: Value] {
      let names = names.shuffled(using: &generator).prefix(Int.random(in: 0..<4, using: &generator))
      return Dictionary(names.map { ($0, value()) }, uniquingKeysWith: { $1 })
    }
    var short = 0
    for _ in 0..<2_000 where try Self.compare(members { members { 1 } }, seed) { short += 1 }
    #expect(short > 500)
  }

  /// Keeps the container it was encoded in, and uses it later.
  private final class Keeper: Encodable {
    enum Keys: String, CodingKey { case early, late }
    var kept: KeyedEncodingContainer<Keys>?
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(1, forKey: .early)
      kept = container
    }
  }

  @Test func `a container that is kept changes no other value`() throws {
    let keeper = Keeper()
    #expect(try Content(encoding: keeper).text == #"{"early":1}"#)
    struct Other: Encodable {
      let keeper: Keeper
      enum Keys: String, CodingKey { case own }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try keeper.kept?.encode(2, forKey: .late)
        try container.encode(3, forKey: .own)
        try keeper.kept?.encode(4, forKey: .early)
      }
    }
    #expect(try Content(encoding: Other(keeper: keeper)).text == #"{"own":3}"#)
    #expect(try Content(encoding: ["x": 5]).text == #"{"x":5}"#)
  }

  @Test func `a value that encodes another one meanwhile is encoded as it is`() throws {
    struct Inner: Encodable { var text = "inner" }
    struct Outer: Encodable {
      enum Keys: String, CodingKey { case before, inner, after }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode("x", forKey: .before)
        try container.encode(try Content(encoding: Inner()).text, forKey: .inner)
        try container.encode("y", forKey: .after)
      }
    }
    #expect(
      try Content(encoding: Outer()).text
        == #"{"after":"y","before":"x","inner":"{\"text\":\"inner\"}"}"#
    )
  }

  @Test func `what is rare is left to the long way`() throws {
    #expect(try !Self.compare(Data([1, 2, 3])))
    #expect(try !Self.compare([Decimal(string: "1.10")]))
    #expect(try !Self.compare(["é": 1, "z": 2, "ö": 3]))
    #expect(try !Self.compare(DerivedApart()))
    #expect(try !Self.compare([EmptyValue()]))
    #expect(try !Self.compare(Twice()))
    #expect(throws: EncodingError.self) { try Content(encoding: Double.nan) }
    #expect(throws: EncodingError.self) { try Content(encoding: [Float.infinity]) }
    #expect(throws: EncodingError.self) { try Content(encoding: EmptyValue()) }
  }

  @Test func `the place of a value is what JSONEncoder says it is`() throws {
    struct Place: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.codingPath.map(\.stringValue).joined(separator: "/"))
      }
    }
    struct Outer: Encodable {
      var list = [Place(), Place()]
      var table = ["key": Place()]
      var place: Place? = Place()
    }
    #expect(try Self.compare(Outer()))
  }

  private static func model(depth: Int, using generator: inout SeededGenerator) -> Model {
    let texts = [
      "", "plain", "with \"quotes\" and \\", "line\nfeed\t\u{0}\u{1F}", "é e\u{301} 😀", "/slash",
    ]
    let doubles = [
      0, -0.0, 1, 0.1, 1e20, 1e16, 123456789.125, .leastNonzeroMagnitude, -1e300, .pi, 1e15,
    ]
    func text() -> String { texts.randomElement(using: &generator) ?? "" }
    func double() -> Double {
      Bool.random(using: &generator)
        ? doubles.randomElement(using: &generator) ?? 0
        : Double.random(in: -1e6...1e6, using: &generator)
    }
    func number() -> Int { Int.random(in: .min ... .max, using: &generator) }
    func isRare() -> Bool { Int.random(in: 0..<8, using: &generator) == 0 }
    let choices: [Choice] = [.none, .one(number()), .both(left: text(), right: nil)]
    return Model(
      text: text(),
      number: number(),
      fraction: double(),
      float: Float(max(-1e30, double())),
      small: Int8.random(in: .min ... .max, using: &generator),
      isOn: Bool.random(using: &generator),
      maybe: Bool.random(using: &generator) ? text() : nil,
      kind: Kind.allCases.randomElement(using: &generator) ?? .plain,
      choice: choices.randomElement(using: &generator) ?? .none,
      date: Date(timeIntervalSinceReferenceDate: double()),
      url: URL(fileURLWithPath: "/a b/\(abs(number() % 10))"),
      data: isRare() ? Data([UInt8](repeating: 7, count: 5)) : nil,
      decimal: isRare() ? Decimal(number()) : nil,
      numbers: [number(), nil, 3],
      names: ["b": double(), "a": 1, "c d": 2],
      byNumber: [1: text(), -2: text()],
      children: depth > 0 ? [model(depth: depth - 1, using: &generator)] : []
    )
  }
}
