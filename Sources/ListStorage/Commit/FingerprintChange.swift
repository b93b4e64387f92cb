import ListDiff
import ListModel

/// The fingerprint of a changed list: its base's fingerprint, and the terms that differ.
struct FingerprintChange {
  private(set) var fingerprint: Fingerprint
  private let draft: ListDraft

  /// Adds up the terms that differ.
  ///
  /// - Parameters:
  ///   - draft: The changed list.
  ///   - difference: How it differs from its base.
  ///   - change: The only cell that has come, gone or moved, if that is known.
  ///   - columns: The columns in which the difference was found, if it was found in any.
  /// - Throws: ``ListStoreError`` when the base cannot be read.
  /// - Complexity: O(cells of the chunks where cells have come or gone) for more than one such cell.
  init(
    of draft: ListDraft,
    _ difference: ListDifference,
    change: SingleCellChange? = nil,
    columns: DraftColumns? = nil
  ) throws {
    self.draft = draft
    fingerprint = draft.base.fingerprint
    try addContents(difference)
    try addAttributes(difference)
    let cells = difference.displacedCells
    let sections = difference.displacedSections(in: draft.order)
    if cells.count > 1 || !sections.isEmpty {
      let columns = columns ?? DraftColumns(of: draft)
      try addCellOrders(columns, NameSet(cells))
      try addSectionOrder(columns, NameSet(sections.map(Int64.init)))
    } else if let cell = cells.first {
      try addNeighbours(change ?? SingleCellChange(of: cell, in: draft))
    }
  }
}

// MARK: - Contents

extension FingerprintChange {
  private mutating func addContents(_ difference: ListDifference) throws {
    for cell in difference.cells.deleted { subtract(try term(ofOld: cell)) }
    for cell in difference.cells.inserted { add(try term(ofNew: cell)) }
    for cell in difference.cells.updated {
      subtract(try term(ofOld: cell))
      add(try term(ofNew: cell))
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
  private mutating func addSectionOrder(
    _ columns: DraftColumns,
    _ displaced: NameSet
  ) throws {
    try addRing(
      from: columns.source.sections.map(Int64.init),
      to: columns.target.sections.map(Int64.init),
      displaced
    ) { [draft] left, right in
      func digest(_ name: Int) -> Digest { Digest(section: draft.sectionID(name)) }
      return FingerprintTerm.sections(
        left == Self.start ? .none : digest(columns.lastSection(of: Int(left))),
        right == Self.start ? .none : digest(Int(right))
      )
    }
  }

  private mutating func addCellOrders(
    _ columns: DraftColumns,
    _ displaced: NameSet
  ) throws {
    let indices = draft.sectionIndices
    for name in draft.sections.keys {
      let own = Digest(section: draft.sectionID(name))
      // Before it comes and after it goes, a section has no ring, not an empty one.
      if !draft.isInBase(name) { add(FingerprintTerm.cells(own, own)) }
      if indices[name] == nil { subtract(FingerprintTerm.cells(own, own)) }
      try addRing(
        from: columns.members(columns.source, name),
        to: columns.members(columns.target, name),
        displaced
      ) { [draft] left, right in
        FingerprintTerm.cells(
          left == Self.start ? own : try draft.digest(columns.last(of: left, in: draft)),
          right == Self.start ? own : try draft.digest(columns.first(of: right, in: draft))
        )
      }
    }
  }

  private mutating func addNeighbours(_ change: SingleCellChange) throws {
    let cell = try draft.digest(change.cell)
    if let (left, right) = try change.source.map(digests) {
      subtract(FingerprintTerm.cells(left, cell))
      subtract(FingerprintTerm.cells(cell, right))
      add(FingerprintTerm.cells(left, right))
    }
    if let (left, right) = try change.target.map(digests) {
      subtract(FingerprintTerm.cells(left, right))
      add(FingerprintTerm.cells(left, cell))
      add(FingerprintTerm.cells(cell, right))
    }
  }

  /// Returns the digests before and after a position in the ring of its section.
  private func digests(around position: SingleCellChange.Position) throws -> (Digest, Digest) {
    let own = Digest(section: draft.sectionID(position.path.section))
    return (
      try position.left.map(draft.digest) ?? own,
      try position.right.map(draft.digest) ?? own
    )
  }

  /// Stands for the start and end of a ring: no cell has this name.
  fileprivate static let start = Int64.max

  /// Subtracts the pairs of neighbours that are gone, and adds the new ones.
  ///
  /// Names that are not displaced have the same order in both rings. Between two such neighbours,
  /// either both rings have nothing, or their pairs differ.
  ///
  /// - Complexity: O(names) comparisons; terms only of pairs that are gone or new.
  private mutating func addRing(
    from old: [Int64],
    to new: [Int64],
    _ displaced: NameSet,
    term: (Int64, Int64) throws -> UInt128
  ) throws {
    var (left, oldStart, newStart) = (Self.start, 0, 0)
    repeat {
      let oldEnd = displaced.end(of: oldStart, in: old)
      let newEnd = displaced.end(of: newStart, in: new)
      let right = oldEnd < old.count ? old[oldEnd] : Self.start
      guard right == (newEnd < new.count ? new[newEnd] : Self.start) else {
        throw ListStoreError.corrupted(reason: "cells changed their order, and no change says so")
      }
      if oldStart < oldEnd || newStart < newEnd {
        try forEachPair(left, old[oldStart..<oldEnd], right) { subtract(try term($0, $1)) }
        try forEachPair(left, new[newStart..<newEnd], right) { add(try term($0, $1)) }
      }
      (left, oldStart, newStart) = (right, oldEnd + 1, newEnd + 1)
    } while left != Self.start
  }

  private func forEachPair(
    _ first: Int64,
    _ between: ArraySlice<Int64>,
    _ last: Int64,
    _ body: (Int64, Int64) throws -> Void
  ) rethrows {
    var left = first
    for right in between {
      try body(left, right)
      left = right
    }
    try body(left, last)
  }
}

extension ListDifference {
  /// The cells that come, go or move.
  fileprivate var displacedCells: [Int64] {
    cells.deleted + cells.inserted + cells.moved
  }

  /// Returns the sections that come, go or move; `order` is the new order.
  fileprivate func displacedSections(in order: SectionOrder?) -> [Int] {
    self.deletedSections + self.insertedSections.map { order?[$0] ?? $0 }
      + self.movedSections.map(\.from)
  }
}

extension NameSet {
  /// Returns the end of the names in this set that begin at an index of a ring.
  fileprivate func end(of start: Int, in ring: [Int64]) -> Int {
    var end = start
    while end < ring.count, contains(ring[end]) { end += 1 }
    return end
  }
}

extension DraftColumns {
  /// Returns the cells and runs of a section, each once.
  fileprivate func members(_ column: Column, _ section: Int) -> [Int64] {
    column.names(in: section).filter { !Self.isRun($0) || runs[$0] != nil }
  }

  /// Returns a cell itself, or the first one of a run.
  fileprivate func first(of member: Int64, in draft: ListDraft) throws -> Int64 {
    guard let run = runs[member] else { return member }
    return try draft.base.boundaryCell(run.chunks, run.section, first: true)
  }

  /// Returns a cell itself, or the last one of a run.
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
