import ListDiff

/// The changesets that lead, one after the other, to a version that waits to be shown.
///
/// They are composed when the version's turn comes, and shown as one. Their number of operations is
/// limited: beyond the limit, the lists are compared instead, and only the newest list waits.
struct PendingChanges {
  private(set) var changesets: [Changeset]
  private(set) var operationCount: Int

  init(_ changeset: Changeset) {
    changesets = [changeset]
    operationCount = changeset.operationCount
  }

  /// Returns these changesets followed by others; `nil` if both exceed the limit of operations.
  func followed(by next: PendingChanges, limit: Int) -> PendingChanges? {
    let (total, overflows) = operationCount.addingReportingOverflow(next.operationCount)
    guard !overflows, total <= limit else { return nil }
    var all = self
    all.changesets += next.changesets
    all.operationCount = total
    return all
  }

  /// All of them as one changeset; `nil` if they contradict each other.
  ///
  /// - Complexity: O(k log k) for k operations in all.
  var composed: Changeset? {
    if changesets.count == 1 { return changesets[0] }
    return try? Changeset.composition(of: changesets).normalized()
  }
}

/// How an adapter kept up with versions that came faster than they could be shown.
package struct CatchUpStatistics: Hashable, Sendable {
  /// How often several waiting changes were composed and shown as one.
  package var compositions = 0
  /// The number of changes that were shown that way.
  package var composedChanges = 0
  /// The most changes that were shown as one.
  package var largestComposition = 0
  /// How often the batches for a version were found by comparing two lists, because it was applied
  /// as a list, or because too many operations waited.
  package var comparisons = 0

  mutating func count(_ changes: PendingChanges) {
    guard changes.changesets.count > 1 else { return }
    compositions += 1
    composedChanges += changes.changesets.count
    largestComposition = max(largestComposition, changes.changesets.count)
  }
}
