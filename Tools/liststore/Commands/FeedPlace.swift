import ArgumentParser
import ListDiff
import ListStorage

/// Where a consumer is that comes back, as it says so on the command line.
enum FeedPlace: Equatable, Sendable {
  /// The version of a list, or the number of a commit in the store.
  case number(Int)
  case token(StoreToken)

  var number: Int {
    switch self {
    case .number(let number): number
    case .token(let token): token.sequence
    }
  }
}

extension FeedPlace: ExpressibleByArgument {
  init?(argument: String) {
    if let number = Int(argument) {
      self = .number(number)
    } else if let token = StoreToken(argument) {
      self = .token(token)
    } else {
      return nil
    }
  }

  var defaultValueDescription: String {
    switch self {
    case .number(let number): "\(number)"
    case .token(let token): "\(token)"
    }
  }
}

extension ListStore {
  /// The changes of all lists that come after a place; `nil` if there are none yet.
  func changes(
    after place: FeedPlace,
    limit: Int
  ) throws -> (changes: [Change], next: FeedPlace)? {
    switch place {
    case .number(let number):
      let changes = try changes(afterSequence: number, limit: limit)
      return changes.last?.sequence.map { (changes, .number($0)) }
    case .token(let token):
      switch try catchUp(from: token, limit: limit) {
      case .upToDate: return nil
      case .changes(let changes, let next): return (changes, .token(next))
      case .resync(let reason, let next): throw StoreFeedError.resync(reason, next: next)
      }
    }
  }

  /// The changes of all lists that come after a place, and those still to be made.
  func feed(after place: FeedPlace) -> StoreFeed {
    switch place {
    case .number(let number): feed(afterSequence: number)
    case .token(let token): feed(after: token)
    }
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
