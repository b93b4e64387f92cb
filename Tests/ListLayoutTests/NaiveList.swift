import ListLayout

/// A list laid out the slow way: section by section, row by row, from rules L1–L7 alone.
///
/// It knows nothing of groups: places are added up from the top.
struct NaiveList {
  struct Section {
    var list: LayoutList
    var insets = DirectionalEdgeInsets.zero
    /// The height that each row asks for.
    var heights: [Double?]
    var headerHeight: Double?
    var footerHeight: Double?
    /// Whether the stored section has a header and a footer of its own.
    var hasHeader = false
    var hasFooter = false
  }

  var width: Double
  var height: Double
  var scale: Double?
  var isRightToLeft = false
  var offset = 0.0
  var isDesktop = false
  var spacing = 0.0
  var sections: [Section]

  /// A row with what is drawn on it, in the list's content.
  struct Row: Equatable {
    var frame: LayoutRect
    var separators: [LayoutRect] = []
    var topRadius = 0.0
    var bottomRadius = 0.0
    var text: LayoutRect
  }

  struct Solution {
    var rows: [CellPath: Row] = [:]
    var headers: [Int: LayoutRect] = [:]
    var footers: [Int: LayoutRect] = [:]
    /// The headers and footers that are in front of everything that is not pinned.
    var pinned: Set<String> = []
    var length = 0.0
  }

  func solve() -> Solution {
    var solution = Solution()
    var y = 0.0
    for (index, section) in sections.enumerated() {
      y = place(section, index, from: y, &solution)
      y += spacing
    }
    solution.length = sections.isEmpty ? 0 : y - spacing
    return solution
  }

  private func place(
    _ section: Section,
    _ index: Int,
    from start: Double,
    _ solution: inout Solution
  ) -> Double {
    let list = section.list
    let hasHeader = section.hasHeader || list.headerMode == .supplementary
    let hasFooter = section.hasFooter || list.footerMode == .supplementary
    let firstIsHeader = !hasHeader && list.headerMode == .firstItemInSection
    let isFlat = list.appearance == .plain || list.appearance == .sidebarPlain
    let standard = isFlat ? 28 : 17.5
    let side = sideSpace(list.appearance)
    let left = side + section.insets.leading
    let breadth = width - left - side - section.insets.trailing

    // Spaces above the first row and below the last one.
    var above = 0.0
    var below = 0.0
    switch list.appearance {
    case .grouped, .insetGrouped:
      above = isDesktop ? 35 : pixelUp(17.5)
      below = isDesktop ? 20 : pixelUp(17.5)
    case .sidebar: below = 10
    case .plain, .sidebarPlain: break
    }
    if hasHeader { above = 0 }
    if firstIsHeader {
      if let padding = list.headerTopPadding {
        above += padding
      } else if list.appearance == .plain {
        above += 22
      }
    }
    if hasFooter { below = 0 }
    above += section.insets.top
    below += section.insets.bottom
    let hasRows = !section.heights.isEmpty
    if !hasRows, !hasHeader, !hasFooter { return start }

    var y = start
    var header: LayoutRect?
    if hasHeader {
      y += list.headerTopPadding ?? 0
      let tall = section.headerHeight ?? standard
      header = LayoutRect(x: left, y: y, width: breadth, height: tall)
      y += tall
    }
    y += above
    for (item, wanted) in section.heights.enumerated() {
      let tall = list.rowHeight ?? wanted ?? list.estimatedRowHeight
      let frame = LayoutRect(x: left, y: y, width: breadth, height: tall)
      solution.rows[CellPath(section: index, item: item)] = row(
        frame,
        list,
        number: list.headerMode == .firstItemInSection && !hasHeader ? item - 1 : item,
        isLast: item == section.heights.count - 1
      )
      y += tall
    }
    y += below
    var footer: LayoutRect?
    if hasFooter {
      let tall = section.footerHeight ?? standard
      footer = LayoutRect(x: left, y: y, width: breadth, height: tall)
      y += tall
    }
    if var header {
      let natural = header.y
      let end = isFlat ? footer?.y ?? y : y
      if isFlat {
        header.y = max(natural, min(offset, end - header.height))
        if isSeen(header) { solution.pinned.insert("header@\(index)") }
      }
      solution.headers[index] = finished(header)
      if var footer, isFlat {
        let own = footer.y
        footer.y = min(own, max(offset + height - footer.height, natural + header.height))
        if isSeen(footer) { solution.pinned.insert("footer@\(index)") }
        solution.footers[index] = finished(footer)
        return y
      }
    } else if var footer, isFlat {
      footer.y = min(footer.y, max(offset + height - footer.height, start))
      if isSeen(footer) { solution.pinned.insert("footer@\(index)") }
      solution.footers[index] = finished(footer)
      return y
    }
    solution.footers[index] = footer.map(finished)
    return y
  }

