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

/// Hosts that follow all lists of a log.
@Suite struct AllListsTests {
  enum Kind {
    case store, postgres

    /// The kinds that this machine has.
    static let here: [Self] = PostgresServer.isInstalled ? [.store, .postgres] : [.store]
  }

  @Test(arguments: Kind.here)
  func `a host that follows everything soon has lists that are made meanwhile, and their changes`(
    _ kind: Kind
  ) async throws {
    switch kind {
    case .store: try await expectFollowing(of: ListStore.inMemory())
    case .postgres:
      let server = try PostgresServer.shared.get()
      try server.sql("CREATE DATABASE everything")
      try await expectFollowing(of: PostgresLog(server.address(of: "everything"), host: "writer"))
    }
  }

  private func expectFollowing(of log: some ListingLog) async throws {
    let writer = ReplicatedStore(try ListStore.inMemory(), following: log)
    let follower = ReplicatedStore(try ListStore.inMemory(), following: log)
    func makeList(_ number: Int) async throws {
      try await writer.commit(List(sections: [Section(id: "s", cells: [])]), to: "l\(number)")
    }
    for number in 0..<20 { try await makeList(number) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await follower.followAll() }
      for number in 20..<40 { try await makeList(number) }
      for turn in 0..<40 {
        try await writer.edit("l\(turn % 40)") { try $0.appendCell(cell("c\(turn)"), to: "s") }
      }
      try await wait("the follower has all lists") {
        let heads = try writer.store.lists()
        return try heads.count == 40 && follower.store.lists() == heads
      }
      group.cancelAll()
    }
    #expect(try follower.store.verify().problems == [])
  }

  @Test func `all lists are brought once, without following`() async throws {
    let log = try ListStore.inMemory()
    for number in 0..<30 {
      try await log.commit(List(sections: [Section(id: "s", cells: [])]), to: "l\(number)")
    }
    let host = ReplicatedStore(try ListStore.inMemory(), following: log)
    try await host.catchUpAll()
    #expect(try host.store.lists() == log.lists())
  }

  @Test func `a list that has diverged is named, and the others are followed`() async throws {
    let log = try ListStore.inMemory()
    let host = ReplicatedStore(try ListStore.inMemory(), following: log)
    try await host.commit(List(sections: [Section(id: "s", cells: [])]), to: "bad")
    try await host.store.edit("bad") { try $0.appendCell(cell("past the log"), to: "s") }
    let reported = Reported()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await host.followAll { list, _ in reported.lists.withLock { $0.append(list) } }
      }
      try await log.edit("bad") { try $0.appendCell(cell("a"), to: "s") }
      try await log.edit("bad") { try $0.appendCell(cell("b"), to: "s") }
      try await log.commit(List(sections: [Section(id: "s", cells: [])]), to: "good")
      try await wait("the good list is here, and the bad one is named") {
        try host.store.head(of: "good") != nil && reported.lists.withLock { $0 } == ["bad"]
      }
      group.cancelAll()
    }
    #expect(throws: ReplicationError.self) { try host.requireSame("bad") }
  }
}

/// The lists that could not be followed.
private final class Reported: Sendable {
  let lists = Mutex<[List.ID]>([])
}

/// Waits until something holds, up to a minute.
func wait(_ what: String, until holds: () throws -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(60)
  while try !holds() {
    guard ContinuousClock.now < deadline else {
      throw PostgresServer.Failure(description: "after a minute: not yet that \(what)")
    }
    try await Task.sleep(for: .milliseconds(5))
  }
}
