import ListModel

/// The difference between two versions of a list, found without looking at what they share.
///
/// It is the one that ``SectionedDifference`` finds for the whole lists, moves included, in time
/// proportional to what changed: the versions are walked down side by side (``TreeWalk``), which
/// finds what is updated in its place; where order or number changed, what is left of them is
/// gathered into columns and given to the flat engine (``TreePieces``). A list of which a quarter
/// changed is given to it as a whole.
///
/// Equal sub-trees are known by reference, and in versions that were built apart from each other by
/// their fingerprints, wrongly with a probability of about 2⁻⁶¹. That needs equal nodes: versions
/// built apart whose lists differ early on have none, and are compared as a whole.
///
/// - Precondition: Keys are unique, as ``ListTree`` says; with duplicates the result is still a
///   difference, but not always the smallest.
package struct TreeDifference: Equatable, Sendable {
  /// What changed, as offsets and paths.
  package private(set) var changes = SectionedDifference()
  /// The sections in both whose attributes differ, moved or not.
  package private(set) var updatedSections: [Match<Int>] = []
  /// The number of nodes of both versions that were looked into.
  package private(set) var visitedNodeCount = 0

  /// Compares two versions.
  ///
  /// - Complexity: O(k log n) expected for k changes, plus O(r log r) for the r runs of elements
  ///   whose order is broken, plus O(sections).
  package init(
    from source: ListTree,
    to target: ListTree,
    using scratch: inout TreeDifferenceScratch
  ) {
    var difference = Self()
    difference.compare(source.sections, target.sections, &scratch)
    // Moved out: as `self`, it would be copied and released, list by list.
    self = consume difference
  }

  private init() {}

  private mutating func compare(
    _ source: CountedTree<ListTree.Section>,
    _ target: CountedTree<ListTree.Section>,
    _ scratch: inout TreeDifferenceScratch
  ) {
    let changed = compareSections(from: source, to: target, &scratch)
    if !changed.isEmpty || !changes.deletedSections.isEmpty || !changes.insertedSections.isEmpty {
      compareCells(of: changed, from: source, to: target, &scratch)
    }
  }
}

/// Memory that comparisons of trees can share, so that repeated ones allocate little but results.
package struct TreeDifferenceScratch: ~Copyable {
  fileprivate var engine = Engine()
  fileprivate var sectionWalk = TreeWalk<ListTree.Section>()
  fileprivate var cellWalk = TreeWalk<ListTree.Cell>()
  fileprivate var pieces = TreePieces()
  /// The sections that hunks have in common, ascending by target.
  fileprivate var matches: [Match<Int>] = []

  /// Creates scratch memory of no size.
  package init() {}
}

// MARK: Sections

extension TreeDifference {
  /// - Returns: The sections in both that may differ, ascending by target.
  private mutating func compareSections(
    from source: CountedTree<ListTree.Section>,
    to target: CountedTree<ListTree.Section>,
    _ scratch: inout TreeDifferenceScratch
  ) -> [Match<Int>] {
    let nodesBefore = scratch.sectionWalk.visitedNodeCount
    scratch.sectionWalk.compare(source, target, with: &scratch.engine)
    visitedNodeCount += scratch.sectionWalk.visitedNodeCount - nodesBefore
    var changed = scratch.sectionWalk.pairs
    if scratch.sectionWalk.hunks.isEmpty {
      fillMatchedSections(around: [], [], count: source.count)
    } else {
      matchSections(from: source, to: target, &scratch)
      changed = changed.merging(scratch.matches) { $0.to }
    }
    return changed
  }

  /// Matches sections where some are inserted, deleted or moved.
  private mutating func matchSections(
    from source: CountedTree<ListTree.Section>,
    to target: CountedTree<ListTree.Section>,
    _ scratch: inout TreeDifferenceScratch
  ) {
    scratch.matches.removeAll(keepingCapacity: true)
    scratch.pieces.removeAll()
    scratch.pieces.append(scratch.sectionWalk.hunks, from: 0, to: 0)
    if let inserted = scratch.pieces.insertionsAlone {
      changes.insertedSections = inserted.map { $0.item }
    } else if let deleted = scratch.pieces.deletionsAlone {
      changes.deletedSections = deleted.map { $0.item }
    } else {
      scratch.pieces.compare(
        sources: { _ in source },
        targets: { _ in target },
        with: &scratch.engine
      )
      collectSections(&scratch)
    }
    fillMatchedSections(around: scratch.pieces.hunks, scratch.matches, count: source.count)
  }

