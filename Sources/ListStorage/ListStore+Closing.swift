import Synchronization

extension ListStore {
  /// Closes the store: gives its connections and their memory back, and makes every later use throw
  /// ``ListStoreError/closed(path:)``.
  ///
  /// Commits and reads that have begun end first; calls that wait behind them are refused and have
  /// done nothing. Feeds that wait for a change end as if their task was cancelled. Consumers keep
  /// their places and leases. A store in memory is gone; a database of the caller's stays open.
  ///
  /// A store without references closes itself: call this only to know when it is closed, for example
  /// before the file is moved. Closing a closed store does nothing. Do not call this inside a closure
  /// that the store calls while it reads: it would wait for itself.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)`` inside a transaction of the store, and
  ///   SQLite's errors; then the store stays open.
  public func close() throws {
    try database.closeConnections()
    signal.notify()
  }

  /// Waits for a notification after `generation`.
  ///
  /// - Returns: Whether there can be more changes: `false` in a store that was closed.
  func waitsForChanges(past generation: UInt64) async -> Bool {
    await signal.wait(past: generation)
    return !database.isClosed.load(ordering: .acquiring)
  }
}
