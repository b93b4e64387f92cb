import ListModel
import ListRendering

/// The number of changes in each section.
struct ChangeStatistics {
  private var order: [String] = []
  private var counts: [String: OperationCounts.Counts] = [:]

  init(_ events: [ListStep.Event]) {
    for event in events {
      switch event.subject {
      case .section: break
      case .cell(_, let before, let after):
        count(event, in: (after ?? before).map { $0.rawValue } ?? "?")
      }
    }
  }

  private mutating func count(_ event: ListStep.Event, in section: String) {
    if counts[section] == nil { order.append(section) }
    var sum = counts[section] ?? OperationCounts.Counts()
    if event.isInserted { sum.inserted += 1 }
    if event.isDeleted { sum.deleted += 1 }
    if event.isMoved { sum.moved += 1 }
    if event.isUpdated { sum.updated += 1 }
    counts[section] = sum
  }

  /// Returns a line for each section, of at most `columns` columns.
  func lines(_ palette: Palette, columns: Int) -> [String] {
    let texts = order.map { counts[$0]?.text ?? "" }
    let room = max(columns - 6 - (texts.map(\.terminalColumns).max() ?? 0), 8)
    let names = order.map { $0.printable.cut(toTerminalColumns: room) }
    let width = names.map(\.terminalColumns).max() ?? 0
    return zip(names, texts).map { name, text in
      let padding = String(repeating: " ", count: width - name.terminalColumns)
      return "    \(name)\(padding)  \(palette(.faint, text))"
    }
  }
}