  private mutating func collectSections(_ scratch: inout TreeDifferenceScratch) {
    var sources = scratch.pieces.sourceCursor
    var targets = scratch.pieces.targetCursor
    for range in scratch.engine.deletions.elements {
      for offset in range.lowerBound..<range.upperBound {
        changes.deletedSections.append(sources.path(of: offset).item)
      }
    }
    for range in scratch.engine.insertions.elements {
      for offset in range.lowerBound..<range.upperBound {
        changes.insertedSections.append(targets.path(of: offset).item)
      }
    }
    let match = { (pair: OffsetPair) in
      Match(
        from: sources.path(of: Int(pair.source)).item,
        to: targets.path(of: Int(pair.target)).item
      )
    }
    changes.movedSections = scratch.engine.moves.elements.map(match)
    for run in scratch.engine.runs.elements {
      for offset in 0..<Int(run.count) {
        scratch.matches.append(
          match(OffsetPair(Int(run.source) + offset, Int(run.target) + offset))
        )
      }
    }
  }

  /// Sections outside of hunks belong together in order; those in hunks were matched.
  private mutating func fillMatchedSections(
    around hunks: [TreeHunk],
    _ matches: [Match<Int>],
    count: Int
  ) {
    var (source, target) = (0, 0)
    var next = matches.startIndex
    changes.matchedSections.reserveCapacity(count)
    for hunk in hunks {
      skip(hunk.sources.lowerBound - source, source, target)
      while next < matches.endIndex, matches[next].to < hunk.targets.upperBound {
        changes.matchedSections.append(matches[next])
        next += 1
      }
      (source, target) = (hunk.sources.upperBound, hunk.targets.upperBound)
    }
    skip(count - source, source, target)
  }

  private mutating func skip(_ count: Int, _ source: Int, _ target: Int) {
    for offset in 0..<count {
      changes.matchedSections.append(Match(from: source &+ offset, to: target &+ offset))
    }
  }
}

// MARK: Cells

extension TreeDifference {
  private mutating func compareCells(
    of changedSections: [Match<Int>],
    from source: CountedTree<ListTree.Section>,
    to target: CountedTree<ListTree.Section>,
    _ scratch: inout TreeDifferenceScratch
  ) {
    let nodesBefore = scratch.cellWalk.visitedNodeCount
    scratch.pieces.removeAll()
    var inserted = changes.insertedSections[...]
    for pair in changedSections {
      while let section = inserted.first, section < pair.to {
        scratch.pieces.append(insertion: section, count: target[section].cells.count)
        inserted.removeFirst()
      }
      let (before, after) = (source[pair.from], target[pair.to])
      if before.attributes != after.attributes { updatedSections.append(pair) }
      scratch.cellWalk.compare(before.cells, after.cells, with: &scratch.engine)
      scratch.pieces.append(scratch.cellWalk.hunks, from: pair.from, to: pair.to)
      for cell in scratch.cellWalk.pairs {
        changes.updatedCells.append(
          Match(
            from: CellPath(section: pair.from, item: cell.from),
            to: CellPath(section: pair.to, item: cell.to)
          )
        )
      }
    }
    for section in inserted {
      scratch.pieces.append(insertion: section, count: target[section].cells.count)
    }
    for section in changes.deletedSections {
      scratch.pieces.append(deletion: section, count: source[section].cells.count)
    }
    visitedNodeCount += scratch.cellWalk.visitedNodeCount - nodesBefore
    if scratch.pieces.isEmpty { return }
    if let inserted = scratch.pieces.insertionsAlone {
      changes.insertedCells = inserted
    } else if let deleted = scratch.pieces.deletionsAlone {
      changes.deletedCells = deleted
    } else {
      scratch.pieces.compare(
        sources: { source[$0].cells },
        targets: { target[$0].cells },
        with: &scratch.engine
      )
      collectCells(scratch)
    }
  }

  private mutating func collectCells(_ scratch: borrowing TreeDifferenceScratch) {
    var sources = scratch.pieces.sourceCursor
    var targets = scratch.pieces.targetCursor
    for range in scratch.engine.deletions.elements {
      for offset in range.lowerBound..<range.upperBound {
        changes.deletedCells.append(sources.path(of: offset))
      }
    }
    for range in scratch.engine.insertions.elements {
      for offset in range.lowerBound..<range.upperBound {
        changes.insertedCells.append(targets.path(of: offset))
      }
    }
    let match = { (pair: OffsetPair) in
      Match(from: sources.path(of: Int(pair.source)), to: targets.path(of: Int(pair.target)))
    }
    changes.movedCells = scratch.engine.moves.elements.map(match)
    let updates = scratch.engine.updates.elements.map(match)
    changes.updatedCells = changes.updatedCells.merging(updates) { $0.to }
  }
}

extension Array {
  /// The elements of two arrays that ascend by `place`, in that order; of two in one place, one.
  ///
  /// Pairs that a walk found are found again where hunks were joined around them.
  fileprivate func merging<Place: Comparable>(
    _ other: [Element],
    by place: (Element) -> Place
  ) -> [Element] {
    if other.isEmpty { return self }
    if isEmpty { return other }
    var merged: [Element] = []
    merged.reserveCapacity(count + other.count)
    var rest = other[...]
    for element in self {
      while let next = rest.first, place(next) < place(element) {
        merged.append(next)
        rest.removeFirst()
      }
      if let next = rest.first, place(next) == place(element) { rest.removeFirst() }
      merged.append(element)
    }
    return merged + rest
  }
}
