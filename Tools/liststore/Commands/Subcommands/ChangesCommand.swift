import ArgumentParser
import ListDiff
import ListStorage

struct ChangesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "changes",
    abstract: "Prints the changes of a list as change documents, one per line.",
    discussion: """
      Prints the changes after version --since, oldest first. With --follow, waits for more, made \
      by any process, and prints each as it is committed, until it is interrupted (Ctrl-C), has \
      printed version --until, or has no reader any more. The list need not exist yet. Ends with 3 \
      when the store is deleted or replaced.

      A consumer that remembers the last version it applied, and comes back with --since, sees \
      each change exactly once.

      EXAMPLES
        liststore changes home.db home
        liststore changes home.db home --since 41 --follow
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Option(help: ArgumentHelp("Print what comes after this version.", valueName: "V"))
  var since = 0

  @Option(help: ArgumentHelp("The last version to print.", valueName: "V"))
  var until: Int?

  @Flag(help: "Wait for more.")
  var follow = false

  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    if let until, until < since {
      throw ValidationError("--until \(until): expected \(since) (--since) or more")
    }
  }

  func run() async throws {
    let store = try store.open(.readOnly)
    if follow {
      StandardOutput.endWithReader()
      try await Interruption.cancelling { try await printFeed(of: store) }
    } else {
      try printStored(of: store)
    }
  }

  private func printStored(of store: ListStore) throws {
    let standardOutput = StandardOutput()
    let last = try until ?? store.info(of: list.id).version
    var version = since
    repeat {
      let page = try store.changes(of: list.id, after: version, through: last, limit: 128)
      for change in page { try standardOutput.line(change.document()) }
      version += page.count
      if page.isEmpty { break }
    } while version < last
    try standardOutput.flush()
  }

  private func printFeed(of store: ListStore) async throws {
    // There is nothing to wait for, and nothing to print if the version exists.
    if until == since, since != 0 { return try printStored(of: store) }
    if until == 0 { return }
    let standardOutput = StandardOutput(.line)
    for try await change in store.feed(of: list.id, after: since) {
      try standardOutput.line(change.document())
      if change.version == until { return }
    }
  }
}
