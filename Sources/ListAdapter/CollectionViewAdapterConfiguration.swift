/// How an adapter behaves.
public struct CollectionViewAdapterConfiguration: Sendable {
  /// The most operations one batch may have; with more, everything is reloaded instead.
  ///
  /// Moves are as few as possible, so one row that goes from the head of a list to its tail counts
  /// once.
  public var batchUpdateInterruptCount: Int
  /// The most operations all batches of one update may have together; `nil` for no limit.
  public var totalUpdateInterruptCount: Int?
  /// The most operations of changes that may wait to be composed, while a version is being shown.
  ///
  /// With more, how to get to the newest version is found by comparing lists: a lagging adapter
  /// holds this many operations and one list, however long it lags.
  public var compositionLimit: Int
  /// Whether an updated cell keeps its view and is drawn anew, instead of getting a new view.
  public var enablesReconfigureItems: Bool
  /// The control a user pulls for fresh content.
  public var refreshControl: RefreshControl
  /// How a changeset becomes batches.
  public var batchMode: BatchMode
  /// How much of a change from a feed is proved before it is shown.
  public var verification: ChangeVerification
  /// When a list tells that its end is near.
  public var reachEndMode: ReachEndMode

  /// Creates a configuration.
  public init(
    refreshControl: RefreshControl = .disabled,
    enablesReconfigureItems: Bool = false,
    batchUpdateInterruptCount: Int = 100,
    totalUpdateInterruptCount: Int? = nil,
    compositionLimit: Int = 10_000,
    batchMode: BatchMode = .staged,
    verification: ChangeVerification = .continuity,
    reachEndMode: ReachEndMode = .edge
  ) {
    self.refreshControl = refreshControl
    self.batchUpdateInterruptCount = batchUpdateInterruptCount
    self.totalUpdateInterruptCount = totalUpdateInterruptCount
    self.compositionLimit = compositionLimit
    self.enablesReconfigureItems = enablesReconfigureItems
    self.batchMode = batchMode
    self.verification = verification
    self.reachEndMode = reachEndMode
  }
}

/// How a new list is shown.
public enum CollectionViewAdapterUpdateStrategy: Hashable, Sendable {
  /// The differences, animated.
  case animatedBatchUpdates
  /// The differences, without animation.
  case nonanimatedBatchUpdates
  /// Everything anew.
  case reloadData
}

/// How a changeset becomes batches.
public enum BatchMode: String, CaseIterable, Hashable, Sendable {
  /// At most five batches, each of few kinds of operations.
  case staged
  /// One batch of everything that changes places, and one of updates if there are any.
  case single
}

/// When a list tells that its end is near.
public enum ReachEndMode: String, CaseIterable, Hashable, Sendable {
  /// Once for each last cell, and again when the end was left in between. What is near is found out
  /// after every version that is shown, in every picture of a movement, with a finger on it or not,
  /// after the screen has got another size, and where a movement is going to end.
  case edge
  /// As TurboListKit and KarrotListKit do: in every picture of a movement without a finger, and where
  /// one is going to end, as often as that happens, and never after a version was shown.
  case compatible
}

/// How much of a change from a feed is proved before it is shown.
public enum ChangeVerification: Hashable, Sendable {
  /// The change fits the list, in all places it names, and follows the fingerprint before it.
  case continuity
  /// Also, the fingerprint of the whole result is the one the change carries.
  ///
  /// It is computed once, and then kept up to date: each change costs some hashes for each of its
  /// operations.
  case fingerprint
}
