import Foundation
import ListDiff
import ListKeeping
import ListModel
import ListPostgres
import ListReplication
import ListStorage
import ListTestSupport
import Testing

private func cell(_ id: String) -> Cell { Cell(id: id, component: TextComponent(id)) }

/// A log on PostgreSQL: snapshots, retention, and what it refuses.
@Suite(.enabled(if: PostgresServer.isInstalled, PostgresServer.whatIsMissing))
struct PostgresLogTests {
  private func log(host: String? = nil) async throws -> PostgresLog {
    try await PostgresLog(PostgresServer.shared.get().address, host: host)
  }

  private func commit(
    _ count: Int,
    to list: List.ID,
    through host: ReplicatedStore<PostgresLog>
  ) async throws {
    if try host.store.head(of: list) == nil {
      try await host.commit(List(sections: [Section(id: "s", cells: [])]), to: list)
    }
    for _ in 0..<count {
      let id = UUID().uuidString
      try await host.edit(list) { try $0.appendCell(cell(id), to: "s") }
    }
  }

  @Test func `a new host begins with the snapshot and goes on with the changes after it`()
    async throws
  {
    let first = ReplicatedStore(try ListStore.inMemory(), following: try await log())
    try await commit(9, to: "snapshot", through: first)
    let kept = try first.store.snapshot(of: "snapshot")
    try await first.log.keep(kept)
    try await first.log.keep(kept)
    try await commit(5, to: "snapshot", through: first)
    #expect(try await first.log.compact("snapshot", before: 100) == 10)
    let late = ReplicatedStore(try ListStore.inMemory(), following: try await log())
    #expect(try await late.catchUp("snapshot")?.version == 15)
    #expect(try late.store.changes(of: "snapshot", after: 10).count == 5)
    #expect(try late.store.verify().problems == [])
    #expect(
      try late.store.snapshot(of: "snapshot").list == first.store.snapshot(of: "snapshot").list
    )
  }

  @Test func `a long list is kept in pieces`() async throws {
    let host = ReplicatedStore(try ListStore.inMemory(), following: try await log())
    let text = String(repeating: "long ", count: 200)
    let cells = (0..<3_000).map { Cell(id: "c\($0)", component: TextComponent(text)) }
    try await host.commit(List(sections: [Section(id: "s", cells: cells)]), to: "long")
    try await host.log.keep(try host.store.snapshot(of: "long"))
    #expect(try await host.log.beginning(of: "long") == host.store.snapshot(of: "long"))
    let parts = try PostgresServer.shared.get().sql(
      "SELECT count(*) FROM liststore_snapshot_parts WHERE list = 'long'"
    )
    #expect(parts == "3")
  }

  @Test func `a list that the log has otherwise is not kept`() async throws {
    let host = ReplicatedStore(try ListStore.inMemory(), following: try await log())
    try await commit(1, to: "other", through: host)
    var other = try host.store.snapshot(of: "other")
    other.version = 1
    await #expect(throws: CommitLogError.self) { try await host.log.keep(other) }
    #expect(try await host.log.beginning(of: "other") == nil)
  }

  @Test
  func `retention keeps what a host needs, unless told otherwise, and then the host begins again`()
    async throws
  {
    let first = ReplicatedStore(try ListStore.inMemory(), following: try await log())
    try await commit(3, to: "needed", through: first)
    // It has no name: a host with a name records its own position, at a time of its own.
    let slow = ReplicatedStore(try ListStore.inMemory(), following: try await log())
    try await slow.catchUp("needed")
    try await first.log.record(4, of: "needed", for: "slow")
    try await commit(6, to: "needed", through: first)
    try await first.log.keep(try first.store.snapshot(of: "needed"))
    #expect(try await first.log.compact("needed", before: 9) == 4)
    let status = try await first.log.status()
    let row = try #require(status.hosts.first { $0.list == "needed" })
    #expect(row.host == "slow" && row.version == 4 && row.lag == 6)
    #expect(try await first.log.compact("needed", before: 9, evenIfNeeded: true) == 8)
    var feed = first.log.feed(of: "needed", after: 4).makeAsyncIterator()
    await #expect(throws: CommitLogError.self) { try await feed.next() }
    #expect(try await slow.catchUp("needed")?.version == 10)
    #expect(try slow.store.snapshot(of: "needed").list == first.store.snapshot(of: "needed").list)
    try await first.log.forget(host: "slow")
    #expect(try await !first.log.status().hosts.contains { $0.host == "slow" })
  }

  @Test func `a list whose first version the log does not have is refused`() async throws {
    let store = try ListStore.inMemory()
    try await store.commit(List(sections: [Section(id: "s", cells: [])]), to: "local")
    let host = ReplicatedStore(store, following: try await log())
    await #expect(throws: CommitLogError.self) {
      try await host.edit("local") { try $0.appendCell(cell("a"), to: "s") }
    }
    #expect(try await host.log.head(of: "local") == nil)
  }

  @Test func `names of every byte and contents without limits of texts come back`() async throws {
    let host = ReplicatedStore(try ListStore.inMemory(), following: try await log())
    let list: List.ID = "a'\u{0}\"\\,;é\u{1F600}"
    let options = CommitOptions(key: "k\u{0}", author: "\u{0}b", message: "\u{0}")
    let id = "\u{0}\u{FFFF}"
    try await host.commit(
      List(sections: [Section(id: "\u{0}", cells: [cell(id)])]),
      to: list,
      options: options
    )
    let other = ReplicatedStore(try ListStore.inMemory(), following: try await log())
    try await other.catchUp(list)
    #expect(try other.store.changes(of: list) == host.store.changes(of: list))
    #expect(try await host.log.lists().contains { $0.id == list })
  }

  @Test func `what cannot be used is said, and how to go on`() async throws {
    let server = try PostgresServer.shared.get()
    await #expect(throws: PostgresLogError.self) {
      try await PostgresLog(server.address(of: "nosuch"))
    }
    await #expect(throws: PostgresLogError.self) {
      try await PostgresLog("postgres:///x?host=/nosuch")
    }
    await #expect(throws: PostgresLogError.self) { try await PostgresLog("nonsense") }
    try server.sql("CREATE DATABASE newer")
    let address = server.address(of: "newer")
    _ = try await PostgresLog(address)
    try server.sql("INSERT INTO liststore_migrations VALUES ('9999_later')", in: "newer")
    await #expect(throws: PostgresLogError.newerSchema("9999_later")) {
      try await PostgresLog(address)
    }
  }

  @Test func `hosts that come to an empty database at once make its tables once`() async throws {
    let server = try PostgresServer.shared.get()
    try server.sql("CREATE DATABASE crowded")
    let address = server.address(of: "crowded")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { _ = try await PostgresLog(address, connections: 1) } }
      try await group.waitForAll()
    }
    #expect(try server.sql("SELECT count(*) FROM liststore_migrations", in: "crowded") == "1")
  }
}
