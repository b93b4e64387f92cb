import ArgumentParser
import ListDiff
import ListModel
import ListStorage

struct ChangesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "changes",
    abstract: "Prints changes as change documents, one per line.",
    discussion: """
      Prints the changes of a list after version --since, oldest first; or those of all lists, in \
      the order of their commits, which the store numbers (each document's "sequence"): then --since \
      and --until are such numbers.

      With --follow, waits for more, made by any process, and prints each as it is committed, until \
      it is interrupted (Ctrl-C), has printed --until, or has no reader any more. The list need not \
      exist yet. Ends with 3 when the store is deleted or replaced.

      A consumer that remembers the last version it applied, or the last number, and comes back with \
      --since, sees each change exactly once. A number does not tell whether the store was restored \
      from a backup meanwhile; a token does, which --since takes as well ("liststore stats --json" \
      has the newest).

      EXAMPLES
        liststore changes home.db home
        liststore changes home.db home --since 41 --follow
        liststore changes home.db --since 4211 --follow
      """
  )

  @OptionGroup var store: StoreOptions

  @Argument(
    help: ArgumentHelp("The name of the list; all lists if there is none.", valueName: "LIST")
  )
  var list: String?

  @Option(help: ArgumentHelp("Print what comes after this version, or number.", valueName: "V"))
  var since = FeedPlace.number(0)

  @Option(help: ArgumentHelp("The last version, or number, to print.", valueName: "V"))
  var until: Int?

  @Flag(help: "Wait for more.")
  var follow = false

  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    if list != nil, case .token = since {
      throw ValidationError(
        "--since \(since.defaultValueDescription): expected a version: tokens are of all lists"
      )
    }
    if since.number < 0 {
      throw ValidationError("--since \(since.number): expected 0 or more")
    }
    if let until, until < since.number {
      throw ValidationError("--until \(until): expected \(since.number) (--since) or more")
    }
  }

  func run() async throws {
    let store = try store.open(.readOnly)
    // There is nothing to wait for, and nothing to print if the version exists.
    if !follow || until == since.number && since.number != 0 {
      try StandardOutput.printing { output in
        if let list {
          try printStored(of: List.ID(list), in: store, to: output)
        } else {
          try printStored(store, to: output)
        }
      }
    } else if until != 0 {
      StandardOutput.endWithReader()
      try await Interruption.cancelling { try await printFeed(of: store) }
    }
  }

  private func printFeed(of store: ListStore) async throws {
    if let list {
      try await printAll(of: store.feed(of: List.ID(list), after: since.number)) { $0.version }
    } else {
      var order = CommitOrder(in: store, after: since.number)
      try await printAll(of: store.feed(after: since)) { change in
        try order.goOn(to: change)
        return order.last
      }
    }
  }

  /// Prints what comes, up to the change with the last number.
  private func printAll(
    of feed: some AsyncSequence<Change, any Error>,
    _ number: (Change) throws -> Int
  ) async throws {
    let standardOutput = StandardOutput(.line)
    for try await change in feed {
      let number = try number(change)
      try standardOutput.line(change.document())
      if number == until { return }
    }
  }

  private func printStored(
    of list: List.ID,
    in store: ListStore,
    to standardOutput: StandardOutput
  ) throws {
    let last = try until ?? store.info(of: list).version
    var version = since.number
    repeat {
      let page = try store.page(of: list, after: version, through: last, limit: 128)
      for change in page { try standardOutput.line(change.document()) }
      version += page.count
      if page.isEmpty { break }
    } while version < last
  }

  private func printStored(_ store: ListStore, to standardOutput: StandardOutput) throws {
    let newest = try store.token().sequence
    if let until, until > newest { throw UnknownCommit(number: until, newest: newest) }
    let last = until ?? newest
    var (place, order) = (since, CommitOrder(in: store, after: since.number))
    while let page = try store.changes(after: place, limit: 128) {
      // What comes after the last one need not be retained.
      for change in page.changes where order.last < last {
        try order.goOn(to: change)
        try standardOutput.line(change.document())
      }
      if order.last == last { break }
      place = page.next
    }
  }
}
