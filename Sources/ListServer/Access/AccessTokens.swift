import HTTPTypes
import Hummingbird

/// The tokens with which requests may read or write.
///
/// A file has one on each line, after what it allows:
///
/// ```text
/// # reader of the shop
/// read 3f9c0e7a5d…
/// write 77b1c2d94e…
/// ```
public struct AccessTokens: Sendable {
  private struct Entry: Sendable {
    var token: [UInt8]
    var mayWrite: Bool
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
      guard words.count == 2, first == "read" || first == "write" else {
        throw InvalidTokens(line: index + 1, reason: "expected \"read TOKEN\" or \"write TOKEN\"")
      }
      let token = words[1]
      guard token.utf8.count >= Self.shortest, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
        throw InvalidTokens(
          line: index + 1,
          reason: "expected a token of at least \(Self.shortest) visible ASCII characters"
        )
      }
      entries.append(Entry(token: Array(token.utf8), mayWrite: first == "write"))
    }
    guard !entries.isEmpty else { throw InvalidTokens(line: 1, reason: "there is no token") }
    self.entries = entries
  }

  /// What a token allows.
  enum Permission: Sendable {
    case nothing
    case reading
    case writing
  }

  /// Returns what a token allows.
  ///
  /// - Complexity: It takes as long for any token of a length: each is compared with all, to the end, so that
  ///   the time says nothing about how much of a token is right.
  func permission(of token: some StringProtocol) -> Permission {
    let given = Array(token.utf8)
    var permission = Permission.nothing
    for entry in entries where Self.areEqual(entry.token, given) {
      permission = entry.mayWrite || permission == .writing ? .writing : .reading
    }
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

/// Refuses requests without a token.
struct TokenMiddleware<Context: RequestContext>: RouterMiddleware {
  let tokens: AccessTokens
  let prefix: String

  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    // Neither says anything of the lists; and a page's script cannot be loaded with a token.
    if ["\(prefix)/healthz", "\(prefix)/liststore.js"].contains(request.uri.path) {
      return try await next(request, context)
    }
    let isReading = request.method == .get || request.method == .head || request.method == .options
    switch (permission(of: request), isReading) {
    case (.writing, _), (.reading, true): return try await next(request, context)
    case (.reading, false):
      return refusal(.forbidden, "read-only-token", "this token may read, and not write")
    case (.nothing, _):
      return refusal(
        .unauthorized,
        "no-token",
        "expected \"Authorization: Bearer TOKEN\" with a token of this server",
        fields: [.wwwAuthenticate: "Bearer"]
      )
    }
  }

  private func permission(of request: Request) -> AccessTokens.Permission {
    guard let value = request.headers[.authorization] else { return .nothing }
    let words = value.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return .nothing }
    return tokens.permission(of: words[1])
  }

  private func refusal(
    _ status: HTTPResponse.Status,
    _ kind: String,
    _ detail: String,
    fields: HTTPFields = [:]
  ) -> Response {
    var fields = fields
    fields[.xContentTypeOptions] = "nosniff"
    return Problem(status: status, kind: kind, detail: detail, fields: fields).response(
      under: prefix
    )
  }
}
