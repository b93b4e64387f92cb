import Dispatch
import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Synchronization
import Testing

@testable import ListStorage

/// A store in its owner's database, and commits inside the owner's transactions.
@Suite struct SharedDatabaseTests {
  private struct Refused: Error {}

  /// Has the log moved after few commits.
  private var shortLog: ListStore.Configuration {
    var configuration = ListStore.Configuration()
    configuration.checkpointThreshold = 4 << 20
    return configuration
  }

  private func withPool(
    checkpoints: Int = 0,
    synchronous: String = "FULL",
    _ body: (DatabasePool) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    var configuration = GRDB.Configuration()
    configuration.prepareDatabase {
      try $0.execute(sql: "PRAGMA wal_autocheckpoint = \(checkpoints)")
    }
    let pool = try DatabasePool(path: folder.file("own.db"), configuration: configuration)
    try pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA synchronous = \(synchronous)")
      try database.execute(sql: "CREATE TABLE note (text TEXT)")
    }
    try withExtendedLifetime(folder) { try body(pool) }
  }

  @Test(arguments: [nil, "lists"], [true, false])
  func `who forgets the database in a write is told so`(label: String?, isPool: Bool) throws {
    let folder = try TemporaryFolder()
    var configuration = GRDB.Configuration()
    configuration.label = label
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
    let path = folder.file("own.db")
    let writer: any DatabaseWriter =
      isPool
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
    try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    let store = try ListStore(in: writer)
    // A queue of the same name is not the same queue.
    let other = try DatabaseQueue(configuration: configuration)
    _ = try other.write { _ in try store.commit(sample, to: "home") }
    @Sendable func isTold(_ error: any Error) -> Bool {
      if case .invalidEdit = error as? ListStoreError { true } else { false }
    }
    let isInside = DispatchSemaphore(value: 0)
    let committed = DispatchSemaphore(value: 0)
    Thread {
      isInside.wait()
      _ = try? store.edit("home") { try $0.deleteCell("a1") }
      committed.signal()
    }.start()
    try writer.write { database in
      isInside.signal()
      for _ in 0..<100 {
        #expect { try store.commit(List(), to: "home") } throws: { isTold($0) }
        #expect { try store.write { _ in } } throws: { isTold($0) }
        #expect { try store.checkpoint() } throws: { isTold($0) }
      }
      try store.edit("home", in: database) { try $0.deleteCell("a2") }
    }
    committed.wait()
    try writer.writeWithoutTransaction { database in
      #expect { try store.commit(List(), to: "home") } throws: { isTold($0) }
      database.afterNextTransaction { _ in
        #expect { try store.commit(List(), to: "home") } throws: { isTold($0) }
      }
      try database.inTransaction {
        try database.execute(sql: "CREATE TABLE own (id)")
        return .commit
      }
    }
    #expect(try store.info(of: "home").version == 3)
    #expect(try store.verify().problems == [])
  }

  @Test(arguments: [true, false])
  func `an owner that is reading can commit, and reads what was there`(keepsSpans: Bool) throws {
    try withPool { pool in
      var configuration = ListStore.Configuration()
      configuration.keepsSpans = keepsSpans
      configuration.durability = .normal
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
      let store = try ListStore(in: pool, configuration: configuration)
      try store.commit(sample, to: "home")
      for number in 2...600 {
        try pool.read { _ in
          try store.edit("home") { try $0.updateCell(cell("a1", revision: number)) }
          if number == 300 { #expect(try store.info(of: "home").version == 299) }
        }
      }
      #expect(try store.info(of: "home").version == 600)
      // Inside of a transaction on the writer, what is committed is read, and nothing else.
      try pool.write { database in
        try store.edit("home", in: database) { try $0.updateCell(cell("a1", revision: 0)) }
        #expect(try store.info(of: "home").version == 600)
      }
      #expect(try store.info(of: "home").version == 601)
      try store.compact(.unlimited)
      #expect(try store.verify().problems == [])
    }
  }

  @Test func `the owner's rows and a list are committed together`() throws {
    try withPool { pool in
      let store = try ListStore(in: pool)
      let commit = try store.write { database in
        try database.execute(sql: "INSERT INTO note VALUES ('one')")
        return try store.commit(.list(sample), to: "home", in: database)
      }
      #expect(commit.version == 1)
      #expect(try store.snapshot(of: "home").list == sample)
      #expect(try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM note") } == 1)
      #expect(try store.verify().problems == [])
    }
  }

  @Test func `a transaction that is rolled back leaves neither`() throws {
    try withPool { pool in
      let store = try ListStore(in: pool)
      try store.commit(sample, to: "home")
      #expect(throws: Refused.self) {
        try store.write { database in
          try database.execute(sql: "INSERT INTO note VALUES ('one')")
          try store.edit("home", in: database) { try $0.deleteCell("a1") }
          throw Refused()
        }
      }
      #expect(try store.snapshot(of: "home").list == sample)
      #expect(try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM note") } == 0)
      // The next commit starts from what is there.
      #expect(try store.edit("home") { try $0.deleteCell("a1") }.version == 2)
      #expect(try store.verify().problems == [])
    }
  }

  @Test func `a refused commit leaves the transaction usable`() throws {
    try withPool { pool in
      let store = try ListStore(in: pool)
      try store.write { database in
        try store.commit(.list(sample), to: "home", in: database)
        #expect(throws: Refused.self) {
          try store.edit("home", in: database) { draft in
            try draft.deleteCell("a1")
            throw Refused()
          }
        }
        #expect(throws: ListStoreError.self) {
          try store.commit(
            .list(sample),
            to: "home",
            options: CommitOptions(expecting: .version(7)),
            in: database
          )
        }
        try store.edit("home", in: database) { try $0.deleteCell("b1") }
      }
      #expect(try store.snapshot(of: "home").list.ids == [["a1", "a2", "a3"], ["b2"]])
      #expect(try store.verify().problems == [])
    }
  }

  @Test func `the owner's errors come out as they are, and the store's as the store's`() throws {
    try withPool { pool in
      let store = try ListStore(in: pool)
      try pool.write { try $0.execute(sql: "CREATE UNIQUE INDEX once ON note (text)") }
      func insert(_ database: Database) throws {
        for _ in 0..<2 { try database.execute(sql: "INSERT INTO note VALUES ('one')") }
      }
      let inWrite = #expect(throws: DatabaseError.self) {
        try store.write { database in
          try store.commit(.list(sample), to: "home", in: database)
          try insert(database)
        }
      }
      #expect(inWrite?.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
      #expect(try store.lists().isEmpty)
      try store.commit(sample, to: "home")
      for code in [ResultCode.SQLITE_BUSY, .SQLITE_CORRUPT] {
        let inEdit = #expect(throws: DatabaseError.self) {
          try store.edit("home") { _ in throw DatabaseError(resultCode: code) }
        }
        #expect(inEdit?.resultCode == code)
        let rebasing = #expect(throws: DatabaseError.self) {
          try store.commit(
            .edit(rebasing: 1) { _ in throw DatabaseError(resultCode: code) },
            to: "home"
          )
        }
        #expect(rebasing?.resultCode == code)
      }
      let inside = #expect(throws: DatabaseError.self) {
        try store.write { database in
          try store.edit("home", in: database) { _ in try insert(database) }
        }
      }
      #expect(inside?.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
      #expect(try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM note") } == 0)
      // What an edit reads is the store's, also when it is the edit that reads it.
      try pool.write { try $0.execute(sql: "ALTER TABLE liststore_place RENAME TO elsewhere") }
      #expect(throws: ListStoreError.self) {
        try store.edit("home") { try $0.deleteCell("a1") }
      }
    }
  }

  @Test func `followers are told when the transaction is committed`() async throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    let reader = Task { () -> Int? in
      for try await change in store.feed(of: "home") { return change.version }
      return nil
    }
    try store.write { try store.commit(.list(sample), to: "home", in: $0) }
    #expect(try await reader.value == 1)
    withExtendedLifetime(folder) {}
  }

  @Test func `outside of a transaction a commit into it is refused`() throws {
    try withPool { pool in
      let store = try ListStore(in: pool)
      #expect(throws: ListStoreError.noTransaction) {
        try pool.writeWithoutTransaction { try store.commit(.list(sample), to: "home", in: $0) }
      }
    }
  }

  @Test func `a database that cannot keep the promises is refused, saying what to set`() throws {
    try withPool(checkpoints: 1000) { pool in
      #expect {
        try ListStore(in: pool)
      } throws: {
        "\($0)".contains("wal_autocheckpoint = 0")
      }
    }
    try withPool(synchronous: "NORMAL") { pool in
      #expect {
        try ListStore(in: pool)
      } throws: {
        "\($0)".contains("synchronous = 2")
      }
      var configuration = ListStore.Configuration()
      configuration.durability = .normal
      #expect(throws: Never.self) { try ListStore(in: pool, configuration: configuration) }
    }
  }

  @Test func `the log does not grow with each checkpoint`() throws {
    try withPool { pool in
      let store = try ListStore(in: pool, configuration: shortLog)
      let big = String(repeating: "x", count: 100_000)
      for number in 0..<250 {
        try store.commit(
          List { Section(id: "s") { cell("c", big, revision: number) } },
          to: "home"
        )
      }
      #expect(store.database.walByteCount < shortLog.checkpointThreshold * 3 / 2)
    }
  }

  @Test func `a store of a newer format is refused`() throws {
    try withPool { pool in
      _ = try ListStore(in: pool)
      try pool.write { try $0.execute(sql: "UPDATE liststore SET format = 9, min_writer = 9") }
      #expect(
        throws: ListStoreError.newerFormat(
          path: pool.path,
          format: 9,
          supported: StoreDatabase.format
        )
      ) {
        try ListStore(in: pool)
      }
    }
  }

  @Test func `a database without a log is to wait for the device as well`() throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.file("own.db"))
    try queue.inDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    #expect {
      try ListStore(in: queue)
    } throws: {
      "\($0)".contains("synchronous = 2")
    }
    try queue.inDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    #expect(try ListStore(in: queue).commit(sample, to: "home").version == 1)
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: ["MEMORY", "OFF"])
  func `a file without a journal is refused, a database without a file needs none`(
    journal: String
  ) throws {
    let folder = try TemporaryFolder()
    var configuration = GRDB.Configuration()
    configuration.prepareDatabase {
      try $0.execute(sql: "PRAGMA journal_mode = \(journal); PRAGMA synchronous = FULL")
    }
    let queue = try DatabaseQueue(path: folder.file("own.db"), configuration: configuration)
    #expect {
      try ListStore(in: queue)
    } throws: {
      "\($0)".contains("journal_mode = WAL")
    }
    let inMemory = try DatabaseQueue(configuration: configuration)
    #expect(try ListStore(in: inMemory).commit(sample, to: "home").version == 1)
    withExtendedLifetime(folder) {}
  }

  /// A database whose owner can leave transactions open on its only connection.
  private func queueWithOpenTransactions(_ path: String) throws -> DatabaseQueue {
    var configuration = GRDB.Configuration()
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase {
      try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = FULL")
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  @Test func `a transaction of the owner's is neither ended nor joined`() throws {
    let folder = try TemporaryFolder()
    let queue = try queueWithOpenTransactions(folder.file("own.db"))
    try queue.inDatabase { try $0.execute(sql: "CREATE TABLE note (text TEXT)") }
    let store = try ListStore(in: queue)
    try queue.inDatabase {
      try $0.execute(sql: "BEGIN; INSERT INTO note VALUES ('mine')")
    }
    func isRefused(_ work: () throws -> Void) {
      #expect { try work() } throws: { "\($0)".contains("COMMIT or ROLLBACK") }
    }
    isRefused { try store.commit(sample, to: "home") }
    isRefused { try store.write { _ in } }
    try queue.inDatabase { database in
      #expect(database.isInsideTransaction)
      try database.execute(sql: "COMMIT")
    }
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM note") } == 1)
    #expect(try store.commit(sample, to: "home").version == 1)
    withExtendedLifetime(folder) {}
  }

  @Test func `what a transaction of the owner's may still undo is not read`() throws {
    let folder = try TemporaryFolder()
    let queue = try queueWithOpenTransactions(folder.file("own.db"))
    let store = try ListStore(in: queue)
    try store.commit(sample, to: "home")
    let token = try store.token(of: "home")
    // The connection is the queue's only one, and has nothing but the versions of its transaction.
    try queue.inDatabase { database in
      try database.execute(sql: "BEGIN")
      try store.edit("home", in: database) { try $0.deleteCell("a1") }
    }
    #expect {
      _ = try store.catchUp("home", from: token)
    } throws: {
      "\($0)".contains("COMMIT or ROLLBACK")
    }
    try queue.inDatabase { try $0.execute(sql: "ROLLBACK; BEGIN") }
    #expect(try store.catchUp("home", from: token) == .upToDate(token))
    try queue.inDatabase { try $0.execute(sql: "COMMIT") }
    try store.edit("home") { try $0.deleteCell("a2") }
    #expect(try store.catchUp("home", from: token).next.version == 2)
    withExtendedLifetime(folder) {}
  }

  /// How often the owner of a database was asked whether to wait.
  private final class Questions: Sendable {
    let count = Atomic<Int>(0)
  }

  private func pool(_ path: String, _ busyMode: Database.BusyMode) throws -> DatabasePool {
    var configuration = GRDB.Configuration()
    configuration.busyMode = busyMode
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
    let pool = try DatabasePool(path: path, configuration: configuration)
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    return pool
  }

  @Test(arguments: [0, 3000])
  func `a checkpoint leaves how long the owner's database waits as it was`(milliseconds: Int) throws
  {
    let folder = try TemporaryFolder()
    let pool = try pool(
      folder.file("own.db"),
      milliseconds == 0 ? .immediateError : .timeout(Double(milliseconds) / 1000)
    )
    let store = try ListStore(in: pool)
    try store.commit(sample, to: "home")
    #expect(try store.checkpoint(waiting: .seconds(60)))
    try pool.read { _ in
      // The reader still needs the log.
      _ = try store.edit("home") { try $0.deleteCell("a1") }
      #expect(try !store.checkpoint(waiting: .zero))
    }
    let timeout = try pool.writeWithoutTransaction {
      try Int.fetchOne($0, sql: "PRAGMA busy_timeout")
    }
    #expect(timeout == milliseconds)
    withExtendedLifetime(folder) {}
  }

  @Test func `a checkpoint leaves whom the owner's database asks as it was`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("own.db")
    let questions = Questions()
    let pool = try pool(
      path,
      .callback { _ in
        questions.count.add(1, ordering: .relaxed)
        return false
      }
    )
    let store = try ListStore(in: pool)
    try store.commit(sample, to: "home")
    #expect(try store.checkpoint(waiting: .seconds(60)))
    try DatabaseQueue(path: path).inDatabase { other in
      try other.execute(sql: "BEGIN IMMEDIATE")
      #expect(throws: DatabaseError.self) {
        try pool.write { try $0.execute(sql: "CREATE TABLE note (text TEXT)") }
      }
      try other.execute(sql: "ROLLBACK")
    }
    #expect(questions.count.load(ordering: .relaxed) > 0)
    withExtendedLifetime(folder) {}
  }

  @Test func `a second store in a database opens while the first one commits`() throws {
    try withPool { pool in
      var configuration = ListStore.Configuration()
      // With the locks in another order, one of the two waits this long, and fails.
      configuration.busyTimeout = .milliseconds(1)
      let first = try ListStore(in: pool, configuration: configuration)
      let commits = DispatchGroup()
      let failures = Mutex(0)
      for number in 0..<2 {
        commits.enter()
        Thread { [configuration] in
          defer { commits.leave() }
          for step in 0..<100 {
            do {
              if number == 0 {
                try first.commit(List { Section(id: "\(step)") }, to: "home")
              } else {
                _ = try ListStore(in: pool, configuration: configuration)
              }
            } catch {
              failures.withLock { $0 += 1 }
            }
          }
        }.start()
      }
      commits.wait()
      #expect(failures.withLock { $0 } == 0)
    }
  }

  @Test func `the log is moved into the database after transactions of the owner's own`() throws {
    try withPool { pool in
      let store = try ListStore(in: pool, configuration: shortLog)
      let big = String(repeating: "x", count: 100_000)
      for number in 0..<150 {
        try pool.write { database in
          _ = try store.commit(
            .list(List { Section(id: "s") { cell("c", big, revision: number) } }),
            to: "home",
            in: database
          )
        }
      }
      #expect(store.database.walByteCount < shortLog.checkpointThreshold * 3 / 2)
    }
  }

  @Test func `other processes are told of transactions of the owner's own`() throws {
    try withPool { pool in
      let store = try ListStore(in: pool)
      let told = DispatchSemaphore(value: 0)
      let watcher = FileWatcher(path: pool.path + "-lock", orReplacementOf: pool.path) {
        told.signal()
      }
      try pool.write { _ = try store.commit(.list(sample), to: "home", in: $0) }
      #expect(told.wait(timeout: .now() + 300) == .success)
      withExtendedLifetime(watcher) {}
    }
  }

  @Test func `a head that a savepoint has undone is not gone on from`() throws {
    try withPool { pool in
      let store = try ListStore(in: pool)
      try store.commit(sample, to: "home")
      try store.write { database in
        try database.inSavepoint {
          try store.edit("home", in: database) { try $0.deleteCell("a1") }
          return .rollback
        }
      }
      #expect(store.heads.known("home", upTo: .max) == nil)
      #expect(try store.edit("home") { try $0.deleteCell("a1") }.version == 2)
      #expect(try store.verify().problems == [])
    }
  }

  private func cells(_ numbers: Range<Int>) -> [Cell] { numbers.map { cell(Cell.ID($0)) } }

  @Test(arguments: [true, false])
  func `a version that another store made again after a savepoint is read as that has cut it`(
    refusing: Bool
  ) throws {
    let queue = try DatabaseQueue()
    let first = try ListStore(in: queue)
    let second = try ListStore(in: queue)
    try first.commit(List(sections: [Section(id: "s", cells: cells(0..<128))]), to: "home")
    let final = List(sections: [Section(id: "s", cells: cells(0..<130))])
    try first.write { database in
      try database.inSavepoint {
        // In the middle, so that chunks are cut in other places.
        try first.edit("home", in: database) { draft in
          for number in 1000..<1300 {
            try draft.insertCell(cell(Cell.ID(number)), .after(Cell.ID(20)))
          }
        }
        try first.commit(.list(final), to: "home", in: database)
        if refusing {
          #expect(throws: Refused.self) {
            try first.edit("home", in: database) { _ in throw Refused() }
          }
        }
        return .rollback
      }
      try second.edit("home", in: database) { try $0.appendCell(cell(Cell.ID(128)), to: "s") }
      try second.commit(.list(final), to: "home", in: database)
    }
    try first.edit("home") { try $0.deleteCell(Cell.ID(60)) }
    try first.edit("home") { try $0.insertCell(cell("new"), .at(25, in: "s")) }
    #expect(try first.window(.rows(0..<200), in: "home").cells.count == 130)
    #expect(try first.verify().problems == [])
  }

  @Test func `the head of the owner's last commit is gone on from`() throws {
    try withPool { pool in
      let store = try ListStore(in: pool)
      try store.write { database in
        try database.execute(sql: "INSERT INTO note VALUES ('one')")
        try store.commit(.list(sample), to: "home", in: database)
      }
      #expect(store.heads.known("home", upTo: .max)?.head.version == 1)
    }
  }

  @Test func `an error that undoes everything is not passed over`() throws {
    try withPool { pool in
      let store = try ListStore(in: pool)
      try store.commit(sample, to: "home")
      #expect(throws: ListStoreError.self) {
        try store.write { database in
          try database.execute(sql: "INSERT INTO note VALUES ('one')")
          try? database.execute(
            sql: "INSERT OR ROLLBACK INTO liststore SELECT * FROM liststore"
          )
          try? database.execute(sql: "INSERT INTO note VALUES ('two')")
        }
      }
      #expect(try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM note") } == 0)
      #expect(throws: ListStoreError.self) {
        try store.write { database in
          try store.edit("home", in: database) { draft in
            try draft.deleteCell("a1")
            try? database.execute(
              sql: "INSERT OR ROLLBACK INTO liststore SELECT * FROM liststore"
            )
          }
        }
      }
      #expect(try store.info(of: "home").version == 1)
      #expect(try store.snapshot(of: "home").list == sample)
      #expect(try store.edit("home") { try $0.deleteCell("a1") }.version == 2)
    }
  }

  @Test func `what happens in the owner's transactions is reported as well`() throws {
    try withPool { pool in
      let events = Mutex<[String]>([])
      var configuration = ListStore.Configuration()
      configuration.onEvent = { event in
        switch event {
        case .committed(let commit, _): events.withLock { $0.append("\(commit.version)") }
        case .commitFailed: events.withLock { $0.append("failed") }
        case .checkpointed, .compacted, .upkeepFailed: break
        }
      }
      let store = try ListStore(in: pool, configuration: configuration)
      try store.write { database in
        try store.commit(.list(sample), to: "home", in: database)
        #expect(throws: ListStoreError.self) {
          try store.edit("home", in: database) { try $0.deleteCell("none") }
        }
        try store.edit("home", in: database) { try $0.deleteCell("a1") }
        #expect(events.withLock { $0 } == ["failed"])
      }
      #expect(events.withLock { $0 } == ["failed", "1", "2"])
    }
  }

  @Test func `the owner's migrations do not see the store's`() throws {
    try withPool { pool in
      _ = try ListStore(in: pool)
      var migrator = DatabaseMigrator()
      migrator.registerMigration("v1") { try $0.execute(sql: "CREATE TABLE more (id INTEGER)") }
      #expect(try pool.read { try !migrator.hasBeenSuperseded($0) })
      try migrator.migrate(pool)
      #expect(try ListStore(in: pool).lists().isEmpty)
    }
  }
}

