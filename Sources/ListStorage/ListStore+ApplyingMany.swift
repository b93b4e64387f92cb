import Dispatch
public import ListDiff
import ListModel

extension ListStore {
  /// Appends changes that were decided elsewhere, in order, while the task is suspended: all of them in one
  /// transaction.
  ///
  /// Changes of one list that follow each other are recorded one by one, and its rows are written once: what
  /// the changes come to together, which must have the fingerprint of the last one. So a replica that is many
  /// versions behind catches up far faster than by applying each change for itself.
  ///
  /// - Parameter changes: Changes in the order of their versions. Those that the store has already are passed
  ///   over.
  /// - Throws: As the form for one change; `CancellationError` when the task was cancelled before its turn
  ///   came. Nothing has changed then.
  /// - Complexity: O(operations of all changes), besides the rows that differ in the end.
  public func apply(_ changes: [Change]) async throws {
    guard let first = changes.first else { return }
    let requests = changes.map { CommitRequest(recording: $0) }
    for request in requests { try request.validate() }
    let undo = { [heads] in heads.removeAll() }
    let waiting = WaitingCommit(key: first.key, undo: undo) { [self] database in
      let generation = self.database.generation.current
      var commits: [Commit] = []
      do {
        for run in changes.runs {
          let committer = committer(
            .recorded(changes[run.lowerBound], replacing: .nothing),
            requests[run.lowerBound],
            generation,
            database
          )
          let (made, head) = try committer.commit(run: changes[run])
          heads.insert(head, generation: generation)
          commits += made
        }
      } catch {
        // The changes before this one are undone as well.
        heads.removeAll()
        throw error
      }
      return commits
    }
    let start = ContinuousClock.now
    do {
      let commits = try await database.commit(waiting)
      await finish(commits, since: start)
    } catch {
      if !(error is CancellationError) {
        database.report(.commitFailed(list: first.list, error))
      }
      throw error
    }
  }

  /// Wakes feeds, tells the configuration's listener, and does the upkeep that is due.
  private func finish(_ commits: [Commit], since start: ContinuousClock.Instant) async {
    if commits.contains(where: { $0.outcome == .committed }) { signal.notify() }
    let duration = start.duration(to: .now)
    for commit in commits { database.report(.committed(commit, duration: duration)) }
    let due = commits.filter(mustKeepUp)
    guard !due.isEmpty else { return }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        for commit in due { self.keepUp(after: commit) }
        continuation.resume()
      }
    }
  }
}

extension CommitRequest {
  /// The request that records a change as it was made elsewhere.
  fileprivate init(recording change: Change) {
    self.init(
      list: change.list,
      options: CommitOptions(key: change.key, author: change.author, message: change.message)
    )
  }
}

extension [Change] {
  /// The longest parts whose changes are of one list, and of versions that follow each other.
  fileprivate var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    for (index, change) in enumerated() {
      if let last = runs.last, self[index - 1].isFollowed(by: change) {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }
}

extension Change {
  fileprivate func isFollowed(by next: Change) -> Bool {
    list == next.list && version == next.parent && next.version == next.parent + 1
      && fingerprint == next.parentFingerprint
  }
}
