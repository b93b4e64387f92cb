import ListDiff
public import ListModel
public import ListStorage
import NIOHTTP1

/// The store of a server (`ListServer`, `liststore serve`), with what a store of this machine offers to followers:
/// snapshots, feeds, and commits that expect a version.
///
/// ```swift
/// let remote = try RemoteStore(at: "http://localhost:4437")
/// let (snapshot, token) = try await remote.snapshot(of: "home")
/// for try await change in remote.feed(of: "home", after: token) { … }
/// ```
///
/// A request that fails because the server cannot be reached, or is busy, is sent again after a pause, as long
/// as ``RemoteStoreConfiguration/patience`` allows. Pauses double, and are drawn at random, so that many clients do not come
/// back at the same moment.
public final class RemoteStore: Sendable {
  let session: ServerSession

  /// Creates a client, which does not connect yet.
  ///
  /// - Parameters:
  ///   - address: The address of the server, with the path that its routes are mounted under:
  ///     `https://example.org/lists-api`.
  ///   - configuration: The token, and how to deal with failures.
  /// - Throws: ``RemoteStoreError/invalidAddress(_:reason:)``.
  public init(
    at address: String,
    configuration: RemoteStoreConfiguration = RemoteStoreConfiguration()
  ) throws(RemoteStoreError) {
    session = try ServerSession(address, configuration)
  }

  init(_ session: ServerSession) {
    self.session = session
  }

  /// The address, without a slash at its end.
  public var address: String { session.address }

  /// Returns what the server says of its lists, and the position from which all of them are followed.
  ///
  /// Changes after the position may have been in the lists already.
  ///
  /// - Throws: ``RemoteStoreError``.
  public func lists() async throws -> (lists: [ListInfo], next: StoreToken) {
    let answer = try await session.read("/lists")
    guard let next = FeedOffset.token(answer.offset, as: StoreToken.self) else {
      throw answer.unexpected("it has no position")
    }
    let lists = try answer.decoded(as: ListsAnswer.self).lists.map { list in
      ListInfo(
        id: List.ID(list.name),
        version: list.version,
        fingerprint: try answer.fingerprint(list.fingerprint)
      )
    }
    return (lists, next)
  }

  /// Reads a list, and the position from which it is followed.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - version: The version; the newest if `nil`.
  /// - Returns: The list, which has the fingerprint that it claims, and the token of its version.
  /// - Throws: `ListStoreError.unknownList`, `ListStoreError.unknownVersion`; ``RemoteStoreError``.
  /// - Complexity: O(list).
  public func snapshot(
    of list: List.ID,
    at version: Int? = nil
  ) async throws -> (snapshot: Snapshot, next: CursorToken) {
    let answer = try await session.read(Self.path(of: list), Self.query(at: version))
    guard answer.status == 200 else { throw answer.refusal(of: list, at: version) }
    let token = try answer.cursorToken()
    let content: List
    do { content = try List(document: answer.body) } catch { throw answer.unexpected("\(error)") }
    let replica = try Replica(of: list, version: token.version, list: content)
    guard replica.fingerprint == token.fingerprint else {
      throw answer.unexpected(
        "version \(token.version) has fingerprint \(replica.fingerprint), not \(token.fingerprint)"
      )
    }
    let snapshot = Snapshot(
      id: list,
      version: token.version,
      fingerprint: token.fingerprint,
      list: content
    )
    return (snapshot, token)
  }

  /// Returns the position of a version, without reading the list.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - version: The version; the newest if `nil`.
  /// - Returns: The token of the version.
  /// - Throws: As ``snapshot(of:at:)``.
  public func token(of list: List.ID, at version: Int? = nil) async throws -> CursorToken {
    let (path, query) = (Self.path(of: list), Self.query(at: version))
    var answer = try await session.read(path, query, method: .HEAD)
    // The answer to HEAD does not say what is the matter.
    if answer.status != 200 { answer = try await session.read(path, query) }
    guard answer.status == 200 else { throw answer.refusal(of: list, at: version) }
    return try answer.cursorToken()
  }

  /// Returns the changes of a list after a position, then every further one as it is committed.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - token: The position: that of a snapshot, or ``RemoteFeed/Iterator/token``.
  /// - Returns: An endless sequence, which any number of tasks may iterate.
  public func feed(of list: List.ID, after token: CursorToken) -> RemoteFeed {
    RemoteFeed(session: session, list: list, start: .token(token))
  }

  /// Returns the changes of all lists after a position, in the order of their commits.
  ///
  /// - Parameter token: The position; `nil` for the first commit.
  /// - Returns: An endless sequence, which any number of tasks may iterate.
  public func feed(after token: StoreToken?) -> RemoteStoreFeed {
    RemoteStoreFeed(session: session, start: token)
  }

  /// The path of a list below the address.
  static func path(of list: List.ID) -> String {
    "/lists/\(ServerSession.encoded(list.rawValue))"
  }

  private static func query(at version: Int?) -> [(String, String)] {
    version.map { [("at", String($0))] } ?? []
  }
}

/// How a client deals with a server.
public struct RemoteStoreConfiguration: Sendable {
  /// The token with which requests are sent; none if `nil`.
  public var token: String?
  /// How often a request that fails is sent again.
  public var patience = Patience.endless
  /// The longest pause after the first failure; later ones are up to twice as long each time.
  public var firstPause = Duration.milliseconds(100)
  /// The longest pause between two attempts.
  public var longestPause = Duration.seconds(30)
  /// How long a feed of a list that does not exist yet waits before it looks again.
  public var absencePause = Duration.seconds(1)
  /// The most bytes of an answer.
  public var largestAnswer = 1 << 30
  /// Called when a request has failed and is sent again after a pause, on any thread.
  public var onFailure: @Sendable (_ error: RemoteStoreError, _ pause: Duration) -> Void = { _, _ in
  }
  /// Waits.
  package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// How often a request that fails is sent again.
  public enum Patience: Hashable, Sendable {
    /// Until it is answered.
    case endless
    /// Up to this number of attempts in all, at least one.
    case attempts(Int)
  }

  /// Creates a configuration with the defaults.
  public init() {}
}

private struct ListsAnswer: Decodable {
  struct Entry: Decodable {
    var name: String
    var version: Int
    var fingerprint: String
  }

  var lists: [Entry]
}
