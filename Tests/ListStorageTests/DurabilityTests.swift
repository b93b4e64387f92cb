import Foundation
import GRDB
import ListKeeping
import ListMigrations
import ListModel
import ListTestSupport
import Synchronization
import Testing

@testable import ListStorage

@Suite struct DurabilityTests {
  @Test func `who gives up waiting for the lock leaves at most one waiter`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    var configuration = ListStore.Configuration()
    configuration.busyTimeout = .milliseconds(2)
    let store = try ListStore(path: path, configuration: configuration)
    try store.commit(sample, to: "home")
    /// How many descriptors of this process lead to the lock's file.
    func descriptors() throws -> Int {
      let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      return links.count { number in
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)"))
          == path + "-lock"
      }
    }
    let descriptor = open(path + "-lock", O_RDWR)
    #expect(flock(descriptor, LOCK_EX) == 0)
    let before = try descriptors()
    for _ in 0..<20 {
      #expect(throws: ListStoreError.busy(path: path + "-lock", timeout: .milliseconds(2))) {
        try store.edit("home") { try $0.deleteCell("a1") }
      }
    }
    #expect(try descriptors() <= before + 1)
    close(descriptor)
    // Whoever waits next gets the lock from the waiter, or takes it at once.
    var version = 1
    while version == 1 {
      version = (try? store.edit("home") { try $0.deleteCell("a1") }.version) ?? 1
    }
    #expect(version == 2)
    #expect(try store.verify().problems == [])
  }

  @Test func `who gives up opening a store that is locked leaves at most one waiter`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    try ListStore(path: path).commit(sample, to: "home")
    func descriptors() throws -> Int {
      let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      return links.count { number in
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)"))
          == path + "-lock"
      }
    }
    var configuration = ListStore.Configuration()
    configuration.busyTimeout = .milliseconds(2)
    let descriptor = open(path + "-lock", O_RDWR)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX) == 0)
    let before = try descriptors()
    for _ in 0..<20 {
      #expect(throws: ListStoreError.busy(path: path + "-lock", timeout: .milliseconds(2))) {
        try ListStore(path: path, configuration: configuration)
      }
    }
    #expect(try descriptors() <= before + 1)
    flock(descriptor, LOCK_UN)
    configuration.busyTimeout = .seconds(60)
    #expect(try ListStore(path: path, configuration: configuration).info(of: "home").version == 1)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a commit is answered while another process keeps the lock that upkeep needs`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    let lock = Mutex<Int32>(-1)
    var configuration = ListStore.Configuration()
    configuration.busyTimeout = .seconds(3600)
    configuration.durability = .normal
    configuration.spanLengths.shortest = 4
    configuration.onEvent = { event in
      guard case .committed(let commit, _) = event, commit.version == 8 else { return }
      lock.withLock { $0 = open(path + "-lock", O_RDWR) }
      #expect(lock.withLock { flock($0, LOCK_EX) } == 0)
    }
    let store = try ListStore(path: path, configuration: configuration)
    try store.commit(sample, to: "home")
    for number in 2...8 {
      try store.edit("home") { try $0.updateCell(cell("a1", revision: number)) }
    }
    #expect(lock.withLock(\.self) >= 0)
    // The next time it waits longer; once it has had its turn, not any more.
    #expect(store.database.upkeepPatience == .milliseconds(200))
    lock.withLock { _ = close($0) }
    // What was not done then is done the next time.
    for number in 9...12 {
      try store.edit("home") { try $0.updateCell(cell("a1", revision: number)) }
    }
    let spans = try store.database.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM liststore_span")
    }
    #expect(spans ?? 0 >= 3)
    #expect(store.database.upkeepPatience == .milliseconds(100))
    #expect(try store.verify().problems == [])
  }

  @Test func `what fails after a commit is reported, and the commit is not`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    let failures = Mutex<[List.ID?]>([])
    var configuration = ListStore.Configuration()
    configuration.spanLengths.shortest = 4
    configuration.onEvent = { event in
      if case .upkeepFailed(let list, _) = event { failures.withLock { $0.append(list) } }
    }
    let store = try ListStore(path: path, configuration: configuration)
    try store.commit(sample, to: "home")
    try store.write { try $0.execute(sql: "DROP TABLE liststore_span") }
    for number in 2...8 {
      try store.edit("home") { try $0.updateCell(cell("a1", revision: number)) }
    }
    #expect(try store.info(of: "home").version == 8)
    #expect(failures.withLock(\.self) == ["home", "home"])
  }

  @Test func `readers without a gap between them do not make the log grow for ever`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    var configuration = ListStore.Configuration()
    configuration.durability = .normal
    configuration.checkpointThreshold = 100_000
    configuration.busyTimeout = .seconds(60)
    let store = try ListStore(path: path, configuration: configuration)
    try store.commit(sample, to: "home")
    let readers = try DatabasePool(path: path)
    /// Each ends some milliseconds after the other has begun: there is always one.
    let someWork = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      SELECT count(*) FROM n
      """
    let begun = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    let isOver = Atomic(false)
    let ended = DispatchGroup()
    for number in 0..<2 {
      ended.enter()
      Thread {
        while !isOver.load(ordering: .relaxed) {
          try? readers.read { database in
            _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM liststore_change")
            begun[1 - number].signal()
            begun[number].wait()
            _ = try Int.fetchOne(database, sql: someWork)
          }
        }
        begun[1 - number].signal()
        ended.leave()
      }.start()
    }
    var longest = 0
    for number in 0..<1_000 {
      try store.edit("home") { try $0.updateCell(cell("a1", revision: number)) }
      longest = max(longest, store.database.walByteCount)
    }
    isOver.store(true, ordering: .relaxed)
    ended.wait()
    #expect(longest > configuration.checkpointThreshold)
    // Without waiting for readers, it is more than a hundred times as long.
    #expect(longest < 20 * configuration.checkpointThreshold)
    #expect(try store.verify().problems == [])
  }

  @Test func `what a file says is not trusted, on any connection`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    let store = try ListStore(path: path)
    try store.commit(sample, to: "home")
    var configuration = ListStore.Configuration()
    configuration.access = .readOnly
    let reader = try ListStore(path: path, configuration: configuration)
    for (name, value) in [("trusted_schema", 0), ("cell_size_check", 1)] {
      func read(_ database: Database) throws -> Int? {
        try Int.fetchOne(database, sql: "PRAGMA \(name)")
      }
      #expect(try store.database.write(read) == value)
      #expect(try store.database.read(read) == value)
      #expect(try reader.database.read(read) == value)
    }
  }

  @Test func `statistics tell the size of the log`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    let store = try ListStore(path: path)
    try store.commit(sample, to: "home")
    let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
    #expect(try store.statistics().walBytes == size)
    #expect(try store.checkpoint())
    #expect(try store.statistics().walBytes == 0)
  }

  @Test func `a store may be told to wait for ever`() throws {
    let folder = try TemporaryFolder()
    var configuration = ListStore.Configuration()
    configuration.busyTimeout = .seconds(Int64.max)
    let store = try ListStore(path: folder.file("lists.db"), configuration: configuration)
    #expect(try store.commit(sample, to: "home").version == 1)
    #expect(try store.checkpoint(waiting: .seconds(Int64.max)))
    withExtendedLifetime(folder) {}
  }

  @Test func `the default waits for the device, although the pool says otherwise`() throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("full.db"))
    #expect(try store.database.synchronousSetting() == 2)
    var configuration = ListStore.Configuration()
    configuration.durability = .normal
    let normal = try ListStore(path: folder.file("normal.db"), configuration: configuration)
    #expect(try normal.database.synchronousSetting() == 1)
  }

  @Test func `no connection checkpoints by itself`() throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    let settings = try [
      store.database.write { try Int.fetchOne($0, sql: "PRAGMA wal_autocheckpoint") },
      store.database.read { try Int.fetchOne($0, sql: "PRAGMA wal_autocheckpoint") },
    ]
    #expect(settings == [0, 0])
  }

  @Test func `the log is checkpointed under the lock when it has grown`() throws {
    let folder = try TemporaryFolder()
    var configuration = ListStore.Configuration()
    configuration.checkpointThreshold = 4 << 20
    let store = try ListStore(path: folder.file("lists.db"), configuration: configuration)
    let big = String(repeating: "x", count: 100_000)
    for number in 0..<50 {
      try store.commit(
        List { Section(id: "s") { cell("c", big, revision: number) } },
        to: "home"
      )
    }
    // Twice the threshold leaves room for the commit that crosses it.
    #expect(store.database.walByteCount < 2 * configuration.checkpointThreshold)
    #expect(try store.verify().problems == [])
  }

  @Test(arguments: [.min, 0, 1, .max])
  func `the log may be as long as the caller wants`(bytes: Int) throws {
    let folder = try TemporaryFolder()
    let checkpoints = Mutex(0)
    var configuration = ListStore.Configuration()
    configuration.checkpointThreshold = bytes
    configuration.onEvent = { event in
      if case .checkpointed = event { checkpoints.withLock { $0 += 1 } }
    }
    let store = try ListStore(path: folder.file("lists.db"), configuration: configuration)
    for number in 0..<20 {
      try store.commit(List { Section(id: "s") { cell("c", "\(number)") } }, to: "home")
    }
    #expect(checkpoints.withLock(\.self) == (bytes == .max ? 0 : 20))
    #expect(try store.verify().problems == [])
  }

  @Test func `nobody rewrites the schema behind SQLite's back`() throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    try store.commit(sample, to: "home")
    #expect(throws: (any Error).self) {
      try store.write { database in
        try database.execute(
          sql: "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name LIKE 'l%'"
        )
      }
    }
    #expect(try store.verify().problems == [])
  }

  @Test func `a checkpoint waits for a reader no longer than it may`() throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    try store.commit(sample, to: "home")
    try store.database.read { _ in
      // The reader still needs the log; an hour would not help.
      _ = try store.edit("home") { try $0.deleteCell("a1") }
      #expect(try !store.checkpoint(waiting: .zero))
    }
    #expect(try store.checkpoint(waiting: .seconds(3600)))
    #expect(store.database.walByteCount == 0)
    #expect(try store.edit("home") { try $0.deleteCell("a2") }.version == 3)
  }

  @Test func `only the owner may read a new store`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    let store = try ListStore(path: path)
    try store.commit(sample, to: "home")
    for file in [path, path + "-wal", path + "-lock"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(file)")
    }
  }

  @Test(
    arguments: [
      (0o644, 0o600), (0o660, 0o660), (0o664, 0o660), (0o606, 0o606), (0o444, 0o600),
      (0o464, 0o660),
    ]
      as [(mode_t, mode_t)]
  )
  func `who may write a store may lock it, and nobody else`(store mode: mode_t, lock: mode_t) throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    _ = try ListStore(path: path)
    try #require(chmod(path, mode) == 0)
    for _ in 0..<2 {
      _ = try ListStore(path: path)
      var status = stat()
      #expect(stat(path + "-lock", &status) == 0 && status.st_mode & 0o777 == lock)
      try FileManager.default.removeItem(atPath: path + "-lock")
    }
  }

  @Test func `every migration is listed`() throws {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Migrations")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".sql") }.map { String($0.dropLast(4)) }.sorted()
    #expect(!files.isEmpty)
    #expect(Migration.all.map(\.identifier) == files)
  }
}

@Suite struct VerificationTests {
  private func problems(after damage: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    var lists = RandomLists(seed: 5)
    lists.cellLimit = 150
    var list = lists.list()
    for _ in 0..<10 {
      try store.commit(list, to: "home")
      list = lists.successor(of: list, editLimit: 20)
    }
    #expect(try store.verify().problems == [])
    var unchecked = Configuration()
    unchecked.foreignKeysEnabled = false
    try DatabaseQueue(path: store.path, configuration: unchecked)
      .write { try $0.execute(sql: damage) }
    return try store.verify().problems.map(\.description)
  }

  @Test(arguments: [
    "DELETE FROM liststore_change WHERE version = 3",
    "UPDATE liststore_change SET fingerprint = zeroblob(16) WHERE version = 3",
    "UPDATE liststore_change SET body = substr(body, 1, length(body) - 1) WHERE version = 2",
    "DELETE FROM liststore_change WHERE version = (SELECT max(version) FROM liststore_change)",
    "UPDATE liststore_place SET chunk = chunk + 1 WHERE id = (SELECT min(id) FROM liststore_cell)",
    "DELETE FROM liststore_place WHERE id = (SELECT max(id) FROM liststore_cell)",
    "UPDATE liststore_section SET digest = zeroblob(16)",
    "UPDATE liststore_cell SET content = '1' WHERE cell = (SELECT min(cell) FROM liststore_cell)",
    "UPDATE liststore_cell SET digest = zeroblob(16) WHERE cell = (SELECT min(cell) FROM liststore_cell)",
    "UPDATE liststore_cell SET content = 'x' WHERE cell = (SELECT min(cell) FROM liststore_cell)",
    "DELETE FROM liststore_cell WHERE cell = (SELECT min(cell) FROM liststore_cell)",
    "DELETE FROM liststore_chunk WHERE chunk = (SELECT min(chunk) FROM liststore_chunk)",
    "DELETE FROM liststore_section WHERE section = (SELECT max(section) FROM liststore_section)",
    "UPDATE liststore_chunk SET count = count + 1 WHERE chunk = (SELECT min(chunk) FROM liststore_chunk)",
    "UPDATE liststore_section SET header = x'ff'",
    "UPDATE liststore SET epoch = 0",
    "UPDATE liststore SET epoch = 'x'",
    "UPDATE liststore SET format = 0",
    "UPDATE liststore SET min_reader = 'x'",
    "UPDATE liststore SET min_writer = -1",
    "UPDATE liststore SET lineage = 'sixteen letters.'",
    "DELETE FROM liststore",
    "UPDATE liststore_list SET epoch = -7",
    "UPDATE liststore_section SET position = 5",
    "INSERT INTO liststore_place VALUES (77, x'61', 1, 1)",
    "INSERT INTO liststore_cursor VALUES (1, x'61', -1, 0, zeroblob(16), NULL, 0, 0, 0, NULL, NULL)",
  ])
  func `damage is found`(damage: String) throws {
    #expect(try !problems(after: damage).isEmpty)
  }

  @Test func `chunks at the same position are found`() throws {
    let store = try ListStore.inMemory()
    try store.commit(
      List { Section(id: "s") { for number in 0..<300 { cell("\(number)") } } },
      to: "home"
    )
    try store.write { try $0.execute(sql: "UPDATE liststore_chunk SET position = 1 << 32") }
    #expect(try store.verify().problems.contains { $0.reason.contains("section \"s\"") })
  }

  @Test func `damage names the list and the first bad version`() throws {
    let problems = try problems(after: "UPDATE liststore_change SET body = x'00' WHERE version = 4")
    #expect(problems.contains { $0.contains("home") && $0.contains("version 4") })
  }
}
