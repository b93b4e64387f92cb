package import ListModel

/// The numbers of sections and items, all that batches depend on besides the changeset.
package struct ListShape {
  /// The number of sections.
  package let sectionCount: Int
  /// The number of items of a section that exists.
  package let itemCount: (Int) -> Int

  init(sectionCount: Int, itemCount: @escaping (Int) -> Int) {
    self.sectionCount = sectionCount
    self.itemCount = itemCount
  }

  /// The shape of a plain list.
  package init(_ list: List) {
    self.init(sectionCount: list.sections.count) { list.sections[$0].cells.count }
  }

  /// The shape of a list in trees.
  package init(_ list: IndexedList) {
    self.init(sectionCount: list.sectionCount) { list.itemCount(inSection: $0) ?? 0 }
  }

  /// Whether there is an item at a path.
  package func hasItem(at path: CellPath) -> Bool {
    path.section >= 0 && path.section < sectionCount
      && path.item >= 0 && path.item < itemCount(path.section)
  }
}
