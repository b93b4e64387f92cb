import ArgumentParser
import ListStorage

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copies a store, as it is at one moment, while others use it.",
    discussion: """
      DEST must not exist, and appears when it is complete and on the device. A backup is a store: \
      every command reads it. To go on from it, use "liststore restore".

      EXAMPLES
        liststore backup home.db home-monday.db
        liststore verify home-monday.db
      """
  )

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("The file to make.", valueName: "DEST"), completion: .file())
  var destination: String

  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    try Path.require(destination, "DEST")
  }

  func run() throws {
    var meter: ProgressMeter?
    let source = try store.open(.readOnly)
    let report = try source.backup(to: destination) { progress in
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
      consumers that read versions made after the backup are told to read the list anew, instead \
      of being given others under the same numbers.

      EXAMPLES
        liststore restore home-monday.db home.db
      """
  )

  @Argument(help: ArgumentHelp("The file of the backup.", valueName: "BACKUP"), completion: .file())
  var backup: String

  @Argument(help: ArgumentHelp("The store to make.", valueName: "DB"), completion: .file())
  var destination: String

  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    try Path.require(backup, "BACKUP")
    try Path.require(destination, "DB")
  }

  func run() throws {
    var meter: ProgressMeter?
    let report = try ListStore.restore(backup, to: destination) { progress in
      meter = meter ?? ProgressMeter("restore", total: progress.total)
      meter?.update(progress.completed)
    }
    meter?.clear()
    try output.print(report, of: destination, as: "restored to")
  }
}

extension OutputOptions {
  /// Prints the report of a complete copy of a store.
  fileprivate func print(_ report: CopyReport, of path: String, as verb: String) throws {
    try print([Copy(path, report)]) { text in
      try text.line(
        plain: "\(verb) \(path): \(report.lists.counting("list")), "
          + "\(report.sequence.counting("commit")), \(report.bytes.byteSize)"
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

  init(_ path: String, _ report: CopyReport) {
    file = path
    bytes = report.bytes
    lists = report.lists
    sequence = report.sequence
  }
}
