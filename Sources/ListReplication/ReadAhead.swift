import ListDiff
import ListModel
import Synchronization

/// Changes of a feed that are read while those before them are applied.
///
/// One task reads, and waits while much is there that was not taken; another takes all that has come, so that
/// a host that is behind applies many changes in one transaction, and one that is not applies each at once.
final class ReadAhead: Sendable {
  private struct State {
    var changes: [Change] = []
    var operationCount = 0
    var isEnded = false
    var failure: (any Error)?
    var taker: CheckedContinuation<Void, Never>?
    var reader: CheckedContinuation<Void, Never>?

    var isFull: Bool { changes.count >= ReadAhead.limit || operationCount >= ReadAhead.operations }
  }

  private static let limit = 1_000
  private static let operations = 50_000
  private let state = Mutex(State())

  /// Reads a feed to a version, or to its end.
  func read(_ feed: some AsyncSequence<Change, any Error>, through last: Int?) async {
    do {
      for try await change in feed {
        guard await put(change) else { return }
        if change.version == last { break }
      }
      end()
    } catch {
      end(error)
    }
  }

  /// Adds a change, and waits while there are too many.
  ///
  /// - Returns: Whether more are wanted.
  private func put(_ change: Change) async -> Bool {
    let (isFull, taker) = state.withLock { state in
      state.changes.append(change)
      state.operationCount += change.changeset.operationCount
      return (state.isFull, state.taker.take())
    }
    taker?.resume()
    if isFull {
      await withCheckedContinuation { continuation in
        let mayGoOn = state.withLock { state in
          if state.isFull, !state.isEnded { state.reader = continuation }
          return state.reader == nil
        }
        if mayGoOn { continuation.resume() }
      }
    }
    return state.withLock { !$0.isEnded }
  }

  /// Ends reading and taking.
  func end(_ error: (any Error)? = nil) {
    let (taker, reader) = state.withLock { state in
      if !state.isEnded { (state.isEnded, state.failure) = (true, error) }
      return (state.taker.take(), state.reader.take())
    }
    taker?.resume()
    reader?.resume()
  }

  /// Takes all changes that have come, once there is one.
  ///
  /// - Returns: The changes; none at the end of the feed.
  /// - Throws: The error of the feed, after the changes before it; `CancellationError`.
  func take() async throws -> [Change] {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.changes.isEmpty, !state.isEnded { state.taker = continuation }
          return state.taker == nil
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      end(CancellationError())
    }
    try Task.checkCancellation()
    let (changes, reader, failure) = state.withLock { state in
      defer { (state.changes, state.operationCount) = ([], 0) }
      return (state.changes, state.reader.take(), state.failure)
    }
    reader?.resume()
    if changes.isEmpty, let failure { throw failure }
    return changes
  }
}
