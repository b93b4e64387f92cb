/// Where the elements of one sequence stand before and after a change.
///
/// Elements that the change does not name keep their order, so the n-th of them before is the n-th
/// of them after: an index is translated by its rank, which is the index minus the number of named
/// elements in front of it. Only the places where named elements leave and arrive are needed, not
/// the length of the sequence.
///
/// Arithmetic wraps, so that no input traps; a result is meaningful only for indices that exist.
///
/// - Complexity: O(k log k) to create for k named elements, and O(log k) for each query.
package struct IndexMap: Sendable {
  private let departures: NamedPlaces<Int>
  private let arrivals: NamedPlaces<Int>

  /// Creates a map from places in any order.
  package init(deleted: [Int], inserted: [Int], moved: [Match<Int>] = []) {
    departures = NamedPlaces(deleted, moved: moved.map { ($0.from, $0.to) })
    arrivals = NamedPlaces(inserted, moved: moved.map { ($0.to, $0.from) })
  }

  /// Where named elements leave, ascending.
  package var leaving: [Int] { departures.places }

  /// Where named elements arrive, ascending.
  package var arriving: [Int] { arrivals.places }

  /// How many more elements there are after.
  package var growth: Int { arriving.count - leaving.count }

  /// The index after of the element at an index before; `nil` if it is deleted.
  package func after(_ index: Int) -> Int? {
    switch departures.find(index) {
    case .named(let destination): destination
    case .unnamed(let count): arrivals.places.index(ofRank: index &- count)
    }
  }

  /// The index before of the element at an index after; `nil` if it is inserted.
  package func before(_ index: Int) -> Int? {
    switch arrivals.find(index) {
    case .named(let origin): origin
    case .unnamed(let count): departures.places.index(ofRank: index &- count)
    }
  }
}

// MARK: Ranks

extension IndexMap {
  /// The number of unnamed elements before an index of the sequence before.
  package func rankBefore(_ index: Int) -> Int { index &- leaving.count(before: index) }

  /// The number of unnamed elements before an index of the sequence after.
  package func rankAfter(_ index: Int) -> Int { index &- arriving.count(before: index) }

  /// The index before of the unnamed element with a rank.
  package func indexBefore(ofRank rank: Int) -> Int { leaving.index(ofRank: rank) }
}

/// The places that a change names on one side, and the places on the other side of elements that
/// move.
struct NamedPlaces<Place: Comparable & Sendable>: Sendable {
  /// All named places, ascending.
  let places: [Place]
  /// For each of them, the place on the other side; empty if nothing moves.
  private let others: [Place?]

  /// - Parameters:
  ///   - alone: Places that are on this side only.
  ///   - moved: Places on this side, and those on the other.
  init(_ alone: [Place], moved: [(here: Place, there: Place)]) {
    if moved.isEmpty {
      places = alone.ascending()
      others = []
    } else {
      let pairs = (alone.map { ($0, nil) } + moved.map { ($0.here, $0.there) } as [(Place, Place?)])
        .sorted { $0.0 < $1.0 }
      places = pairs.map(\.0)
      others = pairs.map(\.1)
    }
  }

  /// What the change says about a place.
  enum Finding {
    /// It is named; the value is its place on the other side, if there is one.
    case named(Place?)
    /// It is not named; this many named places are before it.
    case unnamed(before: Int)
  }

  /// - Complexity: O(log k).
  func find(_ place: Place) -> Finding {
    let count = places.count(before: place)
    guard count < places.count, places[count] == place else { return .unnamed(before: count) }
    return .named(others.isEmpty ? nil : others[count])
  }
}

// MARK: Searching

extension RandomAccessCollection where Index == Int {
  /// Counts the elements at the front that satisfy a condition, which no element behind them may
  /// satisfy.
  ///
  /// - Complexity: O(log n).
  @inlinable
  package func prefixCount(where isInFront: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low &+ (high &- low) >> 1
      if isInFront(self[middle]) { low = middle &+ 1 } else { high = middle }
    }
    return low &- startIndex
  }
}

extension RandomAccessCollection where Index == Int, Element: Comparable {
  /// How many elements of this ascending collection are less than a value.
  ///
  /// - Complexity: O(log n).
  @inlinable
  package func count(before value: Element) -> Int { prefixCount { $0 < value } }

  /// Whether this ascending collection contains a value.
  ///
  /// - Complexity: O(log n).
  package func containsSorted(_ value: Element) -> Bool {
    let index = startIndex + count(before: value)
    return index < endIndex && self[index] == value
  }
}

extension [Int] {
  /// The index of the `rank`-th element that is not listed in this ascending array.
  fileprivate func index(ofRank rank: Int) -> Int { self[...].index(ofRank: rank) { $0 } }
}

extension ArraySlice {
  /// The index of the `rank`-th element that is not listed in this slice, which ascends by `place`.
  ///
  /// The k-th listed place p has p - k unlisted ones in front of it, a number that never decreases.
  /// The listed places for which it is at most `rank` stand in front of the element.
  @inlinable
  package func index(ofRank rank: Int, _ place: (Element) -> Int) -> Int {
    rank &+ indices.prefixCount { place(self[$0]) &- ($0 - startIndex) <= rank }
  }
}

extension Array where Element: Comparable {
  /// The elements in ascending order; most arrays ascend already, and then nothing is copied.
  fileprivate func ascending() -> [Element] {
    zip(self, dropFirst()).allSatisfy { $0 <= $1 } ? self : sorted()
  }
}
