/// The information about scrolling that a handler receives; lengths and offsets are along the
/// scrolling axis, in points.
public struct ScrollContext: Sendable {
  /// The distance from the start of the content to the start of the screen.
  public var contentOffset: Double
  /// The length of the content.
  public var contentLength: Double
  /// The length of the screen.
  public var viewportLength: Double
  /// The version of the list the handler belongs to.
  public var version: Int

  /// Creates a context.
  package init(
    contentOffset: Double,
    contentLength: Double,
    viewportLength: Double,
    version: Int
  ) {
    self.contentOffset = contentOffset
    self.contentLength = contentLength
    self.viewportLength = viewportLength
    self.version = version
  }
}

/// The information that a handler receives when a finger is about to be lifted.
public struct WillEndDraggingContext: Sendable {
  /// The scroll position.
  public var scroll: ScrollContext
  /// The velocity of the finger, in points per millisecond.
  public var velocity: Double
  /// The offset at which scrolling will end.
  private let target: EventReply<Double>

  /// The offset at which scrolling will end; a handler may set it.
  public var targetContentOffset: Double {
    get { target.value }
    nonmutating set { target.value = newValue }
  }

  /// Creates a context.
  package init(scroll: ScrollContext, velocity: Double, targetContentOffset: Double) {
    self.scroll = scroll
    self.velocity = velocity
    target = EventReply(targetContentOffset)
  }
}

/// The information that a handler receives when the end of the list is near.
public struct ReachEndContext: Sendable {
  /// The id of the last cell of the list; `nil` if the list has no cells.
  public var lastCellID: Cell.ID?
  /// The scroll position.
  public var scroll: ScrollContext

  /// Creates a context.
  package init(lastCellID: Cell.ID?, scroll: ScrollContext) {
    self.lastCellID = lastCellID
    self.scroll = scroll
  }
}

/// The information about the cells on screen that a handler receives.
public struct VisibleCellsContext: Hashable, Sendable {
  /// The index of the first cell on screen, counted through all sections.
  public var firstIndex: Int
  /// The index of the last cell on screen, counted in the same way.
  public var lastIndex: Int
  /// The ids of the cells from the first to the last one, in order.
  public var ids: [Cell.ID]
  /// The number of cells of the list, in all sections.
  public var count: Int
  /// The version of the list the handler belongs to.
  public var version: Int
  /// Whether the cells are on screen now; if not, a movement that has begun will end there.
  public var isOnScreen: Bool

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - firstIndex: The index of the first cell on screen, counted through all sections.
  ///   - lastIndex: The index of the last cell on screen.
  ///   - ids: The ids of the cells from the first to the last one; none if they are not known.
  ///   - count: The number of cells of the list; the cells up to the last one if `nil`.
  ///   - version: The version of the list.
  ///   - isOnScreen: Whether the cells are on screen now, and not only when a movement has ended.
  package init(
    firstIndex: Int,
    lastIndex: Int,
    ids: [Cell.ID] = [],
    count: Int? = nil,
    version: Int,
    isOnScreen: Bool = true
  ) {
    self.firstIndex = firstIndex
    self.lastIndex = lastIndex
    self.ids = ids
    self.count = count ?? lastIndex + 1
    self.version = version
    self.isOnScreen = isOnScreen
  }
}

/// The information that a handler receives when the user pulls to refresh.
public struct RefreshContext: Sendable {
  /// The version of the list the handler belongs to.
  public var version: Int
  /// Identifies the refresh for `CollectionViewAdapter.endRefreshing(_:)`.
  public var id: RefreshID

  /// Creates a context.
  package init(version: Int, id: RefreshID = RefreshID(rawValue: 0)) {
    self.version = version
    self.id = id
  }
}

/// Identifies one refresh: one pull of one adapter's control.
public struct RefreshID: Hashable, Sendable {
  /// The number of the pull, from 1.
  package let rawValue: Int

  /// Creates an id.
  package init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// The event that ends a refresh and stops the refresh control.
public enum RefreshEnding: Hashable, Sendable {
  /// The answer to the first `apply` that was called after the pull and not superseded: the list is
  /// shown, was already shown, or failed.
  case automatic
  /// Only `CollectionViewAdapter.endRefreshing(_:)`, so that other lists can be shown before it.
  case whenTold
}

/// The distance from the end of a list at which its handler is called.
public enum ReachEndOffset: Hashable, Sendable {
  /// A multiple of the length of the screen.
  case relativeToContainerSize(multiplier: Double)
  /// A length in points.
  case absolute(Double)

