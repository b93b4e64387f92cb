import ListDiff
import ListModel

/// The fingerprint of a changed list: that of its base, and the terms that differ.
struct FingerprintChange {
  private(set) var fingerprint: Fingerprint
  private let draft: ListDraft

  /// Adds up what differs; `columns` is `nil` when nothing has left its place.
  init(of draft: ListDraft, _ difference: ListDifference, columns: DraftColumns?) throws {
    self.draft = draft
    fingerprint = draft.base.fingerprint
    try addContents(difference)
    try addAttributes(difference)
    guard let columns else { return }
    try addCellOrders(columns)
    if let order = draft.order { try addSectionOrder(order) }
  }
}

// MARK: - Contents

extension FingerprintChange {
  private mutating func addContents(_ difference: ListDifference) throws {
    for (_, cell) in difference.deletedCells { subtract(try term(ofOld: cell)) }
    for (_, cell) in difference.insertedCells { add(try term(ofNew: cell)) }
    for update in difference.updatedCells {
      subtract(try term(ofOld: update.cell))
      add(try term(ofNew: update.cell))
    }
  }

  private func term(ofOld cell: Int64) throws -> UInt128 {
    let entry = try draft.base.entry(cell)
    return FingerprintTerm.component(entry.component, of: Digest(cell: entry.id))
  }

  private func term(ofNew cell: Int64) throws -> UInt128 {
    let proposal = cell < 0 ? draft.newCells[ListDraft.index(ofNew: cell)] : draft.contents[cell]
    guard let proposal else { return try term(ofOld: cell) }
    return FingerprintTerm.component(proposal.digest, of: Digest(cell: proposal.id))
  }

  private mutating func addAttributes(_ difference: ListDifference) throws {
    for section in difference.deletedSections { subtract(termOfOld(section)) }
    for index in difference.insertedSections { add(termOfNew(draft.order?[index] ?? index)) }
    for update in difference.updatedSections {
      subtract(termOfOld(update.from))
      add(termOfNew(update.from))
    }
  }

  private func termOfOld(_ section: Int) -> UInt128 {
    FingerprintTerm.attributes(
      draft.base.attributesDigest(section),
      of: Digest(section: draft.base.sectionID(section))
    )
  }

  private func termOfNew(_ name: Int) -> UInt128 {
    let section = draft.section(name)
    return FingerprintTerm.attributes(section.attributes, of: Digest(section: section.id))
  }

  private mutating func add(_ term: UInt128) { fingerprint.value &+= term }
  private mutating func subtract(_ term: UInt128) { fingerprint.value &-= term }
}

// MARK: - Orders

extension FingerprintChange {
  private mutating func addSectionOrder(_ order: [Int]) throws {
    let before = (0..<draft.base.sectionCount).map(Int64.init)
    try addRing(from: before, to: order.map(Int64.init)) { [draft] left, right in
      func digest(_ name: Int64) -> Digest {
        name == Self.start ? .none : Digest(section: draft.sectionID(Int(name)))
      }
      return FingerprintTerm.sections(digest(left), digest(right))
    }
  }

  private mutating func addCellOrders(_ columns: DraftColumns) throws {
    for name in draft.sections.keys {
      let own = Digest(section: draft.sectionID(name))
      // A section that was not or is no more has no ring, not an empty one.
      if !draft.isInBase(name) { add(FingerprintTerm.cells(own, own)) }
      if draft.index(of: name) == nil { subtract(FingerprintTerm.cells(own, own)) }
      try addRing(
        from: columns.members(columns.source, name),
        to: columns.members(columns.target, name)
      ) { [draft] left, right in
        FingerprintTerm.cells(
          left == Self.start ? own : try draft.digest(columns.last(of: left, in: draft)),
          right == Self.start ? own : try draft.digest(columns.first(of: right, in: draft))
        )
      }
    }
  }

  /// Stands for what a ring begins and ends with: no cell has this name.
  fileprivate static let start = Int64.max

  /// Takes away the pairs of neighbours that are no more, and adds the new ones.
  private mutating func addRing(
    from old: [Int64],
    to new: [Int64],
    term: (Int64, Int64) throws -> UInt128
  ) throws {
    var pairs: [NeighbourPair: Int] = [:]
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let rest = min(old.count, new.count) - prefix
    let suffix = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
    func count(_ ring: [Int64], _ step: Int) {
      let end = ring.count - suffix
      var left = prefix == 0 ? Self.start : ring[prefix - 1]
      for index in prefix...end {
        let right = index < ring.count ? ring[index] : Self.start
        pairs[NeighbourPair(left: left, right: right), default: 0] += step
        left = right
      }
    }
    count(old, -1)
    count(new, 1)
    for (pair, count) in pairs where count != 0 {
      let term = try term(pair.left, pair.right)
      if count > 0 { add(term) } else { subtract(term) }
    }
  }
}

private struct NeighbourPair: Hashable {
  var left: Int64
  var right: Int64
}

extension DraftColumns {
  /// Cells and runs, each once.
  fileprivate func members(_ column: Column, _ section: Int) -> [Int64] {
    column.names(in: section).filter { !Self.isRun($0) || runs[$0] != nil }
  }

  /// A cell itself, or the first one of a run.
  fileprivate func first(of member: Int64, in draft: ListDraft) throws -> Int64 {
    guard let run = runs[member] else { return member }
    return try draft.base.boundaryCell(run.chunks, run.section, first: true)
  }

  /// A cell itself, or the last one of a run.
  fileprivate func last(of member: Int64, in draft: ListDraft) throws -> Int64 {
    guard let run = runs[member] else { return member }
    return try draft.base.boundaryCell(run.chunks, run.section, first: false)
  }
}

extension ListDraft {
  fileprivate func digest(_ cell: Int64) throws -> Digest {
    Digest(cell: try cellID(cell))
  }
}
