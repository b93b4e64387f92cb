import ListDiff
import ListModel
import ListTestSupport

/// What is wrong with a changeset from `source` to `target`; `nil` if nothing is.
///
/// Written to be obviously right, not fast: ids are looked up by searching, and the longest
/// increasing subsequence by comparing each element with every element before it.
func flaw(of changeset: Changeset, from source: List, to target: List) -> String? {
  do {
    if try changeset.apply(to: source) != target { return "does not lead to the target" }
    if try changeset.inverted().apply(to: target) != source { return "does not lead back" }
  } catch {
    return "does not apply: \(error)"
  }
  return sectionFlaw(of: changeset, from: source, to: target)
    ?? cellFlaw(of: changeset, from: source, to: target)
    ?? moveFlaw(of: changeset, from: source, to: target)
}

private func sectionFlaw(of changeset: Changeset, from source: List, to target: List) -> String? {
  let before = source.sections.map(\.id)
  let after = target.sections.map(\.id)
  let matched = after.filter(before.contains)
  if changeset.deletedSections.map(\.at) != before.indices.filter({ !after.contains(before[$0]) }) {
    return "other sections are deleted"
  }
  if changeset.insertedSections.map(\.at) != after.indices.filter({ !before.contains(after[$0]) }) {
    return "other sections are inserted"
  }
  let updated = after.indices.filter { index in
    source.sections.contains {
      $0.id == after[index] && $0.attributes != target.sections[index].attributes
    }
  }
  if changeset.updatedSections.map(\.at) != updated { return "other sections are updated" }
  if changeset.movedSections.map(\.to) != changeset.movedSections.map(\.to).sorted() {
    return "section moves are not sorted"
  }
  let order = matched.compactMap { before.firstIndex(of: $0) }
  let fewest = order.count - longestIncreasingSubsequence(order)
  if changeset.movedSections.count != fewest {
    return "\(changeset.movedSections.count) section moves instead of \(fewest)"
  }
  return nil
}

private func cellFlaw(of changeset: Changeset, from source: List, to target: List) -> String? {
  let before = source.placements
  let after = target.placements
  let deleted = before.values.filter { after[$0.cell.id] == nil }.map(\.path).sorted()
  if changeset.deletedCells.map(\.at) != deleted { return "other cells are deleted" }
  let inserted = after.values.filter { before[$0.cell.id] == nil }.map(\.path).sorted()
  if changeset.insertedCells.map(\.at) != inserted { return "other cells are inserted" }
  let updated = after.values.filter { placement in
    before[placement.cell.id].map { $0.cell != placement.cell } ?? false
  }
  if changeset.updatedCells.map(\.at) != updated.map(\.path).sorted() {
    return "other cells are updated"
  }
  for update in changeset.updatedCells where before[update.id]?.path != update.from {
    return "an update does not say where \(update.id) was"
  }
  return nil
}

private func moveFlaw(of changeset: Changeset, from source: List, to target: List) -> String? {
  let before = source.placements
  let after = target.placements
  if changeset.movedCells.map(\.to) != changeset.movedCells.map(\.to).sorted() {
    return "cell moves are not sorted"
  }
  var movesWithin: [Section.ID: Int] = [:]
  var across: Set<Cell.ID> = []
  for move in changeset.movedCells {
    guard let from = before[move.id], let to = after[move.id],
      from.path == move.from, to.path == move.to
    else { return "a move does not say where \(move.id) was and is" }
    if from.section == to.section {
      movesWithin[from.section, default: 0] += 1
    } else {
      across.insert(move.id)
    }
  }
  let shouldCross = after.values.filter { placement in
    before[placement.cell.id].map { $0.section != placement.section } ?? false
  }
  if across != Set(shouldCross.map(\.cell.id)) { return "other cells move between sections" }
  for section in target.sections {
    let order = section.cells.compactMap { cell in
      before[cell.id].flatMap { $0.section == section.id ? $0.path.item : nil }
    }
    let fewest = order.count - longestIncreasingSubsequence(order)
    let moves = movesWithin[section.id, default: 0]
    if moves != fewest { return "\(moves) moves in \(section.id) instead of \(fewest)" }
  }
  return nil
}

/// The length of a longest strictly increasing subsequence.
///
/// - Complexity: O(n²).
func longestIncreasingSubsequence(_ numbers: [Int]) -> Int {
  var lengths: [Int] = []
  for (index, number) in numbers.enumerated() {
    let before = (0..<index).filter { numbers[$0] < number }.map { lengths[$0] }
    lengths.append((before.max() ?? 0) + 1)
  }
  return lengths.max() ?? 0
}

/// The same, by trying every subsequence; for at most some 12 numbers.
func longestIncreasingSubsequenceOfAll(_ numbers: [Int]) -> Int {
  var longest = 0
  for choice in 0..<(1 << numbers.count) where choice.nonzeroBitCount > longest {
    let chosen = numbers.indices.filter { choice & (1 << $0) != 0 }.map { numbers[$0] }
    if zip(chosen, chosen.dropFirst()).allSatisfy(<) { longest = chosen.count }
  }
  return longest
}

private struct Placement {
  var cell: Cell
  var section: Section.ID
  var path: CellPath
}

extension List {
  fileprivate var placements: [Cell.ID: Placement] {
    var placements: [Cell.ID: Placement] = [:]
    for (index, section) in sections.enumerated() {
      for (item, cell) in section.cells.enumerated() {
        placements[cell.id] = Placement(
          cell: cell,
          section: section.id,
          path: CellPath(section: index, item: item)
        )
      }
    }
    return placements
  }
}

extension List {
  /// The list as ids alone, for a failure's message: `[s1: a b′1 | s2: c]`.
  var outline: String {
    let sections = sections.map { section in
      "\(section.id): "
        + section.cells.map { cell in
          let text = (try? cell.as(TextComponent.self))?.viewModel
          let revision = text.map { $0.revision == 0 ? "" : "'\($0.revision)" } ?? "?"
          return "\(cell.id)\(revision)"
        }.joined(separator: " ")
    }
    return "[" + sections.joined(separator: " | ") + "]"
  }
}
