/// Why a server could not be asked.
///
/// What a server says of its lists is thrown as a store of this machine throws it: `ListStoreError.unknownList`,
/// `ListFeedError.resync`, `StoreFeedError.resync`.
public enum RemoteStoreError: Error, Hashable, Sendable {
  /// The address is none of a server.
  case invalidAddress(String, reason: String)
  /// The server could not be reached, or the connection ended before its answer did. A commit without a key
  /// may have happened or not.
  case unreachable(address: String, reason: String)
  /// The server cannot answer now.
  case unavailable(address: String, status: Int, detail: String)
  /// The server wants a token, or one that allows more.
  case forbidden(address: String, status: Int, detail: String)
  /// The server refuses the request; `reason` is the kind of problem, for programs.
  case refused(status: Int, reason: String, detail: String)
  /// The answer is not one of such a server.
  case unexpectedAnswer(address: String, status: Int, reason: String)
  /// A change does not continue the one before it.
  case brokenFeed(list: String, version: Int, reason: String)
}

extension RemoteStoreError: CustomStringConvertible {
  /// One sentence for people: what happened and what to do.
  public var description: String {
    switch self {
    case .invalidAddress(let address, let reason):
      "\"\(address)\" is no address of a server: \(reason); expected http://HOST:PORT or https://HOST"
    case .unreachable(let address, let reason):
      "\(address) cannot be reached: \(reason)"
    case .unavailable(let address, let status, let detail):
      "\(address) cannot answer now (\(status)): \(detail)"
    case .forbidden(let address, let status, let detail):
      "\(address) refuses (\(status)): \(detail)"
    case .refused(let status, _, let detail):
      "the server refuses (\(status)): \(detail)"
    case .unexpectedAnswer(let address, let status, let reason):
      "\(address) gave an answer (\(status)) that is none of a server of lists: \(reason); check the address"
    case .brokenFeed(let list, let version, let reason):
      "the feed of list \"\(list)\" is broken at version \(version): \(reason); what was read before it is "
        + "right"
    }
  }
}
