import ListModel

/// All that batches depend on besides the changeset: how many sections and items there are.
struct ListShape {
  let sectionCount: Int
  /// The number of items of a section that exists.
  let itemCount: (Int) -> Int

  init(sectionCount: Int, itemCount: @escaping (Int) -> Int) {
    self.sectionCount = sectionCount
    self.itemCount = itemCount
  }

  init(_ list: List) {
    self.init(sectionCount: list.sections.count) { list.sections[$0].cells.count }
  }

  init(_ list: IndexedList) {
    self.init(sectionCount: list.sectionCount) { list.itemCount(inSection: $0) ?? 0 }
  }
}
