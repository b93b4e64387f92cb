import Foundation
import ListModel

/// The path and the query of a request, as they were sent.
///
/// The path is cut at its slashes before it is decoded: `%2F` is part of a name, and a name may hold every
/// byte of UTF-8. Nothing is resolved or shortened: `..` is a name like others.
struct RequestTarget: Sendable {
  /// The parts of the path between its slashes, decoded; `nil` for a part that is not text.
  let parts: [String?]
  /// The path as it was sent.
  let path: Substring
  private let query: [(name: String, value: String)]
  /// Why the query cannot be read; `nil` if it can.
  private let fault: String?

  /// Cuts the target of a request line: a path, or a whole URL.
  init(_ target: String) {
    var target = target[...]
    if !target.hasPrefix("/"), let scheme = target.range(of: "://") {
      target = target[scheme.upperBound...]
      target = target.firstIndex(of: "/").map { target[$0...] } ?? "/"
    }
    target = target.prefix { $0 != "#" }
    path = target.prefix { $0 != "?" }
    parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
      Self.decoded($0, isForm: false)
    }
    var query: [(name: String, value: String)] = []
    var fault: String?
    let fields = target.dropFirst(path.count + 1)
    for field in fields.split(separator: "&") {
      let name = field.prefix { $0 != "=" }
      guard let key = Self.decoded(name, isForm: true),
        let value = Self.decoded(field.dropFirst(name.count + 1), isForm: true)
      else {
        fault = "\"\(field.prefix(64))\" in the query is not percent-encoded UTF-8"
        break
      }
      query.append((key, value))
    }
    self.query = query
    self.fault = fault
  }

  /// The value of a parameter; `nil` if there is none.
  subscript(name: String) -> String? { query.first { $0.name == name }?.value }

  /// The values of a parameter that may be there several times.
  func values(of name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }

  /// Says why the query cannot be read.
  ///
  /// - Parameter repeatable: The parameters that may be there several times.
  /// - Returns: The fault; `nil` if there is none.
  func fault(allowing repeatable: Set<String>) -> String? {
    if let fault { return fault }
    var names = Set<String>()
    let twice = query.first { !repeatable.contains($0.name) && !names.insert($0.name).inserted }
    return twice.map { "the parameter \"\($0.name.prefix(64))\" is there twice" }
  }

  /// Decodes `%XX`, and in a form (WHATWG, URL Standard) `+`; `nil` if the result is not UTF-8.
  static func decoded(_ text: Substring, isForm: Bool) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
        else {
          return nil
        }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where isForm: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Encodes a name as one part of a path: everything but the unreserved characters of RFC 3986.
  static func encoded(_ name: String) -> String {
    var text = ""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "."):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text += "%" + byte.hexadecimal.uppercased()
      }
    }
    // A client would resolve these parts of a path.
    return text == "." ? "%2E" : text == ".." ? "%2E%2E" : text
  }
}
