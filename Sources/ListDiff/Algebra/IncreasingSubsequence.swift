package import ListDescription

/// Returns the indices of a longest increasing subsequence, ascending.
///
/// Source: Fredman, *On computing the length of longest increasing subsequences*, Discrete
/// Mathematics 11(1), 1975.
///
/// - Complexity: O(n log n).
package func longestIncreasingSubsequence(of values: [Int]) -> [Int] {
  // The index of the least value that ends a subsequence of each length.
  var tails: [Int] = []
  var predecessors = Array(repeating: -1, count: values.count)
  for (index, value) in values.enumerated() {
    let length = tails.partitioningIndex { values[$0] >= value }
    if length > 0 { predecessors[index] = tails[length - 1] }
    if length == tails.count { tails.append(index) } else { tails[length] = index }
  }
  var indices: [Int] = []
  var index = tails.last ?? -1
  while index >= 0 {
    indices.append(index)
    index = predecessors[index]
  }
  return indices.reversed()
}

/// Finds, among the longest increasing subsequences, one with the most preferred values.
///
/// It is the textbook dynamic programme, with a Fenwick tree (P. M. Fenwick, *A new data structure
/// for cumulative frequency tables*, Software: Practice and Experience 24(3), 1994) of best scores.
/// It does not use the piles of patience sorting, because they cannot weigh one value against
/// another.
///
/// - Parameters:
///   - values: Values that are all different.
///   - isPreferred: For each value, whether it counts between subsequences of equal length.
/// - Returns: For each value, whether it is in the subsequence. Among equally good ones the choice
///   is always the same.
/// - Complexity: O(n log n).
package func longestIncreasingSubsequence(
  of values: [CellPath],
  preferring isPreferred: [Bool]
) -> [Bool] {
  let byValue = values.indices.sorted { values[$0] < values[$1] }
  var ranks = Array(repeating: 0, count: values.count)
  for (rank, index) in byValue.enumerated() { ranks[index] = rank }

  // Length first, preferred values second, in one number.
  let unit = values.count + 1
  var best = PrefixMaximum(count: values.count)
  var predecessors: [Int?] = []
  predecessors.reserveCapacity(values.count)
  for index in values.indices {
    let tail = best.maximum(before: ranks[index])
    let score = (tail?.score ?? 0) + unit + (isPreferred[index] ? 1 : 0)
    predecessors.append(tail?.index)
    best.raise(at: ranks[index], to: PrefixMaximum.Entry(score: score, index: index))
  }

  var isKept = Array(repeating: false, count: values.count)
  var next = best.maximum(before: values.count)?.index
  while let index = next {
    isKept[index] = true
    next = predecessors[index]
  }
  return isKept
}

/// A Fenwick tree of maxima instead of sums.
private struct PrefixMaximum {
  struct Entry {
    let score: Int
    let index: Int
  }

  private var entries: [Entry?]

  init(count: Int) {
    entries = Array(repeating: nil, count: count + 1)
  }

  /// The highest entry at a rank less than the given one.
  func maximum(before rank: Int) -> Entry? {
    var result: Entry?
    var node = rank
    while node > 0 {
      if let entry = entries[node], entry.score > (result?.score ?? 0) { result = entry }
      node &= node - 1
    }
    return result
  }

  mutating func raise(at rank: Int, to entry: Entry) {
    var node = rank + 1
    while node < entries.count {
      if entry.score > (entries[node]?.score ?? 0) { entries[node] = entry }
      node += node & -node
    }
  }
}
