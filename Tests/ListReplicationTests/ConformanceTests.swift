import Foundation
import Hummingbird
import ListDiff
import ListFollowing
import ListKeeping
import ListModel
import ListPostgres
import ListReplication
import ListStorage
import ListTestSupport
import Testing

@testable import ListServer

/// A log in memory, of another kind than a store, as somebody else would write it.
private actor MemoryLog: CommitLog {
  private var changes: [List.ID: [Change]] = [:]
  private var followers:
    [(list: List.ID, feed: AsyncThrowingStream<Change, any Error>.Continuation)] = []

  func append(_ change: Change) throws -> AppendOutcome {
    let past = changes[change.list, default: []]
    if let key = change.key, let made = past.first(where: { $0.key == key }) {
      return .duplicate(version: made.version)
    }
    let head = past.last?.fingerprint ?? .empty
    guard past.count == change.parent, head == change.parentFingerprint else {
      return .conflict(head: ListInfo(id: change.list, version: past.count, fingerprint: head))
    }
    changes[change.list, default: []].append(change)
    for follower in followers where follower.list == change.list { follower.feed.yield(change) }
    return .appended(version: change.version)
  }

  nonisolated func feed(of list: List.ID, after version: Int) -> AsyncThrowingStream<
    Change, any Error
  > {
    let (stream, continuation) = AsyncThrowingStream<Change, any Error>.makeStream()
    Task { await follow(list, after: version, continuation) }
    return stream
  }

  private func follow(
    _ list: List.ID,
    after version: Int,
    _ continuation: AsyncThrowingStream<Change, any Error>.Continuation
  ) {
    for change in changes[list, default: []].dropFirst(version) { continuation.yield(change) }
    followers.append((list, continuation))
  }

  func head(of list: List.ID) -> ListInfo? {
    guard let last = changes[list]?.last else { return nil }
    return ListInfo(id: list, version: last.version, fingerprint: last.fingerprint)
  }

  func beginning(of list: List.ID) -> Snapshot? { nil }
}

private func cell(_ id: String) -> Cell { Cell(id: id, component: TextComponent(id)) }

/// What every log must do: one suite for all kinds.
@Suite struct ConformanceTests {
  /// The kinds of logs.
  enum Kind: String, CaseIterable {
    case store, memory, postgres, server

    /// The kinds that this machine has.
    static let here = allCases.filter { $0 != .postgres || PostgresServer.isInstalled }
  }

  @Test(.enabled(if: PostgresServer.isInstalled, PostgresServer.whatIsMissing))
  func `commits of the log on PostgreSQL wait for one of two standbys`() throws {
    let server = try PostgresServer.shared.get()
    #expect(try server.sql("SHOW synchronous_standby_names") == "ANY 1 (s1, s2)")
    #expect(try server.sql("SHOW synchronous_commit") == "on")
    #expect(try server.quorum() == "2")
  }

  /// Runs a claim on a log of a kind.
  private func withLog(_ kind: Kind, _ claim: (any CommitLog) async throws -> Void) async throws {
    switch kind {
    case .store: try await claim(ListStore.inMemory())
    case .memory: try await claim(MemoryLog())
    case .postgres: try await claim(PostgresLog(PostgresServer.shared.get().address))
    case .server: try await withServer(of: ListStore.inMemory(), claim)
    }
  }

  /// Runs a claim on the store of a server, from the other side of the wire.
  private func withServer(
    of store: ListStore,
    _ claim: (any CommitLog) async throws -> Void
  ) async throws {
    let server = try StandaloneServer(of: store, at: .init(port: 0))
    let (ports, announcement) = AsyncStream<Int>.makeStream()
    let task = Task {
      defer { announcement.finish() }
      try await server.application { announcement.yield($0) }.run()
    }
    defer { task.cancel() }
    let port = try #require(await ports.first { _ in true }, "the server does not listen")
    try await claim(RemoteStore(at: "http://127.0.0.1:\(port)"))
  }

  /// A name that no other test uses: tests share a server.
  private func name(_ kind: Kind, _ suffix: String) -> List.ID { List.ID("\(kind)-\(suffix)") }

  private func change(
    _ list: List.ID,
    from before: List,
    to after: List,
    as version: Int,
    key: String?
  ) throws -> Change {
    Change(
      list: list,
      version: version,
      parent: version - 1,
      time: Date(timeIntervalSince1970: 1_700_000_000 + Double(version)),
      author: "ann",
      key: key,
      message: "a \u{0} in it",
      parentFingerprint: try before.fingerprint(),
      fingerprint: try after.fingerprint(),
      changeset: try Changeset(from: before, to: after)
    )
  }

