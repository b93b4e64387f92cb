import ListDiff
import ListModel

/// Where a change puts what it does not name: by counting what leaves before it, and what arrives.
///
/// Making one is O(k log k) for k operations, each question O(log k).
struct ChangeRanks {
  private let change: Changeset
  private let leavingSections: [Int]
  private let arrivingSections: [Int]
  private let sectionMoves: [Int: Int]
  private let leavers: [CellPath]
  private let arrivals: [CellPath]
  private let moves: [CellPath: CellPath]
  /// The indices of the operations on cells, by the places before.
  private let deletions: [CellPath: Int]
  private let updates: [CellPath: Int]

  init(_ change: Changeset) {
    self.change = change
    leavingSections =
      (change.deletedSections.map(\.at) + change.movedSections.map(\.from)).sorted()
    arrivingSections =
      (change.insertedSections.map(\.at) + change.movedSections.map(\.to)).sorted()
    leavers = (change.deletedCells.map(\.at) + change.movedCells.map(\.from)).sorted()
    arrivals = (change.insertedCells.map(\.at) + change.movedCells.map(\.to)).sorted()
    func places<Place: Hashable, Value>(_ pairs: some Sequence<(Place, Value)>) -> [Place: Value] {
      Dictionary(pairs) { first, _ in first }
    }
    sectionMoves = places(change.movedSections.map { ($0.from, $0.to) })
    moves = places(change.movedCells.map { ($0.from, $0.to) })
    deletions = places(change.deletedCells.indices.map { (change.deletedCells[$0].at, $0) })
    updates = places(change.updatedCells.indices.map { (change.updatedCells[$0].from, $0) })
  }

  func deletion(at path: CellPath) -> Changeset.CellDeletion? {
    deletions[path].map { change.deletedCells[$0] }
  }

  func update(at path: CellPath) -> Changeset.CellUpdate? {
    updates[path].map { change.updatedCells[$0] }
  }

  /// Where a cell is after the change that does not delete it.
  func path(after path: CellPath) -> CellPath {
    if let target = moves[path] { return target }
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
