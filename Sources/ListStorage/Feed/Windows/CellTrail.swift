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
    if change.isFew { followFew(change) } else { followMany(change) }
  }

  private mutating func followMany(_ change: Changeset) {
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

  /// As ``followMany(_:)``, for a change that makes ordering its operations first the greater part.
  private mutating func followFew(_ change: Changeset) {
    for update in change.updatedCells.indices {
      let path = change.updatedCells[update].from
      for index in places.indices {
        guard case .at(path) = places[index], contents[index] == nil else { continue }
        contents[index] = change.updatedCells[update].old
      }
    }
    guard change.operationCount > change.updatedCells.count else { return }
    let leavers = change.deletedCells.map(\.at) + change.movedCells.map(\.from)
    let arrivals = (change.insertedCells.map(\.at) + change.movedCells.map(\.to)).sorted()
    for index in places.indices {
      guard case .at(let path) = places[index] else { continue }
      if let deletion = change.deletedCells.first(where: { $0.at == path }) {
        places[index] = .found(Cell(id: deletion.id, component: deletion.component))
      } else if let move = change.movedCells.first(where: { $0.from == path }) {
        places[index] = .at(move.to)
      } else {
        var item = path.item
        for leaver in leavers where leaver.section == path.section && leaver.item < path.item {
          item -= 1
        }
        for arrival in arrivals where arrival.section == path.section && arrival.item <= item {
          item += 1
        }
        places[index] = .at(CellPath(section: path.section, item: item))
      }
    }
  }

  /// The ids of the cells, when the trail has come to the head.
  func ids(_ read: (CellPath) throws -> Cell.ID) throws -> [Cell.ID] {
    try places.map { place in
      switch place {
      case .at(let path): try read(path)
      case .found(let cell): cell.id
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

extension Changeset {
  /// Whether it has a few operations, and none on sections.
  fileprivate var isFew: Bool {
    operationCount <= 8 && deletedSections.isEmpty && insertedSections.isEmpty
      && movedSections.isEmpty
  }
}
