import ListStorage

/// A live reader's position, and the messages it was given last.
struct FeedFollower: Sendable {
  private let service: ListService
  private let selection: FeedSelection
  /// How often readers had been woken before the last read.
  private var wakeUps: UInt64
  /// The last messages that were read.
  private(set) var chunk: FeedChunk

  /// Why waiting has ended.
  enum Event: Sendable {
    /// There may be messages: they are in ``FeedFollower/chunk``.
    case change
    /// The time is over.
    case time
    /// The server or the store is being closed.
    case end
  }

  /// Reads the first messages.
  ///
  /// - Throws: A ``Problem`` if there is no such feed, or the position cannot be continued.
  init(
    of service: ListService,
    _ selection: FeedSelection,
    at position: FeedPosition
  ) async throws {
    self.service = service
    self.selection = selection
    wakeUps = service.store.wakeUps
    chunk = try await service.firstChunk(of: selection, at: position)
  }

  /// Reads what follows the last messages, without waiting.
  mutating func readOn() async throws {
    wakeUps = service.store.wakeUps
    try await read()
  }

  private mutating func read() async throws {
    chunk = try await service.sharedChunk(
      ChunkKey(selection: selection, position: .after(chunk.next), wakeUps: wakeUps)
    )
  }

  /// Waits until there is a commit, and reads what follows the last messages.
  mutating func wait(until deadline: ContinuousClock.Instant) async throws -> Event {
    let event = await service.metrics.waiting { [service, wakeUps] in
      await service.waitingRoom.wait(past: wakeUps, until: deadline)
    }
    if event == .change {
      wakeUps = service.store.wakeUps
      try await read()
    }
    return event
  }
}
