import AsyncHTTPClient
import Foundation
import ListModel
import ListStorage
import NIOCore
import NIOHTTP1
import NIOPosix

/// The connections to one server, and how requests that fail are repeated.
final class ServerSession: Sendable {
  let address: String
  let configuration: RemoteStoreConfiguration
  private let client: HTTPClient

  /// How long a server may send nothing; a long-poll waits for 20 seconds.
  private static let silence = TimeAmount.seconds(60)

  init(_ text: String, _ configuration: RemoteStoreConfiguration) throws(RemoteStoreError) {
    guard let url = URLComponents(string: text), let host = url.host, !host.isEmpty else {
      throw .invalidAddress(text, reason: "it has no host")
    }
    guard url.scheme == "http" || url.scheme == "https" else {
      throw .invalidAddress(text, reason: "it does not begin with http:// or https://")
    }
    guard url.query == nil, url.fragment == nil else {
      throw .invalidAddress(text, reason: "it has a query or a fragment")
    }
    var address = text[...]
    while address.hasSuffix("/") { address = address.dropLast() }
    self.address = String(address)
    self.configuration = configuration
    var settings = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(10), read: Self.silence)
    )
    // Each feed waits on a connection of its own.
    settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1 << 16
    // Attempts and pauses are ours alone.
    settings.connectionPool.retryConnectionEstablishment = false
    client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: settings)
  }

  deinit {
    // Every request holds the session, so none is under way.
    client.shutdown { _ in }
  }

  /// Encodes a text as one part of a path, or as a value of a query: everything but the unreserved characters
  /// of RFC 3986.
  static func encoded(_ text: String) -> String {
    // A client would resolve these parts of a path.
    if text == "." { return "%2E" }
    if text == ".." { return "%2E%2E" }
    return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
  }

  private static let unreserved = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~"
  )

  /// A request.
  struct Request: Sendable {
    var method = HTTPMethod.GET
    var path: String
    var query: [(String, String)] = []
    var fields: [(String, String)] = []
    var body: [UInt8]?
    /// Whether it may be sent again if it is not known what became of it.
    var isRepeatable = true
  }

  /// Sends a request that changes nothing.
  func read(
    _ path: String,
    _ query: [(String, String)] = [],
    method: HTTPMethod = .GET
  ) async throws -> ServerAnswer {
    try await send(Request(method: method, path: path, query: query))
  }

  /// Sends a request, until it is answered or patience is at its end.
  ///
  /// - Returns: An answer that the server would give again: success, or a refusal.
  /// - Throws: ``RemoteStoreError``, `CancellationError`.
  func send(_ request: Request) async throws -> ServerAnswer {
    var backoff = Backoff(configuration)
    while true {
      var failure: RemoteStoreError
      var pause: Duration?
      do {
        let answer = try await exchange(request)
        guard answer.isTemporary else {
          if let refusal = answer.lackOfPermission { throw refusal }
          return answer
        }
        failure = .unavailable(
          address: address,
          status: answer.status,
          detail: answer.problem.detail
        )
        pause = answer.retryAfter
      } catch let error as RemoteStoreError {
        throw error
      } catch {
        if Task.isCancelled { throw CancellationError() }
        failure = .unreachable(address: address, reason: Self.reason(error))
      }
      guard request.isRepeatable, let delay = backoff.next(atLeast: pause) else { throw failure }
      configuration.onFailure(failure, delay)
      try await configuration.sleep(delay)
    }
  }

  private func exchange(_ request: Request) async throws -> ServerAnswer {
    let query = request.query.map { "\($0)=\(Self.encoded($1))" }.joined(separator: "&")
    var message = HTTPClientRequest(
      url: address + request.path + (query.isEmpty ? "" : "?\(query)")
    )
    message.method = request.method
    for (name, value) in request.fields { message.headers.add(name: name, value: value) }
    if let token = configuration.token {
      message.headers.add(name: "Authorization", value: "Bearer \(token)")
    }
    if let body = request.body {
      message.headers.add(name: "Content-Type", value: "application/json")
      message.body = .bytes(ByteBuffer(bytes: body))
    }
    let response = try await client.execute(message, timeout: .seconds(90))
    let body = try await response.body.collect(upTo: configuration.largestAnswer)
    return ServerAnswer(
      address: address,
      status: Int(response.status.code),
      fields: response.headers,
      body: Array(body.readableBytesView)
    )
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as HTTPClientError:
      "\(error)".replacingOccurrences(of: "HTTPClientError.", with: "")
    case is NIOTooManyBytesError: "its answer is longer than this client takes"
    case let error as NIOConnectionError:
      error.connectionErrors.first.map { reason($0.error) } ?? "there is no host \"\(error.host)\""
    case let error as IOError: String(cString: strerror(error.errnoCode))
    default: "\(error)"
    }
  }
}

/// Pauses between attempts, each drawn from an interval that doubles with every failure.
///
/// Source: "full jitter" in Brooker, *Exponential Backoff and Jitter*, AWS Architecture Blog, 2015.
struct Backoff {
  private var limit: Duration
  private let longest: Duration
  private var attemptsLeft: Int?

  init(_ configuration: RemoteStoreConfiguration) {
    limit = configuration.firstPause
    longest = configuration.longestPause
    if case .attempts(let count) = configuration.patience { attemptsLeft = count - 1 }
  }

  /// Chooses the pause after another failure.
  ///
  /// - Parameter shortest: What the server has asked for; it counts up to the longest pause.
  /// - Returns: The pause; `nil` if there is to be no other attempt.
  mutating func next(atLeast shortest: Duration? = nil) -> Duration? {
    if let left = attemptsLeft {
      guard left > 0 else { return nil }
      attemptsLeft = left - 1
    }
    let pause = limit * Double.random(in: 0...1)
    limit = min(limit * 2, longest)
    return max(pause, min(shortest ?? .zero, longest))
  }
}