  private func isSeen(_ rect: LayoutRect) -> Bool {
    rect.y < offset + height - NaiveLayout.tolerance
      && rect.y + rect.height > offset + NaiveLayout.tolerance
  }

  private func sideSpace(_ appearance: LayoutList.Appearance) -> Double {
    let margin = width > 375 ? 20.0 : 16
    switch appearance {
    case .plain, .grouped: return 0
    case .insetGrouped: return margin
    case .sidebar, .sidebarPlain: return isDesktop ? 10 / 0.77 : margin
    }
  }

  private func pixelUp(_ length: Double) -> Double {
    guard let scale else { return length }
    return (length * scale).rounded(.up) / scale
  }

  /// The frame as a view reads it.
  private func finished(_ rect: LayoutRect) -> LayoutRect {
    var rect = rect
    if let scale {
      // A share of a width is rounded down to a pixel.
      rect.width = rect.width.naiveFloor(scale)
    }
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

  private func row(
    _ frame: LayoutRect,
    _ list: LayoutList,
    number: Int,
    isLast: Bool
  ) -> Row {
    // A row before the first is a header.
    let (isFirst, isHeader) = (number == 0, number < 0)
    let frame = finished(frame)
    let pixel = 1 / (scale ?? 2)
    let inset = width > 375 ? 20.0 : 15
    var row = Row(
      frame: frame,
      text: inside(
        frame,
        inset,
        inset,
        y: 0,
        height: max(0, (frame.height - pixel).rounded(.down))
      )
    )
    if list.appearance == .insetGrouped {
      row.topRadius = isFirst ? 10 : 0
      row.bottomRadius = isLast && !isHeader ? 10 : 0
    }
    guard list.showsSeparators else { return row }
    var top = false
    var bottom = false
    switch list.appearance {
    case .plain: bottom = true
    case .grouped: (top, bottom) = (isFirst, true)
    case .insetGrouped: bottom = !isLast
    case .sidebar, .sidebarPlain: break
    }
    if isHeader { (top, bottom) = (false, false) }
    let own = list.separators
    if own.top != .automatic { top = own.top == .visible }
    if own.bottom != .automatic { bottom = own.bottom == .visible }
    let isEdge = list.appearance == .grouped
    if top {
      let start = own.topInsets.leading ?? (isEdge && isFirst ? 0 : inset)
      row.separators.append(
        inside(frame, start, own.topInsets.trailing ?? 0, y: 0, height: min(pixel, frame.height))
      )
    }
    if bottom {
      let start = own.bottomInsets.leading ?? (isEdge && isLast && !isHeader ? 0 : inset)
      row.separators.append(
        inside(
          frame,
          start,
          own.bottomInsets.trailing ?? 0,
          y: max(0, frame.height - pixel),
          height: min(pixel, frame.height)
        )
      )
    }
    return row
  }

  /// A part of a row, with distances from the sides where lines of text begin and end.
  private func inside(
    _ row: LayoutRect,
    _ start: Double,
    _ end: Double,
    y: Double,
    height: Double
  ) -> LayoutRect {
    let breadth = max(0, row.width - start - end)
    let x = isRightToLeft ? row.width - start - breadth : start
    return LayoutRect(x: row.x + x, y: row.y + y, width: breadth, height: height)
  }
}
