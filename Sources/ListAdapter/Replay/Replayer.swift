public import ListDiff
public import ListModel

/// Replays a feed: every change goes through an adapter into a strict simulated view, and after
/// each one the view's own account of its cells must equal the expected list.
///
/// ```swift
/// var replayer = try Replayer(from: snapshot, version: 7, mode: .staged)
/// for change in changes { try replayer.replay(change) }
/// print(replayer.statistics)
/// ```
///
/// The expected list is made by applying each changeset to the list before; the view's account is
/// made by replaying the batches it was given. Neither is read from the adapter.
///
/// - Complexity: each change of k operations costs O(k log n); the first one also a comparison of
///   all ids, O(n).
public struct Replayer {
  /// The totals of a replay.
  public struct Statistics: Hashable, Sendable {
    /// The changes that were replayed.
    public var changes = 0
    /// The operations of their changesets.
    package var changesetOperations = 0
    /// The batches the view was given.
    public var batches = 0
    /// The operations of these batches.
    package var batchOperations = 0
    /// The changes that were shown by a reload, because the list before had no sections.
    public var reloads = 0
    /// The most batches one change took.
    package var largestBatchCount = 0
  }

  /// The totals so far.
  public private(set) var statistics = Statistics()
  /// The version that should be shown now.
  public private(set) var version: Int

  /// The list that should be shown now, made without the adapter.
  private var expected: IndexedList
  private let plainForms = PlainListCache()
  private let adapter: CollectionViewAdapter
  private let view: SimulatedCollectionView
  private let layoutAdapter = CollectionViewLayoutAdapter()

  /// Shows the list to start from.
  ///
  /// - Parameters:
  ///   - list: The list before the first change; the empty list for version 0.
  ///   - version: Its version.
  ///   - mode: How changesets become batches.
  ///   - verification: With `.fingerprint`, the fingerprint of every result is computed and
  ///     compared too.
  ///   - cellUpdates: How updated cells are shown.
  /// - Throws: ``ReplayFailure`` when the list has an id twice.
  public init(
    from list: List = List(),
    version: Int = 0,
    mode: BatchMode,
    verification: ChangeVerification = .continuity,
    cellUpdates: CellUpdateStyle = .reconfigure
  ) throws(ReplayFailure) {
    self.version = version
    expected = IndexedList(list)
    plainForms.learn(list, of: expected)
    view = SimulatedCollectionView()
    view.layoutAdapter = layoutAdapter
    // Only batches are checked, not frames; carousels are not repeated in this layout.
    view.collectionViewLayout = .rows
    adapter = CollectionViewAdapter(
      configuration: CollectionViewAdapterConfiguration(
        enablesReconfigureItems: cellUpdates == .reconfigure,
        batchUpdateInterruptCount: .max,
        batchMode: mode,
        verification: verification
      ),
      collectionView: view,
      layoutAdapter: layoutAdapter
    )
    var outcome: ApplyOutcome?
    adapter.apply(list, version: version) { outcome = $0 }
    try finish(outcome, version)
  }

  /// The list that should be shown now.
  ///
  /// - Complexity: O(sections + cells of the sections that changed since it was last asked for).
  public var list: List { plainForms.plainForm(of: expected) }

  /// Replays one change.
  ///
  /// - Throws: ``ReplayFailure`` naming the version and what is wrong; the replay cannot be
  ///   continued then.
  public mutating func replay(_ change: Change) throws(ReplayFailure) {
    var outcome: ApplyOutcome?
    adapter.apply(change) { outcome = $0 }
    view.flush()
    try finish(outcome, change.version)
    do {
      expected = try expected.applying(change.changeset)
    } catch {
      throw ReplayFailure(version: change.version, reason: .refused(.changesetMismatch(error)))
    }
    version = change.version
    try compareAccount()
    count(change)
  }

