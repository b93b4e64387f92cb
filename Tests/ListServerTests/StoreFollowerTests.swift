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

/// A store that is kept equal to that of a server.
struct StoreFollowerTests {
  /// The events of a follower that has reached its end.
  private func followOnce(
    _ server: RunningServer,
    into copy: ListStore,
    _ lists: StoreFollower.Lists = .all,
    _ beginning: StoreFollower.Beginning = .newest
  ) async throws -> [StoreFollower.Event] {
    let events = Mutex<[StoreFollower.Event]>([])
    let follower = StoreFollower(
      of: try server.remote(),
      into: copy,
      lists: lists,
      beginning: beginning
    ) { event in events.withLock { $0.append(event) } }
    try await follower.run(.once)
    return events.withLock { $0 }
  }

  @Test func `a list begins with its newest version or with all, and goes on with every version`()
    async throws
  {
    try await RunningServer.with(nil, settings { $0.pageChanges = 2 }) { server in
      try server.store.grow("home", by: 3)
      let (newest, history) = (try ListStore.inMemory(), try ListStore.inMemory())
      #expect(
        try await followOnce(server, into: newest)
          == [.began("home", version: 3), .reached("home", version: 3), .reachedAll]
      )
      _ = try await followOnce(server, into: history, .all, .history)
      try server.store.grow("home", by: 5)
      try server.store.grow("other", by: 2)
      for copy in [newest, history] {
        _ = try await followOnce(server, into: copy)
        #expect(try copy.lists() == server.store.lists())
        #expect(try copy.verify().isSound)
      }
      #expect(
        try newest.summaries(of: "home", after: 3, through: 8).map(\.version) == [4, 5, 6, 7, 8]
      )
      #expect(throws: ListStoreError.self) { try newest.snapshot(of: "home", at: 2) }
      #expect(try history.snapshot(of: "home", at: 2) == server.store.snapshot(of: "home", at: 2))
    }
  }

  @Test func `retention that has overtaken a follower is said, and mended by a snapshot`()
    async throws
  {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 3)
      let copy = try ListStore.inMemory()
      _ = try await followOnce(server, into: copy)
      try server.store.grow("home", by: 5)
      try server.store.compact(newest(2))
      #expect(
        try await followOnce(server, into: copy, .one("home"))
          == [.replaced("home", from: 3, by: 8), .reached("home", version: 8)]
      )
      #expect(try copy.lists() == server.store.lists())
      try await server.store.commit(.clearing, to: "home")
      _ = try await followOnce(server, into: copy)
      #expect(try copy.lists() == server.store.lists())
      #expect(try copy.verify().isSound)
      // A beginning that the server has forgotten is none.
      let late = try ListStore.inMemory()
      _ = try await followOnce(server, into: late, .all, .history)
      #expect(try late.lists() == server.store.lists())
    }
  }

  @Test func `a list with another past is left as it is, and that is said`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 2)
      let copy = try ListStore.inMemory()
      _ = try await followOnce(server, into: copy)
      try copy.grow("home", by: 1)
      let before = try copy.info(of: "home")
      await #expect {
        _ = try await followOnce(server, into: copy)
      } throws: { error in
        guard case .ahead("home", version: 3, newest: 2, _) = error as? FollowerError else {
          return false
        }
        return true
      }
      try server.store.grow("home", by: 2, content: "another")
      await #expect {
        _ = try await followOnce(server, into: copy)
      } throws: { error in
        guard case .forked("home", version: 3, _) = error as? FollowerError else { return false }
        return true
      }
      #expect(try copy.info(of: "home") == before)
      await #expect(throws: ListStoreError.unknownList("none")) {
        _ = try await followOnce(server, into: copy, .one("none"))
      }
    }
  }

  @Test func `a follower that runs has new lists, cleared lists and compactions as they come`()
    async throws
  {
    try await RunningServer.with(nil, settings { $0.pollDuration = .milliseconds(50) }) { server in
      try server.store.grow("home", by: 1)
      let copy = try ListStore.inMemory()
      let follower = StoreFollower(of: try server.remote(), into: copy)
      let task = Task { try await follower.run() }
      var random = SeededGenerator(seed: 11)
      for round in 0..<12 {
        let name = List.ID(["home", "b", "c"].randomElement(using: &random) ?? "home")
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
          try server.store.grow(name, by: 1)
          try await server.store.commit(.clearing, to: name)
        case 1: try server.store.compact(newest(1))
        default: try server.store.grow(name, by: Int.random(in: 1...4, using: &random))
        }
        try await equal(copy, to: server.store, "round \(round)")
      }
      task.cancel()
      _ = await task.result
      #expect(try copy.verify().isSound)
    }
  }

  @Test func `a follower of a follower is equal, too`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 3)
      let middle = try ListStore.inMemory()
      let first = StoreFollower(of: try server.remote(), into: middle)
      let task = Task { try await first.run() }
      try await RunningServer.with(middle) { second in
        let end = try ListStore.inMemory()
        let follower = StoreFollower(of: try second.remote(), into: end)
        let last = Task { try await follower.run() }
        for _ in 0..<5 {
          try server.store.grow("home", by: 2)
          try server.store.grow("new", by: 1)
          try await equal(end, to: server.store, "the end of the chain")
        }
        last.cancel()
        _ = await last.result
      }
      task.cancel()
      _ = await task.result
    }
  }

  /// Waits until both have the same lists.
  private func equal(_ copy: ListStore, to store: ListStore, _ place: String) async throws {
    let lists = try store.lists()
    let end = ContinuousClock.now + .seconds(60)
    while true {
      let own = try copy.lists()
      if own == lists { return }
      try #require(ContinuousClock.now < end, "\(place): \(own), not \(lists)")
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}
