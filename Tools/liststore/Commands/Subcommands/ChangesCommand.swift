import ArgumentParser
import Foundation
import ListDiff
import ListModel
import ListReplication
import ListStorage

struct ChangesCommand: AsyncParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "changes",
    abstract: "Prints changes as change documents, one per line.",
    discussion: """
      Prints the changes of a list after version --since, oldest first; or those of all lists, in \
      the order of their commits, which the store numbers (each document's "sequence"): then --since \
      and --until are such numbers.

      With --follow, waits for more, made by any process, and prints each as it is committed, until \
      it is interrupted (Ctrl-C), has printed --until, or has no reader any more. The list and the \
      store need not exist yet. Ends with 3 when the store is deleted or replaced.

      A consumer that comes back with --since sees each change exactly once. With --tokens, each \
      line is an object of two: the "change", and the "token" to come back with once it is applied. \
      A token says which list or store it is of, and in which epoch: when that was restored or \
      repaired meanwhile, or a copy of it went on by itself, the answer is 1 and what to do. A \
      number says none of it, so in a list or store that was restored one is refused, unless \
      --epoch says that it was noted since. When changes that were still to be printed are compacted, the \
      answer is 1, and the token to go on from once the list was read again; with --json, that is an \
      object on standard error.

      Without --follow, when the newest version is printed, the cells are read to prove that it is the \
      newest (exit status 3 if not), unless --unchecked.

      With --log, DB is this host's copy of a log that many hosts share: what is new there comes first \
      and, with --follow, as it is committed by any host. "sequence" is the order in which versions \
      have come here.

      EXAMPLES
        liststore changes home.db home
        liststore changes home.db home --tokens --follow
        liststore changes home.db --since 4211 --follow
        liststore changes replica.db home --follow --log postgres://app@db1/lists
      """
  )

  @OptionGroup var store: StoreOptions

  @Argument(
    help: ArgumentHelp("The name of the list; all lists if there is none.", valueName: "LIST"),
    completion: ShellCompletion.lists
  )
  var list: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Print what comes after this version, or since a time.", valueName: "V")
  )
  var since = VersionPlace.number(0)

  @OptionGroup var noted: EpochOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The last version to print, or that of a time.", valueName: "V")
  )
  var until: VersionPlace?

  @Flag(help: "Print with each change the token to come back with.")
  var tokens = false

  @Flag(help: "Wait for more.")
  var follow = false

  @Flag(help: "Print each document over several lines.")
  var pretty = false

  @OptionGroup var end: EndOptions
  @OptionGroup var log: LogOptions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    for (name, place) in [("--since", since), ("--until", until)] {
      if list == nil { try place?.requireStore(name) } else { try place?.requireList(name) }
    }
    try noted.require(numberIn: [since, until], "--since or --until")
    try VersionPlace.requireOrder(since.number, "--since", until?.number, "--until")
  }

  func run() async throws {
    do {
      try await printChanges()
    } catch let error as ListFeedError where output.json {
      try refuse(ResyncReport(error))
    } catch let error as StoreFeedError where output.json {
      try refuse(ResyncReport(error))
    }
  }

  private func refuse(_ report: ResyncReport) throws -> Never {
    let bytes = try JSONEncoder().encode(report)
    Standard.error.write(lines: String(decoding: bytes, as: UTF8.self))
    throw Refusal()
  }

  private func printChanges() async throws {
    guard log.log == nil else { return try await printShared() }
    guard follow else { return try printStored(of: try store.open(.readOnly, for: id)) }
    StandardOutput.endWithReader()
    try await Interruption.cancelling { try await follow(try await store.openOnceThere(for: id)) }
  }

  /// Prints the changes of a copy of a log, which is kept up to date meanwhile.
  private func printShared() async throws {
    let store = try store.open(.createIfMissing, for: id, commits: .ofLog)
    guard let replica = try await log.replica(store, to: follow ? .follow : .visit) else { return }
    guard follow else {
      if let id { try await replica.catchUp(id) } else { try await replica.catchUpAll() }
      return try printStored(of: store)
    }
    StandardOutput.endWithReader()
    try await Interruption.cancelling {
      // The first to end, by an error or at --until, ends the other.
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await self.follow(store) }
        group.addTask { [id] in
          if let id { try await replica.follow(id) } else { try await replica.followReporting() }
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    }
  }

  /// The list; `nil` for all lists.
  private var id: List.ID? { list.map { List.ID($0) } }

  private func follow(_ store: ListStore) async throws {
    let (start, until) = try range(in: store)
    // If the last version is the first one, there is nothing to wait for.
    if until == start.number && start.number != 0 { return try printStored(of: store) }
    if until != 0 { try await printFeed(of: store, from: start, through: until) }
  }

  private func printStored(of store: ListStore) throws {
    let (start, until) = try range(in: store)
    try StandardOutput.printing { output in
      if let id {
        try printStored(of: id, in: store, from: start, through: until, to: output)
      } else {
        try printStored(store, from: start, through: until, to: output)
      }
    }
    let newest = try id.map { try store.info(of: $0).version } ?? store.token().sequence
    if until ?? newest >= newest { try end.check(id, in: store) }
  }

  /// Returns the place after which to begin, and the last version or commit to print.
  private func range(in store: ListStore) throws -> (start: FeedPlace, until: Int?) {
    let (start, until) = (try start(in: store), try last(in: store))
    try VersionPlace.requireOrder(start.number, "--since", until, "--until")
    return (start, until)
  }

  /// Returns the place after which to begin.
  private func start(in store: ListStore) throws -> FeedPlace {
    switch since {
    case .list(let token): return .list(token)
    case .store(let token): return .store(token)
    case .number(let number):
      try store.check(number, of: list.map { List.ID($0) }, notedIn: noted.epoch)
      return .number(number)
    case .back, .time: break
    }
    do {
      switch (list.map { List.ID($0) }, since) {
      case (nil, .time(let span)):
        return .number(try store.sequenceBeforeChanges(since: span.start))
      case (nil, _): return .number(try store.sequence(since))
      case (let list?, .time(let span)):
        return .number(try store.version(beforeChangesSince: span.start, of: list))
      case (let list?, _): return .number(try store.version(since, of: list))
      }
    } catch ListStoreError.unknownList where follow {
      // All of its versions are still to come.
      return .number(0)
    }
  }

  /// Returns the last version or commit to print; `nil` if there is no end.
  private func last(in store: ListStore) throws -> Int? {
    guard let until else { return nil }
    if case .number(let number) = until { return number }
    if follow, case .time(let span) = until, span.end > Date() {
      throw ValidationError(
        "--until \(span.end.readable()): expected a version, or a time that is over, with --follow"
      )
    }
    guard let list else { return try store.sequence(until) }
    return try store.version(until, of: List.ID(list))
  }

  private func printFeed(
    of store: ListStore,
    from start: FeedPlace,
    through until: Int?
  ) async throws {
    let standardOutput = StandardOutput(.line)
    if let id {
      var feed = store.feed(of: id, after: start).makeAsyncIterator()
      do {
        while let change = try await feed.next() {
          try print(change, feed.token, to: standardOutput)
          if change.version == until { return }
        }
      } catch ListStoreError.unknownVersion(let version, _, let kept)
        where version < kept.lowerBound
      {
        throw ListFeedError.resync(.compacted, of: id, next: try store.token(of: id))
      }
    } else {
      var order = CommitOrder(in: store, after: start.number)
      var feed = store.feed(after: start).makeAsyncIterator()
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
    from start: FeedPlace,
    through until: Int?,
    to standardOutput: StandardOutput
  ) throws {
    if case .list(let token) = start { try store.check(token, of: list) }
    let last = try until ?? store.info(of: list).version
    let head = try store.token(of: list)
    var version = start.number
    repeat {
      let page = try store.page(of: list, after: version, through: last, limit: 128)
      for change in page { try print(change, head.advanced(past: change), to: standardOutput) }
      version += page.count
      if page.isEmpty { break }
    } while version < last
  }

  private func printStored(
    _ store: ListStore,
    from start: FeedPlace,
    through until: Int?,
    to standardOutput: StandardOutput
  ) throws {
    let newest = try store.token()
    if let until, until > newest.sequence {
      throw UnknownCommit(number: until, newest: newest.sequence)
    }
    let last = until ?? newest.sequence
    var (place, order) = (start, CommitOrder(in: store, after: start.number))
    // Read at least once, because only reading shows whether the token or number is valid.
    repeat {
      let page = try store.steps(after: place, limit: 128)
      // Commits after the last wanted one need not be retained.
      for step in page where order.last < last {
        try order.goOn(to: step.change)
        try print(step.change, step.token, to: standardOutput)
        place = start.isToken ? .store(step.token) : .number(order.last)
      }
      if page.isEmpty { break }
    } while order.last < last
  }
}

/// Where to go on when a feed cannot go on from its place, for machines.
private struct ResyncReport: Encodable {
  /// Why not, as the store names it.
  var resync: String
  /// The list to read again; all lists if there is none.
  var list: String?
  /// The token to go on from then.
  var token: String

  init(_ error: ListFeedError) {
    switch error {
    case .resync(let reason, let list, let next):
      (resync, self.list, token) = (reason.rawValue, list.rawValue, "\(next)")
    }
  }

  init(_ error: StoreFeedError) {
    switch error {
    case .resync(let reason, let next): (resync, token) = (reason.rawValue, "\(next)")
    }
  }
}
