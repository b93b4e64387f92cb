import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Gives clients of HTTP/1.0 answers in HTTP/1.0: without chunks, ended by the end of the connection.
///
/// Requests lose their version on the way to the application. So this handler, which stands there, puts
/// another one before the translation when it is added.
final class HTTP10Marker: ChannelInboundHandler, RemovableChannelHandler, Sendable {
  typealias InboundIn = Any

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
    try? pipeline.addHandler(HTTP10Answers(), position: .before(codec))
  }
}

/// RFC 9112, section 6.1: no transfer coding for a client of HTTP/1.0.
private final class HTTP10Answers: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private var isOld = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(var head) = unwrapInboundIn(data) {
      isOld = head.version == .http1_0
      if isOld {
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        return context.fireChannelRead(wrapInboundOut(.head(head)))
      }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if isOld, case .head(var head) = unwrapOutboundIn(data) {
      head.version = .http1_0
      head.headers.remove(name: "Transfer-Encoding")
      return context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
    context.write(data, promise: promise)
  }
}
