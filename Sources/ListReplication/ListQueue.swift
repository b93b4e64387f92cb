import ListModel
import Synchronization

/// Lists that are to be brought to a version, each by one task at a time.
final class ListQueue: Sendable {
  private struct State {
    /// The newest version that is wanted of lists that wait, or are being brought there.
    var wanted: [List.ID: Int] = [:]
    var running: Set<List.ID> = []
    /// In the order they have come.
    var waiting: [List.ID] = []
    var takers: [CheckedContinuation<(List.ID, Int)?, Never>] = []
    var isEnded = false

    mutating func take() -> (List.ID, Int)? {
      guard !waiting.isEmpty else { return nil }
      let list = waiting.removeFirst()
      running.insert(list)
      return (list, wanted.removeValue(forKey: list) ?? 0)
    }
  }

  private let state = Mutex(State())

  /// Wants a list at a version.
  func want(_ list: List.ID, through version: Int) {
    let handing = state.withLock { state in
      let isKnown = state.wanted.updateValue(
        max(version, state.wanted[list] ?? 0),
        forKey: list
      )
      if isKnown == nil, !state.running.contains(list) { state.waiting.append(list) }
      return Self.hand(&state)
    }
    handing()
  }

  /// Says that a list was brought to the version that was wanted when it was taken.
  func finish(_ list: List.ID) {
    let handing = state.withLock { state in
      state.running.remove(list)
      if state.wanted[list] != nil { state.waiting.append(list) }
      return Self.hand(&state)
    }
    handing()
  }

  /// Returns what gives a waiting list to a waiting task, outside of the lock.
  private static func hand(_ state: inout State) -> @Sendable () -> Void {
    guard !state.takers.isEmpty, let next = state.take() else { return {} }
    let taker = state.takers.removeFirst()
    return { taker.resume(returning: next) }
  }

  /// Returns the next list, once there is one; `nil` at the end.
  func next() async -> (List.ID, Int)? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = state.withLock { state -> (List.ID, Int)?? in
          if state.isEnded { return .some(nil) }
          if let next = state.take() { return .some(next) }
          state.takers.append(continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      end()
    }
  }

  /// Ends the queue for all who wait.
  func end() {
    let takers = state.withLock { state in
      state.isEnded = true
      defer { state.takers = [] }
      return state.takers
    }
    for taker in takers { taker.resume(returning: nil) }
  }
}
