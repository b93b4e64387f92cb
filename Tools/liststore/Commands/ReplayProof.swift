import ListAdapter
import ListDiff
package import ListModel
package import ListStorage

/// The feed of a list, replayed through the adapter into a simulated collection view.
package struct ReplayProof {
  /// How a change is passed to the view.
  package enum Mode: String, CaseIterable, Sendable {
    /// As several batches, each legal by itself, which every UIKit accepts.
    case staged
    /// As one batch, and a second one for updates if there are any.
    case single
  }

  /// The data with which each version is compared.
  package enum Comparison: Sendable {
    /// The fingerprint of its change, and the cells of the view.
    case fingerprints
    /// Also the snapshot that the store returns for it.
    case snapshots
  }

  /// The result of a replay.
  package struct Report: Sendable {
    package var mode: Mode
    /// The version at which the replay started.
    package var from: Int
    /// The version at which the replay should end.
    package var to: Int
    /// The number of versions that were exact.
    package var exact = 0
    /// The number of batches that the view accepted.
    package var batches = 0
    /// The number of operations in these batches.
    package var operations = 0
    /// The time it took, comparisons included.
    package var duration = Duration.zero
    /// The difference of the first version that was not exact.
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
  ///   - store: The store of the list.
  ///   - from: The version to start at, 0 for the empty list.
  ///   - to: The version to end at; the newest if `nil`.
  ///   - mode: How changes are passed to the view.
  ///   - comparison: The data with which each version is compared.
  /// - Throws: The error of the store if there is no such list.
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

  /// The version to start at, and the version to end at.
  package var versions: ClosedRange<Int> { from...max(from, to) }

  /// Replays versions up to the first one that is not exact.
  ///
  /// - Parameter progress: Called with the number of versions done.
  /// - Returns: The number of exact versions, and the difference if one was not exact.
  /// - Throws: An error of the store. A version that differs is reported, not thrown.
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
      try forEachChange { change, snapshot in
        try replay(change, &replayer)
        if let snapshot { try replayer.verify(against: snapshot) }
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

extension ReplayProof {
  /// Calls `body` with each change, and with the list it leads to if that is to be compared.
  ///
  /// To compare fingerprints, the digests of contents are enough, and take much less memory.
  private func forEachChange(_ body: (Change, List?) throws -> Void) throws {
    guard comparison == .fingerprints else {
      return try store.walk(list, after: from, through: to) { try body($0, $1.list) }
    }
    var reached = from
    while reached < to {
      let page = try store.page(
        of: list,
        after: reached,
        through: to,
        limit: 64,
        contents: .digests
      )
      for change in page { try body(change, nil) }
      reached += page.count
    }
  }
}

extension ReplayProof {
  /// Replays one change.
  ///
  /// - Throws: `ListStoreError` if the change itself does not fit the version before, else
  ///   ``ReplayFailure``.
  private func replay(_ change: Change, _ replayer: inout Replayer) throws {
    do {
      try replayer.replay(change)
    } catch {
      try store.walk(list, after: change.version - 1, through: change.version) { _, _ in }
      throw error
    }
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
