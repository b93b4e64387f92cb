import ArgumentParser
import Foundation
import ListModel
import ListStorage

struct CursorsCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "cursors",
    abstract: "Shows where named consumers are, and gets them going again.",
    discussion: """
      For each consumer: the version it has, the cells it shows of the list or of a section \
      (WINDOW), how many versions it is behind (LAG), how long no other worker can take over \
      (LEASE), how often the next version has failed, and when it was last seen. A version that \
      has failed too often parks its consumer: --retry tries it again, --skip goes on without it. \
      --remove forgets a consumer, and with it what is kept because it has yet to read it.

      EXAMPLES
        liststore cursors home.db
        liststore cursors home.db home --retry search
        liststore cursors home.db --json | jq 'select(.parked)'
      """
  )

  @OptionGroup var store: StoreOptions

  @Argument(
    help: ArgumentHelp("The name of a list; all by default.", valueName: "LIST"),
    completion: ShellCompletion.lists
  )
  var list: String?

  @Option(help: ArgumentHelp("Try the version it is parked at again.", valueName: "NAME"))
  var retry: String?

  @Option(help: ArgumentHelp("Go on without what is next.", valueName: "NAME"))
  var skip: String?

  @Option(help: ArgumentHelp("Forget a consumer.", valueName: "NAME"))
  var remove: String?

  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    let verbs = [retry, skip, remove].compactMap { $0 }.count
    if verbs > 1 { throw ValidationError("--retry, --skip and --remove exclude each other") }
    if verbs == 1, list == nil { throw ValidationError("which list? LIST is missing") }
  }

  func run() throws {
    let isReading = [retry, skip, remove].allSatisfy { $0 == nil }
    let store = try store.open(
      isReading ? .readOnly : .readWrite,
      for: list.map { List.ID($0) },
      commits: .ofLog
    )
    if let list {
      let list = List.ID(list)
      if let name = retry ?? skip ?? remove { try requireConsumer(name, of: list, in: store) }
      if let retry { try store.retryConsumer(retry, of: list) }
      if let skip { try store.skipConsumer(skip, of: list) }
      if let remove { try store.removeConsumer(remove, of: list) }
      try print(try store.consumers(of: list), as: isReading ? .content : .report)
    } else {
      try print(try store.lists().flatMap { try store.consumers(of: $0.id) }, as: .content)
    }
  }

  private func requireConsumer(_ name: String, of list: List.ID, in store: ListStore) throws {
    let names = try store.consumers(of: list).map(\.name)
    guard names.contains(name) else { throw UnknownConsumer(name: name, list: list, known: names) }
  }

  private func print(_ consumers: [ConsumerInfo], as role: StandardOutput.Role) throws {
    try output.print(consumers.map(ConsumerReport.init), as: role) { text in
      if consumers.isEmpty { return try text.line("no consumers") }
      for line in Self.lines(consumers) { try text.line(line) }
    }
  }

  private static func lines(_ consumers: [ConsumerInfo]) -> [String] {
    var table = TextTable(
      .init(title: "LIST"),
      .init(title: "CONSUMER"),
      .init(title: "VERSION", alignment: .trailing),
      .init(title: "LAG", alignment: .trailing),
      .init(title: "LEASE", alignment: .trailing),
      .init(title: "FAILURES", alignment: .trailing),
      .init(title: "LAST SEEN"),
      .init(title: "PARKED")
    )
    for consumer in consumers {
      table.add(
        consumer.list.rawValue,
        consumer.name,
        consumer.position.version.grouped,
        consumer.lag.grouped,
        consumer.lease?.text ?? "free",
        consumer.failures.grouped,
        consumer.lastSeen.timestamp ?? "unknown",
        consumer.parked ?? "no"
      )
    }
    return table.lines(on: .output)
  }
}

/// A consumer that a list does not have.
struct UnknownConsumer: Error, CustomStringConvertible {
  let name: String
  let list: List.ID
  /// The consumers of the list.
  let known: [String]

  /// One sentence for people.
  var description: String {
    let names = known.prefix(10).map { "\"\($0)\"" } + (known.count > 10 ? ["…"] : [])
    return "list \"\(list)\" has no consumer \"\(name)\"; "
      + (names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))")
  }
}

/// A consumer for machines.
struct ConsumerReport: Encodable {
  var list: String
  var name: String
  var version: Int
  var lag: Int
  var token: String
  var lastSeen: Date
  /// In seconds.
  var lease: Double?
  var failures: Int
  var parked: String?

  init(_ consumer: ConsumerInfo) {
    list = consumer.list.rawValue
    name = consumer.name
    version = consumer.position.version
    lag = consumer.lag
    token = consumer.position.description
    lastSeen = consumer.lastSeen
    lease = consumer.lease.map { $0 / .seconds(1) }
    failures = consumer.failures
    parked = consumer.parked
  }
}
