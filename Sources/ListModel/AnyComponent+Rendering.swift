public import ListDescription

extension AnyComponent {
  /// The size of the content; a stored component is as high as a row.
  public var layoutMode: ContentLayoutMode {
    typed?.layoutMode ?? .flexibleHeight(estimatedHeight: 44)
  }

  /// Makes the coordinator that every drawing of one content receives.
  public func makeCoordinator() -> Any {
    typed.map { $0.anyCoordinator() } ?? ()
  }

  /// Creates a content for the component.
  ///
  /// A stored component that was not decoded shows its type and its stored content.
  ///
  /// - Parameter coordinator: The result of ``makeCoordinator()``.
  /// - Returns: `nil` when the coordinator does not have the component's coordinator type.
  public func renderContent(coordinator: Any) -> AnyObject? {
    guard let typed else { return PlainContent() }
    return typed.anyContent(coordinator)
  }

  /// Draws the component.
  ///
  /// - Parameters:
  ///   - content: A result of ``renderContent(coordinator:)`` for a component of this type.
  ///   - coordinator: The coordinator that the content was created with.
  /// - Returns: Whether both have the component's types; otherwise nothing is drawn.
  @discardableResult
  public func render(in content: AnyObject, coordinator: Any) -> Bool {
    if let typed { return typed.draw(content, coordinator) }
    guard let content = content as? PlainContent, let stored = try? stored() else { return false }
    content.show(stored.type) { stored.content?.text }
    return true
  }

  /// Creates a content with its own coordinator, and draws the component in it.
  package func renderedContent() -> (content: AnyObject, coordinator: Any) {
    if let typed { return typed.contentWithCoordinator() }
    let content = PlainContent()
    render(in: content, coordinator: ())
    return (content, ())
  }

  /// Equal for components that can be drawn in each other's contents: those of one Swift type.
  package var contentKind: ObjectIdentifier {
    typed.map { ObjectIdentifier(Swift.type(of: $0)) } ?? ObjectIdentifier(StoredComponent.self)
  }
}

extension Component {
  fileprivate func anyCoordinator() -> Any { makeCoordinator() }

  fileprivate func anyContent(_ coordinator: Any) -> AnyObject? {
    guard let coordinator = coordinator as? Coordinator else { return nil }
    return renderContent(coordinator: coordinator)
  }

  fileprivate func draw(_ content: AnyObject, _ coordinator: Any) -> Bool {
    guard let content = content as? Content, let coordinator = coordinator as? Coordinator else {
      return false
    }
    render(in: content, coordinator: coordinator)
    return true
  }

  fileprivate func contentWithCoordinator() -> (content: AnyObject, coordinator: Any) {
    let coordinator = makeCoordinator()
    let content = renderContent(coordinator: coordinator)
    render(in: content, coordinator: coordinator)
    return (content, coordinator)
  }
}
