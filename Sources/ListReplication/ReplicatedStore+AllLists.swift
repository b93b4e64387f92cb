import ListModel
public import ListStorage

extension ReplicatedStore where Log: ListingLog {
  /// Brings all lists that the log has here, as they are now.
  ///
  /// - Throws: As ``catchUp(_:through:)``.
  public func catchUpAll() async throws {
    var backOff = BackOff(until: .now + limits.patience)
    while true {
      do {
        for try await heads in log.listHeads() {
          try await catchUp(all: heads)
          return
        }
        throw CommitLogError.unreachable(reason: "it does not name its lists")
      } catch let error as CommitLogError {
        guard case .unreachable = error, try await backOff.wait() else { throw error }
      }
    }
  }

  private func catchUp(all heads: [ListInfo]) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, head) in heads.enumerated() {
        if number >= Self.lanes { try await group.next() }
        group.addTask { try await self.catchUp(head.id, through: head.version) }
      }
      try await group.waitForAll()
    }
  }

  /// How many lists are brought here at once.
  private static var lanes: Int { 8 }

  /// Follows all lists of the log until the task is cancelled, with those that are made meanwhile.
  ///
  /// A log that does not answer is asked again, without end. A list that cannot be followed does not keep the
  /// others from it: it is tried again when it changes, a diverged one never.
  ///
  /// - Parameter report: Called with the name of a list that could not be followed, and why.
  /// - Throws: `CancellationError`; `ListStoreError.closed` when the local store is closed.
  public func followAll(
    report: @escaping @Sendable (List.ID, any Error) -> Void = { _, _ in }
  ) async throws {
    let queue = ListQueue()
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { queue.end() }
      for _ in 0..<Self.lanes {
        group.addTask {
          while let (list, version) = await queue.next() {
            try await self.bring(list, through: version, report)
            queue.finish(list)
          }
        }
      }
      group.addTask { try await self.watchHeads(queue) }
      do {
        try await group.waitForAll()
      } catch {
        queue.end()
        group.cancelAll()
        throw error
      }
    }
  }

  /// Puts lists that are newer in the log into a queue.
  private func watchHeads(_ queue: ListQueue) async throws {
    var backOff = BackOff(until: .now + .seconds(1 << 32))
    while true {
      do {
        for try await heads in log.listHeads() {
          backOff = BackOff(until: .now + .seconds(1 << 32))
          for head in heads where try store.head(of: head.id)?.version ?? 0 < head.version {
            queue.want(head.id, through: head.version)
          }
        }
        try Task.checkCancellation()
      } catch is CommitLogError {}
      _ = try await backOff.wait()
    }
  }

  private func bring(
    _ list: List.ID,
    through version: Int,
    _ report: @Sendable (List.ID, any Error) -> Void
  ) async throws {
    guard (try? requireSame(list)) != nil else { return }
    do {
      try await catchUp(list, through: version)
    } catch let error as CancellationError {
      throw error
    } catch ListStoreError.closed(let path) {
      throw ListStoreError.closed(path: path)
    } catch {
      report(list, error)
    }
  }
}
