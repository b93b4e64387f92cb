import ListDiff
public import ListModel
public import ListStorage

extension ReplicatedStore {
  /// Applies what the log has of a list, up to its present head.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - version: A version that the log is known to have; its present head if `nil`.
  /// - Returns: The list's head here; `nil` if the log has no such list.
  /// - Throws: ``ReplicationError/diverged(list:version:own:log:)``; `CommitLogError`; `ListStoreError`.
  @discardableResult
  public func catchUp(_ list: List.ID, through version: Int? = nil) async throws -> ListInfo? {
    try requireSame(list)
    var backOff = BackOff(until: .now + limits.patience)
    while true {
      do {
        var last = version
        if last == nil { last = try await log.head(of: list)?.version }
        guard let last else { return try store.head(of: list) }
        try await advance(list, through: last)
        return try store.head(of: list)
      } catch let error as CommitLogError {
        guard case .unreachable = error, try await backOff.wait() else { throw error }
      }
    }
  }

  private func advance(_ list: List.ID, through last: Int) async throws {
    while let next = try await step(list, through: last), next < last {}
  }

  /// Reads the feed from the local head until a version is reached, or begins the list again where the feed
  /// cannot go on.
  ///
  /// - Returns: The local version; `nil` when there is nothing to do.
  private func step(_ list: List.ID, through last: Int) async throws -> Int? {
    let own = try store.head(of: list)?.version ?? 0
    guard own < last else { return nil }
    do {
      let version = try await applyFeed(of: list, after: own, through: last)
      if version >= last { return version }
      try Task.checkCancellation()
      throw CommitLogError.unreachable(reason: "its feed of list \"\(list)\" has ended")
    } catch let error where Self.saysToBeginAgain(error) {
      return try await beginAgain(list, after: own, because: error)
    }
  }

  /// Follows a list until the task is cancelled, so that it is soon here what it is in the log.
  ///
  /// A log that does not answer is asked again, without end, in growing steps.
  ///
  /// - Parameter list: The name of the list; it need not exist yet.
  /// - Throws: `CancellationError`; ``ReplicationError/diverged(list:version:own:log:)``;
  ///   `ListStoreError`.
  public func follow(_ list: List.ID) async throws {
    var backOff = BackOff(until: .now + .seconds(1 << 32))
    while true {
      try requireSame(list)
      let own = try store.head(of: list)?.version ?? 0
      do {
        try await applyFeed(of: list, after: own, through: nil)
        try Task.checkCancellation()
      } catch let error where Self.saysToBeginAgain(error) {
        _ = try await beginAgain(list, after: own, because: error)
      } catch CommitLogError.unreachable {}
      let version = try store.head(of: list)?.version ?? 0
      if version > own { backOff = BackOff(until: .now + .seconds(1 << 32)) }
      _ = try await backOff.wait()
    }
  }

  /// Reads the feed after a version, and applies what has come while it is read further.
  ///
  /// - Returns: The version that was reached, when the feed has ended.
  @discardableResult
  private func applyFeed(of list: List.ID, after own: Int, through last: Int?) async throws -> Int {
    try await withThrowingTaskGroup(of: Void.self) { group in
      let ahead = ReadAhead()
      defer {
        ahead.end()
        group.cancelAll()
      }
      group.addTask { [log] in
        await ahead.read(log.feed(of: list, after: own), through: last)
      }
      var version = own
      while true {
        let changes = try await ahead.take()
        guard let newest = changes.last else { return version }
        try await apply(changes)
        version = newest.version
        log.noteApplied(version, of: list)
      }
    }
  }

  /// Returns a list that has at least a version, as another host has named it to a reader.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - version: The version to wait for.
  /// - Returns: The list's head here.
  /// - Throws: ``ReplicationError/versionNotReached(list:version:head:)`` when the log does not have the
  ///   version; the errors of ``catchUp(_:through:)``.
  public func snapshot(of list: List.ID, atLeast version: Int) async throws -> Snapshot {
    try requireSame(list)
    if try store.head(of: list)?.version ?? 0 < version { try await catchUp(list) }
    let head = try store.head(of: list)?.version ?? 0
    guard head >= version else {
      throw ReplicationError.versionNotReached(list: list, version: version, head: head)
    }
    return try store.snapshot(of: list)
  }

  /// Whether an error of a feed says that its reader must begin again.
  private static func saysToBeginAgain(_ error: any Error) -> Bool {
    switch error {
    case CommitLogError.cannotContinue, ListStoreError.unknownVersion: true
    default: false
    }
  }

  /// Begins a list with the log's newest snapshot, which replaces its older versions here.
  ///
  /// - Returns: The version it begins with.
  private func beginAgain(
    _ list: List.ID,
    after own: Int,
    because error: any Error
  ) async throws -> Int {
    guard let snapshot = try await log.beginning(of: list), snapshot.version > own else {
      throw error
    }
    try await store.adopt(snapshot, replacing: .olderVersions)
    log.noteApplied(snapshot.version, of: list)
    return snapshot.version
  }
}
