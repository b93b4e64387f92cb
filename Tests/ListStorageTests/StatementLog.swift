import GRDB
import ListStorage
import Synchronization

/// A store in memory that remembers which statements it has run.
final class StatementLog: Sendable {
  private let statements = Mutex<[String]>([])
  /// Whether statements are remembered with the values of their parameters.
  private let hasValues: Bool

  init(withValues hasValues: Bool = false) {
    self.hasValues = hasValues
  }

  /// Opens an empty store whose statements are remembered.
  func store() throws -> ListStore { try stores(1)[0] }

  /// Opens an empty store so many times: none knows what the others commit.
  func stores(_ count: Int) throws -> [ListStore] {
    var configuration = GRDB.Configuration()
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
      database.trace(options: .statement) { [self] event in
        if case .statement(let statement) = event {
          // However it is broken into lines.
          let sql = hasValues ? statement.expandedSQL : statement.sql
          let words = sql.split(whereSeparator: \.isWhitespace)
          statements.withLock { $0.append(words.joined(separator: " ")) }
        }
      }
    }
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    return try (0..<count).map { _ in try ListStore(in: queue) }
  }

  /// The statements `body` runs, in order.
  func statements(during body: () throws -> Void) rethrows -> [String] {
    statements.withLock { $0 = [] }
    try body()
    return statements.withLock { $0 }
  }
}
