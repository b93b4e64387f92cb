public import ListDiff
public import ListModel

/// A user's move of a cell, with the lists before and after it.
///
/// The view already shows the move, but no version contains it until you commit it: move the cell
/// in the store, or take ``finalList`` if the list is your own. The version that comes back, by
/// ``CollectionViewAdapter/apply(_:updateStrategy:anchor:completion:)`` or as a list, is compared
/// with the list shown. If it contains the move, nothing changes on screen; if not, the cell goes
/// to its place in that version.
public struct ReorderTransaction: Sendable {
  /// The cell.
  public let cellID: Cell.ID
  /// The path before the move.
  public let source: CellPath
  /// The section before the move.
  public let sourceSectionID: Section.ID
  /// The path after the move.
  public let destination: CellPath
  /// The section after the move.
  public let destinationSectionID: Section.ID
  /// The list that was shown before.
  public let initialList: List
  /// The list that is shown now.
  public let finalList: List
  /// The version on which the move was made: expect it when you commit the move.
  public let version: Int

  /// The move, from the initial list to the final one.
  public var changeset: Changeset {
    Changeset(movedCells: [.init(id: cellID, from: source, to: destination)])
  }

  /// Moves a cell of a list to the path that it has afterwards; fails when there is no such cell or
  /// place.
  init?(moving source: CellPath, to destination: CellPath, of list: List, version: Int) {
    guard let cell = list.cell(at: source), list.sections.indices.contains(destination.section)
    else { return nil }
    var sections = list.sections
    sections[source.section].cells.remove(at: source.item)
    guard (0...sections[destination.section].cells.count).contains(destination.item) else {
      return nil
    }
    sections[destination.section].cells.insert(cell, at: destination.item)
    cellID = cell.id
    self.source = source
    sourceSectionID = sections[source.section].id
    self.destination = destination
    destinationSectionID = sections[destination.section].id
    initialList = list
    var result = list
    result.sections = sections
    finalList = result
    self.version = version
  }
}

/// The events of a user's move.
enum ReorderEvent {
  enum CanReorder: EventKind { typealias Context = (CellContext, EventReply<Bool>) }
  enum WillReorder: EventKind { typealias Context = CellContext }
  enum DidReorder: EventKind { typealias Context = ReorderTransaction }
}

extension List {
  /// Returns the list with a handler that says which cells a user may move; without it, no cell.
  public func canReorder(
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (CellContext) -> Bool
  ) -> List {
    var copy = self
    copy.handlers.on(ReorderEvent.CanReorder.self, answering: handler)
    return copy
  }

  /// Returns the list with a handler that is called when a user has lifted a cell to move it.
  public func willReorder(@_inheritActorContext _ handler: @escaping EventHandler<CellContext>)
    -> List
  {
    var copy = self
    copy.handlers.on(ReorderEvent.WillReorder.self, handler)
    return copy
  }

  /// Returns the list with a handler that is called when a user has put a cell in another place:
  /// the moment to commit the move.
  public func didReorder(
    @_inheritActorContext _ handler: @escaping EventHandler<ReorderTransaction>
  ) -> List {
    var copy = self
    copy.handlers.on(ReorderEvent.DidReorder.self, handler)
    return copy
  }
}
