package import ListModel

extension IndexedList {
  /// The fingerprint, if it was asked for before: it is kept up to date from then on.
  ///
  /// - Complexity: O(1).
  package var knownFingerprint: Fingerprint? { fingerprintSum.map(Fingerprint.init) }

  /// The fingerprint of the list, equal to that of ``List/fingerprint()``.
  ///
  /// - Throws: What encoding a component or layout throws.
  /// - Complexity: O(1) when it is known, else O(n).
  package mutating func fingerprint() throws -> Fingerprint {
    if let known = knownFingerprint { return known }
    let sum = try computedFingerprintSum()
    fingerprintSum = sum
    return Fingerprint(value: sum)
  }

  private func computedFingerprintSum() throws -> UInt128 {
    var sum = FingerprintTerm.order(of: sections.map { Digest(section: $0.id) })
    for entry in sections { sum &+= try entry.section.fingerprintTerms() }
    return sum
  }

  /// Takes out the term of what a cell shows.
  mutating func forget(_ entry: CellEntry) {
    change { sum throws in sum &-= try entry.fingerprintTerm() }
  }

  /// Adds the term of what a cell shows.
  mutating func learn(_ entry: CellEntry) {
    change { sum throws in sum &+= try entry.fingerprintTerm() }
  }

  /// Takes out the terms of a section without its cells.
  mutating func forget(_ entry: SectionEntry) {
    change { sum throws in sum &-= try entry.fingerprintTerms() }
  }

  /// Adds the terms of a section without its cells.
  mutating func learn(_ entry: SectionEntry) {
    change { sum throws in sum &+= try entry.fingerprintTerms() }
  }

  /// Content that cannot be encoded makes the fingerprint unknown; asking for it tells why.
  private mutating func change(_ body: (inout UInt128) throws -> Void) {
    guard var sum = fingerprintSum else { return }
    do {
      try body(&sum)
      fingerprintSum = sum
    } catch {
      fingerprintSum = nil
    }
  }
}

extension CellEntry {
  fileprivate func fingerprintTerm() throws -> UInt128 {
    FingerprintTerm.component(Digest(try cell.component.stored()), of: Digest(cell: id))
  }
}

extension SectionEntry {
  fileprivate func fingerprintTerms() throws -> UInt128 {
    let own = Digest(section: id)
    return FingerprintTerm.order(of: [], in: own)
      &+ FingerprintTerm.attributes(try Digest(head.attributes), of: own)
  }
}

// The order of a ring is the sum of a term for each pair of neighbours, so a change of one place is
// a change of three terms.
extension UInt128 {
  mutating func removeNeighbours(of item: Int, in section: SectionEntry) {
    let ring = CellRing(section, at: item)
    self = self &- ring.broken &+ ring.closed
  }

  mutating func insertNeighbours(of item: Int, in section: SectionEntry) {
    let ring = CellRing(section, at: item)
    self = self &- ring.closed &+ ring.broken
  }

  mutating func removeNeighbours(of index: Int, in sections: CountedTree<SectionEntry>) {
    let ring = SectionRing(sections, at: index)
    self = self &- ring.broken &+ ring.closed
  }

  mutating func insertNeighbours(of index: Int, in sections: CountedTree<SectionEntry>) {
    let ring = SectionRing(sections, at: index)
    self = self &- ring.closed &+ ring.broken
  }
}

/// The terms of the neighbours of one cell, with the cell between them and without it.
private struct CellRing {
  let broken: UInt128
  let closed: UInt128

  init(_ section: SectionEntry, at item: Int) {
    let own = Digest(section: section.id)
    let cells = section.cells
    let cell = Digest(cell: cells[item].id)
    let before = item == 0 ? own : Digest(cell: cells[item - 1].id)
    let after = item + 1 == cells.count ? own : Digest(cell: cells[item + 1].id)
    broken = FingerprintTerm.cells(before, cell) &+ FingerprintTerm.cells(cell, after)
    closed = FingerprintTerm.cells(before, after)
  }
}

/// The terms of the neighbours of one section, with the section between them and without it.
private struct SectionRing {
  let broken: UInt128
  let closed: UInt128

  init(_ sections: CountedTree<SectionEntry>, at index: Int) {
    let section = Digest(section: sections[index].id)
    let before = index == 0 ? .none : Digest(section: sections[index - 1].id)
    let after = index + 1 == sections.count ? .none : Digest(section: sections[index + 1].id)
    broken =
      FingerprintTerm.sections(before, section) &+ FingerprintTerm.sections(section, after)
    closed = FingerprintTerm.sections(before, after)
  }
}
