import Foundation
import ListModel
import ListPostgres
import ListReplication
import ListStorage
import ListTestSupport
import Synchronization
import Testing

private func cell(_ id: String) -> Cell { Cell(id: id, component: TextComponent(id)) }
private let empty = List(sections: [Section(id: "s", cells: [])])

/// Connections that are cut, and servers that say nothing: each commit is made once, and its writer is told.
@Suite(.enabled(if: PostgresServer.isInstalled, PostgresServer.whatIsMissing))
struct ConnectionFaultTests {
  /// Runs a claim with a faulty way to a database of its own.
  private func withWay(
    to database: String,
    _ claim: (FaultyWay) async throws -> Void
  ) async throws {
    let server = try PostgresServer.shared.get()
    try server.sql("CREATE DATABASE \(database)")
    // The tables are there: what is cut is a commit.
    _ = try await PostgresLog(server.address(of: database))
    let way = try FaultyWay(to: server)
    defer { way.close() }
    try await claim(way)
  }

  /// Checks by PostgreSQL's own client that the log has each key once, at the version its writer was told.
  private func check(_ told: [String: Int], in database: String) throws {
    let rows = try PostgresServer.shared.get().sql(
      "SELECT key || ' ' || version FROM liststore_log ORDER BY version",
      in: database
    ).split(separator: "\n").map(String.init)
    let expected = told.sorted { $0.value < $1.value }.map { "\($0.key) \($0.value)" }
    #expect(rows == expected)
  }

  @Test
  func `a connection that is cut at any byte of a commit: it is made once, its writer is told`()
    async throws
  {
    try await withWay(to: "cut") { way in
      let host = try await ReplicatedStore(
        ListStore.inMemory(),
        following: PostgresLog(way.address(of: "cut"))
      )
      var told = ["first": try await commitFirst(to: host)]
      let points = Array(stride(from: 0, through: 1_000, by: Soak.count(41, soak: 1)))
      for point in points {
        let key = "at byte \(point)"
        way.cut(after: point)
        told[key] = try await within(.seconds(30), "the commit that is cut \(key)") {
          try await host.edit("home", options: CommitOptions(key: key)) {
            try $0.appendCell(cell(key), to: "s")
          }
        }.version
      }
      // A commit alone has more than 300 bytes; its hint, and a connection that is made for it, may add to them.
      let certain = points.filter { $0 <= 300 }.count
      #expect(way.faults >= certain, "\(way.faults) of \(points.count)")
      try check(told, in: "cut")
    }
  }

  @Test func `a host that follows over connections that are cut has all that was committed`()
    async throws
  {
    try await withWay(to: "cut_following") { way in
      let writer = try await ReplicatedStore(
        ListStore.inMemory(),
        following: PostgresLog(PostgresServer.shared.get().address(of: "cut_following"))
      )
      let reader = try await ReplicatedStore(
        ListStore.inMemory(),
        following: PostgresLog(way.address(of: "cut_following"))
      )
      _ = try await commitFirst(to: writer)
      let following = Task { try await reader.followAll() }
      defer { following.cancel() }
      for turn in 0..<Soak.count(20, soak: 500) {
        way.cut(after: turn * 53)
        try await writer.edit("home") { try $0.appendCell(cell("\(turn)"), to: "s") }
        if turn % 5 == 0 { try await wait("the reader has it") { try same(reader, writer) } }
      }
      try await wait("the reader has all") { try same(reader, writer) }
      following.cancel()
      _ = try await within(.seconds(30), "the follower ends") { await following.result }
    }
  }

  private func same(
    _ one: ReplicatedStore<PostgresLog>,
    _ other: ReplicatedStore<PostgresLog>
  ) throws -> Bool {
    try one.store.lists() == other.store.lists()
  }

  @Test func `a server that falls silent in a commit is left, and the commit is made once`()
    async throws
  {
    try await withWay(to: "silent") { way in
      let log = try await PostgresLog(way.address(of: "silent"), silence: .milliseconds(100))
      let host = ReplicatedStore(try ListStore.inMemory(), following: log)
      var told = ["first": try await commitFirst(to: host)]
      let points = Array(stride(from: 1, through: 600, by: Soak.count(120, soak: 10)))
      for point in points {
        let key = "after byte \(point)"
        let known = way.connections
        let answered = Flag()
        way.fallSilent(after: point)
        async let commit = within(.seconds(60), "the commit of a server that is silent \(key)") {
          defer { answered.set() }
          return try await host.edit("home", options: CommitOptions(key: key)) {
            try $0.appendCell(cell(key), to: "s")
          }
        }
        // The host has left the connection once it makes another one; the silence may also come after the answer.
        try await wait("the host connects again \(key)") {
          way.connections > known || answered.isSet
        }
        way.speak()
        told[key] = try await commit.version
      }
      let certain = points.filter { $0 <= 300 }.count
      #expect(way.faults >= certain, "\(way.faults) of \(points.count)")
      try check(told, in: "silent")
    }
  }

  @Test func `a server that is silent from the start is said within seconds`() async throws {
    try await withWay(to: "dumb") { way in
      way.fallSilent(after: 0)
      do {
        _ = try await within(.seconds(30), "the log is opened") {
          try await PostgresLog(way.address(of: "dumb"), silence: .milliseconds(100))
        }
        Issue.record("a silent server is no log")
      } catch let error as PostgresLogError {
        guard case .cannotConnect(let reason) = error else { throw error }
        #expect(reason.contains("timeout"), "\(reason)")
      }
    }
  }

  private func commitFirst(to host: ReplicatedStore<PostgresLog>) async throws -> Int {
    try await host.commit(empty, to: "home", options: CommitOptions(key: "first")).version
  }
}

/// Runs work that may hang: after a time, fails with words, whether or not the work can be cancelled.
private func within<Value: Sendable>(
  _ limit: Duration,
  _ what: String,
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let first = FirstAnswer<Value>()
  let working = Task { await first.give(Result.catching(work)) }
  let waiting = Task {
    try await Task.sleep(for: limit)
    first.give(
      .failure(PostgresServer.Failure(description: "after \(limit), it does not end: \(what)"))
    )
  }
  defer {
    working.cancel()
    waiting.cancel()
  }
  return try await first.value().get()
}

/// The first of several answers.
private final class FirstAnswer<Value: Sendable>: Sendable {
  private struct State {
    var answer: Result<Value, any Error>?
    var waiting: CheckedContinuation<Result<Value, any Error>, Never>?
  }
  private let state = Mutex(State())

  func give(_ answer: Result<Value, any Error>) {
    let waiting = state.withLock { state in
      guard state.answer == nil else {
        return CheckedContinuation<Result<Value, any Error>, Never>?.none
      }
      state.answer = answer
      return state.waiting.take()
    }
    waiting?.resume(returning: answer)
  }

  func value() async -> Result<Value, any Error> {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state in
        if state.answer == nil { state.waiting = continuation }
        return state.answer
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}

extension Result where Failure == any Error, Success: Sendable {
  fileprivate static func catching(_ work: () async throws -> Success) async -> Self {
    do { return .success(try await work()) } catch { return .failure(error) }
  }
}

/// Something that has happened.
private final class Flag: Sendable {
  private let state = Mutex(false)
  var isSet: Bool { state.withLock { $0 } }
  func set() { state.withLock { $0 = true } }
}
