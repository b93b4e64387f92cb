import Foundation
import GRDB
package import ListTestSupport

/// A way to damage the file of a closed store where it matters: in what one of its tables says, or in
/// one of the structures of SQLite.
package struct FileDamage: Sendable, CustomStringConvertible {
  /// What is damaged.
  package let name: String
  /// Whether it is the write-ahead log that is damaged, and not the database.
  package let isInLog: Bool
  private let damage: @Sendable (String, inout SeededGenerator) throws -> Void

  package var description: String { name }

  private init(
    _ name: String,
    isInLog: Bool = false,
    _ damage: @escaping @Sendable (String, inout SeededGenerator) throws -> Void
  ) {
    self.name = name
    self.isInLog = isInLog
    self.damage = damage
  }

  /// Damages the store at a path.
  ///
  /// - Throws: What reading, writing and SQLite throw.
  package func apply(to path: String, generator: inout SeededGenerator) throws {
    try damage(isInLog ? path + "-wal" : path, &generator)
  }

  /// All kinds.
  package static let all: [FileDamage] = inPages + inStructures + inLog + inRows

  private static let tables = [
    "list", "section", "cell", "place", "chunk", "change", "key", "cursor", "span",
  ]
}

// MARK: - Bytes

/// The bytes of a database and the pages they are in.
private struct Pages {
  static let size = 4_096
  let path: String
  var bytes: [UInt8]

  /// What a page is for, as SQLite's `dbstat` says.
  struct Page {
    var name: String
    var number: Int
    var type: String
  }

  let pages: [Page]

