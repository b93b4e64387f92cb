import ArgumentParser
import ListDiff
import ListModel
import ListPostgres
import ListStorage

struct PushCommand: AsyncParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Brings a list with its past into a log on PostgreSQL.",
    discussion: """
      Versions, fingerprints, times, authors and keys stay as they are. When the log has the list already, \
      the versions after its newest one are added; two lists with different pasts are an error, and nothing \
      is changed. A list that has forgotten its first versions begins in the log with the oldest one it has.

      The address is a connection string of PostgreSQL. An interrupted push goes on when it is run again.

      EXAMPLES
        liststore push home.db home postgres://app@db1/lists
        liststore push home.db home postgres://app@db1,db2/lists
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions
  @OptionGroup var log: LogAddress
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let store = try store.open(.readOnly, for: list.id)
    let info = try store.info(of: list.id)
    let log = try await log.open()
    let start = try await start(of: info, from: store, in: log)
    var meter = ProgressMeter("push", total: info.version - start)
    defer { meter.clear() }
    var version = start
    while version < info.version {
      for change in try store.changes(
        of: list.id,
        after: version,
        through: min(version + 500, info.version)
      ) {
        try await push(change, to: log)
        version = change.version
        meter.update(version - start)
      }
    }
    meter.clear()
    try output.print(
      [Moved(list: list.id.rawValue, version: info.version, moved: info.version - start)],
      as: .report
    ) { text in
      try text.line(
        start == info.version
          ? "the log has version \(info.version) of list \"\(list.id)\" already"
          : "the log has list \"\(list.id)\" up to version \(info.version); "
            + "\((info.version - start).counting("version")) new there"
      )
    }
  }

  /// Returns the version after which changes are missing in the log.
  private func start(of info: ListInfo, from store: ListStore, in log: PostgresLog) async throws
    -> Int
  {
    let oldest = try store.oldestVersion(of: info.id)
    guard let head = try await log.head(of: info.id) else {
      guard oldest > 1 else { return 0 }
      try await log.begin(with: store.snapshot(of: info.id, at: oldest))
      return oldest
    }
    guard head.version <= info.version else {
      throw PushRefused(
        reason:
          "the log has list \"\(info.id)\" up to version \(head.version), and the store up to "
          + "\(info.version): \"liststore pull\" brings what is missing here"
      )
    }
    guard head.version >= oldest else {
      throw PushRefused(
        reason:
          "the log has list \"\(info.id)\" up to version \(head.version), and the store has forgotten "
          + "the versions before \(oldest)"
      )
    }
    guard try store.snapshot(of: info.id, at: head.version).fingerprint == head.fingerprint else {
      throw ListStoreError.forked(list: info.id, version: head.version)
    }
    return head.version
  }

  private func push(_ change: Change, to log: PostgresLog) async throws {
    switch try await log.append(change) {
    case .appended(change.version), .duplicate(change.version): return
    case .appended(let version), .duplicate(let version):
      throw PushRefused(
        reason: "the log has the key of version \(change.version) as version \(version)"
      )
    case .conflict(let head):
      throw PushRefused(
        reason:
          "another writer has brought list \"\(change.list)\" to version \(head.version) meanwhile"
      )
    }
  }
}

/// The answer of a command that moves a list.
struct Moved: Encodable {
  var list: String
  var version: Int
  var moved: Int
}

/// Why a list cannot be brought into a log.
struct PushRefused: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}

/// The address of a log.
struct LogAddress: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The log: postgres://USER@HOST/DATABASE.", valueName: "URL")
  )
  var address: String

  mutating func validate() throws { try Self.check(address) }

  /// Checks that an address names a database of PostgreSQL.
  static func check(_ address: String, _ option: String? = nil) throws {
    guard address.hasPrefix("postgres://") || address.hasPrefix("postgresql://") else {
      let name = option.map { "\($0) " } ?? ""
      throw ValidationError("\(name)\(address): expected postgres://USER@HOST/DATABASE")
    }
  }

  /// Opens the log.
  func open() async throws -> PostgresLog { try await PostgresLog(address, connections: 4) }
}
