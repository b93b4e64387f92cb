public import ListModel

/// The content of a view: it is created once, and drawn again for each component.
///
/// A host's cell keeps it between two drawings. All components that are drawn in a content have one
/// Swift type and one reuse identifier, and use the coordinator that it was created with:
///
/// ```swift
/// func render(_ component: AnyComponent) {
///   if rendered?.update(to: component) != true { rendered = RenderedContent(component) }
/// }
/// ```
public struct RenderedContent {
  /// The content.
  public let content: AnyObject
  /// The component that it shows.
  public private(set) var component: AnyComponent
  private let coordinator: Any

  /// Creates a content for a component, and draws the component in it.
  public init(_ component: AnyComponent) {
    (content, coordinator) = component.renderedContent()
    self.component = component
  }

  /// Draws another component in the content.
  ///
  /// - Returns: Whether the component was drawn; not if it has another type or reuse identifier,
  ///   and so needs a content of its own.
  public mutating func update(to component: AnyComponent) -> Bool {
    guard component.contentKind == self.component.contentKind,
      component.reuseIdentifier == self.component.reuseIdentifier,
      component.render(in: content, coordinator: coordinator)
    else { return false }
    self.component = component
    return true
  }
}
