import ArgumentParser
import ListModel
import ListPostgres
import ListReplication
import ListStorage

struct PullCommand: AsyncParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Brings a list with its past from a log on PostgreSQL.",
    discussion: """
      The store is made if it is missing. Versions, fingerprints, times, authors and keys are those of the \
      log. When the log does not have the first versions any more, the list begins with the oldest snapshot \
      that the log can go on from. A list whose past here is another than the log's is an error.

      EXAMPLES
        liststore pull copy.db home postgres://app@db1/lists
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions
  @OptionGroup var log: LogAddress
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let log = try await log.open()
    guard let head = try await log.head(of: list.id) else { throw UnknownInLog(list: list.id) }
    let store = try store.openToCommit(to: list.id, commits: .ofLog)
    let start = try store.head(of: list.id)?.version ?? 0
    let replica = ReplicatedStore(store, following: log)
    try await replica.catchUp(list.id, through: head.version)
    let version = try store.info(of: list.id).version
    try output.print(
      [Moved(list: list.id.rawValue, version: version, moved: version - start)],
      as: .report
    ) { text in
      try text.line(
        start == version
          ? "the store has version \(version) of list \"\(list.id)\" already"
          : "the store has list \"\(list.id)\" up to version \(version); it was at \(start)"
      )
    }
    try store.close()
  }
}

/// A list that a log does not have.
struct UnknownInLog: Error, CustomStringConvertible {
  let list: List.ID
  var description: String {
    "the log has no list \"\(list)\"; \"liststore log-status URL\" names those it has"
  }
}
