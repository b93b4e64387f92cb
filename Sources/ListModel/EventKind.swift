/// A kind of event: its name, and the context that its handlers receive.
package protocol EventKind: SendableMetatype {
  associatedtype Context
}

extension EventHandlers {
  /// Registers the handler for one kind of event.
  package mutating func on<Kind: EventKind>(
    _ kind: Kind.Type,
    _ handler: @escaping EventHandler<Kind.Context>
  ) {
    on(kind, IsolatedHandler(handler))
  }

  /// Registers a handler that receives two values.
  package mutating func on<Kind: EventKind, First, Second>(
    _ kind: Kind.Type,
    _ handler: @escaping @isolated(any) @Sendable (First, Second) -> Void
  ) where Kind.Context == (First, Second) {
    on(kind, IsolatedHandler(handler))
  }

  /// Registers a handler that answers; a handler of an actor on which the event does not run gives
  /// no answer.
  package mutating func on<Kind: EventKind, Context, Answer: Sendable>(
    _ kind: Kind.Type,
    answering handler: @escaping @isolated(any) @Sendable (Context) -> Answer
  ) where Kind.Context == (Context, EventReply<Answer>) {
    let handler = IsolatedHandler(handler)
    register(Event<Kind>.self) { event in
      let (context, reply) = event.context
      if let answer = handler.now(context) { reply.value = answer }
    }
  }

  private mutating func on<Kind: EventKind>(
    _ kind: Kind.Type,
    _ handler: IsolatedHandler<Kind.Context, Void>
  ) {
    register(Event<Kind>.self) { event in
      guard handler.now(event.context) == nil else { return }
      let departing = (event.context as? any EventContext)?.departing as? Kind.Context
      handler.soon(departing ?? event.context)
    }
  }

  /// Calls the handler for one kind of event, if there is one.
  package func fire<Kind: EventKind>(
    _ kind: Kind.Type,
    _ context: @autoclosure () -> Kind.Context
  ) {
    guard let handler = handler(for: Event<Kind>.self) else { return }
    handler(Event(context: context()))
  }

  /// Returns whether there is a handler for one kind of event.
  package func handles<Kind: EventKind>(_ kind: Kind.Type) -> Bool {
    handler(for: Event<Kind>.self) != nil
  }
}

/// One event; each kind of event has its own type.
private struct Event<Kind: EventKind> {
  let context: Kind.Context
}
