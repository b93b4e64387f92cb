/// A function that is called for an event.
///
/// A handler that is written in an actor's code belongs to that actor:
/// `{ [weak self] _ in self?.reload() }` in a screen on the main actor may change the screen.
///
/// | where it was written | called |
/// |---|---|
/// | on no actor | at once, on any actor |
/// | on the main actor | at once for an event on the main actor, as in an app; else soon, on it |
/// | on another actor | soon, on that actor |
///
/// A handler that is called soon receives no content: the content belongs to the isolation of the
/// event.
public typealias EventHandler<Context> = @isolated(any) @Sendable (Context) -> Void

/// A handler and the actor it belongs to.
struct IsolatedHandler<Input, Output: Sendable>: Sendable {
  private let isolation: (any Actor)?
  // Must be called on `isolation` only.
  private let call: @Sendable (Input) -> Output
  private let callSoon: @Sendable (Delivery<Input>) async -> Void

  // A function with an actor is called like any other, by its code and its context. The standard
  // library removes the actor from a function's type in the same way (`MainActor.assumeIsolated`).
  // `now(_:)` is the only caller and checks the actor first.
  init(_ handler: @escaping @isolated(any) @Sendable (Input) -> Output) {
    isolation = handler.isolation
    call = unsafeBitCast(handler, to: (@Sendable (Input) -> Output).self)
    callSoon = { _ = await handler($0.input) }
  }

  /// Creates a handler that receives two values.
  init<First, Second>(
    _ handler: @escaping @isolated(any) @Sendable (First, Second) -> Output
  ) where Input == (First, Second) {
    isolation = handler.isolation
    let plain = unsafeBitCast(handler, to: (@Sendable (First, Second) -> Output).self)
    call = { plain($0.0, $0.1) }
    callSoon = { _ = await handler($0.input.0, $0.input.1) }
  }

  /// Calls the handler if it may be called here, and returns its answer; otherwise returns `nil`.
  func now(_ input: Input) -> Output? {
    guard let isolation else { return call(input) }
    guard isolation === MainActor.shared, MainActorCheck.isOnMainActor else { return nil }
    return call(input)
  }

  /// Calls the handler later, on its actor.
  func soon(_ input: Input) {
    let delivery = Delivery(input: input)
    Task { [callSoon] in await callSoon(delivery) }
  }
}

// `@unchecked Sendable`: the input is a context of an event. All parts of a context are `Sendable`
// except the content of a view, which `EventHandlers.on(_:_:)` has removed.
private struct Delivery<Input>: @unchecked Sendable {
  let input: Input
}

/// Asks the runtime about the actor of the caller.
package enum MainActorCheck {
  /// Whether the caller is on the main actor.
  package static var isOnMainActor: Bool {
    // The runtime finds a conformance of the main actor only on the main actor.
    let mark: Any = Mark()
    return mark is any FoundOnMainActor
  }

  private struct Mark: @MainActor FoundOnMainActor {}
}

private protocol FoundOnMainActor {}

/// A context that can lose the parts that must stay in the isolation of the event.
package protocol EventContext {
  /// The context without the parts that belong to the isolation of the event.
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
