import ListAdapter
import ListDiff
package import ListModel
package import ListStorage

/// The feed of a list, replayed through the adapter into a simulated collection view.
package struct ReplayProof {
  /// How a change is handed to the view.
  package enum Mode: String, CaseIterable, Sendable {
    /// As several batches, each legal by itself, as UIKit has always taken them.
    case staged
    /// As one batch, and one of updates if there are any.
    case single
  }

  /// What each version is compared with.
  package enum Comparison: Sendable {
    /// The fingerprint its change promises, and what the view shows.
    case fingerprints
    /// Also the snapshot the store gives of it.
    case snapshots
  }

  /// What came of a replay.
  package struct Report: Sendable {
    package var mode: Mode
    /// The version the replay started from.
    package var from: Int
    /// The version it was to arrive at.
    package var to: Int
    /// The number of versions that came out exactly.
    package var exact = 0
    /// The batches the view took.
    package var batches = 0
    /// The operations in them.
    package var operations = 0
    /// The time it took, comparisons included.
    package var duration = Duration.zero
    /// What is wrong with the first version that did not come out exactly.
    package var difference: String?

    /// The number of versions to replay.
    package var versions: Int { to - from }
  }

  private let store: ListStore
  private let list: List.ID
  private let from: Int
  private let to: Int
  private let mode: Mode
  private let comparison: Comparison

  /// Prepares a replay.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - store: The store it is in.
  ///   - from: The version to start from, 0 for the empty list.
  ///   - to: The version to arrive at; the newest if `nil`.
  ///   - mode: How changes are handed to the view.
  ///   - comparison: What each version is compared with.
  /// - Throws: What the store throws when there is no such list.
  package init(
    of list: List.ID,
    in store: ListStore,
    from: Int = 0,
    to: Int? = nil,
    mode: Mode,
    comparing comparison: Comparison
  ) throws {
    self.store = store
    self.list = list
    self.from = from
    self.to = try to ?? store.info(of: list).version
    self.mode = mode
    self.comparison = comparison
  }

  /// The number of versions to replay.
  package var count: Int { to - from }

  /// The version to start from, and the one to arrive at.
  package var versions: ClosedRange<Int> { from...max(from, to) }

  /// Replays, up to the first version that does not come out exactly.
  ///
  /// - Parameter progress: Called with the number of versions done.
  /// - Returns: How far it came, and what is wrong if that is not the end.
  /// - Throws: What the store throws. A version that differs is reported, not thrown.
  package func run(_ progress: (Int) -> Void = { _ in }) throws -> Report {
    var report = Report(mode: mode, from: from, to: to)
    let clock = ContinuousClock()
    let start = clock.now
    do {
      var replayer = try Replayer(
        from: try store.snapshot(of: list, at: from).list,
        version: from,
        mode: mode.batchMode,
        verification: .fingerprint
      )
      try store.walk(list, after: from, through: to) { change, snapshot in
        try replayer.replay(change)
        if comparison == .snapshots { try replayer.verify(against: snapshot.list) }
        report.exact += 1
        progress(report.exact)
      }
      report.batches = replayer.statistics.batches
      report.operations = replayer.statistics.batchOperations
    } catch let failure as ReplayFailure {
      report.difference = failure.description
    }
    report.duration = clock.now - start
    return report
  }
}

extension ReplayProof.Mode {
  fileprivate var batchMode: BatchMode {
    switch self {
    case .staged: .staged
    case .single: .single
    }
  }
}
