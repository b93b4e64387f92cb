/// The handlers attached to a list, a section, a cell or a supplementary view.
///
/// This is a value: copies never share handlers. At most one handler is kept for each kind of
/// event; the last one registered wins. Handlers take no part in equality and are never stored.
package struct EventHandlers: Sendable {
  private var handlers: [ObjectIdentifier: any Sendable]?

  /// Creates an empty set of handlers.
  package init() {}

  /// Whether no handler is registered.
  package var isEmpty: Bool { handlers == nil }

  /// Registers the handler for events of one kind.
  package mutating func register<Event>(
    _ event: Event.Type,
    handler: @escaping @Sendable (Event) -> Void
  ) {
    handlers = handlers ?? [:]
    handlers?[ObjectIdentifier(event)] = Handler(call: handler)
  }

  /// Returns the handler for events of one kind, if there is one.
  package func handler<Event>(
    for event: Event.Type
  ) -> (@Sendable (Event) -> Void)? {
    (handlers?[ObjectIdentifier(event)] as? Handler<Event>)?.call
  }

  private struct Handler<Event>: Sendable {
    let call: @Sendable (Event) -> Void
  }
}
