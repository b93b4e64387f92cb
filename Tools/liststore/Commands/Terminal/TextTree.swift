package import ListDiff
package import ListModel
import ListRendering

/// A list, or the change from one version to the next, as a tree of text.
///
/// Each cell has its own line, after its place before and its place after:
///
/// ```text
///    WAS  NOW
/// Asia  33 cells
/// →~   9    4  Japan
///  ~   5    5  Singapore
/// -    7       Burma
/// +         8  Myanmar
///           ⋮  24 unchanged
/// ```
///
/// If the lines do not fit into the given number, the least interesting cells are summed up first:
/// unchanged cells, then updated ones, then those that moved the least.
package struct TextTree {
  /// Returns the text for a cell, without its place.
  package var label: (Cell) -> String = Self.standardLabel
  /// How marks look.
  package var palette: Palette = .plain
  /// The most columns of a line.
  package var columns = 80
  /// The most lines; `nil` for all of the list.
  package var lineLimit: Int?
  /// Whether the first line is a title for the numbers.
  package var showsTitles = false

  private var places = Places.two

  package init() {}

  /// Returns the id of a cell and the beginning of its content.
  package static func standardLabel(_ cell: Cell) -> String {
    guard let component = try? cell.component.stored() else { return cell.id.rawValue }
    let type = component.type.isEmpty ? "" : "  \(component.type)"
    let content = component.content.map { "  \($0.text)" } ?? ""
    return cell.id.rawValue + type + content
  }

  /// The meaning of the marks, on one line.
  package var legend: String {
    [
      palette(.inserted, "+ inserted"), palette(.deleted, "- deleted"),
      palette(.moved, "→ moved"), palette(.updated, "~ updated"),
    ].joined(separator: "   ")
  }

  /// Returns the lines of a list.
  package func lines(of list: List) -> [String] {
    let outline = ListOutline(from: list, to: list, by: Changeset())
    var tree = self
    tree.places = .one
    return tree.lines(of: outline, detail: Detail(least: .unchanged, most: nil))
  }

  /// Returns the lines of a list after a change, with the deleted cells and sections between.
  package func lines(from before: List, to after: List, by changeset: Changeset) -> [String] {
    let outline = ListOutline(from: before, to: after, by: changeset)
    guard let lineLimit else {
      return lines(of: outline, detail: Detail(least: .updated, most: nil))
    }
    var details = [Detail(least: .updated, most: nil), Detail(least: .moved, most: nil)]
    details += [12, 8, 6, 5, 4, 3, 2, 1, 0].map { Detail(least: .moved, most: $0) }
    var result: [String] = []
    for detail in details {
      result = lines(of: outline, detail: detail)
      if result.count <= lineLimit { return result }
    }
    let rest = result.count - lineLimit + 1
    return result.prefix(max(lineLimit - 1, 0)) + [palette(.faint, "⋮ \(rest) more lines")]
  }

  // MARK: What is shown

  private func titles(width: Int) -> String {
    let titles = places == .one ? ["ROW"] : ["WAS", "NOW"]
    let texts = titles.map { String(repeating: " ", count: max(width - $0.count, 0)) + $0 }
    return palette(.faint, "   \(texts.joined(separator: "  "))")
  }

  /// The detail in which each section is shown.
  private struct Detail {
    /// The least interesting kind of row with a line of its own.
    var least: ListOutline.Interest
    /// The most rows of a section; `nil` for all.
    var most: Int?
  }

  /// The places that a line shows.
  private enum Places {
    /// The place of a cell in a list.
    case one
    /// The places before and after a change.
    case two
  }

  private func lines(of outline: ListOutline, detail: Detail) -> [String] {
    let width = max(places == .one ? 2 : 3, String(outline.largestIndex + 1).count)
    var lines: [String] = []
    if showsTitles { lines.append(titles(width: width)) }
    var untouched = 0
    func closeUntouched() {
      if untouched > 0 {
        lines.append(palette(.faint, "⋮ \(untouched.counting("section")) unchanged"))
      }
      untouched = 0
    }
    for section in outline.sections {
      if section.isUntouched, detail.least > .unchanged {
        untouched += 1
        continue
      }
      closeUntouched()
      if detail.most == 0 {
        lines.append(headingAndSummary(of: section))
      } else {
        lines.append(heading(of: section))
        lines += rows(of: section, detail: detail, width: width)
      }
    }
    closeUntouched()
    return lines
  }

  private func rows(
    of section: ListOutline.Section,
    detail: Detail,
    width: Int
  ) -> [String] {
    let shown = section.rows.indices.filter { section.rows[$0].interest >= detail.least }
    guard let most = detail.most, shown.count > most else {
      return rows(of: section, shown: Set(shown), width: width)
    }
    let chosen = shown.sorted { section.rows[$0].jump > section.rows[$1].jump }.prefix(most)
    let chosenRows = chosen.sorted().map { line(section.rows[$0], width: width) }
    let rest = Set(section.rows.indices).subtracting(chosen).map { section.rows[$0] }
    return chosenRows + [summary(of: rest, width: width)]
  }

  private func rows(
    of section: ListOutline.Section,
    shown: Set<Int>,
    width: Int
  ) -> [String] {
    var lines: [String] = []
    var skipped: [ListOutline.Row] = []
    for (index, row) in section.rows.enumerated() {
      guard shown.contains(index) else {
        skipped.append(row)
        continue
      }
      if !skipped.isEmpty { lines.append(summary(of: skipped, width: width)) }
      skipped = []
      lines.append(line(row, width: width))
    }
    if !skipped.isEmpty { lines.append(summary(of: skipped, width: width)) }
    return lines
  }

  // MARK: Lines

  private func heading(of section: ListOutline.Section) -> String {
    let text = cut(section.id.rawValue, to: columns / 2)
    let name =
      section.mark.isEmpty
      ? palette(.heading, text)
      : "\(mark(section.mark)) \(palette(.heading, text))"
    return name + palette(.faint, "  " + section.cellCount.counting("cell"))
  }

  private func headingAndSummary(of section: ListOutline.Section) -> String {
    var plain = self
    plain.palette = .plain
    let room = columns - plain.heading(of: section).terminalColumns - 2
    let words = summary(of: section.rows)
    guard !words.isEmpty, room > 8 else { return heading(of: section) }
    return heading(of: section) + palette(.faint, "  " + cut(words, to: room))
  }

  private func line(_ row: ListOutline.Row, width: Int) -> String {
    let shown = places == .one ? [row.after] : [row.before, row.after]
    let places = shown.map { place in
      let text = place.map { String($0 + 1) } ?? ""
      return String(repeating: " ", count: max(width - text.count, 0)) + text
    }
    let origin = row.origin.map { "  from \(cut($0.rawValue, to: columns / 3))" } ?? ""
    let room = columns - 8 - shown.count * width - origin.terminalColumns
    return "\(mark(row.mark)) \(palette(.faint, places.joined(separator: "  ")))  "
      + cut(label(row.cell), to: room) + palette(.faint, origin)
  }

  private func summary(of rows: [ListOutline.Row], width: Int) -> String {
    let indent = String(repeating: " ", count: places == .one ? 2 + width : 4 + 2 * width)
    return palette(.faint, cut("\(indent)⋮  \(summary(of: rows))", to: columns))
  }

  private func summary(of rows: [ListOutline.Row]) -> String {
    let kinds: [(ListOutline.Mark, String)] = [
      (.inserted, "inserted"), (.deleted, "deleted"), (.moved, "moved"), (.updated, "updated"),
    ]
    var words = kinds.compactMap { kind, word in
      let count = rows.count { $0.mark.contains(kind) }
      return count == 0 ? nil : "\(count.grouped) \(word)"
    }
    let unchanged = rows.count { $0.mark.isEmpty }
    if unchanged > 0 { words.append("\(unchanged.grouped) unchanged") }
    return words.joined(separator: ", ")
  }

  private func mark(_ mark: ListOutline.Mark) -> String {
    let first: String
    if mark.contains(.inserted) {
      first = palette(.inserted, "+")
    } else if mark.contains(.deleted) {
      first = palette(.deleted, "-")
    } else if mark.contains(.moved) {
      first = palette(.moved, "→")
    } else {
      first = " "
    }
    return first + (mark.contains(.updated) ? palette(.updated, "~") : " ")
  }

  private func cut(_ text: String, to width: Int) -> String {
    text.printable.cut(toTerminalColumns: max(width, 1))
  }
}

extension TextTree {
  /// Creates a tree in the colours and the width of a terminal.
  package init(for terminal: Terminal) {
    palette = terminal.palette
    columns = terminal.columns
  }
}
