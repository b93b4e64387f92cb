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
  /// A commit was answered; the duration includes waiting for others, for the lock and for the
  /// device. If it was part of a larger transaction, it is told when that was committed.
  case committed(Commit, duration: Duration)
  /// A commit was refused, or has failed.
  case commitFailed(list: List.ID, any Error)
  /// A part of the write-ahead log was moved into the database, after a commit or when asked for.
  case checkpointed(Checkpoint)
  /// Old versions of a list were removed.
  case compacted(list: List.ID, versions: Int, bytes: Int)
  /// Upkeep after a commit has failed: removing old versions of a list, making spans, or moving the
  /// write-ahead log, which concerns no list. The commit has succeeded, and a later one tries again.
  case upkeepFailed(list: List.ID?, any Error)
}

/// The result of a checkpoint.
public struct Checkpoint: Hashable, Sendable {
  /// Whether the whole log was moved; readers that began earlier can prevent it.
  public var isComplete: Bool
  /// The size of the log file before, in bytes.
  package var walByteCount: Int
  /// How long it took.
  public var duration: Duration
}
