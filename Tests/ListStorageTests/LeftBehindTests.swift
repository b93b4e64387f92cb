import Foundation
import GRDB
import ListKeeping
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// What processes leave behind that were killed, or whose files were emptied under them.
@Suite struct LeftBehindTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("lists.db")
  }

  private var readOnly: ListStore.Configuration {
    var configuration = ListStore.Configuration()
    configuration.access = .readOnly
    return configuration
  }

  /// Leaves a database as a process that is killed in its first write to a backup: half of its pages
  /// are written, and a journal says what they were.
  private func leaveJournal() throws {
    let (source, backup) = (folder.file("source.db"), folder.file("backup.db"))
    do {
      let store = try ListStore(path: source)
      try store.grow("home", to: 6, seed: 31)
      try store.backup(to: backup)
    }
    let writer = try DatabaseQueue(path: backup)
    try writer.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA cache_size = 1; BEGIN IMMEDIATE")
      for table in ["cell", "change", "section"] {
        let column = table == "cell" ? "content" : table == "change" ? "body" : "header"
        try database.execute(sql: "UPDATE liststore_\(table) SET \(column) = randomblob(3000)")
      }
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(atPath: backup + suffix, toPath: path + suffix)
      }
      try database.rollback()
    }
    #expect(FileIdentity.hasContent(path + "-journal"))
  }

  @Test func `a write that was killed is undone by the next one who reads`() throws {
    for read in [
      { _ = try ListStore(path: path, configuration: readOnly) },
      { _ = try ListStore(path: path) }, { _ = try ListStore.verify(path) },
      { _ = try ListStore.repair(path, to: folder.file("repaired.db")) },
      { _ = try ListStore.repair(inPlace: path) },
      { _ = try ListStore.restore(path, to: folder.file("restored.db")) },
    ] {
      try folder.clear()
      try leaveJournal()
      try read()
      #expect(!FileIdentity.hasContent(path + "-journal"))
      let store = try ListStore(path: path, configuration: readOnly)
      #expect(try store.verify().problems == [])
      #expect(try store.info(of: "home").version == 6)
    }
  }

  @Test(arguments: [true, false])
  func `a write that was killed before the file was as long as it says is undone before a repair`(
    isInPlace: Bool
  ) throws {
    try leaveJournal()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    // The number of pages in the header is two more; the journal has that of before.
    var longer = whole
    for place in [28, 29, 30, 31] { longer[place] = 0 }
    let pages = UInt32(whole.count / 4_096 + 2).bigEndian
    longer.replaceSubrange(28..<32, with: withUnsafeBytes(of: pages) { Data($0) })
    longer.replaceSubrange(92..<96, with: longer[24..<28])
    try longer.write(to: URL(fileURLWithPath: path))
    let target = folder.file("repaired.db")
    let report =
      try isInPlace ? ListStore.repair(inPlace: path) : ListStore.repair(path, to: target)
    #expect(report.isComplete && report.wasSound == isInPlace, "\(report)")
    let store = try ListStore(path: isInPlace ? path : target)
    #expect(try store.info(of: "home").version == 6)
    #expect(try store.verify().problems == [])
  }

  @Test func `a write that was killed after a store was opened is named as that`() throws {
    try leaveJournal()
    let journal = path + "-journal"
    let (kept, half) = (
      try Data(contentsOf: URL(fileURLWithPath: journal)),
      try Data(contentsOf: URL(fileURLWithPath: path))
    )
    let store = try ListStore(path: path, configuration: readOnly)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.write(contentsOf: half)
    try kept.write(to: URL(fileURLWithPath: journal))
    #expect { try store.info(of: "home") } throws: { "\($0)".contains(journal) }
    #expect(try ListStore(path: path, configuration: readOnly).info(of: "home").version == 6)
    withExtendedLifetime(handle) {}
  }

  // MARK: Emptied under a writer

  @Test(arguments: [false, true])
  func `a store that was emptied is repaired from its log`(isInPlace: Bool) throws {
    let store = try ListStore(path: path)
    try store.grow("home", to: 6, seed: 31)
    let fingerprint = try store.token(of: "home").fingerprint
    try #require(truncate(path, 0) == 0)
    // SQLite would delete the log, also if the lock does not tell that there was a store.
    for hasLock in [true, false] {
      if !hasLock { unlink(path + "-lock") }
      for access in [ListStore.Access.readOnly, .readWrite, .createIfMissing] {
        var configuration = ListStore.Configuration()
        configuration.access = access
        #expect { try ListStore(path: path, configuration: configuration) } throws: {
          "\($0)".contains("repair")
        }
      }
    }
    let target = isInPlace ? path : folder.file("repaired.db")
    let report =
      try isInPlace ? ListStore.repair(inPlace: path) : ListStore.repair(path, to: target)
    #expect(report.lists.map(\.saved) == [0...6])
    #expect(report.problems.count == 1 && report.problems[0].contains("emptied"))
    let repaired = try ListStore(path: target)
    #expect(try repaired.verify().problems == [])
    #expect(try repaired.token(of: "home").fingerprint == fingerprint)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.contains("-partial-") }, "\(names)")
    withExtendedLifetime(store) {}
  }

  @Test func `of a store that was emptied, all is saved that its log has`() throws {
    let store = try ListStore(path: path)
    try store.grow("home", to: 40, seed: 31)
    try store.checkpoint()
    try store.grow("other", to: 5, seed: 32)
    try #require(truncate(path, 0) == 0)
    // Pages that were moved into the database before are gone; what is left may be of use or not.
    let target = folder.file("repaired.db")
    guard let report = try? ListStore.repair(path, to: target) else { return }
    #expect(!report.isComplete)
    #expect(try ListStore(path: target).verify().problems == [])
    withExtendedLifetime(store) {}
  }

  // MARK: Killed before there is a store

  @Test func `a file that is still empty says what to do, and becomes a store`() throws {
    try Data().write(to: URL(fileURLWithPath: path))
    for work in [
      { _ = try ListStore(path: path, configuration: readOnly) },
      { _ = try ListStore.verify(path) },
      { _ = try ListStore.repair(path, to: folder.file("repaired.db")) },
    ] {
      #expect { try work() } throws: { error in
        guard case .notAListStore(_, let reason)? = error as? ListStoreError else { return false }
        return reason.contains("the next commit makes one")
      }
    }
    try ListStore(path: path).commit(sample, to: "home")
    #expect(try ListStore.verify(path).problems == [])
  }
}
