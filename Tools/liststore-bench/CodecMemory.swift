import Foundation
import ListDiff

/// Measures the memory for decoding bodies that are made to be expensive.
struct CodecMemory {
  /// The result for one body.
  struct Result: Encodable {
    var name: String
    var byteCount: Int
    var operationCount: Int
    /// Whether it was decoded; a refused body keeps no memory.
    var isAccepted: Bool
    /// The bytes of the decoded value, as the allocator counts them.
    var valueByteCount: Int
    /// The peak of the additional memory of the process, including memory freed before the end.
    var peakByteCount: Int
  }

  var report: (Result) -> Void

  func run() {
    for (name, body) in Self.bodies { report(Self.measure(name, Self.sealed(body))) }
  }

  private static func measure(_ name: String, _ bytes: [UInt8]) -> Result {
    var changeset: Changeset?
    let reading = ProcessMemory.measure { changeset = try? Changeset(encoded: bytes) }
    return Result(
      name: name,
      byteCount: bytes.count,
      operationCount: changeset?.operationCount ?? 0,
      isAccepted: changeset != nil,
      valueByteCount: changeset == nil ? 0 : reading.kept,
      peakByteCount: reading.peak
    )
  }

  // MARK: Bodies

  /// Bodies of about a megabyte each, without the leading format number and the trailing checksum.
  private static var bodies: [(String, [UInt8])] {
    let count = 250_000
    let run = number(count) + [0, 0] + number(count - 1)
    let wide = object(60_000) { $0 }
    let reversed = object(60_000) { 60_000 - $0 }
    let names = (0..<100_000).map { $0.isMultiple(of: 2) ? #""":1"# : #""a":1"# }
    let repeating = Array("{\(names.joined(separator: ","))}".utf8)
    let deep =
      Array(repeating: UInt8(ascii: "["), count: 500)
      + Array(repeating: UInt8(ascii: "]"), count: 500)
    return [
      ("moves of one-byte ids", [0x40] + run + [0, 0] + repeated([1, 0x61], count)),
      (
        "deletions without content",
        [0x10] + run + [1, 0x61, 0, 1, 0x62] + repeated([1, 0x61, 0], count - 1)
      ),
      (
        "updates without content",
        [0x80] + run + [0, 0] + [1, 0x61, 0, 1, 0x62, 0] + repeated([1, 0x61, 0, 0], count - 1)
      ),
      (
        "updates of one byte of content",
        [0x80] + run + [0, 0] + [1, 0x61, 1, 1, 0x62, 1, 0x31, 1, 0, 0, 1, 0x32]
          + repeated([1, 0x61, 1, 1, 0x31, 1, 0, 0, 1, 0x32], count - 1)
      ),
      ("one object, members sorted", insertion(of: wide)),
      ("one object, members reversed", insertion(of: reversed)),
      ("updates that share all content", sharing(Array(repeating: 0x31, count: 500), 2_000)),
      ("nested arrays", insertion(of: deep)),
      ("a count and nothing behind it", [0x10] + number(1_000_000)),
      ("an object of the same names", insertion(of: repeating)),
      ("usual updates, the last one damaged", usual(8_000, Array(repeating: 0x31, count: 60))),
      ("large objects, the last one damaged", usual(60, object(1_000) { 1_000 - $0 })),
      ("many deletions, a large object of the same names", largeAtEnd(repeating)),
      ("one byte too many", [0x40] + run + [0, 0] + repeated([1, 0x61], count) + [0]),
    ]
  }

  private static func insertion(of content: [UInt8]) -> [UInt8] {
    [0x20, 1, 0, 0, 0, 1, 0x61, 1, 1, 0x62] + number(content.count) + content
  }

  /// Updates that say no more of what they replace than that it is the same.
  private static func sharing(_ content: [UInt8], _ count: Int) -> [UInt8] {
    let new = number(content.count) + content
    let old = number(content.count) + [0, 0]
    let first = [1, 0x61, 1, 1, 0x62] + new + [1] + old
    let other = [1, 0x61, 1] + new + [1] + old
    return [0x80] + number(count) + [0, 0] + number(count - 1) + [0, 0] + first
      + repeated(other, count - 1)
  }

  /// Updates as they usually are, the last one to something that is not JSON.
  private static func usual(_ count: Int, _ content: [UInt8]) -> [UInt8] {
    let old = [0, 0, 1, 0x32].flatMap { number($0) }
    func update(_ content: [UInt8], type: [UInt8]) -> [UInt8] {
      [1, 0x61, 1] + type + number(content.count) + content + [1] + old
    }
    let first = update(content, type: [1, 0x62])
    return [0x80] + number(count) + [0, 0] + number(count - 1) + [0, 0] + first
      + repeated(update(content, type: []), count - 2) + update([0x7B], type: [])
  }

  /// Deletions that take many times their bytes, and the insertion of a cell with a content.
  private static func largeAtEnd(_ content: [UInt8]) -> [UInt8] {
    let count = 13_000
    let deletions = [1, 0x61, 0, 1, 0x62] + repeated([1, 0x61, 0], count - 1)
    return [0x30] + number(count) + [0, 0] + number(count - 1) + deletions
      + [1, 0, 0, 0, 1, 0x61, 1] + number(content.count) + content
  }

  private static func object(_ count: Int, _ order: (Int) -> Int) -> [UInt8] {
    let members = (0..<count).map { "\"\(1_000_000 + order($0))\":0" }
    return Array("{\(members.joined(separator: ","))}".utf8)
  }

  private static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    var result: [UInt8] = []
    for _ in 0..<count { result += bytes }
    return result
  }

  /// A number as the format has it: seven bits a byte, low ones first.
  private static func number(_ number: Int) -> [UInt8] {
    var (rest, bytes) = (number, [UInt8]())
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  /// A body with the format number and the CRC-32 that make it one.
  private static func sealed(_ body: [UInt8]) -> [UInt8] {
    let bytes = [1] + body
    var checksum = ~UInt32(0)
    for byte in bytes {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return bytes + withUnsafeBytes(of: (~checksum).littleEndian) { Array($0) }
  }
}

extension CodecMemory.Result {
  /// One line.
  var table: String {
    let columns = [
      name.padding(toLength: 36, withPad: " ", startingAt: 0),
      String(format: "%9d B, %7d operations:", byteCount, operationCount),
      isAccepted
        ? String(format: "value %6.2f x", Double(valueByteCount) / Double(byteCount)) : "refused",
      String(format: "peak %6.2f x", Double(peakByteCount) / Double(byteCount)),
    ]
    return columns.joined(separator: " ")
  }
}
