import Foundation
import ListModel
import ListTestSupport
import Synchronization
import Testing

private func content(_ text: String) throws -> Content {
  try Content(parsing: Array(text.utf8))
}

struct ContentTests {
  @Test(arguments: [
    ("null", "null"), (" true ", "true"), ("false\n", "false"),
    ("0", "0"), ("-0", "-0"), ("1.50", "1.50"), ("1e400", "1e400"), ("-0.0E-0", "-0.0E-0"),
    ("123456789012345678901234567890", "123456789012345678901234567890"), ("1E+2", "1E+2"),
    ("\"\"", "\"\""), ("\"a\"", "\"a\""), ("\"\\u0061\"", "\"a\""), ("\"\\/\"", "\"/\""),
    ("\"\\u000A\\u001F\\u000b\"", "\"\\n\\u001f\\u000b\""), ("\"\\u0000\"", "\"\\u0000\""),
    ("\"\\b\\f\\n\\r\\t\\\"\\\\\"", "\"\\b\\f\\n\\r\\t\\\"\\\\\""),
    ("\"\\u0022\\u005C\"", "\"\\\"\\\\\""), ("\"\\u007f\u{7F}\"", "\"\u{7F}\u{7F}\""),
    ("\"\\uD83D\\uDE00😀\"", "\"😀😀\""), ("\"\\u00e9é\"", "\"éé\""),
    ("\"\\u2028\\uFFFF\\uFEFF\"", "\"\u{2028}\u{FFFF}\u{FEFF}\""),
    ("[]", "[]"), ("[ ]", "[]"), ("{ }", "{}"), ("[ 1 , 2\t,\r\n3 ]", "[1,2,3]"),
    ("{ \"b\" : 1 , \"a\" : [ { } , \"\" ] }", "{\"b\":1,\"a\":[{},\"\"]}"),
    ("{\"\":0}", "{\"\":0}"), ("[[],[[]],{\"a\":{}}]", "[[],[[]],{\"a\":{}}]"),
    (
      "\"a fairly long string, longer than a word\"", "\"a fairly long string, longer than a word\""
    ),
  ])
  func `a value is kept as it was given, without white space`(
    _ text: String,
    _ minified: String
  ) throws {
    #expect(Array(try content(text).text.utf8) == Array(minified.utf8))
  }

