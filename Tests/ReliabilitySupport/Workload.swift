package import ListStorage
import Synchronization

/// A series of commits, closings and openings on one disk, with what was promised when.
package struct Workload {
  /// What was acknowledged after how many events of the disk.
  package struct Acknowledgement {
    package var position: Int
    package var version: Int
  }

  package let history: History
  package private(set) var acknowledgements: [Acknowledgement] = []
  /// How often the whole log was moved into the database while the store stayed open.
  package private(set) var checkpointCount = 0

  package init(_ history: History) {
    self.history = history
  }

  /// Runs the workload to its end on a recording disk, from an empty folder on.
  package mutating func run(
    on disk: FaultDisk,
    configuration: ListStore.Configuration = .init()
  ) throws {
    var acknowledgements: [Acknowledgement] = []
    let checkpoints = Mutex(0)
    var configuration = configuration
    configuration.onEvent = { event in
      if case .checkpointed(let checkpoint) = event, checkpoint.isComplete {
        checkpoints.withLock { $0 += 1 }
      }
    }
    try Workload.run(history, at: disk.folder.store, configuration: configuration) { version in
      acknowledgements.append(.init(position: disk.position, version: version))
    }
    self.acknowledgements = acknowledgements
    checkpointCount = checkpoints.withLock { $0 }
  }

  /// Commits the versions of a history that a store has not yet.
  ///
  /// Every eighth version the store is closed, which checkpoints and removes the log; every few
  /// versions, a checkpoint is made while the store is open, so that the next commit uses the log
  /// again.
  package static func run(
    _ history: History,
    at path: String,
    configuration: ListStore.Configuration = .init(),
    didCommit: (Int) -> Void
  ) throws {
    var configuration = configuration
    configuration.checkpointThreshold = 48 << 10
    configuration.spanLengths = ListStore.Configuration.takingTwoTogether.spanLengths
    var store: ListStore? = try ListStore(path: path, configuration: configuration)
    let first = try store.map { try history.head(in: $0) } ?? 0
    for version in history.lists.indices.dropFirst(first + 1) {
      if store == nil { store = try ListStore(path: path, configuration: configuration) }
      guard let open = store else { return }
      try history.commit(version, to: open)
      didCommit(version)
      if version.isMultiple(of: 8) { store = nil }
    }
  }

  /// The last version acknowledged within the first events.
  package func acknowledged(at position: Int) -> Int {
    acknowledgements.last { $0.position <= position }?.version ?? 0
  }
}
