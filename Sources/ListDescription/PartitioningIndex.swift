extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element satisfies a condition that all later elements satisfy
  /// too: binary search.
  ///
  /// - Complexity: O(log count).
  @inlinable
  package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
