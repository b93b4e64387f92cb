/// The information that a handler receives about a supplementary view: a header, a footer or
/// another kind.
///
/// Only the handler that receives a context may use it: its content belongs to the view.
public struct SupplementaryContext {
  /// The section to which the view belongs.
  public var sectionID: Section.ID
  /// The cell that carries the view; `nil` for a view of the section or of one of its groups.
  public var cellID: Cell.ID?
  /// The kind of the view.
  public var kind: SupplementaryKind
  /// The path of the view on screen; for a view that has disappeared, its path when it was last
  /// shown.
  ///
  /// A view of a cell has the cell's path. For other views, the item is the index of the view among
  /// those of its kind in the section: 0 for a header or footer.
  public var path: CellPath
  /// The index of the section.
  public var section: Int { path.section }
  /// The component that the view shows.
  public var component: AnyComponent
  /// The content in which the component is drawn; `nil` when there is no view on screen.
  public var content: AnyObject?
  /// The version of the list the handler belongs to.
  public var version: Int

  /// Creates a context.
  package init(
    sectionID: Section.ID,
    cellID: Cell.ID? = nil,
    kind: SupplementaryKind,
    path: CellPath,
    component: AnyComponent,
    content: AnyObject? = nil,
    version: Int
  ) {
    self.sectionID = sectionID
    self.cellID = cellID
    self.kind = kind
    self.path = path
    self.component = component
    self.content = content
    self.version = version
  }
}

/// The events of a supplementary view.
package enum SupplementaryEvent {
  package enum WillDisplay: EventKind { package typealias Context = SupplementaryContext }
  package enum DidEndDisplaying: EventKind { package typealias Context = SupplementaryContext }
}

extension SupplementaryView {
  /// Returns the view with a handler that is called before it appears on screen.
  public func willDisplay(
    @_inheritActorContext _ handler: @escaping EventHandler<SupplementaryContext>
  ) -> SupplementaryView {
    var copy = self
    copy.handlers.on(SupplementaryEvent.WillDisplay.self, handler)
    return copy
  }

  /// Returns the view with a handler that is called after it has disappeared from the screen.
  public func didEndDisplaying(
    @_inheritActorContext _ handler: @escaping EventHandler<SupplementaryContext>
  ) -> SupplementaryView {
    var copy = self
    copy.handlers.on(SupplementaryEvent.DidEndDisplaying.self, handler)
    return copy
  }
}

extension Section {
  /// Returns the section with a handler that is called before a view of the section or of one of
  /// its groups appears: also the header and footer.
  public func willDisplaySupplementaryView(
    @_inheritActorContext _ handler: @escaping EventHandler<SupplementaryContext>
  ) -> Section {
    var copy = self
    copy.handlers.on(SupplementaryEvent.WillDisplay.self, handler)
    return copy
  }

  /// Returns the section with a handler that is called after a view of the section or of one of its
  /// groups has disappeared: also the header and footer.
  public func didEndDisplayingSupplementaryView(
    @_inheritActorContext _ handler: @escaping EventHandler<SupplementaryContext>
  ) -> Section {
    var copy = self
    copy.handlers.on(SupplementaryEvent.DidEndDisplaying.self, handler)
    return copy
  }
}

extension Cell {
  /// Returns the cell with a handler that is called before a view that it carries appears.
  public func willDisplaySupplementaryView(
    @_inheritActorContext _ handler: @escaping EventHandler<SupplementaryContext>
  ) -> Cell {
    var copy = self
    copy.handlers.on(SupplementaryEvent.WillDisplay.self, handler)
    return copy
  }

  /// Returns the cell with a handler that is called after a view that it carries has disappeared.
  public func didEndDisplayingSupplementaryView(
    @_inheritActorContext _ handler: @escaping EventHandler<SupplementaryContext>
  ) -> Cell {
    var copy = self
    copy.handlers.on(SupplementaryEvent.DidEndDisplaying.self, handler)
    return copy
  }
}
