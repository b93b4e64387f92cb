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

      A consumer that comes back with --since sees each change exactly once. With --tokens, each \
      line is an object of two: the "change", and the "token" to come back with once it is applied. \
      A token says which list or store it is of, and in which epoch: when that was restored or \
      repaired meanwhile, or a copy of it went on by itself, the answer is 1 and what to do. A \
      number says none of it, so in a list or store that was restored one is refused, unless \
      --epoch says that it was noted since.

      EXAMPLES
        liststore changes home.db home
        liststore changes home.db home --tokens --follow
        liststore changes home.db --since 4211 --follow
      """
  )

  @OptionGroup var store: StoreOptions

  @Argument(
    help: ArgumentHelp("The name of the list; all lists if there is none.", valueName: "LIST")
  )
  var list: String?

  @Option(
    help: ArgumentHelp("Print what comes after this version, number or token.", valueName: "V")
  )
  var since = FeedPlace.number(0)

  @OptionGroup var noted: EpochOptions

  @Option(help: ArgumentHelp("The last version, or number, to print.", valueName: "V"))
  var until: Int?

  @Flag(help: "Print with each change the token to come back with.")
  var tokens = false

  @Flag(help: "Wait for more.")
  var follow = false

  @Flag(help: "Print each document over several lines.")
  var pretty = false

  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    if list == nil { try since.requireStore("--since") } else { try since.requireList("--since") }
    try noted.require(numberIn: [since], "--since")
    if let until, until < since.number {
      throw ValidationError("--until \(until): expected \(since.number) (--since) or more")
    }
  }

  func run() async throws {
    let store = try store.open(.readOnly)
    if case .number(let number) = since {
      try store.check(number, of: list.map { List.ID($0) }, notedIn: noted.epoch)
    }
    // Without `--follow`, or if the last version is the first one, there is nothing to wait for.
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
    let standardOutput = StandardOutput(.line)
    if let list {
      var feed = store.feed(of: List.ID(list), after: since).makeAsyncIterator()
      while let change = try await feed.next() {
        try print(change, feed.token, to: standardOutput)
        if change.version == until { return }
      }
    } else {
      var order = CommitOrder(in: store, after: since.number)
      var feed = store.feed(after: since).makeAsyncIterator()
      while let change = try await feed.next() {
        try order.goOn(to: change)
        try print(change, feed.token, to: standardOutput)
        if order.last == until { return }
      }
    }
  }

  /// Prints a change and, if asked for, the token to come back with.
  private func print(
    _ change: Change,
    _ token: (some CustomStringConvertible)?,
    to standardOutput: StandardOutput
  ) throws {
    let document = try change.document()
    guard tokens, let token else { return try standardOutput.document(document, pretty: pretty) }
    try standardOutput.document(
      Array(#"{"change":"#.utf8) + document + Array(#","token":"\#(token)"}"#.utf8),
      pretty: pretty
    )
  }

  private func printStored(
    of list: List.ID,
    in store: ListStore,
    to standardOutput: StandardOutput
  ) throws {
    if case .list(let token) = since { try store.check(token, of: list) }
    let last = try until ?? store.info(of: list).version
    let head = try store.token(of: list)
    var version = since.number
    repeat {
      let page = try store.page(of: list, after: version, through: last, limit: 128)
      for change in page { try print(change, head.advanced(past: change), to: standardOutput) }
      version += page.count
      if page.isEmpty { break }
    } while version < last
  }

  private func printStored(_ store: ListStore, to standardOutput: StandardOutput) throws {
    let newest = try store.token()
    if let until, until > newest.sequence {
      throw UnknownCommit(number: until, newest: newest.sequence)
    }
    let last = until ?? newest.sequence
    var (place, order) = (since, CommitOrder(in: store, after: since.number))
    // Read at least once, because only reading shows whether the token or number is valid.
    repeat {
      let page = try store.steps(after: place, limit: 128)
      // Commits after the last wanted one need not be retained.
      for step in page where order.last < last {
        try order.goOn(to: step.change)
        try print(step.change, step.token, to: standardOutput)
        place = since.isToken ? .store(step.token) : .number(order.last)
      }
      if page.isEmpty { break }
    } while order.last < last
  }
}
