public import Hummingbird
public import ListReplication
public import ListStorage
import Logging

/// The lists of a store over HTTP, to be mounted in an application.
///
/// ```swift
/// let router = Router()
/// router.add(middleware: Authentication())
/// router.add(middleware: ListRoutes(of: store, under: "/lists-api"))
/// try await Application(router: router).runService()
/// ```
///
/// All requests below the path are answered here, after the middleware that was added before; other requests
/// go on to the application. Each list has a feed in the protocol Durable Streams 1.0 (the part for readers),
/// and documents of its versions; `docs/server.md` has the whole interface, and `/openapi.json` describes it
/// to programs.
public struct ListRoutes<Context: RequestContext>: RouterMiddleware {
  private let service: ListService

  /// Creates the routes.
  ///
  /// - Parameters:
  ///   - store: The store, which others may use at the same time.
  ///   - path: The path before all others, such as `/lists-api`; none by default.
  ///   - configuration: What requests may do, and how much at once.
  public init(
    of store: ListStore,
    under path: String = "",
    configuration: ListRoutesConfiguration = ListRoutesConfiguration()
  ) {
    service = ListService(store: store, path: path, configuration: configuration)
  }

  /// Creates the routes of a store that follows a log: commits go to the log, and what is not here yet is looked
  /// for there.
  ///
  /// - Parameters:
  ///   - lists: The store, which follows its lists by `followAll` meanwhile.
  ///   - path: The path before all others, such as `/lists-api`; none by default.
  ///   - configuration: What requests may do, and how much at once.
  public init(
    of lists: ReplicatedStore<some CommitLog>,
    under path: String = "",
    configuration: ListRoutesConfiguration = ListRoutesConfiguration()
  ) {
    service = ListService(
      store: lists.store,
      following: ServedLog(of: lists),
      path: path,
      configuration: configuration
    )
  }

  init(service: ListService) {
    self.service = service
  }

  /// Answers a request below the path, and passes others on.
  ///
  /// - Throws: The errors of the application's own responders.
  public func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard let target = service.target(of: request) else { return try await next(request, context) }
    return await service.respond(to: request, target) { error in
      context.logger.error("a request to a list failed: \(error)")
    }
  }
}
