package import ListModel

extension IndexedList {
  /// The fingerprint, if it was asked for before: it is kept up to date from then on.
  ///
  /// - Complexity: O(1).
  package var knownFingerprint: Fingerprint? { fingerprintSum.map(Fingerprint.init) }

  /// The fingerprint of the list, equal to that of ``List/fingerprint()``.
  ///
  /// - Throws: The errors of encoding a component or layout.
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

  /// Subtracts the term of a cell's component.
  mutating func forget(_ entry: CellEntry) {
    change { sum throws in sum &-= try entry.fingerprintTerm() }
  }

  /// Adds the term of a cell's component.
  mutating func learn(_ entry: CellEntry) {
    change { sum throws in sum &+= try entry.fingerprintTerm() }
  }

  /// Subtracts the terms of a section without its cells.
  mutating func forget(_ entry: SectionEntry) {
    change { sum throws in sum &-= try entry.fingerprintTerms() }
  }

  /// Adds the terms of a section without its cells.
  mutating func learn(_ entry: SectionEntry) {
    change { sum throws in sum &+= try entry.fingerprintTerms() }
  }

  /// Changes the sum; content that cannot be encoded makes it unknown, and ``fingerprint()`` tells
  /// why.
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
    FingerprintTerm.component(try cell.component.digest(), of: Digest(cell: id))
  }
}

extension SectionEntry {
  fileprivate func fingerprintTerms() throws -> UInt128 {
    let own = Digest(section: id)
    return FingerprintTerm.cells(own, own)
      &+ FingerprintTerm.attributes(try Digest(head.attributes), of: own)
  }
}

// The order of a ring is the sum of a term for each pair of neighbours, so a change at one place
// changes three terms.
extension UInt128 {
  /// Replaces the order of a section's cells by that after edits; `section` is the section before
  /// them.
  mutating func rearrange(_ section: SectionEntry, by edits: [CountedTreeEdit<CellEntry>]) {
    var chains = CellChains(section)
    for edit in edits { chains.follow(edit) }
    self = self &+ chains.change
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

/// How edits change the terms of a section's order.
///
/// Edits without a cell between them that stays replace one chain of neighbours by another; both
/// chains are between the same two cells.
private struct CellChains {
  /// The terms that arrived minus those that left.
  private var sum: UInt128 = 0
  private let own: Digest
  private let cells: CountedTree<CellEntry>
  /// The cells that leave, and those that arrive instead, in the present chain.
  private var leaving = 0..<0
  private var arriving: [Digest] = []
  private var isOpen = false

  init(_ section: SectionEntry) {
    own = Digest(section: section.id)
    cells = section.cells
  }

  mutating func follow(_ edit: CountedTreeEdit<CellEntry>) {
    if case .replace = edit.action { return }
    if edit.offset != leaving.upperBound || !isOpen {
      close()
      leaving = edit.offset..<edit.offset
      isOpen = true
    }
    switch edit.action {
    case .insert(let entry): arriving.append(Digest(cell: entry.id))
    case .remove: leaving = leaving.lowerBound..<(edit.offset + 1)
    case .replace: break
    }
  }

  var change: UInt128 {
    var finished = self
    finished.close()
    return finished.sum
  }

  private mutating func close() {
    guard isOpen else { return }
    let (first, last) = (digest(at: leaving.lowerBound - 1), digest(at: leaving.upperBound))
    sum &-= Self.terms(first, leaving.map { digest(at: $0) }, last)
    sum &+= Self.terms(first, arriving, last)
    arriving.removeAll(keepingCapacity: true)
    isOpen = false
  }

  /// The digest of a cell; at both ends of the cells, that of the section, which closes their ring.
  private func digest(at item: Int) -> Digest {
    item < 0 || item >= cells.count ? own : Digest(cell: cells[item].id)
  }

  private static func terms(_ first: Digest, _ between: [Digest], _ last: Digest) -> UInt128 {
    var sum: UInt128 = 0
    var previous = first
    for digest in between {
      sum &+= FingerprintTerm.cells(previous, digest)
      previous = digest
    }
    return sum &+ FingerprintTerm.cells(previous, last)
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
