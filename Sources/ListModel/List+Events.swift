/// What a handler is told about scrolling; lengths and offsets are along the scrolling axis, in
/// points.
public struct ScrollContext: Sendable {
  /// The distance of the start of the screen from the start of the content.
  public var contentOffset: Double
  /// The length of the content.
  public var contentLength: Double
  /// The length of the screen.
  public var viewportLength: Double
  /// The version of the list the handler belongs to.
  public var version: Int

  /// Creates a context.
  public init(
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

/// What a handler is told when a finger is about to be lifted.
public struct WillEndDraggingContext: Sendable {
  /// Where scrolling is.
  public var scroll: ScrollContext
  /// How fast the finger moves, in points per millisecond.
  public var velocity: Double
  /// Where scrolling will end.
  private let target: EventReply<Double>

  /// Where scrolling will end; a handler may set it.
  public var targetContentOffset: Double {
    get { target.value }
    nonmutating set { target.value = newValue }
  }

  /// Creates a context.
  public init(scroll: ScrollContext, velocity: Double, targetContentOffset: Double) {
    self.scroll = scroll
    self.velocity = velocity
    target = EventReply(targetContentOffset)
  }
}

/// What a handler is told when the end of the list comes near.
public struct ReachEndContext: Sendable {
  /// The last cell of the list; `nil` if it has none.
  public var lastCellID: Cell.ID?
  /// Where scrolling is.
  public var scroll: ScrollContext

  /// Creates a context.
  public init(lastCellID: Cell.ID?, scroll: ScrollContext) {
    self.lastCellID = lastCellID
    self.scroll = scroll
  }
}

/// What a handler is told about the cells on screen.
public struct VisibleCellsContext: Hashable, Sendable {
  /// The index of the first, counted through all sections.
  public var firstIndex: Int
  /// The index of the last.
  public var lastIndex: Int
  /// The version of the list the handler belongs to.
  public var version: Int

  /// Creates a context.
  public init(firstIndex: Int, lastIndex: Int, version: Int) {
    self.firstIndex = firstIndex
    self.lastIndex = lastIndex
    self.version = version
  }
}

/// What a handler is told when the user pulls to refresh.
public struct RefreshContext: Sendable {
  /// The version of the list the handler belongs to.
  public var version: Int
  /// Names the refresh to `CollectionViewAdapter.endRefreshing(_:)`.
  public var id: RefreshID

  /// Creates a context.
  public init(version: Int, id: RefreshID = RefreshID(rawValue: 0)) {
    self.version = version
    self.id = id
  }
}

/// Names one refresh: one pull of one adapter's control.
public struct RefreshID: Hashable, Sendable {
  /// The number of the pull, from 1.
  public let rawValue: Int

  /// Creates a name.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// What ends a refresh, and so stops the refresh control.
public enum RefreshEnding: Hashable, Sendable {
  /// The answer to the first `apply` that was called after the pull and not superseded: that the
  /// list is shown, was shown already, or failed.
  case automatic
  /// Only `CollectionViewAdapter.endRefreshing(_:)`, so that other lists may be shown in the
  /// meantime.
  case whenTold
}

/// How near its end a list is when it tells.
public enum ReachEndOffset: Hashable, Sendable {
  /// A multiple of the length of the screen.
  case relativeToContainerSize(multiplier: Double)
  /// A length in points.
  case absolute(Double)

  /// The distance in points, for a screen of some length.
  public func distance(viewportLength: Double) -> Double {
    switch self {
    case .relativeToContainerSize(let multiplier): viewportLength * multiplier
    case .absolute(let distance): distance
    }
  }
}

/// What can happen to a list.
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
  /// It goes on, and slows down.
  case decelerates
  /// It stands still.
  case stops
}

extension List {
  /// Returns the list with a handler that is called after every change of the scroll position.
  public func didScroll(@_inheritActorContext _ handler: @escaping EventHandler<ScrollContext>)
    -> List
  {
    on(ListEvent.DidScroll.self, handler)
  }

  /// Returns the list with a handler for pulling to refresh.
  ///
  /// A refresh that has failed, or that has nothing to apply, is ended by
  /// `CollectionViewAdapter.endRefreshing(_:)`, in either way of ending.
  ///
  /// - Parameters:
  ///   - ending: What else stops the refresh control.
  ///   - handler: Begins to load fresh content.
  /// - Returns: The list with the handler.
  public func onRefresh(
    ending: RefreshEnding = .automatic,
    @_inheritActorContext _ handler: @escaping EventHandler<RefreshContext>
  ) -> List {
    on(ListEvent.Refresh.self, handler)
      .on(ListEvent.RefreshEnds.self) { $0.value = ending }
  }

  /// Returns the list with a handler for coming near its end.
  ///
  /// It is called once for each last cell: again only when another cell was last in between, when the
  /// end was left, or when a list with another last cell was applied but is not shown, because it was
  /// refused or superseded. It is also called when a list does not fill the screen. What counts is the
  /// adapter's `reachEndMode`.
  public func onReachEnd(
    offsetFromEnd: ReachEndOffset = .relativeToContainerSize(multiplier: 2),
    @_inheritActorContext _ handler: @escaping EventHandler<ReachEndContext>
  ) -> List {
    on(ListEvent.ReachEnd.self, handler)
      .on(ListEvent.ReachEndDistance.self) { $0.value = offsetFromEnd }
  }

  /// Returns the list with a handler that is told which cells are on screen: after every version that
  /// is shown and every picture of a movement, and those on which a movement is going to end when a
  /// finger lets go.
  public func onVisibleCells(
    @_inheritActorContext _ handler: @escaping EventHandler<VisibleCellsContext>
  ) -> List {
    on(ListEvent.VisibleCells.self, handler)
  }

  /// Returns the list with a handler for a finger that begins to drag.
  public func willBeginDragging(
    @_inheritActorContext _ handler: @escaping EventHandler<ScrollContext>
  ) -> List {
    on(ListEvent.WillBeginDragging.self, handler)
  }

  /// Returns the list with a handler for a finger about to be lifted; it may say where scrolling
  /// ends.
  public func willEndDragging(
    @_inheritActorContext _ handler: @escaping EventHandler<WillEndDraggingContext>
  ) -> List {
    on(ListEvent.WillEndDragging.self, handler)
  }

  /// Returns the list with a handler for a finger that was lifted.
  public func didEndDragging(
    @_inheritActorContext _ handler:
      @escaping @isolated(any) @Sendable (ScrollContext, Deceleration) -> Void
  ) -> List {
    var copy = self
    copy.handlers.on(ListEvent.DidEndDragging.self, handler)
    return copy
  }

  /// Returns the list with a handler for the beginning of slowing down.
  public func willBeginDecelerating(
    @_inheritActorContext _ handler: @escaping EventHandler<ScrollContext>
  ) -> List {
    on(ListEvent.WillBeginDecelerating.self, handler)
  }

  /// Returns the list with a handler for coming to rest.
  public func didEndDecelerating(
    @_inheritActorContext _ handler: @escaping EventHandler<ScrollContext>
  ) -> List {
    on(ListEvent.DidEndDecelerating.self, handler)
  }

  /// Returns the list with a handler that says whether a tap on the status bar scrolls to the top.
  public func shouldScrollToTop(
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (ScrollContext) -> Bool
  ) -> List {
    var copy = self
    copy.handlers.on(ListEvent.ShouldScrollToTop.self, answering: handler)
    return copy
  }

  /// Returns the list with a handler for having scrolled to the top.
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