/// Commits that share a transaction.
@Suite struct GroupCommitTests {
  @Test func `many callers at once make dense versions, each its own`() async throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    try await store.commit(sample, to: "home")
    let commits = try await withThrowingTaskGroup(of: [Commit].self) { group in
      for caller in 0..<8 {
        group.addTask {
          try (0..<12).map { number in
            try store.edit("home", options: CommitOptions(key: "\(caller)-\(number)")) {
              try $0.insertCell(cell(Cell.ID("\(caller)-\(number)")), .end(of: "b"))
            }
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(commits.map(\.version)) == Set(2...97))
    for commit in commits {
      let change = try #require(
        try store.changes(of: "home", after: commit.version - 1, limit: 1).first
      )
      #expect(change.fingerprint == commit.fingerprint)
    }
    #expect(try store.verify().problems == [])
    withExtendedLifetime(folder) {}
  }

  @Test func `spans are written beside callers who commit together`() async throws {
    let folder = try TemporaryFolder()
    var configuration = ListStore.Configuration()
    configuration.spanLengths.shortest = 16
    let store = try ListStore(path: folder.file("lists.db"), configuration: configuration)
    try await store.commit(sample, to: "home")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for caller in 0..<8 {
        group.addTask {
          for number in 0..<40 {
            try store.edit("home") { try $0.updateCell(cell("a1", "\(caller) \(number)")) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.info(of: "home").version == 321)
    let spanCount = try store.database.read {
      try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM liststore_span") ?? 0
    }
    #expect(spanCount > 0)
    #expect(try store.verify().problems == [])
    withExtendedLifetime(folder) {}
  }

  @Test func `a refused commit does not hold up those it shares a transaction with`() async throws {
    let store = try ListStore.inMemory()
    try await store.commit(sample, to: "home")
    let refusals = await refusals(in: store) { try $0.deleteCell("none") }
    #expect(refusals.count == 40)
    #expect(try store.info(of: "home").version == 41)
    #expect(try store.verify().problems == [])
  }

  /// Eight callers at once make ten edits each, of which every second one fails.
  ///
  /// - Returns: The errors they were answered with.
  private func refusals(
    in store: ListStore,
    failing: @escaping @Sendable (inout ListDraft) throws -> Void
  ) async -> [any Error] {
    await withTaskGroup(of: [any Error].self) { group in
      for caller in 0..<8 {
        group.addTask {
          (0..<10).compactMap { number in
            do {
              try store.edit("home") { draft in
                try draft.insertCell(cell(Cell.ID("\(caller)-\(number)")), .end(of: "b"))
                if number.isMultiple(of: 2) { try failing(&draft) }
              }
              return nil
            } catch {
              return error
            }
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  @Test func `what ends a transaction for all is told to the others as the store's error`() throws {
    struct Refused: Error {}
    let own = WaitingCommit(key: nil) { _ in throw CallerError(error: Refused()) }
    let device = WaitingCommit(key: nil) { _ in throw ListStoreError.diskFull(path: "x") }
    try DatabaseQueue().inDatabase { database in
      for commit in [own, device] { #expect(!commit.run(in: database)) }
    }
    guard case ListStoreError.database = own.errorForOthers else {
      Issue.record("\(own.errorForOthers)")
      return
    }
    #expect(device.errorForOthers as? ListStoreError == .diskFull(path: "x"))
  }

  @Test func `a caller's own error takes back its commit and nobody else's`() async throws {
    let store = try ListStore.inMemory()
    try await store.commit(sample, to: "home")
    let refusals = await refusals(in: store) { _ in
      throw DatabaseError(resultCode: .SQLITE_BUSY)
    }
    #expect(refusals.count == 40)
    #expect(refusals.allSatisfy { ($0 as? DatabaseError)?.resultCode == .SQLITE_BUSY })
    #expect(try store.info(of: "home").version == 41)
    #expect(try store.verify().problems == [])
  }

  @Test func `a commit that fails after it has written takes nobody with it`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    try store.write { database in
      try database.execute(
        sql: """
          CREATE TEMP TRIGGER refusal BEFORE INSERT ON liststore_change
          WHEN NEW.author = CAST('refused' AS BLOB)
          BEGIN SELECT RAISE(ABORT, 'refused'); END
          """
      )
    }
    // While the first one writes, the others gather, and share the next transaction.
    let authors = ["first", "a", "refused", "b", "refused", "c"]
    let (started, gathered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let refusals = Mutex(0)
    let group = DispatchGroup()
    for (number, author) in authors.enumerated() {
      group.enter()
      Thread {
        defer { group.leave() }
        do {
          try store.edit("home", options: CommitOptions(author: author)) { draft in
            if number == 0 {
              started.signal()
              gathered.wait()
            }
            try draft.insertCell(cell(Cell.ID("\(author)-\(number)")), .end(of: "b"))
          }
        } catch {
          refusals.withLock { $0 += 1 }
        }
      }.start()
      if number == 0 { started.wait() }
    }
    try spin(until: "all but the first caller wait") {
      store.database.queue.waitingCount >= authors.count - 1
    }
    gathered.signal()
    group.wait()
    #expect(refusals.withLock { $0 } == 2)
    #expect(try store.info(of: "home").version == 5)
    let made = try store.changes(of: "home", after: 1).map(\.author)
    #expect(Set(made) == ["first", "a", "b", "c"])
    #expect(try store.snapshot(of: "home").list.ids[1].count == sample.sections[1].cells.count + 4)
    #expect(try store.verify().problems == [])
    // What was known of the rows that were undone is forgotten.
    #expect(try store.edit("home") { try $0.deleteCell("a-1") }.version == 6)
    #expect(try store.verify().problems == [])
  }

  @Test func `nobody waits while another caller's commit moves the log`() throws {
    let folder = try TemporaryFolder()
    let (moving, answered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var configuration = ListStore.Configuration()
    configuration.checkpointThreshold = 4 << 20
    let isFirst = Mutex(true)
    configuration.onEvent = { event in
      guard case .checkpointed = event,
        isFirst.withLock({ isFirst in
          defer { isFirst = false }
          return isFirst
        })
      else {
        return
      }
      moving.signal()
      #expect(answered.wait(timeout: .now() + 300) == .success)
    }
    let store = try ListStore(path: folder.file("lists.db"), configuration: configuration)
    try store.commit(sample, to: "home")
    let group = DispatchGroup()
    func start(_ body: @escaping @Sendable () throws -> Void) {
      group.enter()
      Thread {
        defer { group.leave() }
        #expect(throws: Never.self) { try body() }
      }.start()
    }
    let (started, gathered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    start {
      try store.edit("home") { draft in
        started.signal()
        gathered.wait()
        // More than the log holds.
        let text = String(repeating: "x", count: 5 << 20)
        let content = try Content(encoding: text)
        let component = AnyComponent(StoredComponent(type: "Text", content: content))
        try draft.insertCell(Cell(id: "long", component: component), .end(of: "b"))
      }
    }
    started.wait()
    start {
      try store.edit("home") { try $0.insertCell(cell("short"), .end(of: "b")) }
      #expect(moving.wait(timeout: .now() + 300) == .success)
      answered.signal()
    }
    try spin(until: "the second caller waits") { store.database.queue.waitingCount > 0 }
    gathered.signal()
    group.wait()
    #expect(try store.edit("home") { try $0.deleteCell("long") }.version == 4)
    #expect(try store.verify().problems == [])
  }
}
