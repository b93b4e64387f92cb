import ArgumentParser
import Foundation
import ListModel
import ListPostgres
import ListReplication
import ListStorage

/// The log that a store follows.
struct LogOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store is this host's copy of the lists of a log: postgres://USER@HOST/DATABASE.",
      valueName: "URL"
    )
  )
  var log: String?

  @Option(
    help: ArgumentHelp(
      "The name of this host in the log; else that of the machine, with the store's path.",
      valueName: "name"
    )
  )
  var logName: String?

  mutating func validate() throws {
    if let log { try LogAddress.check(log, "--log") }
    guard logName == nil || log != nil else {
      throw ValidationError("--log-name names this host in a log: expected --log URL as well")
    }
    if logName == "" { throw ValidationError("--log-name is empty: expected a name") }
  }

  /// How a command uses the log.
  enum Use {
    /// It comes once.
    case visit
    /// It follows for long: the log keeps what the host still needs.
    case follow
  }

  /// Whose commits the store takes.
  var commits: CopyOfLog.Commits { log == nil ? .own : .ofLog }

  /// Returns a store that follows the log; `nil` if none is named.
  ///
  /// - Throws: `PostgresLogError`.
  func replica(_ store: ListStore, to use: Use) async throws -> ReplicatedStore<PostgresLog>? {
    guard let log else { return nil }
    let own = use == .follow ? Self.defaultName(of: store) : nil
    let opened = try await PostgresLog(log, host: logName ?? own)
    CopyOfLog.note(store.path, log: log)
    return ReplicatedStore(store, following: opened)
  }

  private static func defaultName(of store: ListStore) -> String {
    let path = URL(fileURLWithPath: store.path).standardizedFileURL.path
    return "\(ProcessInfo.processInfo.hostName):\(path)"
  }

  /// Brings a list here as the log has it now; does nothing if no log is named.
  ///
  /// - Throws: ``UnknownInLog`` when neither the store nor the log has the list.
  func bring(_ list: List.ID, into store: ListStore) async throws {
    guard let replica = try await replica(store, to: .visit) else { return }
    guard try await replica.catchUp(list) != nil else { throw UnknownInLog(list: list) }
  }
}

extension ReplicatedStore where Log: ListingLog {
  /// Follows all lists until the task is cancelled, and says on standard error which could not be followed.
  func followReporting() async throws {
    try await followAll { list, error in
      Standard.error.write(lines: "liststore: list \"\(list)\" cannot be followed: \(error)")
    }
  }
}
