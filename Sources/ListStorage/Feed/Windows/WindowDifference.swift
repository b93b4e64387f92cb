import ListDiff
import ListModel

/// A change of the list as a change of a window.
///
/// Every cell of the window after is looked for in the list before, and the other way round, by the
/// paths in the change: the list itself is not read. Cells that enter and are neither inserted nor
/// updated by the change have to be read; see ``missing``.
struct WindowDifference {
  var removed: [WindowChange.Removal] = []
  var inserted: [WindowChange.Insertion] = []
  var moved: [WindowChange.Move] = []
  var updated: [WindowChange.Update] = []
  /// The cells that have to be read: indices of ``inserted``, and paths after the change.
  var missing: [(insertion: Int, path: CellPath)] = []

  /// Compares a window before a change with one after it.
  ///
  /// - Complexity: O((k + w) log (k + w)) for k operations and windows of w cells.
  init(from old: WindowSlice, to new: WindowSlice, through change: Changeset) {
    let places = PlaceChanges(change)
    let forward = FollowedChange(places)
    let backward = FollowedChange(places.inverted())
    var stays = Array(repeating: false, count: old.extent.rows.count)
    var pairs: [WindowChange.Move] = []
    for (index, row) in new.extent.rows.enumerated() {
      let path = new.path(at: row)
      if let number = backward.deletion(at: path) {
        let insertion = change.insertedCells[number]
        let cell = Cell(id: insertion.id, component: insertion.component)
        inserted.append(.init(at: index, from: .outside, cell: cell))
        continue
      }
      guard let origin = backward.path(after: path) else { continue }
      let update = forward.update(at: origin).map { change.updatedCells[$0] }
      if let place = old.index(of: origin) {
        stays[place] = true
        pairs.append(.init(from: place, to: index))
        if let update { updated.append(.init(from: place, at: index, cell: Cell(update))) }
      } else {
        if update == nil { missing.append((inserted.count, path)) }
        let cell = update.map { Cell($0) } ?? Cell(id: "", component: AnyComponent.pending)
        inserted.append(.init(at: index, from: old.side(of: origin), cell: cell))
      }
    }
    for (index, row) in old.extent.rows.enumerated() where !stays[index] {
      let path = old.path(at: row)
      let side = forward.path(after: path).map { new.side(of: $0) } ?? .outside
      removed.append(.init(at: index, to: side))
    }
    moved = Self.moves(among: pairs)
  }

  /// Returns as few moves as possible.
  private static func moves(among pairs: [WindowChange.Move]) -> [WindowChange.Move] {
    var last = -1
    let isInOrder = pairs.allSatisfy { pair in
      defer { last = pair.from }
      return pair.from > last
    }
    if isInOrder { return [] }
    let keeps = longestIncreasingSubsequence(
      of: pairs.map { CellPath(section: 0, item: $0.from) },
      preferring: Array(repeating: false, count: pairs.count)
    )
    return zip(pairs, keeps).filter { !$0.1 }.map(\.0)
  }
}

extension Cell {
  fileprivate init(_ update: Changeset.CellUpdate) {
    self.init(id: update.id, component: update.new)
  }
}

extension AnyComponent {
  /// Stands in for the component of a cell that has yet to be read.
  fileprivate static var pending: AnyComponent {
    AnyComponent(StoredComponent(type: "", content: nil))
  }
}
