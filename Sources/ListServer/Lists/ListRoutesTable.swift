import HTTPTypes
import Hummingbird
import ListModel
import ListScript
import ListStorage
import NIOCore

extension Route {
  /// All operations.
  static let all =
    lists + documents + feeds + commits + [append] + pasts + consumers + values + overviews
    + comparisons + screens + cells + densities + operations + inspector

  private static let lists = [
    Route(
      .get,
      "/lists",
      "The lists; Stream-Next-Offset is where to follow all of them from",
      answers: [Answer(200, "Name, version, fingerprint and paths of each list", .named(.lists))]
    ) { call in try await call.lists() }
  ]

  /// The type of most answers.
  static let json = "application/json"

  private static let operations = [
    Route(
      .get,
      "/healthz",
      "Whether the store can be read",
      answers: [
        Answer(200, "It can", types: ["text/plain"]),
        .problem(503, "It is busy"),
      ],
      isForAll: true
    ) { call in
      _ = try await call.service.reading { try $0.token() }
      return .text("ok\n", type: "text/plain; charset=utf-8")
    },
    Route(
      .get,
      "/metrics",
      "What the server counts, for Prometheus",
      answers: [Answer(200, "Counters and gauges", types: ["text/plain"])]
    ) { call in .text(call.service.metrics.text(), type: "text/plain; version=0.0.4") },
    Route(
      .get,
      "/liststore.js",
      "A client for browsers: a module of JavaScript that follows lists",
      fields: [Parameter("If-None-Match", .text, "The ETag of an answer that the reader has")],
      answers: [
        Answer(200, "The module", types: ["text/javascript"]),
        Answer(304, "The reader has this answer"),
      ],
      isForAll: true
    ) { call in call.clientScript() },
    Route(
      .get,
      "/openapi.json",
      "This description",
      answers: [Answer(200, "An OpenAPI 3.1 document", .members(.any))]
    ) { call in
      Response(
        status: .ok,
        headers: [.contentType: json, .cacheControl: "no-cache"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: call.service.description()))
      )
    },
  ]
}

extension Response {
  /// An answer of text that no cache keeps.
  static func text(_ text: String, type: String) -> Response {
    Response(
      status: .ok,
      headers: [.contentType: type, .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text))
    )
  }

  /// An answer of JSON that no cache keeps.
  static func json(
    _ status: HTTPResponse.Status = .ok,
    headers: HTTPFields = [:],
    _ write: (inout JSONWriter) throws -> Void
  ) rethrows -> Response {
    var writer = JSONWriter()
    try write(&writer)
    var headers = headers
    headers[.contentType] = Route.json
    if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
    return Response(
      status: status,
      headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes))
    )
  }
}

extension ListService {
  /// The tag of the client for browsers.
  fileprivate static let scriptTag =
    "\"\(Fingerprint(value: Digest(ClientScript.bytes, tag: UInt8(ascii: "f")).value))\""
}

extension Call {
  /// Answers with the client for browsers, which is the same for all readers.
  fileprivate func clientScript() -> Response {
    let fields: HTTPFields = [
      .contentType: "text/javascript; charset=utf-8", .cacheControl: "public, no-cache",
      .eTag: ListService.scriptTag,
    ]
    if EntityTags(request.headers[.ifNoneMatch]).contains(ListService.scriptTag) {
      return Response(status: .notModified, headers: fields)
    }
    let body = ResponseBody(byteBuffer: ByteBuffer(bytes: ClientScript.bytes))
    return Response(status: .ok, headers: fields, body: body)
  }

  fileprivate func lists() async throws -> Response {
    let (token, lists) = try await service.reading { [permission] store in
      // The token first: changes of versions that the lists already have may come once more, and none is missed.
      (
        try store.token(),
        try store.listsAndTokens().filter { permission.lists.contains($0.list.id) }
      )
    }
    let scope = service.configuration.caching == .shared ? "public" : "private"
    let fields: HTTPFields = [
      .streamNextOffset: FeedOffset(token).text, .cacheControl: "\(scope), no-cache",
      .eTag: "\"\(FeedOffset(token).text)\"",
    ]
    if EntityTags(request.headers[.ifNoneMatch]).contains(fields[.eTag] ?? "") {
      return Response(status: .notModified, headers: fields)
    }
    return .json(headers: fields) { writer in
      writer.startObject()
      writer.name("lists")
      writer.startArray()
      for (list, token) in lists {
        let path = "\(service.prefix)/lists/\(RequestTarget.encoded(list.id.rawValue))"
        writer.startObject()
        writer.name("name")
        writer.string(list.id.rawValue)
        writer.name("version")
        writer.number(list.version)
        writer.name("fingerprint")
        writer.string(list.fingerprint.description)
        writer.name("offset")
        writer.string(FeedOffset(token).text)
        writer.name("list")
        writer.string(path)
        writer.name("changes")
        writer.string("\(path)/changes")
        writer.endObject()
      }
      writer.endArray()
      writer.endObject()
    }
  }

  /// Reads a whole number of the query.
  ///
  /// - Throws: A ``Problem`` with status 400.
  func number(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
    guard let text = target[name] else { return nil }
    guard let number = Int(text), text.utf8.allSatisfy({ $0 &- 0x30 < 10 }), range.contains(number)
    else {
      throw Problem.badRequest(
        "bad-number",
        "\(name)=\(text.prefix(32)): expected a whole number from \(range.lowerBound) to "
          + "\(range.upperBound)"
      )
    }
    return number
  }

  /// The list that the path names.
  var list: List.ID { List.ID(names[0]) }

  /// The numbers that versions may have.
  static let versions = 0...(1 << 53) - 1
}
