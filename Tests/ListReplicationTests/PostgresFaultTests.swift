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
private let empty = List(sections: [Section(id: "s", cells: [])])

/// Faults of a server and of the way to it: each has an error that says what to do, and nothing is lost.
@Suite(.enabled(if: PostgresServer.isInstalled, PostgresServer.whatIsMissing))
struct PostgresFaultTests {
  @Test func `a wrong password is said, and a right one is taken`() async throws {
    let server = try PostgresServer(
      named: "password",
      access: "local all locked scram-sha-256\n"
    )
    try server.sql("CREATE ROLE locked LOGIN PASSWORD 'right'")
    try server.sql("CREATE DATABASE l OWNER locked")
    let address = server.address(of: "l").replacingOccurrences(of: "user=app", with: "user=locked")
    for wrong in [address, address + "&password=wrong"] {
      do {
        _ = try await PostgresLog(wrong)
        Issue.record("no password is needed")
      } catch let error as PostgresLogError {
        guard case .cannotConnect(let reason) = error else { throw error }
        #expect(reason.contains("password"), "\(reason)")
        #expect(!reason.contains("wrong"), "the password is not shown")
      }
    }
    _ = try await PostgresLog(address + "&password=right")
    try server.stop()
  }

  @Test func `a database with another's tables of these names is no log`() async throws {
    let server = try PostgresServer.shared.get()
    try server.sql("CREATE DATABASE foreign_tables")
    try server.sql("CREATE TABLE liststore_lists (number int)", in: "foreign_tables")
    do {
      _ = try await PostgresLog(server.address(of: "foreign_tables"))
      Issue.record("it is no log")
    } catch let error as PostgresLogError {
      guard case .notALog(let reason) = error else { throw error }
      #expect(reason.contains("liststore_lists") && reason.contains("another database"))
    }
  }

  @Test func `a server without room refuses with a typed error, and goes on when there is room`()
    async throws
  {
    let server = try PostgresServer.shared.get()
    try server.sql("CREATE DATABASE full_disk")
    let log = try await PostgresLog(server.address(of: "full_disk"))
    let host = ReplicatedStore(try ListStore.inMemory(), following: log)
    try await host.commit(empty, to: "home")
    // What PostgreSQL says when a file cannot grow.
    try server.sql(
      """
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON liststore_changes EXECUTE FUNCTION refuse()
      """,
      in: "full_disk"
    )
    await #expect(
      throws: PostgresLogError.noRoom(
        reason: "ERROR:  could not extend file: No space left on device; "
          + "CONTEXT:  PL/pgSQL function refuse() line 2 at RAISE"
      )
    ) {
      try await host.edit("home") { try $0.appendCell(cell("a"), to: "s") }
    }
    #expect(try await log.head(of: "home")?.version == 1)
    try server.sql("DROP TRIGGER full_disk ON liststore_changes", in: "full_disk")
    #expect(try await host.edit("home") { try $0.appendCell(cell("a"), to: "s") }.version == 2)
  }

  @Test func `hosts whose clocks are years apart order their commits by versions`() async throws {
    let log = try await PostgresLog(PostgresServer.shared.get().address)
    let hosts = try (0..<2).map { _ in ReplicatedStore(try ListStore.inMemory(), following: log) }
    let times = [4e9, -1e9, 0].map { Date(timeIntervalSince1970: $0) }
    var first = CommitOptions()
    first.time = times[0]
    try await hosts[0].commit(empty, to: "clocks", options: first)
    for (number, time) in times.enumerated() {
      var options = CommitOptions(key: "\(number)")
      options.time = time
      try await hosts[(number + 1) % 2].edit("clocks", options: options) {
        try $0.appendCell(cell("\(number)"), to: "s")
      }
    }
    for host in hosts {
      try await host.catchUp("clocks")
      #expect(try host.store.changes(of: "clocks").map(\.time) == [times[0]] + times)
      #expect(try host.store.verify().problems == [])
    }
  }

  @Test(.enabled(if: Soak.isOn))
  func `a changeset of 64 MB is committed, followed and begun with`() async throws {
    let server = try PostgresServer(named: "large")
    let host = ReplicatedStore(
      try ListStore.inMemory(),
      following: try await PostgresLog(server.address)
    )
    let text = String(repeating: "long text ", count: 6_400)
    let cells = (0..<1_000).map { Cell(id: "c\($0)", component: TextComponent("\($0) \(text)")) }
    try await host.commit(List(sections: [Section(id: "s", cells: cells)]), to: "large")
    #expect(try host.store.changes(of: "large")[0].changeset.encoded().count > 64_000_000)
    try await host.log.keep(try host.store.snapshot(of: "large"))
    let other = ReplicatedStore(try ListStore.inMemory(), following: host.log)
    #expect(
      try await other.catchUp("large")?.fingerprint == host.store.info(of: "large").fingerprint
    )
    #expect(try await host.log.beginning(of: "large") == host.store.snapshot(of: "large"))
    try server.stop()
  }

  @Test(.timeLimit(.minutes(3)))
  func `a primary that was replaced is not read and not written, as soon as another is known`()
    async throws
  {
    let old = try PostgresServer(named: "old")
    let new = try PostgresServer.standby(of: old, named: "new")
    let address =
      "postgres:///postgres?host=\(old.folder.path),\(new.folder.path)&port=\(old.port),\(new.port)"
      + "&user=app&target_session_attrs=read-write"
    let host = ReplicatedStore(
      try ListStore.inMemory(),
      following: try await PostgresLog(address)
    )
    try await host.commit(empty, to: "home")
    try new.promote()
    // Both take commits now; the old one is named first, and would be taken by libpq.
    let late = ReplicatedStore(
      try ListStore.inMemory(),
      following: try await PostgresLog(address)
    )
    try await late.edit("home", options: CommitOptions(key: "k")) {
      try $0.appendCell(cell("a"), to: "s")
    }
    let count = "SELECT count(*) FROM liststore_changes WHERE list = 'home'"
    #expect(try old.sql(count) == "1" && new.sql(count) == "2")
    try old.stop()
    try new.stop()
  }
}
