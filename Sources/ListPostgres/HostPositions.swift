import ListModel
import Synchronization

/// How far a host has applied lists, recorded in the log now and then: retention keeps what comes after.
///
/// What is recorded may be older than what the host has, never newer.
final class HostPositions: Sendable {
  private struct State {
    var untold: [List.ID: Int] = [:]
    var hasTold = false
    var task: Task<Void, Never>?
    var isStopped = false
  }

  private let host: String
  private let pool: PostgresPool
  private let state = Mutex(State())
  /// How long to wait between records.
  private static let pause = Duration.seconds(1)
  /// How many pauses a host is silent at most.
  private static let longestSilence = 30

  init(of host: String, _ pool: PostgresPool) {
    self.host = host
    self.pool = pool
  }

  /// Notes that the host has a list up to a version.
  func note(_ version: Int, of list: List.ID) {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.untold[list] = max(version, state.untold[list] ?? 0)
      // It ends when the log does, which stops this.
      if state.task == nil { state.task = Task { await tell() } }
    }
  }

  /// Ends recording.
  func stop() {
    let task = state.withLock { state in
      state.isStopped = true
      return state.task
    }
    task?.cancel()
  }

  /// Records until the task is cancelled.
  private func tell() async {
    var silence = 0
    while !Task.isCancelled {
      silence = await record(after: silence) ? 0 : silence + 1
      try? await Task.sleep(for: Self.pause)
    }
  }

  /// Records what is new, or that the host is there.
  ///
  /// - Returns: Whether something was recorded.
  private func record(after silence: Int) async -> Bool {
    let untold = state.withLock { state in
      defer { state.untold = [:] }
      return state.untold
    }
    guard !untold.isEmpty || silence >= Self.longestSilence else { return false }
    do {
      try await pool.run { [host] connection in
        try connection.transaction { connection in
          // A position that is lost is only an older one.
          try connection.run("SET LOCAL synchronous_commit = off")
          for (list, version) in untold.sorted(by: { $0.key < $1.key }) {
            try PostgresLog.record(version, of: list, for: host, on: connection)
          }
          if untold.isEmpty { try PostgresLog.recordPresence(of: host, on: connection) }
        }
      }
    } catch {
      // What is newer by now stays.
      state.withLock { $0.untold.merge(untold) { own, _ in own } }
    }
    return true
  }
}
