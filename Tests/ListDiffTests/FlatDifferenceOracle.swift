import ListDiff

/// What is wrong with a difference between two lists of elements whose keys may repeat; `nil` if
/// nothing is.
func flaw(
  of difference: FlatDifference,
  from source: [RandomColumns.Element],
  to target: [RandomColumns.Element]
) -> String? {
  if let flaw = shapeFlaw(of: difference) { return flaw }
  let deleted = Set(difference.deletions.offsets)
  let inserted = Set(difference.insertions.offsets)
  let movedFrom = Set(difference.moves.map(\.from))
  let movedTo = Set(difference.moves.map(\.to))
  if movedFrom.count != difference.moves.count || movedTo.count != difference.moves.count
    || !movedFrom.isDisjoint(with: deleted) || !movedTo.isDisjoint(with: inserted)
  {
    return "a place is left or filled twice"
  }
  // What is not listed keeps its order, so it must pair up.
  let stays = source.indices.filter { !deleted.contains($0) && !movedFrom.contains($0) }
  let places = target.indices.filter { !inserted.contains($0) && !movedTo.contains($0) }
  if stays.count != places.count { return "does not lead to the target's count" }
  var pairs = zip(stays, places).map { Match(from: $0, to: $1) } + difference.moves
  pairs.sort { $0.to < $1.to }
  if pairs.contains(where: { source[$0.from].key != target[$0.to].key }) {
    return "does not lead to the target"
  }
  let updates = pairs.filter { source[$0.from].content != target[$0.to].content }
  if Array(difference.updates) != updates { return "other elements are updated" }
  if PlainDifference.outOfOrder(pairs).count != difference.moves.count {
    return "\(difference.moves.count) moves instead of \(PlainDifference.outOfOrder(pairs).count)"
  }
  if pairs.count != commonCount(source.map(\.key), target.map(\.key)) {
    return "\(pairs.count) matches are not as many as can be"
  }
  return nil
}

private func shapeFlaw(of difference: FlatDifference) -> String? {
  for ranges in [difference.deletions, difference.insertions] {
    if ranges.contains(where: \.isEmpty) { return "a range is empty" }
    if zip(ranges, ranges.dropFirst()).contains(where: { $0.upperBound >= $1.lowerBound }) {
      return "ranges are not ascending or not joined"
    }
  }
  let isSorted = { (matches: OffsetMatches) in
    zip(matches, matches.dropFirst()).allSatisfy { $0.to < $1.to }
  }
  return isSorted(difference.moves) && isSorted(difference.updates) ? nil : "is not sorted"
}

/// The size of the common part of two multisets.
private func commonCount(_ left: [UInt64], _ right: [UInt64]) -> Int {
  var counts: [UInt64: Int] = [:]
  for key in left { counts[key, default: 0] += 1 }
  var common = 0
  for key in right where counts[key, default: 0] > 0 {
    counts[key, default: 0] -= 1
    common += 1
  }
  return common
}
