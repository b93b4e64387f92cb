// The Swift code of docs/server.md, compiled; see DocumentedCodeTests.

import Hummingbird
import ListServer
import ListStorage

enum MountingSnippet {
  static func serve() async throws {
    let store = try ListStore(path: "lists.db")
    let router = Router()
    router.add(middleware: Authentication())
    router.add(middleware: ListRoutes(of: store, under: "/lists-api"))
    router.get("/") { _, _ in "the application's own" }
    try await Application(router: router).runService()
  }
}

/// Stands for what an application has.
struct Authentication: RouterMiddleware {
  func handle(
    _ request: Request,
    context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    try await next(request, context)
  }
}