  /// Checks that a snapshot of the version that is shown has the ids and contents that are shown.
  ///
  /// - Throws: ``ReplayFailure`` naming the first difference.
  public func verify(against snapshot: List) throws(ReplayFailure) {
    try compareIdentities(with: snapshot)
    guard adapter.snapshot() == snapshot else {
      throw ReplayFailure(version: version, reason: .contentDiffers)
    }
  }
}

extension Replayer {
  private func finish(_ outcome: ApplyOutcome?, _ version: Int) throws(ReplayFailure) {
    switch outcome {
    case .applied(version): return
    case .failed(let error): throw ReplayFailure(version: version, reason: .refused(error))
    case .applied, .superseded, nil: throw ReplayFailure(version: version, reason: .unanswered)
    }
  }

  /// Compares the view's account with the expected list.
  ///
  /// If they are equal, the expected list takes over the account's trees. The next versions of both
  /// then share nodes, so that only changed nodes are compared.
  private mutating func compareAccount() throws(ReplayFailure) {
    guard let account = view.accountedList, account.hasSameIdentities(as: expected) else {
      return try compareIdentities(with: list)
    }
    if account == expected { expected = account }
  }

  private func compareIdentities(with expected: List) throws(ReplayFailure) {
    guard view.sectionIDs == expected.sections.map(\.id) else {
      throw ReplayFailure(version: version, reason: .sectionsDiffer)
    }
    for (index, section) in expected.sections.enumerated() {
      let found = view.cellIDs(inSection: index) ?? []
      for (item, cell) in section.cells.enumerated() {
        let id = found.indices.contains(item) ? found[item] : nil
        guard id == cell.id else {
          throw ReplayFailure(
            version: version,
            reason: .cellDiffers(
              at: CellPath(section: index, item: item),
              expected: cell.id,
              found: id
            )
          )
        }
      }
      guard found.count == section.cells.count else {
        throw ReplayFailure(
          version: version,
          reason: .cellCountDiffers(
            section: index,
            expected: section.cells.count,
            found: found.count
          )
        )
      }
    }
  }

  private mutating func count(_ change: Change) {
    statistics.changes += 1
    statistics.changesetOperations += change.changeset.operationCount
    switch adapter.lastPresentation {
    case .batches(let count, let operations):
      statistics.batches += count
      statistics.batchOperations += operations
      statistics.largestBatchCount = max(statistics.largestBatchCount, count)
    case .reload: statistics.reloads += 1
    case .unchanged, nil: break
    }
  }
}

/// A replay that failed.
public struct ReplayFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Reason: Hashable, Sendable {
    /// The adapter or the view refused the change.
    case refused(CollectionViewAdapterError)
    /// The adapter did not answer, or not with this version.
    case unanswered
    /// The view shows other sections, or in another order.
    case sectionsDiffer
    /// The view shows another cell at a path, or none.
    case cellDiffers(at: CellPath, expected: Cell.ID, found: Cell.ID?)
    /// The view shows more cells in a section.
    case cellCountDiffers(section: Int, expected: Int, found: Int)
    /// The ids agree, but some content does not.
    case contentDiffers
  }

  /// The version that failed.
  public let version: Int
  /// What went wrong.
  public let reason: Reason

  /// Creates a failure.
  package init(version: Int, reason: Reason) {
    self.version = version
    self.reason = reason
  }

  /// One sentence for people.
  public var description: String {
    switch reason {
    case .refused(let error): "version \(version): \(error)"
    case .unanswered: "version \(version): the adapter did not show it"
    case .sectionsDiffer: "version \(version): the view shows other sections than the list has"
    case .cellDiffers(let path, let expected, let found):
      "version \(version): the view shows \(found.map { "\"\($0)\"" } ?? "nothing") at \(path); "
        + "expected \"\(expected)\""
    case .cellCountDiffers(let section, let expected, let found):
      "version \(version): the view shows \(found) cells in section \(section); expected \(expected)"
    case .contentDiffers: "version \(version): a content differs from the snapshot's"
    }
  }
}
