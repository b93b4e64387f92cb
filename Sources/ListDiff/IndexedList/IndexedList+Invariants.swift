import ListModel

extension IndexedList {
  /// What is wrong with the list, for tests; `nil` if nothing is.
  ///
  /// - Complexity: O(n log n).
  package var brokenInvariant: String? {
    if let broken = sections.brokenInvariant { return "sections: \(broken)" }
    for entry in sections {
      if let broken = entry.cells.brokenInvariant { return "section \"\(entry.id)\": \(broken)" }
      if !entry.head.cells.isEmpty { return "section \"\(entry.id)\" has cells twice" }
    }
    let cells = sections.flatMap { $0.cells.map(\.id.rawValue) }
    if let cellIDs, !cellIDs.holds(cells) { return "the index has other cells" }
    if let sectionIDs, !sectionIDs.holds(sections.map(\.id.rawValue)) {
      return "the index has other sections"
    }
    return nil
  }

  /// How many nodes are in this version but not in another one, for tests.
  ///
  /// - Complexity: O(n).
  package func unsharedNodeCount(with other: IndexedList) -> Int {
    nodeIdentities.subtracting(other.nodeIdentities).count
  }

  private var nodeIdentities: Set<ObjectIdentifier> {
    sections.reduce(into: sections.nodeIdentities) { $0.formUnion($1.cells.nodeIdentities) }
  }
}
