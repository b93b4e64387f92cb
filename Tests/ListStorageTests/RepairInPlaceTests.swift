import Foundation
import GRDB
import ListDiff
import ListModel
import ListTestSupport
import Testing

@testable import ListKeeping
@testable import ListStorage

/// Repairing a store where it is.
@Suite struct RepairInPlaceTests {
  private let folder: TemporaryFolder
  private let path: String
  private let aside: String
  private let fingerprints: [Fingerprint]

  /// A store whose rows are damaged, and whose last versions are only in its log.
  init() throws {
    try self.init(isNew: false)
  }

  /// One that may be so new that everything is only in its log, also what the file is.
  private init(isNew: Bool) throws {
    let elsewhere = try TemporaryFolder()
    folder = try TemporaryFolder()
    path = folder.file("lists.db")
    aside = path + "-damaged"
    var lists = RandomLists(seed: 31)
    var list = lists.list()
    let store = try ListStore(path: elsewhere.file("lists.db"))
    var fingerprints: [Fingerprint] = []
    while fingerprints.count < 6 {
      let commit = try store.commit(list, to: "home")
      if commit.outcome == .committed { fingerprints.append(commit.fingerprint) }
      if !isNew, fingerprints.count == 2 { try store.checkpoint() }
      list = lists.successor(of: list, editLimit: 8)
    }
    self.fingerprints = fingerprints
    try store.write { try $0.execute(sql: "DELETE FROM liststore_cell") }
    for suffix in ["", "-wal"] {
      let file = elsewhere.file("lists.db") + suffix
      try FileManager.default.copyItem(atPath: file, toPath: path + suffix)
    }
  }

