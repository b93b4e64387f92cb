import ArgumentParser
import ListKeeping
import ListModel
import ListPostgres
import ListReplication
import ListStorage

struct VerifyCommand: AsyncParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Recomputes everything in a store and compares it with what is stored.",
    discussion: """
      Checks the file, replays every change of every list, recomputes every fingerprint, and \
      compares the result with the stored heads. Writes nothing; other processes can go on. Exits \
      with 1 and a line per problem if anything is wrong.

      With --log, DB is this host's copy of a log that many hosts share: what is new there comes first, then \
      every version that both have must have the same fingerprint in both. A list that DB has and the log does \
      not is a problem too.

      EXAMPLES
        liststore verify home.db
        liststore verify home.db --json | jq .problems
        liststore verify replica.db --log postgres://app@db1/lists
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var log: LogOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let differences = try await differences()
    var meter: ProgressMeter?
    var report = try verify { progress in
      meter = meter ?? ProgressMeter("verify", total: progress.total)
      meter?.update(progress.completed)
    }
    meter?.clear()
    report.problems += differences
    try output.print([Findings(report)]) { text in
      for problem in report.problems { try text.line(plain: "\(problem)") }
      try text.line(report.sentence)
    }
    if !report.isSound { throw Refusal() }
  }

  /// Returns where the store and the log that it follows have different lists.
  private func differences() async throws -> [VerificationReport.Problem] {
    guard log.log != nil else { return [] }
    let store = try store.open(.createIfMissing, commits: .ofLog)
    guard let replica = try await log.replica(store, to: .visit) else { return [] }
    let lists = try await replica.log.lists().map(\.id)
    var problems: [VerificationReport.Problem] = []
    for list in lists {
      do {
        try await replica.catchUp(list)
        problems += try await replica.difference(of: list).map { [$0] } ?? []
      } catch let error as ReplicationError {
        problems.append(.init(list: list, reason: "\(error)"))
      }
    }
    for list in try store.lists().map(\.id) where !lists.contains(list) {
      problems.append(.init(list: list, reason: "the log does not have it"))
    }
    try store.close()
    return problems
  }

  /// Verifies a store, even one that is too corrupted to be opened.
  private func verify(
    _ progress: (VerificationProgress) -> Void
  ) throws -> VerificationReport {
    let opened: ListStore
    do {
      opened = try store.open(.readOnly)
    } catch ListStoreError.corrupted {
      return try ListStore.verify(store.database, progress: progress)
    }
    return try opened.verify(progress: progress)
  }
}

/// A report for machines.
private struct Findings: Encodable {
  struct Problem: Encodable {
    var list: String?
    var version: Int?
    var reason: String
  }

  var sound: Bool
  var lists: Int
  var versions: Int
  var cells: Int
  var versionsWithoutChecksum: Int
  var problems: [Problem]

  init(_ report: VerificationReport) {
    sound = report.isSound
    lists = report.lists
    versions = report.versions
    cells = report.cells
    versionsWithoutChecksum = report.versionsWithoutChecksum
    problems = report.problems.map {
      Problem(list: $0.list?.rawValue, version: $0.version, reason: $0.reason)
    }
  }
}

extension VerificationReport {
  /// A report for people.
  fileprivate var sentence: String {
    let extent =
      "\(lists.counting("list")), \(versions.counting("version")), \(cells.counting("cell"))"
    let verdict = isSound ? "ok: \(extent)" : "\(problems.count.counting("problem")) in \(extent)"
    guard versionsWithoutChecksum > 0 else { return verdict }
    return
      "\(verdict); \(versionsWithoutChecksum.counting("version")) without a checksum of author and time"
  }
}

extension ReplicatedStore<PostgresLog> {
  /// Returns the first version of a list that both have, with different fingerprints; `nil` if there is none.
  fileprivate func difference(of list: List.ID) async throws -> VerificationReport.Problem? {
    var version = try store.oldestVersion(of: list) - 1
    while true {
      let theirs = try await log.fingerprints(of: list, after: version)
      guard let first = theirs.first, let last = theirs.last else { return nil }
      let own = try store.changes(of: list, after: first.version - 1, through: last.version)
      for (change, their) in zip(own, theirs)
      where change.version != their.version || change.fingerprint != their.fingerprint {
        return .init(
          list: list,
          version: their.version,
          reason:
            "it has fingerprint \(change.fingerprint) here and \(their.fingerprint) in the log"
        )
      }
      version = last.version
    }
  }
}
