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
  /// - Complexity: As ``follow(_:reading:)``.
  mutating func follow(_ change: Changeset) {
    follow(PlaceChanges(change)) { $0.of(change) }
  }

  /// What the trail needs of a change: some of the operations on cells, by their numbers.
  struct Needs {
    /// Those that delete a cell of the trail, ascending.
    fileprivate(set) var deletions: [Int]
    /// Those that are the first to update one, ascending.
    fileprivate(set) var updates: [Int]

    /// The operations, of the whole change.
    fileprivate func of(_ change: Changeset) -> Changeset {
      Changeset(
        deletedCells: deletions.map { change.deletedCells[$0] },
        updatedCells: updates.map { change.updatedCells[$0] }
      )
    }
  }

  /// Goes on to the version a change makes, or the last one of a span.
  ///
  /// - Parameters:
  ///   - places: What changes where.
  ///   - read: Reads operations the trail needs of the change, in order.
  /// - Complexity: O((c + k) log k) for c cells and k operations.
  mutating func follow(
    _ places: PlaceChanges,
    reading read: (Needs) throws -> Changeset
  ) rethrows {
    guard count > 0, places.operationCount > 0 else { return }
    if places.movesNothing, places.operationCount <= Self.few {
      try update(cellsUpdatedByFew(places), reading: read)
      return
    }
    let change = FollowedChange(places)
    var updates: [Naming] = []
    var deletions: [Naming] = []
    for index in paths.indices {
      guard let path = paths[index] else { continue }
      if contents[index] == nil, let update = change.update(at: path) {
        updates.append((index, update))
      }
      if let deletion = change.deletion(at: path) {
        deletions.append((index, deletion))
      } else if !places.movesNothing {
        paths[index] = change.path(after: path)
      }
    }
    try update(updates, deleting: deletions, reading: read)
  }

  /// A cell of the trail, and the number of the operation that names it.
  private typealias Naming = (cell: Int, operation: Int)

  /// As many updates are looked for among the cells one by one.
  private static let few = 8

  private func cellsUpdatedByFew(_ places: PlaceChanges) -> [Naming] {
    var result: [Naming] = []
    for (number, update) in places.updatedCells.enumerated() {
      for index in paths.indices where paths[index] == update.from && contents[index] == nil {
        result.append((index, number))
      }
    }
    return result
  }

  /// Keeps what cells were before a change that updates or deletes them.
  private mutating func update(
    _ updates: [Naming],
    deleting deletions: [Naming] = [],
    reading read: (Needs) throws -> Changeset
  ) rethrows {
    guard !(updates.isEmpty && deletions.isEmpty) else { return }
    let needs = Needs(
      deletions: Set(deletions.map(\.operation)).sorted(),
      updates: Set(updates.map(\.operation)).sorted()
    )
    let change = try read(needs)
    for (cell, update) in updates {
      let number = needs.updates.partitioningIndex { $0 >= update }
      contents[cell] = change.updatedCells[number].old
    }
    for (cell, deletion) in deletions {
      let number = needs.deletions.partitioningIndex { $0 >= deletion }
      let deleted = change.deletedCells[number]
      paths[cell] = nil
      self.deleted[cell] = Cell(id: deleted.id, component: deleted.component)
    }
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
