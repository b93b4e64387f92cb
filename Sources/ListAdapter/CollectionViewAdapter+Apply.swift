public import ListDiff
public import ListModel

extension CollectionViewAdapter {
  /// Called once with what became of an `apply`.
  public typealias Completion = (ApplyOutcome) -> Void

  /// The list that is shown; during an update, what the view was told last.
  ///
  /// - Complexity: O(1) if it was asked for before, or applied as a whole; else O(sections + cells of
  ///   the sections that changed since).
  public func snapshot() -> List? { shown?.original.list }

  /// The version that is shown; 0 before the first one.
  public var version: Int { shown?.version ?? 0 }

  /// Shows a list.
  ///
  /// - Parameters:
  ///   - list: The list; its event handlers replace those of the list before.
  ///   - version: The version of a stored list; without it, versions are counted.
  ///   - updateStrategy: How the differences are shown.
  ///   - anchor: What stays in its place on screen.
  ///   - completion: Called once, possibly before this method returns.
  public func apply(
    _ list: List,
    version: Int? = nil,
    updateStrategy: CollectionViewAdapterUpdateStrategy = .animatedBatchUpdates,
    anchor: ScrollAnchor = .contentOffset,
    completion: Completion? = nil
  ) {
    let newest = newestVersion
    let version = version ?? newest + 1
    guard version >= newest else {
      refuse(.staleVersion(version, shown: newest), completion)
      return
    }
    submit(
      PresentationRequest(
        target: VersionedList(list: list, version: version),
        strategy: updateStrategy,
        anchor: anchor,
        ticket: answers.enter(completion)
      )
    )
  }

  /// Shows the next version of a stored list, by the changes its feed recorded.
  ///
  /// Before anything is shown, the change is proved to continue the version and fingerprint shown
  /// (or waiting to be), and to fit the list everywhere.
  ///
  /// - Parameters:
  ///   - change: The change; its parent is the newest version applied so far, 0 for none.
  ///   - updateStrategy: How the changes are shown.
  ///   - anchor: What stays in its place on screen.
  ///   - completion: Called once, possibly before this method returns.
  public func apply(
    _ change: Change,
    updateStrategy: CollectionViewAdapterUpdateStrategy = .animatedBatchUpdates,
    anchor: ScrollAnchor = .contentOffset,
    completion: Completion? = nil
  ) {
    do {
      try accept(change, updateStrategy, anchor, completion)
    } catch {
      refuse(error, completion)
    }
  }

  /// Takes a change into the queue if it continues the newest version.
  func accept(
    _ change: Change,
    _ strategy: CollectionViewAdapterUpdateStrategy,
    _ anchor: ScrollAnchor,
    _ completion: Completion?
  ) throws(CollectionViewAdapterError) {
    let succession = anchor == .contentOffset ? succession : .besides
    let target = try newest.advanced(by: change, configuration.verification, succession)
    submit(
      PresentationRequest(
        target: target,
        changes: PendingChanges(change.changeset),
        strategy: strategy,
        anchor: anchor,
        ticket: answers.enter(completion)
      )
    )
  }

  /// Shows what a changeset makes of the newest list applied so far.
  ///
  /// - Parameters:
  ///   - changeset: The changes.
  ///   - updateStrategy: How the changes are shown.
  ///   - completion: Called once, possibly before this method returns.
  public func apply(
    _ changeset: Changeset,
    updateStrategy: CollectionViewAdapterUpdateStrategy = .animatedBatchUpdates,
    completion: Completion? = nil
  ) {
    do {
      let base = newest
      submit(
        PresentationRequest(
          target: try base.advanced(by: changeset, to: base.version + 1, succession),
          changes: PendingChanges(changeset),
          strategy: updateStrategy,
          ticket: answers.enter(completion)
        )
      )
    } catch {
      refuse(error, completion)
    }
  }

  /// Shows any version of a list by a reload, whatever is shown or waits.
  ///
  /// This is what to do when a change was refused, or a feed says that it cannot continue: unlike
  /// `apply`, it may go back.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - version: Its version.
  ///   - completion: Called once, possibly before this method returns.
  public func resynchronize(with list: List, version: Int, completion: Completion? = nil) {
    submit(
      PresentationRequest(
        target: VersionedList(list: list, version: version),
        strategy: .reloadData,
        ticket: answers.enter(completion)
      )
    )
  }

  /// Shows a list, and returns when it is shown.
  ///
  /// - Returns: What became of it.
  nonisolated(nonsending) public func apply(
    _ list: List,
    version: Int? = nil,
    updateStrategy: CollectionViewAdapterUpdateStrategy = .animatedBatchUpdates
  ) async -> ApplyOutcome {
    await withCheckedContinuation { continuation in
      apply(list, version: version, updateStrategy: updateStrategy) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// Shows the next version of a stored list, and returns when it is shown.
  ///
  /// - Returns: What became of it.
  nonisolated(nonsending) public func apply(
    _ change: Change,
    updateStrategy: CollectionViewAdapterUpdateStrategy = .animatedBatchUpdates
  ) async -> ApplyOutcome {
    await withCheckedContinuation { continuation in
      apply(change, updateStrategy: updateStrategy) { continuation.resume(returning: $0) }
    }
  }
}
