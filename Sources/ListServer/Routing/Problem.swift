import HTTPTypes
import Hummingbird
import ListModel
import NIOCore

/// Why a request is refused, as RFC 9457 ("Problem Details for HTTP APIs") writes it.
struct Problem: Error {
  /// The status of the answer.
  var status: HTTPResponse.Status
  /// The kind of problem, for programs: the last part of the `type`.
  var kind: String
  /// What happened and what to do, for people.
  var detail: String
  /// Fields of the answer beside those that all problems have.
  var fields: HTTPFields = [:]
  /// The path, below the prefix of the routes, of an answer to begin again with; `nil` if there is none.
  var start: String?
  /// Writes members that this kind of problem has.
  var members: @Sendable (inout JSONWriter) -> Void = { _ in }

  /// The type of the answer's body.
  static let type = "application/problem+json"

  /// Writes the answer.
  ///
  /// It is never stored by a cache: RFC 9111 lets caches store 404 and 410 by default.
  ///
  /// - Parameter prefix: The path before all paths of the routes.
  /// - Returns: The answer.
  func response(under prefix: String) -> Response {
    var writer = JSONWriter()
    writer.startObject()
    writer.name("type")
    writer.string("urn:liststore:problem:\(kind)")
    writer.name("title")
    writer.string(status.reasonPhrase)
    writer.name("status")
    writer.number(status.code)
    writer.name("reason")
    writer.string(kind)
    writer.name("detail")
    writer.string(detail)
    if let start {
      writer.name("start")
      writer.string(prefix + start)
    }
    members(&writer)
    writer.endObject()
    var headers = fields
    headers[.contentType] = Self.type
    headers[.cacheControl] = "no-store"
    return Response(
      status: status,
      headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes))
    )
  }
}

extension Problem {
  /// A request that cannot be understood.
  static func badRequest(_ kind: String, _ detail: String) -> Problem {
    Problem(status: .badRequest, kind: kind, detail: detail)
  }

  /// A request without a token.
  static let noToken = Problem(
    status: .unauthorized,
    kind: "no-token",
    detail: "expected \"Authorization: Bearer TOKEN\" with a token of this server",
    fields: [.wwwAuthenticate: "Bearer"]
  )

  /// A path that stands for nothing.
  static let noSuchPath = Problem(
    status: .notFound,
    kind: "no-such-path",
    detail: "there is nothing at this path; /openapi.json lists the paths"
  )

  /// A method that a path does not have.
  static func noSuchMethod(_ method: HTTPRequest.Method, allowed: [String]) -> Problem {
    let names = allowed.joined(separator: ", ")
    return Problem(
      status: .methodNotAllowed,
      kind: "no-such-method",
      detail: "\(method.rawValue.prefix(32)) is not allowed here; expected \(names)",
      fields: [.allow: names]
    )
  }

  /// A body that is longer than the server takes.
  static func tooLarge(limit: Int) -> Problem {
    Problem(
      status: .contentTooLarge,
      kind: "too-large",
      detail: "the body has more than \(limit) bytes; send it in several parts"
    ) { writer in
      writer.name("limit")
      writer.number(limit)
    }
  }

  /// A server that has as many streams as it may have.
  static func tooManyStreams(limit: Int) -> Problem {
    Problem(
      status: .serviceUnavailable,
      kind: "too-many-streams",
      detail:
        "\(limit) live requests are open, which is the limit; try again, or read without \"live\"",
      fields: [.retryAfter: "5"]
    )
  }

  /// A document that cannot be read; `path` leads to the fault.
  static func invalidDocument(_ error: InvalidDocument) -> Problem {
    Problem(status: .unprocessableContent, kind: "invalid-document", detail: "\(error)") { writer in
      writer.name("path")
      writer.string(error.path)
      guard let position = error.position else { return }
      writer.name("offset")
      writer.number(position.offset)
      writer.name("line")
      writer.number(position.line)
      writer.name("column")
      writer.number(position.column)
    }
  }
}
