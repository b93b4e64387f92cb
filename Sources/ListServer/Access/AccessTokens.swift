import HTTPTypes
import Hummingbird
import ListModel

/// The tokens with which requests may read or write.
///
/// A file has one on each line, after what it allows, and perhaps the only lists that it is for,
/// percent-encoded as in a path:
///
/// ```text
/// # reader of the shop
/// read 3f9c0e7a5d…
/// write 77b1c2d94e…
/// read 0a9d1b3e77… home a%2Fb
/// ```
public struct AccessTokens: Sendable {
  private struct Entry: Sendable {
    var token: [UInt8]
    var permission: ListPermission
  }

  private let entries: [Entry]

  /// The fewest characters of a token.
  static let shortest = 16

  /// Reads the text of a file.
  ///
  /// - Throws: ``InvalidTokens``, which names the line and not the token.
  public init(parsing text: String) throws(InvalidTokens) {
    var entries: [Entry] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      guard words.count >= 2, first == "read" || first == "write" else {
        throw InvalidTokens(
          line: index + 1,
          reason: "expected \"read TOKEN\" or \"write TOKEN\", and perhaps names of lists"
        )
      }
      let token = words[1]
      guard token.utf8.count >= Self.shortest, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
        throw InvalidTokens(
          line: index + 1,
          reason: "expected a token of at least \(Self.shortest) visible ASCII characters"
        )
      }
      entries.append(
        Entry(
          token: Array(token.utf8),
          permission: ListPermission(
            access: first == "write" ? .readWrite : .readOnly,
            lists: try Self.lists(words.dropFirst(2), line: index + 1)
          )
        )
      )
    }
    guard !entries.isEmpty else { throw InvalidTokens(line: 1, reason: "there is no token") }
    self.entries = entries
  }

  private static func lists(
    _ words: ArraySlice<Substring>,
    line: Int
  ) throws(InvalidTokens) -> ListPermission.Lists {
    guard !words.isEmpty else { return .all }
    var names: Set<List.ID> = []
    for word in words {
      guard let name = RequestTarget.decoded(word, isForm: false), !name.isEmpty else {
        throw InvalidTokens(line: line, reason: "a list's name is not percent-encoded UTF-8")
      }
      names.insert(List.ID(name))
    }
    return .only(names)
  }

  /// Returns what a token allows; `nil` if it is none.
  ///
  /// Of a token that is there twice, the last line counts.
  ///
  /// - Complexity: It takes as long for any token of a length: each is compared with all, to the end, so that
  ///   the time says nothing about how much of a token is right.
  func permission(of token: some StringProtocol) -> ListPermission? {
    let given = Array(token.utf8)
    var permission: ListPermission?
    for entry in entries where Self.areEqual(entry.token, given) { permission = entry.permission }
    return permission
  }

  private static func areEqual(_ lhs: [UInt8], _ rhs: [UInt8]) -> Bool {
    var difference = lhs.count ^ rhs.count
    for index in lhs.indices {
      difference |= Int(lhs[index] ^ (index < rhs.count ? rhs[index] : 0))
    }
    return difference == 0
  }
}

/// A file of tokens that cannot be read.
public struct InvalidTokens: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// What is wrong, and what was expected.
  public let reason: String

  /// One sentence for people.
  public var description: String { "line \(line): \(reason)" }
}

extension AccessTokens {
  /// Returns what the token of a request allows; `nil` if it has none of these.
  func permission(of request: Request) -> ListPermission? {
    guard let value = request.headers[.authorization] else { return nil }
    let words = value.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    return permission(of: words[1])
  }
}
