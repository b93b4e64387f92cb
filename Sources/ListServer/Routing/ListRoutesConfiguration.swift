package import Foundation
public import Hummingbird

/// How lists are served.
public struct ListRoutesConfiguration: Sendable {
  /// Whether requests may change lists.
  public var access = Access.readWrite
  /// What a request may do, by its fields; `nil` for one that needs a token, and is answered with 401.
  ///
  /// `/healthz`, `/liststore.js` and the files of the inspector are for all requests: they say nothing of the lists.
  public var permission: @Sendable (Request) -> ListPermission? = { _ in ListPermission() }
  /// Who may keep the answers.
  public var caching = Caching.reader
  /// The origin whose pages may read the answers, such as `https://example.org`, or `*`; no other than the
  /// server's own if `nil`.
  public var allowedOrigin: String?
  /// The most bytes of a body that is sent; 32 MiB by default.
  public var largestBody = 32 << 20
  /// About how many bytes of changes one answer has; a single larger change is answered whole.
  public var pageBytes = 512 << 10
  /// The most changes that one answer has.
  public var pageChanges = 1024
  /// The most live requests at once; more are answered with 503.
  public var liveRequests = 10_000
  /// How long `live=long-poll` waits for a change.
  public var pollDuration = Duration.seconds(20)
  /// How long a stream of events lasts, before its reader comes back: Durable Streams asks for about 60
  /// seconds, so that caches can join readers.
  public var streamDuration = Duration.seconds(60)
  /// How often an idle stream has a comment, which keeps proxies from closing it.
  public var keepAliveInterval = Duration.seconds(15)
  /// The time.
  package var now: @Sendable () -> Date = { Date() }

  /// What requests may do.
  public enum Access: Sendable {
    /// Read lists, and commit to them.
    case readWrite
    /// Read lists.
    case readOnly
  }

  /// Who may keep answers, for as long as they say.
  public enum Caching: Sendable {
    /// The reader only: for lists that not every user may see.
    case reader
    /// Every cache on the way, which then answers other readers.
    case shared
  }

  /// Creates a configuration with the defaults.
  public init() {}
}
