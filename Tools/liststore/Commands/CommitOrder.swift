import ListDiff
import ListStorage

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
