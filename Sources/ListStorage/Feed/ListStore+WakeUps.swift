// For readers of feeds that read for many followers at once, such as a server.

extension ListStore {
  /// The number of times that readers of this store were woken by a commit, of any process.
  ///
  /// A reader takes the number *before* it reads; when it finds nothing new, it waits until the number has
  /// changed. So it misses no commit.
  package var wakeUps: UInt64 {
    watchOtherProcesses()
    return signal.generation
  }

  /// Suspends until readers were woken after the count was `count`, or the task is cancelled.
  ///
  /// - Returns: Whether there can be more changes: `false` in a store that was closed.
  package func waitsForWakeUp(past count: UInt64) async -> Bool {
    await waitsForChanges(past: count)
  }
}
