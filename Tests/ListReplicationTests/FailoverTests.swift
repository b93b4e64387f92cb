import Foundation
import ListDiff
import ListKeeping
import ListModel
import ListPostgres
import ListReplication
import ListStorage
import ListTestSupport
import Synchronization
import Testing

private func cell(_ id: String) -> Cell { Cell(id: id, component: TextComponent(id)) }

/// Servers that are killed while hosts commit: nothing that was acknowledged is lost, nothing is made twice.
@Suite(.serialized, .enabled(if: PostgresServer.isInstalled, PostgresServer.whatIsMissing))
struct FailoverTests {
  /// What writers have been told.
  private final class Acknowledged: Sendable {
    private let versions = Mutex<[String: Int]>([:])

    func add(_ key: String, _ version: Int) { versions.withLock { $0[key] = version } }
    var all: [String: Int] { versions.withLock { $0 } }
    var count: Int { all.count }
  }

  /// Commits with some hosts until each writer has made a number of commits; `fault` runs in between.
  private func run(
    _ hosts: [ReplicatedStore<PostgresLog>],
    list: List.ID,
    commits count: Int,
    _ fault: @escaping @Sendable (Acknowledged) async throws -> Void
  ) async throws -> Acknowledged {
    try await hosts[0].commit(List(sections: [Section(id: "s", cells: [])]), to: list)
    let acknowledged = Acknowledged()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, host) in hosts.enumerated() {
        group.addTask {
          for turn in 0..<count {
            let key = "\(number)-\(turn)"
            let commit = try await host.edit(list, options: CommitOptions(key: key)) { draft in
              try draft.appendCell(cell(key), to: "s")
            }
            acknowledged.add(key, commit.version)
          }
        }
      }
      group.addTask { try await fault(acknowledged) }
      try await group.waitForAll()
    }
    return acknowledged
  }

  /// Checks the log by PostgreSQL's own client: dense, and each acknowledged commit once at its version.
  private func check(
    _ acknowledged: Acknowledged,
    _ hosts: [ReplicatedStore<PostgresLog>],
    _ list: List.ID,
    on server: PostgresServer
  ) async throws {
    let rows = try server.sql(
      "SELECT version || ' ' || key FROM liststore_log WHERE list = '\(list)' ORDER BY version"
    ).split(separator: "\n").map { $0.split(separator: " ") }
    #expect(rows.map { Int($0[0]) } == (1...rows.count).map { $0 })
    let byKey = Dictionary(grouping: rows, by: { String($0[1]) })
    #expect(byKey.values.allSatisfy { $0.count == 1 })
    for (key, version) in acknowledged.all {
      #expect(
        byKey[key]?.first.flatMap { Int($0[0]) } == version,
        "commit \(key) was acknowledged as \(version)"
      )
    }
    #expect(rows.count == acknowledged.count + 1)
    for host in hosts {
      #expect(try await host.catchUp(list)?.version == rows.count)
      #expect(try host.store.verify().problems == [])
      #expect(
        try host.store.snapshot(of: list).fingerprint
          == hosts[0].store.snapshot(of: list).fingerprint
      )
    }
  }

  /// Waits until some more commits were acknowledged.
  private static func wait(for count: Int, of acknowledged: Acknowledged) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while acknowledged.count < count {
      guard ContinuousClock.now < deadline else {
        throw PostgresServer.Failure(
          description: "after a minute, \(acknowledged.count) of \(count) commits were acknowledged"
        )
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a server that is killed and comes back has every acknowledged commit once`() async throws {
    let server = try PostgresServer(named: "killed")
    var hosts: [ReplicatedStore<PostgresLog>] = []
    for _ in 0..<3 {
      hosts.append(
        ReplicatedStore(try ListStore.inMemory(), following: try await PostgresLog(server.address))
      )
    }
    let count = Soak.count(25, soak: 2_000)
    let kills = Soak.count(2, soak: 20)
    let acknowledged = try await run(hosts, list: "killed", commits: count) { acknowledged in
      for kill in 1...kills {
        try await Self.wait(for: kill * 3 * count / (kills + 1), of: acknowledged)
        try server.kill()
        try server.startAgain()
      }
    }
    try await check(acknowledged, hosts, "killed", on: server)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a standby that takes over from a killed primary has every acknowledged commit once`()
    async throws
  {
    let (primary, standbys) = try PostgresServer.withStandbys(named: "p")
    let all = [primary] + standbys
    let address =
      "postgres:///postgres?host=" + all.map(\.folder.path).joined(separator: ",") + "&port="
      + all.map { "\($0.port)" }.joined(separator: ",")
      + "&user=app&target_session_attrs=read-write"
    var hosts: [ReplicatedStore<PostgresLog>] = []
    for _ in 0..<3 {
      hosts.append(
        ReplicatedStore(try ListStore.inMemory(), following: try await PostgresLog(address))
      )
    }
    let count = Soak.count(20, soak: 1_000)
    let promoted = Mutex<PostgresServer?>(nil)
    let acknowledged = try await run(hosts, list: "failover", commits: count) { acknowledged in
      try await Self.wait(for: count, of: acknowledged)
      try primary.kill()
      // The standby that has more: an acknowledged commit is on at least one.
      let received = try standbys.map { standby in
        (
          standby,
          try standby.sql("SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::bigint")
        )
      }
      let ahead = received.max { (Int($0.1) ?? 0) < (Int($1.1) ?? 0) }
      let next = try #require(ahead?.0)
      // There is no other to wait for.
      try next.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
      try next.promote()
      promoted.withLock { $0 = next }
    }
    let server = try #require(promoted.withLock { $0 })
    try await check(acknowledged, hosts, "failover", on: server)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a standby is refused with the word read-only, and read where the tables are there`()
    async throws
  {
    let primary = try PostgresServer(named: "primary")
    let log = try await PostgresLog(primary.address)
    let host = ReplicatedStore(try ListStore.inMemory(), following: log)
    try await host.commit(List(sections: [Section(id: "s", cells: [])]), to: "home")
    let standby = try PostgresServer.standby(of: primary, named: "standby")
    let reader = ReplicatedStore(
      try ListStore.inMemory(),
      following: try await PostgresLog(standby.address),
      limits: ReplicationLimits(patience: .milliseconds(50))
    )
    #expect(try await reader.catchUp("home")?.version == 1)
    do {
      try await reader.edit("home", options: CommitOptions(key: "k")) {
        try $0.appendCell(cell("a"), to: "s")
      }
      Issue.record("a standby takes no commit")
    } catch let error as ReplicationError {
      guard case .outcomeUnknown(let list, let key, let reason) = error else { throw error }
      #expect(list == "home" && key == "k" && reason.contains("read-only"))
    }
    #expect(try await host.catchUp("home")?.version == 1)
  }
}
