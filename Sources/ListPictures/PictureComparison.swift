public import ListDiff
import ListLayout
import ListModel
import ListRendering

/// Two pictures side by side, with their differences: cells that come, go, move and change are
/// marked, and a line follows each cell that moves.
///
/// ```swift
/// let comparison = PictureComparison(
///   from: try Picture(of: before),
///   to: try Picture(of: after),
///   by: try Changeset(from: before, to: after)
/// )
/// ```
public struct PictureComparison: Hashable, Sendable {
  /// The screen before, with all marks except insertions.
  public var before: Picture
  /// The screen after, with all marks except deletions.
  public var after: Picture
  /// The titles above the screens.
  public var titles: (before: String, after: String) {
    get { (titleBefore, titleAfter) }
    set { (titleBefore, titleAfter) = newValue }
  }
  private var titleBefore = "before"
  private var titleAfter = "after"
  /// What happens to cells that are not on the screens.
  private var changesBefore = HiddenChanges()
  private var changesAfter = HiddenChanges()

  /// Compares two pictures.
  ///
  /// - Parameters:
  ///   - before: The screen before.
  ///   - after: The screen after.
  ///   - changeset: The changeset from the one list to the other.
  public init(from before: Picture, to after: Picture, by changeset: Changeset) {
    let marks = changeset.marks
    self.before = before.marked(marks, without: .inserted)
    self.after = after.marked(marks, without: .deleted)
    changesBefore = HiddenChanges(changeset.placesBefore, around: before)
    changesAfter = HiddenChanges(changeset.placesAfter, around: after)
  }

  /// Draws the comparison as SVG, with a legend.
  ///
  /// - Parameter scale: How many pixels a point has.
  /// - Returns: A document of XML.
  public func svg(scale: Double = 1) -> String { svg(.of(after.appearance), scale: scale) }

  private func svg(_ colors: SVGColors, scale: Double = 1) -> String {
    var writer = SVGWriter(colors)
    writer.openDocument(size, scale: scale, describedAs: "\(titleBefore), \(titleAfter)")
    writer.rectangle(
      LayoutRect(x: 0, y: 0, width: size.width, height: size.height),
      writer.fill(.cellBackground)
    )
    screen(before, titleBefore, changesBefore, x: Self.margin, in: &writer)
    screen(after, titleAfter, changesAfter, x: afterX, in: &writer)
    connectors(in: &writer)
    writer.legend(of: .all, x: Self.margin, y: size.height - Self.legendHeight / 2)
    writer.close("svg")
    return writer.text + "\n"
  }

  /// Returns a page with the comparison.
  ///
  /// - Parameter title: The title above it.
  /// - Returns: HTML.
  public func html(title: String) -> String {
    HTMLPage.page(
      title: title,
      appearance: after.appearance,
      body: "<figure>\(svg(.ofReaders(after.appearance)))</figure>"
    )
  }

  /// Draws both screens with characters, and a legend: side by side where there are columns for both,
  /// otherwise one below the other.
  ///
  /// - Parameter columns: How many columns the drawing has at most; `nil` for as many as it needs.
  /// - Returns: Lines of text, each with a line feed.
  public func text(columns: Int? = nil) -> String {
    let legend = "+ inserted  - deleted  → moved  ~ updated"
    let isNarrow = columns.map { $0 <= legend.count } ?? false
    let width = max(Picture.columns(of: before.size), Picture.columns(of: after.size)) + 1
    let gap = 3
    let screens: String
    if let columns, columns >= 2 * width + gap {
      screens = Self.beside(
        text(titleBefore, before, changesBefore, width),
        text(titleAfter, after, changesAfter, width),
        from: width + gap
      )
    } else {
      screens =
        text(titleBefore, before, changesBefore, columns) + "\n"
        + text(titleAfter, after, changesAfter, columns)
    }
    return screens + "\n" + (isNarrow ? legend.replacing("  ", with: " ") : legend) + "\n"
  }

