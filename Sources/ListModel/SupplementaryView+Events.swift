/// The places a supplementary view can have in its section.
public enum SupplementaryKind: String, CaseIterable, Hashable, Sendable {
  /// Above the cells.
  case header = "UICollectionElementKindSectionHeader"
  /// Below the cells.
  case footer = "UICollectionElementKindSectionFooter"
}

/// What a handler is told about a header or footer.
///
/// A context is for the handler that is called with it: its content belongs to the view.
public struct SupplementaryContext {
  /// The section it belongs to.
  public var sectionID: Section.ID
  /// Whether it is the header or the footer.
  public var kind: SupplementaryKind
  /// The index of the section on screen; for a view that has disappeared, the one it had when it
  /// was shown last.
  public var section: Int
  /// What it shows.
  public var component: AnyComponent
  /// What it is drawn in; `nil` when it has no view.
  public var content: AnyObject?
  /// The version of the list the handler belongs to.
  public var version: Int

  /// Creates a context.
  public init(
    sectionID: Section.ID,
    kind: SupplementaryKind,
    section: Int,
    component: AnyComponent,
    content: AnyObject? = nil,
    version: Int
  ) {
    self.sectionID = sectionID
    self.kind = kind
    self.section = section
    self.component = component
    self.content = content
    self.version = version
  }
}

/// What can happen to a header or footer.
package enum SupplementaryEvent {
  package enum WillDisplay: EventKind { package typealias Context = SupplementaryContext }
  package enum DidEndDisplaying: EventKind { package typealias Context = SupplementaryContext }
}

extension SupplementaryView {
  /// Returns the view with a handler that is called before it appears on screen.
  public func willDisplay(
    _ handler: @escaping @Sendable (SupplementaryContext) -> Void
  ) -> SupplementaryView {
    var copy = self
    copy.handlers.on(SupplementaryEvent.WillDisplay.self, handler)
    return copy
  }

  /// Returns the view with a handler that is called after it has disappeared from the screen.
  public func didEndDisplaying(
    _ handler: @escaping @Sendable (SupplementaryContext) -> Void
  ) -> SupplementaryView {
    var copy = self
    copy.handlers.on(SupplementaryEvent.DidEndDisplaying.self, handler)
    return copy
  }
}
