import Foundation
import ListTestSupport
import Testing

@testable import ListModel

/// Values are decoded from contents where they stand; what comes out is what `JSONDecoder` makes.
@Suite struct ContentDecoderTests {
  private enum Kind: String, Codable, CaseIterable { case plain, fancy, odd }

  private enum Choice: Codable, Hashable {
    case none
    case one(Int)
    case both(left: String, right: Double?)
  }

  /// Catches what its first tries throw.
  private enum Lenient: Codable, Hashable {
    case number(Double)
    case text(String)
    case list([Lenient])
    case other

    init(from decoder: any Decoder) throws {
      let single = try decoder.singleValueContainer()
      if let number = try? single.decode(Double.self) {
        self = .number(number)
      } else if let text = try? single.decode(String.self) {
        self = .text(text)
      } else {
        self = (try? single.decode([Lenient].self)).map { .list($0) } ?? .other
      }
    }

    func encode(to encoder: any Encoder) throws {
      var single = encoder.singleValueContainer()
      switch self {
      case .number(let number): try single.encode(number)
      case .text(let text): try single.encode(text)
      case .list(let list): try single.encode(list)
      case .other: try single.encodeNil()
      }
    }
  }

  private struct Model: Codable, Hashable {
    var text = ""
    var number = 0
    var fraction = 0.5
    var float: Float = 1.25
    var small: Int8 = 3
    var large: UInt64 = 7
    var isOn = true
    var maybe: String?
    var kind = Kind.plain
    var choice = Choice.none
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var url: URL?
    var data: Data?
    var decimal: Decimal?
    var numbers: [Int?] = []
    var names: [String: Double] = [:]
    var byNumber: [Int: String] = [:]
    var lenient: Lenient?
    var children: [Model] = []
  }

