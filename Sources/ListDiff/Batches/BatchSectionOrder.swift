import ListModel

/// Where each section of one side of a batch is on the other side.
///
/// Sections that are named by no operation keep their order and fill the places that are left.
struct SectionOrder {
  /// The number of sections before.
  let countBefore: Int
  /// The number of sections after.
  let countAfter: Int
  private let ranks: RankMap
  private let moved: [Int: Int]
  private let movedBack: [Int: Int]

  /// - Throws: ``ChangesetMismatch`` when a place does not exist, or is left or filled twice.
  /// - Complexity: O(k log k) for k operations.
  init(
    count: Int,
    deleted: [Int],
    inserted: [Int],
    moved: [BatchUpdate.Move<Int>]
  ) throws(ChangesetMismatch) {
    countBefore = count
    countAfter = max(0, count - deleted.count + inserted.count)
    ranks = RankMap(
      leaving: deleted + moved.map(\.from),
      arriving: inserted + moved.map(\.to)
    )
    self.moved = Dictionary(moved.map { ($0.from, $0.to) }) { first, _ in first }
    movedBack = Dictionary(moved.map { ($0.to, $0.from) }) { first, _ in first }
    try ranks.leaving.checkPlaces(below: countBefore)
    try ranks.arriving.checkPlaces(below: countAfter)
  }

  /// The sections that go or move, ascending.
  var leaving: [Int] { ranks.leaving }
  /// The places of sections that come or move, ascending.
  var arriving: [Int] { ranks.arriving }

  func exists(before index: Int) -> Bool { index >= 0 && index < countBefore }

  func exists(after index: Int) -> Bool { index >= 0 && index < countAfter }

  /// The index after of the section at an index before; `nil` for one that disappears.
  func destination(of index: Int) -> Int? {
    ranks.leaves(at: index) ? moved[index] : ranks.forward(index)
  }

  /// The index before of the section at an index after; `nil` for one that appears.
  func origin(of index: Int) -> Int? {
    ranks.arrives(at: index) ? movedBack[index] : ranks.backward(index)
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
