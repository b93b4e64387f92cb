import Foundation
import GRDB
import Glibc
import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import ReliabilitySupport
import Testing

/// Files that are not what they should be, or do not stay it.
@Suite struct `A hostile file` {
  private let folder: ScratchFolder
  private let history: History

  init() throws {
    folder = try ScratchFolder()
    history = try History(seed: 151, versions: 6)
    let store = try ListStore(path: folder.store, configuration: .takingTwoTogether)
    for version in 1...3 { try history.commit(version, to: store) }
  }

  private func isRefused(_ error: any Error) -> Bool {
    guard case .notAListStore = error as? ListStoreError else { return false }
    return true
  }

  // MARK: Other names

  @Test(arguments: [ListStore.Access.createIfMissing, .readWrite, .readOnly])
  func `under a symbolic link is refused`(access: ListStore.Access) throws {
    let link = folder.file("link.db")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.store)
    var configuration = ListStore.Configuration()
    configuration.access = access
    #expect { try ListStore(path: link, configuration: configuration) } throws: { isRefused($0) }
    #expect(!FileManager.default.fileExists(atPath: link + "-lock"))
  }

  @Test func `under a link that leads nowhere is not created`() throws {
    let link = folder.file("link.db")
    let target = folder.file("elsewhere.db")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    #expect { try ListStore(path: link) } throws: { isRefused($0) }
    #expect(!FileManager.default.fileExists(atPath: target))
  }

  @Test func `with a second name is refused under both`() throws {
    let other = folder.file("other.db")
    try FileManager.default.linkItem(atPath: folder.store, toPath: other)
    for path in [folder.store, other] {
      #expect { try ListStore(path: path) } throws: { isRefused($0) }
    }
    try FileManager.default.removeItem(atPath: other)
    #expect(try history.problems(in: ListStore(path: folder.store)) == [])
  }

  @Test(arguments: ["-wal", "-shm", "-lock", "-journal"], [false, true])
  func `whose side files lead elsewhere is refused`(suffix: String, bySymbolicLink: Bool) throws {
    let precious = folder.file("precious")
    try Data("precious".utf8).write(to: URL(fileURLWithPath: precious))
    let side = folder.store + suffix
    try? FileManager.default.removeItem(atPath: side)
    if bySymbolicLink {
      try FileManager.default.createSymbolicLink(atPath: side, withDestinationPath: precious)
    } else {
      try FileManager.default.linkItem(atPath: precious, toPath: side)
    }
    for access in [ListStore.Access.createIfMissing, .readWrite, .readOnly] {
      var configuration = ListStore.Configuration()
      configuration.access = access
      #expect { try ListStore(path: folder.store, configuration: configuration) } throws: {
        isRefused($0) && "\($0)".contains(side)
      }
    }
    #expect(throws: ListStoreError.self) { try ListStore.verify(folder.store) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: precious)) == Data("precious".utf8))
    try FileManager.default.removeItem(atPath: side)
    #expect(try history.problems(in: ListStore(path: folder.store)) == [])
  }

  @Test func `whose lock is somebody's document is refused, and that is kept`() throws {
    let lock = folder.file("new.db") + "-lock"
    for document in ["precious", "2", "10"] {
      try Data(document.utf8).write(to: URL(fileURLWithPath: lock))
      #expect { try ListStore(path: folder.file("new.db")) } throws: {
        isRefused($0) && "\($0)".contains(lock)
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: lock)) == Data(document.utf8))
      #expect(!FileManager.default.fileExists(atPath: folder.file("new.db")))
    }
  }

  @Test func `whose lock a power cut has left without its content is opened`() throws {
    let lock = folder.store + "-lock"
    // The length of a file can be on the device before its content.
    try Data([0]).write(to: URL(fileURLWithPath: lock))
    do {
      let store = try ListStore(path: folder.store)
      try history.commit(4, to: store)
      #expect(try history.problems(in: store) == [])
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: lock)) == Data("1".utf8))
    // It still says that there was a store.
    try Data([0]).write(to: URL(fileURLWithPath: lock))
    try Data().write(to: URL(fileURLWithPath: folder.store))
    let error = try #require(throws: ListStoreError.self) { try ListStore(path: folder.store) }
    #expect("\(error)".contains("is empty, and was a store"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files to others"))
  func `that another user has made beforehand does not become a store`() throws {
    let path = folder.file("new.db")
    try #require(chmod(folder.path, 0o1777) == 0)
    for mode in [0o600, 0o644, 0o666] as [mode_t] {
      try? FileManager.default.removeItem(atPath: path + "-lock")
      try Data().write(to: URL(fileURLWithPath: path))
      try #require(chown(path, 12_345, 12_345) == 0 && chmod(path, mode) == 0)
      #expect { try ListStore(path: path) } throws: {
        isRefused($0) && "\($0)".contains("another user (12345)")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)).isEmpty)
    }
    // Who owns the folder may put there what he likes.
    try #require(chown(folder.path, 12_345, 12_345) == 0)
    #expect(try ListStore(path: path).lists() == [])
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files to others"))
  func `of another user is written to where only its owner could have put it, or shares it`()
    throws
  {
    try #require(chown(folder.store, 12_345, 12_345) == 0 && chmod(folder.store, 0o644) == 0)
    #expect(try history.problems(in: ListStore(path: folder.store)) == [])
    try #require(chmod(folder.path, 0o1777) == 0)
    #expect { try ListStore(path: folder.store) } throws: { isRefused($0) }
    var configuration = ListStore.Configuration()
    configuration.access = .readOnly
    #expect(
      try history.problems(in: ListStore(path: folder.store, configuration: configuration)) == []
    )
    try #require(chmod(folder.store, 0o664) == 0)
    #expect(try history.problems(in: ListStore(path: folder.store)) == [])
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files to others"))
  func `whose log was put there by another user is refused`() throws {
    let log = folder.store + "-wal"
    try? FileManager.default.removeItem(atPath: log)
    try Data(repeating: 7, count: 4_096).write(to: URL(fileURLWithPath: log))
    try #require(chown(log, 12_345, 12_345) == 0)
    #expect { try ListStore(path: folder.store) } throws: { isRefused($0) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: log)).count == 4_096)
    // Those who may write the store may write its log.
    try #require(chmod(folder.store, 0o666) == 0)
    #expect(try history.problems(in: ListStore(path: folder.store)) == [])
  }

  @Test func `that is none is refused, and nobody waits for it`() throws {
    let pipe = folder.file("pipe.db")
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect { try ListStore(path: pipe) } throws: { isRefused($0) }
    #expect { try ListStore(path: folder.path) } throws: { isRefused($0) }
    #expect { try ListStore(path: "/dev/zero") } throws: { isRefused($0) }
  }

  // MARK: Changed under us

  private enum Change: CaseIterable {
    case deleted, renamed, replaced, restored
  }

  @Test(arguments: Change.allCases)
  private func `that is not there any more is noticed`(change: Change) throws {
    let store = try ListStore(path: folder.store)
    try history.commit(4, to: store)
    let copy = folder.file("copy.db")
    try FileManager.default.copyItem(atPath: folder.store, toPath: copy)
    switch change {
    case .deleted: try FileManager.default.removeItem(atPath: folder.store)
    case .renamed: try #require(rename(folder.store, folder.file("moved.db")) == 0)
    case .replaced: try #require(rename(copy, folder.store) == 0)
    case .restored:
      try FileManager.default.removeItem(atPath: folder.store)
      try FileManager.default.copyItem(atPath: copy, toPath: folder.store)
    }
    let refusal = ListStoreError.fileReplaced(path: folder.store)
    #expect(throws: refusal) { try history.commit(5, to: store) }
    #expect(throws: refusal) { try store.info(of: "home") }
    #expect(throws: refusal) { try store.verify() }
  }

  @Test func `that is emptied while it is open is noticed, and its log is kept`() throws {
    let log = folder.store + "-wal"
    do {
      let store = try ListStore(path: folder.store)
      try history.commit(4, to: store)
      try #require(truncate(folder.store, 0) == 0)
      let refusal = ListStoreError.fileReplaced(path: folder.store)
      #expect(throws: refusal) { try history.commit(5, to: store) }
      #expect(throws: refusal) { try store.info(of: "home") }
      #expect(throws: refusal) { try store.verify() }
      #expect(throws: refusal) { try store.checkpoint() }
    }
    // What was committed is in the log, and nowhere else.
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.store)).isEmpty)
    #expect(try Data(contentsOf: URL(fileURLWithPath: log)).count > 0)
    let error = try #require(throws: ListStoreError.self) { try ListStore(path: folder.store) }
    #expect("\(error)".contains("is empty, and was a store"))
  }

  @Test func `whose lock is not there any more is noticed`() throws {
    let store = try ListStore(path: folder.store)
    try FileManager.default.removeItem(atPath: folder.store + "-lock")
    // Another process makes a lock of its own; the two would not exclude each other.
    let other = try ListStore(path: folder.store)
    try history.commit(4, to: other)
    #expect(throws: ListStoreError.fileReplaced(path: folder.store + "-lock")) {
      try history.commit(5, to: store)
    }
    #expect(try history.problems(in: other) == [])
  }

  @Test(arguments: ["-wal", "-shm"])
  func `whose log is not there any more is noticed`(suffix: String) throws {
    let store = try ListStore(path: folder.store)
    try history.commit(4, to: store)
    let gone = folder.store + suffix
    try FileManager.default.removeItem(atPath: gone)
    let refusal = ListStoreError.fileReplaced(path: gone)
    #expect(throws: refusal) { try store.info(of: "home") }
    #expect(throws: refusal) { try history.commit(5, to: store) }
    // Everything that was acknowledged is there for others, also while the old store is still open.
    #expect(try Program("verify", folder.store).finish() == "verified")
    #expect(try Program("commit", folder.store, "151", "6").finish() == "end")
    #expect(throws: refusal) { try history.commit(5, to: store) }
  }

  @Test(arguments: [ListStore.Access.createIfMissing, .readWrite, .readOnly])
  func `whose log is gone tells so whoever opens it meanwhile`(access: ListStore.Access) throws {
    let store = try ListStore(path: folder.store)
    try history.commit(4, to: store)
    let gone = folder.store + "-wal"
    try FileManager.default.removeItem(atPath: gone)
    var configuration = ListStore.Configuration()
    configuration.access = access
    for _ in 0..<2 {
      #expect(throws: ListStoreError.fileReplaced(path: gone)) {
        try ListStore(path: folder.store, configuration: configuration).info(of: "home")
      }
    }
    // Whose log it is saves it.
    #expect(throws: ListStoreError.fileReplaced(path: gone)) { try history.commit(5, to: store) }
    let head = try history.head(in: ListStore(path: folder.store, configuration: configuration))
    #expect(head == 4)
  }

  @Test func `whose log is gone has lost nothing either when others have looked at it`() throws {
    var configuration = ListStore.Configuration()
    configuration.access = .readOnly
    do {
      let store = try ListStore(path: folder.store)
      try history.commit(4, to: store)
      for suffix in ["-wal", "-shm"] {
        try FileManager.default.removeItem(atPath: folder.store + suffix)
      }
      // It makes a log in which there is nothing.
      #expect(try Program("look", folder.store).finish() == "looked")
      #expect(throws: ListStoreError.self) { try history.commit(5, to: store) }
    }
    let store = try ListStore(path: folder.store)
    #expect(try history.head(in: store) == 4)
    #expect(try history.problems(in: store) == [])
  }

  @Test(arguments: [false, true])
  func `of an owner whose log is gone commits no lists, and keeps what is the owner's`(
    othersGoOn: Bool
  ) throws {
    var settings = Configuration()
    settings.prepareDatabase { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
    func pool() throws -> DatabasePool {
      let pool = try DatabasePool(path: folder.store, configuration: settings)
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return pool
    }
    let gone = folder.store + "-wal"
    do {
      let pool = try pool()
      let store = try ListStore(in: pool)
      try store.write { database in
        try database.execute(sql: "CREATE TABLE note (text TEXT)")
        try history.commit(4, to: store, in: database)
      }
      for path in [gone, folder.store + "-shm"] {
        try FileManager.default.removeItem(atPath: path)
      }
      if othersGoOn { #expect(try Program("commit", folder.store, "151", "6").finish() == "end") }
      let refusal = ListStoreError.fileReplaced(path: gone)
      #expect(throws: refusal) { try history.commit(5, to: store) }
      try pool.write { database in
        #expect(throws: refusal) { try history.commit(5, to: store, in: database) }
        try database.execute(sql: "INSERT INTO note VALUES ('mine')")
      }
    }
    let store = try ListStore(path: folder.store)
    #expect(try history.problems(in: store) == [])
    if othersGoOn { return }
    #expect(try history.head(in: store) == 4)
    let notes = try store.write { try String.fetchAll($0, sql: "SELECT text FROM note") }
    #expect(notes == ["mine"])
  }

  @Test(arguments: ["-wal", "-shm"])
  func `whose log others have made again is not written over`(suffix: String) throws {
    do {
      let store = try ListStore(path: folder.store)
      try history.commit(4, to: store)
      try store.checkpoint()
      let gone = folder.store + suffix
      try FileManager.default.removeItem(atPath: gone)
      #expect(try Program("commit", folder.store, "151", "6").finish() == "end")
      for _ in 0..<2 {
        #expect(throws: ListStoreError.fileReplaced(path: gone)) {
          try history.commit(5, to: store)
        }
      }
    }
    let store = try ListStore(path: folder.store)
    #expect(try history.head(in: store) == 6)
    #expect(try history.problems(in: store) == [])
  }

  /// What is left of a log that is emptied or cut.
  enum LeftOfLog: CaseIterable {
    case nothing, header, half, allButOneByte

    func cut(_ path: String) throws {
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      let left =
        switch self {
        case .nothing: 0
        case .header: 32
        case .half: size / 2
        case .allButOneByte: size - 1
        }
      try #require(left < size)
      try #require(truncate(path, left) == 0)
    }
  }

  @Test(arguments: LeftOfLog.allCases)
  func `whose log is emptied or cut goes on neither here nor elsewhere`(left: LeftOfLog) throws {
    let log = folder.store + "-wal"
    let refusal = ListStoreError.fileReplaced(path: log)
    do {
      let store = try ListStore(path: folder.store)
      try history.commit(4, to: store)
      try #require(try store.checkpoint())
      try history.commit(5, to: store)
      let database = try Data(contentsOf: URL(fileURLWithPath: folder.store))
      try left.cut(log)
      let rest = try Data(contentsOf: URL(fileURLWithPath: log))
      for _ in 0..<2 { #expect(throws: refusal) { try history.commit(6, to: store) } }
      #expect(throws: refusal) { try store.checkpoint() }
      for access in [ListStore.Access.createIfMissing, .readWrite, .readOnly] {
        var configuration = ListStore.Configuration()
        configuration.access = access
        #expect(throws: refusal) {
          try ListStore(path: folder.store, configuration: configuration)
        }
      }
      try store.close()
      // What is left is moved nowhere: it would be a part of a commit.
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.store)) == database)
      #expect(try Data(contentsOf: URL(fileURLWithPath: log)) == rest)
    }
    // Once all have closed it, the store is what it was before the commit that was cut.
    let store = try ListStore(path: folder.store)
    #expect(try history.head(in: store) == 4)
    #expect(try history.problems(in: store) == [])
    try history.commit(5, to: store)
  }

  @Test func `whose log is emptied after all of it was moved goes on`() throws {
    let store = try ListStore(path: folder.store)
    try history.commit(4, to: store)
    // As a commit does once the log has grown: the log keeps its length.
    let mover = try DatabaseQueue(path: folder.store)
    try mover.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
    try LeftOfLog.nothing.cut(folder.store + "-wal")
    try history.commit(5, to: store)
    #expect(try Program("commit", folder.store, "151", "6").finish() == "end")
    #expect(try history.problems(in: store) == [])
  }

  @Test func `whose log was cut is closed without moving what is left of it`() throws {
    let log = folder.store + "-wal"
    var database = Data()
    do {
      let store = try ListStore(path: folder.store)
      try history.commit(4, to: store)
      database = try Data(contentsOf: URL(fileURLWithPath: folder.store))
      try LeftOfLog.half.cut(log)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.store)) == database)
    #expect(try history.problems(in: ListStore(path: folder.store)) == [])
  }

  @Test func `whose log is moved, restarted and emptied by its owners is not taken for cut`() throws
  {
    let store = try ListStore(path: folder.store)
    let other = try ListStore(path: folder.store)
    for (version, writer) in [(4, store), (5, other)] {
      try history.commit(version, to: writer)
      for checkpointer in [other, store] { #expect(try checkpointer.checkpoint()) }
    }
    #expect(try Program("commit", folder.store, "151", "6").finish() == "end")
    #expect(try history.head(in: other) == 6)
    #expect(try store.checkpoint())
    #expect(try history.problems(in: store) == [])
  }

  @Test(arguments: [["-wal"], ["-shm"], ["-wal", "-shm"], ["-wal", "-shm", "-lock"]], [0, 1, 2])
  func `whose log is gone when it is closed has lost nothing`(
    suffixes: [String],
    attempts: Int
  ) throws {
    do {
      let store = try ListStore(path: folder.store)
      try history.commit(4, to: store)
      for suffix in suffixes {
        try FileManager.default.removeItem(atPath: folder.store + suffix)
      }
      for _ in 0..<attempts {
        #expect(throws: ListStoreError.self) { try history.commit(5, to: store) }
      }
    }
    let store = try ListStore(path: folder.store)
    #expect(try history.head(in: store) == 4)
    #expect(try history.problems(in: store) == [])
  }

  @Test(arguments: [ListStore.Access.createIfMissing, .readWrite, .readOnly])
  func `that was emptied is not taken for a new one, and its log is kept`(
    access: ListStore.Access
  ) throws {
    var configuration = ListStore.Configuration()
    configuration.access = access
    try FileManager.default.removeItem(atPath: folder.store)
    try Data().write(to: URL(fileURLWithPath: folder.store))
    try Data(repeating: 7, count: 4_096).write(to: URL(fileURLWithPath: folder.store + "-wal"))
    let error = try #require(throws: ListStoreError.self) {
      try ListStore(path: folder.store, configuration: configuration)
    }
    #expect("\(error)".contains("is empty, and was a store"))
    #expect(throws: error) { try ListStore.verify(folder.store) }
    let refusal = try #require(throws: ListStoreError.self) {
      try ListStore.repair(folder.store, to: folder.file("new.db"))
    }
    #expect("\(refusal)".contains("lists.db-wal has nothing that can be saved"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.store + "-wal")).count == 4_096)
    // Who wants a new one says so.
    for suffix in ["", "-wal"] { try FileManager.default.removeItem(atPath: folder.store + suffix) }
    #expect(try ListStore(path: folder.store).lists() == [])
  }

  @Test func `that could not be made is made the next time, where another one was`() throws {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder.store + suffix)
    }
    let lock = open(folder.store + "-lock", O_RDWR)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX) == 0)
    var configuration = ListStore.Configuration()
    configuration.busyTimeout = .zero
    #expect(throws: ListStoreError.busy(path: folder.store + "-lock", timeout: .zero)) {
      try ListStore(path: folder.store, configuration: configuration)
    }
    flock(lock, LOCK_UN)
    #expect(try ListStore(path: folder.store, configuration: configuration).lists() == [])
  }

  @Test func `that nobody has filled yet becomes one`() throws {
    for name in ["lists.db", "lists.db-wal", "lists.db-shm", "lists.db-lock"] {
      try? FileManager.default.removeItem(atPath: folder.file(name))
    }
    // As who was killed while creating a store leaves it.
    for name in ["lists.db", "lists.db-lock"] {
      try Data().write(to: URL(fileURLWithPath: folder.file(name)))
    }
    #expect(try ListStore(path: folder.store).lists() == [])
    // It is the store's own file, not one of an application that keeps a store in it.
    let marks = try DatabaseQueue(path: folder.store).writeWithoutTransaction { database in
      [
        try String.fetchOne(database, sql: "PRAGMA application_id"),
        try String.fetchOne(database, sql: "PRAGMA journal_mode"),
      ]
    }
    #expect(marks == ["\(0x4C53_544F)", "wal"])
  }

  // MARK: Another content

  private func change(_ sql: String) throws {
    var settings = Configuration()
    settings.foreignKeysEnabled = false
    try DatabaseQueue(path: folder.store, configuration: settings).writeWithoutTransaction {
      try $0.execute(sql: sql)
    }
  }

  @Test(arguments: [
    // Each would do something behind the store's back.
    """
    CREATE TABLE loot (x);
    CREATE TRIGGER t AFTER INSERT ON liststore_change BEGIN
      INSERT INTO loot VALUES (new.body); UPDATE liststore_list SET floor = 2; END
    """,
    """
    CREATE TRIGGER t AFTER UPDATE ON liststore_chunk BEGIN DELETE FROM liststore_cell; END
    """,
    """
    ALTER TABLE liststore_key RENAME TO other_key;
    CREATE VIEW liststore_key AS SELECT list, key, version + 1 AS version FROM other_key;
    CREATE TRIGGER t INSTEAD OF INSERT ON liststore_key BEGIN SELECT 1; END
    """,
    """
    CREATE TRIGGER t BEFORE INSERT ON liststore_change BEGIN SELECT load_extension('/tmp/x.so'); END
    """,
    """
    PRAGMA writable_schema = ON;
    UPDATE sqlite_master SET sql = replace(
      sql, 'author BLOB', 'author BLOB NOT NULL ON CONFLICT IGNORE'
    ) WHERE name = 'liststore_change'
    """,
    """
    PRAGMA writable_schema = ON;
    UPDATE sqlite_master SET sql = replace(
      sql, 'UNIQUE (list, version)', 'UNIQUE (list, version), UNIQUE (list) ON CONFLICT REPLACE'
    ) WHERE name = 'liststore_change'
    """,
    """
    DROP TABLE liststore_key; CREATE TABLE liststore_key (list, key, version, UNIQUE (list, key));
    """,
    "CREATE UNIQUE INDEX mine ON liststore_cell (content)",
  ])
  func `with another schema does not act behind the store's back`(sql: String) throws {
    try change(sql)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.store))
    do {
      let store = try ListStore(path: folder.store)
      try history.commit(4, to: store)
      // Whoever lets it pass must have done exactly what it was asked.
      #expect(try history.problems(in: store) == [])
      #expect(try history.head(in: store) == 4)
    } catch let error as ListStoreError {
      let isDamage = if case .corrupted = error { true } else { false }
      #expect(isRefused(error) || isDamage, "\(error)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.store)) == before)
      guard isDamage else { return }
      // What is in it can be saved all the same.
      #expect(try !ListStore.verify(folder.store).problems.isEmpty)
      _ = try ListStore.repair(folder.store, to: folder.file("saved.db"))
      #expect(try history.problems(in: ListStore(path: folder.file("saved.db"))) == [])
    }
  }

  @Test(
    arguments: Soak.some(
      [
        "UPDATE liststore_list SET floor = -9223372036854775808",
        "UPDATE liststore_change SET version = -version",
        "UPDATE liststore_change SET version = 4294967296 WHERE version = 3",
        "UPDATE liststore_cell SET cell = 9223372036854775807 WHERE cell = 1",
        "UPDATE liststore_cell SET cell = -1 WHERE cell = 1",
        "UPDATE liststore_place SET cell = 9223372036854775807",
        "UPDATE liststore_chunk SET cells = x'80808080808080808001', count = 1",
        "UPDATE liststore_key SET version = 9223372036854775807",
        "UPDATE liststore_key SET version = -1",
        "UPDATE liststore_list SET floor = 7",
        "UPDATE liststore_change SET version = 9223372036854775807 WHERE version = 3",
        "UPDATE liststore_change SET sequence = 9223372036854775807 WHERE version = 3",
        "UPDATE liststore_change SET time = 9223372036854775807",
        "UPDATE liststore_change SET time = -9223372036854775808",
        "UPDATE liststore_section SET position = 9223372036854775807",
        "UPDATE liststore_section SET position = CASE section WHEN 1 THEN -9223372036854775807 "
          + "ELSE 9223372036854775807 END",
        "UPDATE liststore_chunk SET position = -9223372036854775808",
        "UPDATE liststore_chunk SET count = 9223372036854775807",
        "UPDATE liststore_chunk SET count = -1",
        "UPDATE liststore_chunk SET cells = zeroblob(4000000)",
        "UPDATE liststore_chunk SET cells = x'ffffffffffffffff'",
        "UPDATE liststore_chunk SET cells = x'ffffffffffffffffffffffffffff01', count = 1",
        "UPDATE liststore_chunk SET cells = x'feffffffffffffffff01feffffffffffffffff01', count = 2",
        "UPDATE liststore_cell SET content = 1.5e300",
        "UPDATE liststore_list SET id = 42",
        "UPDATE liststore SET epoch = 9223372036854775807",
        "UPDATE liststore SET epoch = -9223372036854775808",
        "UPDATE liststore SET lineage = x'00'",
        "UPDATE liststore_change SET sequence = -sequence",
        "UPDATE liststore_change SET version = -9223372036854775808 WHERE version = 2",
        "UPDATE liststore_span SET list = -1",
        "UPDATE liststore_span SET parent = -9223372036854775808",
        "UPDATE liststore_span SET parent = 9223372036854775807",
        "UPDATE liststore_span SET version = -9223372036854775808",
        "UPDATE liststore_span SET version = 9223372036854775807",
        "UPDATE liststore_span SET parent = -9223372036854775808, version = 9223372036854775807",
        "UPDATE liststore_span SET parent = 'x', version = 1.5",
        "UPDATE liststore_span SET fingerprint = x'00', parent_fingerprint = 'x'",
        "UPDATE liststore_span SET body = 7",
        "UPDATE liststore_span SET span = -9223372036854775808",
        "UPDATE liststore_span SET span = 9223372036854775807",
        "UPDATE liststore SET format = 1",
        "DELETE FROM liststore",
        "DROP TABLE liststore_span",
        "DROP TABLE liststore_change",
        "DROP TABLE liststore_key",
        "PRAGMA user_version = 99",
      ],
      every: 4
    )
  )
  func `with impossible values is answered`(sql: String) throws {
    // Columns without their constraints, as whoever writes a file by hand can have them.
    try change("PRAGMA ignore_check_constraints = ON; \(sql)")
    do {
      let store = try ListStore(path: folder.store, configuration: .takingTwoTogether)
      _ = try store.verify()
      _ = try? store.statistics()
      for version in 0...4 {
        _ = try? store.snapshot(of: "home", at: version)
        _ = try? store.window(.rows(0..<9), in: "home", at: version)
      }
      _ = try? store.changes(of: "home")
      _ = try? store.changes(afterSequence: 0)
      if case .changes(_, let next) = try? store.catchUp(from: nil) {
        _ = try? store.catchUp(from: next)
      }
      _ = try? store.change(of: "home", from: 0, to: 2)
      try? store.walk("home") { _, _ in }
      do {
        try history.commit(4, to: store)
        try store.edit("home") { draft in
          if let section = draft.sectionIDs.first { try draft.moveSection(section, .end) }
        }
        try store.compact(.unlimited)
      } catch {
        #expect(error is ListStoreError, "\(error)")
      }
    } catch {
      #expect(error is ListStoreError, "\(error)")
    }
  }

  @Test(arguments: [
    "lease = -9223372036854775808", "lease = 9223372036854775807",
    "time = -9223372036854775808", "time = 9223372036854775807",
    "lease = 9223372036854775807, time = -9223372036854775808",
    "version = -9223372036854775808", "version = 9223372036854775807", "version = -1",
    "epoch = -9223372036854775808", "epoch = 9223372036854775807", "epoch = 0",
    "failures = -9223372036854775808", "failures = 9223372036854775807",
    "failures = 9223372036853727232", "failures = 3145728", "failures = 1048575",
    "fingerprint = x'00'", "holder = x''", "name = x'ff' WHERE name = CAST('index' AS BLOB)",
    "parked = x'ff'", "window = x'02'",
  ])
  func `with impossible cursors is answered`(assignment: String) throws {
    let store = try ListStore(path: folder.store)
    let consumer = try store.consumer("index", of: "home")
    let window = try store.consumer("screen", of: "home")
    try change(
      "PRAGMA ignore_check_constraints = ON; UPDATE liststore_cursor SET \(assignment)"
    )
    func answer(_ work: () throws -> Void) {
      do {
        try work()
      } catch {
        #expect(error is ListStoreError || error is ConsumerError, "\(error)")
      }
    }
    answer { _ = try store.statistics() }
    answer { _ = try store.consumers(of: "home") }
    answer { _ = try store.consumer("index", of: "home") }
    answer { _ = try consumer.position() }
    answer { try store.compact() }
    answer { while try consumer.consume({ _ in }) {} }
    answer { while try window.consume({ _ in }) {} }
    answer { _ = try consumer.consume { _ in throw ListStoreError.noTransaction } }
    answer { try store.skipConsumer("index", of: "home") }
    answer { try store.retryConsumer("index", of: "home") }
    // Whoever cannot be read can still be removed.
    answer { try store.removeConsumer("index", of: "home") }
    answer { try store.removeConsumer("screen", of: "home") }
    // But for one whose name cannot be read, which stays and is named as damage.
    let isNamed = !assignment.hasPrefix("name")
    if isNamed { #expect(try store.consumers(of: "home") == []) }
    #expect(try store.verify().isSound == isNamed)
  }

  @Test func `of another application is left as it is`() throws {
    let path = folder.file("foreign.db")
    try DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: "CREATE TABLE list (x); PRAGMA application_id = 7; PRAGMA user_version = 3"
      )
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect { try ListStore(path: path) } throws: { isRefused($0) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(!FileManager.default.fileExists(atPath: path + "-lock"))
  }

  @Test(arguments: [Int.max, 1 << 40, 8])
  func `of a newer format is left as it is`(format: Int) throws {
    try change(
      "UPDATE liststore SET format = \(format), min_reader = \(format), min_writer = \(format)"
    )
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.store))
    #expect { try ListStore(path: folder.store) } throws: { error in
      guard case .newerFormat(_, format, _) = error as? ListStoreError else { return false }
      return true
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.store)) == before)
  }

  // MARK: No writing

  @Test(.enabled(if: Mount.isAllowed, "this machine does not allow mounting a file system"))
  func `on a file system that became read-only is read and not written`() throws {
    let mount = folder.file("mount")
    try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: true)
    let script = """
      mount -t tmpfs -o size=8m tmpfs "$1" && "$0" commit "$1/lists.db" 151 4 || exit 77
      mount -o remount,ro "$1" || exit 77
      "$0" commit "$1/lists.db" 151 6
      mount -o remount,rw "$1" && "$0" commit "$1/lists.db" 151 6
      "$0" verify "$1/lists.db"
      """
    let program = try Program(shell: script, mount)
    var lines: [String] = []
    while let line = program.readLine() { lines.append(line) }
    program.wait()
    let refused = try #require(lines.first { $0.hasPrefix("refused: ") }, "\(lines)")
    #expect(refused.contains("cannot be written"))
    #expect(lines.suffix(4) == ["committed 5", "committed 6", "end", "verified"])
  }

  @Test(
    .enabled(if: Mount.isAllowed, "this machine does not allow mounting a file system"),
    arguments: [256, 512, 1024]
  )
  func `on a full disk is refused and goes on when there is room`(kilobytes: Int) throws {
    let mount = folder.file("mount")
    try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: true)
    let script = """
      mount -t tmpfs -o size=\(kilobytes)k tmpfs "$1" || exit 77
      "$0" commit "$1/lists.db" 151 4
      dd if=/dev/zero of="$1/ballast" bs=1k 2>/dev/null
      "$0" commit "$1/lists.db" 151 40
      rm "$1/ballast"; mount -o remount,size=16m "$1"
      "$0" commit "$1/lists.db" 151 40
      "$0" verify "$1/lists.db"
      """
    let program = try Program(shell: script, mount)
    var lines: [String] = []
    while let line = program.readLine() { lines.append(line) }
    program.wait()
    #expect(
      lines.contains { $0.hasPrefix("refused: ") && $0.contains("no space left") },
      "\(lines)"
    )
    #expect(lines.suffix(3) == ["committed 40", "end", "verified"], "\(lines)")
  }
}

/// The right to mount a file system in a namespace of one's own.
private enum Mount {
  static let isAllowed: Bool = {
    guard let program = try? Program(shell: "mount -t tmpfs tmpfs /mnt && echo yes") else {
      return false
    }
    let line = program.readLine()
    program.wait()
    return line == "yes"
  }()
}
