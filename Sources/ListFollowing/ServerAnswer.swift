import Foundation
import ListDiff
import ListModel
import ListStorage
import NIOHTTP1

/// An answer of a server.
struct ServerAnswer: Sendable {
  let address: String
  let status: Int
  let fields: HTTPHeaders
  let body: [UInt8]

  /// What a problem document (RFC 9457) says.
  struct Problem: Decodable {
    /// The newest version of a list, or the last commit of a store.
    struct Newest: Decodable {
      var version: Int?
      var fingerprint: String?
      var offset: String?
    }

    var reason = ""
    var detail = "it does not say why"
    var oldest: Int?
    var newest: Newest?

    private enum CodingKeys: CodingKey {
      case reason, detail, oldest, newest
    }

    init() {}

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      reason = try members.decodeIfPresent(String.self, forKey: .reason) ?? reason
      detail = try members.decodeIfPresent(String.self, forKey: .detail) ?? detail
      oldest = try? members.decodeIfPresent(Int.self, forKey: .oldest)
      // The newest version of a list, or its number alone.
      newest =
        (try? members.decodeIfPresent(Newest.self, forKey: .newest))
        ?? (try? members.decodeIfPresent(Int.self, forKey: .newest)).map { Newest(version: $0) }
    }
  }

  /// Why the server refuses; a proxy's answer says nothing that is understood.
  var problem: Problem {
    (try? JSONDecoder().decode(Problem.self, from: Data(body))) ?? Problem()
  }

  /// Whether the same request may have another answer soon.
  var isTemporary: Bool { status >= 500 || status == 408 || status == 429 }

  /// The pause that the server asks for.
  var retryAfter: Duration? {
    fields.first(name: "Retry-After").flatMap { Int($0) }.map { .seconds(max(0, $0)) }
  }

  var lackOfPermission: RemoteStoreError? {
    guard [401, 403, 421].contains(status) else { return nil }
    return .forbidden(address: address, status: status, detail: problem.detail)
  }

  /// The position after the answer; empty if there is none.
  var offset: String { fields.first(name: "Stream-Next-Offset") ?? "" }

  /// The position after the answer, in the feed of a list.
  func cursorToken() throws -> CursorToken {
    guard let token = FeedOffset.token(offset, as: CursorToken.self) else {
      throw unexpected("it has no position")
    }
    return token
  }

  func fingerprint(_ text: String) throws -> Fingerprint {
    guard let fingerprint = Fingerprint(text) else {
      throw unexpected("\"\(text.prefix(40))\" is no fingerprint")
    }
    return fingerprint
  }

  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    guard (200..<300).contains(status) else { throw refusal }
    do {
      return try JSONDecoder().decode(type, from: Data(body))
    } catch {
      throw unexpected("its body is not what was expected")
    }
  }

  /// An answer that no server of lists gives.
  func unexpected(_ reason: String) -> RemoteStoreError {
    .unexpectedAnswer(address: address, status: status, reason: reason)
  }

  /// A refusal that has no name of its own.
  var refusal: RemoteStoreError {
    let problem = problem
    guard !problem.reason.isEmpty else { return unexpected(problem.detail) }
    return .refused(status: status, reason: problem.reason, detail: problem.detail)
  }

  /// A refusal to read a list, as a store of this machine would throw it.
  func refusal(of list: List.ID, at version: Int? = nil) -> any Error {
    let problem = problem
    switch problem.reason {
    case "unknown-list": return ListStoreError.unknownList(list)
    case "unknown-version":
      guard let oldest = problem.oldest, let newest = problem.newest?.version, oldest <= newest
      else {
        return refusal
      }
      return ListStoreError.unknownVersion(
        version ?? newest,
        list: list,
        available: oldest...newest
      )
    default: return refusal
    }
  }
}
