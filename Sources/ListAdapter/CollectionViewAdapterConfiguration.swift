/// How an adapter behaves.
public struct CollectionViewAdapterConfiguration: Sendable {
  /// The most operations one batch may have; with more, everything is reloaded instead.
  ///
  /// A changeset has as few moves as possible, so one row that goes from the start of a list to its
  /// end counts once.
  public var batchUpdateInterruptCount: Int
  /// The most operations all batches of one update may have together; `nil` for no limit.
  public var totalUpdateInterruptCount: Int?
  /// The most operations of changes that may wait to be composed, while a version is being shown.
  ///
  /// With more, the two lists are compared instead. So an adapter holds at most this many
  /// operations and one list, however long it lags.
  public var compositionLimit: Int
  /// Whether an updated cell is drawn again in its view, instead of getting a new view.
  public var enablesReconfigureItems: Bool
  /// The control a user pulls for fresh content.
  public var refreshControl: RefreshControl
  /// How a changeset becomes batches.
  public var batchMode: BatchMode
  /// How much of a change from a feed is proved before it is shown.
  public var verification: ChangeVerification
  /// When a list reports that its end is near.
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
  /// Everything again, by a reload.
  case reloadData
}

/// How a changeset becomes batches.
public enum BatchMode: String, CaseIterable, Hashable, Sendable {
  /// At most five batches, each of few kinds of operations.
  case staged
  /// One batch of all insertions, deletions and moves, and one of updates if there are any.
  case single
}

/// When a list reports that its end is near.
public enum ReachEndMode: String, CaseIterable, Hashable, Sendable {
  /// Once for each last cell, and again after the content has left the end.
  ///
  /// The distance is checked after every version, in every frame of a movement (with a finger or
  /// without), after the screen has changed its size, and for the offset where a movement will end.
  case edge
  /// As in TurboListKit and KarrotListKit: in every frame of a movement without a finger, and for
  /// the offset where a movement will end, each time; never after a version was shown.
  case compatible
}

/// How much of a change from a feed is proved before it is shown.
public enum ChangeVerification: Hashable, Sendable {
  /// The change fits the list in every place that it names, and follows the list's fingerprint.
  case continuity
  /// Also, the fingerprint of the whole result equals the one in the change.
  ///
  /// The fingerprint is computed once, and then kept up to date: each operation of a change costs
  /// some hashes.
  case fingerprint
}
