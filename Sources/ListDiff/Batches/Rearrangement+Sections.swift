import ListModel

extension Rearrangement {
  /// Returns the indices of sections on one side of the change for those on the other side.
  ///
  /// - Parameter count: How many sections there are before the change.
  /// - Returns: The map, in which no more sections leave than there are.
  /// - Throws: ``ChangesetMismatch`` when a place does not exist, or is left or filled twice.
  /// - Complexity: O(k log k) for k operations.
  func sectionMap(count: Int) throws(ChangesetMismatch) -> IndexMap {
    let map = sectionMap
    try map.leaving.checkPlaces(below: count)
    try map.arriving.checkPlaces(below: count + map.growth)
    return map
  }
}

extension [Int] {
  /// Checks that these ascending places exist and are distinct.
  fileprivate func checkPlaces(below count: Int) throws(ChangesetMismatch) {
    var last = -1
    for index in self {
      guard index > last, index < count else { throw .misplacedSection(index) }
      last = index
    }
  }
}

extension ChangesetMismatch {
  static func misplaced(_ path: CellPath) -> ChangesetMismatch {
    ChangesetMismatch(
      operation: "cells",
      reason: "the place \(path) does not exist, or is left or filled twice"
    )
  }

  static func misplacedSection(_ index: Int) -> ChangesetMismatch {
    ChangesetMismatch(
      operation: "sections",
      reason: "the place \(index) does not exist, or is left or filled twice"
    )
  }
}