  /// What is in the folder, without an empty log and the index of a log, which every reader makes.
  private func names() throws -> Set<String> {
    try Set(
      FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
        let isEmptyLog = name.hasSuffix("-wal") && FileIdentity.isEmpty(folder.file(name))
        return !name.hasSuffix("-shm") && !isEmptyLog
      }
    )
  }

  private func expectRepaired() throws {
    let store = try ListStore(path: path)
    #expect(try store.verify().problems == [])
    #expect(try store.changes(of: "home").map(\.fingerprint) == fingerprints)
  }

  private func expectDamaged(_ path: String) throws {
    let store = try ListStore(path: path)
    #expect(try !store.verify().problems.isEmpty)
    #expect(try store.info(of: "home").version == 6)
  }

  @Test func `the new store has the name, and the damaged one another, with its log`() throws {
    chmod(path, 0o640)
    let token = try ListStore(path: path).token(of: "home")
    let report = try ListStore.repair(inPlace: path)
    #expect(report.isComplete)
    #expect(report.setAside == aside)
    #expect(try names().allSatisfy { !$0.contains("partial") })
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    try expectRepaired()
    try expectDamaged(aside)
    guard case .resync = try ListStore(path: path).catchUp("home", from: token) else {
      return #expect(Bool(false), "who has seen the damaged store is not told")
    }
  }

  @Test func `a sound store stays where it is`() throws {
    _ = try ListStore.repair(inPlace: path)
    for suffix in ["", "-wal"] { unlink(aside + suffix) }
    let (file, before) = (FileIdentity(path: path), try names())
    let token = try ListStore(path: path).token(of: "home")
    let report = try ListStore.repair(inPlace: path)
    #expect(report.wasSound && report.isComplete && report.setAside == nil)
    #expect(try FileIdentity(path: path) == file && names() == before)
    #expect(try ListStore(path: path).token(of: "home") == token)
    try expectRepaired()
  }

  @Test func `what is only in the log is saved, and set aside with it`() throws {
    #expect(try ListStore.repair(inPlace: path).isComplete)
    #expect(try names().contains("lists.db-damaged-wal"))
    #expect(try !names().contains("lists.db-wal"))
    try expectRepaired()
    try expectDamaged(aside)
  }

  @Test func `who has it open is told`() throws {
    let store = try ListStore(path: path)
    #expect(try ListStore.repair(inPlace: path).isComplete)
    for _ in 0..<2 {
      #expect(throws: ListStoreError.fileReplaced(path: path)) {
        try store.commit(List(), to: "other")
      }
    }
    #expect(throws: ListStoreError.fileReplaced(path: path)) { try store.info(of: "home") }
    try expectRepaired()
  }

  @Test func `who is in a commit is waited for`() throws {
    let lock = try InterprocessLock(beside: path)
    let before = try names()
    _ = try lock.withLock(timeout: .zero) {
      #expect { try ListStore.repair(inPlace: path, waiting: .milliseconds(1)) } throws: { error in
        guard case ListStoreError.busy = error else { return false }
        return true
      }
    }
    #expect(try names() == before)
  }

  @Test(arguments: ["", "-wal", "-journal"])
  func `a damaged store from before is in the way, and is kept`(suffix: String) throws {
    try Data("precious".utf8).write(to: URL(fileURLWithPath: aside + suffix))
    let before = try names().union(["lists.db-lock"])
    #expect(throws: ListStoreError.fileExists(path: aside + suffix)) {
      try ListStore.repair(inPlace: path)
    }
    #expect(try names() == before)
    #expect(try Data(contentsOf: URL(fileURLWithPath: aside + suffix)) == Data("precious".utf8))
    try expectDamaged(path)
  }

  @Test func `where nothing can be saved, nothing is changed`() throws {
    let database = try DatabaseQueue(path: path)
    try database.write { database in
      for table in ["list", "change", "section", "place"] {
        try database.execute(sql: "DROP TABLE liststore_\(table)")
      }
    }
    try database.close()
    #expect(throws: ListStoreError.self) { try ListStore.repair(inPlace: path) }
    #expect(try names().isDisjoint(with: ["lists.db-damaged"]))
    #expect(throws: ListStoreError.noSuchFile(path: folder.file("none.db"))) {
      try ListStore.repair(inPlace: folder.file("none.db"))
    }
    #expect(throws: ListStoreError.self) { try ListStore.repair(inPlace: "") }
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files to others"))
  func `all files are those of the damaged store's owner`() throws {
    for suffix in ["", "-wal"] { try #require(chown(path + suffix, 12_345, 23_456) == 0) }
    chmod(path, 0o660)
    _ = try ListStore.repair(inPlace: path)
    _ = try ListStore(path: path)
    for name in [path, path + "-lock"] {
      var status = stat()
      try #require(lstat(name, &status) == 0)
      #expect(status.st_uid == 12_345 && status.st_gid == 23_456, "\(name)")
      #expect(status.st_mode & 0o777 == 0o660, "\(name)")
    }
  }

  @Test func `what is no store is left alone`() throws {
    let (other, link) = (folder.file("other.db"), folder.file("link.db"))
    try DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE other (a)") }
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let (database, notes) = (folder.file("with two names.db"), folder.file("notes?#%.txt"))
    try FileManager.default.copyItem(atPath: other, toPath: database)
    try Data("notes".utf8).write(to: URL(fileURLWithPath: notes))
    for file in [database, notes] {
      try FileManager.default.linkItem(atPath: file, toPath: file + "-damaged")
    }
    let before = try names()
    for path in [other, link, database, notes] {
      #expect {
        try ListStore.repair(inPlace: path)
      } throws: { error in
        guard case ListStoreError.notAListStore = error else { return false }
        return true
      }
    }
    #expect(try names() == before)
  }

  // MARK: Interrupted

  /// A complete new store, as a repair makes it before anything is set aside.
  private func makeDraft() throws -> String {
    let draft = folder.file("draft")
    _ = try ListStore.repair(path, to: draft)
    return draft
  }

  /// Who looks at what a process has left that was killed.
  enum Visitor: CaseIterable {
    case nobody, reader, stranger
    /// Somebody who has had it open before.
    case closer
  }

  /// Leaves what SQLite leaves beside a file that it has only read.
  private func visit(as visitor: Visitor) throws {
    switch visitor {
    case .nobody, .closer: break
    case .reader:
      var settings = Configuration()
      settings.readonly = true
      let database = try DatabaseQueue(path: path, configuration: settings)
      _ = try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
      try database.close()
    case .stranger:
      for suffix in ["-wal", "-shm"] where FileIdentity.isMissing(path + suffix) {
        try Data().write(to: URL(fileURLWithPath: path + suffix))
      }
    }
  }

  @Test(arguments: Visitor.allCases, Soak.isOn ? [false, true] : [true])
  func `after each step there is the damaged store, or the new one, or none`(
    visitor: Visitor,
    isNew: Bool
  ) throws {
    var states: Set<String> = []
    var done = 0
    while true {
      let other = try RepairInPlaceTests(isNew: isNew)
      let steps = Predecessor(at: other.path).steps(of: try other.makeDraft())
      guard done <= steps.count else { break }
      do {
        let store = visitor == .closer ? try ListStore(path: other.path) : nil
        for step in steps[..<done] { try step() }
        withExtendedLifetime(store) {}
      }
      try other.visit(as: visitor)
      do {
        let store = try ListStore(path: other.path)
        #expect(try store.info(of: "home").version == 6, "after \(done) steps")
        states.insert(try store.verify().problems.isEmpty ? "new" : "damaged")
      } catch ListStoreError.notAListStore {
        states.insert("refused")
      }
      if done < steps.count {
        // A path is also one with another slash.
        #expect(try ListStore.repair(inPlace: "/" + other.path).isComplete, "after \(done) steps")
      } else {
        #expect(try ListStore.repair(inPlace: other.path).wasSound)
      }
      try other.expectRepaired()
      try other.expectDamaged(other.aside)
      done += 1
    }
    #expect(states == ["damaged", "refused", "new"])
  }

  @Test func `a log that has come beside a store without its own is in the way`() throws {
    let steps = Predecessor(at: path).steps(of: try makeDraft())
    for step in steps.dropLast() { try step() }
    for suffix in ["-wal", "-shm"] {
      try Data("precious".utf8).write(to: URL(fileURLWithPath: path + suffix))
    }
    let before = try names()
    for _ in 0..<2 {
      #expect(throws: ListStoreError.fileExists(path: path + "-wal")) {
        try ListStore.repair(inPlace: path)
      }
      #expect(try names().subtracting(["lists.db-lock"]) == before)
      #expect(!FileIdentity.isMissing(path + "-shm"))
    }
    try FileManager.default.removeItem(atPath: path + "-wal")
    #expect(try ListStore.repair(inPlace: path).isComplete)
    try expectRepaired()
  }

  @Test func `a file that has got the other name meanwhile is kept`() throws {
    let draft = try makeDraft()
    for suffix in ["", "-wal"] {
      try Data("precious".utf8).write(to: URL(fileURLWithPath: aside + suffix))
      let before = try names()
      #expect(throws: ListStoreError.fileExists(path: aside + suffix)) {
        try Predecessor(at: path).giveWay(to: draft)
      }
      #expect(try names() == before)
      #expect(try Data(contentsOf: URL(fileURLWithPath: aside + suffix)) == Data("precious".utf8))
      try FileManager.default.removeItem(atPath: aside + suffix)
    }
    try expectDamaged(path)
  }

  @Test func `a step that fails takes back those before it`() throws {
    let before = try names()
    #expect(throws: ListStoreError.self) {
      try Predecessor(at: path).giveWay(to: folder.file("not there"))
    }
    #expect(try names() == before)
    try expectDamaged(path)
  }
}
