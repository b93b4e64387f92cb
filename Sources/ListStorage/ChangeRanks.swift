import ListDiff
import ListModel

/// Where a change puts what it does not name: by counting what leaves before it, and what arrives.
///
/// Making one is O(k log k) for k operations, and O(k) when nothing is moved; each question O(log k).
struct ChangeRanks {
  private let change: PlaceChanges
  private let leavingSections: [Int]
  private let arrivingSections: [Int]
  private let sectionMoves: [Int: Int]
  private let leavers: [CellPath]
  private let arrivals: [CellPath]
  /// By the places before.
  private let moves: [PlaceChanges.Relocation]
  /// The numbers of the updates by the places before; `nil` when they are in that order.
  private let updates: [Int]?

  init(_ change: PlaceChanges) {
    self.change = change
    leavingSections =
      (change.deletedSections.map(\.at) + change.movedSections.map(\.from)).sorted()
    arrivingSections =
      (change.insertedSections.map(\.at) + change.movedSections.map(\.to)).sorted()
    sectionMoves = Dictionary(change.movedSections.map { ($0.from, $0.to) }) { first, _ in first }
    moves = change.movedCells.sorted { $0.from < $1.from }
    // What is sorted already is only looked at.
    leavers =
      moves.isEmpty
      ? change.deletedCells : (change.deletedCells + moves.map(\.from)).sorted()
    arrivals =
      moves.isEmpty
      ? change.insertedCells : (change.insertedCells + change.movedCells.map(\.to)).sorted()
    let isInOrder = zip(change.updatedCells, change.updatedCells.dropFirst())
      .allSatisfy { $0.from < $1.from }
    updates =
      isInOrder
      ? nil
      : change.updatedCells.indices.sorted {
        change.updatedCells[$0].from < change.updatedCells[$1].from
      }
  }

  /// Which of the deletions is that of the cell at a place.
  func deletion(at path: CellPath) -> Int? {
    let index = change.deletedCells.partitioningIndex { $0 >= path }
    return index < change.deletedCells.count && change.deletedCells[index] == path ? index : nil
  }

  /// Which of the updates is that of the cell at a place.
  func update(at path: CellPath) -> Int? {
    guard let updates else {
      let index = change.updatedCells.partitioningIndex { $0.from >= path }
      let isFound =
        index < change.updatedCells.count && change.updatedCells[index].from == path
      return isFound ? index : nil
    }
    let index = updates.partitioningIndex { change.updatedCells[$0].from >= path }
    guard index < updates.count, change.updatedCells[updates[index]].from == path else {
      return nil
    }
    return updates[index]
  }

  /// Where a cell is after the change that does not delete it.
  func path(after path: CellPath) -> CellPath {
    let move = moves.partitioningIndex { $0.from >= path }
    if move < moves.count, moves[move].from == path { return moves[move].to }
    let section = section(after: path.section)
    let first = CellPath(section: path.section, item: 0)
    let leaving =
      leavers.partitioningIndex { $0 >= first }..<leavers.partitioningIndex { $0 >= path }
    let start = arrivals.partitioningIndex { $0.section >= section }
    let end = arrivals.partitioningIndex { $0.section > section }
    let arriving = arrivals[start..<max(start, end)]
    return CellPath(
      section: section,
      item: Self.place(of: path.item - leaving.count, among: arriving, \.item)
    )
  }

  private func section(after section: Int) -> Int {
    if let target = sectionMoves[section] { return target }
    let leaving = leavingSections.partitioningIndex { $0 >= section }
    return Self.place(of: section - leaving, among: arrivingSections[...], \.self)
  }

  /// The place of what is at `rank` among those that are not named, when those that arrive stand
  /// between them.
  ///
  /// Places of arrivals ascend, so the number of others before an arrival never falls: those
  /// before the element are found by halving.
  private static func place<Arrival>(
    of rank: Int,
    among arrivals: ArraySlice<Arrival>,
    _ place: (Arrival) -> Int
  ) -> Int {
    var (low, high) = (arrivals.startIndex, arrivals.endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if place(arrivals[middle]) - (middle - arrivals.startIndex) <= rank {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return rank + low - arrivals.startIndex
  }
}
