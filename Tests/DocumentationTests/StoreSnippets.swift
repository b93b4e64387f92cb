// The Swift code of docs/store.md, compiled; see ReadmeSnippets.

import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTelemetry
import Logging

enum StoreSnippets {
  static func begin(_ list: List, _ path: String) throws -> Snapshot {
    let store = try ListStore(path: path)
    try store.commit(list, to: "home")
    try store.edit("home") { draft in
      try draft.moveCell("a1", .end(of: "feed"))
    }
    let before = try store.snapshot(of: "home", at: .back(1))
    try store.commit(.undoing(last: 1), to: "home")
    try store.backup(to: "monday.db")
    return before
  }

  static func commit(_ list: List, _ article: Article, _ store: ListStore) throws {
    try store.commit(list, to: "home")
    try store.edit("home") { draft in
      try draft.insertCell(Cell(component: article), .start(of: "feed"))
      try draft.moveCell("a1", .end(of: "feed"))
    }
  }

  static func read(_ store: ListStore) throws -> Article? {
    let snapshot = try store.snapshot(of: "home")
    for (id, article) in try snapshot.cells(of: Article.self) { print(id, article.title) }
    let third = try snapshot.cell("a3")?.as(Article.self)

    try store.edit("home") { draft in
      try draft.updateCell("a3", as: Article.self) { $0.stars += 1 }
    }
    return third
  }

  static func tell(_ store: ListStore, _ list: List, _ date: Date) throws -> Snapshot {
    try store.commit(
      list,
      to: "home",
      options: CommitOptions(author: "anna", message: "Prices of May")
    )
    let may = try store.snapshot(of: "home", at: .before(date))
    return may
  }

  static func find(_ store: ListStore) throws {
    let rows = try store.query(
      "SELECT id, content ->> 'title' AS title FROM cells WHERE list = ? AND content ->> 'stars' > ?",
      arguments: ["home", 10]
    )
    for row in rows { print(row["id"] ?? "", row["title"] ?? "") }

    let deletions = try store.query(
      "SELECT time, author, id, from_content FROM changes WHERE list = ? AND kind = 'deleted'",
      at: .back(1),
      arguments: ["home"]
    )
    _ = deletions
  }

  func like(_ post: Cell, request: String, _ store: ListStore) async throws -> Int {
    let commit = try await store.edit("home", options: CommitOptions(key: request)) { draft in
      try draft.updateCell(post)
    }
    return commit.version
  }

  static func retry(_ list: List, _ store: ListStore) throws {
    do {
      try store.commit(
        list,
        to: "home",
        options: CommitOptions(expecting: .version(7), key: "order-4711")
      )
    } catch let refusal as ListStoreError {
      let missed = try store.change(since: refusal)  // throws any other error as it is
      print("\(missed.changeset.operationCount) operations came first, up to \(missed.version)")
    }
  }

  static func goBack(_ store: ListStore, _ list: List, _ shownVersion: Int) throws {
    try store.commit(.reverting(to: 3), to: "home")
    try store.commit(.undoing(last: 2), to: "home")
    try store.commit(.undoing(version: 5) { _ in .omit }, to: "home")
    try store.commit(
      .edit(rebasing: shownVersion) { draft in
        try draft.deleteCell("a2")
      },
      to: "home"
    )
    try store.commit(.list(list, rebasing: shownVersion), to: "home")
  }

  static func share(_ list: List, _ path: String) throws -> ListStore {
    var configuration = GRDB.Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
    let pool = try DatabasePool(path: path, configuration: configuration)
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }

