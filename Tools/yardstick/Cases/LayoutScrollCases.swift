import ListLayout

/// The offset at which a drag of an orthogonal section comes to rest.
struct SettleCase: CaseOfVector, Decodable, Sendable {
  var vector: String
  var start: Double
  var proposed: Double
  var velocity: Double
  var settles: Double

  func run(_ vector: LayoutVector) -> [String] {
    guard let layout = try? vector.layout(),
      let scroller = vector.sections.indices.lazy
        .compactMap({ layout.orthogonalScroller(inSection: $0) }).first
    else { return ["no orthogonal section"] }
    var check = FrameCheck(tolerance: 0.01)
    check.equal(
      "settles",
      [settles],
      [scroller.restingOffset(from: start, proposed: proposed, velocity: velocity)]
    )
    return check.differences
  }
}

/// The elements that are visible in a rectangle.
struct VisibleQueryCase: CaseOfVector, Decodable, Sendable {
  var vector: String
  var rect: [Double]
  var orthogonalOffsets: [String: Double]
  var visible: [String]

  func run(_ vector: LayoutVector) -> [String] {
    guard let layout = try? vector.layout(), rect.count == 4 else { return ["no layout"] }
    var state = vector.scrollState
    for (section, offset) in orthogonalOffsets {
      if let section = Int(section) { state.orthogonalOffsets[section] = offset }
    }
    let rect = LayoutRect(x: rect[0], y: rect[1], width: rect[2], height: rect[3])
    let names = layout.layoutAttributesForElements(in: rect, at: state).map(\.element.caseName)
    var check = FrameCheck(tolerance: 0)
    if names.sorted() != visible.sorted() {
      check.note("visible", "\(visible.sorted())", "\(names.sorted())")
    }
    return check.differences
  }
}

/// The offset at which an orthogonal section rests after code has set one.
struct RestCase: CaseOfVector, Decodable, Sendable {
  var vector: String
  var section: Int
  var requested: Double
  var rests: Double

  func run(_ vector: LayoutVector) -> [String] {
    guard let layout = try? vector.layout(), vector.sections.indices.contains(section),
      let scroller = layout.orthogonalScroller(inSection: section)
    else { return ["no orthogonal section \(section)"] }
    var check = FrameCheck(tolerance: 0.01)
    check.equal("rests", [rests], [scroller.restingOffset(afterSetting: requested)])
    return check.differences
  }
}

/// The cells that are measured on a screen, one after the other.
struct MeasuringCase: CaseOfVector, Decodable, Sendable {
  var vector: String
  var offset: Double
  var heights: [Double]
  var measured: [Int]

  func run(_ vector: LayoutVector) -> [String] {
    var unmeasured = vector
    for index in vector.sections.indices { unmeasured.sections[index].measured?.items = nil }
    guard var layout = try? unmeasured.layout(), !heights.isEmpty, measured.count == 2 else {
      return ["no layout, or no heights"]
    }
    var state = vector.scrollState
    let isVertical = layout.scrollAxis == .vertical
    state.contentOffset = LayoutPoint(x: isVertical ? 0 : offset, y: isVertical ? offset : 0)
    let screen = LayoutRect(
      origin: state.contentOffset,
      extent: layout.environment.container.contentSize
    )
    var asked: [Int] = []
    while let path = layout.cells(in: screen, at: state).first(where: { !asked.contains($0.item) })
    {
      asked.append(path.item)
      let size = heights[path.item % heights.count]
      layout.setMeasuredSize(
        MeasuredSize(width: isVertical ? nil : size, height: isVertical ? size : nil),
        ofItemAt: path
      )
    }
    var check = FrameCheck(tolerance: 0)
    if asked.sorted() != Array(measured[0]...max(measured[0], measured[1])) {
      check.note("measured", "\(measured)", "\(asked)")
    }
    return check.differences
  }
}

extension CompositionalLayout {
  /// Returns the paths of the cells in a rectangle, ascending.
  func cells(in rect: LayoutRect, at state: LayoutScrollState) -> [CellPath] {
    layoutAttributesForElements(in: rect, at: state).compactMap {
      if case .cell(let path) = $0.element { path } else { nil }
    }.sorted()
  }
}

/// The offset of the screen after a change to 100 rows with an estimated height of 44 points, in a
/// viewport of 390 by 844 points.
///
/// The change is described in a sentence.
struct AnchoringCase: Decodable, Sendable {
  var change: String
  var offsetBefore: Double
  var offsetAfter: Double

  func run() -> [String] {
    let row = LayoutItem(
      layoutSize: LayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(44))
    )
    let section = LayoutSection(
      group: .horizontal(layoutSize: row.layoutSize, subitems: [row])
    )
    let environment = LayoutEnvironment(
      container: LayoutContainer(contentSize: LayoutExtent(width: 390, height: 844))
    )
    let content = LayoutSectionContent(layout: .compositional(section), itemCount: 100)
    guard
      var layout = try? CompositionalLayout(sections: [content], environment: environment)
    else { return ["no layout"] }
    let state = LayoutScrollState(contentOffset: LayoutPoint(x: 0, y: offsetBefore))
    let anchors = layout.scrollAnchors(at: state)
    guard let changes = carryOut(on: &layout) else { return ["what is \"\(change)\"?"] }
    let offset = layout.contentOffset(keeping: anchors, at: state) { changes.pathAfter($0) }
    var check = FrameCheck(tolerance: 0.01)
    check.equal("offset", [offsetAfter], [offset])
    return check.differences
  }

  private func carryOut(on layout: inout CompositionalLayout) -> LayoutChanges? {
    var changes = LayoutChanges()
    func path(_ item: Int) -> CellPath { CellPath(section: 0, item: item) }
    if let match = change.firstMatch(of: /^measure row (\d+) to ([\d.]+)/),
      let item = Int(match.1), let height = Double(match.2)
    {
      layout.setMeasuredSize(MeasuredSize(width: nil, height: height), ofItemAt: path(item))
    } else if let match = change.firstMatch(of: /^measure rows (\d+)-(\d+) to ([\d.]+)/),
      let first = Int(match.1), let last = Int(match.2), let height = Double(match.3)
    {
      for item in first...last {
        layout.setMeasuredSize(MeasuredSize(width: nil, height: height), ofItemAt: path(item))
      }
    } else if let match = change.firstMatch(of: /^insert (\d+) rows? before row (\d+)/),
      let count = Int(match.1), let item = Int(match.2)
    {
      changes.insertedCells = (0..<count).map { path(item + $0) }
    } else if let match = change.firstMatch(of: /^append (\d+) rows?/), let count = Int(match.1) {
      changes.insertedCells = (0..<count).map { path(100 + $0) }
    } else if let match = change.firstMatch(of: /^(?:delete|remove) rows (\d+)-(\d+)/),
      let first = Int(match.1), let last = Int(match.2)
    {
      changes.deletedCells = (first...last).map(path)
    } else if let match = change.firstMatch(of: /^(?:delete|remove) row (\d+)/),
      let item = Int(match.1)
    {
      changes.deletedCells = [path(item)]
    } else if let match = change.firstMatch(of: /^move row (\d+) to index (\d+)/),
      let from = Int(match.1), let to = Int(match.2)
    {
      changes.movedCells = [Match(from: path(from), to: path(to))]
    } else {
      return nil
    }
    do {
      try layout.apply(changes)
    } catch {
      return nil
    }
    return changes
  }
}
