/// The first place, by its number among those given, that does not exist, or is named twice.
package struct Misplacement: Error {
  /// The number of the place.
  package var number: Int
}

// What leaves and what arrives: the two steps by which a change rearranges elements.
extension Array {
  /// Returns the elements without those at ascending offsets.
  ///
  /// - Throws: ``Misplacement`` when an offset does not exist, or comes twice.
  /// - Complexity: O(n).
  package func removing(
    at offsets: some Collection<Int>
  ) throws(Misplacement) -> [Element] {
    guard !offsets.isEmpty else { return self }
    var kept: [Element] = []
    kept.reserveCapacity(Swift.max(0, count - offsets.count))
    var start = 0
    var number = 0
    for offset in offsets {
      guard offset >= start, offset < count else { throw Misplacement(number: number) }
      kept.append(contentsOf: self[start..<offset])
      start = offset + 1
      number += 1
    }
    kept.append(contentsOf: self[start...])
    return kept
  }

  /// Returns the elements with others that arrive at ascending offsets, which are those of the result.
  ///
  /// - Throws: ``Misplacement`` when an offset is taken, or behind the end.
  /// - Complexity: O(n).
  package func inserting(
    _ arrivals: some Collection<(at: Int, element: Element)>
  ) throws(Misplacement) -> [Element] {
    guard !arrivals.isEmpty else { return self }
    var merged: [Element] = []
    merged.reserveCapacity(count + arrivals.count)
    var next = 0
    var number = 0
    for (offset, element) in arrivals {
      // Compared before subtracting: an untrusted offset may be any number.
      guard offset >= merged.count, offset - merged.count <= count - next else {
        throw Misplacement(number: number)
      }
      let end = next + (offset - merged.count)
      merged.append(contentsOf: self[next..<end])
      next = end
      merged.append(element)
      number += 1
    }
    merged.append(contentsOf: self[next...])
    return merged
  }
}
