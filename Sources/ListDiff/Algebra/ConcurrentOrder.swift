import ListModel

/// The order of one sequence after two concurrent changesets: the places of each side's arrivals
/// among the elements that stay and the other side's arrivals.
///
/// In its own side's sequence, an arrival stands between two elements that its side leaves in
/// place. The indices of these two in the common sequence before, the interval of the arrival, are
/// all that is needed. Two arrivals whose intervals do not overlap are in order. If the intervals
/// overlap, no element that stays on both sides is between the arrivals: any order will do that
/// does not depend on the side.
struct ConcurrentOrder<ID: Comparable & Hashable> {
  /// An element that a side puts into the sequence.
  struct Arrival {
    let id: ID
    /// Its index in the side's own sequence after.
    let place: Int
  }

  /// What one side does to the sequence.
  struct Side {
    /// The indices before of the elements that leave, including those whose operation is left out.
    var leaving: [Int] = []
    /// The indices after of the elements that arrive, including those whose operation is left out.
    var arriving: [Int] = []
    /// The indices before of the elements that really leave.
    var effectivelyLeaving: [Int] = []
    /// The elements that really arrive.
    var arrivals: [Arrival] = []
  }

  private struct Run {
    /// The index of the last staying element in front of the run, and of the first one behind it.
    let interval: (after: Int, before: Int)
    var ids: [ID]
  }

  /// The index of each arrival after both changesets.
  private(set) var places: [ID: Int] = [:]

  /// Merges both sides.
  ///
  /// - Complexity: O(k log k) in the number of places.
  init(_ first: Side, _ second: Side) {
    let gone = Set(first.effectivelyLeaving).union(second.effectivelyLeaving).sorted()
    var left = Self.runs(of: first)[...]
    var right = Self.runs(of: second)[...]
    var arrived = 0
    while let run = Self.popNext(&left, &right) {
      let start = run.interval.after + 1
      let staying = start - gone.count(before: start)
      for id in run.ids {
        places[id] = staying + arrived
        arrived += 1
      }
    }
  }

  /// Groups the arrivals that stand between the same two staying elements, in order.
  private static func runs(of side: Side) -> [Run] {
    let ranks = IndexMap(deleted: side.leaving, inserted: side.arriving)
    let effective = IndexMap(deleted: side.effectivelyLeaving, inserted: [])
    var runs: [Run] = []
    for arrival in side.arrivals.sorted(by: { $0.place < $1.place }) {
      let rank = ranks.rankAfter(arrival.place)
      let after = rank == 0 ? -1 : ranks.indexBefore(ofRank: rank - 1)
      if let last = runs.indices.last, runs[last].interval.after == after {
        runs[last].ids.append(arrival.id)
      } else {
        let before = effective.indexBefore(ofRank: effective.rankBefore(after + 1))
        runs.append(Run(interval: (after, before), ids: [arrival.id]))
      }
    }
    return runs
  }

  private static func popNext(_ left: inout ArraySlice<Run>, _ right: inout ArraySlice<Run>) -> Run?
  {
    guard let first = left.first else { return right.popFirst() }
    guard let second = right.first else { return left.popFirst() }
    return isBefore(first, second) ? left.popFirst() : right.popFirst()
  }

  private static func isBefore(_ first: Run, _ second: Run) -> Bool {
    if first.interval.before <= second.interval.after { return true }
    if second.interval.before <= first.interval.after { return false }
    return first.ids.lexicographicallyPrecedes(second.ids)
  }
}
