public import ListDiff

extension CollectionViewAdapter {
  /// Shows every change of a feed, until the feed ends or a change cannot be shown.
  ///
  /// Animations do not hold up the feed. Changes that arrive while one is being shown are shown
  /// together, as one difference. So an adapter that lags catches up in one step, and memory does
  /// not grow with the lag. When the feed has ended, its last change may still be animated.
  ///
  /// - Parameters:
  ///   - feed: The changes after the version that is shown, in order.
  ///   - updateStrategy: How the changes are shown.
  /// - Throws: ``CollectionViewAdapterError`` at once when a change does not continue the newest
  ///   version, or when an earlier change could not be shown: resynchronise from a snapshot, and
  ///   replay the feed after it. Also the errors of the feed.
  nonisolated(nonsending) public func replay<Feed: AsyncSequence>(
    _ feed: Feed,
    updateStrategy: CollectionViewAdapterUpdateStrategy = .animatedBatchUpdates
  ) async throws where Feed.Element == Change {
    let failure = FirstFailure()
    for try await change in feed {
      try accept(change, updateStrategy, .contentOffset) { failure.note($0) }
      if let error = failure.error { throw error }
    }
  }
}

/// The first failure among the outcomes of a replay.
private final class FirstFailure {
  private(set) var error: CollectionViewAdapterError?

  func note(_ outcome: ApplyOutcome) {
    guard error == nil, case .failed(let failure) = outcome else { return }
    error = failure
  }
}
