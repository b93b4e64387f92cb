public import ListModel

/// What a view shows a component in: a content, created once and drawn anew for each component.
///
/// This is what a host's cell keeps between two drawings. A content is only ever drawn by components
/// of one Swift type and one reuse identifier, and by the coordinator it was created with:
///
/// ```swift
/// func render(_ component: AnyComponent) {
///   if rendered?.update(to: component) != true { rendered = RenderedContent(component) }
/// }
/// ```
public struct RenderedContent {
  /// The content.
  public let content: AnyObject
  /// What it shows.
  public private(set) var component: AnyComponent
  private let coordinator: Any

  /// Creates a content for a component, and draws the component in it.
  public init(_ component: AnyComponent) {
    (content, coordinator) = component.renderedContent()
    self.component = component
  }

  /// Draws another component in the content.
  ///
  /// - Returns: Whether it was drawn. It is not when it has another type or reuse identifier, and
  ///   so needs a content of its own.
  public mutating func update(to component: AnyComponent) -> Bool {
    guard component.contentKind == self.component.contentKind,
      component.reuseIdentifier == self.component.reuseIdentifier,
      component.render(in: content, coordinator: coordinator)
    else { return false }
    self.component = component
    return true
  }
}