  init(_ path: String) throws {
    self.path = path
    let queue = try DatabaseQueue(path: path)
    pages = try queue.writeWithoutTransaction { database in
      // So that everything is in one file.
      _ = try Row.fetchAll(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      return try Row.fetchAll(
        database,
        sql: "SELECT name, pageno, pagetype FROM dbstat ORDER BY pageno"
      ).map { Page(name: $0[0], number: $0[1], type: $0[2]) }
    }
    try queue.close()
    bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func write() throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  /// Where a random page of some begins.
  func start(
    where isWanted: (Page) -> Bool,
    _ generator: inout SeededGenerator
  ) throws -> Int {
    guard let page = pages.filter(isWanted).randomElement(using: &generator) else {
      throw WrongAnswer(text: "the store has no such page")
    }
    return (page.number - 1) * Self.size
  }

  mutating func put(_ value: UInt32, at index: Int) {
    for byte in 0..<4 { bytes[index + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * byte)) }
  }

  func number(at index: Int) -> UInt32 {
    bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension FileDamage {
  private static func bytes(
    _ name: String,
    _ change: @escaping @Sendable (inout Pages, inout SeededGenerator) throws -> Void
  ) -> FileDamage {
    FileDamage(name) { path, generator in
      var pages = try Pages(path)
      try change(&pages, &generator)
      try pages.write()
    }
  }

  private static let inPages =
    tables.map { table in
      bytes("a flipped bit in a page of \(table)") { pages, generator in
        let name = "liststore_\(table)"
        // Pages that long contents go on in have no header; they are a kind of their own.
        let start = try pages.start(
          where: { $0.name == name && $0.type != "overflow" },
          &generator
        )
        // What is used of a page is at its end, from where its header says, but for a few pointers.
        let isAtStart = Int.random(in: 0..<8, using: &generator) == 0
        let contents = Int(pages.bytes[start + 5]) << 8 | Int(pages.bytes[start + 6])
        let range = isAtStart ? 0..<32 : contents..<Pages.size
        let index = start + Int.random(in: range, using: &generator)
        pages.bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
    }
    + tables.map { table in
      bytes("a zeroed page of \(table)") { pages, generator in
        let name = "liststore_\(table)"
        let start = try pages.start(where: { $0.name == name }, &generator)
        for index in start..<start + Pages.size { pages.bytes[index] = 0 }
      }
    }

  private static let inStructures = [
    bytes("swapped pages") { pages, generator in
      let first = try pages.start(where: { $0.number > 1 }, &generator)
      let second = try pages.start(where: { $0.number > 1 }, &generator)
      for index in 0..<Pages.size { pages.bytes.swapAt(first + index, second + index) }
    },
    bytes("a page that is another one") { pages, generator in
      let source = try pages.start(where: { $0.number > 1 }, &generator)
      let target = try pages.start(where: { $0.number > 1 }, &generator)
      for index in 0..<Pages.size { pages.bytes[target + index] = pages.bytes[source + index] }
    },
    bytes("a truncated file") { pages, generator in
      pages.bytes.removeLast(Int.random(in: 1..<pages.bytes.count, using: &generator))
    },
    bytes("a damaged header") { pages, generator in
      let index = Int.random(in: 0..<100, using: &generator)
      pages.bytes[index] ^= UInt8.random(in: 1...255, using: &generator)
    },
    bytes("a damaged schema") { pages, generator in
      let index = Int.random(in: 100..<Pages.size, using: &generator)
      pages.bytes[index] ^= UInt8.random(in: 1...255, using: &generator)
    },
    bytes("a damaged list of free pages") { pages, generator in
      // The first trunk page, and how many free pages there are; then what the trunk says.
      let trunk = Int(pages.number(at: 32))
      guard trunk > 0 else { throw WrongAnswer(text: "the store has no free page") }
      let start = (trunk - 1) * Pages.size
      let places = [32, 36, start, start + 4, start + 8]
      let values: [UInt32] = [0, 1, 2, UInt32(pages.pages.count), 1 << 30, .max]
      guard let place = places.randomElement(using: &generator),
        let value = values.randomElement(using: &generator)
      else { return }
      pages.put(value, at: place)
    },
    bytes("a damaged chain of overflow pages") { pages, generator in
      let start = try pages.start(where: { $0.type == "overflow" }, &generator)
      let values = [0, 1, 2, UInt32(start / Pages.size + 1), UInt32(pages.pages.count), .max]
      guard let value = values.randomElement(using: &generator) else { return }
      pages.put(value, at: start)
    },
    bytes("a flipped bit in an overflow page") { pages, generator in
      let start = try pages.start(where: { $0.type == "overflow" }, &generator)
      let index = start + Int.random(in: 0..<Pages.size, using: &generator)
      pages.bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    },
    bytes("an index without a row") { pages, generator in
      let names = ["section", "chunk", "change", "span"].map { "liststore_\($0)" }
      let start = try pages.start(
        where: { names.contains($0.name) && $0.type == "leaf" },
        &generator
      )
      pages.forgetLastCell(ofPageAt: start)
    },
    bytes("a row without an index") { pages, generator in
      let start = try pages.start(
        where: {
          $0.type == "leaf"
            && ($0.name.hasPrefix("sqlite_autoindex_liststore") || $0.name.hasSuffix("_in_section"))
        },
        &generator
      )
      pages.forgetLastCell(ofPageAt: start)
    },
  ]

  private static func log(
    _ name: String,
    _ change: @escaping @Sendable (inout [UInt8], inout SeededGenerator) -> Void
  ) -> FileDamage {
    FileDamage(name, isInLog: true) { path, generator in
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      change(&bytes, &generator)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
    }
  }

  private static let inLog = [
    log("a flipped bit in the log") { bytes, generator in
      bytes[Int.random(in: bytes.indices, using: &generator)] ^= 4
    },
    log("a damaged header of the log") { bytes, generator in
      bytes[Int.random(in: 0..<32, using: &generator)] ^= 1
    },
    log("a truncated log") { bytes, generator in
      bytes.removeLast(Int.random(in: 1...bytes.count, using: &generator))
    },
    log("a zeroed part of the log") { bytes, generator in
      let start = Int.random(in: bytes.indices, using: &generator)
      for index in start..<min(start + 4_120, bytes.count) { bytes[index] = 0 }
    },
  ]
}

extension Pages {
  /// Takes the last cell of a leaf away, as if it had never been there.
  mutating func forgetLastCell(ofPageAt start: Int) {
    let count = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
    guard count > 0 else { return }
    bytes[start + 3] = UInt8((count - 1) >> 8)
    bytes[start + 4] = UInt8((count - 1) & 0xFF)
  }
}

// MARK: - Rows

extension FileDamage {
  /// A column of a table, and something else that it could say.
  private struct Assignment: Sendable {
    var table: String
    var column: String
    var value: String

    init(_ place: String, _ value: String) {
      let parts = place.split(separator: ".")
      (table, column, self.value) = (String(parts[0]), String(parts[1]), value)
    }
  }

  private static func rows(_ name: String, _ assignments: [Assignment]) -> FileDamage {
    sql(name) { database, generator in
      guard let assignment = assignments.randomElement(using: &generator) else { return }
      try database.execute(
        sql: "UPDATE OR REPLACE liststore_\(assignment.table) SET "
          + "\(assignment.column) = \(assignment.value) "
          + "WHERE \(try row(of: assignment.table, in: database, &generator))"
      )
    }
  }

  private static func sql(
    _ name: String,
    _ change: @escaping @Sendable (Database, inout SeededGenerator) throws -> Void
  ) -> FileDamage {
    FileDamage(name) { path, generator in
      let queue = try DatabaseQueue(path: path)
      // Columns without their constraints, as a file from elsewhere can have them.
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
        try change(database, &generator)
      }
      try queue.close()
    }
  }

  /// What is true of one random row of a table.
  private static func row(
    of table: String,
    in database: Database,
    _ generator: inout SeededGenerator
  ) throws -> String {
    let columns =
      switch table {
      case "place": "(list, id)"
      case "key": "(list, key)"
      case "cursor": "(list, name)"
      default: "(rowid)"
      }
    let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM liststore_\(table)") ?? 0
    guard count > 0 else { throw WrongAnswer(text: "the store has no \(table)") }
    let number = Int.random(in: 0..<count, using: &generator)
    return "\(columns) IN (SELECT \(columns.dropFirst().dropLast()) FROM liststore_\(table) "
      + "LIMIT 1 OFFSET \(number))"
  }

  private static func every(_ places: [String], _ values: [String]) -> [Assignment] {
    places.flatMap { place in values.map { Assignment(place, $0) } }
  }

  private static let numbers = [
    "list.floor", "section.list", "section.position", "cell.list", "place.cell", "place.chunk",
    "chunk.section", "chunk.position", "chunk.count", "change.version", "change.list",
    "change.time", "change.sequence", "key.version", "cursor.version", "span.parent",
    "span.version",
  ]
  private static let texts = [
    "list.id", "section.id", "cell.id", "place.id", "cell.type", "change.author", "change.key",
    "key.key", "cursor.name",
  ]

  private static let inRows =
    tables.map { table in
      sql("a row of \(table) that is gone") { database, generator in
        let row = try row(of: table, in: database, &generator)
        try database.execute(sql: "DELETE FROM liststore_\(table) WHERE \(row)")
      }
    } + [
      rows(
        "a wrong count",
        [
          Assignment("chunk.count", "count + 1"), Assignment("chunk.count", "count - 1"),
          Assignment("list.floor", "floor + 1"), Assignment("list.floor", "floor - 1"),
          Assignment("chunk.position", "position + 1"), Assignment("section.position", "-position"),
        ]
      ),
      rows("a huge number", every(numbers, ["9223372036854775807", "-9223372036854775808"])),
      // SQLite itself lets the number of a row be nothing else.
      rows(
        "a number that is none",
        every(numbers.filter { $0 != "change.sequence" }, ["'x'", "1.5", "x'00'"])
      ),
      rows("a NUL in a text", every(texts, ["x'610062'"])),
      rows("bytes that are no text", every(texts, ["x'C328'"])),
      rows("another text", every(texts, ["CAST('other' AS BLOB)"])),
      rows(
        "a reference that leads nowhere",
        every(
          [
            "section.list", "cell.list", "place.cell", "place.chunk", "place.list", "chunk.section",
            "change.list", "key.version", "key.list", "cursor.list", "cursor.version", "span.list",
          ],
          ["99"]
        )
      ),
      rows(
        "a reference that leads elsewhere",
        every(["cell.list", "section.list", "chunk.section", "change.list", "place.chunk"], ["2"])
          + [Assignment("place.cell", "cell + 1"), Assignment("key.version", "version - 1")]
      ),
      rows(
        "other content",
        every(["cell.content"], ["CAST('{\"a\":1}' AS BLOB)", "NULL", "x'7B'"])
      ),
      rows("another header", every(["section.header", "section.layout"], ["x'00'", "NULL"])),
      rows("another digest", every(["cell.digest", "section.digest"], ["zeroblob(16)", "x'00'"])),
      rows("another order", every(["chunk.cells"], ["x'00'", "x''", "zeroblob(64)"])),
      rows(
        "a damaged change",
        every(
          ["change.body", "span.body"],
          [
            "substr(body, 1, length(body) - 1)", "x''", "zeroblob(length(body))",
            "(SELECT body FROM liststore_change LIMIT 1)",
          ]
        )
      ),
      rows(
        "another fingerprint",
        every(
          ["change.fingerprint", "change.parent_fingerprint", "span.fingerprint"],
          ["zeroblob(16)", "x'00'"]
        )
      ),
      rows("another author", every(["change.author"], ["CAST('mallory' AS BLOB)", "NULL"])),
      rows("another time", every(["change.time"], ["time + 60000", "0"])),
      rows("another commit key", every(["change.key"], ["CAST('other' AS BLOB)", "NULL"])),
      rows("another sequence", every(["change.sequence"], ["sequence + 100"])),
      sql("a schema from elsewhere") { database, generator in
        let statements = [
          "DROP TABLE liststore_span", "DROP TABLE liststore_key", "DROP TABLE liststore_place",
          "CREATE TABLE foreigner (x)", "CREATE VIEW foreigner AS SELECT * FROM liststore_cell",
          "ALTER TABLE liststore_cell ADD COLUMN extra",
          "DROP INDEX liststore_chunk_in_section",
          "CREATE UNIQUE INDEX foreigner ON liststore_change (author, list, version)",
          "PRAGMA application_id = 7", "PRAGMA user_version = 99",
          "UPDATE liststore SET format = 99, min_reader = 99", "DELETE FROM liststore",
          """
          ALTER TABLE liststore_cell RENAME TO foreigner;
          CREATE VIEW liststore_cell AS SELECT * FROM foreigner
          """,
          """
          CREATE TRIGGER foreigner AFTER INSERT ON liststore_change
          BEGIN DELETE FROM liststore_cell; END
          """,
        ]
        try database.execute(sql: statements.randomElement(using: &generator) ?? "")
      },
    ]
}
