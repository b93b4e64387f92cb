import ArgumentParser
import ListModel
import ListStorage

struct VerifyCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Recomputes everything in a store and compares it with what is stored.",
    discussion: """
      Checks the file, replays every change of every list, recomputes every fingerprint, and \
      compares the result with the stored heads. Writes nothing; other processes can go on. Exits \
      with 1 and a line per problem if anything is wrong.

      EXAMPLES
        liststore verify home.db
        liststore verify home.db --json | jq .problems
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    var meter: ProgressMeter?
    let report = try verify { progress in
      meter = meter ?? ProgressMeter("verify", total: progress.total)
      meter?.update(progress.completed)
    }
    meter?.clear()
    try output.print([Findings(report)]) { text in
      for problem in report.problems { try text.line(plain: "\(problem)") }
      try text.line(report.sentence)
    }
    if !report.isSound { throw Refusal() }
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
