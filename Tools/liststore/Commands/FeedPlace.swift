import ArgumentParser
import ListDiff
import ListModel
import ListStorage

/// A position in a feed or an expected version, as the command line gives it: a number or a token.
enum FeedPlace: Equatable, Sendable {
  /// The version of a list, or the number of a commit in the store.
  case number(Int)
  /// A token of a list.
  case list(CursorToken)
  /// A token of all lists.
  case store(StoreToken)

  var number: Int {
    switch self {
    case .number(let number): number
    case .list(let token): token.version
    case .store(let token): token.sequence
    }
  }
}

extension FeedPlace {
  /// Whether it is a token, which names its list or store itself.
  var isToken: Bool {
    switch self {
    case .number: false
    case .list, .store: true
    }
  }
}

extension FeedPlace: ExpressibleByArgument {
  init?(argument: String) {
    if let number = Int(argument) {
      self = .number(number)
    } else if let token = CursorToken(argument) {
      self = .list(token)
    } else if let token = StoreToken(argument) {
      self = .store(token)
    } else {
      return nil
    }
  }

  var defaultValueDescription: String {
    switch self {
    case .number(let number): "\(number)"
    case .list(let token): "\(token)"
    case .store(let token): "\(token)"
    }
  }
}

extension ListStore {
  /// Returns the next changes of all lists after a position, each with the token to come back with.
  func steps(
    after place: FeedPlace,
    limit: Int
  ) throws -> [(change: Change, token: StoreToken)] {
    switch place {
    case .store(let token): try steps(after: token, limit: limit)
    case .number, .list: try steps(afterSequence: place.number, limit: limit)
    }
  }

  /// Returns the feed of all lists after a position: changes that exist and changes still to come.
  func feed(after place: FeedPlace) -> StoreFeed {
    switch place {
    case .store(let token): feed(after: token)
    case .number, .list: feed(afterSequence: place.number)
    }
  }

  /// Returns the feed of a list after a position: changes that exist and changes still to come.
  func feed(of list: List.ID, after place: FeedPlace) -> ListFeed {
    switch place {
    case .list(let token): feed(of: list, after: token)
    case .number, .store: feed(of: list, after: place.number)
    }
  }

  /// Refuses a number that may mean something else since the store was restored.
  ///
  /// - Parameters:
  ///   - number: The version of the list or, without a list, the number of a commit. 0 always means the
  ///     empty list or store.
  ///   - list: The list.
  ///   - epoch: The epoch in which the number was noted; the first one if `nil`.
  /// - Throws: ``RestoredSince`` and `ListStoreError`.
  func check(_ number: Int, of list: List.ID?, notedIn epoch: Int?) throws {
    guard number > 0 else { return }
    let (epoch, current) = (epoch ?? 1, try self.epoch(of: list))
    if current != epoch {
      throw RestoredSince(number: number, list: list, epoch: epoch, current: current)
    }
  }

  /// Returns the epoch of a list or, without a list or for a list that does not exist yet, of the
  /// store.
  private func epoch(of list: List.ID?) throws -> Int {
    guard let list else { return try token().epoch }
    do {
      return try token(of: list).epoch
    } catch ListStoreError.unknownList {
      return try token().epoch
    }
  }

  /// Returns the version of a list that a number or a token stands for.
  ///
  /// The result stays true, because versions never go back. So a commit that expects the version
  /// expects the number or token.
  ///
  /// - Parameters:
  ///   - place: A number or a token of the list.
  ///   - list: The list.
  ///   - epoch: The epoch in which a number was noted; the first one if `nil`.
  /// - Returns: The number.
  /// - Throws: ``RestoredSince``, ``AnotherPast`` and `ListStoreError`.
  func version(at place: FeedPlace, of list: List.ID, notedIn epoch: Int?) throws -> Int {
    guard case .list(let token) = place else {
      try check(place.number, of: list, notedIn: epoch)
      return place.number
    }
    do {
      try check(token, of: list)
    } catch ListFeedError.resync(let reason, _, let next) where reason != .compacted {
      throw AnotherPast(token: token, list: list, reason: reason, next: next)
    } catch ListFeedError.resync {
      // The list is past that version, so the commit will fail by itself, unless its key is known.
    }
    return token.version
  }
}

