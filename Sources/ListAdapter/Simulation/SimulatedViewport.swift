import ListModel

/// What is on screen: a plain vertical list whose rows all have one height.
public struct SimulatedViewport: Hashable, Sendable {
  /// The width of the screen, in points.
  public var width: Double
  /// The height of the screen, in points.
  public var height: Double
  /// The height of a cell, in points.
  public var cellHeight: Double
  /// The height of a header or footer, in points.
  public var supplementaryHeight: Double
  /// The distance of the top of the screen from the top of the content, in points.
  public var contentOffset: Double = 0

  /// Creates a screen at the top of the content.
  public init(
    width: Double = 390,
    height: Double = 640,
    cellHeight: Double = 44,
    supplementaryHeight: Double = 32
  ) {
    self.width = width
    self.height = height
    self.cellHeight = cellHeight
    self.supplementaryHeight = supplementaryHeight
  }
}

/// The rows of a plain vertical list, and which of them are on screen.
struct SimulatedRows {
  let viewport: SimulatedViewport
  let itemCounts: [Int]
  /// Whether a section has a header or footer.
  let hasView: (SupplementaryKind, Int) -> Bool

  /// The height of everything.
  var contentHeight: Double {
    var height = 0.0
    for section in itemCounts.indices { height += self.height(of: section) }
    return height
  }

  /// The distance of the top of a cell from the top of the content; `nil` if there is none.
  func position(of path: CellPath) -> Double? {
    guard itemCounts.indices.contains(path.section),
      (0..<itemCounts[path.section]).contains(path.item)
    else { return nil }
    var y = 0.0
    for section in 0..<path.section { y += height(of: section) }
    return y + height(of: .header, path.section) + Double(path.item) * viewport.cellHeight
  }

  /// The distance of the top of a header or footer from the top of the content; `nil` if there is
  /// none.
  func position(of place: SupplementaryPlace) -> Double? {
    guard itemCounts.indices.contains(place.section), hasView(place.kind, place.section) else {
      return nil
    }
    var y = 0.0
    for section in 0..<place.section { y += height(of: section) }
    guard place.kind == .footer else { return y }
    return y + height(of: place.section) - viewport.supplementaryHeight
  }

  private func height(of section: Int) -> Double {
    Double(itemCounts[section]) * viewport.cellHeight
      + SupplementaryKind.allCases.reduce(0) { $0 + height(of: $1, section) }
  }

  private func height(of kind: SupplementaryKind, _ section: Int) -> Double {
    hasView(kind, section) ? viewport.supplementaryHeight : 0
  }

  /// What is on screen, first to last.
  ///
  /// - Complexity: O(sections above the end of the screen + rows on screen).
  func visible() -> (items: [CellPath], views: [SupplementaryPlace]) {
    var items: [CellPath] = []
    var views: [SupplementaryPlace] = []
    let top = viewport.contentOffset
    let bottom = top + viewport.height
    var y = 0.0
    for (section, count) in itemCounts.enumerated() where y < bottom {
      let header = height(of: .header, section)
      if header > 0, y + header > top { views.append(.init(kind: .header, section: section)) }
      y += header
      let first = max(0, Int(((top - y) / viewport.cellHeight).rounded(.down)))
      let end = min(count, Int(((bottom - y) / viewport.cellHeight).rounded(.up)))
      if first < end {
        items += (first..<end).map { CellPath(section: section, item: $0) }
      }
      y += Double(count) * viewport.cellHeight
      let footer = height(of: .footer, section)
      if footer > 0, y < bottom, y + footer > top {
        views.append(.init(kind: .footer, section: section))
      }
      y += footer
    }
    return (items, views)
  }
}

/// A header or footer by its place.
struct SupplementaryPlace: Hashable {
  var kind: SupplementaryKind
  var section: Int
}
