import ListDiff
import ListModel

/// The batches that lead a view from one snapshot to another.
///
/// The first batch makes all changes of places. The second, at the new places, shows again the
/// marked elements that keep their identifiers: in one batch, a reload in old coordinates and a
/// move of the same item exclude each other.
struct DiffableDataSourceBatches {
  private(set) var structure = BatchUpdate()
  private(set) var renewal = BatchUpdate()

  /// - Returns: `nil` when the difference does not fit the snapshots it was made from, which no
  ///   input causes.
  /// - Complexity: O(n) expected, plus O(k log k) for k operations.
  init?<Section, Item>(
    from old: DiffableDataSourceSnapshot<Section, Item>,
    to new: DiffableDataSourceSnapshot<Section, Item>
  ) {
    if old != new {
      let difference = SectionedDifference(from: old.sections, to: new.sections) { _, _ in true }
      let counts = old.sectionIdentifiers.map(old.items.count)
      guard let structure = try? difference.structuralBatch(itemCounts: counts) else { return nil }
      self.structure = structure
    }
    if !new.marks.isEmpty { addRenewals(from: old, to: new) }
  }

  /// Adds the elements to show again; those that have just appeared have new views anyway, and are
  /// left out.
  private mutating func addRenewals<Section, Item>(
    from old: DiffableDataSourceSnapshot<Section, Item>,
    to new: DiffableDataSourceSnapshot<Section, Item>
  ) {
    let newSections = Set(structure.insertedSections)
    let newItems = Set(structure.insertedCells)
    let reloaded = new.marks.reloadedSections.filter { old.sectionIndices[$0] != nil }
      .compactMap { new.sectionIndices[$0] }.filter { !newSections.contains($0) }.sorted()
    for section in reloaded {
      if new.items.count(in: new.sectionIdentifiers[section]) > 0 {
        renewal.reloadedSections.append(section)
      } else {
        // Reloading an empty section is unsafe in UIKit.
        renewal.deletedSections.append(section)
        renewal.insertedSections.append(section)
      }
    }
    let renewedSections = newSections.union(reloaded)
    func paths(of items: Set<Item>) -> [CellPath] {
      items.filter(old.items.contains).compactMap(new.path)
        .filter { !renewedSections.contains($0.section) && !newItems.contains($0) }.sorted()
    }
    renewal.reloadedCells = paths(of: new.marks.reloadedItems)
    renewal.reconfiguredCells = paths(of: new.marks.reconfiguredItems)
  }
}

extension DiffableDataSourceSnapshot {
  /// The sections with their items, as the diff engine takes them.
  fileprivate var sections: [(id: SectionIdentifierType, cells: [ItemIdentifierType])] {
    sectionIdentifiers.map { ($0, items.elements(in: $0)) }
  }
}
