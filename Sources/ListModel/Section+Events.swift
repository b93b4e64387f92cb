/// The information that a handler receives about a section that appeared or disappeared.
public struct SectionContext: Sendable {
  /// The id of the section.
  public var id: Section.ID
  /// The version of the list the handler belongs to.
  public var version: Int

  /// Creates a context.
  package init(id: Section.ID, version: Int) {
    self.id = id
    self.version = version
  }
}

/// The information that a handler receives about a section that scrolls by itself.
public struct SectionScrollContext: Sendable {
  /// The id of the section.
  public var id: Section.ID
  /// The distance the section is scrolled, or will be, from its first cell, in points.
  public var offset: Double
  /// The index of the resting offset among all offsets at which the section may rest; `nil` while
  /// it moves, and if it may rest anywhere.
  public var page: Int?
  /// The version of the list the handler belongs to.
  public var version: Int

  /// Creates a context.
  package init(id: Section.ID, offset: Double, page: Int?, version: Int) {
    self.id = id
    self.offset = offset
    self.page = page
    self.version = version
  }
}

/// The events of a section.
package enum SectionEvent {
  package enum DidScroll: EventKind { package typealias Context = SectionScrollContext }
  package enum WillSettle: EventKind { package typealias Context = SectionScrollContext }
  package enum DidSettle: EventKind { package typealias Context = SectionScrollContext }
  package enum WillDisplayHeader: EventKind { package typealias Context = SupplementaryContext }
  package enum WillDisplayFooter: EventKind { package typealias Context = SupplementaryContext }
  package enum DidEndDisplayHeader: EventKind { package typealias Context = SupplementaryContext }
  package enum DidEndDisplayFooter: EventKind { package typealias Context = SupplementaryContext }
  package enum DidBecomeVisible: EventKind { package typealias Context = SectionContext }
  package enum DidBecomeHidden: EventKind { package typealias Context = SectionContext }
}

extension Section {
  /// Returns the section with a handler that is called before its header appears on screen.
  ///
  /// The header and the handler may be declared in any order.
  public func willDisplayHeader(
    @_inheritActorContext _ handler: @escaping EventHandler<SupplementaryContext>
  ) -> Section {
    on(SectionEvent.WillDisplayHeader.self, handler)
  }

  /// Returns the section with a handler that is called before its footer appears on screen.
  public func willDisplayFooter(
    @_inheritActorContext _ handler: @escaping EventHandler<SupplementaryContext>
  ) -> Section {
    on(SectionEvent.WillDisplayFooter.self, handler)
  }

  /// Returns the section with a handler that is called after its header has disappeared.
  public func didEndDisplayHeader(
    @_inheritActorContext _ handler: @escaping EventHandler<SupplementaryContext>
  ) -> Section {
    on(SectionEvent.DidEndDisplayHeader.self, handler)
  }

  /// Returns the section with a handler that is called after its footer has disappeared.
  public func didEndDisplayFooter(
    @_inheritActorContext _ handler: @escaping EventHandler<SupplementaryContext>
  ) -> Section {
    on(SectionEvent.DidEndDisplayFooter.self, handler)
  }

  /// Returns the section with a handler that is called when the first of its views appears.
  public func didBecomeVisible(
    @_inheritActorContext _ handler: @escaping EventHandler<SectionContext>
  ) -> Section {
    on(SectionEvent.DidBecomeVisible.self, handler)
  }

  /// Returns the section with a handler that is called when the last of its views has disappeared.
  public func didBecomeHidden(
    @_inheritActorContext _ handler: @escaping EventHandler<SectionContext>
  ) -> Section {
    on(SectionEvent.DidBecomeHidden.self, handler)
  }

  /// Returns the section with a handler that is called each time the section has scrolled by
  /// itself.
  public func didScroll(
    @_inheritActorContext _ handler: @escaping EventHandler<SectionScrollContext>
  ) -> Section {
    on(SectionEvent.DidScroll.self, handler)
  }

  /// Returns the section with a handler that is called when a finger lets the section go, with the
  /// offset at which the section will rest.
  public func willSettle(
    @_inheritActorContext _ handler: @escaping EventHandler<SectionScrollContext>
  ) -> Section {
    on(SectionEvent.WillSettle.self, handler)
  }

  /// Returns the section with a handler that is called when the section has come to rest.
  public func didSettle(
    @_inheritActorContext _ handler: @escaping EventHandler<SectionScrollContext>
  ) -> Section {
    on(SectionEvent.DidSettle.self, handler)
  }

  private func on<Kind: EventKind>(
    _ kind: Kind.Type,
    _ handler: @escaping EventHandler<Kind.Context>
  ) -> Section {
    var copy = self
    copy.handlers.on(kind, handler)
    return copy
  }
}
