import ListDiff
import ListModel

/// Records what is being loaded for each cell, by id, so that an operation stays with its cell when
/// paths change.
///
/// An operation lasts until its cell has been shown and has disappeared, until the view cancels it,
/// or until the cell is deleted or shows something else. A reload ends all operations: the view has
/// forgotten what it announced, so it would never cancel them, and it announces the near cells
/// again.
///
/// Plugins and operations are code of the host, which may apply a list to the adapter that is
/// calling it. The registry is a class, so that this code finds it complete, and not in the middle
/// of an access.
final class PrefetchRegistry {
  private final class Prefetch {
    let component: AnyComponent
    var operations: [PrefetchOperation] = []
    var isOnScreen = false

    init(_ component: AnyComponent) { self.component = component }
  }

  private var prefetches: [Cell.ID: Prefetch] = [:]

  /// The ids of the cells for which something is being loaded.
  var cellIDs: Set<Cell.ID> { Set(prefetches.keys) }

  /// Begins to load what a cell needs, unless it is being loaded already.
  func begin(_ cell: Cell, plugins: [any CollectionViewPrefetchingPlugin]) {
    guard prefetches[cell.id] == nil,
      let component = cell.component.typed as? any ComponentResourcePrefetchable
    else { return }
    let prefetch = Prefetch(cell.component)
    prefetches[cell.id] = prefetch
    for plugin in plugins {
      guard let operation = plugin.prefetch(with: component) else { continue }
      // The plugin may have removed the cell.
      if prefetches[cell.id] === prefetch {
        prefetch.operations.append(operation)
      } else {
        operation.cancel()
      }
    }
  }

  /// Cancels what is being loaded for a cell that is not on screen.
  func cancel(_ id: Cell.ID) {
    guard prefetches[id]?.isOnScreen == false else { return }
    drop(id)
  }

  /// Keeps the operations of a cell that appears, unless it shows something else by now.
  func cellAppeared(_ cell: Cell) {
    guard let prefetch = prefetches[cell.id] else { return }
    prefetch.isOnScreen = true
    if prefetch.component != cell.component { drop(cell.id) }
  }

  func cellDisappeared(_ id: Cell.ID) {
    drop(id)
  }

  /// Cancels everything that is being loaded for cells that are not on screen.
  func forgetOffScreen() {
    for (id, prefetch) in prefetches where !prefetch.isOnScreen { drop(id) }
  }

  /// Cancels what was being loaded for cells that disappear or show something else.
  func forget(_ changeset: Changeset) {
    guard !prefetches.isEmpty else { return }
    for deletion in changeset.deletedCells { drop(deletion.id) }
    for update in changeset.updatedCells { drop(update.id) }
  }

  private func drop(_ id: Cell.ID) {
    guard let prefetch = prefetches.removeValue(forKey: id) else { return }
    for operation in prefetch.operations { operation.cancel() }
  }
}
