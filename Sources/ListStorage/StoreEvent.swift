public import ListModel

/// Something a store did, for logs and metrics.
///
/// ```swift
/// var configuration = ListStore.Configuration()
/// configuration.onEvent = { event in
///   if case .committed(let commit, let duration) = event {
///     print(commit.list, commit.version, duration)
///   }
/// }
/// ```
///
/// `StoreTelemetry` of the module `ListTelemetry` writes them to swift-log and swift-metrics.
public enum StoreEvent: Sendable {
  /// A commit was answered, after waiting for others, for the lock and for the device; one that was
  /// part of a larger transaction, when that was committed.
  case committed(Commit, duration: Duration)
  /// A commit was refused, or has failed.
  case commitFailed(list: List.ID, any Error)
  /// A part of the write-ahead log was moved into the database, after a commit or when asked for.
  case checkpointed(Checkpoint)
  /// Old versions of a list were removed.
  case compacted(list: List.ID, versions: Int, bytes: Int)
  /// What a store does by itself after a commit has failed: to remove old versions of a list, to take
  /// versions together, or to move the log, which concerns no list. The commit has succeeded, and a
  /// later one tries again.
  case upkeepFailed(list: List.ID?, any Error)
}

/// What a checkpoint did.
public struct Checkpoint: Hashable, Sendable {
  /// Whether the whole log was moved; readers of old versions can prevent it.
  public var isComplete: Bool
  /// The size of the log file before, in bytes.
  public var walByteCount: Int
  /// How long it took.
  public var duration: Duration
}
