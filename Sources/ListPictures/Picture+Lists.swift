import ListLayout
import ListRendering

// The rows of a list bring a ground, corners and separators with them.

extension Picture {
  /// The colour of the screen behind everything: that of the topmost list that has one; otherwise that
  /// of groups, unless all rows are of plain lists.
  var screenColor: ContentColor {
    let rows = figures.compactMap(\.listRow)
    let chosen = rows.lazy.compactMap(\.backgroundColor).compactMap { ContentColor(css: $0) }
    if let chosen = chosen.first { return chosen }
    let isPlain =
      !rows.isEmpty
      && rows.allSatisfy { $0.appearance == .plain || $0.appearance == .sidebarPlain }
    return isPlain ? .plainBackground : .groupedBackground
  }
}

extension ContentColor {
  /// The background of a screen of plain rows; UIKit's `systemBackground`.
  static let plainBackground = ContentColor(0xffffff, dark: 0x000000)
}

extension LayoutListRow {
  /// The ground of a row that has no colour of its own.
  var ground: ContentColor {
    switch appearance {
    case .plain: .plainBackground
    case .grouped, .insetGrouped: isHeader ? .clear : .cellBackground
    case .sidebar, .sidebarPlain: .clear
    }
  }

  /// The margins of a content that has none of its own.
  var margins: ContentMargins { ContentMargins(horizontal: leadingSpace, vertical: 12) }

  private var leadingSpace: Double { min(textFrame.x, max(0, extent.width - textFrame.maxX)) }
}

extension SVGWriter {
  /// Draws the ground of a row, with its corners.
  mutating func ground(of row: LayoutListRow, in rect: LayoutRect, _ color: ContentColor?) {
    let paint = fill(color ?? row.ground)
    let (top, bottom) = (row.topCornerRadius, row.bottomCornerRadius)
    guard top != bottom else { return rectangle(rect, cornerRadius: top, paint) }
    let (width, height) = (rect.width, rect.height)
    let most = min(width / 2, height)
    let (above, below) = (min(top, most), min(bottom, most))
    var path = "M\(above.svg) 0H\((width - above).svg)"
    if above > 0 { path += "a\(above.svg) \(above.svg) 0 0 1 \(above.svg) \(above.svg)" }
    path += "V\((height - below).svg)"
    if below > 0 { path += "a\(below.svg) \(below.svg) 0 0 1 \((-below).svg) \(below.svg)" }
    path += "H\(below.svg)"
    if below > 0 { path += "a\(below.svg) \(below.svg) 0 0 1 \((-below).svg) \((-below).svg)" }
    path += "V\(above.svg)"
    if above > 0 { path += "a\(above.svg) \(above.svg) 0 0 1 \(above.svg) \((-above).svg)" }
    empty("path", [("d", path + "z")] + paint)
  }

  /// Joins the ground of a row with that of the row below it: two shapes that meet between two pixels
  /// let through what is behind them.
  mutating func seam(below figure: Picture.Figure) {
    guard let row = figure.listRow, figure.rowColor == nil, row.bottomCornerRadius == 0,
      row.ground != .clear
    else { return }
    let frame = figure.frame
    rectangle(
      LayoutRect(x: frame.x, y: frame.maxY - 0.5, width: frame.width, height: 1),
      fill(row.ground)
    )
  }

  /// Draws the lines of a row.
  mutating func separators(of row: LayoutListRow) {
    for separator in row.separators {
      let color = separator.color.flatMap { ContentColor(css: $0) } ?? .separator
      rectangle(separator.frame, fill(color))
    }
  }
}
