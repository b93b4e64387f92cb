import ArgumentParser
import Foundation
import ListKeeping
import ListModel
import ListStorage

struct RepairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Makes a new store out of what can be read of a damaged one.",
    discussion: """
      DB must not exist; DAMAGED is only read: keep it until the new store is in use. With --in-place, the \
      new store takes the name of the damaged one, which is set aside as DAMAGED-damaged: until the new \
      one is complete, nothing is changed. A store that is sound stays where it is.

      A list's rows and its changes say the same twice, so most damage to one is made good from the \
      other. A change between two sound versions is made again; where versions are lost, those before \
      them become a list of their own. Where the newest version is lost, what is left of it becomes a \
      list of its own. A list whose name is lost is saved under one that says so. What is saved is \
      proved by its fingerprint, or, of a part, by its digests; nothing is guessed. Consumers are told to read their lists again.

      Exits with 1 if anything could not be saved; what could be is in the new file all the same.

      EXAMPLES
        liststore repair damaged.db saved.db
        liststore repair home.db --in-place
        liststore repair damaged.db saved.db --json | jq -c '.lists[] | .problems'
      """
  )

  @Argument(
    help: ArgumentHelp("The file of the damaged store.", valueName: "DAMAGED"),
    completion: .file()
  )
  var damaged: String

  @Argument(help: ArgumentHelp("The store to make.", valueName: "DB"), completion: .file())
  var destination: String?

  @Flag(help: "Give the new store the name of the damaged one, and that another.")
  var inPlace = false

  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    try Path.require(damaged, "DAMAGED")
    if let destination { try Path.require(destination, "DB") }
    guard (destination == nil) == inPlace else {
      throw ValidationError(
        inPlace
          ? "with --in-place, the store has the name DAMAGED, not DB: leave one of them out"
          : "missing DB, the store to make; or --in-place, to repair it where it is"
      )
    }
  }

  func run() throws {
    var meter = ProgressMeter("repair")
    let report: RepairReport
    do {
      defer { meter.clear() }
      report =
        if let destination {
          try ListStore.repair(damaged, to: destination) { meter.update($0) }
        } else {
          try ListStore.repair(inPlace: damaged) { meter.update($0) }
        }
    }
    try output.print([Findings(report)]) { text in
      for line in report.lines { try text.line(plain: line) }
    }
    if !report.isComplete { throw Refusal() }
  }
}

/// A report for machines.
private struct Findings: Encodable {
  struct List: Encodable {
    var list: String
    var named: Bool
    var complete: Bool
    var expected: Versions
    var saved: Versions?
    var earlier: Earlier?
    var remains: String?
    var problems: [String]
  }

  struct Earlier: Encodable {
    var list: String
    var saved: Versions
  }

  struct Versions: Encodable {
    var first: Int
    var last: Int

    init(_ versions: ClosedRange<Int>) {
      first = versions.lowerBound
      last = versions.upperBound
    }
  }

  var complete: Bool
  /// Only there with `--in-place`, when nothing had to be repaired.
  var sound: Bool?
  var lists: [List]
  var problems: [String]
  var otherTables: [String]?
  var setAside: String?

  init(_ report: RepairReport) {
    complete = report.isComplete
    sound = report.wasSound ? true : nil
    setAside = report.setAside
    otherTables = report.otherTables.isEmpty ? nil : report.otherTables
    problems = report.problems
    lists = report.lists.map {
      List(
        list: $0.id.rawValue,
        named: $0.hasName,
        complete: $0.isComplete,
        expected: Versions($0.expected),
        saved: $0.saved.map(Versions.init),
        earlier: $0.earlier.map { Earlier(list: $0.list.rawValue, saved: Versions($0.versions)) },
        remains: $0.remains?.rawValue,
        problems: $0.problems
      )
    }
  }
}

extension RepairReport {
  /// A report for people.
  fileprivate var lines: [String] {
    problems
      + lists.flatMap { list in
        [list.sentence] + list.problems.map { "  \($0)" }
      }
      + [verdict]
      + (otherTables.isEmpty
        ? [] : ["not in the new file: the tables \(otherTables.joined(separator: ", "))"])
      + (setAside.map { ["the damaged store is now \($0)"] } ?? [])
  }

  private var verdict: String {
    if wasSound { return "the store is sound; nothing was changed" }
    if isComplete { return lists.isEmpty ? "there was no list to save" : "everything was saved" }
    return lists.contains { $0.saved != nil || $0.remains != nil }
      ? "not everything could be saved" : "nothing could be saved"
  }
}

extension RepairReport.ListReport {
  fileprivate var sentence: String {
    let expected = "versions \(expected.lowerBound) to \(expected.upperBound)"
    let rest = remains.map { "; what is left of the newest is in \"\($0)\"" } ?? ""
    guard let saved else {
      return "\(id): \(remains == nil ? "nothing" : "no whole version") of \(expected)\(rest)"
    }
    guard saved != self.expected else { return "\(id): \(expected)" }
    let sentence = "\(id): versions \(saved.lowerBound) to \(saved.upperBound) of \(expected)"
    let past = earlier.map { "; those before the damage are in \"\($0.list)\"" } ?? ""
    return sentence + past + rest
  }
}
