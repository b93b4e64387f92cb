public import ListModel

// The feed of a list as a window sees it, for callers that keep token and bounds.

/// The next step that brings a window to the head of its list.
package enum WindowCatchUp: Equatable, Sendable {
  /// There is nothing new.
  case upToDate(CursorToken)
  /// The next changes, one for each version, or one for several when they are too many; there may
  /// be more after them.
  case changes([WindowChange], next: CursorToken)
  /// All cells of the window, in place of those it had; with the reason, unless it had none.
  case contents(ListWindow, reason: CatchUp.Reason?, next: CursorToken)
}

extension WindowCatchUp {
  /// The window's token after this step.
  package var next: CursorToken {
    switch self {
    case .upToDate(let next), .changes(_, let next), .contents(_, _, let next): next
    }
  }
}

extension ListStore {
  /// Returns the next step of a window from a token to the head of a list.
  ///
  /// Every version is a change of the window, also when it touches none of its cells: the numbers
  /// of cells before and after may have changed. Versions of the window's owner are not skipped:
  /// only the store knows which cells enter when the owner deletes one. They can be recognized by
  /// ``WindowChange/author``.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - bounds: The rows the window shows.
  ///   - token: The version it has; `nil` for none yet.
  ///   - limits: How much it reads at once.
  /// - Returns: The next step.
  /// - Throws: ``ListStoreError/unknownList(_:)`` or ``ListStoreError/corrupted(reason:)``.
  /// - Complexity: O(operations + cells of the window + sections) of the result. Cells that enter
  ///   and are not in the changes are read, each by its path at the head, which is found through
  ///   the changes after those returned. A store that committed the head, or was asked before,
  ///   knows its chunks; otherwise they are read once, one for about a hundred cells.
  package func catchUp(
    _ list: List.ID,
    window bounds: WindowBounds,
    from token: CursorToken?,
    limits: CatchUpLimits = CatchUpLimits()
  ) throws -> WindowCatchUp {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      var feed = try WindowFeed(of: head, store: self, in: database)
      guard let token else {
        let window = try feed.window(bounds, at: head.token)
        return .contents(window, reason: nil, next: head.token)
      }
      let laggard = Laggard(
        database: database,
        head: head,
        token: token,
        limits: limits,
        skippedAuthors: SkippedAuthors(names: []),
        verdicts: verdicts
      )
      return try feed.catchUp(laggard.catchUp(), in: bounds)
    }
  }

  /// Returns the cells a window shows, at the head or a version.
  ///
  /// - Throws: ``ListStoreError/unknownList(_:)``,
  ///   ``ListStoreError/unknownVersion(_:list:available:)``.
  /// - Complexity: O(cells + sections + operations between the version and the head).
  public func window(
    _ bounds: WindowBounds,
    in list: List.ID,
    at version: Int? = nil
  ) throws -> ListWindow {
    try window(bounds, in: list, at: version, following: nil)
  }

  /// Returns the cells a window shows, given those that one has shown before.
  ///
  /// - Parameters:
  ///   - bounds: The rows.
  ///   - list: The name of the list.
  ///   - version: The version; the head if `nil`.
  ///   - old: A window of the list at an earlier version or the same, at any rows. Its cells are
  ///     believed if the version has its fingerprint. If much has changed since, it is not followed.
  /// - Returns: The cells at the rows.
  /// - Throws: As ``window(_:in:at:)``.
  /// - Complexity: O(n log n) for n cells and operations between the versions, and O(sections); of the
  ///   cells, only those that enter are read. If it is not followed, as ``window(_:in:at:)``.
  package func window(
    _ bounds: WindowBounds,
    in list: List.ID,
    at version: Int?,
    following old: ListWindow?
  ) throws -> ListWindow {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      let version = version ?? head.version
      try head.require(version)
      var feed = try WindowFeed(of: head, store: self, in: database)
      if let old, let window = try feed.window(bounds, at: version, following: old) {
        return window
      }
      let travel = TimeTravel(database: database, head: head)
      let token = head.token(version: version, fingerprint: try travel.fingerprint(of: version))
      return try feed.window(bounds, at: token)
    }
  }
}

extension WindowFeed {
  /// Turns the next step of a whole list into the next step of a window.
  mutating func catchUp(_ catchUp: CatchUp, in bounds: WindowBounds) throws -> WindowCatchUp {
    switch catchUp {
    case .upToDate(let next):
      .upToDate(next)
    case .changes(let changes, let next):
      .changes(try self.changes(changes, in: bounds), next: next)
    case .collapsed(let change, let next):
      .changes(try changes([change], in: bounds), next: next)
    case .resync(let reason, let next):
      .contents(try window(bounds, at: next), reason: reason, next: next)
    }
  }
}