  @Test(arguments: [
    ("", 0, "end of the text"), ("  ", 2, "end of the text"), ("nul", 0, "null"),
    ("True", 0, "value"), ("nan", 0, "null"), ("Infinity", 0, "value"), ("+1", 0, "value"),
    ("01", 0, "leading zeros"), ("-", 1, "digit"), ("-01", 1, "leading zeros"), (".5", 0, "value"),
    ("1.", 2, "digit"), ("1e", 2, "digit"), ("1e+", 3, "digit"), ("1.e1", 2, "digit"),
    ("0x1", 1, "end of the text"), ("1 2", 2, "end of the text"), ("[] []", 3, "end of the text"),
    ("\"", 0, "no end"), ("\"abc", 0, "no end"), ("\"abc\\", 4, "escape"),
    ("\"\\x\"", 1, "escape"), ("\"\\u12\"", 5, "hexadecimal"), ("\"\\u12g4\"", 5, "hexadecimal"),
    ("\"\\uD800\"", 1, "surrogate"), ("\"\\uDC00\"", 1, "surrogate"),
    ("\"\\uD800\\u0041\"", 1, "surrogate"), ("\"\\uD800\\uD800\"", 1, "surrogate"),
    ("\"\\uD800x\"", 1, "surrogate"), ("\"\\uD800\\n\"", 1, "surrogate"),
    ("\"a\nb\"", 2, "0x0a"), ("\"\u{0}\"", 1, "0x00"), ("\"\u{1F}\"", 1, "0x1f"),
    ("'a'", 0, "value"), ("[1,]", 3, "value"), ("[,1]", 1, "value"), ("[1 2]", 3, "\",\" or \"]\""),
    ("[1", 2, "\",\" or \"]\""), ("[", 1, "value"), ("]", 0, "value"), ("[}", 1, "value"),
    ("{", 1, "member name"), ("{]", 1, "member name"), ("{1:2}", 1, "member name"),
    ("{\"a\"}", 4, "\":\""), ("{\"a\":}", 5, "value"), ("{\"a\":1,}", 7, "member name"),
    ("{\"a\":1", 6, "\",\" or \"}\""), ("{\"a\" 1}", 5, "\":\""), ("{,}", 1, "member name"),
    ("{\"a\":1,\"a\":1}", 7, "duplicate"), ("{\"a\":1,\"\\u0061\":1}", 7, "duplicate"),
    ("{\"b\":1,\"a\":1,\"b\":2}", 13, "duplicate"),
    ("{\"x\":{\"b\":1,\"a\":{\"c\":1,\"c\":1}}}", 23, "duplicate"),
    ("// c\n1", 0, "value"), ("[1]/**/", 3, "end of the text"), ("\u{FEFF}1", 0, "byte order mark"),
    ("\u{A0}1", 0, "value"), ("{\"\\n\":1,\"\\u000a\":2}", 8, "duplicate"),
  ])
  func `what is not JSON is refused, naming the byte`(
    _ text: String,
    _ offset: Int,
    _ reason: String
  ) throws {
    let error = try #require(throws: InvalidContent.self) { try content(text) }
    #expect(error.offset == offset, "\(error)")
    #expect(error.reason.contains(reason), "\(error)")
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x22], [0xE0, 0x80, 0x80],
      [0xE0, 0x9F, 0xBF], [0xE1, 0x80], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xBF],
      [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF1, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]]
  )
  func `invalid UTF-8 is refused at its first byte`(_ bytes: [UInt8]) throws {
    for prefix in ["\"", "\"ab", "\"0123456789"] {
      for suffix in ["\"", "abcdefghij\"", ""] {
        let text = Array(prefix.utf8) + bytes + Array(suffix.utf8)
        let error = try #require(throws: InvalidContent.self) { try Content(parsing: text) }
        #expect(error.offset == prefix.utf8.count, "\(error)")
      }
    }
  }

  @Test func `every scalar survives, raw and escaped`() throws {
    for value in (0x20...0x10FFFF).filter({ $0 < 0x3000 || $0 % 61 == 0 || $0 & 0xFFFF > 0xFFF0 }) {
      guard let scalar = Unicode.Scalar(UInt32(value)), scalar != "\"", scalar != "\\" else {
        continue
      }
      let raw = "\"\(Character(scalar))\""
      let units = Character(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      #expect(Array(try content(raw).text.utf8) == Array(raw.utf8))
      #expect(Array(try content("\"\(units.joined())\"").text.utf8) == Array(raw.utf8))
    }
  }

  @Test(arguments: [
    ("{\"b\":1,\"a\":2}", "{\"a\":2,\"b\":1}"),
    (
      "{\"c\":{\"z\":[{\"y\":1,\"x\":2}],\"a\":{}},\"b\":[],\"a\":{\"q\":1,\"p\":{\"o\":1,\"n\":2}}}",
      "{\"a\":{\"p\":{\"n\":2,\"o\":1},\"q\":1},\"b\":[],\"c\":{\"a\":{},\"z\":[{\"x\":2,\"y\":1}]}}"
    ),
    (
      "[{\"b\":1,\"a\":2},{\"d\":[{\"f\":1,\"e\":1}],\"c\":0},3]",
      "[{\"a\":2,\"b\":1},{\"c\":0,\"d\":[{\"e\":1,\"f\":1}]},3]"
    ),
    ("{\"ab\":1,\"a\":2,\"\":3}", "{\"\":3,\"a\":2,\"ab\":1}"),
    // By UTF-8 bytes U+FF5E comes before U+1F600, by UTF-16 units after it.
    ("{\"😀\":1,\"～\":2}", "{\"～\":2,\"😀\":1}"),
    // By value, not by written form: U+0001 and the quote come before "a", the backslash after "A".
    (
      "{\"a\":1,\"\\u0001\":2,\"\\\"\":3,\"\\\\\":4,\"A\":5,\"\\u001f\":6,\"\\n\":7,\"!\":8}",
      "{\"\\u0001\":2,\"\\n\":7,\"\\u001f\":6,\"!\":8,\"\\\"\":3,\"A\":5,\"\\\\\":4,\"a\":1}"
    ),
    ("{\"\\u0062\" : 1, \"\\u0061\" : \"\\u0063\"}", "{\"a\":\"c\",\"b\":1}"),
    ("{\"a\\nb\":1,\"a\":2,\"a\\n\":3}", "{\"a\":2,\"a\\n\":3,\"a\\nb\":1}"),
  ])
  func `the canonical form sorts members by the bytes of their names`(
    _ text: String,
    _ canonical: String
  ) throws {
    let given = try content(text)
    let sorted = try content(canonical)
    #expect(String(decoding: given.canonicalBytes, as: UTF8.self) == canonical)
    #expect(sorted.bytes == sorted.canonicalBytes)
    #expect(given == sorted)
    #expect(given.hashValue == sorted.hashValue)
    #expect(given.bytes.count == canonical.utf8.count)
    #expect(given.bytes != sorted.bytes)
  }

  @Test func `what differs in more than the order of members is not equal`() throws {
    let texts = [
      "1", "1.0", "1e0", "-0", "0", "\"1\"", "[1,2]", "[2,1]", "{\"a\":1}", "{\"a\":2}",
      "{\"a\":1,\"b\":1}", "null", "{}", "[]", "\"é\"", "\"e\u{301}\"", "\"\"",
    ]
    for (index, left) in texts.enumerated() {
      for (other, right) in texts.enumerated() {
        #expect((try content(left) == content(right)) == (index == other), "\(left) \(right)")
      }
    }
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"b\":0,\"a\":", "[ "])
  func `512 levels are read and 513 refused, on a small stack too`(_ level: String) throws {
    let levels = level.filter { "[{".contains($0) }.count
    let closing = String(level.filter { "[{".contains($0) }.reversed())
      .replacing("[", with: "]").replacing("{", with: "}")
    @Sendable func nested(_ depth: Int) -> String {
      let count = depth / levels
      return String(repeating: level, count: count) + (level.contains(":") ? "0" : "")
        + String(repeating: closing, count: count)
    }
    let outcome = try #require(
      onSmallStack { () -> [String] in
        [500, 512, 514, 100_000].map { depth in
          do {
            let content = try content(nested(depth))
            return content == content && content.canonicalBytes.count > depth ? "ok" : "?"
          } catch {
            return "\(error)"
          }
        }
      }
    )
    #expect(outcome[0] == "ok")
    #expect(outcome[1] == "ok")
    #expect(outcome[2].contains("512 levels"))
    #expect(outcome[3].contains("512 levels"))
    #expect(throws: InvalidContent.self) { try content(String(repeating: "[", count: 513)) }
  }

  @Test func `a value cut off anywhere is refused`() throws {
    let text = Array(
      #" {"title":"a\u00e9\ud83d\ude00é😀","n":[-1.5e+10,true,false,null,{}],"a":{"b":""}}"#.utf8
    )
    _ = try Content(parsing: text)
    for length in 0..<text.count {
      #expect(throws: InvalidContent.self) { try Content(parsing: Array(text[..<length])) }
    }
  }

  @Test func `random values equal their shuffled, spaced and escaped selves`() throws {
    var random = RandomJSON(seed: 1)
    for _ in 0..<2_000 {
      let value = random.value(depth: 4)
      let plain = try content(random.text(value, .plain))
      let varied = try content(random.text(value, .varied))
      #expect(plain == varied, "seed 1: \(plain.text) \(varied.text)")
      #expect(plain.canonicalBytes == varied.canonicalBytes)
      #expect(plain.digest == varied.digest)
      #expect(try Content(parsing: varied.bytes).bytes == varied.bytes)
      #expect(try Content(parsing: varied.canonicalBytes).bytes == plain.canonicalBytes)
    }
  }

  @Test func `no mutation of a value can trap the reader`() throws {
    var random = RandomJSON(seed: 2)
    for _ in 0..<20_000 {
      var text = Array(random.text(random.value(depth: 3), .varied).utf8)
      for _ in 0...random.number(0...2) {
        let index = random.number(0...max(text.count - 1, 0))
        switch random.number(0...3) {
        case 0 where !text.isEmpty: text[index] ^= 1 << UInt8(random.number(0...7))
        case 1 where !text.isEmpty: text.remove(at: index)
        case 2: text.insert(UInt8(random.number(0...255)), at: index)
        default: text.insert(Array("{}[]\",:\\".utf8)[random.number(0...7)], at: index)
        }
      }
      guard let content = try? Content(parsing: text) else { continue }
      #expect(try Content(parsing: content.bytes) == content)
      #expect(try Content(parsing: content.canonicalBytes) == content)
    }
  }

  @Test func `encodable values are read back`() throws {
    struct Value: Codable, Equatable {
      var text = "a\"\\/\u{0}\u{1F}é😀"
      var numbers = [1.5, -0.0, 1e300]
      var nested = ["b": 1, "a": 2]
    }
    let content = try Content(encoding: Value())
    #expect(try content.decode(Value.self) == Value())
    #expect(throws: EncodingError.self) { try Content(encoding: Double.nan) }
    #expect(throws: DecodingError.self) { try content.decode([Int].self) }
  }
}