    let store = try ListStore(in: pool)
    try store.write { database in
      try database.execute(sql: "CREATE TABLE IF NOT EXISTS item (title TEXT)")
      try database.execute(sql: "INSERT INTO item VALUES (?)", arguments: ["News"])
      try store.commit(.list(list), to: "home", in: database)
    }
    return store
  }

  static func checkpoint(_ store: ListStore) throws -> Bool {
    let isEmpty = try store.checkpoint(waiting: .milliseconds(200))
    return isEmpty
  }

  static func measure() -> ListStore.Configuration {
    var configuration = ListStore.Configuration()
    configuration.onEvent = StoreTelemetry(logger: Logger(label: "lists")).record
    return configuration
  }

  static func follow(
    _ store: ListStore,
    _ replica: inout Replica,
    _ token: inout CursorToken
  ) async throws {
    var feed = store.feed(of: "home", after: token).makeAsyncIterator()
    while let change = try await feed.next() {
      try replica.apply(change)
      token = feed.token ?? token
    }
  }

  static func followAll(
    _ store: ListStore,
    _ replicas: inout [List.ID: Replica],
    _ token: inout StoreToken?
  ) async throws {
    var feed = store.feed(after: token).makeAsyncIterator()
    while let change = try await feed.next() {
      if change.parent == 0 { replicas[change.list] = Replica(of: change.list) }
      try replicas[change.list]?.apply(change)
      token = feed.token
    }
  }

  static func consume(_ store: ListStore) throws {
    let consumer = try store.consumer("stars", of: "home")
    while try consumer.consume({ delivery in
      let database = delivery.database
      try database.execute(
        sql: "CREATE TABLE IF NOT EXISTS star (cell TEXT PRIMARY KEY, stars INT)"
      )
      if delivery.changes.isEmpty {
        try database.execute(sql: "DELETE FROM star")
        for (cell, article) in try delivery.snapshot().cells(of: Article.self) {
          try database.execute(
            sql: "INSERT INTO star VALUES (?, ?)",
            arguments: [cell.rawValue, article.stars]
          )
        }
      }
      for operation in delivery.changes.flatMap(\.changeset.operations) {
        guard let cell = operation.cell?.rawValue else { continue }
        if try operation.before(of: Article.self) != nil {
          try database.execute(sql: "DELETE FROM star WHERE cell = ?", arguments: [cell])
        }
        if let article = try operation.after(of: Article.self) {
          try database.execute(
            sql: "INSERT INTO star VALUES (?, ?)",
            arguments: [cell, article.stars]
          )
        }
      }
    }) {}
    try consumer.release()
  }

  static func consume(
    _ store: ListStore,
    into other: DatabaseQueue,
    index indexing: (Change, Database) throws -> Void
  ) throws {
    func index(_ change: Change, in database: Database) throws { try indexing(change, database) }

    let positions = CursorTable()
    try other.write { try positions.create(in: $0) }

    let token = try other.read { try positions.token(of: "home", in: $0) }
    let catchUp = try store.catchUp("home", from: token)
    try other.write { database in
      if case .changes(let changes, let next) = catchUp {
        for change in changes { try index(change, in: database) }
        try positions.move("home", from: token, to: next, in: database)
      }
    }
  }

  static func keep(_ store: ListStore) throws -> ListStore.Configuration {
    var configuration = ListStore.Configuration()
    var retention = ListStore.Retention()
    retention.versions = 1_000
    retention.age = .seconds(24 * 3600)
    configuration.retention = retention  // or .unlimited

    for preview in try store.compactionPreview(retention) {
      print(preview.list, preview.removedVersions, preview.consumersLeftBehind)
    }
    let report = try store.compact(retention) { print("\($0.removedVersions) so far") }
    print("\(report.releasedBytes) bytes")
    try store.commit(.clearing, to: "home")

    configuration.keepsSpans = false
    return configuration
  }

  static func copy(_ store: ListStore) throws {
    try store.backup(to: "monday.db") { print("\($0.completed) of \($0.total) pages") }
    try ListStore.restore("monday.db", to: "restored.db")

    let report = try store.backup(to: "bytes.db", checking: .nothing)
    print(report.check)
  }

  static func export(_ store: ListStore, to other: ListStore) throws {
    var lines: [[UInt8]] = []
    try store.export("home") { line in lines.append(line) }
    for line in lines { try other.apply(Change(document: line)) }
  }

  static func replicate(_ source: ListStore, to replica: ListStore, _ joined: Int) throws {
    try replica.adopt(source.snapshot(of: "home"))  // to join late; then
    for change in try source.changes(of: "home", after: joined) { try replica.apply(change) }
    try replica.adopt(source.snapshot(of: "home"), replacing: .olderVersions)
  }

  static func fail(_ store: ListStore, _ list: List, _ path: String) throws {
    do {
      try store.commit(list, to: "home", options: CommitOptions(key: "order-4711"))
    } catch ListStoreError.outcomeUnknown(let key, _) {
      let reopened = try ListStore(path: path)
      // Made once, whichever it was.
      try reopened.commit(list, to: "home", options: CommitOptions(key: key))
    }
  }

  static func value(_ store: ListStore, _ key: Content, _ cells: [Cell]) throws {
    try store.commit(
      .edit { draft in
        try draft.insertCells(cells, .end(of: "feed"))
      }.setting(["page": key]),
      to: "home"
    )
    try store.commit(.setting(["bookmark": Content(encoding: "a7")]), to: "home")
    let bookmark = try store.values(of: "home")["bookmark"]
    print(bookmark?.text ?? "none")
  }
}
