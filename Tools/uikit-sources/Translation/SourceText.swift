/// The text of a Swift source, with what of it is code.
struct SourceText {
  var bytes: [UInt8]
  /// Whether a byte is code, and no comment and no text.
  private(set) var isCode: [Bool]

  init(_ text: String) {
    bytes = Array(text.utf8)
    isCode = Self.code(bytes)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the places where a text stands in code, as a word of its own.
  func places(of word: String) -> [Int] {
    let wanted = Array(word.utf8)
    guard bytes.count >= wanted.count else { return [] }
    return (0...(bytes.count - wanted.count)).filter { start in
      isCode[start] && bytes[start] == wanted[0]
        && bytes[start..<start + wanted.count] == wanted[...]
        && !Self.isNamePart(byte(start + wanted.count))
        && (!Self.isNamePart(wanted[0]) || !Self.isNamePart(byte(start - 1)))
    }
  }

  func byte(_ place: Int) -> UInt8 { bytes.indices.contains(place) ? bytes[place] : 0 }

  static func isNamePart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= byte
      || (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= byte
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")) ~= byte
  }

  /// Returns the place of the bracket that closes the one at a place.
  func end(ofBracketAt open: Int) -> Int? {
    var depth = 0
    for place in open..<bytes.count where isCode[place] {
      switch bytes[place] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return place }
      default: break
      }
    }
    return nil
  }

  /// Returns the first place at or after one that is no space.
  func skippingSpaces(_ place: Int) -> Int {
    var place = place
    while place < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[place]) { place += 1 }
    return place
  }

  /// Returns the name at a place, after spaces; empty if there is none.
  func name(at place: Int) -> String {
    let start = skippingSpaces(place)
    var end = start
    while end < bytes.count, Self.isNamePart(bytes[end]) || bytes[end] == UInt8(ascii: "`") {
      end += 1
    }
    return text(start..<end)
  }

  // MARK: Comments and texts

  private static func code(_ bytes: [UInt8]) -> [Bool] {
    var isCode = [Bool](repeating: true, count: bytes.count)
    var place = 0
    while place < bytes.count {
      let end = self.end(ofCommentOrTextAt: place, bytes)
      guard end > place else {
        place += 1
        continue
      }
      for index in place..<min(end, bytes.count) { isCode[index] = false }
      place = end
    }
    return isCode
  }

  /// Returns the place after a comment or a text that begins at a place; the place itself if none does.
  private static func end(ofCommentOrTextAt start: Int, _ bytes: [UInt8]) -> Int {
    func starts(_ text: String, at place: Int) -> Bool {
      let wanted = Array(text.utf8)
      return place + wanted.count <= bytes.count
        && bytes[place..<place + wanted.count] == wanted[...]
    }
    if starts("//", at: start) {
      return bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    }
    if starts("/*", at: start) {
      var (place, depth) = (start, 0)
      while place < bytes.count {
        if starts("/*", at: place) {
          (place, depth) = (place + 2, depth + 1)
        } else if starts("*/", at: place) {
          (place, depth) = (place + 2, depth - 1)
          if depth == 0 { return place }
        } else {
          place += 1
        }
      }
      return place
    }
    var hashes = 0
    while start + hashes < bytes.count, bytes[start + hashes] == UInt8(ascii: "#") { hashes += 1 }
    guard start + hashes < bytes.count, bytes[start + hashes] == UInt8(ascii: "\"") else {
      return start
    }
    let quote = starts("\"\"\"", at: start + hashes) ? "\"\"\"" : "\""
    let closing = quote + String(repeating: "#", count: hashes)
    var place = start + hashes + quote.utf8.count
    while place < bytes.count {
      if starts(closing, at: place) { return place + closing.utf8.count }
      if quote == "\"", bytes[place] == 0x0A { return place }
      place += hashes == 0 && bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return place
  }
}
