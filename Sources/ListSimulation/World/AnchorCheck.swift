import ListAdapter
import ListModel

/// The cells on screen before a change, to be compared after it.
struct AnchorCheck {
  private let cells: [(id: Cell.ID, distance: Double)]
  private let before: List

  init?(_ screen: SimScreen) {
    let anchors = screen.unanswered.values
    guard !anchors.isEmpty, anchors.allSatisfy({ $0 == .firstVisibleCell }),
      !screen.view.isDragging, screen.view.isInWindow
    else { return nil }
    let list = screen.list
    before = list
    cells = screen.view.pathsForVisibleItems.sorted().compactMap { path in
      guard let id = list.cell(at: path)?.id, let position = screen.view.position(ofItemAt: path)
      else { return nil }
      return (id, position - screen.view.contentOffset)
    }
  }

  func check(_ screen: SimScreen) {
    let view = screen.view
    let list = screen.list
    for (id, distance) in cells {
      guard let path = list.path(of: id), let position = view.position(ofItemAt: path) else {
        continue
      }
      let moved = position - view.contentOffset - distance
      let end = max(0, view.contentLength - view.viewportLength)
      // At an end there may be no room to keep it.
      let isFree = view.contentOffset > 1 && view.contentOffset < end - 1
      if isFree, abs(moved) > 1, !before.hasCells(of: screen.list) {
        screen.run.violate(
          .anchorKept,
          "\(id), the first cell on screen that stayed, moved by \(moved) points"
        )
      }
      return
    }
  }
}

extension List {
  /// Whether another list has the same cells in the same order.
  fileprivate func hasCells(of other: List) -> Bool {
    cellCount == other.cellCount
      && sections.flatMap { $0.cells.map(\.id) } == other.sections.flatMap { $0.cells.map(\.id) }
  }

  func path(of id: Cell.ID) -> CellPath? {
    for (section, model) in sections.enumerated() {
      if let item = model.cells.firstIndex(where: { $0.id == id }) {
        return CellPath(section: section, item: item)
      }
    }
    return nil
  }

  func cell(at path: CellPath) -> Cell? {
    guard sections.indices.contains(path.section),
      sections[path.section].cells.indices.contains(path.item)
    else { return nil }
    return sections[path.section].cells[path.item]
  }
}
