import ListModel

extension BatchUpdate {
  /// Whether the batch turns one list into another, and announces all changes.
  ///
  /// The batch is carried out on the list before: elements that stay are rearranged, elements that
  /// appear are taken from the list after. The result must be the list after, except for the
  /// contents of items, and the headers, footers and layouts of sections, that the batch reloads or
  /// reconfigures.
  ///
  /// - Returns: `true` is a proof; `false` proves nothing.
  /// - Complexity: O(k log n) for k operations and lists that share their nodes.
  package func isProvedRight(from before: IndexedList, to after: IndexedList) -> Bool {
    guard let (renewedCells, renewedSections) = renewedElements(of: before),
      let map = try? rearrangement.sectionMap(count: before.sectionCount),
      before.sectionCount + map.growth == after.sectionCount,
      var derived = try? restructured(before, target: after)
    else { return false }
    for section in reloadedSections {
      guard let index = map.after(section), let entry = after.entry(at: index),
        derived.sections[index].id == entry.id
      else { return false }
      derived.sections.update(at: index) { $0 = entry }
    }
    return !derived.differs(from: after) { old, new in
      old.id == new.id
        && (renewedSections.contains(old.id) || old.attributes == new.attributes)
    } cells: { old, new in
      old.id == new.id && (renewedCells.contains(old.id) || old.component == new.component)
    }
  }

  /// The ids of the cells and sections that the batch reloads or reconfigures; `nil` if one does
  /// not exist.
  private func renewedElements(
    of list: IndexedList
  ) -> (cells: Set<Cell.ID>, sections: Set<Section.ID>)? {
    var cells: Set<Cell.ID> = []
    for path in reloadedCells + reconfiguredCells {
      guard let cell = list.cell(at: path) else { return nil }
      cells.insert(cell.id)
    }
    var sections: Set<Section.ID> = []
    for section in reloadedSections + reconfiguredSections {
      guard let head = list.sectionHead(at: section) else { return nil }
      sections.insert(head.id)
    }
    return (cells, sections)
  }
}
