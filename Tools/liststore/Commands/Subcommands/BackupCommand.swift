import ArgumentParser
import ListKeeping
import ListStorage

struct BackupCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copies a store, as it is at one moment, while others use it.",
    discussion: """
      DEST must not exist, and appears when it is complete and on the device. A backup is a store: \
      every command reads it. To go on from it, use "liststore restore".

      The copy is checked before it appears: the structure of the file and of the lists, and every \
      checksum. A store that "liststore verify" refuses is not copied (exit status 3), unless \
      --unchecked asks for its bytes, whatever they are.

      EXAMPLES
        liststore backup home.db home-monday.db
        liststore backup home.db bytes.db --unchecked
      """
  )

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("The file to make.", valueName: "DEST"), completion: .file())
  var destination: String

  @OptionGroup var check: CheckOptions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    try Path.require(destination, "DEST")
  }

  func run() throws {
    var meter: ProgressMeter?
    let source = try store.open(.readOnly)
    let report = try source.backup(to: destination, checking: check.check) { progress in
      meter = meter ?? ProgressMeter("backup", total: progress.total)
      meter?.update(progress.completed)
    }
    meter?.clear()
    try output.print(report, of: destination, as: "backed up to")
  }
}

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Makes a store out of a backup.",
    discussion: """
      DB must not exist; BACKUP is left as it is. The new store has the same lists in a new epoch: \
      consumers that read versions made after the backup are told to read the list again, instead \
      of being given others under the same numbers.

      The new store is checked as by "liststore backup": out of a damaged backup no store is made \
      (exit status 3), unless --unchecked asks for one. "liststore repair" makes one of what can be proved.

      EXAMPLES
        liststore restore home-monday.db home.db
      """
  )

  @Argument(help: ArgumentHelp("The file of the backup.", valueName: "BACKUP"), completion: .file())
  var backup: String

  @Argument(help: ArgumentHelp("The store to make.", valueName: "DB"), completion: .file())
  var destination: String

  @OptionGroup var check: CheckOptions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    try Path.require(backup, "BACKUP")
    try Path.require(destination, "DB")
  }

  func run() throws {
    var meter: ProgressMeter?
    let report = try ListStore.restore(backup, to: destination, checking: check.check) { progress in
      meter = meter ?? ProgressMeter("restore", total: progress.total)
      meter?.update(progress.completed)
    }
    meter?.clear()
    try output.print(report, of: destination, as: "restored to")
  }
}

/// Whether a copy is checked.
struct CheckOptions: ParsableArguments {
  @Flag(help: "Copy the bytes whatever they are, and prove nothing.")
  var unchecked = false

  var check: CopyCheck { unchecked ? .nothing : .structureAndSums }
}

extension OutputOptions {
  /// Prints the report of a complete copy of a store.
  fileprivate func print(_ report: CopyReport, of path: String, as verb: String) throws {
    try print([Copy(path, report)]) { text in
      try text.line(
        plain: "\(verb) \(path): \(report.lists.counting("list")), "
          + "\(report.sequence.counting("commit")), \(report.bytes.byteSize)"
          + (report.check == .nothing
            ? "; unchecked: \"liststore verify\" tells if it is sound" : "")
      )
    }
  }
}

/// A copy of a store for machines.
private struct Copy: Encodable {
  var file: String
  var bytes: Int
  var lists: Int
  var sequence: Int
  var checked: Bool

  init(_ path: String, _ report: CopyReport) {
    file = path
    bytes = report.bytes
    lists = report.lists
    sequence = report.sequence
    checked = report.check == .structureAndSums
  }
}
