import HTTPTypes
import Hummingbird
import ListInspector
import ListModel
import NIOCore

// The inspector: a page that looks at the store through the other routes.

extension Route {
  static let inspector =
    [
      Route(
        .get,
        "/",
        "The inspector: a page that shows the lists, their past and their screens",
        fields: [Parameter("If-None-Match", .text, "The ETag of an answer that the reader has")],
        answers: [
          Answer(200, "The page", types: ["text/html"]), Answer(304, "The reader has this answer"),
        ],
        isForAll: true
      ) { call in call.inspectorFile(.page) }
    ]
    + InspectorFile.parts.map { file in
      Route(
        .get,
        "/inspector/\(file.name)",
        "A part of the inspector",
        fields: [Parameter("If-None-Match", .text, "The ETag of an answer that the reader has")],
        answers: [
          Answer(200, "The part", types: [file.type]), Answer(304, "The reader has this answer"),
        ],
        isForAll: true
      ) { call in call.inspectorFile(file) }
    }
}

extension Call {
  /// Answers with a file of the inspector, which is the same for all readers.
  fileprivate func inspectorFile(_ file: InspectorFile) -> Response {
    let tag = "\"\(Fingerprint(value: Digest(file.bytes, tag: UInt8(ascii: "f")).value))\""
    var fields: HTTPFields = [
      .contentType: "\(file.type); charset=utf-8", .cacheControl: "public, no-cache", .eTag: tag,
    ]
    if file == .page {
      // Names and contents are only ever shown; this makes sure of it.
      fields[.contentSecurityPolicy] = """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
        frame-ancestors 'none'; base-uri 'none'; form-action 'none'; \
        require-trusted-types-for 'script'; trusted-types liststore
        """
      fields[.referrerPolicy] = "no-referrer"
    }
    if EntityTags(request.headers[.ifNoneMatch]).contains(tag) {
      return Response(status: .notModified, headers: fields)
    }
    return Response(
      status: .ok,
      headers: fields,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes))
    )
  }
}
