import ListDiffable
import Testing

typealias NumberSnapshot = DiffableDataSourceSnapshot<Int, Int>

extension NumberSnapshot {
  /// A snapshot of sections without items.
  init(sections: [Int]) throws {
    self.init()
    try appendSections(sections)
  }

  /// A snapshot of sections 0, 1, … with items.
  init(items: [[Int]]) throws {
    self.init()
    for (section, items) in items.enumerated() {
      try appendSections([section])
      try appendItems(items, toSection: section)
    }
  }

  /// The items of each section.
  var itemsBySection: [[Int]] {
    get throws { try sectionIdentifiers.map { try itemIdentifiers(inSection: $0) } }
  }
}

/// Checks that an edit is refused with this error, and changes nothing.
func expectRefusal(
  _ error: DiffableDataSourceError,
  of snapshot: NumberSnapshot,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ edit: (inout NumberSnapshot) throws -> Void
) {
  var edited = snapshot
  #expect(throws: error, sourceLocation: sourceLocation) { try edit(&edited) }
  #expect(edited == snapshot, sourceLocation: sourceLocation)
  #expect(edited.isConsistent, sourceLocation: sourceLocation)
}

extension [DiffableIdentifier] {
  static func numbers(_ numbers: Int...) -> Self { numbers.map { DiffableIdentifier($0) } }
}
