import Foundation
import GRDB

/// The code that a backend engineer writes by hand instead of using a store: it reads and compares
/// rows, writes those that differ, and adds a row to a log of changes for each commit.
final class HandWrittenFeed {
  private let queue: DatabaseQueue

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

  init(path: String, waitsForDevice: Bool) throws {
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
      try database.cachedStatement(sql: "INSERT INTO change (time, body) VALUES (?, ?)")
        .execute(arguments: [Date().timeIntervalSince1970, try JSONEncoder().encode(changes)])
    }
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
