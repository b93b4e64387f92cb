public import ListModel

// The feed of a list as a window sees it, for who keeps token and bounds.

/// What brings a window from where it is to where its list is.
public enum WindowCatchUp: Equatable, Sendable {
  /// There is nothing new.
  case upToDate(CursorToken)
  /// The next changes, one for each version, or one for several when they are too many; there may
  /// be more after them.
  case changes([WindowChange], next: CursorToken)
  /// All cells of the window, in place of those it had; why, unless it had none.
  case contents(ListWindow, reason: CatchUp.Reason?, next: CursorToken)
}

extension WindowCatchUp {
  /// Where the window is when it has done this.
  public var next: CursorToken {
    switch self {
    case .upToDate(let next), .changes(_, let next), .contents(_, _, let next): next
    }
  }
}

extension ListStore {
  /// What brings a window from a token to the head of a list.
  ///
  /// Every version is a change of the window, also when it does not touch it: at least the numbers
  /// of cells before and after may have changed. Versions of the window's owner are not skipped:
  /// which cells come in from outside when it deletes one, only the store knows; they can be told
  /// by ``WindowChange/author``.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - bounds: What the window shows.
  ///   - token: The version it has; `nil` for none yet.
  ///   - limits: How much it wants to read at once.
  /// - Returns: What to do next.
  /// - Throws: ``ListStoreError/unknownList(_:)`` or ``ListStoreError/corrupted(reason:)``.
  /// - Complexity: O(operations + cells of the window + sections) for what is returned. Cells that
  ///   enter and are not in the changes are read, each by its path at the head: changes that wait
  ///   after those returned are gone through to find it. Where the chunks of the head stand is known
  ///   to who committed it or has asked before; otherwise they are read once, one of about a hundred
  ///   cells each.
  public func catchUp(
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

  /// What showing other cells changes in a window: which of the cells it shows leave, and which
  /// enter.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - old: What the window shows.
  ///   - new: What it is to show, for example more rows at its end.
  ///   - token: The version it has, and keeps.
  /// - Returns: One change; or the contents, at the head, when the list cannot be read at the token
  ///   any more.
  /// - Throws: ``ListStoreError/unknownList(_:)`` or ``ListStoreError/corrupted(reason:)``.
  public func moveWindow(
    of list: List.ID,
    from old: WindowBounds,
    to new: WindowBounds,
    at token: CursorToken
  ) throws -> WindowCatchUp {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      let laggard = Laggard(
        database: database,
        head: head,
        token: token,
        limits: .exact,
        skippedAuthors: SkippedAuthors(names: []),
        verdicts: verdicts
      )
      var feed = try WindowFeed(of: head, store: self, in: database)
      return try feed.move(from: old, to: new, laggard)
    }
  }

  /// The cells a window shows, at the head or a version.
  ///
  /// - Throws: ``ListStoreError/unknownList(_:)``,
  ///   ``ListStoreError/unknownVersion(_:list:available:)``.
  /// - Complexity: O(cells + sections + operations between the version and the head).
  public func window(
    _ bounds: WindowBounds,
    in list: List.ID,
    at version: Int? = nil
  ) throws -> ListWindow {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      let version = version ?? head.version
      try head.require(version)
      let travel = TimeTravel(database: database, head: head)
      let token = head.token(version: version, fingerprint: try travel.fingerprint(of: version))
      var feed = try WindowFeed(of: head, store: self, in: database)
      return try feed.window(bounds, at: token)
    }
  }
}

extension WindowFeed {
  /// What a window makes of what its list would be given.
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

  /// Shows other cells at the version a laggard has.
  mutating func move(
    from old: WindowBounds,
    to new: WindowBounds,
    _ laggard: Laggard
  ) throws -> WindowCatchUp {
    if let reason = try laggard.reasonToResync() {
      let next = laggard.head.token
      return .contents(try window(new, at: next), reason: reason, next: next)
    }
    let change = try change(from: old, to: new, at: laggard.token)
    return .changes([change], next: laggard.token)
  }
}
