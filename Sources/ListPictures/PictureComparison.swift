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

  /// Compares two pictures.
  ///
  /// - Parameters:
  ///   - before: The screen before.
  ///   - after: The screen after.
  ///   - changeset: The changeset from the one list to the other.
  public init(from before: Picture, to after: Picture, by changeset: Changeset) {
    self.init(from: before, to: after, marks: changeset.marks)
  }

  /// Compares two pictures by the marks of cells.
  init(from before: Picture, to after: Picture, marks: [String: ChangeMarks]) {
    self.before = before.marked(marks, without: .inserted)
    self.after = after.marked(marks, without: .deleted)
  }

  /// Draws the comparison as SVG, with a legend.
  ///
  /// - Parameter scale: How many pixels a point has.
  /// - Returns: A document of XML.
  public func svg(scale: Double = 1) -> String {
    var writer = SVGWriter(after.appearance)
    writer.openDocument(size, scale: scale, describedAs: "\(titleBefore), \(titleAfter)")
    writer.rectangle(
      LayoutRect(x: 0, y: 0, width: size.width, height: size.height),
      writer.fill(.cellBackground)
    )
    screen(before, titleBefore, x: Self.margin, in: &writer)
    screen(after, titleAfter, x: afterX, in: &writer)
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
      body: "<figure>\(svg())</figure>"
    )
  }

  /// Draws both screens with characters, one below the other, and a legend.
  public func text() -> String {
    "\(titleBefore.printable)\n\(before.text())\n\(titleAfter.printable)\n\(after.text())\n"
      + "+ inserted  - deleted  → moved  ~ updated\n"
  }

  private static let margin = 20.0
  private static let gap = 88.0
  private static let top = 52.0
  private static let legendHeight = 48.0
  private static let straight = 16.0

  private var afterX: Double { Self.margin + before.size.width + Self.gap }

  private var size: LayoutExtent {
    LayoutExtent(
      width: max(afterX + after.size.width + Self.margin, 480),
      height: Self.top + max(before.size.height, after.size.height) + Self.legendHeight
    )
  }

  private func screen(
    _ picture: Picture,
    _ title: String,
    x: Double,
    in writer: inout SVGWriter
  ) {
    let style = TextStyle(size: 17, weight: .bold)
    let lines = TextMeasurer().lines(of: title, in: style, width: picture.size.width, atMost: 1)
    writer.label(lines.first?.text ?? "", x: x, baseline: 33, style, .label)
    writer.open("g", [("transform", "translate(\(x.svg) \(Self.top.svg))")])
    picture.draw(in: &writer)
    writer.rectangle(
      LayoutRect(x: -0.5, y: -0.5, width: picture.size.width + 1, height: picture.size.height + 1),
      writer.fill(nil) + writer.stroke(.opaqueSeparator, 1)
    )
    writer.close("g")
    writer.line()
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
      let fromY = Self.top + middle(from, before)
      let toY = Self.top + middle(figure.frame, after)
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

extension Changeset {
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
