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
    /// The newest ticket at which hints may have been lost.
    var losses = 0
    /// Those that wait: for a list, or for any.
    var waiting: [Int: (list: String?, continuation: CheckedContinuation<Void, Never>)] = [:]
    var nextWaiter = 0
    var isListening = false
    var isStopped = false
    var untold: Set<String> = []
    var isTelling = false
  }

  private let pool: PostgresPool
  private let state = Mutex(State())
  private static let longestPayload = 7_000
  /// Between two that are sent: commits that come faster share one, which costs the server a transaction.
  private static let pause = Duration.milliseconds(5)

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
          // It need not reach a disk or a standby.
          _ = try connection.query(
            "SELECT set_config('synchronous_commit', 'off', true), pg_notify('liststore', $1::text)",
            [.text(payload)]
          )
        }
        try? await Task.sleep(for: Self.pause)
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

  private static func decoded(_ name: String) -> List.ID {
    let bytes = name.split(separator: ".").compactMap { UInt8($0, radix: 16) }
    return List.ID(String(decoding: bytes, as: UTF8.self))
  }

  // MARK: - Waiting

  /// What ``wait(for:since:)`` compares: hints that come after it are not missed.
  var ticket: Int { state.withLock { $0.ticket } }

  /// Returns the lists that hints have named since a ticket; `nil` when all must be looked at, because hints
  /// may have been lost.
  func lists(since ticket: Int) -> [List.ID]? {
    state.withLock { state in
      guard ticket >= state.losses else { return nil }
      return state.tickets.filter { $0.value > ticket }.keys.map(Self.decoded)
    }
  }

  /// Waits until any list has changed, or it is time to look.
  func wait(since ticket: Int) async { await wait(for: nil, since: ticket) }

  /// Waits until a list has changed, or it is time to look.
  func wait(for list: List.ID, since ticket: Int) async {
    await wait(for: Self.encoded(list), since: ticket)
  }

  private func wait(for name: String?, since ticket: Int) async {
    startListening()
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          let newest = name.map { state.tickets[$0, default: 0] } ?? state.ticket
          guard !state.isStopped, !Task.isCancelled, max(newest, state.losses) <= ticket else {
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
      // Only lists that were told lately are remembered.
      if state.tickets.count > 10_000 {
        state.tickets = [:]
        state.losses = state.ticket
      }
      for name in names { state.tickets[name] = state.ticket }
      let numbers = state.waiting.filter { $0.value.list.map(names.contains) ?? true }.map(\.key)
      return numbers.compactMap { state.waiting.removeValue(forKey: $0)?.continuation }
    }
    for continuation in woken { continuation.resume() }
  }

  /// Wakes all: it is time to look, or hints may have been lost.
  private func wakeAll(losing isLosing: Bool = false) {
    let woken = state.withLock { state in
      if isLosing {
        state.ticket += 1
        state.losses = state.ticket
      }
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
    let thread = Thread { [weak self, hosts = pool.hosts] in
      var connection: PostgresConnection?
      var trusted = hosts.distrustCount
      while let hints = self, !hints.state.withLock({ $0.isStopped }) {
        // A server that was replaced sends no hints, and its connections may stay.
        if hosts.distrustCount != trusted { connection = nil }
        trusted = hosts.distrustCount
        hints.listen(on: &connection, hosts)
      }
    }
    thread.name = "liststore.hints"
    thread.start()
  }

  /// Waits for hints, up to half a second.
  private func listen(on connection: inout PostgresConnection?, _ servers: PostgresHosts) {
    do {
      if connection == nil {
        let new = try servers.connect()
        try new.run("LISTEN liststore")
        connection = new
        return wakeAll(losing: true)
      }
      let payloads = try connection?.notifications(waiting: 500) ?? []
      if payloads.isEmpty { return wakeAll() }
      if payloads.contains("") { return wakeAll(losing: true) }
      wake(Set(payloads.flatMap { $0.split(separator: ",").map(String.init) }))
    } catch {
      connection = nil
      // No descriptors: this waits.
      _ = poll(nil, 0, 500)
      wakeAll(losing: true)
    }
  }
}
