import ListLayout

/// A flow layout solved the slow way: cell by cell, line by line, from the rules alone.
///
/// It only knows lists that scroll down; others are transposed.
struct NaiveFlow {
  struct Section {
    var flow: LayoutFlow
    var insets = DirectionalEdgeInsets.zero
    /// The sizes that a delegate gives.
    var given: [LayoutExtent?]
    var measured: [MeasuredSize]
  }

  var container: LayoutContainer
  var isHorizontal = false
  var isRightToLeft = false
  var scale: Double?
  var sections: [Section]

  struct Solution {
    var cells: [CellPath: LayoutRect] = [:]
    var headers: [Int: LayoutRect] = [:]
    var footers: [Int: LayoutRect] = [:]
    var contentSize = LayoutExtent.zero
  }

  func solve() -> Solution {
    guard isHorizontal else { return finished(solveDown()) }
    var upright = self
    upright.isHorizontal = false
    upright.container = container.transposed
    upright.sections = sections.map(\.transposed)
    let solution = upright.solveDown()
    return finished(
      Solution(
        cells: solution.cells.mapValues(\.transposed),
        headers: solution.headers.mapValues(\.transposed),
        footers: solution.footers.mapValues(\.transposed),
        contentSize: solution.contentSize.transposed
      )
    )
  }

  private func solveDown() -> Solution {
    var solution = Solution()
    let free = container.contentInsets
    let width = max(0, container.contentSize.width - free.leading - free.trailing)
    var y = 0.0
    for (index, section) in sections.enumerated() {
      var insets = section.insets
      if let reference = section.reference(container) {
        insets.leading = max(0, insets.leading + reference.leading - free.leading)
        insets.trailing = max(0, insets.trailing + reference.trailing - free.trailing)
      }
      let header = section.flow.headerReferenceSize.height
      let footer = section.flow.footerReferenceSize.height
      if header > 0 {
        solution.headers[index] = LayoutRect(x: 0, y: y, width: width, height: header)
      }
      y += header
      if !section.given.isEmpty || header > 0 || footer > 0 { y += insets.top }
      let room = max(0, width - insets.leading - insets.trailing)
      for (item, frame) in section.frames(room).enumerated() {
        solution.cells[CellPath(section: index, item: item)] =
          frame.offsetBy(x: insets.leading, y: y)
      }
      y += section.frames(room).map(\.line).max() ?? 0
      if !section.given.isEmpty || header > 0 || footer > 0 { y += insets.bottom }
      if footer > 0 {
        solution.footers[index] = LayoutRect(x: 0, y: y, width: width, height: footer)
      }
      y += footer
    }
    solution.contentSize = LayoutExtent(width: width, height: y)
    return solution
  }

  private func finished(_ solution: Solution) -> Solution {
    var solution = solution
    if let scale {
      let axis: WritableKeyPath<LayoutExtent, Double> = isHorizontal ? \.width : \.height
      solution.contentSize[keyPath: axis] =
        solution.contentSize[keyPath: axis].naiveFloor(scale)
    }
    let width = solution.contentSize.width
    func done(_ rect: LayoutRect) -> LayoutRect {
      var rect = rect
      if isRightToLeft { rect.x = width - rect.x - rect.width }
      guard let scale else { return rect }
      func nearest(_ length: Double) -> Double {
        let before = (length * scale).rounded(.down)
        return (length * scale - before >= 0.5 - 1e-4 ? before + 1 : before) / scale
      }
      rect.x = nearest(rect.x)
      rect.y = nearest(rect.y)
      return rect
    }
    solution.cells = solution.cells.mapValues(done)
    solution.headers = solution.headers.mapValues(done)
    solution.footers = solution.footers.mapValues(done)
    return solution
  }
}

/// A cell's frame in its section, and the end of its line.
private struct FlowFrame {
  var rect: LayoutRect
  var line: Double
  func offsetBy(x: Double, y: Double) -> LayoutRect { rect.offsetBy(x: x, y: y) }
}

extension NaiveFlow.Section {
  func reference(_ container: LayoutContainer) -> DirectionalEdgeInsets? {
    switch flow.sectionInsetReference {
    case .contentInset: nil
    case .safeArea: container.safeAreaInsets
    case .layoutMargins: container.layoutMargins
    }
  }

  /// The sizes of the cells: measured, given, or the mean of those that are measured.
  var sizes: [LayoutExtent] {
    let isMeasured = flow.estimatedItemSize != nil
    func mean(_ side: (MeasuredSize) -> Double?) -> Double? {
      let sides = measured.compactMap(side)
      return isMeasured && !sides.isEmpty ? sides.reduce(0, +) / Double(sides.count) : nil
    }
    let standard = flow.estimatedItemSize ?? flow.itemSize
    let (width, height) = (mean(\.width), mean(\.height))
    return given.indices.map { item in
      let size = isMeasured ? measured[item] : .none
      return LayoutExtent(
        width: size.width ?? given[item]?.width ?? width ?? standard.width,
        height: size.height ?? given[item]?.height ?? height ?? standard.height
      )
    }
  }

  fileprivate func frames(_ room: Double) -> [FlowFrame] {
    let sizes = sizes
    let gap = flow.minimumInteritemSpacing
    var lines: [[LayoutExtent]] = []
    var used = 0.0
    for size in sizes {
      let fits = used + gap + size.width <= room + NaiveLayout.tolerance
      if let last = lines.indices.last, fits, lines[last].count < LayoutLimits.itemsInGroup {
        lines[last].append(size)
        used += gap + size.width
      } else {
        lines.append([size])
        used = size.width
      }
    }
    let isOneWidth = sizes.allSatisfy { $0.width == sizes[0].width }
    var frames: [FlowFrame] = []
    var y = 0.0
    for (index, line) in lines.enumerated() {
      let height = line.map(\.height).max() ?? 0
      var (x, space) = (0.0, gap)
      let width = line[0].width
      let isLast = index == lines.count - 1
      let twoFit = 2 * width + gap <= room + NaiveLayout.tolerance
      if isOneWidth {
        // As many as a full line has.
        var full = 1
        while full < LayoutLimits.itemsInGroup,
          Double(full + 1) * width + Double(full) * gap <= room + NaiveLayout.tolerance
        {
          full += 1
        }
        if full == 1 { x = max(0, (room - width) / 2) }
        if full > 1 { space = (room - Double(full) * width) / Double(full - 1) }
      } else if line.count == 1 {
        if !isLast || !twoFit { x = max(0, (room - width) / 2) }
      } else if !isLast {
        space = (room - line.map(\.width).reduce(0, +)) / Double(line.count - 1)
      }
      for size in line {
        let rect = LayoutRect(
          x: x,
          y: y + (height - size.height) / 2,
          width: size.width,
          height: size.height
        )
        frames.append(FlowFrame(rect: rect, line: y + height))
        x += size.width + space
      }
      y += height + flow.minimumLineSpacing
    }
    return frames
  }

  fileprivate var transposed: Self {
    var copy = self
    copy.flow.itemSize = flow.itemSize.transposed
    copy.flow.estimatedItemSize = flow.estimatedItemSize?.transposed
    copy.flow.headerReferenceSize = flow.headerReferenceSize.transposed
    copy.flow.footerReferenceSize = flow.footerReferenceSize.transposed
    copy.insets = insets.transposed
    copy.given = given.map { $0?.transposed }
    copy.measured = measured.map(\.transposed)
    return copy
  }
}
