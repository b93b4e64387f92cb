import ListModel

/// The fate of each section in a batch or a sequence of batches.
///
/// An item operation may only touch sections that stay: a cell that leaves a deleted section
/// appears, and one that enters an inserted section disappears, instead of moving.
struct SectionFates {
  /// The sections that disappear, ascending.
  let deletedSections: [Int]
  /// The sections that appear, ascending.
  let insertedSections: [Int]
  /// The sections that move.
  let movedSections: [BatchUpdate.Move<Int>]
  /// Where each section is before and after.
  let sections: IndexMap
  private let changeset: Changeset
  private let shape: ListShape

  /// Decides the fate of every section; `replaced` picks moved sections that are deleted and
  /// inserted instead.
  ///
  /// - Complexity: O(k log k) for k operations.
  init(
    _ changeset: Changeset,
    of shape: ListShape,
    replacing replaced: (Changeset.SectionMove) -> Bool = { _ in false }
  ) throws(ChangesetMismatch) {
    let replacements = changeset.movedSections.filter(replaced)
    deletedSections = (changeset.deletedSections.map(\.at) + replacements.map(\.from)).sorted()
    insertedSections = (changeset.insertedSections.map(\.at) + replacements.map(\.to)).sorted()
    movedSections = changeset.movedSections.filter { !replaced($0) }
      .map { .init(from: $0.from, to: $0.to) }
    let structure = BatchUpdate(
      deletedSections: deletedSections,
      insertedSections: insertedSections,
      movedSections: movedSections
    )
    sections = try structure.sectionMap(count: shape.sectionCount)
    self.changeset = changeset
    self.shape = shape
    try checkSectionsExist()
  }

  private func checkSectionsExist() throws(ChangesetMismatch) {
    let leaving =
      changeset.deletedCells.map(\.at) + changeset.movedCells.map(\.from)
      + changeset.updatedCells.map(\.from)
    let before = 0..<shape.sectionCount
    for path in leaving where !before.contains(path.section) {
      throw .misplaced(path)
    }
    let arriving =
      changeset.insertedCells.map(\.at) + changeset.movedCells.map(\.to)
      + changeset.updatedCells.map(\.at)
    let after = 0..<(shape.sectionCount + sections.growth)
    for path in arriving where !after.contains(path.section) {
      throw .misplaced(path)
    }
    for update in changeset.updatedSections where !after.contains(update.at) {
      throw .misplacedSection(update.at)
    }
  }
}

extension SectionFates {
  /// The cells that disappear from sections that stay, ascending.
  var deletedItems: [CellPath] {
    let moved = changeset.movedCells.filter { leavesStaying($0.from) && !entersStaying($0.to) }
    let deleted = changeset.deletedCells.filter { leavesStaying($0.at) }
    return (deleted.map(\.at) + moved.map(\.from)).sorted()
  }

  /// The cells that appear in sections that stay, ascending.
  var insertedItems: [CellPath] {
    let moved = changeset.movedCells.filter { !leavesStaying($0.from) && entersStaying($0.to) }
    let inserted = changeset.insertedCells.filter { entersStaying($0.at) }
    return (inserted.map(\.at) + moved.map(\.to)).sorted()
  }

  /// The cells that move between sections that stay, or within one.
  var movedItems: [BatchUpdate.Move<CellPath>] {
    changeset.movedCells.filter { leavesStaying($0.from) && entersStaying($0.to) }
      .map { .init(from: $0.from, to: $0.to) }
  }

  /// The updates of cells, without those of cells that appear again anyway.
  var cellUpdates: [Changeset.CellUpdate] {
    changeset.updatedCells.filter { leavesStaying($0.from) && entersStaying($0.at) }
  }

  /// The batch that shows the new headers, footers and layouts of sections that stay, once
  /// everything is in its place.
  var sectionUpdates: BatchUpdate {
    var batch = BatchUpdate()
    if changeset.updatedSections.isEmpty { return batch }
    let balances = itemBalances
    for update in changeset.updatedSections {
      guard let origin = sections.before(update.at) else { continue }
      if update.keepsViews {
        batch.reconfiguredSections.append(update.at)
      } else if shape.itemCount(origin) + balances[update.at, default: 0] > 0 {
        batch.reloadedSections.append(update.at)
      } else {
        batch.deletedSections.append(update.at)
        batch.insertedSections.append(update.at)
      }
    }
    return batch
  }

  /// The change of the number of items in sections, by the index after.
  private var itemBalances: [Int: Int] {
    var balances: [Int: Int] = [:]
    for path in changeset.deletedCells.lazy.map(\.at) + changeset.movedCells.lazy.map(\.from) {
      if let section = sections.after(path.section) { balances[section, default: 0] -= 1 }
    }
    for path in changeset.insertedCells.lazy.map(\.at) + changeset.movedCells.lazy.map(\.to) {
      balances[path.section, default: 0] += 1
    }
    return balances
  }

  private func leavesStaying(_ path: CellPath) -> Bool {
    sections.after(path.section) != nil
  }

  private func entersStaying(_ path: CellPath) -> Bool {
    sections.before(path.section) != nil
  }
}

extension Changeset.SectionUpdate {
  /// Whether header, footer and other views can be drawn in the views they have.
  fileprivate var keepsViews: Bool {
    Self.keepsView(old.header, new.header) && Self.keepsView(old.footer, new.footer)
      && old.views.areDrawn(inThoseOf: new.views)
  }

  private static func keepsView(_ old: SupplementaryView?, _ new: SupplementaryView?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    return old.alignment == new.alignment
      && old.component.reuseIdentifier.utf8.elementsEqual(new.component.reuseIdentifier.utf8)
  }
}

extension SupplementaryViews {
  /// Whether there are the same kinds, each with components that can be drawn in the same views.
  func areDrawn(inThoseOf others: SupplementaryViews) -> Bool {
    elementsEqual(others) { old, new in
      old.kind == new.kind
        && old.component.reuseIdentifier.utf8.elementsEqual(new.component.reuseIdentifier.utf8)
    }
  }
}
