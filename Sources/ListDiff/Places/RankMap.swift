/// Where the elements of one sequence that a changeset does not list stand before and after it.
///
/// Those elements keep their order, so the n-th of them before is the n-th of them after: an index
/// is translated by its rank, which is the index less the listed elements in front of it. All that
/// is needed is where listed elements leave and arrive; the length of the sequence is not.
///
/// Arithmetic wraps, so that no input traps; a result is meaningful for indices that exist.
struct RankMap {
  /// Where listed elements leave, ascending.
  let leaving: [Int]
  /// Where listed elements arrive, ascending.
  let arriving: [Int]

  /// Creates a map from the places in any order.
  init(leaving: [Int], arriving: [Int]) {
    self.leaving = leaving.sorted()
    self.arriving = arriving.sorted()
  }

  /// Creates a map from the places in ascending order.
  init(ascendingLeaving leaving: [Int], ascendingArriving arriving: [Int]) {
    self.leaving = leaving
    self.arriving = arriving
  }

  /// Whether a listed element leaves at an index.
  func leaves(at index: Int) -> Bool { leaving.containsSorted(index) }

  /// Whether a listed element arrives at an index.
  func arrives(at index: Int) -> Bool { arriving.containsSorted(index) }

  /// The number of unlisted elements before an index of the sequence before.
  func rankBefore(_ index: Int) -> Int {
    index &- leaving.count(before: index)
  }

  /// The number of unlisted elements before an index of the sequence after.
  func rankAfter(_ index: Int) -> Int {
    index &- arriving.count(before: index)
  }

  /// Where the unlisted element of a rank stands before.
  func indexBefore(ofRank rank: Int) -> Int {
    leaving.index(ofRank: rank)
  }

  /// Where the unlisted element of a rank stands after.
  func indexAfter(ofRank rank: Int) -> Int {
    arriving.index(ofRank: rank)
  }

  /// Where the element at an index, unless it is listed, stands after.
  func forward(_ index: Int) -> Int {
    indexAfter(ofRank: rankBefore(index))
  }

  /// Where the element at an index after, unless it is listed, stands before.
  func backward(_ index: Int) -> Int {
    indexBefore(ofRank: rankAfter(index))
  }
}

extension [Int] {
  /// The index an element has that is the `rank`-th not listed in this ascending array.
  ///
  /// The listed place `self[k]` has `self[k] - k` unlisted ones in front of it, which never
  /// decreases; those with at most `rank` of them stand in front of the element.
  fileprivate func index(ofRank rank: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] &- middle <= rank { low = middle + 1 } else { high = middle }
    }
    return rank &+ low
  }
}

extension Array where Element: Comparable {
  /// How many elements of this ascending array are less than a value.
  ///
  /// - Complexity: O(log n).
  func count(before value: Element) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether this ascending array contains a value.
  ///
  /// - Complexity: O(log n).
  func containsSorted(_ value: Element) -> Bool {
    let position = count(before: value)
    return position < count && self[position] == value
  }
}
