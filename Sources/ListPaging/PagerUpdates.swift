import Synchronization

/// A window and a state that a pager wants shown.
public struct PagerUpdate: Hashable, Sendable {
  /// The number of the update in its pager.
  package var serial: Int
  /// The part of the list to show.
  public var window: PagerWindow
  /// The state of the pager, as far as its version was shown.
  public var state: PagerState

  /// Creates an update, for example for a test or a preview.
  package init(
    serial: Int = 0,
    window: PagerWindow = PagerWindow(),
    state: PagerState = PagerState()
  ) {
    self.serial = serial
    self.window = window
    self.state = state
  }
}

/// The updates of a pager, for any number of loops.
///
/// Each loop receives every update, from the newest one on; a loop that is late receives only the
/// newest one next. A loop may begin at any time, end, and begin again; the others go on. All loops
/// end when the pager is stopped.
public struct PagerUpdates: AsyncSequence, Sendable {
  /// What a loop receives.
  public typealias Element = PagerUpdate

  let broadcast: PagerBroadcast

  /// Begins a loop.
  public func makeAsyncIterator() -> AsyncStream<PagerUpdate>.AsyncIterator {
    broadcast.stream().makeAsyncIterator()
  }
}

/// Passes each update on to all loops.
final class PagerBroadcast: Sendable {
  private struct State {
    var newest: PagerUpdate?
    var loops: [Int: AsyncStream<PagerUpdate>.Continuation] = [:]
    var count = 0
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// Returns the updates from the newest one on.
  func stream() -> AsyncStream<PagerUpdate> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: PagerUpdate.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number: Int? = state.withLock { state in
      guard !state.hasEnded else { return nil }
      state.count += 1
      state.loops[state.count] = continuation
      if let newest = state.newest { continuation.yield(newest) }
      return state.count
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.forget(number) }
    return stream
  }

  func send(_ update: PagerUpdate) {
    let loops = state.withLock { state in
      state.newest = update
      return state.loops
    }
    for (_, loop) in loops.sorted(by: { $0.key < $1.key }) { loop.yield(update) }
  }

  func end() {
    let loops = state.withLock { state in
      defer { state.loops = [:] }
      state.hasEnded = true
      return state.loops
    }
    for (_, loop) in loops.sorted(by: { $0.key < $1.key }) { loop.finish() }
  }

  private func forget(_ number: Int) {
    state.withLock { $0.loops[number] = nil }
  }
}
