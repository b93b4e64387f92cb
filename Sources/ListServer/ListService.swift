import HTTPTypes
import Hummingbird
import ListModel
import ListStorage
import NIOCore
import NIOPosix

/// What answers requests: the store, the table of routes, and what all requests share.
final class ListService: Sendable {
  let store: ListStore
  /// The log that the store follows; `nil` for a store that decides for itself.
  let log: ServedLog?
  let configuration: ListRoutesConfiguration
  /// The path before all others: empty, or a slash and a name.
  let prefix: String
  /// All operations; the OpenAPI document is written from this table, too.
  let routes: [Route]
  let metrics = ServerMetrics()
  let waitingRoom: WaitingRoom
  let chunks = SharedReads<ChunkKey, FeedChunk>(capacity: 16)
  let documents = SharedReads<DocumentKey, ByteBuffer>(capacity: 0)
  /// Windows as they are sent: up to 16 MiB of those that are not large.
  let windows = SharedReads<WindowKey, ByteBuffer>(capacity: 256) { $0.readableBytes <= 64 << 10 }
  let heads: HeadReads
  let comparisons = SharedReads<ComparisonKey, ChangedRows>(capacity: 8)
  let versionCounts = VersionCountsCache()

  init(
    store: ListStore,
    following log: ServedLog? = nil,
    path: String,
    configuration: ListRoutesConfiguration
  ) {
    self.store = store
    self.log = log
    waitingRoom = WaitingRoom(of: store)
    heads = HeadReads { try store.token(of: $0) }
    self.configuration = configuration
    var prefix = path.hasPrefix("/") || path.isEmpty ? path[...] : ("/" + path)[...]
    while prefix.hasSuffix("/") { prefix = prefix.dropLast() }
    self.prefix = String(prefix)
    routes = Route.all
  }

  /// Returns the target of a request below the prefix; `nil` for a request to something else.
  func target(of request: Request) -> RequestTarget? {
    let target = RequestTarget(request.head.path ?? "/")
    guard target.path.hasPrefix(prefix) else { return nil }
    let rest = target.path.dropFirst(prefix.count)
    guard rest.isEmpty || rest.hasPrefix("/") else { return nil }
    return target
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - target: Its target, with the prefix.
  ///   - log: Called with an error that the operator has to know.
  /// - Returns: The answer, whatever happens.
  func respond(
    to request: Request,
    _ target: RequestTarget,
    log: (any Error) -> Void
  ) async -> Response {
    var response: Response
    do {
      response = try await answer(request, target)
    } catch {
      let problem = Problem(error)
      if problem.status.kind == .serverError, problem.status != .serviceUnavailable { log(error) }
      response = problem.response(under: prefix)
    }
    if request.method == .head { response = response.createHeadResponse() }
    // RFC 9110, sections 8.6 and 15.4.5: no length where there can be no body.
    if response.status == .noContent || response.status == .notModified {
      response.headers[.contentLength] = nil
    }
    protect(&response, from: request)
    metrics.count(request.method, response.status)
    return response
  }

  private func answer(_ request: Request, _ target: RequestTarget) async throws -> Response {
    let permission = configuration.permission(request)
    // A browser asks what it may send before it sends a token.
    let isPreflight = request.method == .options && configuration.allowedOrigin != nil
    let parts = Array(target.parts.dropFirst(prefix.count { $0 == "/" }))
    var methods: [HTTPRequest.Method] = []
    if permission == nil, !isPreflight,
      !routes.contains(where: { $0.isForAll && $0.matches(parts) })
    {
      throw Problem.noToken
    }
    for route in routes {
      switch route.match(parts) {
      case .different: continue
      case .notText:
        throw Problem.badRequest("not-text", "a name in the path is not percent-encoded UTF-8")
      case .same(let names):
        let method = request.method == .head ? .get : request.method
        guard route.method == method else {
          methods += route.method == .get ? [.get, .head] : [route.method]
          continue
        }
        if let fault = target.fault(allowing: route.repeatable) {
          throw Problem.badRequest("bad-query", fault)
        }
        let call = Call(
          service: self,
          request: request,
          target: target,
          names: names,
          permission: permission ?? ListPermission(access: .readOnly, lists: .only([]))
        )
        if route.writes { try requireWriting(request, call.permission) }
        if route.isOfList, !call.permission.lists.contains(call.list) {
          throw ListStoreError.unknownList(call.list)
        }
        return try await respond(to: call, by: route)
      }
    }
    guard !methods.isEmpty else { throw Problem.noSuchPath }
    if configuration.allowedOrigin != nil {
      methods.append(.options)
      if request.method == .options { return preflight(methods) }
    }
    throw Problem.noSuchMethod(request.method, allowed: methods.map(\.rawValue))
  }

  /// Answers a call.
  ///
  /// What is not here yet and can be read is looked for in the log, once.
  private func respond(to call: Call, by route: Route) async throws -> Response {
    guard let log, route.isOfList else { return try await route.respond(call) }
    try log.requireSame(call.list)
    do {
      return try await route.respond(call)
    } catch let error as ListStoreError where route.method == .get && error.mayBeInLog {
      try await log.catchUp(call.list)
      return try await route.respond(call)
    }
  }

  /// Makes a proposal the next version of a list, here or in the log.
  func commit(
    _ proposal: ListStore.Proposal,
    to list: List.ID,
    options: CommitOptions
  ) async throws -> Commit {
    if let log { return try await log.commit(proposal, list, options) }
    return try await store.commit(proposal, to: list, options: options)
  }

  /// Runs work that blocks, on a thread that may be blocked.
  func reading<Value: Sendable>(
    _ body: @escaping @Sendable (ListStore) throws -> Value
  ) async throws -> Value {
    try await NIOThreadPool.singleton.runIfActive { [store] in try body(store) }
  }
}
