import ListDiff
import ListModel

/// The reference model of the engine: the same difference, computed in the plainest way that is
/// still fast enough for long lists.
struct PlainDifference: Equatable, Sendable {
  typealias Pair = Match
  var deletedSections: [Int] = []
  var insertedSections: [Int] = []
  var movedSections: [Pair<Int>] = []
  var deletedCells: [CellPath] = []
  var insertedCells: [CellPath] = []
  var movedCells: [Pair<CellPath>] = []
  /// The sections in both, ascending by `to`, moved or not.
  var matchedSections: [Pair<Int>] = []
  /// The cells in both whose content differs, ascending by `to`, moved or not.
  var updatedCells: [Pair<CellPath>] = []

  init() {}
}

extension PlainDifference {
  /// Compares two sectioned sequences whose ids are unique.
  ///
  /// - Parameters:
  ///   - source: The ids of the sections before, each with the ids of its cells.
  ///   - target: The same after.
  ///   - contentIsEqual: Whether the cell at a path before equals the cell at a path after; called
  ///     once for each cell in both.
  /// - Complexity: O(n) expected, plus O(k log k) for the k cells whose order is broken.
  init<SectionKey: Hashable, CellKey: Hashable>(
    from source: [(id: SectionKey, cells: [CellKey])],
    to target: [(id: SectionKey, cells: [CellKey])],
    contentIsEqual: (CellPath, CellPath) -> Bool
  ) {
    compareSections(from: source.map(\.id), to: target.map(\.id))

    var sourcePaths: [CellKey: CellPath] = [:]
    for (section, (_, cells)) in source.enumerated() {
      for (item, id) in cells.enumerated() {
        sourcePaths[id] = CellPath(section: section, item: item)
      }
    }
    let sourceSections = Dictionary(uniqueKeysWithValues: matchedSections.map { ($0.to, $0.from) })
    for (section, (_, cells)) in target.enumerated() {
      var sameSection: [Pair<Int>] = []
      for (item, id) in cells.enumerated() {
        let to = CellPath(section: section, item: item)
        guard let from = sourcePaths.removeValue(forKey: id) else {
          insertedCells.append(to)
          continue
        }
        if !contentIsEqual(from, to) { updatedCells.append(Pair(from: from, to: to)) }
        if from.section == sourceSections[section] {
          sameSection.append(Pair(from: from.item, to: item))
        } else {
          movedCells.append(Pair(from: from, to: to))
        }
      }
      for pair in Self.outOfOrder(sameSection) {
        movedCells.append(
          Pair(
            from: CellPath(section: sourceSections[section] ?? 0, item: pair.from),
            to: CellPath(section: section, item: pair.to)
          )
        )
      }
    }
    movedCells.sort { $0.to < $1.to }
    deletedCells = sourcePaths.values.sorted()
  }

  private mutating func compareSections<Key: Hashable>(from source: [Key], to target: [Key]) {
    var sourceIndices = Dictionary(uniqueKeysWithValues: zip(source, source.indices))
    for (index, id) in target.enumerated() {
      if let from = sourceIndices.removeValue(forKey: id) {
        matchedSections.append(Pair(from: from, to: index))
      } else {
        insertedSections.append(index)
      }
    }
    deletedSections = sourceIndices.values.sorted()
    movedSections = Self.outOfOrder(matchedSections)
  }

  /// The fewest pairs whose removal leaves `from` ascending: all but a longest increasing
  /// subsequence, found by patience sorting.
  static func outOfOrder(_ pairs: [Pair<Int>]) -> [Pair<Int>] {
    var tails: [Int] = []
    var predecessors = [Int?](repeating: nil, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if pairs[tails[middle]].from < pair.from { low = middle + 1 } else { high = middle }
      }
      if low > 0 { predecessors[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var stays = [Bool](repeating: false, count: pairs.count)
    var next = tails.last
    while let index = next {
      stays[index] = true
      next = predecessors[index]
    }
    return pairs.indices.filter { !stays[$0] }.map { pairs[$0] }
  }
}
