import ArgumentParser
import Foundation
import ListModel
import ListPostgres

struct LogStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log-status",
    abstract: "Shows the lists, hosts and standbys of a log on PostgreSQL.",
    discussion: """
      For each list: its newest version, the version after which all changes are kept, their bytes, the \
      newest snapshot. For each host: how far it is, and when it came last. For each standby of the server: \
      whether commits wait for it.

      EXAMPLES
        liststore log-status postgres://app@db1/lists
        liststore log-status postgres://app@db1/lists --json | jq '.hosts[] | select(.lag > 1000)'
      """
  )

  @OptionGroup var log: LogAddress
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let status = try await log.open().status()
    try output.print([Document(status)], as: .content) { text in
      if status.lists.isEmpty { try text.line("no lists") }
      var lists = TextTable(
        .init(title: "LIST"),
        .init(title: "VERSION", alignment: .trailing),
        .init(title: "KEPT AFTER", alignment: .trailing),
        .init(title: "BYTES", alignment: .trailing),
        .init(title: "SNAPSHOT", alignment: .trailing)
      )
      for list in status.lists {
        lists.add(
          list.list.rawValue,
          "\(list.version)",
          "\(list.floor)",
          "\(list.byteCount)",
          list.snapshot.map { "\($0)" } ?? "-"
        )
      }
      if !status.lists.isEmpty { for line in lists.lines(on: .output) { try text.line(line) } }
      try printHosts(of: status, text)
      for standby in status.standbys {
        try text.line("standby \(standby.name): \(standby.state), \(standby.synchronisation)")
      }
    }
  }

  private func printHosts(of status: LogStatus, _ text: StandardOutput) throws {
    guard !status.hosts.isEmpty else { return }
    var hosts = TextTable(
      .init(title: "HOST"),
      .init(title: "LIST"),
      .init(title: "VERSION", alignment: .trailing),
      .init(title: "BEHIND", alignment: .trailing),
      .init(title: "SEEN")
    )
    for host in status.hosts {
      hosts.add(
        host.host,
        host.list.rawValue,
        "\(host.version)",
        "\(host.lag)",
        host.seen.formatted(.iso8601)
      )
    }
    for line in hosts.lines(on: .output) { try text.line(line) }
  }

  private struct Document: Encodable {
    struct ListRow: Encodable {
      var list: String
      var version: Int
      var floor: Int
      var bytes: Int
      var snapshot: Int?
    }
    struct HostRow: Encodable {
      var host: String
      var list: String
      var version: Int
      var lag: Int
      var seen: String
    }
    struct StandbyRow: Encodable {
      var name: String
      var state: String
      var synchronisation: String
    }
    var lists: [ListRow]
    var hosts: [HostRow]
    var standbys: [StandbyRow]

    init(_ status: LogStatus) {
      lists = status.lists.map {
        ListRow(
          list: $0.list.rawValue,
          version: $0.version,
          floor: $0.floor,
          bytes: $0.byteCount,
          snapshot: $0.snapshot
        )
      }
      hosts = status.hosts.map {
        HostRow(
          host: $0.host,
          list: $0.list.rawValue,
          version: $0.version,
          lag: $0.lag,
          seen: $0.seen.formatted(.iso8601)
        )
      }
      standbys = status.standbys.map {
        StandbyRow(name: $0.name, state: $0.state, synchronisation: $0.synchronisation)
      }
    }
  }
}
