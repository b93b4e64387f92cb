import ListModel

/// A list that is not at hand: only what changesets say about it is known.
///
/// It starts as an endless row of unknown sections of endless rows of unknown cells. Applying a
/// changeset edits it by position and names the elements the changeset names, so that after any
/// number of changesets each named element has its first and its last place. The composition is
/// read from these places, without a list and without index arithmetic. An operation that
/// contradicts an earlier one finds another element in its place.
///
/// Space is O(K), and a changeset of k operations takes O(k log K) time, where K is the number of
/// all operations so far.
struct SymbolicList {
  typealias Step = CompositionError.Step
  typealias SectionRecord = ElementRecord<Int>
  typealias CellRecord = ElementRecord<CellPath>

  /// A section that an operation named, or pointed into.
  struct KnownSection {
    /// `nil` as long as operations only pointed into it.
    var id: Section.ID?
    var record: SectionRecord
    var cells: PieceForest.Sequence
  }

  var forest: PieceForest
  /// The sequence of sections; names are indices of `sections`.
  var order: PieceForest.Sequence
  var sections: [KnownSection] = []
  var sectionNames: [Section.ID: Int] = [:]
  /// The cells that an operation named; names in the sequences of cells are indices of this.
  var cells: [CellRecord] = []
  var cellNames = NameTable<Cell>()
  /// The changesets, all of them from the start.
  let history: ChangesetHistory
  /// The number of changesets applied.
  var changesetCount = 0
  /// The cells that the changeset being applied moves and updates, by the indices of its
  /// operations.
  var current = Current()

  /// The cells that one changeset names.
  struct Current {
    var moved: [Int] = []
    var updated: [Int] = []
    /// Memory for the places to visit, which is used again.
    var visits: [Visit<CellPath>] = []
  }

  /// Applies consecutive changesets to a list of which nothing is known.
  ///
  /// - Throws: The first contradiction.
  init(applying changesets: [Changeset]) throws(CompositionError) {
    // Most changesets of a long history change about one cell each.
    let count = changesets.count
    forest = PieceForest(piecesExpected: 2 * count)
    order = forest.originals()
    cells.reserveCapacity(count)
    cellNames.reserve(count)
    history = ChangesetHistory(changesets: ContiguousArray(changesets))
    let lent = changesets[...]
    let changesets = lent.span
    for number in changesets.indices { try apply(changesets[number]) }
  }
}

extension SymbolicList {
  /// All that changed since the start, in canonical order.
  ///
  /// Every element that is in the first and the last list and was ever deleted, inserted or moved
  /// is listed as moved, even if it is back in its first place.
  var changeset: Changeset {
    var result = Changeset()
    addDeletions(to: &result)
    reserve(in: &result)
    forest.forEachNamed(in: order) { name, index in
      addSection(name, at: index, to: &result)
      forest.forEachNamed(in: sections[name].cells) { name, item in
        addCell(name, at: CellPath(section: index, item: item), to: &result)
      }
    }
    return result
  }

  /// Makes room for the operations on cells: growing step by step would copy all of them again.
  private func reserve(in result: inout Changeset) {
    var (inserted, moved, updated) = (0, 0, 0)
    for record in cells where record.isPresent {
      if record.origin == nil {
        inserted += 1
      } else {
        if record.isListed { moved += 1 }
        if record.new != nil { updated += 1 }
      }
    }
    result.insertedCells.reserveCapacity(inserted)
    result.movedCells.reserveCapacity(moved)
    result.updatedCells.reserveCapacity(updated)
  }

  private func addDeletions(to result: inout Changeset) {
    for section in sections where !section.record.isPresent {
      guard let id = section.id, let origin = section.record.origin,
        let old = section.record.old.flatMap(history.attributesBefore)
      else { continue }
      result.deletedSections.append(.init(id: id, at: origin, attributes: old))
    }
    result.deletedSections.sort { $0.at < $1.at }
    // Places and names are sorted, not operations, which are many times larger.
    var deleted: [(at: CellPath, name: Int)] = []
    for name in cells.indices where !cells[name].isPresent {
      if let origin = cells[name].origin { deleted.append((origin, name)) }
    }
    deleted.sort { $0.at < $1.at }
    result.deletedCells.reserveCapacity(deleted.count)
    for (at, name) in deleted {
      guard let old = cells[name].old.flatMap(history.componentBefore) else { continue }
      result.deletedCells.append(.init(id: cellNames.ids[name], at: at, component: old))
    }
  }

  private func addSection(_ name: Int, at index: Int, to result: inout Changeset) {
    guard let id = sections[name].id else { return }
    let record = sections[name].record
    let new = record.new.flatMap(history.attributesAfter)
    guard let origin = record.origin else {
      if let new { result.insertedSections.append(.init(id: id, at: index, attributes: new)) }
      return
    }
    if record.isListed { result.movedSections.append(.init(id: id, from: origin, to: index)) }
    if let new, let old = record.old.flatMap(history.attributesBefore), old != new {
      result.updatedSections.append(.init(id: id, from: origin, at: index, old: old, new: new))
    }
  }

  private func addCell(_ name: Int, at path: CellPath, to result: inout Changeset) {
    let (id, record) = (cellNames.ids[name], cells[name])
    let new = record.new.flatMap(history.componentAfter)
    guard let origin = record.origin else {
      if let new { result.insertedCells.append(.init(id: id, at: path, component: new)) }
      return
    }
    if record.isListed { result.movedCells.append(.init(id: id, from: origin, to: path)) }
    if let new, let old = record.old.flatMap(history.componentBefore), old != new {
      result.updatedCells.append(.init(id: id, from: origin, at: path, old: old, new: new))
    }
  }
}
