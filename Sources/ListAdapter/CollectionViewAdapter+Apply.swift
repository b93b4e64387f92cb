public import ListDiff
public import ListModel

extension CollectionViewAdapter {
  /// Called once with the outcome of an `apply`.
  public typealias Completion = (ApplyOutcome) -> Void

  /// Returns the list that is shown; during an update, the list that the view was given last.
  ///
  /// - Complexity: O(1) if the list was read before, or applied as a whole; else O(sections + cells
  ///   of the sections that changed since).
  public func snapshot() -> List? { shown?.original.list }

  /// The version that is shown; 0 before the first one.
  public var version: Int { shown?.version ?? 0 }

  /// Shows a list.
  ///
  /// - Parameters:
  ///   - list: The list; its event handlers replace the handlers of the previous list.
  ///   - version: The version of a stored list; `nil` to count versions.
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

  /// Shows the next version of a stored list, from a change of its feed.
  ///
  /// Before anything is shown, the adapter proves that the change continues the newest version and
  /// fingerprint (shown or waiting), and that it fits the list everywhere.
  ///
  /// - Parameters:
  ///   - change: The change; its parent must be the newest version applied so far, 0 for none.
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

  /// Applies a changeset to the newest list applied so far, and shows the result.
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

  /// Shows any version of a list by a reload, whatever version is shown or waits.
  ///
  /// Call this method when a change was refused, or when a feed cannot continue. Unlike `apply`, it
  /// may go back to an older version.
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
  /// - Returns: The outcome.
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
  /// - Returns: The outcome.
  nonisolated(nonsending) public func apply(
    _ change: Change,
    updateStrategy: CollectionViewAdapterUpdateStrategy = .animatedBatchUpdates
  ) async -> ApplyOutcome {
    await withCheckedContinuation { continuation in
      apply(change, updateStrategy: updateStrategy) { continuation.resume(returning: $0) }
    }
  }
}