/// Runs `body` on a thread with 512 KiB of stack, the size of secondary threads on Darwin.
private func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value? {
  let result = Result<Value>()
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    let value = body()
    result.value.withLock { $0 = value }
    done.signal()
  }
  thread.stackSize = 512 * 1024
  thread.start()
  done.wait()
  return result.value.withLock { $0 }
}

private final class Result<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}

/// Makes random JSON values and writes them in various ways.
private struct RandomJSON {
  indirect enum Value {
    case scalar(String)
    case string(String)
    case array([Value])
    case object([(String, Value)])
  }

  enum Form { case plain, varied }

  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  mutating func value(depth: Int) -> Value {
    switch number(0...(depth > 0 ? 7 : 3)) {
    case 0: return .scalar(["0", "-1.50", "1e400", "true", "false", "null"][number(0...5)])
    case 1...3: return .string(string())
    case 4...5: return .array((0..<number(0...4)).map { _ in value(depth: depth - 1) })
    default:
      var names: Set<[UInt8]> = []
      var members: [(String, Value)] = []
      for _ in 0..<number(0...6) {
        let name = string()
        if names.insert(Array(name.utf8)).inserted {
          members.append((name, value(depth: depth - 1)))
        }
      }
      return .object(members)
    }
  }

  private mutating func string() -> String {
    let alphabet = ["a", "b", "\"", "\\", "/", "\n", "\u{1}", "\u{7F}", "é", "e\u{301}", "～", "😀"]
    return (0..<number(0...4)).map { _ in alphabet[number(0...alphabet.count - 1)] }.joined()
  }

  mutating func text(_ value: Value, _ form: Form) -> String {
    let space = form == .varied ? ["", "", " ", "\n\t "][number(0...3)] : ""
    switch value {
    case .scalar(let text): return space + text + space
    case .string(let string): return space + text(string, form) + space
    case .array(let values):
      return "\(space)[\(space)" + values.map { text($0, form) }.joined(separator: ",") + "]"
    case .object(var members):
      if form == .varied { members.shuffle(using: &generator) }
      return "{"
        + members.map { "\(text($0.0, form))\(space):\(text($0.1, form))" }.joined(separator: ",")
        + "\(space)}\(space)"
    }
  }

  private mutating func text(_ string: String, _ form: Form) -> String {
    "\""
      + string.unicodeScalars.map { scalar in
        let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
        guard mustEscape || (form == .varied && number(0...2) == 0) else { return String(scalar) }
        return Character(scalar).utf16.map { unit in
          let digits = String(unit, radix: 16, uppercase: number(0...1) == 0)
          return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
      }.joined() + "\""
  }
}
