public import CoreMetrics
public import ListStorage
public import Logging

/// Writes a store's events to swift-log and swift-metrics.
///
/// ```swift
/// var configuration = ListStore.Configuration()
/// configuration.onEvent = StoreTelemetry(logger: Logger(label: "lists")).record
/// let store = try ListStore(path: path, configuration: configuration)
/// ```
///
/// | metric | kind | dimensions |
/// |---|---|---|
/// | `liststore_commits` | counter | `outcome`: committed, unchanged, duplicate, failed |
/// | `liststore_operations` | counter | |
/// | `liststore_commit_duration` | timer | |
/// | `liststore_checkpoints` | counter | `complete`: true, false |
/// | `liststore_checkpoint_duration` | timer | |
/// | `liststore_wal_bytes` | gauge, before each checkpoint | |
/// | `liststore_removed_versions` | counter | |
/// | `liststore_failed_upkeep` | counter | |
///
/// Commits and complete checkpoints are logged as `debug`, compactions as `info`, incomplete
/// checkpoints as `notice`, failed commits and failed upkeep as `warning`; commits whose outcome is
/// not known as `error`.
public struct StoreTelemetry: Sendable {
  private let logger: Logger
  private let commits: [Commit.Outcome: Counter]
  private let failedCommits: Counter
  private let operations: Counter
  private let commitDuration: Timer
  private let checkpoints: (complete: Counter, incomplete: Counter)
  private let checkpointDuration: Timer
  private let walBytes: Gauge
  private let removedVersions: Counter
  private let failedUpkeep: Counter

  /// Makes the metrics.
  ///
  /// - Parameters:
  ///   - logger: Where events are logged.
  ///   - prefix: The start of the metrics' names.
  ///   - factory: The metrics system; that of the process unless given.
  public init(
    logger: Logger,
    prefix: String = "liststore",
    factory: any MetricsFactory = MetricsSystem.factory
  ) {
    func counter(_ name: String, _ dimensions: [(String, String)] = []) -> Counter {
      Counter(label: "\(prefix)_\(name)", dimensions: dimensions, factory: factory)
    }
    func timer(_ name: String) -> Timer {
      Timer(label: "\(prefix)_\(name)", dimensions: [], factory: factory)
    }
    self.logger = logger
    let outcomes: [Commit.Outcome] = [.committed, .unchanged, .duplicate]
    commits = Dictionary(
      uniqueKeysWithValues: outcomes.map { ($0, counter("commits", [("outcome", $0.rawValue)])) }
    )
    failedCommits = counter("commits", [("outcome", "failed")])
    operations = counter("operations")
    commitDuration = timer("commit_duration")
    checkpoints = (
      counter("checkpoints", [("complete", "true")]),
      counter("checkpoints", [("complete", "false")])
    )
    checkpointDuration = timer("checkpoint_duration")
    walBytes = Gauge(label: "\(prefix)_wal_bytes", dimensions: [], factory: factory)
    removedVersions = counter("removed_versions")
    failedUpkeep = counter("failed_upkeep")
  }

  /// Records one event; for `ListStore.Configuration.onEvent`.
  @Sendable public func record(_ event: StoreEvent) {
    switch event {
    case .committed(let commit, let duration): record(commit, duration)
    case .commitFailed(let list, let error): record(error, of: "\(list)")
    case .checkpointed(let checkpoint): record(checkpoint)
    case .compacted(let list, let versions, let bytes):
      removedVersions.increment(by: versions)
      logger.info(
        "removed old versions",
        metadata: ["list": "\(list)", "versions": "\(versions)", "bytes": "\(bytes)"]
      )
    case .upkeepFailed(let list, let error):
      failedUpkeep.increment()
      logger.warning(
        "what comes after a commit has failed, and is tried again",
        metadata: ["list": "\(list.map { "\($0)" } ?? "")", "error": "\(error)"]
      )
    }
  }
}

extension StoreTelemetry {
  private func record(_ commit: Commit, _ duration: Duration) {
    commits[commit.outcome]?.increment()
    operations.increment(by: commit.operationCount)
    commitDuration.recordNanoseconds(duration.nanoseconds)
    logger.debug(
      "commit",
      metadata: [
        "list": "\(commit.list)", "version": "\(commit.version)",
        "outcome": "\(commit.outcome.rawValue)", "operations": "\(commit.operationCount)",
      ]
    )
  }

  private func record(_ error: any Error, of list: String) {
    failedCommits.increment()
    var (level, message) = (Logger.Level.warning, "a commit was not made")
    if case ListStoreError.outcomeUnknown = error {
      (level, message) = (.error, "it is not known whether a commit was made")
    }
    logger.log(
      level: level,
      "\(message)",
      metadata: ["list": "\(list)", "error": "\(error)"]
    )
  }

  private func record(_ checkpoint: Checkpoint) {
    let counter = checkpoint.isComplete ? checkpoints.complete : checkpoints.incomplete
    counter.increment()
    checkpointDuration.recordNanoseconds(checkpoint.duration.nanoseconds)
    walBytes.record(checkpoint.walByteCount)
    logger.log(
      level: checkpoint.isComplete ? .debug : .notice,
      checkpoint.isComplete
        ? "checkpoint" : "checkpoint left pages in the log, which a reader needs",
      metadata: ["wal_bytes": "\(checkpoint.walByteCount)"]
    )
  }
}

extension Duration {
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue
      &+ attoseconds / 1_000_000_000
  }
}
