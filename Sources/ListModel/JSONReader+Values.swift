extension JSONReader {
  /// The fault that the next value is not of the `expected` kind.
  func mismatch(_ expected: String) -> JSONFault {
    let found: String
    switch next {
    case UInt8(ascii: "{"): found = "an object"
    case UInt8(ascii: "["): found = "an array"
    case UInt8(ascii: "\""): found = "a string"
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): found = "a number"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): found = "a boolean"
    case UInt8(ascii: "n"): found = "null"
    default: return unexpected(expected)
    }
    return JSONFault(at: position, "expected \(expected), found \(found)")
  }
}
