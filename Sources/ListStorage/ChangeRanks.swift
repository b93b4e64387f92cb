import ListDiff
import ListModel

/// Where a change puts what it does not name: by counting what leaves before it, and what arrives.
struct ChangeRanks {
  private let change: Changeset
  private let leavingSections: [Int]
  private let arrivingSections: [Int]
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
    func places<Value>(_ pairs: some Sequence<(CellPath, Value)>) -> [CellPath: Value] {
      Dictionary(pairs) { first, _ in first }
    }
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
    let remaining = path.item - count(leavers, from: first, to: path)
    return CellPath(section: section, item: index(of: remaining, in: section))
  }

  private func section(after section: Int) -> Int {
    if let move = change.movedSections.first(where: { $0.from == section }) { return move.to }
    var index = section - leavingSections.partitioningIndex { $0 >= section }
    for arrival in arrivingSections where arrival <= index { index += 1 }
    return index
  }

  /// The item of what is at `rank` among those that are not named, when those that arrive stand
  /// between them.
  private func index(of rank: Int, in section: Int) -> Int {
    var item = rank
    let start = arrivals.partitioningIndex { $0.section >= section }
    for arrival in arrivals[start...] {
      guard arrival.section == section, arrival.item <= item else { break }
      item += 1
    }
    return item
  }

  private func count(_ paths: [CellPath], from start: CellPath, to end: CellPath) -> Int {
    paths.partitioningIndex { $0 >= end } - paths.partitioningIndex { $0 >= start }
  }
}
