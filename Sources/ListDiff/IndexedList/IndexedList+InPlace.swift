import ListModel

extension IndexedList {
  /// Applies a changeset to this list itself, if it touches cells only and certainly fits.
  ///
  /// Nodes that no other version holds are changed, not copied; copying is most of the cost of a
  /// new version. A caller that still wants the list before gets it from the result: the newest
  /// version is held, and those before it are held as differences (Baker, *Shallow binding makes
  /// functional arrays fast*, SIGPLAN Notices 26(8), 1991).
  ///
  /// - Returns: The way back to the list before; `nil` if the list is unchanged, because
  ///   ``applying(_:)`` has to check the changeset.
  /// - Complexity: As for ``applying(_:)``.
  package mutating func applyInPlace(_ changeset: Changeset) -> IndexedListReversal? {
    guard let plan = CellChangePlan(changeset, of: self), index(changeset) else { return nil }
    let reversal = IndexedListReversal(plan, fingerprintSum)
    renewFingerprint(plan, changeset)
    for section in plan.sections {
      sections.update(at: section.index) { $0.cells.edit(section.edits) }
    }
    return reversal
  }

  /// Whether this is the only holder of the version; parts of it may still be shared with others.
  ///
  /// - Complexity: O(1).
  package var isHeldOnce: Bool {
    mutating get { sections.isHeldOnce }
  }

  /// Keeps the ids up to date.
  ///
  /// - Returns: Whether all new ids certainly are new; if not, nothing has changed.
  private mutating func index(_ changeset: Changeset) -> Bool {
    if cellIDs == nil && !changeset.insertedCells.isEmpty {
      cellIDs = IdentitySet(sections.flatMap { $0.cells.lazy.map(\.id.rawValue) })
    }
    for number in changeset.insertedCells.indices
    where cellIDs?.insert(changeset.insertedCells[number].id.rawValue, unless: { true }) == false {
      for known in 0..<number { cellIDs?.remove(changeset.insertedCells[known].id.rawValue) }
      return false
    }
    for number in changeset.deletedCells.indices {
      cellIDs?.remove(changeset.deletedCells[number].id.rawValue)
    }
    return true
  }

  private mutating func renewFingerprint(_ plan: CellChangePlan, _ changeset: Changeset) {
    guard fingerprintSum != nil else { return }
    for section in plan.sections {
      fingerprintSum?.rearrange(sections[section.index], by: section.edits)
    }
    for renewal in plan.contentChanges {
      if let old = renewal.old { forget(old) }
      if let new = renewal.new { learn(new) }
    }
  }
}

/// The way back to a list from the one that a changeset made of it in place.
///
/// It holds the cells that were deleted, moved and updated.
package struct IndexedListReversal: Sendable {
  /// The cells that left their places, at their paths before.
  private let departures: [IndexedList.CellArrival]
  /// The paths after of the cells that came to other places.
  private let arrivals: [CellPath]
  /// The cells that were updated and stayed, at their paths after.
  private let replaced: [IndexedList.CellArrival]
  private let fingerprintSum: UInt128?
  /// The numbers of cells that sections had before, minus those that they have after.
  private let itemChanges: [Int: Int]

  fileprivate init(_ plan: CellChangePlan, _ fingerprintSum: UInt128?) {
    departures = plan.departures
    arrivals = plan.arrivals.map(\.at)
    replaced = plan.replaced
    self.fingerprintSum = fingerprintSum
    var changes: [Int: Int] = [:]
    for (section, run) in departures.runs(by: \.at.section) {
      changes[section, default: 0] += run.count
    }
    for (section, run) in arrivals.runs(by: \.section) {
      changes[section, default: 0] -= run.count
    }
    itemChanges = changes
  }

  /// Returns the list before, given the list after.
  ///
  /// Its ids are indexed again when some are inserted.
  ///
  /// - Complexity: O(k log n) for k operations.
  package func list(before list: IndexedList) -> IndexedList {
    var result = list
    result.fingerprintSum = nil
    result.cellIDs = nil
    result.replaceCells(replaced)
    result.removeCells(at: arrivals)
    // The places that the departures left are free again, so this does not fail.
    try? result.insertCells(departures)
    result.fingerprintSum = fingerprintSum
    return result
  }

  /// Returns the shape of the list before, given that of the list after.
  ///
  /// - Complexity: O(1).
  package func shape(before shape: ListShape) -> ListShape {
    ListShape(sectionCount: shape.sectionCount) { section in
      shape.itemCount(section) + itemChanges[section, default: 0]
    }
  }
}
