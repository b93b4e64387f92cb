import ArgumentParser
import ListKeeping
import ListModel
import ListRendering
import ListStorage

struct StatsCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Shows how much a store holds, and where its bytes are.",
    discussion: """
      CONTENT is the content of the newest version's cells, FEED what was recorded of all changes, \
      SPANS what many of them are together, to be read in few steps. FLOOR is the oldest version that can be read. LAG is how many versions the consumer that is \
      farthest behind has yet to read; "liststore cursors" shows each.

      EXAMPLES
        liststore stats home.db
        liststore stats home.db --json | jq .walBytes
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let store = try store.open(.readOnly)
    // The token is read first, so that commits made meanwhile come after it.
    let token = try store.token()
    let statistics = try store.statistics()
    try output.print([StatisticsReport(statistics, token)], as: .content) { text in
      for line in Self.lines(statistics) { try text.line(line) }
    }
  }

  private static func lines(_ statistics: StoreStatistics) -> [String] {
    var table = TextTable(
      .init(title: "LIST"),
      .init(title: "VERSION", alignment: .trailing),
      .init(title: "FLOOR", alignment: .trailing),
      .init(title: "SECTIONS", alignment: .trailing),
      .init(title: "CELLS", alignment: .trailing),
      .init(title: "CONTENT", alignment: .trailing),
      .init(title: "FEED", alignment: .trailing),
      .init(title: "SPANS", alignment: .trailing),
      .init(title: "PER VERSION", alignment: .trailing),
      .init(title: "CONSUMERS", alignment: .trailing),
      .init(title: "LAG", alignment: .trailing)
    )
    for list in statistics.lists {
      table.add(
        list.id.rawValue,
        "\(list.version)",
        "\(list.floor)",
        list.sections.grouped,
        list.cells.grouped,
        list.contentBytes.byteSize,
        list.feedBytes.byteSize,
        list.spanBytes.byteSize,
        (list.feedBytes / max(list.version - list.floor, 1)).byteSize,
        list.consumers.count.grouped,
        (list.consumers.map(\.lag).max() ?? 0).grouped
      )
    }
    let file =
      "\(statistics.sequence.counting("commit")); file \(statistics.fileBytes.byteSize) "
      + "(\(statistics.liveBytes.byteSize) content, \(statistics.historyBytes.byteSize) history, "
      + "\(statistics.freeBytes.byteSize) free), write-ahead log \(statistics.walBytes.byteSize)"
    let copies = statistics.unfinishedCopies.map { copy in
      "unfinished copy \(copy.path.printable) (\(copy.bytes.byteSize)), "
        + (copy.isBeingMade
          ? "which is being made"
          : "which no process makes any more; the next copy made in this folder removes it")
    }
    let tables = statistics.lists.isEmpty ? [] : table.lines(on: .output)
    return tables
      + ([file] + copies).flatMap { $0.wrapped(toTerminalColumns: Terminal.output.columns) }
  }
}

/// Statistics for machines; all sizes are bytes.
private struct StatisticsReport: Encodable {
  struct Copy: Encodable {
    var file: String
    var bytes: Int
    var isBeingMade: Bool
  }

  struct Entry: Encodable {
    var list: String
    var version: Int
    var token: CursorToken
    var sections: Int
    var cells: Int
    var contentBytes: Int
    var feedBytes: Int
    var spanBytes: Int
    var floor: Int
    var consumers: [ConsumerReport]
  }

  var sequence: Int
  var token: StoreToken
  var fileBytes: Int
  var freeBytes: Int
  var walBytes: Int
  var liveBytes: Int
  var historyBytes: Int
  var unfinishedCopies: [Copy]
  var lists: [Entry]

  init(_ statistics: StoreStatistics, _ token: StoreToken) {
    sequence = statistics.sequence
    self.token = token
    fileBytes = statistics.fileBytes
    freeBytes = statistics.freeBytes
    walBytes = statistics.walBytes
    liveBytes = statistics.liveBytes
    historyBytes = statistics.historyBytes
    unfinishedCopies = statistics.unfinishedCopies.map {
      Copy(file: $0.path, bytes: $0.bytes, isBeingMade: $0.isBeingMade)
    }
    lists = statistics.lists.map {
      Entry(
        list: $0.id.rawValue,
        version: $0.version,
        token: $0.token,
        sections: $0.sections,
        cells: $0.cells,
        contentBytes: $0.contentBytes,
        feedBytes: $0.feedBytes,
        spanBytes: $0.spanBytes,
        floor: $0.floor,
        consumers: $0.consumers.map(ConsumerReport.init)
      )
    }
  }
}
