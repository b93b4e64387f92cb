import ListDiff
import ListModel
import ListStorage
import NIOCore

/// Some messages of a feed: what one answer has.
struct FeedChunk: Sendable {
  /// The messages as a JSON array, on one line.
  var messages: ByteBuffer
  var count: Int
  /// The offset after them.
  var next: FeedOffset
  /// Whether these were all messages at the time of the reading.
  var isUpToDate: Bool
}

/// Everything that a chunk depends on.
struct ChunkKey: Hashable, Sendable {
  var selection: FeedSelection
  var position: FeedPosition
  /// How often readers were woken before the read.
  var wakeUps: UInt64
}

/// Messages as they are collected.
struct MessageArray {
  var bytes: [UInt8] = [UInt8(ascii: "[")]
  var count = 0
  let detail: FeedSelection.Detail

  init(_ detail: FeedSelection.Detail) {
    self.detail = detail
  }

  mutating func append(_ change: Change) throws {
    append(try change.document(including: detail == .replacedValues ? .replacedValues : []))
  }

  mutating func append(_ document: [UInt8]) {
    if count > 0 { bytes.append(UInt8(ascii: ",")) }
    bytes += document
    count += 1
  }

  func isFull(_ limits: ChunkLimits) -> Bool {
    count >= limits.changes || bytes.count >= limits.bytes
  }

  func chunk(next: FeedOffset, isUpToDate: Bool) -> FeedChunk {
    FeedChunk(
      messages: ByteBuffer(bytes: bytes + [UInt8(ascii: "]")]),
      count: count,
      next: next,
      isUpToDate: isUpToDate
    )
  }
}

/// How much one chunk has.
struct ChunkLimits: Sendable {
  var bytes: Int
  var changes: Int
}

extension ListStore {
  /// How many changes are read in one transaction.
  static let step = 32
  /// How many changes are looked at for each that is given, at most.
  private static let skipped = 16

  /// Reads the messages after a position.
  ///
  /// - Throws: A ``Problem`` with status 410 if the position cannot be continued; `ListStoreError`.
  func chunk(
    of selection: FeedSelection,
    at position: FeedPosition,
    _ limits: ChunkLimits
  ) throws -> FeedChunk {
    let messages = MessageArray(selection.detail)
    return switch (selection.source, position) {
    case (let source, .now): try messages.chunk(next: tail(of: source), isUpToDate: true)
    case (.list(let list), .beginning): try chunk(of: list, after: nil, messages, limits)
    case (.list(let list), .after(let offset)):
      try chunk(
        of: list,
        after: FeedOffset.token(offset.text, as: CursorToken.self),
        messages,
        limits
      )
    case (.window(let list, let window), .beginning):
      try chunk(of: list, window, after: nil, messages, limits)
    case (.window(let list, let window), .after(let offset)):
      try chunk(
        of: list,
        window,
        after: FeedOffset.token(offset.text, as: CursorToken.self),
        messages,
        limits
      )
    case (.lists(let lists), .beginning): try chunk(of: lists, after: nil, messages, limits)
    case (.lists(let lists), .after(let offset)):
      try chunk(
        of: lists,
        after: FeedOffset.token(offset.text, as: StoreToken.self),
        messages,
        limits
      )
    }
  }

  /// Returns the offset after the last message.
  func tail(of source: FeedSource) throws -> FeedOffset {
    switch source {
    case .list(let list), .window(let list, _): FeedOffset(try token(of: list))
    case .lists: FeedOffset(try token())
    }
  }

  private func chunk(
    of list: List.ID,
    after start: CursorToken?,
    _ messages: MessageArray,
    _ limits: ChunkLimits
  ) throws -> FeedChunk {
    var (messages, token, stepLimits) = (messages, start, CatchUpLimits.exact)
    stepLimits.page = min(Self.step, limits.changes)
    while true {
      let step: CatchUp
      do {
        step = try catchUp(list, from: token, limits: stepLimits)
      } catch {
        // What was read is given first; the next request fails.
        guard messages.count > 0, let token else { throw error }
        return messages.chunk(next: FeedOffset(token), isUpToDate: false)
      }
      switch step {
      case .upToDate(let head):
        return messages.chunk(next: FeedOffset(head), isUpToDate: true)
      case .changes(let changes, let head):
        for change in changes {
          try messages.append(change)
          token = head.advanced(past: change)
          guard messages.isFull(limits) else { continue }
          let isUpToDate = try info(of: list).version == change.version
          return messages.chunk(next: FeedOffset(token ?? head), isUpToDate: isUpToDate)
        }
      case .resync(let reason, let head):
        guard messages.count > 0, let token else {
          throw Problem.gone(reason, of: list, newest: head)
        }
        return messages.chunk(next: FeedOffset(token), isUpToDate: false)
      case .collapsed:
        throw ListStoreError.corrupted(reason: "list \"\(list)\": versions were composed")
      }
    }
  }

  /// Reads the messages of some lists.
  ///
  /// The offset after them is that of the store: it is also after the changes of other lists, of which a
  /// chunk passes over so many that it is read in bounded time.
  private func chunk(
    of lists: ListPermission.Lists,
    after start: StoreToken?,
    _ messages: MessageArray,
    _ limits: ChunkLimits
  ) throws -> FeedChunk {
    var (messages, token, count) = (messages, start, 0)
    while true {
      let step: StoreCatchUp
      do {
        step = try catchUp(from: token, limit: min(Self.step, limits.changes))
      } catch {
        guard messages.count > 0, let token else { throw error }
        return messages.chunk(next: FeedOffset(token), isUpToDate: false)
      }
      switch step {
      case .upToDate(let head):
        return messages.chunk(next: FeedOffset(head), isUpToDate: true)
      case .changes(let changes, let next):
        for change in changes where lists.contains(change.list) { try messages.append(change) }
        token = next
        count += changes.count
        if messages.isFull(limits) || count >= limits.changes * Self.skipped {
          let isUpToDate = try self.token() == next
          return messages.chunk(next: FeedOffset(next), isUpToDate: isUpToDate)
        }
      case .resync(let reason, let next):
        guard messages.count > 0, let token else { throw Problem.gone(reason, newest: next) }
        return messages.chunk(next: FeedOffset(token), isUpToDate: false)
      }
    }
  }
}
