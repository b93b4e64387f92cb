import Foundation
import GRDB
import ListModel

/// The code that one writes by hand for a paged feed: a table of items with places, and the key of the
/// next page in the same transaction.
final class HandWrittenPages {
  private let queue: DatabaseQueue
  private var first = 0
  private var last = 0

  /// Creates a feed with items of places 1 to `count`.
  init(path: String, count: Int) throws {
    var configuration = GRDB.Configuration()
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    }
    queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE item (
            id TEXT PRIMARY KEY, place INTEGER NOT NULL, content TEXT NOT NULL
          ) WITHOUT ROWID;
          CREATE UNIQUE INDEX itemsByPlace ON item (place);
          CREATE TABLE pageKey (name TEXT PRIMARY KEY, key TEXT NOT NULL) WITHOUT ROWID;
          """
      )
    }
    for start in stride(from: 0, to: count, by: 1_000) {
      let models = (start..<min(count, start + 1_000)).map { FeedModel($0) }
      try append(models.map(Cell.init(declaring:)), next: "\(start)")
    }
  }

  func append(_ cells: [Cell], next: String) throws {
    try queue.write { database in
      for cell in cells {
        last += 1
        try Self.insert(cell, at: last, in: database)
      }
      try Self.keep(next, in: database)
    }
  }

  /// Merges the first page: items that are known are compared, others come before all.
  func refresh(_ cells: [Cell], next: String) throws {
    try queue.write { database in
      var new: [Cell] = []
      for cell in cells {
        let id = cell.id.rawValue
        let content = try Self.content(of: cell)
        let known = try String.fetchOne(
          database.cachedStatement(sql: "SELECT content FROM item WHERE id = ?"),
          arguments: [id]
        )
        if let known {
          if known != content {
            try database.cachedStatement(sql: "UPDATE item SET content = ? WHERE id = ?")
              .execute(arguments: [content, id])
          }
        } else {
          new.append(cell)
        }
      }
      first -= new.count
      for (offset, cell) in new.enumerated() {
        try Self.insert(cell, at: first + offset, in: database)
      }
      try Self.keep(next, in: database)
    }
  }

  /// Reads the last items.
  func lastItems(_ limit: Int) throws -> List { try items("DESC", limit) }

  /// Reads the key, and the first items.
  func restart(_ limit: Int) throws -> List {
    _ = try queue.read { try String.fetchOne($0, sql: "SELECT key FROM pageKey") }
    return try items("ASC", limit)
  }

  private func items(_ order: String, _ limit: Int) throws -> List {
    try queue.read { database in
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: "SELECT id, content FROM item ORDER BY place \(order) LIMIT ?"
        ),
        arguments: [limit]
      )
      var cells: [Cell] = []
      while let row = try rows.next() {
        let content: String = row[1]
        let component = StoredComponent(
          type: FeedCell.componentType,
          content: Content(canonical: Array(content.utf8))
        )
        cells.append(Cell(id: Cell.ID(row[0]), component: AnyComponent(component)))
      }
      if order == "DESC" { cells.reverse() }
      return List(sections: [Section(id: "feed", cells: cells)])
    }
  }

  private static func insert(_ cell: Cell, at place: Int, in database: Database) throws {
    try database.cachedStatement(sql: "INSERT INTO item (id, place, content) VALUES (?, ?, ?)")
      .execute(arguments: [cell.id.rawValue, place, try content(of: cell)])
  }

  private static func content(of cell: Cell) throws -> String {
    String(decoding: try cell.component.stored().content?.bytes ?? [], as: UTF8.self)
  }

  private static func keep(_ key: String, in database: Database) throws {
    try database.cachedStatement(
      sql:
        "INSERT INTO pageKey (name, key) VALUES ('next', ?) ON CONFLICT DO UPDATE SET key = excluded.key"
    ).execute(arguments: [key])
  }
}
