package import ListStorage

/// A series of commits, closings and openings on one disk, with what was promised when.
package struct Workload {
  /// What was acknowledged after how many events of the disk.
  package struct Acknowledgement {
    package var position: Int
    package var version: Int
  }

  package let history: History
  package private(set) var acknowledgements: [Acknowledgement] = []

  package init(_ history: History) {
    self.history = history
  }

  /// Runs the workload to its end on a recording disk, from an empty folder on.
  ///
  /// Every eighth version the store is closed, which checkpoints and removes the log; every
  /// fifth, the log is checkpointed while the store is open, so that the next commit uses it again.
  package mutating func run(
    on disk: FaultDisk,
    configuration: ListStore.Configuration,
    checkpoint: (String) throws -> Void
  ) throws {
    var store: ListStore? = try ListStore(path: disk.folder.store, configuration: configuration)
    for version in history.lists.indices.dropFirst() {
      guard let open = store else { return }
      try history.commit(version, to: open)
      acknowledgements.append(.init(position: disk.position, version: version))
      if version.isMultiple(of: 5) { try checkpoint(disk.folder.store) }
      if version.isMultiple(of: 8) {
        store = nil
        store = try ListStore(path: disk.folder.store, configuration: configuration)
      }
    }
  }

  /// The last version acknowledged within the first events.
  package func acknowledged(at position: Int) -> Int {
    acknowledgements.last { $0.position <= position }?.version ?? 0
  }
}
