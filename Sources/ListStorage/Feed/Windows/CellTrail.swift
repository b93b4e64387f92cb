import ListDiff
import ListModel

/// Cells of old versions, followed to the head, where they can be read.
struct CellTrail {
  /// The path of each cell at the version the trail has reached; `nil` once it has been deleted.
  private var paths: [CellPath?] = []
  /// The cells deleted since, as the change that deleted them holds them.
  private var deleted: [Int: Cell] = [:]
  /// The former contents of cells that have changed since, as their first update holds them.
  private var contents: [Int: AnyComponent] = [:]

  init(_ paths: some Sequence<CellPath> = []) {
    self.paths = Array(paths)
  }

  /// The number of cells.
  var count: Int { paths.count }

  /// The paths of the cells that have not been deleted, at the version the trail has reached.
  var present: [CellPath] { paths.compactMap { $0 } }

  /// Adds a cell of the version the trail has reached.
  mutating func append(_ path: CellPath) {
    paths.append(path)
  }

  /// Goes on to the version a change makes.
  ///
  /// - Complexity: As ``follow(_:reading:)``.
  mutating func follow(_ change: Changeset) {
    follow(PlaceChanges(change)) { $0.of(change) }
  }

  /// The operations on cells that the trail needs of a change, by their numbers.
  struct Needs {
    /// The deletions of cells of the trail, ascending.
    fileprivate(set) var deletions: [Int]
    /// The first updates of cells of the trail, ascending.
    fileprivate(set) var updates: [Int]

    /// Returns the operations of the whole change that are needed.
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
  ///   - places: The places that change.
  ///   - read: Reads operations the trail needs of the change, in order.
  /// - Complexity: O((c + k) log k) for c cells and k operations.
  mutating func follow(
    _ places: PlaceChanges,
    reading read: (Needs) throws -> Changeset
  ) rethrows {
    guard count > 0, places.operationCount > 0 else { return }
    if places.rearrangement.isEmpty, places.operationCount <= Self.few {
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
      } else if !places.rearrangement.isEmpty {
        paths[index] = change.path(after: path)
      }
    }
    try update(updates, deleting: deletions, reading: read)
  }

  /// A cell of the trail, and the number of the operation that names it.
  private typealias Naming = (cell: Int, operation: Int)

  /// Up to this number, updates are looked for among the cells one by one.
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

  /// Keeps cells as they were before a change that updates or deletes them.
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

  /// Returns the ids of the cells.
  ///
  /// - Parameter found: The ids of the cells that are ``present``, at the head.
  /// - Returns: The ids, in order.
  func ids(_ found: [Cell.ID]) -> [Cell.ID] {
    var next = found.makeIterator()
    return paths.indices.compactMap { paths[$0] == nil ? deleted[$0]?.id : next.next() }
  }

  /// Returns the cells as they were.
  ///
  /// - Parameter found: The cells that are ``present``, at the head.
  /// - Returns: The cells, in order.
  func cells(_ found: [Cell]) -> [Cell] {
    var next = found.makeIterator()
    return paths.indices.compactMap { index in
      guard var cell = paths[index] == nil ? deleted[index] : next.next() else { return nil }
      if let content = contents[index] { cell.component = content }
      return cell
    }
  }
}
