import ListDiff
import ListModel

/// Cells of old versions on their way to the head, where they can be read.
struct CellTrail {
  /// Where each cell is at the version the trail has come to; `nil` once it has been deleted.
  private var paths: [CellPath?] = []
  /// The cells deleted since: the change that did so holds what they were.
  private var deleted: [Int: Cell] = [:]
  /// The contents cells had, where they have changed since: the first update holds it.
  private var contents: [Int: AnyComponent] = [:]

  init(_ paths: some Sequence<CellPath> = []) {
    self.paths = Array(paths)
  }

  /// The number of cells.
  var count: Int { paths.count }

  /// Adds a cell of the version the trail has come to.
  mutating func append(_ path: CellPath) {
    paths.append(path)
  }

  /// Goes on to the version a change makes.
  ///
  /// - Complexity: O((c + k) log k) for c cells and k operations.
  mutating func follow(_ change: Changeset) {
    guard count > 0, !change.isEmpty else { return }
    if change.isFew { followFew(change) } else { followMany(change) }
  }

  /// Goes on to the version a change makes, all of which is read only if the trail needs what it
  /// says of cells.
  ///
  /// - Parameters:
  ///   - places: What changes where.
  ///   - whole: Reads the same change with its contents.
  /// - Complexity: As ``follow(_:)``.
  mutating func follow(
    _ places: Changeset,
    reading whole: () throws -> Changeset
  ) rethrows {
    guard count > 0, !places.isEmpty else { return }
    if places.isFew, !needsContents(of: places) {
      followFew(places)
    } else {
      follow(try whole())
    }
  }

  /// Whether a change of few operations deletes a cell of the trail, or is the first to update one.
  private func needsContents(of change: Changeset) -> Bool {
    for update in change.updatedCells.indices {
      let path = change.updatedCells[update].from
      for index in paths.indices where paths[index] == path && contents[index] == nil {
        return true
      }
    }
    for deletion in change.deletedCells.indices
    where paths.contains(change.deletedCells[deletion].at) {
      return true
    }
    return false
  }

  private mutating func followMany(_ change: Changeset) {
    let ranks = ChangeRanks(change)
    for index in paths.indices {
      guard let path = paths[index] else { continue }
      if let update = ranks.update(at: path), contents[index] == nil {
        contents[index] = update.old
      }
      if let deletion = ranks.deletion(at: path) {
        delete(index, by: deletion)
      } else {
        paths[index] = ranks.path(after: path)
      }
    }
  }

  /// As ``followMany(_:)``, for a change that makes ordering its operations first the greater part.
  private mutating func followFew(_ change: Changeset) {
    for update in change.updatedCells.indices {
      let path = change.updatedCells[update].from
      for index in paths.indices where paths[index] == path && contents[index] == nil {
        contents[index] = change.updatedCells[update].old
      }
    }
    guard change.operationCount > change.updatedCells.count else { return }
    let leavers = change.deletedCells.map(\.at) + change.movedCells.map(\.from)
    let arrivals = (change.insertedCells.map(\.at) + change.movedCells.map(\.to)).sorted()
    for index in paths.indices {
      guard let path = paths[index] else { continue }
      if let deletion = change.deletedCells.first(where: { $0.at == path }) {
        delete(index, by: deletion)
      } else if let move = change.movedCells.first(where: { $0.from == path }) {
        paths[index] = move.to
      } else {
        var item = path.item
        for leaver in leavers where leaver.section == path.section && leaver.item < path.item {
          item -= 1
        }
        for arrival in arrivals where arrival.section == path.section && arrival.item <= item {
          item += 1
        }
        paths[index] = CellPath(section: path.section, item: item)
      }
    }
  }

  private mutating func delete(_ index: Int, by deletion: Changeset.CellDeletion) {
    paths[index] = nil
    deleted[index] = Cell(id: deletion.id, component: deletion.component)
  }

  /// The ids of the cells, when the trail has come to the head.
  func ids(_ read: (CellPath) throws -> Cell.ID) throws -> [Cell.ID] {
    try paths.indices.compactMap { index in
      try paths[index].map(read) ?? deleted[index]?.id
    }
  }

  /// The cells as they were, when the trail has come to the head.
  func cells(_ read: (CellPath) throws -> Cell) throws -> [Cell] {
    try paths.indices.compactMap { index in
      guard var cell = try paths[index].map(read) ?? deleted[index] else { return nil }
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
