import ListDiff
import ListModel

/// A change, prepared for following cells through it.
///
/// - Complexity: O(k log k) to make for k operations, and O(k) when nothing is moved; O(log k) to ask.
struct FollowedChange {
  private let change: PlaceChanges
  private let places: PlaceMap
  /// The numbers of the updates in the order of their places before; `nil` when they are in that
  /// order.
  private let updates: [Int]?

  init(_ change: PlaceChanges) {
    self.change = change
    places = PlaceMap(change.rearrangement)
    let origins = change.updatedCells
    let isInOrder = zip(origins, origins.dropFirst()).allSatisfy { $0.from < $1.from }
    updates = isInOrder ? nil : origins.indices.sorted { origins[$0].from < origins[$1].from }
  }

  /// Returns the number of the deletion of the cell at a path.
  func deletion(at path: CellPath) -> Int? {
    let index = change.deletedCells.partitioningIndex { $0 >= path }
    return index < change.deletedCells.count && change.deletedCells[index] == path ? index : nil
  }

  /// Returns the number of the update of the cell at a path.
  func update(at path: CellPath) -> Int? {
    let count = change.updatedCells.count
    let index = (0..<count).partitioningIndex { number(ofUpdate: $0).from >= path }
    guard index < count, number(ofUpdate: index).from == path else { return nil }
    return updates?[index] ?? index
  }

  private func number(ofUpdate index: Int) -> Match<CellPath> {
    change.updatedCells[updates?[index] ?? index]
  }

  /// Returns the path of a cell after the change; `nil` if the change deletes it.
  func path(after path: CellPath) -> CellPath? { places.after(path) }
}