  private func lists(_ count: Int, seed: UInt64) -> [List] {
    var random = RandomLists(seed: seed)
    var lists = [List(), random.list()]
    while lists.count <= count {
      let next = random.successor(of: lists[lists.count - 1])
      if next != lists[lists.count - 1] { lists.append(next) }
    }
    return lists
  }

  @Test(arguments: Kind.here)
  func `of many writers that expect the same version, exactly one wins`(_ kind: Kind) async throws {
    try await withLog(kind) { log in
      let list = name(kind, "race")
      var head = List()
      for round in 1...Soak.count(20, soak: 1_000) {
        let proposals = try (0..<6).map { writer in
          var next = head
          next.sections = [Section(id: "s", cells: [cell("w\(writer)-\(round)")])]
          return (
            next, try change(list, from: head, to: next, as: round, key: "\(round)-\(writer)")
          )
        }
        let winners = try await withThrowingTaskGroup(of: List?.self) { group in
          for (next, change) in proposals {
            group.addTask { @Sendable in
              if case .appended(let version) = try await log.append(change) {
                #expect(version == round)
                return next
              }
              return nil
            }
          }
          return try await group.reduce(into: [List]()) { if let won = $1 { $0.append(won) } }
        }
        #expect(winners.count == 1, "round \(round)")
        head = try #require(winners.first)
      }
    }
  }

  @Test(arguments: Kind.here)
  func `a change that is appended again with its key is the version it was`(_ kind: Kind)
    async throws
  {
    try await withLog(kind) { log in
      let list = name(kind, "keys")
      let past = lists(6, seed: 11)
      for version in 1..<past.count {
        let change = try change(
          list,
          from: past[version - 1],
          to: past[version],
          as: version,
          key: "k\(version)"
        )
        #expect(try await log.append(change) == .appended(version: version))
        #expect(try await log.append(change) == .duplicate(version: version))
      }
      let first = try change(list, from: past[0], to: past[1], as: 1, key: "k1")
      #expect(try await log.append(first) == .duplicate(version: 1))
      let late = try change(list, from: past[1], to: past[3], as: 2, key: "new")
      guard case .conflict(let head) = try await log.append(late) else {
        Issue.record("a change of an older version is a conflict")
        return
      }
      #expect(head.version == 6)
      #expect(head.fingerprint == (try past[6].fingerprint()))
    }
  }

  @Test(arguments: Kind.here)
  func `a feed gives every change once, as it was appended, from any version on`(_ kind: Kind)
    async throws
  {
    try await withLog(kind) { log in try await expectFeed(of: log, name(kind, "feed")) }
  }

