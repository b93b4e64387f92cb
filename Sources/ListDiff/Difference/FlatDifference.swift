/// The difference between two sequences of elements, as offsets.
///
/// It has the coordinates of a collection view's batch update: deletions and `from` are offsets in
/// the sequence before, insertions and `to` are offsets in the sequence after. An element may be
/// both moved and updated. Elements that are not listed keep their order, and fill the places that
/// nothing names. Moves are as few as possible.
///
/// ```swift
/// let difference = FlatDifference(from: old, to: new)  // elements: Identifiable & Equatable
/// for range in difference.deletions.reversed() { titles.removeSubrange(range) }
/// ```
///
/// Ids may repeat: each occurrence is matched with at most one other, as many as possible are
/// matched, and moves are the fewest for the chosen matches.
public struct FlatDifference: Equatable, Sendable {
  private var deletedRanges: [OffsetRange]
  private var insertedRanges: [OffsetRange]
  private var movedPairs: [OffsetPair]
  private var updatedPairs: [OffsetPair]

  init(_ engine: borrowing Engine) {
    deletedRanges = Array(engine.deletions.elements)
    insertedRanges = Array(engine.insertions.elements)
    movedPairs = Array(engine.moves.elements)
    updatedPairs = Array(engine.updates.elements)
  }

  /// The offsets before of the elements that disappear, ascending, joined into ranges.
  public var deletions: OffsetRanges { OffsetRanges(ranges: deletedRanges) }

  /// The offsets after of the elements that appear, ascending, joined into ranges.
  public var insertions: OffsetRanges { OffsetRanges(ranges: insertedRanges) }

  /// The elements that change their order, ascending by `to`.
  public var moves: OffsetMatches { OffsetMatches(pairs: movedPairs) }

  /// The elements whose content changes, ascending by `to`, including those that move.
  public var updates: OffsetMatches { OffsetMatches(pairs: updatedPairs) }

  /// Whether nothing changes.
  public var isEmpty: Bool {
    deletedRanges.isEmpty && insertedRanges.isEmpty && movedPairs.isEmpty && updatedPairs.isEmpty
  }
}

/// Ascending, disjoint ranges of offsets.
public struct OffsetRanges: RandomAccessCollection, Equatable, Sendable {
  let ranges: [OffsetRange]

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of ranges.
  public var endIndex: Int { ranges.count }

  /// The range at a position.
  public subscript(position: Int) -> Range<Int> {
    ranges[position].lowerBound..<ranges[position].upperBound
  }

  /// Every offset in the ranges, ascending.
  public var offsets: some BidirectionalCollection<Int> { lazy.joined() }

  /// The number of offsets in all ranges.
  ///
  /// - Complexity: O(ranges).
  package var offsetCount: Int { ranges.reduce(0) { $0 + $1.count } }
}

/// Pairs of an offset before and an offset after.
public struct OffsetMatches: RandomAccessCollection, Equatable, Sendable {
  let pairs: [OffsetPair]

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of pairs.
  public var endIndex: Int { pairs.count }

  /// The pair at a position.
  public subscript(position: Int) -> Match<Int> {
    Match(from: Int(pairs[position].source), to: Int(pairs[position].target))
  }
}
