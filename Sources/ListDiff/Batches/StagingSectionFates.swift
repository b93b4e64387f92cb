import ListModel

/// The fate of each section in a batch or a sequence of batches.
///
/// An item operation may only touch sections that stay: a cell that leaves a deleted section
/// appears, and one that enters an inserted section disappears, instead of moving.
struct SectionFates {
  /// The sections that go, come and move; cells are not named.
  let structureOfSections: Rearrangement
  /// Where each section is before and after.
  let sections: IndexMap
  private let change: Rearrangement
  private let updates: Updates
  private let shape: ListShape

  /// What a changeset updates.
  struct Updates {
    var sections: [Changeset.SectionUpdate] = []
    var cells: [Changeset.CellUpdate] = []
  }

  /// Decides the fate of every section; `replaced` picks moved sections that are deleted and
  /// inserted instead.
  ///
  /// - Complexity: O(k log k) for k operations.
  init(
    _ change: Rearrangement,
    _ updates: Updates = Updates(),
    of shape: ListShape,
    replacing replaced: (Match<Int>) -> Bool = { _ in false }
  ) throws(ChangesetMismatch) {
    let replacements = change.movedSections.filter(replaced)
    structureOfSections = Rearrangement(
      deletedSections: (change.deletedSections + replacements.map(\.from)).sorted(),
      insertedSections: (change.insertedSections + replacements.map(\.to)).sorted(),
      movedSections: change.movedSections.filter { !replaced($0) }
    )
    sections = try structureOfSections.sectionMap(count: shape.sectionCount)
    self.change = change
    self.updates = updates
    self.shape = shape
    try checkSectionsExist()
  }

  /// Decides the fate of each section in one batch, in which no section may move whose cells go, come or move.
  init(
    inOneBatch change: Rearrangement,
    _ updates: Updates = Updates(),
    of shape: ListShape
  ) throws(ChangesetMismatch) {
    let left = Set((change.deletedCells + change.movedCells.map(\.from)).lazy.map(\.section))
    let entered = Set((change.insertedCells + change.movedCells.map(\.to)).lazy.map(\.section))
    try self.init(change, updates, of: shape) {
      left.contains($0.from) || entered.contains($0.to)
    }
  }

  private func checkSectionsExist() throws(ChangesetMismatch) {
    let leaving =
      change.deletedCells + change.movedCells.map(\.from) + updates.cells.map(\.from)
    let before = 0..<shape.sectionCount
    for path in leaving where !before.contains(path.section) {
      throw .misplaced(path)
    }
    let arriving = change.insertedCells + change.movedCells.map(\.to) + updates.cells.map(\.at)
    let after = 0..<(shape.sectionCount + sections.growth)
    for path in arriving where !after.contains(path.section) {
      throw .misplaced(path)
    }
    for update in updates.sections where !after.contains(update.at) {
      throw .misplacedSection(update.at)
    }
  }
}

extension SectionFates.Updates {
  init(_ changeset: Changeset) {
    self.init(sections: changeset.updatedSections, cells: changeset.updatedCells)
  }
}

extension SectionFates {
  /// The cells that disappear from sections that stay, ascending.
  var deletedCells: [CellPath] {
    let moved = change.movedCells.filter { leavesStaying($0.from) && !entersStaying($0.to) }
    return (change.deletedCells.filter(leavesStaying) + moved.map(\.from)).sorted()
  }

  /// The cells that appear in sections that stay, ascending.
  var insertedCells: [CellPath] {
    let moved = change.movedCells.filter { !leavesStaying($0.from) && entersStaying($0.to) }
    return (change.insertedCells.filter(entersStaying) + moved.map(\.to)).sorted()
  }

  /// The cells that move between sections that stay, or within one.
  var movedCells: [Match<CellPath>] {
    change.movedCells.filter { leavesStaying($0.from) && entersStaying($0.to) }
  }

  /// The updates of cells, without those of cells that appear again anyway.
  var cellUpdates: [Changeset.CellUpdate] {
    updates.cells.filter { leavesStaying($0.from) && entersStaying($0.at) }
  }

  /// The batch that shows the new headers, footers and layouts of sections that stay, once
  /// everything is in its place.
  var sectionUpdates: BatchUpdate {
    var batch = BatchUpdate()
    if updates.sections.isEmpty { return batch }
    let balances = itemBalances
    for update in updates.sections {
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
    for path in change.deletedCells + change.movedCells.map(\.from) {
      if let section = sections.after(path.section) { balances[section, default: 0] -= 1 }
    }
    for path in change.insertedCells + change.movedCells.map(\.to) {
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
