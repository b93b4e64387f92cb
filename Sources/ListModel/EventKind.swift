/// A kind of event: a name for it, and what its handlers are told.
package protocol EventKind: SendableMetatype {
  associatedtype Context
}

extension EventHandlers {
  /// Registers the handler for one kind of event.
  package mutating func on<Kind: EventKind>(
    _ kind: Kind.Type,
    _ handler: @escaping @Sendable (Kind.Context) -> Void
  ) {
    register(Event<Kind>.self) { handler($0.context) }
  }

  /// Tells the handler for one kind of event, if there is one.
  package func fire<Kind: EventKind>(
    _ kind: Kind.Type,
    _ context: @autoclosure () -> Kind.Context
  ) {
    guard let handler = handler(for: Event<Kind>.self) else { return }
    handler(Event(context: context()))
  }

  /// Whether there is a handler for one kind of event.
  package func handles<Kind: EventKind>(_ kind: Kind.Type) -> Bool {
    handler(for: Event<Kind>.self) != nil
  }
}

/// One event, in a type of its own for each kind.
private struct Event<Kind: EventKind> {
  let context: Kind.Context
}
