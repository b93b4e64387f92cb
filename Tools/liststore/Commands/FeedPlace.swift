import ListDiff
import ListModel
import ListStorage

/// A position in a feed: a number or a token, which says itself what it is of.
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
}
