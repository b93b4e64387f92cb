import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListstoreCommands

/// A store in which histories are committed, replayed and measured.
struct Stage {
  private let store: ListStore

  /// Opens a store with the default settings: each commit is on the disk before it is acknowledged.
  init(store path: String) throws {
    store = try ListStore(path: path)
  }

  /// Commits every list of a history, replays the feed in both modes, and compares.
  func perform(_ history: some History) throws -> Performance {
    var history = history
    var performance = Performance(title: history.title, label: history.label)
    try commit(&history, into: &performance)
    try readFeed(of: history.list, into: &performance)
    for mode in ReplayProof.Mode.allCases {
      var meter = ProgressMeter("replay \(mode)", total: performance.versions)
      performance.replays.append(
        try ReplayProof(of: history.list, in: store, mode: mode, comparing: .snapshots)
          .run { meter.update($0) }
      )
      meter.clear()
    }
    return performance
  }

  private func commit(_ history: inout some History, into performance: inout Performance) throws {
    let clock = ContinuousClock()
    var work = ListImport(into: history.list, of: store)
    var meter = ProgressMeter("commit", total: history.count)
    defer { meter.clear() }
    while let (name, step) = try history.next() {
      let start = clock.now
      let commit = try work.commit(step, from: name)
      performance.commitTimes.append(clock.now - start)
      meter.update(work.tally.count)
      if commit.outcome == .committed { performance.names[commit.version] = name }
      // Computed from the committed list itself; every later reading must give the same fingerprint.
      performance.fingerprints[commit.version] = try step.list.fingerprint()
      performance.cells = step.list.cellCount
      performance.sections = step.list.sections.count
    }
    performance.tally = work.tally
  }

  private func readFeed(of list: List.ID, into performance: inout Performance) throws {
    var largest: Change?
    for change in try store.changes(of: list) {
      let counts = OperationCounts(change.changeset)
      performance.operations += counts
      if performance.fingerprints[change.version] != change.fingerprint {
        performance.strangers.append(change.version)
      }
      // The first version only inserts, so it is shown only if there is no other.
      let isLarger =
        change.changeset.operationCount > largest?.changeset.operationCount ?? -1
        || largest?.parent == 0
      if isLarger { largest = change }
    }
    if let largest {
      performance.mostChanged = MostChanged(
        version: largest.version,
        before: try store.snapshot(of: list, at: largest.parent).list,
        after: try store.snapshot(of: list, at: largest.version).list,
        changeset: largest.changeset
      )
    }
    performance.feedBytes =
      try store.statistics().lists.first { $0.id == list }?.feedBytes ?? 0
  }
}

/// The results of a history.
struct Performance {
  let title: String
  let label: (Cell) -> String

  var tally = ListImport.Tally()
  /// The name of each version.
  var names: [Int: String] = [:]
  /// The fingerprint of each version, computed from the committed list.
  var fingerprints: [Int: Fingerprint] = [:]
  /// Versions whose recorded fingerprint differs from that.
  var strangers: [Int] = []
  /// The cells and sections of the last version.
  var cells = 0
  var sections = 0
  var commitTimes: [Duration] = []
  var operations = OperationCounts()
  var feedBytes = 0
  var mostChanged: MostChanged?
  var replays: [ReplayProof.Report] = []

  init(title: String, label: @escaping (Cell) -> String) {
    self.title = title
    self.label = label
  }

  var versions: Int { tally.version }

  /// Whether every version was read back as it was committed, in every mode.
  var isExact: Bool {
    strangers.isEmpty && replays.allSatisfy { $0.difference == nil && $0.exact == versions }
  }

  var medianCommitTime: Duration {
    commitTimes.isEmpty ? .zero : commitTimes.sorted()[commitTimes.count / 2]
  }

  var slowestCommitTime: Duration { commitTimes.max() ?? .zero }
}

/// The version with the most changes, and its parent.
struct MostChanged {
  let version: Int
  let before: List
  let after: List
  let changeset: Changeset
}
