import Foundation
import GRDB

/// The code that a backend engineer writes by hand instead of using a store: it reads and compares
/// rows, writes those that differ, and adds a row to a log of changes for each commit.
///
/// One that keeps its last models compares with these instead, which is right as long as nobody else writes.
final class HandWrittenFeed {
  private let queue: DatabaseQueue
  private let keepsLast: Bool
  private var last: [FeedModel] = []

  /// One row of the feed.
  private struct FeedRow {
    var model: FeedModel
    var position: Int
  }

  /// The entry of a commit in the log.
  fileprivate struct LoggedChange: Encodable {
    var id: String
    var position: Int?
    var title: String?
    var detail: String?
    var likes: Int?
    var isPinned: Bool?
  }

  init(path: String, waitsForDevice: Bool, keepsLast: Bool = false) throws {
    self.keepsLast = keepsLast
    var configuration = GRDB.Configuration()
    configuration.prepareDatabase { database in
      try database.execute(
        sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = \(waitsForDevice ? "FULL" : "NORMAL")"
      )
    }
    queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE item (
            id TEXT PRIMARY KEY, position INTEGER NOT NULL, title TEXT NOT NULL,
            detail TEXT NOT NULL, likes INTEGER NOT NULL, isPinned INTEGER NOT NULL
          ) WITHOUT ROWID;
          CREATE TABLE change (version INTEGER PRIMARY KEY, time REAL NOT NULL, body BLOB NOT NULL);
          """
      )
    }
  }

  /// Makes the feed equal to the declared models.
  func commit(_ models: [FeedModel]) throws {
    try queue.write { database in
      if keepsLast, let updated = Self.updates(from: last, to: models) {
        try Self.write(updated.map { (models[$0], $0) }, in: database)
        last = models
        return
      }
      last = models
      var old = try Self.rows(in: database)
      var changes: [LoggedChange] = []
      for (position, model) in models.enumerated() {
        let known = old.removeValue(forKey: model.id)
        if let known, known.position == position, known.model == model { continue }
        try Self.write(model, at: position, isNew: known == nil, in: database)
        changes.append(LoggedChange(model, at: position))
      }
      for id in old.keys {
        try database.cachedStatement(sql: "DELETE FROM item WHERE id = ?").execute(arguments: [id])
        changes.append(LoggedChange(id: id))
      }
      guard !changes.isEmpty else { return }
      try Self.log(changes, in: database)
    }
  }

  /// Returns the places whose models differ, if the ids are the same.
  private static func updates(from old: [FeedModel], to new: [FeedModel]) -> [Int]? {
    guard old.count == new.count else { return nil }
    var places: [Int] = []
    for (place, (before, after)) in zip(old, new).enumerated() where before != after {
      guard before.id == after.id else { return nil }
      places.append(place)
    }
    return places
  }

  private static func write(_ updates: [(FeedModel, Int)], in database: Database) throws {
    guard !updates.isEmpty else { return }
    for (model, place) in updates { try write(model, at: place, isNew: false, in: database) }
    try log(updates.map { LoggedChange($0.0, at: $0.1) }, in: database)
  }

  private static func log(_ changes: [LoggedChange], in database: Database) throws {
    try database.cachedStatement(sql: "INSERT INTO change (time, body) VALUES (?, ?)")
      .execute(arguments: [Date().timeIntervalSince1970, try JSONEncoder().encode(changes)])
  }

  private static func rows(in database: Database) throws -> [String: FeedRow] {
    var rows: [String: FeedRow] = [:]
    let cursor = try Row.fetchCursor(
      try database.cachedStatement(
        sql: "SELECT id, position, title, detail, likes, isPinned FROM item"
      )
    )
    while let row = try cursor.next() {
      let model = FeedModel(
        id: row[0],
        title: row[2],
        detail: row[3],
        likes: row[4],
        isPinned: row[5]
      )
      rows[model.id] = FeedRow(model: model, position: row[1])
    }
    return rows
  }

  private static func write(
    _ model: FeedModel,
    at position: Int,
    isNew: Bool,
    in database: Database
  ) throws {
    let sql =
      isNew
      ? """
      INSERT INTO item (position, title, detail, likes, isPinned, id) VALUES (?, ?, ?, ?, ?, ?)
      """
      : """
      UPDATE item SET position = ?, title = ?, detail = ?, likes = ?, isPinned = ? WHERE id = ?
      """
    try database.cachedStatement(sql: sql).execute(
      arguments: [
        position, model.title, model.detail, model.likes, model.isPinned, model.id,
      ]
    )
  }
}

extension FeedModel {
  init(id: String, title: String, detail: String, likes: Int, isPinned: Bool) {
    self.id = id
    self.title = title
    self.detail = detail
    self.likes = likes
    self.isPinned = isPinned
  }
}

extension HandWrittenFeed.LoggedChange {
  fileprivate init(_ model: FeedModel, at position: Int) {
    self.init(
      id: model.id,
      position: position,
      title: model.title,
      detail: model.detail,
      likes: model.likes,
      isPinned: model.isPinned
    )
  }
}
