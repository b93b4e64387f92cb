import Foundation
import HTTPTypes
import Hummingbird

// Pages of browsers: which of them may read, and which may write.

extension ListService {
  /// Refuses a request that may not write.
  ///
  /// A page of any site can make a browser send a request to an address of its own network. The browser then
  /// names the page's origin, which must be the server's own, or the one that is allowed.
  func requireWriting(_ request: Request, _ permission: ListPermission) throws {
    guard configuration.access == .readWrite else {
      throw Problem(
        status: .forbidden,
        kind: "read-only",
        detail: "this server is read-only"
      )
    }
    guard permission.access == .readWrite else {
      throw Problem(
        status: .forbidden,
        kind: "read-only-token",
        detail: "this token may read, and not write"
      )
    }
    guard let origin = request.headers[.origin], !isAllowed(origin), !isOwn(origin, request) else {
      return
    }
    throw Problem(
      status: .forbidden,
      kind: "cross-origin",
      detail: "a page of another origin may not write here"
    )
  }

  private func isAllowed(_ origin: String) -> Bool {
    configuration.allowedOrigin == origin || configuration.allowedOrigin == "*"
  }

  private func isOwn(_ origin: String, _ request: Request) -> Bool {
    guard let authority = request.head.authority, let scheme = origin.range(of: "://") else {
      return false
    }
    return origin[scheme.upperBound...] == authority
  }

  /// Adds the fields that tell browsers what not to do with an answer.
  func protect(_ response: inout Response, from request: Request) {
    response.headers[.xContentTypeOptions] = "nosniff"
    guard let allowed = configuration.allowedOrigin else {
      response.headers[.crossOriginResourcePolicy] = "same-origin"
      return
    }
    response.headers[.crossOriginResourcePolicy] = "cross-origin"
    response.headers[.accessControlAllowOrigin] = allowed
    response.headers[.accessControlExposeHeaders] =
      "ETag, List-Version, Stream-Next-Offset, Stream-Up-To-Date, Stream-Cursor, Retry-After"
  }

  /// Answers a browser that asks what a page may send.
  func preflight(_ methods: [HTTPRequest.Method]) -> Response {
    Response(
      status: .noContent,
      headers: [
        .accessControlAllowMethods: methods.map(\.rawValue).joined(separator: ", "),
        .accessControlAllowHeaders:
          "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID",
        .accessControlMaxAge: "600",
        .cacheControl: "no-store",
      ]
    )
  }
}
