public import ListDiff
public import ListModel

/// What a user's move of a cell changed.
///
/// The view shows it already; it is no version of the list until it is committed. To commit it to a
/// store, move the cell there; to a list of one's own, take ``finalList``. The version that comes
/// back, by ``CollectionViewAdapter/apply(_:updateStrategy:anchor:completion:)`` or as a list, is
/// compared with what is shown: if it holds the move, nothing has to change on screen; if it does
/// not, the cell goes where that version has it.
public struct ReorderTransaction: Sendable {
  /// The cell.
  public let cellID: Cell.ID
  /// Where it was.
  public let source: CellPath
  /// The section it was in.
  public let sourceSectionID: Section.ID
  /// Where it is.
  public let destination: CellPath
  /// The section it is in.
  public let destinationSectionID: Section.ID
  /// What was shown before.
  public let initialList: List
  /// What is shown now.
  public let finalList: List
  /// The version the move was made on: the one to expect when it is committed.
  public let version: Int

  /// The move, from the initial list to the final one.
  public var changeset: Changeset {
    Changeset(movedCells: [.init(id: cellID, from: source, to: destination)])
  }

  /// Moves the cell at a path of a list, to the path it has once it has been taken out and put in
  /// again; fails when there is no such cell, or no such place.
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

/// What can happen when a user moves cells.
enum ReorderEvent {
  enum CanReorder: EventKind { typealias Context = (CellContext, EventReply<Bool>) }
  enum WillReorder: EventKind { typealias Context = CellContext }
  enum DidReorder: EventKind { typealias Context = ReorderTransaction }
}

extension List {
  /// Returns the list with a handler that says which cells a user may move; without it, none.
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
