import ListRendering

/// Rows of text in columns.
struct TextTable {
  /// A column: its title and the alignment of its texts.
  struct Column {
    enum Alignment {
      /// Text, which is cut where there is too little room.
      case leading
      /// Numbers, which are never cut.
      case trailing
    }

    var title: String
    var alignment = Alignment.leading
  }

  private let columns: [Column]
  private var rows: [[String]] = []

  init(_ columns: Column...) {
    self.init(columns)
  }

  init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row with a text for every column.
  mutating func add(_ row: String...) {
    add(row)
  }

  /// Adds a row with a text for every column.
  mutating func add(_ row: [String]) {
    rows.append(row.map(\.printable))
  }

  /// Returns the lines, titles first.
  ///
  /// Texts are cut if the lines do not fit into the columns of the terminal. If that is not enough, each
  /// row has a line for each column.
  func lines(on terminal: Terminal) -> [String] {
    let titles = columns.map(\.title)
    guard let widths = widths(of: [titles] + rows, within: terminal.columns) else {
      return records(terminal)
    }
    return ([titles] + rows).enumerated().map { index, row in
      let line = line(row, widths)
      return index == 0 ? terminal.palette(.faint, line) : line
    }
  }

  private func line(_ row: [String], _ widths: [Int]) -> String {
    columns.indices.map { column in
      let text = row[column].cut(toTerminalColumns: widths[column])
      let padding = String(repeating: " ", count: widths[column] - text.terminalColumns)
      switch columns[column].alignment {
      case .leading: return text + (column == columns.count - 1 ? "" : padding)
      case .trailing: return padding + text
      }
    }.joined(separator: "  ")
  }

  /// Returns the width of each column; `nil` if the lines cannot be made to fit.
  private func widths(of texts: [[String]], within room: Int) -> [Int]? {
    var widths = columns.indices.map { column in
      texts.map { $0[column].terminalColumns }.max() ?? 0
    }
    let least = columns.map { max($0.title.terminalColumns, Self.leastText) }
    var excess = widths.reduce(0, +) + 2 * (columns.count - 1) - room
    while excess > 0 {
      let shrinkable = columns.indices.filter {
        columns[$0].alignment == .leading && widths[$0] > least[$0]
      }.sorted { widths[$0] > widths[$1] }
      guard let widest = shrinkable.first else { return nil }
      // Down to the next widest one, or as far as needed.
      let next = shrinkable.dropFirst().first.map { widths[$0] } ?? 0
      let step = min(excess, max(1, widths[widest] - max(next, least[widest])))
      widths[widest] -= step
      excess -= step
    }
    return widths
  }

  /// The columns that a text keeps at least.
  private static let leastText = 8

  private func records(_ terminal: Terminal) -> [String] {
    let width = columns.map(\.title.terminalColumns).max() ?? 0
    return rows.enumerated().flatMap { index, row in
      let lines = zip(columns, row).map { column, text in
        let title = column.title.cut(toTerminalColumns: terminal.columns / 2)
        let padding = String(
          repeating: " ",
          count: max(min(width, terminal.columns / 2) - title.terminalColumns, 0)
        )
        let room = terminal.columns - title.terminalColumns - padding.count - 2
        return terminal.palette(.faint, title) + padding + "  " + text.cut(toTerminalColumns: room)
      }
      return index == 0 ? lines : [""] + lines
    }
  }
}
