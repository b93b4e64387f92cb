import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListStorage
import Testing

@Suite struct `The message of a version` {
  private let folder: TemporaryFolder
  private let path: String
  private let store: ListStore

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("lists.db")
    store = try ListStore(path: path)
    try store.commit(Self.list("one"), to: "home", options: CommitOptions(message: "Why é\nso"))
    try store.commit(Self.list("two"), to: "home", options: CommitOptions(key: "k", author: "ann"))
    try store.edit("home", options: CommitOptions(author: "ann", message: "third")) { draft in
      try draft.updateCell(cell("a", "three"))
    }
  }

  private static func list(_ text: String) -> List {
    List(sections: [Section(id: "s", cells: [cell("a", text)])])
  }

  private static let messages = ["Why é\nso", nil, "third"]

  @Test func `is in its change, in feeds and in documents`() async throws {
    #expect(try store.changes(of: "home").map(\.message) == Self.messages)
    var feed = store.feed(of: "home").makeAsyncIterator()
    #expect(try await feed.next()?.message == Self.messages[0])
    for change in try store.changes(of: "home") {
      let document = try Change(document: change.document(including: .replacedValues))
      #expect(document.message == change.message)
    }
    #expect(try store.verify().problems == [])
  }

  @Test func `goes along with copies of the list`() throws {
    let other = try ListStore.inMemory()
    try store.export("home") { try other.apply(Change(document: $0)) }
    #expect(try other.changes(of: "home").map(\.message) == Self.messages)
    try store.backup(to: folder.file("copy.db"))
    #expect(
      try ListStore(path: folder.file("copy.db")).changes(of: "home").map(\.message)
        == Self.messages
    )
    _ = try ListStore.repair(path, to: folder.file("repaired.db"))
    let repaired = try ListStore(path: folder.file("repaired.db"))
    #expect(try repaired.changes(of: "home").map(\.message) == Self.messages)
    #expect(try repaired.verify().problems == [])
  }

  @Test func `that is damaged is found, and costs nothing but itself`() throws {
    try DatabaseQueue(path: path).write { database in
      try database.execute(
        sql:
          "UPDATE liststore_change SET message = CAST(replace(message, 'th', 'sh') AS BLOB) WHERE version = 3"
      )
      try #require(database.changesCount == 1)
    }
    #expect(throws: ListStoreError.self) { try store.changes(of: "home", after: 2) }
    #expect(
      try store.changes(of: "home", through: 2).map(\.message) == Array(Self.messages.prefix(2))
    )
    #expect(try store.verify().isSound == false)
    let report = try ListStore.repair(path, to: folder.file("repaired.db"))
    #expect(report.lists.map(\.saved) == [0...3])
    let repaired = try ListStore(path: folder.file("repaired.db"))
    #expect(try repaired.changes(of: "home").map(\.message) == [Self.messages[0], nil, nil])
  }

  @Test func `is one of its version, and of no other`() throws {
    try DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: """
          UPDATE liststore_change SET message =
            (SELECT message FROM liststore_change WHERE version = 1) WHERE version = 3
          """
      )
    }
    #expect(throws: ListStoreError.self) { try store.changes(of: "home", after: 2) }
  }

  @Test func `has its checksum as documented`() throws {
    try DatabaseQueue(path: path).read { database in
      let row = try #require(
        try Row.fetchOne(database, sql: "SELECT * FROM liststore_change WHERE version = 3")
      )
      var bytes = Data()
      for column in ["sequence", "list", "version"] {
        withUnsafeBytes(of: (row[column] as Int64).littleEndian) { bytes.append(contentsOf: $0) }
      }
      bytes += Data("third".utf8)
      let checksum = withUnsafeBytes(of: Checksum(Array(bytes)).value.littleEndian) { Data($0) }
      #expect(row["message"] as Data == Data("third".utf8) + checksum)
    }
  }

  @Test func `has 1 to 65,536 bytes`() throws {
    for text in ["", String(repeating: "x", count: 65_537)] {
      let error = #expect(throws: ListStoreError.self) {
        try store.commit(Self.list("x"), to: "home", options: CommitOptions(message: text))
      }
      #expect("\(String(describing: error))".contains("the message"))
    }
    let long = String(repeating: "x", count: 65_536)
    try store.commit(Self.list("x"), to: "home", options: CommitOptions(message: long))
    #expect(try store.changes(of: "home", after: 3).map(\.message) == [long])
  }

  @Test func `is nothing that a commit key stands for`() throws {
    let again = try store.commit(
      Self.list("two"),
      to: "home",
      options: CommitOptions(key: "k", message: "told later")
    )
    #expect(again.outcome == .duplicate)
    #expect(try store.changes(of: "home").map(\.message) == Self.messages)
  }

  // MARK: Versions by time

  @Test func `a version is found by number, by distance and by time`() throws {
    let times = try store.changes(of: "home").compactMap(\.time)
    #expect(try store.version(.latest, of: "home") == 3)
    #expect(try store.version(.version(2), of: "home") == 2)
    #expect(try store.version(.back(2), of: "home") == 1)
    #expect(try store.version(.before(.distantPast), of: "home") == 0)
    #expect(try store.version(.before(.distantFuture), of: "home") == 3)
    for time in times {
      let version = try store.version(.before(time), of: "home")
      #expect(version == times.lastIndex { $0 <= time }.map { $0 + 1 })
    }
    #expect(try store.snapshot(of: "home", at: .back(1)) == store.snapshot(of: "home", at: 2))
    for selector in [VersionSelector.version(4), .back(4), .back(-1), .back(.max), .back(.min)] {
      #expect(throws: ListStoreError.self) { try store.version(selector, of: "home") }
    }
    #expect(throws: ListStoreError.unknownList("other")) { try store.version(.latest, of: "other") }
  }
}
