public import ListDiff

/// What brings who follows all lists of a store from where it is to the last commit.
public enum StoreCatchUp: Equatable, Sendable {
  /// There is nothing new.
  case upToDate(StoreToken)
  /// The next changes, in the order of their commits, without gaps; there may be more after them.
  case changes([Change], next: StoreToken)
  /// The lists have to be read anew.
  ///
  /// What is read after this answer may be newer than the token: changes of versions one has by
  /// then come once more.
  case resync(Reason, next: StoreToken)

  /// Why all lists have to be read anew.
  public enum Reason: String, Hashable, Sendable {
    /// The token is that of another store.
    case otherStore = "other-store"
    /// The store was restored from a backup since: what the consumer has may never have been.
    case restored
    /// The store has no commit of that number yet, and yet the consumer has it.
    case fromTheFuture = "from-the-future"
    /// Another commit has that number.
    case forked
    /// Not all changes after that commit are retained any more; or the commit itself is not, so
    /// that nothing proves that the consumer has it.
    case compacted
  }
}

extension StoreCatchUp {
  /// Where the consumer is when it has done this.
  public var next: StoreToken {
    switch self {
    case .upToDate(let next), .changes(_, let next), .resync(_, let next): next
    }
  }
}

/// Why a feed of all lists cannot go on.
public enum StoreFeedError: Error, Equatable, Sendable {
  /// The lists have to be read anew; then the feed goes on from `next`.
  case resync(StoreCatchUp.Reason, next: StoreToken)
}

extension StoreFeedError: CustomStringConvertible {
  /// One sentence for people: what happened and what to do.
  public var description: String {
    switch self {
    case .resync(let reason, let next):
      "the feed of the store cannot go on from there (\(reason.rawValue)); read its lists anew, "
        + "then follow it from \(next)"
    }
  }
}