  private func expectFeed(of log: some CommitLog, _ list: List.ID) async throws {
    let past = lists(30, seed: 12)
    let changes = try (1..<past.count).map {
      try change(list, from: past[$0 - 1], to: past[$0], as: $0, key: "\u{0}\($0)")
    }
    for change in changes.prefix(10) { _ = try await log.append(change) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for start in [0, 1, 9, 10] {
        group.addTask {
          var next = start
          for try await change in log.feed(of: list, after: start) {
            let sent = changes[next]
            next += 1
            #expect(change.version == next)
            #expect(
              change.key == sent.key && change.author == sent.author
                && change.message == sent.message && change.time == sent.time
            )
            #expect(change.fingerprint == sent.fingerprint)
            #expect(change.changeset == sent.changeset)
            if next == changes.count { return }
          }
          Issue.record("the feed has ended at version \(next)")
        }
      }
      group.addTask { for change in changes.dropFirst(10) { _ = try await log.append(change) } }
      try await group.waitForAll()
    }
    #expect(try await log.head(of: list)?.version == changes.count)
    #expect(try await log.head(of: "nosuch") == nil)
  }

  @Test(arguments: Kind.here)
  func `hosts that commit at once come to the same list, and each commit is there once`(
    _ kind: Kind
  ) async throws {
    try await withLog(kind) { log in try await expectAgreement(of: log, name(kind, "hosts")) }
  }

  private func expectAgreement(of log: some CommitLog, _ list: List.ID) async throws {
    let hosts = try (0..<3).map { _ in ReplicatedStore(try ListStore.inMemory(), following: log) }
    try await hosts[0].commit(List(sections: [Section(id: "s", cells: [])]), to: list)
    let count = Soak.count(8, soak: 200)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, host) in hosts.enumerated() {
        group.addTask {
          for turn in 0..<count {
            let id = "\(number)-\(turn)"
            let made = try await host.edit(list, options: CommitOptions(key: "key-\(id)")) {
              draft in
              try draft.appendCell(cell(id), to: "s")
            }
            #expect(made.outcome == .committed)
          }
        }
      }
      try await group.waitForAll()
    }
    for host in hosts {
      let head = try await host.catchUp(list)
      #expect(head?.version == 1 + 3 * count)
      let snapshot = try host.store.snapshot(of: list)
      #expect(snapshot.list.sections[0].cells.count == 3 * count)
      #expect(snapshot.fingerprint == (try hosts[0].store.snapshot(of: list).fingerprint))
      #expect(Set(try host.store.changes(of: list).compactMap(\.key)).count == 1 + 3 * count)
      #expect(try host.store.verify().problems == [])
      let again = try await host.edit(list, options: CommitOptions(key: "key-0-0")) { draft in
        try draft.appendCell(cell("0-0"), to: "s")
      }
      #expect(again.outcome == .duplicate)
    }
  }

  @Test(arguments: Kind.here)
  func `an expected version is respected, and a list that is declared again makes no version`(
    _ kind: Kind
  ) async throws {
    try await withLog(kind) { log in try await expectExpectations(of: log, name(kind, "expected")) }
  }

  private func expectExpectations(of log: some CommitLog, _ list: List.ID) async throws {
    let past = lists(3, seed: 13)
    let (here, there) = (
      ReplicatedStore(try ListStore.inMemory(), following: log),
      ReplicatedStore(try ListStore.inMemory(), following: log)
    )
    try await here.commit(past[1], to: list)
    try await there.commit(past[2], to: list)
    await #expect(throws: ListStoreError.self) {
      try await here.commit(past[3], to: list, options: CommitOptions(expecting: .version(1)))
    }
    #expect(try await here.commit(past[2], to: list).outcome == .unchanged)
    #expect(try await here.snapshot(of: list, atLeast: 2).list == past[2])
    await #expect(throws: ReplicationError.versionNotReached(list: list, version: 9, head: 2)) {
      try await here.snapshot(of: list, atLeast: 9)
    }
  }

  @Test(arguments: Kind.here)
  func `what a host does not have yet neither refuses a commit nor makes it needless`(_ kind: Kind)
    async throws
  {
    try await withLog(kind) { log in try await expectNewest(of: log, name(kind, "stale")) }
  }

  private func expectNewest(of log: some CommitLog, _ list: List.ID) async throws {
    let (here, there) = (
      ReplicatedStore(try ListStore.inMemory(), following: log),
      ReplicatedStore(try ListStore.inMemory(), following: log)
    )
    let first = List(sections: [Section(id: "s", cells: [cell("a")])])
    try await here.commit(first, to: list)
    try await there.catchUp(list)
    try await here.edit(list) { try $0.appendCell(cell("b"), to: "s") }
    // The cell is not there yet on the other host.
    #expect(try await there.edit(list) { try $0.deleteCell("b") }.version == 3)
    try await here.catchUp(list)
    try await there.edit(list) { try $0.appendCell(cell("c"), to: "s") }
    // Here, this is still the newest list.
    let again = try await here.commit(first, to: list)
    #expect(again.outcome == .committed && again.version == 5)
    await #expect(throws: ListStoreError.self) {
      try await here.edit(list) { try $0.deleteCell("never there") }
    }
    let expecting = CommitOptions(expecting: .version(5))
    let last = try await there.edit(list, options: expecting) { try $0.deleteCell("a") }
    #expect(last.version == 6)
  }

  @Test(arguments: Kind.here)
  func `a host whose list is another than the log's stops to serve it, and says where`(
    _ kind: Kind
  ) async throws {
    try await withLog(kind) { log in try await expectDivergence(from: log, name(kind, "diverged")) }
  }

  private func expectDivergence(from log: some CommitLog, _ list: List.ID) async throws {
    let past = lists(4, seed: 14)
    let (here, there) = (
      ReplicatedStore(try ListStore.inMemory(), following: log),
      ReplicatedStore(try ListStore.inMemory(), following: log)
    )
    try await here.commit(past[1], to: list)
    try await there.catchUp(list)
    try await there.store.commit(past[2], to: list)  // Past the log.
    try await here.commit(past[3], to: list)
    let error = ReplicationError.diverged(
      list: list,
      version: 2,
      own: try past[2].fingerprint(),
      log: try past[3].fingerprint()
    )
    await #expect(throws: error) { try await there.commit(past[4], to: list) }
    await #expect(throws: error) { try await there.snapshot(of: list, atLeast: 1) }
    await #expect(throws: error) { try await there.catchUp(list) }
    #expect(try there.store.snapshot(of: list).list == past[2])
    #expect(try here.store.snapshot(of: list).list == past[3])
  }
}
