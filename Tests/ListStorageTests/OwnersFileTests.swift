import Foundation
import GRDB
import ListKeeping
import ListModel
import Testing

@testable import ListStorage

/// A store in a database of an application, opened by the path of its file.
@Suite struct `The file of an application` {
  enum Journal: String, CaseIterable { case wal, delete }

  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("own.db")
  }

  /// An application's database: its table has an index that only its own connections understand.
  private func owner(_ journal: Journal) throws -> any DatabaseWriter {
    var configuration = GRDB.Configuration()
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
      database.add(function: DatabaseFunction("own", argumentCount: 1, pure: true) { $0[0] })
    }
    let writer: any DatabaseWriter =
      switch journal {
      case .wal: try DatabasePool(path: path, configuration: configuration)
      case .delete: try DatabaseQueue(path: path, configuration: configuration)
      }
    try writer.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          PRAGMA synchronous = FULL;
          PRAGMA application_id = 77;
          CREATE TABLE note (text TEXT);
          CREATE INDEX note_by_text ON note (own(text));
          INSERT INTO note VALUES ('mine');
          """
      )
    }
    return writer
  }

  /// Checks that the application's part of a file is as the application has left it.
  private func expectUntouched(_ path: String, _ journal: Journal?) throws {
    let found = try DatabaseQueue(path: path).read { database in
      [
        try String.fetchOne(database, sql: "SELECT group_concat(text) FROM note"),
        try String.fetchOne(database, sql: "PRAGMA application_id"),
        try String.fetchOne(database, sql: "PRAGMA journal_mode"),
      ]
    }
    #expect(found.prefix(2) == ["mine", "77"])
    if let journal { #expect(found.last == journal.rawValue) }
  }

  @Test(arguments: Journal.allCases)
  func `is read and committed to, while the application has it open`(journal: Journal) async throws
  {
    let owner = try owner(journal)
    let own = try ListStore(in: owner)
    _ = try await own.commit(sample, to: "home")
    var feed = own.feed(of: "home", after: 1).makeAsyncIterator()
    var configuration = ListStore.Configuration()
    configuration.access = .readOnly
    let reader = try ListStore(path: path, configuration: configuration)
    #expect(try reader.snapshot(of: "home").list == sample)
    configuration.access = .readWrite
    let writer = try ListStore(path: path, configuration: configuration)
    try await writer.commit(List(), to: "home")
    #expect(try await feed.next()?.version == 2)
    _ = try await own.commit(List(sections: [Section(id: "s")]), to: "second")
    #expect(try writer.lists().map(\.version) == [2, 1])
    #expect(try reader.lists().map(\.version) == [2, 1])
    let undone = try await writer.commit(.undoing(last: 1), to: "home")
    #expect(undone.version == 3)
    #expect(try own.snapshot(of: "home").list == sample)
    var retention = ListStore.Retention()
    (retention.versions, retention.age) = (1, .zero)
    #expect(try writer.compact(retention).obstacle == nil)
    #expect(try writer.checkpoint())
    #expect(try own.statistics().lists.map(\.floor) == [2, 0])
    for store in [own, reader, writer] { #expect(try store.verify().problems == []) }
    for store in [reader, writer] { try store.close() }
    try expectUntouched(path, journal)
  }

  @Test(arguments: Journal.allCases)
  func `is backed up and restored, with all that is in it`(journal: Journal) throws {
    try ListStore(in: owner(journal)).commit(sample, to: "home")
    let (backup, restored) = (folder.file("backup.db"), folder.file("restored.db"))
    try ListStore(path: path).backup(to: backup)
    let token = try ListStore(path: backup).token(of: "home")
    try ListStore.restore(backup, to: restored)
    for copy in [backup, restored] { try expectUntouched(copy, nil) }
    let store = try ListStore(path: restored)
    #expect(try store.snapshot(of: "home").list == sample)
    let next = try store.token(of: "home")
    #expect(try store.catchUp("home", from: token) == .resync(.restored, next: next))
  }

  @Test(arguments: Journal.allCases)
  func `is repaired into another file, and never where it is`(journal: Journal) throws {
    let owner = try owner(journal)
    try ListStore(in: owner).commit(sample, to: "home")
    try owner.write { try $0.execute(sql: "UPDATE liststore_cell SET content = x'31'") }
    try owner.close()
    #expect(try !ListStore.verify(path).isSound)
    #expect(throws: ListStoreError.otherTables(path: path, tables: ["note"])) {
      try ListStore.repair(inPlace: path)
    }
    let report = try ListStore.repair(path, to: folder.file("saved.db"))
    #expect(report.isComplete)
    #expect(report.otherTables == ["note"])
    #expect(try ListStore(path: folder.file("saved.db")).snapshot(of: "home").list == sample)
    try expectUntouched(path, journal)
  }

  @Test func `without a store is left alone, and the error says what would keep one in it`() throws
  {
    try owner(.wal).close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    for access in [ListStore.Access.readOnly, .readWrite, .createIfMissing] {
      var configuration = ListStore.Configuration()
      configuration.access = access
      let error = #expect(throws: ListStoreError.self) {
        try ListStore(path: path, configuration: configuration)
      }
      #expect("\(error as Any)".contains("holds no store"))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func `that was emptied is the application's to fill again`() throws {
    do {
      let owner = try owner(.delete)
      try ListStore(in: owner).commit(sample, to: "home")
      try ListStore(path: path).commit(List(), to: "home")
      try owner.close()
    }
    try Data().write(to: URL(fileURLWithPath: path))
    try ListStore(in: owner(.delete)).commit(sample, to: "home")
    #expect(try ListStore(path: path).info(of: "home").version == 1)
  }
}
