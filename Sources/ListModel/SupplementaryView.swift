/// A header or a footer: a component and the edge of the section it is attached to.
public struct SupplementaryView: Sendable {
  /// The edge or corner of the section to which a supplementary view is attached.
  public enum Alignment: String, Codable, Hashable, Sendable {
    /// An edge.
    case top, leading, bottom, trailing
    /// A corner.
    case topLeading, topTrailing, bottomLeading, bottomTrailing
  }

  /// The component that the view shows.
  public var component: AnyComponent
  /// The edge to which the view is attached.
  public var alignment: Alignment
  /// The handlers for events of the view.
  package var handlers: EventHandlers

  /// Creates a view that shows a component.
  public init(component: some Component, alignment: Alignment) {
    self.init(component: AnyComponent(component), alignment: alignment)
  }

  /// Creates a view that shows a component of a type known only at run time.
  public init(component: AnyComponent, alignment: Alignment) {
    self.component = component
    self.alignment = alignment
    handlers = EventHandlers()
  }
}

extension SupplementaryView: Equatable {
  /// Returns whether components and alignments are equal; handlers are not compared.
  public static func == (lhs: SupplementaryView, rhs: SupplementaryView) -> Bool {
    lhs.component == rhs.component && lhs.alignment == rhs.alignment
  }
}
