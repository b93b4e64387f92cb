import HTTPTypes
import Hummingbird

/// Refuses requests to a loopback server that were sent to the name of another host.
///
/// A page of any site can give its own name the address 127.0.0.1 ("DNS rebinding"), and would then be of the
/// server's origin.
struct HostMiddleware<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard let authority = request.head.authority, !Self.isLoopback(authority) else {
      return try await next(request, context)
    }
    var response = Problem(
      status: .misdirectedRequest,
      kind: "other-host",
      detail: "this server answers to localhost only; with tokens it answers to every name"
    ).response(under: "")
    response.headers[.xContentTypeOptions] = "nosniff"
    return response
  }

  /// Returns whether a host, with or without a port, is this machine.
  static func isLoopback(_ authority: String) -> Bool {
    var host = authority.lowercased()[...]
    if host.hasPrefix("[") {
      host = host.dropFirst().prefix { $0 != "]" }
    } else if host.count(where: { $0 == ":" }) == 1 {
      host = host.prefix { $0 != ":" }
    }
    if host == "localhost" || host == "::1" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }
}
