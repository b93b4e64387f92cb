import ListModel
import ListStorage
import Synchronization

/// How much each version of a list has changed, counted once and kept.
///
/// Each version takes 16 bytes; of more than ``limit`` versions, those of the lists that were asked for longest
/// ago are forgotten.
final class VersionCountsCache: Sendable {
  /// The four numbers of one version, of sections and cells together.
  struct Counts: Sendable {
    var deleted: UInt32 = 0
    var inserted: UInt32 = 0
    var moved: UInt32 = 0
    var updated: UInt32 = 0
  }

  /// The versions of one list that were counted.
  struct Counted: Sendable {
    /// The newest of them: its fingerprint says whether the list still has the same past.
    var token: CursorToken
    /// The version before the first one.
    var floor: Int
    var counts: [Counts]
  }

  private struct State {
    var lists: [List.ID: Counted] = [:]
    /// The lists, that which was asked for last at the end.
    var order: [List.ID] = []
  }

  /// The most versions that are kept of all lists together.
  static let limit = 2_000_000

  private let state = Mutex(State())

  /// Counts the versions of a list that can be read.
  ///
  /// - Throws: ``ListStoreError``.
  /// - Complexity: O(bytes of the changes that were not counted before).
  func counts(of list: List.ID, in store: ListStore) throws -> Counted {
    let token = try store.token(of: list)
    let floor = try store.oldestVersion(of: list)
    var counted = Counted(token: token, floor: floor, counts: [])
    if let known = state.withLock({ $0.lists[list] }),
      try isPast(known, of: list, floor, token, store)
    {
      counted.counts = Array(known.counts.dropFirst(floor - known.floor))
    }
    var version = floor + counted.counts.count
    while version < token.version {
      let end = min(token.version, version + 1024)
      for summary in try store.summaries(of: list, after: version, through: end) {
        counted.counts.append(Counts(summary))
      }
      version = end
    }
    keep(counted, of: list)
    return counted
  }

  /// Returns whether what is known still is the past of the list.
  private func isPast(
    _ known: Counted,
    of list: List.ID,
    _ floor: Int,
    _ token: CursorToken,
    _ store: ListStore
  ) throws -> Bool {
    let last = known.token.version
    guard known.floor <= floor, last >= floor, last <= token.version else { return false }
    return try store.token(of: list, at: last) == known.token
  }

  private func keep(_ counted: Counted, of list: List.ID) {
    state.withLock { state in
      state.lists[list] = counted
      state.order.removeAll { $0 == list }
      state.order.append(list)
      var total = state.lists.values.reduce(0) { $0 + $1.counts.count }
      while total > Self.limit, let oldest = state.order.first, state.order.count > 1 {
        state.order.removeFirst()
        total -= state.lists.removeValue(forKey: oldest)?.counts.count ?? 0
      }
    }
  }
}

extension VersionCountsCache.Counts {
  fileprivate init(_ summary: ChangeSummary) {
    let (sections, cells) = (summary.operations.sections, summary.operations.cells)
    deleted = UInt32(clamping: sections.deleted + cells.deleted)
    inserted = UInt32(clamping: sections.inserted + cells.inserted)
    moved = UInt32(clamping: sections.moved + cells.moved)
    updated = UInt32(clamping: sections.updated + cells.updated)
  }
}