  /// Puts the lines of a text beside those of another one, from a column on.
  private static func beside(_ left: String, _ right: String, from column: Int) -> String {
    let sides = [left, right].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    var result: [String] = []
    for index in 0..<max(sides[0].count, sides[1].count) {
      let parts = sides.map { index < $0.count ? String($0[index]) : "" }
      let room = parts[1].isEmpty ? 0 : max(0, column - parts[0].terminalColumns)
      result.append(parts[0] + String(repeating: " ", count: room) + parts[1])
    }
    return result.joined(separator: "\n")
  }

  private func text(
    _ title: String,
    _ picture: Picture,
    _ changes: HiddenChanges,
    _ columns: Int?
  ) -> String {
    func fit(_ line: String) -> String {
      columns.map { line.printable.cut(toTerminalColumns: $0) } ?? line.printable
    }
    let (above, below) = (fit(changes.textAbove(picture)), fit(changes.textBelow(picture)))
    let lines = [fit(title), above, picture.text(columns: columns) + below]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n") + (below.isEmpty ? "" : "\n")
  }

  private static let margin = 20.0
  private static let gap = 88.0
  private static let lineHeight = 20.0
  private static let legendHeight = 48.0
  private static let straight = 16.0

  private var afterX: Double { Self.margin + before.size.width + Self.gap }

  private var size: LayoutExtent {
    LayoutExtent(
      width: max(afterX + after.size.width + Self.margin, 480),
      height: top + max(before.size.height, after.size.height) + bottom + Self.legendHeight
    )
  }

  /// The height above the screens: a title, and a line for what is above a screen.
  private var top: Double {
    52 + (before.cellsAbove + after.cellsAbove > 0 ? Self.lineHeight : 0)
  }

  /// The height of the line for what is below a screen.
  private var bottom: Double {
    before.cellsBelow + after.cellsBelow > 0 ? Self.lineHeight : 0
  }

  private func screen(
    _ picture: Picture,
    _ title: String,
    _ changes: HiddenChanges,
    x: Double,
    in writer: inout SVGWriter
  ) {
    let style = TextStyle(size: 17, weight: .bold)
    let lines = TextMeasurer().lines(of: title, in: style, width: picture.size.width, atMost: 1)
    writer.label(lines.first?.text ?? "", x: x, baseline: 33, style, .label)
    note(changes.textAbove(picture), x: x, baseline: top - 11, picture.size.width, in: &writer)
    note(
      changes.textBelow(picture),
      x: x,
      baseline: top + picture.size.height + Self.lineHeight,
      picture.size.width,
      in: &writer
    )
    writer.open("g", [("transform", "translate(\(x.svg) \(top.svg))")])
    picture.draw(in: &writer)
    writer.rectangle(
      LayoutRect(x: -0.5, y: -0.5, width: picture.size.width + 1, height: picture.size.height + 1),
      writer.fill(nil) + writer.stroke(.opaqueSeparator, 1)
    )
    writer.close("g")
    writer.line()
  }

  private func note(
    _ text: String,
    x: Double,
    baseline: Double,
    _ width: Double,
    in writer: inout SVGWriter
  ) {
    guard !text.isEmpty else { return }
    let style = TextStyle(size: 14)
    let lines = TextMeasurer().lines(of: text, in: style, width: width, atMost: 1)
    writer.label(lines.first?.text ?? "", x: x, baseline: baseline, style, .detail)
  }

  /// Draws a line for each cell that is on both screens and moves.
  private func connectors(in writer: inout SVGWriter) {
    var places: [String: LayoutRect] = [:]
    for figure in before.figures where figure.marks.contains(.moved) {
      if let id = figure.id { places[id] = figure.frame }
    }
    for figure in after.figures where figure.marks.contains(.moved) {
      guard let id = figure.id, let from = places[id] else { continue }
      let start = Self.margin + min(from.maxX, before.size.width) + 2
      let end = afterX + max(0, figure.frame.x) - 2
      let fromY = top + middle(from, before)
      let toY = top + middle(figure.frame, after)
      // A steep line ends straight, so that its head points where it goes.
      let (near, far) = (start + Self.straight / 2, end - Self.straight)
      let middle = (near + far) / 2
      let path =
        "M\(start.svg) \(fromY.svg)H\(near.svg)C\(middle.svg) \(fromY.svg) \(middle.svg) "
        + "\(toY.svg) \(far.svg) \(toY.svg)H\(end.svg)m-8 -5l8 5l-8 5"
      writer.empty(
        "path",
        [("d", path)] + writer.fill(nil) + writer.stroke(ChangeMarks.moved.color, 2)
      )
    }
  }

