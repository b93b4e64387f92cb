/// What is called when something happens.
///
/// A handler that is written in code of an actor belongs to that actor: `{ [weak self] _ in self?.reload() }`
/// of a screen on the main actor may change the screen.
///
/// | where it was written | called |
/// |---|---|
/// | on no actor | at once, wherever the event is |
/// | on the main actor | at once where the event is there too, as in an app; else soon, on the main actor |
/// | on another actor | soon, on that actor |
///
/// What is called soon comes without the content of its view, which belongs to the place of the event.
public typealias EventHandler<Context> = @isolated(any) @Sendable (Context) -> Void

/// A handler with the actor it belongs to.
struct IsolatedHandler<Input, Output: Sendable>: Sendable {
  private let isolation: (any Actor)?
  // To be called on `isolation` only.
  private let call: @Sendable (Input) -> Output
  private let callSoon: @Sendable (Delivery<Input>) async -> Void

  // A function that carries its actor with it is called as any other: by its code and its context. The
  // standard library takes the actor off a function's type in the same way (`MainActor.assumeIsolated`).
  // `now(_:)` is the only caller, and makes sure of the actor first.
  init(_ handler: @escaping @isolated(any) @Sendable (Input) -> Output) {
    isolation = handler.isolation
    call = unsafeBitCast(handler, to: (@Sendable (Input) -> Output).self)
    callSoon = { _ = await handler($0.input) }
  }

  /// A handler that is told two things.
  init<First, Second>(
    _ handler: @escaping @isolated(any) @Sendable (First, Second) -> Output
  ) where Input == (First, Second) {
    isolation = handler.isolation
    let plain = unsafeBitCast(handler, to: (@Sendable (First, Second) -> Output).self)
    call = { plain($0.0, $0.1) }
    callSoon = { _ = await handler($0.input.0, $0.input.1) }
  }

  /// The answer of a handler that may be called here; `nil`, and nothing is called, where it may not.
  func now(_ input: Input) -> Output? {
    guard let isolation else { return call(input) }
    guard isolation === MainActor.shared, MainActorCheck.isOnMainActor else { return nil }
    return call(input)
  }

  /// Calls the handler on its actor, some time.
  func soon(_ input: Input) {
    let delivery = Delivery(input: input)
    Task { [callSoon] in await callSoon(delivery) }
  }
}

// `@unchecked Sendable`: the input is a context of an event. Those are values of `Sendable` parts, but for
// the content of a view, which `EventHandlers.on(_:_:)` has taken out.
private struct Delivery<Input>: @unchecked Sendable {
  let input: Input
}

/// Asks the runtime whether the caller is on the main actor.
package enum MainActorCheck {
  /// Whether the caller is on the main actor.
  package static var isOnMainActor: Bool {
    // A conformance that belongs to the main actor is found on the main actor only.
    let mark: Any = Mark()
    return mark is any FoundOnMainActor
  }

  private struct Mark: @MainActor FoundOnMainActor {}
}

private protocol FoundOnMainActor {}

/// What a handler is told, as far as it may leave the place of the event.
package protocol EventContext {
  /// The context without what belongs to the place of the event.
  var departing: Self { get }
}

extension CellContext: EventContext {
  package var departing: CellContext {
    var copy = self
    copy.content = nil
    return copy
  }
}

extension SupplementaryContext: EventContext {
  package var departing: SupplementaryContext {
    var copy = self
    copy.content = nil
    return copy
  }
}
