import ListDiff
import ListModel
import ListPostgres
import ListStorage
import Synchronization

/// A log that counts the conflicts of another one.
final class CountingLog: CommitLog {
  private let log: PostgresLog
  private let conflicts = Mutex(0)

  init(_ log: PostgresLog) {
    self.log = log
  }

  var conflictCount: Int { conflicts.withLock { $0 } }

  func append(_ change: Change) async throws -> AppendOutcome {
    let outcome = try await log.append(change)
    if case .conflict = outcome { conflicts.withLock { $0 += 1 } }
    return outcome
  }

  func feed(of list: List.ID, after version: Int) -> PostgresFeed {
    log.feed(of: list, after: version)
  }

  func head(of list: List.ID) async throws -> ListInfo? { try await log.head(of: list) }
  func beginning(of list: List.ID) async throws -> Snapshot? { try await log.beginning(of: list) }
}