  /// Uses containers within containers, and asks for places.
  private struct Nested: Decodable, Hashable {
    enum Keys: String, CodingKey { case text, numbers, children, nothing }
    var found: [String] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      found = container.allKeys.map(\.rawValue).sorted()
      found.append("\(container.contains(.nothing))")
      var numbers = try container.nestedUnkeyedContainer(forKey: .numbers)
      while !numbers.isAtEnd {
        let place = "\(numbers.currentIndex) of \(numbers.count ?? -1)"
        let number = try numbers.decodeNil() ? nil : numbers.decode(Int.self)
        found.append("\(place): \(number.map(String.init) ?? "nil")")
      }
      found.append(try container.decode(String.self, forKey: .text))
      var children = try container.nestedUnkeyedContainer(forKey: .children)
      while !children.isAtEnd {
        let child = try children.nestedContainer(keyedBy: Keys.self)
        found.append(child.codingPath.map(\.stringValue).joined(separator: "/"))
        found.append("\(try child.decodeIfPresent(String.self, forKey: .nothing) ?? "none")")
      }
    }
  }

  private final class Base: Decodable {
    let text: String
    enum Keys: String, CodingKey { case text }
    init(from decoder: any Decoder) throws {
      let own = try decoder.container(keyedBy: Keys.self).superDecoder(forKey: .text)
      text = try String(from: own)
    }
  }

  /// Decodes both ways.
  ///
  /// - Returns: Whether the value was decoded without `JSONDecoder`.
  private static func compare<Value: Decodable & Hashable>(
    _ type: Value.Type,
    _ bytes: [UInt8],
    _ seed: UInt64 = 0
  ) throws -> Bool {
    let content = try Content(parsing: bytes)
    let text = content.text
    let short = ContentDecoder.value(of: type, in: content.bytes)
    let long = Result { try JSONDecoder().decode(type, from: Data(content.bytes)) }
    let whole = Result { try content.decode(type) }
    switch (long, whole) {
    case (.success(let long), .success(let whole)):
      #expect(whole == long, "seed \(seed): \(text)")
    case (.failure(let long), .failure(let whole)):
      #expect("\(whole)" == "\(long)", "seed \(seed): \(text)")
    default: Issue.record("seed \(seed): \(text): \(long), but \(whole)")
    }
    return short != nil
  }

  private static let texts = [
    "", "plain", "with \"quotes\" and \\", "line\nbreak\t", "가나다", "e\u{301}", "\u{10FFFF}\u{1}/",
  ]

  private static func model(depth: Int, _ random: inout SeededGenerator) -> Model {
    var model = Model()
    func text() -> String { texts.randomElement(using: &random) ?? "" }
    model.text = text()
    model.number = [0, -1, .max, .min, 12_345].randomElement(using: &random) ?? 0
    model.fraction =
      [0.1, -2.5, 1e300, 1e-5, 123_456_789.125, 1 / 3].randomElement(
        using: &random
      ) ?? 0
    model.float = [0.1, 16_777_216, -3.25, .pi].randomElement(using: &random) ?? 0
    model.large = [.max, 0, 1 << 53 + 1].randomElement(using: &random) ?? 0
    if Bool.random(using: &random) { model.maybe = text() }
    model.kind = Kind.allCases.randomElement(using: &random) ?? .odd
    model.choice =
      [.none, .one(4), .both(left: text(), right: nil), .both(left: "", right: 0.25)]
      .randomElement(using: &random) ?? .none
    model.date = Date(timeIntervalSinceReferenceDate: Double.random(in: -1e9...1e9, using: &random))
    if Int.random(in: 0..<3, using: &random) == 0 {
      model.url = URL(string: "https://a.example/b?c")
    }
    if Int.random(in: 0..<30, using: &random) == 0 { model.data = Data([1, 2]) }
    if Int.random(in: 0..<30, using: &random) == 0 { model.decimal = Decimal(string: "1.10") }
    model.numbers = [[], [1, nil, -3], [nil]].randomElement(using: &random) ?? []
    model.names =
      [[:], ["a": 1, "b": 0.5], ["c": 3], ["é": 2]].randomElement(using: &random) ?? [:]
    model.byNumber = [[:], [1: "x", 20: "y"]].randomElement(using: &random) ?? [:]
    model.lenient =
      [nil, .number(1), .text("x"), .list([.text("y"), .number(2)])].randomElement(using: &random)
      ?? nil
    if depth > 0 {
      model.children = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        Self.model(depth: depth - 1, &random)
      }
    }
    return model
  }

  @Test func `random view models are decoded as JSONDecoder decodes them`() throws {
    let seed: UInt64 = 7
    var random = SeededGenerator(seed: seed)
    var short = 0
    for _ in 0..<200 {
      let model = Self.model(depth: 2, &random)
      let content = try Content(encoding: model)
      #expect(try content.decode(Model.self) == model, "seed \(seed): \(content.text)")
      if try Self.compare(Model.self, content.bytes, seed) { short += 1 }
      _ = try Self.compare(Nested.self, content.bytes, seed)
    }
    #expect(short > 20)
  }

  /// One value of a content is another one: what does not fit is the same error, what fits the same value.
  @Test func `contents that do not fit are refused as JSONDecoder refuses them`() throws {
    let seed: UInt64 = 11
    var random = SeededGenerator(seed: seed)
    let others = [
      "null", "true", "0", "-0", "1.0", "1e3", "300", "99999999999999999999", "1e400", "1e-400",
      "0.1",
      "123456789012345678", "\"x\"", "\"1\"", "[]", "[1]", "{}", #"{"a":1}"#, #""\u00e9\n""#,
      "0.30000000000000004", "16777217.5", "3.4028236e38",
      "1234567890123456789012345678901234567890123",
    ]
    for _ in 0..<200 {
      let content = try Content(encoding: Self.model(depth: 1, &random))
      let tape = try #require(ContentTape(content.bytes) ?? ContentTape(Array("[1]".utf8)))
      guard let token = tape.tokens.randomElement(using: &random), tape.tokens.count > 1 else {
        continue
      }
      let other = Array((others.randomElement(using: &random) ?? "").utf8)
      var bytes = tape.bytes
      let isString = token.kind == .string || token.kind == .escapedString
      let range = Int(token.start) - (isString ? 1 : 0)..<Int(token.end) + (isString ? 1 : 0)
      bytes.replaceSubrange(range, with: other)
      // The name of a member may have become something else.
      guard (try? Content(parsing: bytes)) != nil else { continue }
      _ = try Self.compare(Model.self, bytes, seed)
      _ = try Self.compare(Lenient.self, bytes, seed)
      _ = try Self.compare([Lenient].self, bytes, seed)
      _ = try Self.compare([String: Lenient].self, bytes, seed)
    }
  }

  @Test func `single values, classes and names beyond ASCII`() throws {
    #expect(try Self.compare(Int.self, Array("-12".utf8)))
    #expect(try Self.compare(String.self, Array(#""a\"\u0001b""#.utf8)))
    #expect(try Self.compare(Bool?.self, Array("null".utf8)))
    #expect(try Self.compare([[Double]].self, Array("[[1.5,2],[]]".utf8)))
    #expect(try Self.compare([String: [String: Int]].self, Array(#"{"a":{"b":1},"c":{}}"#.utf8)))
    #expect(try Self.compare(URL.self, Array(#""https://a.example""#.utf8)))
    for (text, isShort) in [("1", true), ("1.0", false), ("-0", false), ("1e2", false)] {
      #expect(try Self.compare(Int.self, Array(text.utf8)) == isShort)
    }
    // Two ways to write one name are one name to `JSONDecoder`.
    #expect(try !Self.compare([String: Int].self, Array("{\"é\":1}".utf8)))
    #expect(try !Self.compare([String: Int].self, Array(#"{"\u0001":1}"#.utf8)))
    #expect(try !Self.compare(Data.self, Array(#""AQI=""#.utf8)))
    let content = try Content(parsing: Array(#"{"text":"of a superclass"}"#.utf8))
    #expect(try content.decode(Base.self).text == "of a superclass")
  }
}
