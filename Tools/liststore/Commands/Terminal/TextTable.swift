import ListRendering

/// Rows of text in columns.
struct TextTable {
  /// A column: its title and the alignment of its texts.
  struct Column {
    enum Alignment {
      case leading, trailing
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
  func lines(_ palette: Palette) -> [String] {
    let texts = [columns.map(\.title)] + rows
    let widths = columns.indices.map { column in texts.map { $0[column].terminalColumns }.max() ?? 0
    }
    return texts.enumerated().map { index, row in
      let line = columns.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].terminalColumns)
        switch columns[column].alignment {
        case .leading: return row[column] + (column == columns.count - 1 ? "" : padding)
        case .trailing: return padding + row[column]
        }
      }.joined(separator: "  ")
      return index == 0 ? palette(.faint, line) : line
    }
  }
}
