import ListModel

/// The path of a file in a repository: bytes, as git keeps them, in no particular encoding.
package struct GitPath: Hashable, Sendable {
  /// The bytes, without a leading or trailing slash.
  package let bytes: [UInt8]

  package init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// The directory that holds the file; empty for the root.
  package var directory: GitPath {
    GitPath(bytes[..<(bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
  }

  /// The last component.
  package var name: GitPath {
    GitPath(bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...])
  }

  /// The path as text that no other path has.
  ///
  /// A byte that is not part of well-formed UTF-8 is written `\xHH`, and a backslash `\\`; all else is
  /// unchanged.
  package var text: String {
    var text = ""
    var rest = bytes[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "\\") {
        text += #"\\"#
        rest = rest.dropFirst()
        continue
      }
      var iterator = rest.makeIterator()
      var decoder = UTF8()
      if case .scalarValue(let scalar) = decoder.decode(&iterator) {
        text.unicodeScalars.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        text += #"\x"# + byte.hexadecimal
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// Creates the path with a ``text``; `nil` if there is none.
  package init?(text: String) {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "\\"):
        bytes.append(byte)
      case UInt8(ascii: "x"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard let value = UInt8(digits, radix: 16) else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      default:
        return nil
      }
    }
    self.init(bytes)
    // This also refuses text that is no path, and the text of a path that was cut.
    guard self.text == text, !bytes.isEmpty, !text.contains("//") else { return nil }
  }

  /// The path as text that fits an id, with room for a suffix.
  ///
  /// A longer text is cut and completed by `//#` and the digest of the whole path. A path never
  /// contains two slashes in a row, so no other path has this text.
  package var identifier: String {
    let text = text
    guard text.utf8.count > Self.longestPlainIdentifier else { return text }
    var prefix = ""
    for scalar in text.unicodeScalars {
      guard prefix.utf8.count + UTF8.width(scalar) <= Self.longestPlainIdentifier - 64 else {
        break
      }
      prefix.unicodeScalars.append(scalar)
    }
    return prefix + "//#" + Fingerprint(digestOf: bytes).description
  }

  private static let longestPlainIdentifier = Identifier<Cell>.maximumByteCount - 32
}

extension GitPath: Comparable {
  /// Compares paths component by component, so that a directory is followed by its contents.
  package static func < (lhs: GitPath, rhs: GitPath) -> Bool {
    lhs.bytes.lexicographicallyPrecedes(rhs.bytes) { rank($0) < rank($1) }
  }

  private static func rank(_ byte: UInt8) -> UInt8 {
    // NUL cannot occur in a path, so its rank is free for the separator.
    byte == UInt8(ascii: "/") ? 0 : byte
  }
}

extension Fingerprint {
  /// Creates the digest of bytes, which is written as 32 hexadecimal digits.
  fileprivate init(digestOf bytes: [UInt8]) {
    self.init(value: Digest(bytes, tag: UInt8(ascii: "p")).value)
  }
}
