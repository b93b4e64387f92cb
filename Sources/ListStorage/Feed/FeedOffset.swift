/// A position in a feed, as text that sorts as the positions do (Durable Streams 1.0, section 8).
///
/// It is a token of the store with its number in front, padded to a fixed width:
///
/// ```text
/// 0000000000004211.1.0f1e2d3c4b5a69788796a5b4c3d2e1f0.1.9c3f6a…
/// ```
///
/// The fields are the version (or, in the feed of all lists, the sequence), the format of the token, the
/// lineage, the epoch and the fingerprint. So an offset of another list, of another past or from before a
/// restoration is told apart from one that can be continued.
package struct FeedOffset: Hashable, Sendable {
  /// The text.
  package let text: String

  /// The version or the sequence.
  package var number: Int { Int(text.prefix(Self.width)) ?? 0 }

  /// The digits of the largest version, 2⁵³ − 1.
  private static let width = 16
  /// The fields of a token after which its number stands.
  private static let fieldsBeforeNumber = 3

  /// The offset of a reader who has applied everything up to a token.
  package init(_ token: some CustomStringConvertible) {
    var fields = token.description.split(separator: ".", omittingEmptySubsequences: false)
    guard fields.count > Self.fieldsBeforeNumber else {
      text = token.description
      return
    }
    let number = fields.remove(at: Self.fieldsBeforeNumber)
    let zeros = String(repeating: "0", count: max(0, Self.width - number.count))
    text = ([zeros + number] + fields.map(String.init)).joined(separator: ".")
  }

  /// Returns the token in the text of an offset; a token as other programs print it is taken as well.
  package static func token<Token: LosslessStringConvertible>(
    _ text: String,
    as type: Token.Type
  ) -> Token? {
    guard text.utf8.count < 256 else { return nil }
    if let token = Token(text) { return token }
    var fields = text.split(separator: ".", omittingEmptySubsequences: false)
    guard fields.count == 5 else { return nil }
    let number = fields.removeFirst()
    guard number.utf8.count == Self.width, number.utf8.allSatisfy({ $0 &- 0x30 < 10 }),
      let value = Int(number)
    else { return nil }
    fields.insert(Substring(String(value)), at: Self.fieldsBeforeNumber)
    return Token(fields.joined(separator: "."))
  }
}
