import Foundation
import ListModel
import ListTestSupport
import Testing

/// Contents that are minified already are read in one pass that notes little; whatever that pass
/// accepts must be what the reader of all forms would have made of it.
@Suite struct CanonicalContentTests {
  @Test func `both ways to read content agree on every text, whole or damaged`() {
    var texts = RandomTexts(generator: SeededGenerator(seed: 11))
    var (accepted, canonical, unsorted, refused) = (0, 0, 0, 0)
    let isSoak = ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] == "1"
    for round in 0..<(isSoak ? 2_000_000 : 16_000) {
      var bytes = Array(texts.value(depth: 4).utf8)
      if round % 2 == 0 { texts.damage(&bytes) }
      let quick = Self.read(bytes) { reader throws(JSONFault) in try reader.readContent() }
      let full = Self.read(bytes) { reader throws(JSONFault) in
        try reader.readContentInAnyForm()
      }
      let form = Self.form(of: bytes)
      let text = "\(String(decoding: bytes, as: UTF8.self))"
      #expect(quick == full, "\(text)")
      switch full {
      case .success(let reading):
        #expect(reading.forms(of: bytes).contains { form == .success($0) }, "\(text)")
        accepted += 1
        if form == .success(.canonical) { canonical += 1 }
        if reading.canonicalBytes != reading.bytes { unsorted += 1 }
      case .failure(let fault):
        #expect(form == .failure(fault), "\(text)")
        refused += 1
      }
      guard quick == full else { return }
    }
    #expect(accepted > 4_000)
    #expect(canonical > 2_000)
    #expect(unsorted > 400)
    #expect(refused > 2_000)
  }

  @Test(arguments: [2, 63, 64, 65, 500])
  func `members are sorted however many there are`(_ count: Int) throws {
    let members = (0..<count).map { "\"name \($0 * 7919 % count)\":{\"b\":[\($0)],\"a\":\($0)}" }
    let content = try Content(parsing: Array("{\(members.joined(separator: ","))}".utf8))
    let sorted = (0..<count).map { "\"name \($0 * 7919 % count)\":{\"a\":\($0),\"b\":[\($0)]}" }
      .sorted {
        $0.prefix { $0 != ":" } < $1.prefix { $0 != ":" }
      }
    #expect(
      String(decoding: content.canonicalBytes, as: UTF8.self)
        == "{\(sorted.joined(separator: ","))}"
    )
    #expect(content == (try Content(parsing: content.canonicalBytes)))
    let twice = "{\(members.joined(separator: ",")),\"name 0\":1}"
    #expect(throws: InvalidContent.self) { try Content(parsing: Array(twice.utf8)) }
  }

  @Test(arguments: [31, 32, 33, 511, 512, 513])
  func `nesting is followed as deep as before`(_ depth: Int) {
    let texts = [
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth),
      String(repeating: #"{"a":"#, count: depth) + "0" + String(repeating: "}", count: depth),
    ]
    for text in texts {
      #expect(((try? Content(parsing: Array(text.utf8))) != nil) == (depth <= 512))
    }
  }

  private struct Reading: Equatable {
    var bytes: [UInt8]
    var digest: Digest
    var canonicalBytes: [UInt8]

    /// What the form can be said to be of the bytes it was read from.
    func forms(of bytes: [UInt8]) -> [Content.StoredForm?] {
      guard self.bytes == bytes else { return [nil] }
      return canonicalBytes == bytes ? [.canonical, .minified] : [.minified]
    }
  }

  private static func form(of bytes: [UInt8]) -> Result<Content.StoredForm?, JSONFault> {
    do throws(JSONFault) {
      return .success(
        try bytes.withUnsafeBufferPointer { bytes throws(JSONFault) in
          var reader = JSONReader(bytes)
          return try reader.storedForm(spanning: bytes)
        }
      )
    } catch {
      return .failure(error)
    }
  }

  private static func read(
    _ bytes: [UInt8],
    _ body: (inout JSONReader) throws(JSONFault) -> Content
  ) -> Result<Reading, JSONFault> {
    do throws(JSONFault) {
      let content = try JSONReader.read(bytes, body)
      return .success(
        Reading(
          bytes: content.bytes,
          digest: content.digest,
          canonicalBytes: content.canonicalBytes
        )
      )
    } catch {
      return .failure(error)
    }
  }
}

/// Makes texts that are, mostly, one JSON value.
private struct RandomTexts {
  var generator: SeededGenerator

  private static let strings = [
    "", "a", "b", "title", "longer than a word", "é", "😀", "\\n", "\\\"", "\\\\", "\\/",
    "\\u00e9", "\\u0001", "\\ud83d\\ude00", "\\ud83d", "\u{1}",
  ]
  private static let numbers = [
    "0", "-0", "1", "12.50", "-7", "1e400", "1E-2", "123456789012345678901", "01", "1.", "-", "1e",
  ]

  mutating func value(depth: Int) -> String {
    switch number(0...(depth > 0 ? 9 : 5)) {
    case 0: any(of: ["null", "true", "false"])
    case 1, 2: any(of: Self.numbers.dropLast(number(0...9) == 0 ? 0 : 4))
    case 3...5: string()
    case 6, 7: "[" + items(depth: depth).joined(separator: ",") + "]"
    default: object(depth: depth)
    }
  }

  /// Flips, replaces, inserts or removes a byte, or cuts off the rest.
  mutating func damage(_ bytes: inout [UInt8]) {
    guard let index = bytes.indices.randomElement(using: &generator) else { return }
    let special = Array("\"\\{}[],:0-.eE ".utf8) + [0, 0x1F, 0x80, 0xC2, 0xED, 0xF4, 0xFF]
    switch number(0...4) {
    case 0: bytes[index] ^= 1 << UInt8(number(0...7))
    case 1: bytes[index] = any(of: special)
    case 2: bytes.insert(any(of: special), at: index)
    case 3: bytes.remove(at: index)
    default: bytes.removeSubrange(index...)
    }
  }

  private mutating func object(depth: Int) -> String {
    var names = items(depth: 0).map { _ in string() }
    // Most have no member twice, and many have them in order.
    switch number(0...7) {
    case 0, 1: break
    case 2, 3: names = Set(names).sorted().reversed()
    default: names = Set(names).sorted()
    }
    let members = names.map { space() + $0 + space() + ":" + value(depth: depth - 1) }
    return "{" + members.joined(separator: ",") + "}"
  }

  private mutating func items(depth: Int) -> [String] {
    (0..<number(0...4)).map { _ in space() + value(depth: max(0, depth - 1)) + space() }
  }

  private mutating func string() -> String {
    let count = Self.strings.count - (number(0...9) == 0 ? 0 : 6)
    return "\"" + any(of: Self.strings.prefix(count)) + any(of: Self.strings.prefix(5)) + "\""
  }

  private mutating func space() -> String {
    number(0...19) == 0 ? any(of: [" ", "\n", "\t\r"]) : ""
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func any<Choice>(of choices: some Collection<Choice>) -> Choice {
    choices[choices.index(choices.startIndex, offsetBy: number(0...choices.count - 1))]
  }
}
