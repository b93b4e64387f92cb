import ListDiff
import ListModel
import ListPaging

/// A list that is changed one cell at a time, kept as ids only, and its changes as changesets.
///
/// Two histories with one seed and different shares start at the same list and never change the same
/// cell, so that one can be rebased onto the other.
struct BenchHistory {
  private struct Row {
    var id: Int
    var version = 0
  }

  /// The kinds of changes to a cell.
  enum Kind: Int, CaseIterable {
    case update, insertion, deletion, move
  }

  private var generator: SplitMix
  private var sections: [[Row]]
  private var nextID: Int
  private let share: Int
  private let shareCount: Int

  /// Creates a list of `count` cells in sections of about a thousand.
  init(cellCount count: Int, seed: UInt64, share: Int = 0, of shareCount: Int = 1) {
    generator = SplitMix(state: seed &* 31 &+ UInt64(share))
    let sectionCount = max(1, count / 1_000)
    sections = (0..<sectionCount).map { section in
      (section * count / sectionCount..<(section + 1) * count / sectionCount).map { Row(id: $0) }
    }
    nextID = (count / shareCount + 1) * shareCount + share
    self.share = share
    self.shareCount = shareCount
  }

  /// Changes one cell; updates are twice as frequent as insertions, deletions or moves.
  mutating func next() throws -> Changeset {
    let kinds: [Kind] = [.update, .update, .insertion, .deletion, .move]
    return try next(kinds[random(below: kinds.count)])
  }

  /// Changes one cell.
  mutating func next(_ kind: Kind) throws -> Changeset {
    var changeset = Changeset()
    switch kind {
    case .insertion:
      let at = place()
      let row = Row(id: nextID)
      nextID += shareCount
      sections[at.section].insert(row, at: at.item)
      changeset.insertedCells = [.init(id: id(row), at: at, component: try component(row))]
    case .deletion:
      guard let at = ownRow() else { return changeset }
      let row = sections[at.section].remove(at: at.item)
      changeset.deletedCells = [.init(id: id(row), at: at, component: try component(row))]
    case .move:
      guard let from = ownRow() else { return changeset }
      let row = sections[from.section].remove(at: from.item)
      let to = place()
      sections[to.section].insert(row, at: to.item)
      changeset.movedCells = [.init(id: id(row), from: from, to: to)]
    case .update:
      guard let at = ownRow() else { return changeset }
      let row = sections[at.section][at.item]
      sections[at.section][at.item].version += 1
      let (old, new) = (try component(row), try component(sections[at.section][at.item]))
      changeset.updatedCells = [.init(id: id(row), from: at, at: at, old: old, new: new)]
    }
    return changeset
  }

  // MARK: Cells

  private mutating func random(below limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }

  private mutating func place() -> CellPath {
    let section = random(below: sections.count)
    return CellPath(section: section, item: random(below: sections[section].count + 1))
  }

  /// Returns a random cell of the share.
  private mutating func ownRow() -> CellPath? {
    for _ in 0..<1_000 {
      let section = random(below: sections.count)
      guard !sections[section].isEmpty else { continue }
      let item = random(below: sections[section].count)
      if sections[section][item].id % shareCount == share {
        return CellPath(section: section, item: item)
      }
    }
    return nil
  }

  private func id(_ row: Row) -> Cell.ID { Cell.ID("cell-\(row.id)") }

  private func component(_ row: Row) throws -> AnyComponent {
    let text = #"{"price":\#(row.version).50,"stock":7,"title":"The title of cell \#(row.id)"}"#
    let content = try Content(parsing: Array(text.utf8))
    return AnyComponent(StoredComponent(type: "FeedItem", content: content))
  }
}
