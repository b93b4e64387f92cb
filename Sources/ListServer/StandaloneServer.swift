import Hummingbird
public import ListReplication
public import ListStorage
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// A server of the lists of one store, for those that have no application of their own.
public struct StandaloneServer: Sendable {
  let service: ListService
  private let address: Address
  private let hasTokens: Bool

  /// Where the server listens.
  public struct Address: Sendable {
    /// A name or an address of this machine.
    public var host: String
    /// The port; 0 for one that is free.
    public var port: Int

    /// Creates an address; by default on this machine alone, at the port of Durable Streams.
    public init(host: String = "127.0.0.1", port: Int = 4437) {
      self.host = host
      self.port = port
    }

    /// Whether only programs on this machine can connect.
    package var isLoopback: Bool { HostMiddleware<BasicRequestContext>.isLoopback(host) }
  }

  /// Creates a server, which does not listen yet.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - address: Where it listens.
  ///   - tokens: The tokens that requests need; none if `nil`, which only a loopback address allows.
  ///   - configuration: What requests may do.
  /// - Throws: ``NeedsTokens`` for an address that others can reach, without tokens.
  public init(
    of store: ListStore,
    at address: Address = Address(),
    tokens: AccessTokens? = nil,
    configuration: ListRoutesConfiguration = ListRoutesConfiguration()
  ) throws(NeedsTokens) {
    try self.init(store, nil, address, tokens, configuration)
  }

  /// Creates a server of a store that follows a log: commits go to the log, and what is not here yet is looked
  /// for there.
  ///
  /// - Parameters:
  ///   - lists: The store, which follows its lists by `followAll` meanwhile.
  ///   - address: Where it listens.
  ///   - tokens: The tokens that requests need; none if `nil`, which only a loopback address allows.
  ///   - configuration: What requests may do.
  /// - Throws: ``NeedsTokens`` for an address that others can reach, without tokens.
  public init(
    of lists: ReplicatedStore<some CommitLog>,
    at address: Address = Address(),
    tokens: AccessTokens? = nil,
    configuration: ListRoutesConfiguration = ListRoutesConfiguration()
  ) throws(NeedsTokens) {
    try self.init(lists.store, ServedLog(of: lists), address, tokens, configuration)
  }

  private init(
    _ store: ListStore,
    _ log: ServedLog?,
    _ address: Address,
    _ tokens: AccessTokens?,
    _ configuration: ListRoutesConfiguration
  ) throws(NeedsTokens) {
    guard tokens != nil || address.isLoopback else { throw NeedsTokens(host: address.host) }
    var configuration = configuration
    if let tokens { configuration.permission = { tokens.permission(of: $0) } }
    service = ListService(
      store: store,
      following: log,
      path: "",
      configuration: configuration
    )
    self.address = address
    hasTokens = tokens != nil
  }

  /// Listens until SIGINT or SIGTERM, or until the task is cancelled.
  ///
  /// Requests that have begun are answered then, for up to 10 seconds; live requests end at once, so that their
  /// readers come back with their positions.
  ///
  /// - Parameter announce: Called once, with the port, as soon as the server can be reached.
  /// - Throws: What the system says when it cannot listen.
  public func run(announce: @escaping @Sendable (_ port: Int) -> Void) async throws {
    let application = application(announce: announce)
    var services = ServiceGroupConfiguration(
      services: [application],
      gracefulShutdownSignals: [.sigint, .sigterm],
      logger: application.logger
    )
    services.maximumGracefulShutdownDuration = .seconds(10)
    try await ServiceGroup(configuration: services).run()
  }

  /// Returns the server as an application that only has to be run.
  func application(
    announce: @escaping @Sendable (_ port: Int) -> Void
  ) -> Application<RouterResponder<BasicRequestContext>> {
    var logger = Logger(label: "liststore")
    logger.logLevel = .warning
    return Application(
      router: router(),
      server: .http1(
        configuration: .init(
          // Slow senders, and connections that are not used.
          additionalChannelHandlers: [HTTP10Marker()],
          idleTimeout: .seconds(75),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 16 << 10,
            maxHeaderListSize: 32 << 10,
            maxHeaderFieldCount: 100
          )
        )
      ),
      configuration: ApplicationConfiguration(
        address: .hostname(address.host, port: address.port),
        backlog: 4096,
        availableConnectionsDelegate: .maximum(
          service.configuration.liveRequests + 1000,
          logger: logger
        )
      ),
      onServerRunning: { channel in announce(channel.localAddress?.port ?? 0) },
      logger: logger
    )
  }

  private func router() -> Router<BasicRequestContext> {
    let router = Router()
    if !hasTokens { router.add(middleware: HostMiddleware()) }
    router.add(middleware: ListRoutes<BasicRequestContext>(service: service))
    return router
  }
}

/// A server that others could reach, without tokens.
public struct NeedsTokens: Error, Equatable, Sendable, CustomStringConvertible {
  /// The address.
  public let host: String

  /// One sentence for people.
  public var description: String {
    "other machines could reach \(host), so requests need tokens; listen at 127.0.0.1, or give a file of "
      + "tokens"
  }
}

extension StandaloneServer {
  /// Encodes a name for the query of an address.
  package static func encoded(_ name: String) -> String { RequestTarget.encoded(name) }
}
