import GRDB
import ListDiff
import ListModel
package import ListStorage

/// A process that commits a history and consumes it: every version is copied into another list and
/// noted in a table, in the transaction that moves the consumer on.
package struct Copying: Sendable {
  package let history: History
  private let copy: History

  package init(_ history: History) {
    self.history = history
    copy = history.named("copy")
  }

  /// Goes on from where a store is.
  package func run(at path: String, didConsume: (Int) -> Void) throws {
    let store = try ListStore(path: path)
    try store.write { database in
      try database.execute(
        sql: "CREATE TABLE IF NOT EXISTS seen (number INTEGER PRIMARY KEY, version INTEGER)"
      )
    }
    let last = history.lists.count - 1
    let head = try history.head(in: store)
    for version in max(head, 1)...last {
      if version > head { try history.commit(version, to: store) }
      // Now and then, so that several are waiting.
      if version.isMultiple(of: 3) || version == last { try consume(from: store, didConsume) }
    }
  }

  private func consume(from store: ListStore, _ didConsume: (Int) -> Void) throws {
    // A lease of nothing: whoever comes after a killed one need not wait.
    var consumer = try store.consumer("copying", of: history.id, lease: .zero)
    consumer.limits = .exact
    consumer.limits.page = 2
    while try consumer.consume({ delivery in
      for change in delivery.changes {
        try delivery.database.execute(
          sql: "INSERT INTO seen (version) VALUES (?)",
          arguments: [change.version]
        )
        try copy.commit(change.version, to: store, in: delivery.database)
      }
    }) {
      didConsume(try position(in: store))
    }
  }

  /// The version the consumer has.
  package func position(in store: ListStore) throws -> Int {
    do {
      return try store.consumers(of: history.id).first?.position.version ?? 0
    } catch ListStoreError.unknownList {
      return 0
    }
  }

  /// What is wrong with a store.
  package func problems(in store: ListStore) throws -> [String] {
    var problems = try history.problems(in: store) + copy.mismatches(in: store)
    let position = try position(in: store)
    let copied = try copy.head(in: store)
    if copied != position { problems.append("\(copied) copied, the consumer is at \(position)") }
    let seen = try store.write { database in
      try database.tableExists("seen")
        ? Int.fetchAll(database, sql: "SELECT version FROM seen ORDER BY number") : []
    }
    if seen != Array(0..<position).map({ $0 + 1 }) {
      problems.append("seen \(seen), the consumer is at \(position)")
    }
    return problems
  }
}
