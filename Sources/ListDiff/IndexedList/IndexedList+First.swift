import ListModel

extension IndexedList {
  /// Creates a list from the empty one and a changeset that inserts all of it.
  ///
  /// The result is `nil` if the list before has sections, or if the changeset may not fit: ``applying(_:)`` has
  /// to check it operation by operation.
  ///
  /// Mostly this is the first version of a list, and the largest changeset it ever has: so the trees are
  /// built at once, and nothing is held besides.
  ///
  /// - Parameters:
  ///   - changeset: The changeset; its operations ascend by place.
  ///   - empty: The list before.
  /// - Complexity: O(n).
  init?(inserting changeset: Changeset, into empty: IndexedList) {
    guard empty.sections.isEmpty, !changeset.insertedSections.isEmpty,
      changeset.operationCount == changeset.insertedSections.count + changeset.insertedCells.count,
      changeset.insertedSections.enumerated().allSatisfy({ $0.offset == $0.element.at }),
      let sectionIDs = IdentitySet(distinct: changeset.insertedSections.lazy.map(\.id.rawValue)),
      let cellIDs = IdentitySet(distinct: changeset.insertedCells.lazy.map(\.id.rawValue)),
      let sections = Self.sections(insertedBy: changeset)
    else { return nil }
    self = empty
    self.sections = CountedTree(sections)
    self.sectionIDs = sectionIDs
    self.cellIDs = cellIDs
    // Content that cannot be encoded makes it unknown, and ``fingerprint()`` tells why.
    if fingerprintSum != nil { fingerprintSum = try? Self.fingerprintSum(of: sections) }
  }

  /// Returns the sections with their cells; `nil` if a cell is not behind the one before it.
  private static func sections(insertedBy changeset: Changeset) -> [SectionEntry]? {
    let cells = changeset.insertedCells
    var entries: [SectionEntry] = []
    var number = 0
    for insertion in changeset.insertedSections {
      let start = number
      while number < cells.count, cells[number].at.section == insertion.at {
        guard cells[number].at.item == number - start else { return nil }
        number += 1
      }
      var section = Section(id: insertion.id)
      section.attributes = insertion.attributes
      var entry = SectionEntry(section)
      entry.cells = CountedTree(
        cells[start..<number].map { CellEntry(Cell(id: $0.id, component: $0.component)) }
      )
      entries.append(entry)
    }
    return number == cells.count ? entries : nil
  }

  private static func fingerprintSum(of sections: [SectionEntry]) throws -> UInt128 {
    var sum = FingerprintTerm.order(of: sections.map { Digest(section: $0.id) })
    for entry in sections {
      let own = Digest(section: entry.id)
      var previous = own
      for cell in entry.cells {
        let id = Digest(cell: cell.id)
        sum &+= FingerprintTerm.cells(previous, id)
        sum &+= FingerprintTerm.component(try cell.cell.component.digest(), of: id)
        previous = id
      }
      sum &+= FingerprintTerm.cells(previous, own)
      sum &+= FingerprintTerm.attributes(try Digest(entry.head.attributes), of: own)
    }
    return sum
  }
}
