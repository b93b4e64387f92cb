import ArgumentParser
import GRDB
import ListModel
import ListRendering
import ListStorage

struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Asks the newest versions with SQL.",
    discussion: """
      Two tables, only to read: cells (list, section, item, id, type, content) and sections (list, \
      place, id, cells). item and place count from 0; content is JSON, which SQLite's functions read: \
      content ->> 'price'. An answer is of one moment, and nobody who writes waits for it.

      EXAMPLES
        liststore query home.db "SELECT id FROM cells WHERE content ->> 'price' > 10"
        liststore query home.db "SELECT type, count(*) AS cells FROM cells GROUP BY type" --json
        liststore query home.db "SELECT section, item, id FROM cells WHERE list = 'home' ORDER BY 1, 2"
      """
  )

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("One SELECT.", valueName: "SQL"))
  var sql: String

  @Option(help: ArgumentHelp("The most rows; a query that has more is refused.", valueName: "N"))
  var limit = 100_000

  @Option(help: ArgumentHelp("How long the query may take.", valueName: "seconds"))
  var timeout = 60.0

  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    if limit < 1 { throw ValidationError("--limit \(limit): expected 1 or more") }
    guard timeout > 0, timeout <= 1_000_000 else {
      throw ValidationError("--timeout \(timeout): expected more than 0, up to 1000000 seconds")
    }
  }

  func run() throws {
    let rows = try store.open(.readOnly).query(
      sql,
      limits: QueryLimits(rows: limit, duration: .seconds(timeout))
    )
    try StandardOutput.printing { output in
      if self.output.json {
        for row in rows { try output.line(Self.object(row).text) }
      } else if let first = rows.first {
        var table = TextTable(first.columnNames.map { .init(title: $0.printable) })
        for row in rows { table.add(row.databaseValues.map(Self.text)) }
        for line in table.lines(Terminal.output.palette) { try output.line(line) }
      } else {
        try output.line("no rows")
      }
    }
  }

  private static func text(_ value: DatabaseValue) -> String {
    switch value.storage {
    case .null: ""
    case .int64(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): text
    case .blob(let data): "x'" + data.map(hexadecimal).joined() + "'"
    }
  }

  private static func object(_ row: Row) -> JSONTree {
    .object(row.map { name, value in .init(name: name, value: json(value)) })
  }

  private static func json(_ value: DatabaseValue) -> JSONTree {
    switch value.storage {
    case .null: .scalar("null")
    case .int64(let number): .scalar("\(number)")
    case .double(let number): .scalar(number.isFinite ? "\(number)" : "null")
    case .string(let text): .scalar((try? Content(encoding: text).text) ?? "null")
    case .blob(let data): .scalar("\"" + data.map(hexadecimal).joined() + "\"")
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
