import ListDiff
import ListModel
import ListStorage
import NIOHTTP1

/// Reads a feed of a server page by page: first what is there, which caches keep, then by waiting for more.
struct FeedReader: Sendable {
  private let session: ServerSession
  private let path: String
  /// The position after the last page.
  private(set) var offset: String
  private var cursor: String?
  /// Whether the last page reached the end of the feed.
  private(set) var isUpToDate = false

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - session: The server.
  ///   - path: The path of the feed below the address.
  ///   - offset: The position after which to begin; `-1` for the beginning.
  init(_ session: ServerSession, _ path: String, after offset: String) {
    self.session = session
    self.path = path
    self.offset = offset
  }

  /// What to do at the end of a feed.
  enum End: Sendable {
    /// Answer with an empty page.
    case isTold
    /// Wait until there is more, or for as long as the server lets a reader wait.
    case isWaitedAt
  }

  /// A position that cannot be continued.
  struct Gone: Error {
    let reason: String
    /// The newest position.
    let newest: String
    let refusal: RemoteStoreError
  }

  /// Reads the next page.
  ///
  /// - Returns: The changes; none at the end of the feed, or if none came in time.
  /// - Throws: ``Gone``; the answer's refusal; ``RemoteStoreError``; `CancellationError`.
  mutating func next(at end: End) async throws -> [Change] {
    var query = [("offset", offset), ("was", "include")]
    if isUpToDate, end == .isWaitedAt {
      query.append(("live", "long-poll"))
      if let cursor { query.append(("cursor", cursor)) }
    }
    let answer = try await session.read("\(path)/changes", query)
    switch answer.status {
    case 200, 204: return try page(answer)
    case 410:
      let problem = answer.problem
      throw Gone(
        reason: problem.reason,
        newest: problem.newest?.offset ?? "",
        refusal: answer.refusal
      )
    default: throw answer.refusal
    }
  }

  private mutating func page(_ answer: ServerAnswer) throws -> [Change] {
    guard !answer.offset.isEmpty else { throw answer.unexpected("it has no position") }
    let changes: [Change]
    do {
      changes = answer.status == 204 ? [] : try Change.changes(document: answer.body)
    } catch {
      throw answer.unexpected("\(error)")
    }
    offset = answer.offset
    cursor = answer.fields.first(name: "Stream-Cursor") ?? cursor
    isUpToDate = answer.fields.contains(name: "Stream-Up-To-Date")
    return changes
  }
}
