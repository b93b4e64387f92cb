import Foundation
import GRDB
import ListDescription
import ListKeeping
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

@Suite struct RefusalTests {
  @Test func `a content of more bytes than can be stored is refused, and one of as many is not`()
    throws
  {
    let component = AnyComponent(TextComponent("text"))
    let byteCount = try #require(try component.stored().content).bytes.count
    #expect(try component.storable(limit: byteCount) == component.stored())
    let error = #expect(throws: (any Error).self) { try component.storable(limit: byteCount - 1) }
    #expect(
      try "\(#require(error))"
        == "it has \(byteCount) bytes, and \(byteCount - 1) are the most that can be stored"
    )
  }

  @Test func `a layout that cannot be laid out is refused, and nothing is changed`() throws {
    let store = try ListStore.inMemory()
    let sound = List {
      Section(id: "s") { cell("a1") }.withSectionLayout(.verticalGrid(numberOfItemsInRow: 2))
    }
    try store.commit(sound, to: "home")
    let faulty = List {
      Section(id: "r") { cell("a2") }
      Section(id: "s") { cell("a1") }.withSectionLayout(.verticalGrid(numberOfItemsInRow: 0))
    }
    let expected = "sections[1].layout.columns: expected a count of 1 or more, not 0"
    let declared = #expect(throws: ListStoreError.self) { try store.commit(faulty, to: "home") }
    #expect(try #require(declared).description == expected)
    #expect(throws: ListStoreError.self) {
      try store.edit("home") { draft in
        try draft.updateSection("s") { $0.layout = faulty.sections[1].layout }
      }
    }
    let text = #"{"sections":[{"id":"s","layout":{"layout":"vertical","insets":[1,2,3,4,5]}}]}"#
    let document = try List(document: Array(text.utf8))
    #expect(throws: ListStoreError.self) { try store.commit(document, to: "home") }
    // A layout of nobody's is carried along.
    let other = #"{"sections":[{"id":"s","layout":{"layout":"mosaic","tiles":-3}}]}"#
    try store.commit(try List(document: Array(other.utf8)), to: "other")
    #expect(try store.snapshot(of: "home").list == sound)
    #expect(try store.snapshot(of: "home").version == 1)
  }

  @Test func `a malformed list is refused with the place of the fault`() throws {
    let store = try ListStore.inMemory()
    func refusal(_ list: List) throws -> String {
      let error = #expect(throws: ListStoreError.self) { try store.commit(list, to: "home") }
      return try #require(error).description
    }
    let duplicate = List {
      Section(id: "s") { cell("a1") }
      Section(id: "t") {
        cell("a0")
        cell("a1")
      }
    }
    #expect(
      try refusal(duplicate)
        == #"sections[1].cells[1].id: duplicate of sections[0].cells[0].id "a1""#
    )
    #expect(
      try refusal(List(sections: [Section(id: "s"), Section(id: "s")]))
        == #"sections[1].id: duplicate of sections[0].id "s""#
    )
    #expect(try refusal(List { Section(id: "") }).hasPrefix("sections[0].id: is empty"))
    let long = String(repeating: "x", count: 1025)
    #expect(
      try refusal(List { Section(id: "s") { cell(Cell.ID(long)) } })
        == "sections[0].cells[0].id: has 1025 bytes; expected 1 to 1024"
    )
    #expect(throws: ListStoreError.unknownList("home")) { try store.info(of: "home") }
    try store.commit(
      List { Section(id: "s") { cell(Cell.ID(String(long.dropLast()))) } },
      to: "home"
    )
  }

  @Test func `names are checked`() throws {
    let store = try ListStore.inMemory()
    #expect(throws: ListStoreError.self) { try store.commit(sample, to: "") }
    #expect(throws: ListStoreError.self) {
      try store.commit(sample, to: "home", options: CommitOptions(key: ""))
    }
    #expect(throws: ListStoreError.self) {
      try store.commit(
        sample,
        to: "home",
        options: CommitOptions(author: String(repeating: "x", count: 1025))
      )
    }
    #expect(try store.lists() == [])
  }

  @Test func `an unknown version is refused with the available ones`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    let refusal = ListStoreError.unknownVersion(2, list: "home", available: 0...1)
    #expect(throws: refusal) { try store.snapshot(of: "home", at: 2) }
    #expect(throws: refusal) { try store.changes(of: "home", after: 2) }
    #expect(throws: refusal) { try store.change(of: "home", from: 0, to: 2) }
    #expect(throws: ListStoreError.self) { try store.snapshot(of: "home", at: -1) }
    #expect(throws: ListStoreError.self) { try store.changes(of: "home", after: Int.max) }
  }

  @Test func `a file that is not ours is left alone`() throws {
    let folder = try TemporaryFolder()
    let text = folder.file("text.db")
    try Data("not a database, but longer than a header of SQLite would be".utf8)
      .write(to: URL(fileURLWithPath: text))
    #expect { try ListStore(path: text) } throws: { error in
      guard case .notAListStore = error as? ListStoreError else { return false }
      return true
    }
    let other = folder.file("other.db")
    try DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE t (x)") }
    let before = try Data(contentsOf: URL(fileURLWithPath: other))
    #expect { try ListStore(path: other) } throws: { error in
      guard case .notAListStore = error as? ListStoreError else { return false }
      return true
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == before)
    #expect(throws: (any Error).self) { try ListStore(path: folder.path) }
  }

  @Test func `an empty file becomes a store`() throws {
    let folder = try TemporaryFolder()
    _ = FileManager.default.createFile(atPath: folder.file("empty.db"), contents: nil)
    let store = try ListStore(path: folder.file("empty.db"))
    #expect(try store.lists() == [])
  }

  @Test func `a newer format is refused, for reading and writing as it says`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    try ListStore(path: path).commit(sample, to: "home")
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "UPDATE liststore SET format = 9, min_writer = 8, min_reader = 1")
    }
    #expect(throws: ListStoreError.newerFormat(path: path, format: 8, supported: 7)) {
      try ListStore(path: path)
    }
    var configuration = ListStore.Configuration()
    configuration.access = .readOnly
    #expect(try ListStore(path: path, configuration: configuration).lists().count == 1)
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "UPDATE liststore SET min_reader = 9")
    }
    #expect(throws: ListStoreError.newerFormat(path: path, format: 9, supported: 7)) {
      try ListStore(path: path, configuration: configuration)
    }
  }

  @Test func `a read-only store refuses commits and reads the rest`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    try ListStore(path: path).commit(sample, to: "home")
    var configuration = ListStore.Configuration()
    configuration.access = .readOnly
    let store = try ListStore(path: path, configuration: configuration)
    #expect(try store.snapshot(of: "home").list == sample)
    #expect(throws: ListStoreError.readOnly(path: path)) { try store.commit(List(), to: "home") }
    #expect(try store.verify().problems == [])
  }

  @Test func `a missing file is only created when asked for`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("none.db")
    for access in [ListStore.Access.readWrite, .readOnly] {
      var configuration = ListStore.Configuration()
      configuration.access = access
      #expect(throws: ListStoreError.noSuchFile(path: path)) {
        try ListStore(path: path, configuration: configuration)
      }
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(throws: ListStoreError.noSuchFolder(path: folder.file("no/such"))) {
      try ListStore(path: folder.file("no/such/dir.db"))
    }
  }

  @Test func `a store locked for too long says so`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    var configuration = ListStore.Configuration()
    configuration.busyTimeout = .milliseconds(50)
    let store = try ListStore(path: path, configuration: configuration)
    let lock = try InterprocessLock(beside: path)
    _ = try lock.withLock(timeout: .zero) {
      #expect { try store.commit(sample, to: "home") } throws: { error in
        guard case .busy = error as? ListStoreError else { return false }
        return true
      }
    }
    #expect(try store.commit(sample, to: "home").version == 1)
  }

  @Test func `a full disk is reported and nothing is half written`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    let store = try ListStore(path: path)
    try store.commit(sample, to: "home")
    try store.database.write { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try database.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
    }
    let big = List {
      Section(id: "s") {
        for number in 0..<100 { cell(Cell.ID(number), String(repeating: "x", count: 1000)) }
      }
    }
    #expect(throws: ListStoreError.diskFull(path: path)) { try store.commit(big, to: "home") }
    #expect(try store.snapshot(of: "home").list == sample)
    #expect(try store.verify().problems == [])
    try store.database.write { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
    #expect(try store.commit(big, to: "home").version == 2)
    #expect(try store.verify().problems == [])
  }

  @Test func `an edit whose closure throws leaves no trace`() throws {
    struct Refusal: Error {}
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    #expect(throws: Refusal.self) {
      try store.edit("home") { draft in
        try draft.deleteCell("a1")
        throw Refusal()
      }
    }
    #expect(try store.snapshot(of: "home").list == sample)
  }
}
