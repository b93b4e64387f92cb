import ListModel

/// Where each section of one side of a batch is on the other side.
///
/// Sections that are named by no operation keep their order and fill the places that are left.
struct SectionOrder {
  /// For each section after, its index before; `nil` for one that appears.
  private(set) var origins: [Int?]
  /// For each section before, its index after; `nil` for one that disappears.
  private(set) var destinations: [Int?]

  /// - Throws: ``ChangesetMismatch`` when a place does not exist, or is left or filled twice.
  /// - Complexity: O(sections).
  init(
    count: Int,
    deleted: [Int],
    inserted: [Int],
    moved: [BatchUpdate.Move<Int>]
  ) throws(ChangesetMismatch) {
    let newCount = count - deleted.count + inserted.count
    var leaves = Array(repeating: false, count: count)
    var taken = Array(repeating: false, count: max(0, newCount))
    for index in deleted { try leaves.mark(index) }
    for index in inserted { try taken.mark(index) }
    destinations = Array(repeating: nil, count: count)
    for move in moved {
      try leaves.mark(move.from)
      try taken.mark(move.to)
      destinations[move.from] = move.to
    }
    // The two counts of unmarked places agree: each side lost as many to marks as the other.
    var free = taken.indices.lazy.filter { !taken[$0] }.makeIterator()
    for index in leaves.indices where !leaves[index] { destinations[index] = free.next() }
    origins = Array(repeating: nil, count: taken.count)
    for (index, destination) in destinations.enumerated() {
      if let destination { origins[destination] = index }
    }
  }
}

extension [Bool] {
  fileprivate mutating func mark(_ index: Int) throws(ChangesetMismatch) {
    guard indices.contains(index), !self[index] else { throw .misplacedSection(index) }
    self[index] = true
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
