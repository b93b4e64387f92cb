import ListDiff
import ListModel

/// The result of a draft.
struct DraftOutcome {
  var difference: ListDifference
  /// The fingerprint of the list the draft has become.
  var fingerprint: Fingerprint
  /// Whether the difference was found by a comparison.
  ///
  /// A changeset that was applied may move what need not move.
  var isCompared = true

  /// Returns the canonical changeset, with the replaced contents as they are stored.
  func changeset(of draft: ListDraft) throws -> Changeset {
    let changeset = try difference.changeset(of: draft)
    guard isCompared else { return changeset.normalized() }
    assert(
      changeset.operationCount > 256 || changeset == changeset.normalized(),
      "a comparison has found a change that is not in normal form"
    )
    return changeset
  }
}

extension ListDraft {
  /// Compares the draft with its base.
  ///
  /// - Complexity: O(cells of the chunks + sections that were looked into, placed or deleted), and
  ///   O(p) for each run of sections between p sections that were placed.
  mutating func outcome() throws -> DraftOutcome {
    let updated = try updatedCells()
    guard order != nil || sections.values.contains(where: \.isRearranged) else {
      let difference = updates(updated)
      return DraftOutcome(
        difference: difference,
        fingerprint: try FingerprintChange(of: self, difference).fingerprint
      )
    }
    if let change = try SingleCellChange(in: self) {
      var difference = change.difference
      difference.updatedSections = updatedSections
      return DraftOutcome(
        difference: difference,
        fingerprint: try FingerprintChange(of: self, difference, change: change).fingerprint
      )
    }
    // The loop ends: each round looks into at least one chunk more.
    while true {
      let columns = DraftColumns(of: self)
      var scratch = DifferenceScratch()
      let structure = SectionedDifference(
        from: columns.source.columns(changed: NameSet([])),
        to: columns.target.columns(changed: updated),
        using: &scratch
      )
      let broken = structure.brokenRuns(in: columns)
      if broken.isEmpty {
        let difference = difference(structure, columns)
        return DraftOutcome(
          difference: difference,
          fingerprint: try FingerprintChange(of: self, difference, columns: columns).fingerprint
        )
      }
      // The cells of a broken run move one by one, so the draft looks into it.
      for run in broken {
        for chunk in run.chunks {
          try lookInto(CellPlace(section: run.section, chunk: chunk))
        }
      }
    }
  }

  /// Returns the cells of the base whose contents differ.
  private func updatedCells() throws -> NameSet {
    var updated: [Int64] = []
    try base.prepare(toReplace: contents.keys)
    for (cell, proposal) in contents
    where try proposal.digest != base.entry(cell).component {
      updated.append(cell)
    }
    return NameSet(updated)
  }

  private var updatedSections: [Match<Int>] {
    let updated = sections.keys.filter { name in
      isInBase(name) && sections[name]?.newAttributes != nil
        && sections[name]?.attributes != base.attributesDigest(name)
    }
    guard !updated.isEmpty else { return [] }
    let indices = sectionIndices
    return updated.compactMap { name in indices[name].map { Match(from: name, to: $0) } }
      .sorted { $0.to < $1.to }
  }

  /// Returns the difference when nothing has left its place.
  private func updates(_ cells: NameSet) -> ListDifference {
    var difference = ListDifference()
    difference.updatedSections = updatedSections
    guard !cells.isEmpty else { return difference }
    for (name, section) in sections.sorted(by: { $0.key < $1.key }) {
      for (chunk, draft) in section.chunks.sorted(by: { $0.key < $1.key }) {
        for (offset, cell) in draft.after.enumerated() where cells.contains(cell) {
          let path = CellPath(section: name, item: section.start(of: chunk) + offset)
          difference.updatedCells.append(Match(from: path, to: path))
          difference.cells.updated.append(cell)
        }
      }
    }
    return difference
  }

  private func difference(
    _ structure: SectionedDifference,
    _ columns: DraftColumns
  ) -> ListDifference {
    let (source, target) = (columns.source, columns.target)
    func places(_ matches: [Match<CellPath>]) -> [Match<CellPath>] {
      matches.map { Match(from: source[$0.from].at, to: target[$0.to].at) }
    }
    return ListDifference(
      rearrangement: Rearrangement(
        deletedSections: structure.deletedSections.map { source.places[$0] },
        insertedSections: structure.insertedSections.map { target.places[$0] },
        movedSections: structure.movedSections.map {
          Match(from: source.places[$0.from], to: target.places[$0.to])
        },
        deletedCells: structure.deletedCells.map { source[$0].at },
        insertedCells: structure.insertedCells.map { target[$0].at },
        movedCells: places(structure.movedCells)
      ),
      updatedSections: updatedSections,
      updatedCells: places(structure.updatedCells),
      cells: ListDifference.CellNames(
        deleted: structure.deletedCells.map { source[$0].cell },
        inserted: structure.insertedCells.map { target[$0].cell },
        moved: structure.movedCells.map { target[$0.to].cell },
        updated: structure.updatedCells.map { target[$0.to].cell }
      )
    )
  }
}

extension SectionDraft {
  /// Whether cells have come, gone or changed places.
  var isRearranged: Bool {
    chunks.values.contains { $0.before != $0.after }
  }
}

extension SectionedDifference {
  /// Returns the runs that do not stay where they are.
  fileprivate func brokenRuns(in columns: DraftColumns) -> [DraftColumns.Run] {
    let names = self.movedCells.lazy
      .map { columns.target[$0.to].cell }
      .filter(DraftColumns.isRun)
    return names.compactMap { columns.runs[$0] }
  }
}
