import ListModel

extension Changeset {
  /// Returns the same change without updates that change nothing and without needless moves, in
  /// canonical order.
  ///
  /// Of all changesets with the same effect that move only elements listed in this one, the result
  /// has the fewest moves. Among those with the fewest moves, it moves as few elements as possible
  /// that this changeset does not move. (An element that is only updated counts as listed: moving
  /// it may save moving two others.) A comparison of both lists can have still fewer moves only if
  /// it moves an element that the changeset does not name.
  ///
  /// Normalizing twice is the same as once. The changeset must fit some list; if it fits none, the
  /// result is an arbitrary changeset.
  ///
  /// - Complexity: O(K log K) in the number of operations.
  public func normalized() -> Changeset {
    var result = self
    // The search comes first: `removeAll` would copy the operations even if it removed none.
    if updatedSections.contains(where: { $0.old == $0.new }) {
      result.updatedSections.removeAll { $0.old == $0.new }
    }
    if updatedCells.contains(where: { $0.old == $0.new }) {
      result.updatedCells.removeAll { $0.old == $0.new }
    }
    let movedSections = result.necessarySectionMoves()
    let movedCells = result.necessaryCellMoves()
    result.movedSections = movedSections
    result.movedCells = movedCells
    result.sort()
    return result
  }

  /// Puts the operations into canonical order.
  mutating func sort() {
    deletedSections.sortByPlace()
    insertedSections.sortByPlace()
    movedSections.sortByPlace()
    updatedSections.sortByPlace()
    deletedCells.sortByPlace()
    insertedCells.sortByPlace()
    movedCells.sortByPlace()
    updatedCells.sortByPlace()
  }

  private func necessarySectionMoves() -> [SectionMove] {
    guard !movedSections.isEmpty else { return [] }
    let moves = movedSections.map {
      ListedPair(
        id: $0.id,
        from: CellPath(section: 0, item: $0.from),
        to: CellPath(section: 0, item: $0.to)
      )
    }
    let updates = updatedSections.map {
      ListedPair(
        id: $0.id,
        from: CellPath(section: 0, item: $0.from),
        to: CellPath(section: 0, item: $0.at)
      )
    }
    return necessaryMoves(
      among: moves,
      updated: updates,
      deleted: deletedSections.map { CellPath(section: 0, item: $0.at) },
      inserted: insertedSections.map { CellPath(section: 0, item: $0.at) },
      isSameSequence: { _, _ in true }
    ).map { SectionMove(id: $0.id, from: $0.from.item, to: $0.to.item) }
  }

  private func necessaryCellMoves() -> [CellMove] {
    guard !movedCells.isEmpty else { return [] }
    let sections = sectionMap
    return necessaryMoves(
      among: movedCells.map { ListedPair(id: $0.id, from: $0.from, to: $0.to) },
      updated: updatedCells.map { ListedPair(id: $0.id, from: $0.from, to: $0.at) },
      deleted: deletedCells.map(\.at),
      inserted: insertedCells.map(\.at),
      isSameSequence: { sections.after($0) == $1 }
    ).map { CellMove(id: $0.id, from: $0.from, to: $0.to) }
  }
}

extension Array where Element: PlacedOperation {
  /// Sorts operations unless they are sorted already, as most are; sorting would copy them.
  fileprivate mutating func sortByPlace() {
    if !isSortedByPlace { sort { $0.place < $1.place } }
  }

  private var isSortedByPlace: Bool {
    let lent = self[...]
    let operations = lent.span
    return operations.indices.dropFirst().allSatisfy {
      operations[$0 - 1].place <= operations[$0].place
    }
  }
}

/// A listed element that is in both lists.
private struct ListedPair<Element> {
  let id: Identifier<Element>
  let from: CellPath
  let to: CellPath
  var isMoved = true
}

/// Returns the fewest moves with the effect of the given ones.
///
/// Unlisted elements keep their order. So a listed element can stay if and only if it stays in its
/// sequence, with as many unlisted elements in front of it as before. Two such elements with
/// different numbers of unlisted elements in front are always in order. So the largest set that can
/// stay is, in each sequence, a longest subsequence that increases both before and after.
private func necessaryMoves<Element>(
  among moves: [ListedPair<Element>],
  updated: [ListedPair<Element>],
  deleted: [CellPath],
  inserted: [CellPath],
  isSameSequence: (_ before: Int, _ after: Int) -> Bool
) -> [ListedPair<Element>] {
  let origins = moves.map(\.from).sorted()
  var candidates = moves
  for var pair in updated where !origins.containsSorted(pair.from) {
    pair.isMoved = false
    candidates.append(pair)
  }
  let before = (candidates.map(\.from) + deleted).sorted()
  let after = (candidates.map(\.to) + inserted).sorted()

  var necessary: [ListedPair<Element>] = []
  var others: [ListedPair<Element>] = []
  for pair in candidates {
    let canStay =
      isSameSequence(pair.from.section, pair.to.section)
      && before.unlisted(before: pair.from) == after.unlisted(before: pair.to)
    if canStay { others.append(pair) } else { necessary.append(pair) }
  }
  others.sort { $0.from < $1.from }
  for sequence in others.chunked(by: { $0.from.section == $1.from.section }) {
    let stays = longestIncreasingSubsequence(
      of: sequence.map(\.to),
      preferring: sequence.map { !$0.isMoved }
    )
    for (pair, stays) in zip(sequence, stays) where !stays { necessary.append(pair) }
  }
  return necessary
}

extension [CellPath] {
  /// Counts the elements in front of a path, in its section, that are not in this ascending array.
  fileprivate func unlisted(before path: CellPath) -> Int {
    path.item &- (count(before: path) - prefixCount { $0.section < path.section })
  }
}

extension Array {
  /// The longest runs in which any two neighbours belong together.
  fileprivate func chunked(by belongTogether: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    var start = startIndex
    for index in indices.dropFirst() where !belongTogether(self[index - 1], self[index]) {
      chunks.append(self[start..<index])
      start = index
    }
    if start < endIndex { chunks.append(self[start...]) }
    return chunks
  }
}
