extension LayoutGroup {
  /// Returns the group as text: one line for the group and for each element in it, and a picture of
  /// one repetition.
  ///
  /// The same group gives the same text on every machine. The picture shows each cell with its
  /// number from 0, and uses the estimates of estimated lengths.
  ///
  /// - Parameter container: The size of the container, in points, for shares.
  /// - Returns: Lines of ASCII and `×`, without a line break at the end. If the group cannot be
  ///   laid out, the error replaces the picture.
  public func visualDescription(
    in container: LayoutExtent = LayoutExtent(width: 390, height: 844)
  ) -> String {
    (lines(indent: "") + picture(in: container)).joined(separator: "\n")
  }

  fileprivate func lines(indent: String) -> [String] {
    var line = "\(indent)\(kindText): \(layoutSize.text)"
    if let spacing = interItemSpacing { line += ", spacing \(spacing.text)" }
    line += contentInsets.suffix
    if let edges = edgeSpacing { line += ", edge spacing \(edges.text)" }
    let inner = indent + "  "
    var lines = [line] + supplementaryItems.map { inner + $0.line }
    for subitem in subitems {
      switch subitem {
      case .group(let group): lines += group.lines(indent: inner)
      case .item(let item):
        let edges = item.edgeSpacing.map { ", edge spacing \($0.text)" } ?? ""
        lines.append("\(inner)item: \(item.layoutSize.text)\(item.contentInsets.suffix)\(edges)")
        lines += item.supplementaryItems.map { "\(inner)  \($0.line)" }
      }
    }
    return lines
  }

  fileprivate func picture(in container: LayoutExtent) -> [String] {
    do {
      try LayoutSection(group: self).validate()
      let resolver = GroupResolver(registry: LayoutRegistry(), grid: PixelGrid(nil, .newest))
      let template = try resolver.resolve(self, in: container, at: "group")
      let placement = template.place(from: 0, .estimates(max(1, template.leafCount)))
      return Canvas(placement).lines
    } catch {
      return ["\(error)"]
    }
  }
}

extension LayoutSection {
  /// Returns the section as text: one line for each element in it, and a picture of one group.
  ///
  /// - Parameter container: The size of the section's container, in points: shares are shares of
  ///   it, less the section's insets.
  /// - Returns: Lines of ASCII and `×`, without a line break at the end.
  public func visualDescription(
    in container: LayoutExtent = LayoutExtent(width: 390, height: 844)
  ) -> String {
    var line = "section: groups \(interGroupSpacing.text) apart" + contentInsets.suffix
    if orthogonalScrollingBehavior != .none {
      line += ", scrolls orthogonally: \(orthogonalScrollingBehavior.rawValue)"
    }
    if carousel != nil { line += ", goes round" }
    if hidesWhenEmpty { line += ", hides when empty" }
    var lines = [line]
    for item in boundarySupplementaryItems {
      var line = "  \(item.elementKind) at \(item.alignment.rawValue): \(item.layoutSize.text)"
      line += item.contentInsets.suffix
      if !item.extendsBoundary { line += ", over the content" }
      if item.pinToVisibleBounds { line += ", pinned" }
      lines.append(line)
    }
    for item in decorationItems {
      lines.append("  \(item.elementKind) behind all\(item.contentInsets.suffix)")
    }
    let insets = contentInsets.resolved(in: container)
    let room = LayoutRect(origin: .zero, extent: container).inset(by: insets).extent
    return (lines + group.lines(indent: "  ") + group.picture(in: room)).joined(separator: "\n")
  }
}

extension DirectionalEdgeInsets {
  /// The insets as the end of a line; empty if there are none.
  fileprivate var suffix: String { self == .zero ? "" : ", insets \(text)" }
}

extension LayoutSupplementaryItem {
  fileprivate var line: String {
    let names: [(LayoutEdges, String)] = [
      (.top, "top"), (.leading, "leading"), (.bottom, "bottom"), (.trailing, "trailing"),
    ]
    let edges = names.filter { containerAnchor.edges.contains($0.0) }.map(\.1)
    let place = edges.isEmpty ? "center" : edges.joined(separator: " ")
    return "\(elementKind) at \(place): \(layoutSize.text)"
  }
}

/// A grid of characters on which boxes are drawn: 60 columns for the group's width, one line for the
/// height of two columns, since characters are about twice as high as they are wide.
private struct Canvas {
  private var grid: [[Character]]
  private let scale: Double

  init(_ placement: GroupPlacement) {
    let extent = placement.extent
    let width = 60.0
    scale = extent.width > 0 ? width / extent.width : 1
    let height = min(max(2, (extent.height * scale / 2).rounded()), 40)
    grid = Array(repeating: Array(repeating: " ", count: Int(width) + 1), count: Int(height) + 1)
    let ratio = extent.height > 0 ? height / extent.height : 1
    for (index, cell) in placement.cells.enumerated() { draw(cell.frame, ratio, "\(index)") }
    for view in placement.attached + placement.attachedToGroups {
      draw(view.frame, ratio, String(view.item.elementKind.prefix(1)))
    }
  }

  /// Draws a box around a rectangle, as far as it is on the canvas, with a text in its middle.
  private mutating func draw(_ frame: LayoutRect, _ ratio: Double, _ text: String) {
    func place(_ length: Double, _ ratio: Double, _ limit: Int) -> Int {
      Int(min(max(0, (length * ratio).rounded()), Double(limit)))
    }
    let columns = (
      place(frame.x, scale, grid[0].count - 1), place(frame.maxX, scale, grid[0].count - 1)
    )
    let rows = (place(frame.y, ratio, grid.count - 1), place(frame.maxY, ratio, grid.count - 1))
    for column in columns.0...max(columns.0, columns.1) {
      for row in [rows.0, rows.1] where grid[row][column] != "+" { grid[row][column] = "-" }
    }
    for row in rows.0...max(rows.0, rows.1) {
      for column in [columns.0, columns.1] where grid[row][column] != "+" {
        grid[row][column] = row == rows.0 || row == rows.1 ? "+" : "|"
      }
    }
    let row = (rows.0 + rows.1) / 2
    let start = (columns.0 + columns.1 + 1 - text.count) / 2
    for (offset, character) in text.enumerated() where start + offset < grid[row].count {
      grid[row][max(0, start + offset)] = character
    }
  }

  var lines: [String] {
    grid.map { row in
      var line = String(row)
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
