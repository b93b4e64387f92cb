/// The information about a cell that a handler receives.
///
/// Only the handler that receives a context may use it: its content belongs to the view.
public struct CellContext {
  /// The id of the cell.
  public var id: Cell.ID
  /// The section of the cell, now or when the cell was last shown.
  public var sectionID: Section.ID
  /// The path of the cell on screen; for a cell that has disappeared, its path when it was last
  /// shown.
  public var path: CellPath
  /// The component that the cell shows.
  public var component: AnyComponent
  /// The content in which the component is drawn; `nil` when the cell has no view.
  public var content: AnyObject?
  /// The version of the list the handler belongs to.
  public var version: Int

  /// Creates a context.
  package init(
    id: Cell.ID,
    sectionID: Section.ID,
    path: CellPath,
    component: AnyComponent,
    content: AnyObject? = nil,
    version: Int
  ) {
    self.id = id
    self.sectionID = sectionID
    self.path = path
    self.component = component
    self.content = content
    self.version = version
  }
}

/// The events of a cell.
package enum CellEvent {
  package enum DidSelect: EventKind { package typealias Context = CellContext }
  package enum DidDeselect: EventKind { package typealias Context = CellContext }
  package enum WillDisplay: EventKind { package typealias Context = CellContext }
  package enum DidEndDisplay: EventKind { package typealias Context = CellContext }
  package enum Highlight: EventKind { package typealias Context = CellContext }
  package enum Unhighlight: EventKind { package typealias Context = CellContext }
}

extension Cell {
  /// Returns the cell with a handler for its selection.
  public func didSelect(@_inheritActorContext _ handler: @escaping EventHandler<CellContext>)
    -> Cell
  {
    on(CellEvent.DidSelect.self, handler)
  }

  /// Returns the cell with a handler for the end of its selection.
  public func didDeselect(@_inheritActorContext _ handler: @escaping EventHandler<CellContext>)
    -> Cell
  {
    on(CellEvent.DidDeselect.self, handler)
  }

  /// Returns the cell with a handler that is called before it appears on screen.
  public func willDisplay(@_inheritActorContext _ handler: @escaping EventHandler<CellContext>)
    -> Cell
  {
    on(CellEvent.WillDisplay.self, handler)
  }

  /// Returns the cell with a handler that is called after it has disappeared from the screen.
  public func didEndDisplay(@_inheritActorContext _ handler: @escaping EventHandler<CellContext>)
    -> Cell
  {
    on(CellEvent.DidEndDisplay.self, handler)
  }

  /// Returns the cell with a handler that is called when a finger touches it.
  public func onHighlight(@_inheritActorContext _ handler: @escaping EventHandler<CellContext>)
    -> Cell
  {
    on(CellEvent.Highlight.self, handler)
  }

  /// Returns the cell with a handler that is called when a finger is lifted from it.
  public func onUnhighlight(@_inheritActorContext _ handler: @escaping EventHandler<CellContext>)
    -> Cell
  {
    on(CellEvent.Unhighlight.self, handler)
  }

  private func on<Kind: EventKind>(
    _ kind: Kind.Type,
    _ handler: @escaping EventHandler<Kind.Context>
  ) -> Cell {
    var copy = self
    copy.handlers.on(kind, handler)
    return copy
  }
}
