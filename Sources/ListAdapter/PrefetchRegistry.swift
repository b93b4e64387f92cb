import ListDiff
import ListModel

/// What is being loaded for which cell: by id, so that an operation stays with its cell when paths
/// change.
///
/// An operation lasts until its cell has been shown and has disappeared, until the view cancels
/// it, or until the cell is deleted or shows something else.
struct PrefetchRegistry {
  private struct Prefetch {
    var component: AnyComponent
    var operations: [PrefetchOperation]
    var isOnScreen: Bool
  }

  private var prefetches: [Cell.ID: Prefetch] = [:]

  /// The cells that something is being loaded for.
  var cellIDs: Set<Cell.ID> { Set(prefetches.keys) }

  /// Begins to load what a cell needs, unless that is being loaded.
  mutating func begin(_ cell: Cell, plugins: [any CollectionViewPrefetchingPlugin]) {
    guard prefetches[cell.id] == nil,
      let component = cell.component.typed as? any ComponentResourcePrefetchable
    else { return }
    prefetches[cell.id] = Prefetch(
      component: cell.component,
      operations: plugins.compactMap { $0.prefetch(with: component) },
      isOnScreen: false
    )
  }

  /// Cancels what is being loaded for a cell that is not on screen.
  mutating func cancel(_ id: Cell.ID) {
    guard prefetches[id]?.isOnScreen == false else { return }
    drop(id)
  }

  mutating func cellAppeared(_ id: Cell.ID) {
    prefetches[id]?.isOnScreen = true
  }

  mutating func cellDisappeared(_ id: Cell.ID) {
    drop(id)
  }

  /// Cancels whatever a list no longer wants.
  ///
  /// - Complexity: O(cells) if anything is being loaded.
  mutating func keep(only list: List) {
    guard !prefetches.isEmpty else { return }
    var obsolete = prefetches
    for cell in list.sections.lazy.flatMap(\.cells) {
      if let prefetch = obsolete[cell.id], prefetch.component == cell.component {
        obsolete[cell.id] = nil
      }
    }
    for id in obsolete.keys { drop(id) }
  }

  /// Cancels what was being loaded for cells that disappear or show something else.
  mutating func forget(_ changeset: Changeset) {
    guard !prefetches.isEmpty else { return }
    for deletion in changeset.deletedCells { drop(deletion.id) }
    for update in changeset.updatedCells { drop(update.id) }
  }

  private mutating func drop(_ id: Cell.ID) {
    guard let prefetch = prefetches.removeValue(forKey: id) else { return }
    for operation in prefetch.operations { operation.cancel() }
  }
}
