public import ListModel

/// A row that stands for an item which is not loaded.
public enum PagerPlaceholder {
  /// The component type of a placeholder; its content is `{"index":…}`, the item's index at the remote.
  public static let componentType = "PagerPlaceholder"
  /// The section of the placeholders before the window.
  package static let sectionBefore: Section.ID = "pager-placeholders-before"
  /// The section of the placeholders after the window.
  package static let sectionAfter: Section.ID = "pager-placeholders-after"

  private static let prefix = "pager-placeholder-"

  /// Returns the id of the placeholder of an item.
  public static func id(_ index: Int) -> Cell.ID { Cell.ID("\(prefix)\(index)") }

  /// Returns the index of the item that a placeholder stands for; `nil` for other cells.
  public static func index(_ id: Cell.ID) -> Int? {
    id.rawValue.hasPrefix(prefix) ? Int(id.rawValue.dropFirst(prefix.count)) : nil
  }

  fileprivate static func cells(_ indices: Range<Int>) -> [Cell] {
    indices.map { index in
      let content = try? Content(encoding: ["index": index])
      return Cell(
        id: id(index),
        component: AnyComponent(StoredComponent(type: componentType, content: content))
      )
    }
  }
}

extension List {
  /// Returns the list with placeholders for the items that are not loaded, before and after the
  /// window and at gaps, as far as the remote has said how many there are.
  ///
  /// The rows are shown only, not stored. They keep the length of the content: a page that comes
  /// takes the place of its placeholders. A gap whose size is not known stays one row.
  ///
  /// - Parameters:
  ///   - update: The update that the list shows.
  ///   - limit: How many placeholders stand at one place at most: the nearest to the loaded cells.
  /// - Returns: The list.
  /// - Complexity: O(cells and placeholders).
  public func withPlaceholders(of update: PagerUpdate, limit: Int = 10_000) -> List {
    var copy = self
    let window = update.window
    copy.sections.removeAll {
      $0.id == PagerPlaceholder.sectionBefore || $0.id == PagerPlaceholder.sectionAfter
    }
    guard let before = window.itemsBefore else { return copy }
    for index in copy.sections.indices {
      copy.sections[index].cells = copy.sections[index].cells.flatMap { cell -> [Cell] in
        guard let range = window.indices(ofGap: cell.id), !range.isEmpty else { return [cell] }
        return PagerPlaceholder.cells(range.prefix(max(1, limit)))
      }
    }
    if before > 0 {
      let cells = PagerPlaceholder.cells((0..<before).suffix(max(0, limit)))
      let isHeaded = copy.sections.first?.id == PagerHeader.sectionID
      copy.sections.insert(
        Section(id: PagerPlaceholder.sectionBefore, cells: cells),
        at: isHeaded ? 1 : 0
      )
    }
    if let after = window.itemsAfter, after > 0, let end = window.endIndex {
      let cells = PagerPlaceholder.cells((end..<(end + min(after, max(0, limit)))))
      let isFooted = copy.sections.last?.id == PagerFooter.sectionID
      copy.sections.insert(
        Section(id: PagerPlaceholder.sectionAfter, cells: cells),
        at: copy.sections.count - (isFooted ? 1 : 0)
      )
    }
    return copy
  }
}

extension PagerWindow {
  /// The index at the remote of the item after the last cell; `nil` if it is not known.
  public var endIndex: Int? { itemsBefore.map { ids.reduce($0) { $0 + (gapSizes[$1] ?? 1) } } }

  /// Returns the indices of the items that are missing at a gap; `nil` if they are not known.
  public func indices(ofGap gap: Cell.ID) -> Range<Int>? {
    guard let size = gapSizes[gap], var index = itemsBefore else { return nil }
    for id in ids {
      if id == gap { return index..<(index + size) }
      index += gapSizes[id] ?? 1
    }
    return nil
  }

  /// Returns the place where an item is missing, and the missing items there; `nil` if it is not
  /// missing, or nothing is known of it.
  func place(ofItemAt index: Int) -> (place: PagerPlace, missing: Range<Int>)? {
    if let itemsBefore, index >= 0, index < itemsBefore { return (.start, 0..<itemsBefore) }
    if let end = endIndex, let itemsAfter, index >= end, index < end + itemsAfter {
      return (.end, end..<(end + itemsAfter))
    }
    for gap in gapSizes.keys {
      if let range = indices(ofGap: gap), range.contains(index) { return (.gap(gap), range) }
    }
    return nil
  }
}
