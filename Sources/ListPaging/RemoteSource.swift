public import ListModel

/// Where the pages of a list come from.
///
/// A source need not be honest: a pager checks every answer, and an answer that cannot be used
/// becomes an error of ``PagerState``. Throw ``RemoteFailure`` to say when to ask again, or that a
/// key has expired; any other error is a failure that can be retried.
public protocol RemoteSource: Sendable {
  /// Reads a page.
  ///
  /// The task is cancelled when the page is no longer waited for; an answer that comes anyway is
  /// dropped.
  ///
  /// - Throws: ``RemoteFailure`` or any other error.
  func load(_ request: RemoteRequest) async throws -> RemotePage

  /// Returns the key of a page that begins with an item, by the item's index in the remote's list.
  ///
  /// - Parameters:
  ///   - index: The index of the item, from 0.
  ///   - size: How many items a page has.
  /// - Returns: The key, whose page may begin a little before the item; `nil`, the default, if the
  ///   remote cannot be read from an index: then no jump leads there.
  func key(ofItemAt index: Int, size: Int) -> PageKey?
}

extension RemoteSource {
  /// No item is found by its index, by default.
  public func key(ofItemAt index: Int, size: Int) -> PageKey? { nil }
}

/// A request of a pager to its remote.
public struct RemoteRequest: Hashable, Sendable {
  /// The purpose of the page.
  public enum Kind: Hashable, Sendable {
    /// The page that the list begins with.
    case refresh
    /// The page after the last cell.
    case append
    /// The page before the first cell.
    case prepend
    /// A page on the way from the start to the last cell, after a key has expired.
    case rewalk
    /// A page of all loaded cells, which are read again after items have shifted.
    case reread
    /// The page at the upper side of a gap.
    case gap(Cell.ID)
    /// A page away from the loaded cells, at a place where cells are missing.
    case jump(PagerPlace)
  }

  /// The number of the request in its pager, from 1.
  public var number: Int
  /// The purpose of the page.
  public var kind: Kind
  /// The key to read from; `nil` for the start.
  public var key: PageKey?
  /// Whether the item that the key names belongs to the page too, for keys that name items.
  ///
  /// So it is when nothing follows the initial key: the page before ends with the item of that key.
  package var includesKey = false
  /// How many items to read.
  public var size: Int
  /// How many items before the key to read as well, to see whether items have shifted.
  public var overlap: Int
  /// The number of refreshes so far.
  package var generation: Int
  /// How often the same request has failed before.
  public var attempt: Int

  /// Creates a request.
  public init(
    number: Int,
    kind: Kind,
    key: PageKey?,
    size: Int,
    overlap: Int = 0,
    generation: Int = 0,
    attempt: Int = 0
  ) {
    self.number = number
    self.kind = kind
    self.key = key
    self.size = size
    self.overlap = overlap
    self.generation = generation
    self.attempt = attempt
  }
}

/// A page as a remote gives it.
public struct RemotePage: Sendable {
  /// The items, first to last, as cells.
  public var cells: [Cell]
  /// The key to read on from; `nil` at the end of the list.
  public var next: PageKey?
  /// The key of the page before this one; `nil` at the start of the list.
  public var previous: PageKey?
  /// The key of the end, if this is the last page: items that are added later are read from it.
  public var end: PageKey?
  /// How many items there are in all, if the remote says so.
  public var total: Int?
  /// The request that this answers; `nil` if the remote does not say.
  public var answers: Int?
  /// How many items there are before the page, if the remote says so; placeholders stand for them.
  public var itemsBefore: Int?
  /// How many items there are after the page, if the remote says so; placeholders stand for them.
  public var itemsAfter: Int?

  /// Creates a page.
  public init(
    cells: [Cell],
    next: PageKey?,
    previous: PageKey? = nil,
    end: PageKey? = nil,
    total: Int? = nil,
    answers: Int? = nil,
    itemsBefore: Int? = nil,
    itemsAfter: Int? = nil
  ) {
    self.itemsBefore = itemsBefore
    self.itemsAfter = itemsAfter
    self.cells = cells
    self.next = next
    self.previous = previous
    self.end = end
    self.total = total
    self.answers = answers
  }
}

/// Why there is no page.
public struct RemoteFailure: Error, Hashable, Sendable {
  /// The kinds of failures that a pager answers differently.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// The request may succeed another time.
    case unavailable
    /// Too many requests.
    case rateLimited
    /// The key is not known any more: it has to be found again.
    case cursorExpired
    /// The answer is no longer waited for.
    case cancelled
  }

  /// What kind of failure it is.
  public var kind: Kind
  /// The failure in the remote's words.
  public var reason: String
  /// How many milliseconds to wait at least, also when the user asks; `nil` if the remote says nothing.
  public var retryAfter: Int?

  /// Creates a failure.
  public init(_ kind: Kind, reason: String, retryAfter: Int? = nil) {
    self.kind = kind
    self.reason = reason
    self.retryAfter = retryAfter
  }
}

/// A remote that reads the items after or before the item that a key names.
public struct KeysetSource: RemoteSource {
  private let read: @Sendable (KeysetQuery) async throws -> RemotePage

  /// Creates a source.
  ///
  /// - Parameter read: Reads items on one side of a key. A page without ``RemotePage/next`` is the
  ///   last one.
  public init(_ read: @escaping @Sendable (KeysetQuery) async throws -> RemotePage) {
    self.read = read
  }

  /// Reads a page.
  public func load(_ request: RemoteRequest) async throws -> RemotePage {
    let side: KeysetQuery.Side =
      request.kind != .prepend ? .after : request.includesKey ? .upTo : .before
    return try await read(KeysetQuery(side: side, key: request.key, size: request.size))
  }
}

/// A question to a keyset remote.
public struct KeysetQuery: Hashable, Sendable {
  /// On which side of the key to read.
  public enum Side: Hashable, Sendable {
    /// The items that follow the key.
    case after
    /// The items right before the key.
    case before
    /// The item of the key, and the items right before it: asked for when nothing follows the
    /// initial key.
    case upTo
  }

  /// On which side of the key to read.
  public var side: Side
  /// The key; `nil` for the start of the list.
  public var key: PageKey?
  /// How many items to read.
  public var size: Int
}
