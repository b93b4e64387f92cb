public import ListDiff

/// The next step that brings a consumer of all lists of a store to the last commit.
public enum StoreCatchUp: Equatable, Sendable {
  /// There is nothing new.
  case upToDate(StoreToken)
  /// The next changes, in the order of their commits, without gaps; there may be more after them.
  case changes([Change], next: StoreToken)
  /// The lists have to be read again.
  ///
  /// Lists that are read after this answer may be newer than the token: changes of versions they
  /// already include then come once more.
  case resync(Reason, next: StoreToken)

  /// Why all lists have to be read again.
  public enum Reason: String, Hashable, Sendable {
    /// The token belongs to another store.
    case otherStore = "other-store"
    /// The store was restored from a backup since: the consumer's commit may never have existed.
    case restored
    /// The consumer has a commit number that the store has not reached yet.
    case fromTheFuture = "from-the-future"
    /// Another commit has that number.
    case forked
    /// Not all changes after that commit are retained any more; or the commit itself is not, so
    /// that nothing proves that the consumer has it.
    case compacted
  }
}

extension StoreCatchUp {
  /// The consumer's token after this step.
  public var next: StoreToken {
    switch self {
    case .upToDate(let next), .changes(_, let next), .resync(_, let next): next
    }
  }
}

/// Why a feed of all lists cannot go on.
public enum StoreFeedError: Error, Equatable, Sendable {
  /// The lists have to be read again; then the feed goes on from `next`.
  case resync(StoreCatchUp.Reason, next: StoreToken)
}

extension StoreFeedError: CustomStringConvertible {
  /// One sentence for people: what happened and what to do.
  public var description: String {
    switch self {
    case .resync(let reason, let next):
      "the feed of the store cannot go on from there (\(reason.rawValue)); read its lists again, "
        + "then follow it from \(next)"
    }
  }
}
