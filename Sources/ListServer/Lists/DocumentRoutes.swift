import HTTPTypes
import Hummingbird
import ListModel
import ListPictures
import ListStorage
import NIOCore

// A list at one version.

extension Route {
  private static let at = Parameter("at", .number, "The version; the newest by default")

  static let documents = [
    Route(
      .get,
      "/lists/{name}",
      "A list as JSON, or as a picture; Stream-Next-Offset is where its changes go on",
      parameters: [at] + PictureScreen.parameters,
      fields: [
        Parameter(
          "Accept",
          .text,
          "application/json, or image/svg+xml, text/html, text/plain for a picture"
        ),
        Parameter("If-None-Match", .text, "The ETag of an answer that the reader has"),
      ],
      answers: [
        Answer(
          200,
          "The list document, or a picture of it",
          .named(.list),
          or: Representation.allCases.dropFirst().map(\.rawValue)
        ),
        Answer(304, "The reader has this answer"),
        .problem(400, "A parameter is malformed"),
        .problem(406, "It is not given in any form that the client accepts"),
        .problem(422, "It cannot be drawn"),
        .problem(404, "There is no such list or version"),
      ]
    ) { call in try await call.document() },
    Route(
      .get,
      "/lists/{name}/cells",
      "Some cells of a list, without reading the rest",
      parameters: [
        Parameter("first", .number, "The first row, from 0, which is the default"),
        Parameter("count", .number, "How many rows; 20 by default, at most 1000"),
        Parameter("section", .text, "Count the rows of this section; else of the whole list"),
        at,
      ],
      answers: [
        Answer(200, "The cells, and how many are before and after them", .named(.window)),
        .problem(400, "A parameter is malformed"),
        .problem(404, "There is no such list or version"),
      ]
    ) { call in try await call.cells() },
  ]
}

/// Everything that a document depends on.
struct DocumentKey: Hashable, Sendable {
  var list: List.ID
  var token: CursorToken
}

extension Call {
  fileprivate func document() async throws -> Response {
    let version = try number("at", Self.versions)
    let token = try await token(at: version)
    let form = try Representation(accepting: request.headers[.accept])
    var fields = fields(of: token, isFixed: version != nil)
    fields[.vary] = "Accept"
    guard form == .json else { return try await picture(of: token, as: form, fields) }
    if EntityTags(request.headers[.ifNoneMatch]).contains(fields[.eTag] ?? "") {
      return Response(status: .notModified, headers: fields)
    }
    // A reader that only needs the position has no list read for it.
    if isHead { return Response(status: .ok, headers: fields) }
    let body = try await service.document(of: list, at: token)
    return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: body))
  }

  /// Answers with a picture of a version.
  private func picture(
    of token: CursorToken,
    as form: Representation,
    _ fields: HTTPFields
  ) async throws -> Response {
    let screen = try PictureScreen(self)
    var fields = fields
    fields[.contentType] = form.contentType
    fields[.eTag] = "\"\(token.fingerprint)-\(form)-\(screen.tag)\""
    // Nothing in a picture is a program, whatever the list says.
    fields[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    if EntityTags(request.headers[.ifNoneMatch]).contains(fields[.eTag] ?? "") {
      return Response(status: .notModified, headers: fields)
    }
    let text = try await service.reading { [list] store in
      let stored = try StoredPicture(of: list, in: store, at: token.version)
      let picture = try stored.picture(on: screen)
      return switch form {
      case .html: picture.html(title: list.rawValue)
      case .svg: picture.svg()
      case .json, .text: picture.text()
      }
    }
    return Response(
      status: .ok,
      headers: fields,
      body: ResponseBody(byteBuffer: ByteBuffer(string: text))
    )
  }

  /// The fields of an answer with a version.
  private func fields(of token: CursorToken, isFixed: Bool) -> HTTPFields {
    let scope = service.configuration.caching == .shared ? "public" : "private"
    return [
      .contentType: Route.json,
      .eTag: "\"\(token.fingerprint)\"",
      .listVersion: String(token.version),
      .streamNextOffset: FeedOffset(token).text,
      // After a restoration, the version may be another one.
      .cacheControl: isFixed ? "\(scope), max-age=60" : "\(scope), no-cache",
    ]
  }

  fileprivate func cells() async throws -> Response {
    let first = try number("first", Self.versions) ?? 0
    let count = try number("count", 1...1000) ?? 20
    let version = try number("at", Self.versions)
    let section = target["section"].map { Section.ID($0) }
    let rows = WindowBounds.rows(first..<first + count, of: section)
    let (token, body) = try await window(rows, at: version)
    var headers = fields(of: token, isFixed: version != nil)
    headers[.eTag] = nil
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
  }

  /// Returns the token of a version; of the newest if `nil`.
  private func token(at version: Int?) async throws -> CursorToken {
    guard let version else { return try await service.heads.token(of: list) }
    return try await service.reading { [list] in try $0.token(of: list, at: version) }
  }

  /// Returns a window of a version, of the newest if `nil`, as it is sent.
  private func window(
    _ rows: WindowBounds,
    at version: Int?
  ) async throws -> (CursorToken, ByteBuffer) {
    while true {
      let token = try await token(at: version)
      do {
        return (token, try await service.window(rows, of: list, at: token))
      } catch ListStoreError.unknownVersion(let missing, let list, let available) {
        // The list may have been cleared since; then it has a newer version.
        guard version == nil, try await self.token(at: nil) != token else {
          throw ListStoreError.unknownVersion(missing, list: list, available: available)
        }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func window(_ window: ListWindow) throws {
    startObject()
    name("list")
    string(window.list.rawValue)
    name("version")
    number(window.version)
    name("fingerprint")
    string(window.fingerprint.description)
    extent(window.extent)
    name("cells")
    startArray()
    for (item, cell) in window.cells.enumerated() {
      try self.cell(cell, at: CellPath(section: 0, item: item))
    }
    endArray()
    endObject()
  }
}

/// Everything that a window depends on.
struct WindowKey: Hashable, Sendable {
  var list: List.ID
  var token: CursorToken
  var rows: WindowBounds
}

extension ListService {
  /// Reads a window, once for all who want it.
  fileprivate func window(
    _ rows: WindowBounds,
    of list: List.ID,
    at token: CursorToken
  ) async throws -> ByteBuffer {
    try await windows.value(for: WindowKey(list: list, token: token, rows: rows)) { [self] in
      try await reading { store in
        var writer = JSONWriter()
        try writer.window(store.window(rows, in: list, at: token.version))
        return ByteBuffer(bytes: writer.bytes)
      }
    }
  }

  /// Reads a list document, once for all who want it at the same time.
  fileprivate func document(of list: List.ID, at token: CursorToken) async throws -> ByteBuffer {
    let key = DocumentKey(list: list, token: token)
    return try await documents.value(for: key) { [self] in
      try await reading { store in
        var buffer = ByteBuffer()
        try store.document(of: list, at: token.version) { buffer.writeBytes($0) }
        return buffer
      }
    }
  }
}