  /// Returns the middle of the visible part of a frame.
  private func middle(_ frame: LayoutRect, _ picture: Picture) -> Double {
    (max(0, frame.y) + min(picture.size.height, frame.maxY)) / 2
  }
}

/// What happens to cells above and below a screen.
private struct HiddenChanges: Hashable {
  private var above: [ChangeMarks: Int] = [:]
  private var below: [ChangeMarks: Int] = [:]

  init() {}

  /// Counts the changes of cells that come before the first or after the last cell of a picture.
  init(_ places: [(path: CellPath, mark: ChangeMarks)], around picture: Picture) {
    guard let shown = picture.shownPaths else { return }
    for (path, mark) in places {
      if path < shown.lowerBound { above[mark, default: 0] += 1 }
      if path > shown.upperBound { below[mark, default: 0] += 1 }
    }
  }

  /// What is above the screen, in words; empty if nothing is.
  func textAbove(_ picture: Picture) -> String {
    Self.text("↑", picture.cellsAbove, "above", above)
  }

  /// What is below the screen, in words; empty if nothing is.
  func textBelow(_ picture: Picture) -> String {
    Self.text("↓", picture.cellsBelow, "below", below)
  }

  private static func text(
    _ arrow: String,
    _ count: Int,
    _ place: String,
    _ changes: [ChangeMarks: Int]
  ) -> String {
    guard count > 0 else { return "" }
    let words = ChangeMarks.legend.compactMap { entry in
      changes[entry.mark].map { "\($0) \(entry.name)" }
    }
    let cells = "\(arrow) \(count) cell\(count == 1 ? "" : "s") \(place)"
    return cells + (words.isEmpty ? "" : ": \(words.joined(separator: ", "))")
  }
}

extension Changeset {
  /// Where cells are before the changeset that it deletes, moves or updates.
  fileprivate var placesBefore: [(path: CellPath, mark: ChangeMarks)] {
    deletedCells.map { ($0.at, .deleted) } + movedCells.map { ($0.from, .moved) }
      + updatedCells.map { ($0.from, .updated) }
  }

  /// Where cells are after the changeset that it inserts, moves or updates.
  fileprivate var placesAfter: [(path: CellPath, mark: ChangeMarks)] {
    insertedCells.map { ($0.at, .inserted) } + movedCells.map { ($0.to, .moved) }
      + updatedCells.map { ($0.at, .updated) }
  }

  /// The marks of each cell that the changeset names, by its id; cells of inserted and deleted
  /// sections are named too.
  var marks: [String: ChangeMarks] {
    var marks: [String: ChangeMarks] = [:]
    for change in deletedCells { marks[change.id.rawValue, default: []].insert(.deleted) }
    for change in insertedCells { marks[change.id.rawValue, default: []].insert(.inserted) }
    for change in movedCells { marks[change.id.rawValue, default: []].insert(.moved) }
    for change in updatedCells { marks[change.id.rawValue, default: []].insert(.updated) }
    return marks
  }
}

extension Picture {
  /// Returns the picture with marks on its cells.
  func marked(_ marks: [String: ChangeMarks], without other: ChangeMarks) -> Picture {
    var copy = self
    for index in copy.figures.indices {
      guard let id = copy.figures[index].id, let mark = marks[id] else { continue }
      copy.figures[index].marks = mark.subtracting(other)
    }
    return copy
  }
}