  /// Returns the distance in points, for a screen of the given length.
  package func distance(viewportLength: Double) -> Double {
    switch self {
    case .relativeToContainerSize(let multiplier): viewportLength * multiplier
    case .absolute(let distance): distance
    }
  }
}

/// The events of a list.
package enum ListEvent {
  package enum DidScroll: EventKind { package typealias Context = ScrollContext }
  package enum WillBeginDragging: EventKind { package typealias Context = ScrollContext }
  package enum WillEndDragging: EventKind { package typealias Context = WillEndDraggingContext }
  package enum DidEndDragging: EventKind {
    package typealias Context = (ScrollContext, Deceleration)
  }
  package enum WillBeginDecelerating: EventKind { package typealias Context = ScrollContext }
  package enum DidEndDecelerating: EventKind { package typealias Context = ScrollContext }
  package enum DidScrollToTop: EventKind { package typealias Context = ScrollContext }
  package enum ShouldScrollToTop: EventKind {
    package typealias Context = (ScrollContext, EventReply<Bool>)
  }
  package enum Refresh: EventKind { package typealias Context = RefreshContext }
  /// Asks for the ending that was declared together with the handler.
  package enum RefreshEnds: EventKind { package typealias Context = EventReply<RefreshEnding> }
  package enum VisibleCells: EventKind { package typealias Context = VisibleCellsContext }
  package enum ReachEnd: EventKind { package typealias Context = ReachEndContext }
  /// Asks for the offset that was declared together with the handler.
  package enum ReachEndDistance: EventKind {
    package typealias Context = EventReply<ReachEndOffset?>
  }
}

/// Whether the content goes on moving when a finger is lifted.
public enum Deceleration: Hashable, Sendable {
  /// The content goes on moving and slows down.
  case decelerates
  /// The content stands still.
  case stops
}

extension List {
  /// Returns the list with a handler that is called after every change of the scroll position.
  public func didScroll(@_inheritActorContext _ handler: @escaping EventHandler<ScrollContext>)
    -> List
  {
    on(ListEvent.DidScroll.self, handler)
  }

  /// Returns the list with a handler that is called when the user pulls to refresh.
  ///
  /// `CollectionViewAdapter.endRefreshing(_:)` ends a refresh that has failed or has nothing to
  /// apply, for either `ending`.
  ///
  /// - Parameters:
  ///   - ending: The other event that stops the refresh control.
  ///   - handler: Begins to load new content.
  /// - Returns: The list with the handler.
  public func onRefresh(
    ending: RefreshEnding = .automatic,
    @_inheritActorContext _ handler: @escaping EventHandler<RefreshContext>
  ) -> List {
    on(ListEvent.Refresh.self, handler)
      .on(ListEvent.RefreshEnds.self) { $0.value = ending }
  }

  /// Returns the list with a handler that is called near the end of the list.
  ///
  /// The handler is called once for each last cell. It is called again only after another cell was
  /// the last one, after the end was left, or after a list with another last cell was applied but
  /// refused or superseded. It is also called when a list does not fill the screen. The adapter's
  /// `reachEndMode` decides what counts.
  public func onReachEnd(
    offsetFromEnd: ReachEndOffset = .relativeToContainerSize(multiplier: 2),
    @_inheritActorContext _ handler: @escaping EventHandler<ReachEndContext>
  ) -> List {
    on(ListEvent.ReachEnd.self, handler)
      .on(ListEvent.ReachEndDistance.self) { $0.value = offsetFromEnd }
  }

  /// Returns the list with a handler that receives the range of cells on screen.
  ///
  /// The handler is called after every version that is shown and every frame of a movement. When a
  /// finger lets go, it receives the cells on which the movement will end.
  public func onVisibleCells(
    @_inheritActorContext _ handler: @escaping EventHandler<VisibleCellsContext>
  ) -> List {
    on(ListEvent.VisibleCells.self, handler)
  }

  /// Returns the list with a handler that is called when a finger begins to drag.
  public func willBeginDragging(
    @_inheritActorContext _ handler: @escaping EventHandler<ScrollContext>
  ) -> List {
    on(ListEvent.WillBeginDragging.self, handler)
  }

  /// Returns the list with a handler that is called before a finger is lifted; it may set where
  /// scrolling ends.
  public func willEndDragging(
    @_inheritActorContext _ handler: @escaping EventHandler<WillEndDraggingContext>
  ) -> List {
    on(ListEvent.WillEndDragging.self, handler)
  }

  /// Returns the list with a handler that is called after a finger was lifted.
  public func didEndDragging(
    @_inheritActorContext _ handler:
      @escaping @isolated(any) @Sendable (ScrollContext, Deceleration) -> Void
  ) -> List {
    var copy = self
    copy.handlers.on(ListEvent.DidEndDragging.self, handler)
    return copy
  }

  /// Returns the list with a handler that is called when scrolling begins to slow down.
  public func willBeginDecelerating(
    @_inheritActorContext _ handler: @escaping EventHandler<ScrollContext>
  ) -> List {
    on(ListEvent.WillBeginDecelerating.self, handler)
  }

  /// Returns the list with a handler that is called when scrolling has come to rest.
  public func didEndDecelerating(
    @_inheritActorContext _ handler: @escaping EventHandler<ScrollContext>
  ) -> List {
    on(ListEvent.DidEndDecelerating.self, handler)
  }

  /// Returns the list with a handler that decides whether a tap on the status bar scrolls to the
  /// top.
  public func shouldScrollToTop(
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (ScrollContext) -> Bool
  ) -> List {
    var copy = self
    copy.handlers.on(ListEvent.ShouldScrollToTop.self, answering: handler)
    return copy
  }

  /// Returns the list with a handler that is called after scrolling to the top.
  public func didScrollToTop(@_inheritActorContext _ handler: @escaping EventHandler<ScrollContext>)
    -> List
  {
    on(ListEvent.DidScrollToTop.self, handler)
  }

  private func on<Kind: EventKind>(
    _ kind: Kind.Type,
    _ handler: @escaping EventHandler<Kind.Context>
  ) -> List {
    var copy = self
    copy.handlers.on(kind, handler)
    return copy
  }
}
