import Dispatch
import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

@Suite struct FeedTests {
  /// Commits `count` versions: each appends one cell.
  private func grow(_ store: ListStore, to count: Int) throws {
    try store.edit("home", options: CommitOptions(expecting: .version(0))) {
      try $0.appendSection(Section(id: "s"))
    }
    try append(Array(2...count), to: store)
  }

  /// Commits a version for each number: it appends a cell of that name.
  private func append(_ numbers: [Int], to store: ListStore) throws {
    for number in numbers {
      try store.edit("home") { try $0.appendCell(cell(Cell.ID(number)), to: "s") }
    }
  }

  /// Writes a file that is watched by looking at its times.
  private func expectNotice(of path: String, in folder: TemporaryFolder) throws {
    let changed = DispatchSemaphore(value: 0)
    let watcher = FileWatcher(
      path: path,
      orReplacementOf: folder.file("lists.db"),
      using: .portable
    ) { changed.signal() }
    try Data("1".utf8).write(to: URL(fileURLWithPath: path))
    #expect(changed.wait(timeout: .now() + 300) == .success)
    withExtendedLifetime((watcher, folder)) {}
  }

  @Test func `without a watch of the system's, the file's times are looked at`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db-lock")
    try expectNotice(of: path, in: folder)
  }

  @Test func `without a watch of the system's, times of any century are looked at`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db-lock")
    try Data().write(to: URL(fileURLWithPath: path))
    // After the last one whose nanoseconds since 1970 are a 64-bit number.
    let times: [FileAttributeKey: Any] = [.modificationDate: Date(timeIntervalSince1970: 1e10)]
    try FileManager.default.setAttributes(times, ofItemAtPath: path)
    try expectNotice(of: path, in: folder)
  }

  @Test func `a feed gives what is there and then what comes`() async throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    let follower = Task {
      var replica = Replica(of: "home")
      for try await change in store.feed(of: "home") {
        try replica.apply(change)
        if replica.version == 200 { break }
      }
      return replica
    }
    try grow(store, to: 200)
    let replica = try await follower.value
    #expect(replica.list == (try store.snapshot(of: "home").list))
  }

  @Test func `a feed is woken by another store on the same file`() async throws {
    let folder = try TemporaryFolder()
    let writer = try ListStore(path: folder.file("lists.db"))
    let reader = try ListStore(path: folder.file("lists.db"))
    try await writer.edit("home", options: CommitOptions(expecting: .version(0))) {
      try $0.appendSection(Section(id: "s"))
    }
    var feed = reader.feed(of: "home").makeAsyncIterator()
    for version in 1...30 {
      #expect(try await feed.next()?.version == version)
      // The writer commits only after the reader has caught up, so every change must wake it.
      try await writer.edit("home") { try $0.appendCell(cell(Cell.ID(version)), to: "s") }
    }
  }

  @Test func `a feed notices with the next commit that a folder further up was renamed`()
    async throws
  {
    let folder = try TemporaryFolder()
    let inner = folder.file("a/b")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    let path = inner + "/lists.db"
    let store = try ListStore(path: path)
    try grow(store, to: 2)
    var feed = store.feed(of: "home", after: 1).makeAsyncIterator()
    #expect(try await feed.next()?.version == 2)
    let version = feed.version
    let follower = Task {
      var feed = store.feed(of: "home", after: version).makeAsyncIterator()
      return try await feed.next()
    }
    try FileManager.default.moveItem(atPath: folder.file("a"), toPath: folder.file("c"))
    try await ListStore(path: folder.file("c/b/lists.db")).edit("home") { try $0.deleteCell("2") }
    await #expect(throws: ListStoreError.fileReplaced(path: path)) { try await follower.value }
    withExtendedLifetime(folder) {}
  }

  @Test func `a feed goes on from its token, and not in another past`() async throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    try grow(store, to: 3)
    try store.backup(to: folder.file("copy.db"))
    try append([4, 5], to: store)
    var token = try store.token(of: "home", at: 2)
    for version in 3...5 {
      var feed = store.feed(of: "home", after: token).makeAsyncIterator()
      #expect(try await feed.next()?.version == version)
      token = try #require(feed.token)
      #expect(try token == store.token(of: "home", at: version))
    }
    var numbered = store.feed(of: "home", after: 3).makeAsyncIterator()
    #expect(numbered.token == nil)
    #expect(try await numbered.next()?.version == 4)
    #expect(try numbered.token == store.token(of: "home", at: 4))

    try ListStore.restore(folder.file("copy.db"), to: folder.file("restored.db"))
    let restored = try ListStore(path: folder.file("restored.db"))
    try append([6, 7], to: restored)
    let next = try restored.token(of: "home")
    await #expect(throws: ListFeedError.resync(.restored, of: "home", next: next)) {
      var feed = restored.feed(of: "home", after: token).makeAsyncIterator()
      _ = try await feed.next()
    }
    // Somebody's copy goes on by itself.
    let copy = try ListStore(path: folder.file("copy.db"))
    let ahead = try copy.token(of: "home")
    await #expect(throws: ListFeedError.resync(.fromTheFuture, of: "home", next: ahead)) {
      var feed = copy.feed(of: "home", after: token).makeAsyncIterator()
      _ = try await feed.next()
    }
  }

  @Test func `every feed has its own position`() async throws {
    let store = try ListStore.inMemory()
    try grow(store, to: 10)
    for start in [0, 4, 9] {
      var feed = store.feed(of: "home", after: start).makeAsyncIterator()
      for version in (start + 1)...10 {
        #expect(try await feed.next()?.version == version)
      }
    }
  }

  @Test func `a cancelled feed ends`() async throws {
    let store = try ListStore.inMemory()
    try grow(store, to: 3)
    let follower = Task {
      var count = 0
      for try await _ in store.feed(of: "home") { count += 1 }
      return count
    }
    var other = store.feed(of: "home").makeAsyncIterator()
    for _ in 1...3 { _ = try await other.next() }
    follower.cancel()
    #expect(try await follower.value <= 3)
  }

  @Test func `a cursor from the future is refused`() async throws {
    let store = try ListStore.inMemory()
    try grow(store, to: 3)
    var feed = store.feed(of: "home", after: 4).makeAsyncIterator()
    await #expect(throws: ListStoreError.unknownVersion(4, list: "home", available: 0...3)) {
      try await feed.next()
    }
  }

  @Test func `all that comes before a damaged change is given`() async throws {
    let store = try ListStore.inMemory()
    try grow(store, to: 100)
    try store.database.write { database in
      try database.execute(sql: "UPDATE liststore_change SET body = x'00' WHERE version = 90")
    }
    var (given, walked): ([Int], [Int]) = ([], [])
    await #expect(throws: ListStoreError.self) {
      for try await change in store.feed(of: "home", after: 60) { given.append(change.version) }
    }
    #expect(given == Array(61..<90))
    given = []
    await #expect(throws: ListStoreError.self) {
      for try await change in store.feed(afterSequence: 0) { given.append(change.version) }
    }
    #expect(given == Array(1..<90))
    #expect(throws: ListStoreError.self) {
      try store.walk("home") { change, _ in walked.append(change.version) }
    }
    #expect(walked == Array(1..<90))
    let token = try store.catchUp(from: nil).next
    #expect(token.sequence == 89)
    #expect(throws: ListStoreError.self) { try store.catchUp(from: token) }
  }

  @Test func `a walk meets every snapshot on its way`() throws {
    let store = try ListStore.inMemory()
    var lists = RandomLists(seed: 9)
    var list = lists.list()
    for _ in 0..<20 {
      try store.commit(list, to: "home")
      list = lists.successor(of: list)
    }
    let head = try store.info(of: "home").version
    var met: [Int] = []
    try store.walk("home", after: 2, through: head - 1) { change, snapshot in
      met.append(change.version)
      let direct = try store.snapshot(of: "home", at: change.version)
      #expect(snapshot == direct)
    }
    #expect(met == Array(3..<head))
    #expect(throws: ListStoreError.self) { try store.walk("home", after: head + 1) { _, _ in } }
  }

  @Test func `one change spans many versions and goes back`() throws {
    let store = try ListStore.inMemory()
    var lists = RandomLists(seed: 8)
    var list = lists.list()
    for _ in 0..<12 {
      try store.commit(list, to: "home")
      list = lists.successor(of: list)
    }
    let head = try store.info(of: "home").version
    for (source, target) in [(0, head), (2, head - 1), (head, 1), (3, 3)] {
      let change = try store.change(of: "home", from: source, to: target)
      let before = try store.snapshot(of: "home", at: source).list
      let after = try store.snapshot(of: "home", at: target).list
      #expect(try change.changeset.apply(to: before) == after)
    }
  }

  @Test func `one change over many versions has long contents, too`() throws {
    let store = try ListStore.inMemory()
    for version in 1...6 {
      try store.commit(
        List {
          Section(id: "s") {
            for id in 0..<9 {
              cell("\(id)", String(repeating: "\(version % (id + 1))", count: 3_000))
            }
          }
        },
        to: "home"
      )
    }
    for (source, target) in [(1, 6), (6, 2)] {
      let before = try store.snapshot(of: "home", at: source).list
      let after = try store.snapshot(of: "home", at: target).list
      let change = try store.change(of: "home", from: source, to: target).changeset
      #expect(try change.encoded() == Changeset(from: before, to: after).encoded())
    }
  }

  @Test func `one change over many versions has nothing that was taken back`() throws {
    let store = try ListStore.inMemory()
    func commit(_ values: [Int]) throws {
      try store.commit(
        List {
          Section(id: "s") {
            for (id, value) in values.enumerated() { cell("\(id)", revision: value) }
          }
        },
        to: "home"
      )
    }
    for values in [[1, 2, 3], [5, 2, 3], [5, 6], [1, 6, 7], [1, 2, 3, 4], [1, 2, 3]] {
      try commit(values)
    }
    for (source, target) in [(1, 6), (6, 1), (2, 5), (1, 4)] {
      let before = try store.snapshot(of: "home", at: source).list
      let after = try store.snapshot(of: "home", at: target).list
      let change = try store.change(of: "home", from: source, to: target).changeset
      let direct = try Changeset(from: before, to: after)
      #expect(change.operationCount == direct.operationCount, "\(source) to \(target)")
      #expect(change.isEmpty == (before == after))
      #expect(try change.encoded() == change.normalized().encoded())
    }
  }
}
