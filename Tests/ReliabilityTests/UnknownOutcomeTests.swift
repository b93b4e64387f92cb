import GRDB
import ListKeeping
import ListModel
import ListStorage
import ReliabilitySupport
import Testing

/// A commit whose write-ahead log cannot be synced: SQLite reports an error, no live connection sees
/// it, and yet it would appear after a crash.
@Suite struct `A commit the device fails` {
  private let history: History
  private let disk: FaultDisk
  private let store: ListStore

  init() throws {
    history = try History(seed: 91, versions: 6)
    disk = try FaultDisk(try ScratchFolder())
    try disk.startRecording()
    store = try ListStore(path: disk.folder.store)
    for version in 1...3 { try history.commit(version, to: store) }
  }

  /// The head a crash at this moment leaves.
  private func headAfterCrash() throws -> Int {
    let image = try ScratchFolder()
    try disk.crash(into: image)
    let recovered = try ListStore(path: image.store)
    #expect(try history.problems(in: recovered) == [])
    return try history.head(in: recovered)
  }

  @Test func `of the raw library appears after a crash`() throws {
    let disk = try FaultDisk(try ScratchFolder())
    try disk.startRecording()
    var settings = Configuration()
    settings.journalMode = .wal
    let database = try DatabaseQueue(path: disk.folder.store, configuration: settings)
    try database.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA synchronous = FULL; CREATE TABLE t (x)")
    }
    let count = "SELECT count(*) FROM t"
    disk.fail(.sync, on: .log, number: 0)
    #expect(throws: DatabaseError.self) {
      try database.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    }
    #expect(try database.read { try Int.fetchOne($0, sql: count) } == 0)
    let image = try ScratchFolder()
    try disk.crash(into: image)
    #expect(try DatabaseQueue(path: image.store).read { try Int.fetchOne($0, sql: count) } == 1)
  }

  @Test func `is told apart from one that may have happened`() throws {
    disk.fail(.sync, on: .log, number: 0, .sticky)
    let error = #expect(throws: ListStoreError.self) { try history.commit(4, to: store) }
    guard case .outcomeUnknown(let key, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(key == history.key(4))
  }

  @Test func `once is answered with what a crash would leave`() throws {
    disk.fail(.sync, on: .log, number: 0, .once)
    let answer = Result { try history.commit(4, to: store) }
    #expect(disk.failureCount == 1)
    // Whatever the answer, it is the same for those who are here and those who come after a crash.
    let head = try history.head(in: store)
    #expect(try headAfterCrash() == head)
    switch answer {
    case .success(let commit): #expect(commit.version == head)
    case .failure(ListStoreError.outcomeUnknown):
      Issue.record("the outcome could be found out: the device works again")
    case .failure: #expect(head == 3)
    }
  }

  @Test func `keeps the store from going on until its outcome is known`() throws {
    disk.fail(.sync, on: .log, number: 0, .sticky)
    #expect(throws: ListStoreError.self) { try history.commit(4, to: store) }
    #expect(throws: ListStoreError.self) { try store.commit(history.lists[5], to: "other") }
    #expect(throws: ListStoreError.self) { try history.commit(4, to: store) }
    disk.heal()
    // The other list must not appear: its commit was never acknowledged, nor called unknown.
    #expect(try store.commit(history.lists[5], to: "third").version == 1)
    let image = try ScratchFolder()
    try disk.crash(into: image)
    let recovered = try ListStore(path: image.store)
    #expect(try recovered.verify().problems == [])
    #expect(try recovered.lists() == store.lists())
  }

  @Test func `is retried with its key without doubling it`() throws {
    var (retries, doubled) = (0, 0)
    for failure in 0..<Figures.figure("UNKNOWN", small: 20, large: 500) {
      let disk = try FaultDisk(try ScratchFolder())
      try disk.startRecording()
      let store = try ListStore(path: disk.folder.store)
      for version in 1...3 { try history.commit(version, to: store) }
      // Syncs, writes and the steps between them, around the end of the commit.
      disk.fail([.sync, .write, .mapSharedMemory], number: failure % 9, .sticky)
      let failed = Result { try history.commit(4, to: store) }
      if case .failure = failed { retries += 1 }
      let image = try ScratchFolder()
      try disk.crash(into: image)
      for path in [image.store, disk.folder.store] {
        disk.heal()
        let reopened = try ListStore(path: path)
        #expect(try history.commit(4, to: reopened).version == 4)
        if try history.commit(5, to: reopened).version != 5 { doubled += 1 }
        #expect(try history.problems(in: reopened) == [])
      }
    }
    #expect(retries > 0 && doubled == 0)
    Figures.report("commit unknown: \(retries) failed commits retried, \(doubled) doubled")
  }
}
