import ArgumentParser
import GRDB
import ListModel
import ListRendering
import ListStorage

struct QueryCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Asks a store and its past with SQL.",
    discussion: """
      The tables, only to read; no others can be seen:

      \(tables)

      item and place count from 0; log, diff and show --tree count places from 1. content is JSON, which \
      SQLite's functions read: content ->> 'price'. time is UTC, as SQLite's functions for dates write \
      it; it is compared with times as JSON prints them, too. changes has a row for \
      each operation: kind is inserted, deleted, moved or updated, subject is cell or section; where it \
      was and what it was are in from_…, where and what it is in to_…. An answer is of one moment, and \
      no writer waits for it. Everything it depends on is proved, or the query fails.

      With --at, all tables are as they were at that version of each list. Without SQL, the tables and \
      their columns are printed.

      EXAMPLES
        liststore query home.db "SELECT id FROM cells WHERE content ->> 'n' > 10"
        liststore query home.db "SELECT type, count(*) FROM cells GROUP BY 1" --json
        liststore query home.db "SELECT count(*) FROM cells" --at 2026-11-21
        liststore query home.db "SELECT time, author, id, from_content FROM changes
          WHERE kind = 'deleted' AND time > datetime('now', '-7 days')"
      """
  )

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("One SELECT.", valueName: "SQL"))
  var sql: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The version of each list: a number, one before the newest (-1), or a time (2026-11-21).",
      valueName: "V"
    )
  )
  var at: VersionPlace?

  @Option(help: ArgumentHelp("The most rows; a query that has more is refused.", valueName: "N"))
  var limit = 100_000

  @Option(help: ArgumentHelp("How long the query may take.", valueName: "seconds"))
  var timeout = 60.0

  @Option(
    help: ArgumentHelp(
      "The most bytes of the answer, and of each value on the way to it: 64M, 1G …",
      valueName: "size"
    )
  )
  var bytes = ByteSize(count: QueryLimits().bytes)

  @OptionGroup var output: OutputOptions

  /// The tables and their columns, a line each.
  private static var tables: String {
    ListStore.queryTables.map { "  \($0.name): \($0.columns.joined(separator: ", "))" }
      .joined(separator: "\n")
  }

  mutating func validate() throws {
    if limit < 1 { throw ValidationError("--limit \(limit): expected 1 or more") }
    guard timeout > 0, timeout <= 1_000_000 else {
      throw ValidationError("--timeout \(timeout): expected more than 0, up to 1000000 seconds")
    }
    if bytes.count < 1 { throw ValidationError("--bytes 0: expected 1 byte or more") }
    _ = try at?.selectorOfEachList("--at")
  }

  func run() throws {
    let store = try store.open(.readOnly)
    guard let sql else { return try printTables() }
    let stopwatch = QueryStopwatch(seconds: timeout)
    var forgotten: [ForgottenVersions] = []
    let rows = try store.query(
      sql,
      at: at?.selectorOfEachList("--at") ?? .latest,
      limits: QueryLimits(rows: limit, duration: .seconds(timeout), bytes: bytes.count)
    ) { forgotten.append(ForgottenVersions(list: $0.rawValue, oldestVersion: $1)) }
    stopwatch.stop()
    defer { for note in forgotten { Standard.error.write(lines: note.line(asJSON: output.json)) } }
    try StandardOutput.printing { output in
      if self.output.json {
        for row in rows { try output.line(Self.object(row).text) }
      } else if let first = rows.first {
        var table = TextTable(first.columns.map { .init(title: $0.printable) })
        for row in rows { table.add(row.values.map(Self.text)) }
        for line in table.lines(on: .output) { try output.line(line) }
      } else {
        try output.line("no rows")
      }
    }
  }

  private func printTables() throws {
    let tables = ListStore.queryTables.map { Table(table: $0.name, columns: $0.columns) }
    try output.print(tables) { text in
      for table in tables {
        try text.line("\(table.table): \(table.columns.joined(separator: ", "))")
      }
    }
  }

  private static func text(_ value: DatabaseValue) -> String {
    switch value.storage {
    case .null: ""
    case .int64(let number): "\(number)"
    case .double(let number): number.infinity ?? "\(number)"
    case .string(let text): text
    case .blob(let data): "x'" + data.hexadecimal + "'"
    }
  }

  private static func object(_ row: QueryRow) -> JSONTree {
    .object(zip(row.columns, row.values).map { .init(name: $0, value: json($1)) })
  }

  private static func json(_ value: DatabaseValue) -> JSONTree {
    switch value.storage {
    case .null: .scalar("null")
    case .int64(let number): .scalar("\(number)")
    case .double(let number): .scalar(number.infinity ?? "\(number)")
    case .string(let text): .scalar(quoted(text))
    case .blob(let data): .scalar("\"" + data.hexadecimal + "\"")
    }
  }

  fileprivate static func quoted(_ text: String) -> String {
    (try? Content(encoding: text).text) ?? "null"
  }
}

/// The versions of a list that a query has asked for, and that are not kept any more.
private struct ForgottenVersions {
  var list: String
  var oldestVersion: Int

  func line(asJSON isJSON: Bool) -> String {
    if isJSON {
      return #"{"list":\#(QueryCommand.quoted(list)),"oldestVersion":\#(oldestVersion)}"#
    }
    return
      "liststore query: list \"\(list.printable)\": versions and changes are kept from version "
      + "\(oldestVersion) on; the answer says nothing of those before"
  }
}

/// A table for machines.
private struct Table: Encodable {
  var table: String
  var columns: [String]
}

extension Double {
  /// An infinity as SQLite's own tool writes it, which JSON allows; `nil` for all other numbers.
  ///
  /// SQLite makes NULL of what is not a number.
  fileprivate var infinity: String? {
    isInfinite ? (self < 0 ? "-1e999" : "1e999") : nil
  }
}

extension VersionPlace {
  /// The version of each list of a store.
  ///
  /// - Parameter name: The option that gives it.
  /// - Returns: How the store finds it.
  /// - Throws: The message of the parser to the user.
  fileprivate func selectorOfEachList(_ name: String) throws(ValidationError) -> VersionSelector {
    switch self {
    case .number(let number): return .version(number)
    case .back(let count): return .back(count)
    case .time(let span): return .before(span.end)
    case .list, .store:
      throw ValidationError(
        "\(name) \(self): expected a number, one before the newest (-1), or a time: the tables are of all "
          + "lists"
      )
    }
  }
}
