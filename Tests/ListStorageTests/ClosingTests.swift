import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Testing

/// A store that is closed while others still have it.
@Suite struct ClosingTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("lists.db")
  }

  private func isClosed(_ error: any Error) -> Bool {
    error as? ListStoreError == .closed(path: path)
  }

  @Test func `every use of it is refused, and its file is complete`() async throws {
    let store = try ListStore(path: path)
    try await store.commit(sample, to: "home")
    let consumer = try store.consumer("index", of: "home")
    try store.close()
    try store.close()
    // All of it is in the main file.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy {
        !$0.hasSuffix("-wal")
      }
    )
    #expect { try store.lists() } throws: { isClosed($0) }
    #expect { try store.snapshot(of: "home") } throws: { isClosed($0) }
    await #expect { try await store.commit(sample, to: "other") } throws: { isClosed($0) }
    await #expect {
      try await store.edit("home") { try $0.deleteCell("a1") }
    } throws: {
      isClosed($0)
    }
    #expect { try store.verify() } throws: { isClosed($0) }
    #expect { try consumer.position() } throws: { isClosed($0) }
    var feed = store.feed(of: "home").makeAsyncIterator()
    await #expect { try await feed.next() } throws: { isClosed($0) }
    #expect(try ListStore(path: path).info(of: "home").version == 1)
  }

  @Test func `a feed that waits for a change ends`() async throws {
    let store = try ListStore(path: path)
    try await store.commit(sample, to: "home")
    try await withThrowingTaskGroup(of: Int.self) { group in
      let (seen, hasSeen) = AsyncStream<Void>.makeStream()
      for isOfAll in [false, true] {
        group.addTask {
          var count = 0
          if isOfAll {
            for try await _ in store.feed(after: nil) {
              count += 1
              hasSeen.yield()
            }
          } else {
            for try await _ in store.feed(of: "home") {
              count += 1
              hasSeen.yield()
            }
          }
          return count
        }
      }
      var reports = seen.makeAsyncIterator()
      for _ in 0..<2 { await reports.next() }
      try store.close()
      for try await count in group { #expect(count == 1) }
    }
  }

  @Test func `commits under way are in it, and those that wait are not`() async throws {
    let store = try ListStore(path: path)
    try await store.commit(sample, to: "home")
    // The versions of those that are committed.
    let versions = try await withThrowingTaskGroup(of: Int?.self) { [path] group in
      for number in 0..<40 {
        group.addTask {
          defer { if number == 10 { #expect(throws: Never.self) { try store.close() } } }
          do {
            let list = List(sections: [Section(id: Section.ID("s\(number)"))])
            return try await store.commit(list, to: "home").version
          } catch ListStoreError.closed(let closed) where closed == path {
            return nil
          }
        }
      }
      return try await group.reduce(into: [Int?]()) { $0.append($1) }
    }
    #expect(versions.count == 40)
    let again = try ListStore(path: path)
    #expect(try again.info(of: "home").version == 1 + Set(versions.compactMap(\.self)).count)
    #expect(try again.verify().problems == [])
  }

  @Test func `a transaction of the store's cannot close it, and an owner's database stays open`()
    throws
  {
    let store = try ListStore(path: path)
    try store.write { _ in
      #expect(throws: ListStoreError.self) { try store.close() }
    }
    let queue = try DatabaseQueue()
    let shared = try ListStore(in: queue)
    try shared.commit(sample, to: "home")
    try shared.close()
    #expect(throws: ListStoreError.closed(path: ":memory:")) { try shared.lists() }
    #expect(
      try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM liststore_list") } == 1
    )
    let memory = try ListStore.inMemory()
    try memory.close()
    #expect(throws: ListStoreError.closed(path: ":memory:")) { try memory.lists() }
  }
}
