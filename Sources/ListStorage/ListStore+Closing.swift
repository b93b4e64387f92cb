import Synchronization

extension ListStore {
  /// Closes the store: its connections and their memory are given back, and every later use of it throws
  /// ``ListStoreError/closed(path:)``.
  ///
  /// Commits and reads that are under way end first; what waits for its turn behind them is refused, and
  /// nothing of it was done. Feeds that wait for a change end as if their task was cancelled. Consumers
  /// keep their places and leases. A store in memory is gone; a database of an owner's stays open.
  ///
  /// A store that nobody has any more is closed by itself: this is for who must know when, before the
  /// file is moved, say. Closing a closed store does nothing. Not to be called from inside of a closure
  /// that the store calls while it reads: it would wait for itself.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)`` from inside of a transaction of the store's, and
  ///   what SQLite throws; then the store stays open.
  public func close() throws {
    try database.closeConnections()
    signal.notify()
  }

  /// Waits for a notification after `generation`.
  ///
  /// - Returns: Whether there can be changes: not in a store that was closed.
  func waitsForChanges(past generation: UInt64) async -> Bool {
    await signal.wait(past: generation)
    return !database.isClosed.load(ordering: .acquiring)
  }
}