// MARK: - Command lines

extension FeedPlace {
  /// Refuses a token of all lists, and a negative number.
  ///
  /// - Parameter name: The option that gives the number or token.
  /// - Throws: The message of the parser to the user.
  func requireList(_ name: String) throws(ValidationError) {
    if case .store = self {
      throw ValidationError(
        "\(name) \(defaultValueDescription): expected a version or a token of the list; this one is "
          + "of all lists"
      )
    }
    try requireNumber(name)
  }

  /// Refuses a token of a list, and a negative number.
  func requireStore(_ name: String) throws(ValidationError) {
    if case .list = self {
      throw ValidationError(
        "\(name) \(defaultValueDescription): expected a number or a token of all lists; this one is "
          + "of one list"
      )
    }
    try requireNumber(name)
  }

  private func requireNumber(_ name: String) throws(ValidationError) {
    if number < 0 { throw ValidationError("\(name) \(number): expected 0 or more") }
  }
}

/// When the numbers on a command line were noted.
struct EpochOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The epoch in which a version that is told as a number was noted.",
      valueName: "E"
    )
  )
  var epoch: Int?

  mutating func validate() throws {
    if let epoch, epoch < 1 { throw ValidationError("--epoch \(epoch): expected 1 or more") }
  }

  /// Refuses an epoch that is given without a number.
  ///
  /// - Parameters:
  ///   - places: The numbers and tokens that are given.
  ///   - names: The options that give a number.
  /// - Throws: The message of the parser to the user.
  func require(numberIn places: [FeedPlace?], _ names: String) throws(ValidationError) {
    guard let epoch, places.allSatisfy({ $0?.isToken ?? true }) else { return }
    throw ValidationError(
      "--epoch \(epoch): expected a number for \(names), which it is the epoch of; a token says its "
        + "own"
    )
  }
}

/// A token of a version that is not in the history of the list.
struct AnotherPast: Error, CustomStringConvertible {
  let token: CursorToken
  let list: List.ID
  let reason: CatchUp.Reason
  /// The token of the list as it is now.
  let next: CursorToken

  /// One sentence for people: what happened and what to do.
  var description: String {
    "list \"\(list)\" has no version of the token \(token) (\(reason.rawValue)); read the list anew as "
      + "it is at version \(next.version), then come back with \(next)"
  }
}

/// A number that may mean something else since the store was restored.
struct RestoredSince: Error, CustomStringConvertible {
  let number: Int
  /// The list; `nil` if the number is that of a commit in the store.
  let list: List.ID?
  /// The epoch in which the number was noted.
  let epoch: Int
  /// The present epoch of the list or the store.
  let current: Int

  /// One sentence for people.
  var description: String {
    let subject = list.map { "list \"\($0)\"" } ?? "the store"
    let place = list == nil ? "commit" : "version"
    return "\(place) \(number) may be another one than that of epoch \(epoch): \(subject) is in "
      + "epoch \(current), because it was restored or repaired"
  }

  /// What to do next, one sentence per line.
  var advice: [String] {
    let tokens = list.map { "\"liststore log DB \($0) --json\" has those of its versions" }
    return [
      "Come back with a token, which says what it is of: "
        + (tokens ?? "\"liststore stats DB --json\" has the newest") + ".",
      "A number that was noted since is told with \"--epoch \(current)\".",
    ]
  }
}

/// Checks that the numbers of commits follow each other, without a gap.
struct CommitOrder {
  private let store: ListStore
  /// The number of the last commit.
  private(set) var last: Int

  init(in store: ListStore, after last: Int) {
    self.store = store
    self.last = last
  }

  /// Goes on to the next commit.
  ///
  /// - Throws: ``StoreFeedError`` if `change` is a later one, because the store does not retain the
  ///   next.
  mutating func goOn(to change: Change) throws {
    guard change.sequence == last + 1 else {
      throw StoreFeedError.resync(.compacted, next: try store.token())
    }
    last += 1
  }
}

/// A commit that is asked for but does not exist yet.
struct UnknownCommit: Error, CustomStringConvertible {
  let number: Int
  let newest: Int

  /// One sentence for people.
  var description: String { "the store has no commit \(number); its newest is \(newest)" }
}
