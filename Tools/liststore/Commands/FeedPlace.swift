import ArgumentParser
import ListDiff
import ListModel
import ListStorage

/// Where a consumer is that comes back, as it says so on the command line.
enum FeedPlace: Equatable, Sendable {
  /// The version of a list, or the number of a commit in the store.
  case number(Int)
  /// A place in the feed of a list.
  case list(CursorToken)
  /// A place in the feed of all lists.
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
  /// Whether the place says what it is of.
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
  /// The next changes of all lists that come after a place, each with where whoever has it is.
  func steps(
    after place: FeedPlace,
    limit: Int
  ) throws -> [(change: Change, token: StoreToken)] {
    switch place {
    case .store(let token): try steps(after: token, limit: limit)
    case .number, .list: try steps(afterSequence: place.number, limit: limit)
    }
  }

  /// The changes of all lists that come after a place, and those still to be made.
  func feed(after place: FeedPlace) -> StoreFeed {
    switch place {
    case .store(let token): feed(after: token)
    case .number, .list: feed(afterSequence: place.number)
    }
  }

  /// The changes of a list that come after a place, and those still to be made.
  func feed(of list: List.ID, after place: FeedPlace) -> ListFeed {
    switch place {
    case .list(let token): feed(of: list, after: token)
    case .number, .store: feed(of: list, after: place.number)
    }
  }

  /// Refuses a number that a restoration may have given to something else.
  ///
  /// - Parameters:
  ///   - number: The version of the list or, without a list, the number of a commit.
  ///   - list: The list.
  ///   - epoch: The epoch in which the number was noted.
  /// - Throws: ``RestoredSince``, and `ListStoreError` when there is no such list.
  func check(_ number: Int, of list: List.ID?, notedIn epoch: Int) throws {
    let current = try list.map { try token(of: $0).epoch } ?? token().epoch
    if current != epoch {
      throw RestoredSince(number: number, list: list, epoch: epoch, current: current)
    }
  }
}

/// A number that may stand for something else since a restoration.
struct RestoredSince: Error, CustomStringConvertible {
  let number: Int
  /// `nil` when the number is that of a commit in the store.
  let list: List.ID?
  /// The epoch the number was noted in.
  let epoch: Int
  /// The epoch the list, or the store, is in.
  let current: Int

  /// One sentence for people.
  var description: String {
    let subject = list.map { "list \"\($0)\"" } ?? "the store"
    let place = list == nil ? "commit" : "version"
    return "\(place) \(number) may be another one than that of epoch \(epoch): \(subject) is in "
      + "epoch \(current), because it was restored or repaired"
  }

  /// What to do next; a sentence per line.
  var advice: [String] {
    let tokens = list.map { "\"liststore log DB \($0) --json\" has those of its versions" }
    return [
      "Come back with a token, which says what it is of: "
        + (tokens ?? "\"liststore stats DB --json\" has the newest") + ".",
      "A number that was noted since is told with \"--epoch \(current)\".",
    ]
  }
}

/// The numbers of commits one after the other: none is missing.
struct CommitOrder {
  private let store: ListStore
  /// The number of the last one.
  private(set) var last: Int

  init(in store: ListStore, after last: Int) {
    self.store = store
    self.last = last
  }

  /// Goes on to the commit that comes next.
  ///
  /// - Throws: ``StoreFeedError`` when it is a later one: the store does not retain the next.
  mutating func goOn(to change: Change) throws {
    guard change.sequence == last + 1 else {
      throw StoreFeedError.resync(.compacted, next: try store.token())
    }
    last += 1
  }
}

/// A commit that is asked for and was not made yet.
struct UnknownCommit: Error, CustomStringConvertible {
  let number: Int
  let newest: Int

  /// One sentence for people.
  var description: String { "the store has no commit \(number); its newest is \(newest)" }
}
