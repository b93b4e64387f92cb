import Foundation
import ListDiff
import ListFollowing
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Synchronization
import Testing

@testable import ListServer

/// Feeds, snapshots and commits of a server, as its clients in Swift see them.
struct RemoteFeedTests {
  @Test func `a feed gives what the feed of the store gives, past and future, each change once`()
    async throws
  {
    try await RunningServer.with(nil, settings { $0.pageChanges = 3 }) { server in
      var random = RandomLists(seed: 7)
      var list = random.list()
      try await server.store.commit(list, to: "home", options: .init(author: "ann", message: "é\n"))
      for _ in 0..<10 {
        list = random.successor(of: list)
        try await server.store.commit(list, to: "home")
      }
      let last = try server.store.info(of: "home").version
      var feed = try server.remote().feed(of: "home", after: 0).makeAsyncIterator()
      var copy = Replica(of: "home")
      var (changes, own) = ([Change](), server.store.feed(of: "home", after: 0).makeAsyncIterator())
      while copy.version < last, let change = try await feed.next() {
        try copy.apply(change)
        changes.append(change)
        #expect(feed.token == (try server.store.token(of: "home", at: change.version)))
        #expect(change == (try await own.next()))
      }
      #expect(copy.list == (try server.store.snapshot(of: "home").list))
      async let next = { [feed] in
        var feed = feed
        return try await feed.next()
      }()
      try await server.waitForWaitingRequests(1)
      try await server.store.commit(
        random.successor(of: list),
        to: "home",
        options: .init(key: "k")
      )
      #expect(try await next?.version == last + 1)
    }
  }

