import ListDiff
import ListModel

/// Changes that were read after a wake-up, for all readers of a list that were woken at the same place; also
/// that there are no more.
///
/// A thousand followers of a list then cost two reads and one decoding for each commit. Nothing is missed: a
/// page was read after the generation of its key began, so it has all changes that this wake-up was for, and
/// a later commit wakes all readers of that generation again. Readers that have never waited read for
/// themselves: they may come to find a commit of another process that has woken nobody yet.
struct WokenPage: Sendable {
  /// The next changes, oldest first.
  let changes: [Change]
  /// The token of the head at that moment.
  let head: CursorToken

  /// Where a reader was, and the wake-up after which it reads: what was read since then has all changes
  /// that the wake-up was for.
  struct Key: Hashable, Sendable {
    let list: List.ID
    let place: ListFeed.Start
    /// Of the ``CommitSignal``.
    let generation: UInt64
  }

  /// The most pages that are kept.
  static let capacity = 16

  /// Whether its changes are few: pages are kept until others come.
  var isWorthSharing: Bool {
    changes.reduce(0) { $0 + $1.changeset.operationCount } <= 256
  }
}
