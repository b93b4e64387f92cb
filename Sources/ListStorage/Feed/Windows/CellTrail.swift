import ListDiff
import ListModel

/// Cells of old versions on their way to the head, where they can be read.
struct CellTrail {
  private enum Place {
    /// At a path of the version the trail has come to.
    case at(CellPath)
    /// Deleted since: the change that did so holds what it was.
    case found(Cell)
  }

  private var places: [Place] = []
  /// The contents cells had, where they have changed since: the first update holds it.
  private var contents: [Int: AnyComponent] = [:]

  init(_ paths: some Sequence<CellPath> = []) {
    places = paths.map { .at($0) }
  }

  /// The number of cells.
  var count: Int { places.count }

  /// Adds a cell of the version the trail has come to.
  mutating func append(_ path: CellPath) {
    places.append(.at(path))
  }

  /// Goes on to the version a change makes.
  ///
  /// - Complexity: O((c + k) log k) for c cells and k operations.
  mutating func follow(_ change: Changeset) {
    guard !places.isEmpty, !change.isEmpty else { return }
    let ranks = ChangeRanks(change)
    for index in places.indices {
      guard case .at(let path) = places[index] else { continue }
      if let update = ranks.update(at: path), contents[index] == nil {
        contents[index] = update.old
      }
      if let deletion = ranks.deletion(at: path) {
        places[index] = .found(Cell(id: deletion.id, component: deletion.component))
      } else {
        places[index] = .at(ranks.path(after: path))
      }
    }
  }

  /// The cells as they were, when the trail has come to the head.
  func cells(_ read: (CellPath) throws -> Cell) throws -> [Cell] {
    try places.enumerated().map { index, place in
      var cell: Cell
      switch place {
      case .at(let path): cell = try read(path)
      case .found(let found): cell = found
      }
      if let content = contents[index] { cell.component = content }
      return cell
    }
  }
}
