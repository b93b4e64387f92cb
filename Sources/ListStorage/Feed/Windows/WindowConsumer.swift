package import GRDB
package import ListModel

/// A named consumer of some cells of a list, whose position and window are kept in the store.
///
/// It is a ``Consumer`` that is given, for every version, the change of its window. It begins with
/// the cells of the window; showing other rows, such as more of them, is a change like others:
///
/// ```swift
/// let consumer = try store.consumer("screen", of: "home", showing: .rows(0..<20))
/// while try consumer.consume({ try show($0.catchUp, in: $0.database) }) {}
/// try consumer.show(.rows(0..<40)) { try show($0.catchUp, in: $0.database) }
/// ```
package struct WindowConsumer: Sendable {
  private var consumer: Consumer

  init(_ consumer: Consumer) {
    self.consumer = consumer
  }

  /// The next step of a consumer, inside the transaction that also moves it on.
  package struct Delivery {
    /// The step; never ``WindowCatchUp/upToDate(_:)``.
    package let catchUp: WindowCatchUp
    /// The database for results that belong to the same transaction.
    package let database: Database

    /// The changes to apply, one after the other; empty when the window is given again.
    package var changes: [WindowChange] {
      if case .changes(let changes, _) = catchUp { changes } else { [] }
    }

    /// The window, when it is given again.
    package var contents: ListWindow? {
      if case .contents(let window, _, _) = catchUp { window } else { nil }
    }
  }
}

extension WindowConsumer {
  /// The name of the consumer, unique for its list.
  package var name: String { consumer.name }
  /// The list whose feed it reads.
  package var list: List.ID { consumer.list }
  /// How long the lease lasts after each call; see ``Consumer/lease``.
  package var lease: Duration { consumer.lease }
  /// How much it reads at once.
  package var limits: CatchUpLimits {
    get { consumer.limits }
    set { consumer.limits = newValue }
  }
  /// How often the same version may fail before it is parked.
  package var failureLimit: Int {
    get { consumer.failureLimit }
    set { consumer.failureLimit = newValue }
  }

  /// Returns the consumer's position.
  ///
  /// - Throws: ``ConsumerError/removed(name:)`` and errors of the store.
  package func position() throws -> CursorToken { try consumer.position() }

  /// Returns the rows the consumer shows.
  ///
  /// - Throws: ``ConsumerError/removed(name:)`` and errors of the store.
  package func bounds() throws -> WindowBounds {
    try consumer.store.database.read { database in
      let head = try ListRows.require(list, in: database)
      return try window(of: try consumer.cursor(of: head, in: database)).bounds
    }
  }

  /// Handles the next step, and moves on, in one transaction; see ``Consumer/consume(_:)``.
  ///
  /// - Returns: `false` when there was nothing to do.
  /// - Throws: ``ConsumerError``, errors of the store, and what `body` throws.
  package func consume(_ body: (Delivery) throws -> Void) throws -> Bool {
    try consumer.advance(
      { cursor, head, database in
        let window = try window(of: cursor)
        var feed = try WindowFeed(of: head, store: consumer.store, in: database)
        guard window.isShown else {
          return .init(try feed.contents(window.bounds, of: head), of: window.bounds, .list)
        }
        let catchUp = try cursor.next(
          limits: limits,
          of: head,
          verdicts: consumer.store.verdicts,
          in: database
        )
        return .init(
          try feed.catchUp(catchUp, in: window.bounds),
          of: window.bounds,
          FailedStep(catchUp)
        )
      },
      doing: { catchUp, _, database in
        try body(Delivery(catchUp: catchUp, database: database))
      }
    )
  }

  /// Shows other rows from now on, at the version the consumer has: more, others, or those of
  /// another section.
  ///
  /// - Parameters:
  ///   - bounds: The rows to show.
  ///   - body: Handles the change of the window, in the same transaction: one change, of no
  ///     version; or the contents, when the window has none yet. When it throws, nothing has
  ///     happened.
  /// - Throws: ``ListStoreError/invalidName(_:reason:)`` when there can be no such section;
  ///   ``ConsumerError``, errors of the store, and what `body` throws.
  package func show(_ bounds: WindowBounds, _ body: (Delivery) throws -> Void) throws {
    try bounds.validate()
    try consumer.change { cursor, head, database in
      let store = consumer.store
      let window = try window(of: cursor)
      var feed = try WindowFeed(of: head, store: store, in: database)
      let laggard = Laggard(
        database: database,
        head: head,
        token: cursor.token(of: head),
        limits: limits,
        skippedAuthors: SkippedAuthors(names: []),
        verdicts: store.verdicts
      )
      let catchUp =
        try window.isShown
        ? feed.move(from: window.bounds, to: bounds, laggard) : feed.contents(bounds, of: head)
      try CallerError.boxing { try body(Delivery(catchUp: catchUp, database: database)) }
      guard database.isInsideTransaction else { throw ConsumerError.transactionEnded(name: name) }
      if case .contents = catchUp { cursor.move(to: catchUp.next) }
      cursor.window = ConsumerWindow(bounds: bounds, isShown: true)
    }
  }

  /// Asks for all cells of the window again, for a caller that has kept none.
  ///
  /// - Throws: ``ConsumerError`` and errors of the store.
  package func restart() throws {
    try consumer.change { cursor, _, _ in
      cursor.window?.isShown = false
    }
  }

  /// Tries the parked step again.
  ///
  /// - Throws: ``ConsumerError`` and errors of the store.
  package func retry() throws { try consumer.retry() }

  /// Skips the last failed step, see ``Consumer/skip()``; the window is then given again.
  ///
  /// - Throws: ``ConsumerError`` and errors of the store.
  package func skip() throws { try consumer.skip() }

  /// Gives up the lease, so that another can take it at once.
  ///
  /// - Throws: ``ConsumerError`` and errors of the store.
  package func release() throws { try consumer.release() }

  private func window(of cursor: CursorRows.Cursor) throws -> ConsumerWindow {
    guard let window = cursor.window else { throw ConsumerError.otherKind(name: name) }
    return window
  }
}

extension WindowFeed {
  /// Returns the window at the head, for a consumer that has none.
  fileprivate mutating func contents(
    _ bounds: WindowBounds,
    of head: ListRows.Head
  ) throws -> WindowCatchUp {
    .contents(try window(bounds, at: head.token), reason: nil, next: head.token)
  }
}

extension Consumer.Step<WindowCatchUp> {
  fileprivate init(_ catchUp: WindowCatchUp, of bounds: WindowBounds, _ failure: FailedStep) {
    self.failure = failure
    end = catchUp.next
    window = ConsumerWindow(bounds: bounds, isShown: true)
    if case .upToDate = catchUp { return }
    content = catchUp
  }
}
