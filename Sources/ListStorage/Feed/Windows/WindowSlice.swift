import ListModel

/// A window in a list of known extents: finds the path at a row, and the row of a path.
struct WindowSlice {
  private(set) var extent: WindowExtent
  /// The index of the section whose rows are counted; `nil` for the rows of the whole list.
  private let section: Int?
  private let sections: [(id: Section.ID, count: Int)]
  /// The number of cells before each section.
  private let starts: [Int]

  /// Places a window.
  ///
  /// - Complexity: O(sections).
  init(_ bounds: WindowBounds, in extents: SectionExtents) {
    sections = extents.sections
    var starts: [Int] = []
    starts.reserveCapacity(sections.count)
    var count = 0
    // By their indices, so that their ids are not copied.
    for index in sections.indices {
      starts.append(count)
      count += sections[index].count
    }
    self.starts = starts
    if let id = bounds.section {
      // A missing section has no rows, so no path is ever asked for.
      section = sections.firstIndex { $0.id == id } ?? -1
    } else {
      section = nil
    }
    let cellCount = section.map { $0 < 0 ? 0 : extents.sections[$0].count } ?? count
    extent = WindowExtent(
      bounds: bounds,
      rows: bounds.rows.clamped(to: 0..<max(0, cellCount)),
      cellCount: max(0, cellCount),
      runs: []
    )
    extent.runs = runs()
  }

  /// Returns the path of the cell at one of the window's rows.
  func path(at row: Int) -> CellPath {
    if let section { return CellPath(section: section, item: row) }
    let section = max(0, starts.partitioningIndex { $0 > row } - 1)
    return CellPath(section: section, item: row - starts[section])
  }

  /// Returns the row of a path, in the window or not; `nil` when the cells of its section are not
  /// counted.
  func row(of path: CellPath) -> Int? {
    if let section { return path.section == section ? path.item : nil }
    return starts.indices.contains(path.section) ? starts[path.section] + path.item : nil
  }

  /// Returns the index of a path in the window; `nil` when it is outside.
  func index(of path: CellPath) -> Int? {
    guard let row = row(of: path), extent.rows.contains(row) else { return nil }
    return row - extent.rows.lowerBound
  }

  /// Returns the side of the window on which a path outside of it is.
  func side(of path: CellPath) -> WindowChange.Side {
    guard let row = row(of: path) else { return .outside }
    return row < extent.rows.lowerBound ? .before : .after
  }

  private func runs() -> [WindowExtent.Run] {
    var runs: [WindowExtent.Run] = []
    var row = extent.rows.lowerBound
    while row < extent.rows.upperBound {
      let path = path(at: row)
      let (id, count) = sections[path.section]
      let end = min(extent.rows.upperBound, row + count - path.item)
      runs.append(.init(section: id, count: end - row))
      row = end
    }
    return runs
  }
}