  @Test func `a snapshot goes on with its feed, and a version has the token that the store gives`()
    async throws
  {
    try await RunningServer.with { server in
      let name: List.ID = "a/b ?é%2F."
      try server.store.grow(name, by: 4)
      let remote = try server.remote()
      let (snapshot, token) = try await remote.snapshot(of: name, at: 2)
      #expect(snapshot == (try server.store.snapshot(of: name, at: 2)))
      #expect(token == (try server.store.token(of: name, at: 2)))
      #expect(try await remote.token(of: name, at: 3) == server.store.token(of: name, at: 3))
      for feed in [remote.feed(of: name, after: token), remote.feed(of: name, after: 2)] {
        var iterator = feed.makeAsyncIterator()
        #expect(try await iterator.next()?.version == 3)
        #expect(try await iterator.next()?.version == 4)
      }
      let (lists, next) = try await remote.lists()
      #expect(lists == [try server.store.info(of: name)])
      #expect(next == (try server.store.token()))
      await #expect(throws: ListStoreError.unknownVersion(9, list: name, available: 0...4)) {
        try await remote.snapshot(of: name, at: 9)
      }
      await #expect(throws: ListStoreError.unknownList("none")) {
        try await remote.token(of: "none")
      }
    }
  }

  @Test func `a position that cannot be continued is the error that a store throws`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 5)
      let old = try server.store.token(of: "home", at: 1)
      try server.store.compact(newest(2))
      let head = try server.store.token(of: "home")
      let remote = try server.remote()
      for feed in [remote.feed(of: "home", after: old), remote.feed(of: "home", after: 0)] {
        var iterator = feed.makeAsyncIterator()
        await #expect(throws: ListFeedError.resync(.compacted, of: "home", next: head)) {
          try await iterator.next()
        }
      }
      var all = remote.feed(after: nil).makeAsyncIterator()
      let newest = try server.store.token()
      await #expect(throws: StoreFeedError.resync(.compacted, next: newest)) {
        try await all.next()
      }
      var late = remote.feed(of: "home", after: 99).makeAsyncIterator()
      await #expect(throws: ListStoreError.self) { try await late.next() }
    }
  }

  @Test
  func
    `a feed from the beginning waits for a list that does not exist yet, and ends with its task`()
    async throws
  {
    try await RunningServer.with { server in
      let asked = AsyncStream<Void>.makeStream()
      let remote = try server.remote {
        $0.sleep = { _ in
          asked.continuation.yield()
          try await Task.sleep(for: .milliseconds(1))
        }
      }
      let task = Task {
        var feed = remote.feed(of: "home", after: 0).makeAsyncIterator()
        return (try await feed.next()?.version, try await feed.next()?.version)
      }
      _ = await asked.stream.first { _ in true }
      try server.store.grow("home", by: 1)
      try await server.waitForWaitingRequests(1)
      task.cancel()
      let (first, second) = try await task.value
      #expect(first == 1)
      #expect(second == nil)
    }
  }

  @Test func `all lists are one feed, whose token misses nothing`() async throws {
    try await RunningServer.with(nil, settings { $0.pageChanges = 2 }) { server in
      for _ in 0..<3 { for name in ["a", "b"] { try server.store.grow(List.ID(name), by: 1) } }
      let remote = try server.remote()
      var feed = remote.feed(after: nil).makeAsyncIterator()
      var sequences: [Int] = []
      while sequences.count < 6, let change = try await feed.next() {
        sequences.append(change.sequence ?? 0)
        let token = feed.token
        var again = remote.feed(after: token).makeAsyncIterator()
        #expect(try await again.next()?.sequence ?? 0 <= (change.sequence ?? 0) + 1)
      }
      #expect(sequences == [1, 2, 3, 4, 5, 6])
    }
  }

  @Test func `changes are appended as to a store: conflicts, keys, refusals`() async throws {
    try await RunningServer.with { server in
      let remote = try server.remote()
      let first = List(sections: [
        Section(id: "s", cells: [Cell(id: "a", component: TextComponent("1"))])
      ])
      let second = List(sections: [
        Section(id: "s", cells: [Cell(id: "a", component: TextComponent("2"))])
      ])
      let options = CommitOptions(
        expecting: .version(0),
        key: "k \"1\"",
        author: "é",
        message: "a&b"
      )
      let beginning = try Changeset(from: List(), to: first)
      #expect(
        try await remote.append(beginning, to: "home", options: options) == .appended(version: 1)
      )
      #expect(
        try await remote.append(beginning, to: "home", options: options) == .duplicate(version: 1)
      )
      let summary = try #require(try server.store.summaries(of: "home", after: 0, through: 1).first)
      #expect(summary.key == "k \"1\"" && summary.author == "é" && summary.message == "a&b")
      let update = try Changeset(from: first, to: second)
      let stale = try await remote.append(
        update,
        to: "home",
        options: .init(expecting: .version(0))
      )
      #expect(stale == .conflict(head: try server.store.info(of: "home")))
      let done = try await remote.append(update, to: "home", options: .init(expecting: .version(1)))
      #expect(done == .appended(version: 2))
      #expect(try server.store.snapshot(of: "home").list == second.stored())
      await #expect {
        _ = try await remote.append(update, to: "home", options: .init(expecting: .version(2)))
      } throws: { error in
        guard case .refused(422, "change-refused", _) = error as? RemoteStoreError else {
          return false
        }
        return true
      }
    }
  }

  @Test func `a server that is away or busy is asked again, and pauses grow up to their limit`()
    async throws
  {
    let pauses = Mutex<[Duration]>([])
    let store = try ListStore.inMemory()
    try store.grow("home", by: 1)
    // A port on which nobody listens any more.
    let port = Value<Int>()
    try await RunningServer.with(store) { port.set($0.port) }
    var configuration = RemoteStoreConfiguration()
    configuration.patience = .attempts(12)
    configuration.longestPause = .seconds(2)
    configuration.onFailure = { _, pause in pauses.withLock { $0.append(pause) } }
    configuration.sleep = { _ in }
    let settings = configuration
    let remote = try RemoteStore(
      at: "http://127.0.0.1:\(port.value ?? 0)/",
      configuration: settings
    )
    await #expect {
      try await remote.lists()
    } throws: { error in
      guard case .unreachable = error as? RemoteStoreError else { return false }
      return true
    }
    let drawn = pauses.withLock { $0 }
    #expect(drawn.count == 11)
    var limit = Duration.milliseconds(100)
    for pause in drawn {
      #expect(pause <= limit)
      limit = min(limit * 2, .seconds(2))
    }
    #expect(Set(drawn).count > 5, "pauses are drawn at random")
    var busy = ListRoutesConfiguration()
    busy.liveRequests = 0
    try await RunningServer.with(store, busy) { server in
      pauses.withLock { $0 = [] }
      var configuration = settings
      configuration.patience = .attempts(2)
      let busy = try RemoteStore(
        at: "http://127.0.0.1:\(server.port)",
        configuration: configuration
      )
      var feed = busy.feed(of: "home", after: 0).makeAsyncIterator()
      #expect(try await feed.next()?.version == 1)
      await #expect {
        try await feed.next()
      } throws: { error in
        guard case .unavailable(_, 503, _) = error as? RemoteStoreError else { return false }
        return true
      }
      #expect(pauses.withLock { $0 } == [.seconds(2)], "Retry-After counts up to the longest pause")
    }
  }

  @Test func `what is no server of lists, and who may not read, is told`() async throws {
    for address in ["", "localhost:4437", "ftp://localhost", "http://", "http://localhost/?a=b"] {
      #expect(throws: RemoteStoreError.self, "\(address)") { try RemoteStore(at: address) }
    }
    let tokens = try AccessTokens(parsing: "read 0123456789abcdef")
    try await RunningServer.with(nil, tokens: tokens) { server in
      try server.store.grow("home", by: 1)
      await #expect {
        try await server.remote().lists()
      } throws: { error in
        guard case .forbidden(_, 401, _) = error as? RemoteStoreError else { return false }
        return true
      }
      let remote = try server.remote { $0.token = "0123456789abcdef" }
      #expect(try await remote.lists().lists.count == 1)
      let wrong = try RemoteStore(
        at: "http://127.0.0.1:\(server.port)/healthz?".dropLast().description
      )
      await #expect(throws: RemoteStoreError.self) { try await wrong.lists() }
    }
  }
}

extension RunningServer {
  /// A client of the server, which gives up after a few attempts.
  func remote(
    _ change: (inout RemoteStoreConfiguration) -> Void = { _ in }
  ) throws -> RemoteStore {
    var configuration = RemoteStoreConfiguration()
    configuration.patience = .attempts(5)
    change(&configuration)
    return try RemoteStore(at: "http://127.0.0.1:\(port)", configuration: configuration)
  }
}

extension List {
  /// The list as a store gives it back.
  fileprivate func stored() throws -> List { try List(document: try document()) }
}
