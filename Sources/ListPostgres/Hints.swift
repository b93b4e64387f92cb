import Foundation
import ListModel
import Synchronization

/// Hints that lists have changed: `NOTIFY`, sent outside of commits, many at once.
///
/// Inside of a commit, `NOTIFY` would hold a lock of the whole database until the standbys have answered.
/// A hint may be lost; a reader that waits looks by itself every half second.
final class Hints: Sendable {
  private struct State {
    /// Grows with each hint and each look.
    var ticket = 0
    var tickets: [String: Int] = [:]
    var waiting: [Int: (list: String, continuation: CheckedContinuation<Void, Never>)] = [:]
    var nextWaiter = 0
    var isListening = false
    var isStopped = false
    var untold: Set<String> = []
    var isTelling = false
  }

  private let pool: PostgresPool
  private let state = Mutex(State())
  private static let longestPayload = 7_000

  init(_ pool: PostgresPool) {
    self.pool = pool
  }

  /// Ends the thread that listens.
  func stop() {
    state.withLock { $0.isStopped = true }
    wakeAll()
  }

  // MARK: - Telling

  /// Tells all hosts soon that a list has changed.
  func tell(_ list: List.ID) {
    let name = Self.encoded(list)
    wake([name])
    let mustTell = state.withLock { state in
      state.untold.insert(name)
      defer { state.isTelling = true }
      return !state.isTelling
    }
    guard mustTell else { return }
    Task {
      while let names = takeUntold() {
        let text = names.joined(separator: ",")
        let payload = text.utf8.count > Self.longestPayload ? "" : text
        // A hint that cannot be sent is not missed for long.
        try? await pool.run { connection in
          _ = try connection.query("SELECT pg_notify('liststore', $1::text)", [.text(payload)])
        }
      }
    }
  }

  private func takeUntold() -> Set<String>? {
    state.withLock { state in
      guard !state.untold.isEmpty else {
        state.isTelling = false
        return nil
      }
      defer { state.untold = [] }
      return state.untold
    }
  }

  private static func encoded(_ list: List.ID) -> String {
    list.rawValue.utf8.map { String($0, radix: 16) }.joined(separator: ".")
  }

  // MARK: - Waiting

  /// What ``wait(for:since:)`` compares: hints that come after it are not missed.
  var ticket: Int { state.withLock { $0.ticket } }

  /// Waits until a list has changed, or it is time to look.
  func wait(for list: List.ID, since ticket: Int) async {
    startListening()
    let name = Self.encoded(list)
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          guard !state.isStopped, !Task.isCancelled, state.tickets[name, default: 0] <= ticket
          else {
            return false
          }
          state.waiting[number] = (name, continuation)
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number)?.continuation }?.resume()
    }
  }

  private func wake(_ names: Set<String>) {
    let woken = state.withLock { state in
      state.ticket += 1
      // Only lists that are waited for or that were told lately are remembered.
      if state.tickets.count > 10_000 { state.tickets = [:] }
      for name in names { state.tickets[name] = state.ticket }
      let numbers = state.waiting.filter { names.contains($0.value.list) }.map(\.key)
      return numbers.compactMap { state.waiting.removeValue(forKey: $0)?.continuation }
    }
    for continuation in woken { continuation.resume() }
  }

  private func wakeAll() {
    let woken = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }

  // MARK: - Listening

  private func startListening() {
    let mustStart = state.withLock { state in
      defer { state.isListening = true }
      return !state.isListening
    }
    guard mustStart else { return }
    let thread = Thread { [weak self, address = pool.address] in
      var connection: PostgresConnection?
      while let hints = self, !hints.state.withLock({ $0.isStopped }) {
        hints.listen(on: &connection, address)
      }
    }
    thread.name = "liststore.hints"
    thread.start()
  }

  /// Waits for hints, up to half a second.
  private func listen(on connection: inout PostgresConnection?, _ address: String) {
    do {
      if connection == nil {
        let new = try PostgresConnection(address)
        try new.run("LISTEN liststore")
        connection = new
        return wakeAll()
      }
      let payloads = try connection?.notifications(waiting: 500) ?? []
      if payloads.isEmpty || payloads.contains("") { return wakeAll() }
      wake(Set(payloads.flatMap { $0.split(separator: ",").map(String.init) }))
    } catch {
      connection = nil
      // No descriptors: this waits.
      _ = poll(nil, 0, 500)
      wakeAll()
    }
  }
}
