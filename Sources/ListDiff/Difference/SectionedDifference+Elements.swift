public import ListModel

extension SectionedDifference {
  /// Compares sections and their cells by ids, and the content of cells in both by `==`.
  ///
  /// - Parameters:
  ///   - source: The sections before.
  ///   - target: The sections after.
  ///   - cells: The cells of a section.
  /// - Complexity: O(n) expected, plus O(r log r) for the r runs whose order is broken.
  @inlinable
  public init<Section: Identifiable, Cell: Identifiable & Equatable>(
    from source: some Collection<Section>,
    to target: some Collection<Section>,
    cells: (Section) -> [Cell]
  ) {
    self = DifferenceScratch.withTemporary { scratch in
      Self(
        from: source,
        to: target,
        using: &scratch,
        sectionID: { $0.id },
        cells: cells,
        cellID: { $0.id },
        contentIsEqual: ==
      )
    }
  }

  /// Compares sections and their cells by ids and contents the caller tells, with memory the
  /// caller keeps.
  ///
  /// - Parameters:
  ///   - source: The sections before.
  ///   - target: The sections after.
  ///   - scratch: Memory for the comparison.
  ///   - sectionID: The identity of a section.
  ///   - cells: The cells of a section.
  ///   - cellID: The identity of a cell in the whole list.
  ///   - contentIsEqual: Whether a cell before and one after with the same id look the same.
  /// - Complexity: O(n) expected, plus O(r log r) for the r runs whose order is broken.
  @inlinable
  public init<Section, SectionID: Hashable, Cell, CellID: Hashable>(
    from source: some Collection<Section>,
    to target: some Collection<Section>,
    using scratch: inout DifferenceScratch,
    sectionID: (Section) -> SectionID,
    cells: (Section) -> [Cell],
    cellID: (Cell) -> CellID,
    contentIsEqual: (Cell, Cell) -> Bool
  ) {
    let sources = Array(source)
    let targets = Array(target)
    self.init(
      from: (sources, sources.map(cells)),
      to: (targets, targets.map(cells)),
      using: &scratch,
      sectionID: sectionID,
      cellID: cellID,
      contentIsEqual: contentIsEqual
    )
  }

  /// As above, with the cells beside their sections.
  @inlinable
  @inline(__always)
  package init<Section, SectionID: Hashable, Cell, CellID: Hashable>(
    from source: (sections: [Section], cells: [[Cell]]),
    to target: (sections: [Section], cells: [[Cell]]),
    using scratch: inout DifferenceScratch,
    sectionID: (Section) -> SectionID,
    cellID: (Cell) -> CellID,
    contentIsEqual: (Cell, Cell) -> Bool
  ) {
    self.init()
    let ends = match(source, target, &scratch, sectionID, cellID, contentIsEqual)
    scratch.findUpdates(source.cells, target.cells, ends, contentIsEqual)
    scratch.collectCells(&self)
  }

  /// As above; contents are told apart by the paths of the cells they belong to.
  @inlinable
  package init<Section, SectionID: Hashable, Cell, CellID: Hashable>(
    from source: (sections: [Section], cells: [[Cell]]),
    to target: (sections: [Section], cells: [[Cell]]),
    using scratch: inout DifferenceScratch,
    sectionID: (Section) -> SectionID,
    cellID: (Cell) -> CellID,
    contentIsEqual: (CellPath, CellPath) -> Bool
  ) {
    self.init()
    _ = match(source, target, &scratch, sectionID, cellID) { _, _ in true }
    scratch.findUpdates(contentIsEqual)
    scratch.collectCells(&self)
  }

  /// Compares ids alone; contents are told apart by the paths of the cells they belong to.
  ///
  /// - Complexity: O(n) expected, plus O(r log r) for the r runs whose order is broken.
  package init<SectionID: Hashable, CellID: Hashable>(
    from source: [(id: SectionID, cells: [CellID])],
    to target: [(id: SectionID, cells: [CellID])],
    contentIsEqual: (CellPath, CellPath) -> Bool
  ) {
    var scratch = DifferenceScratch()
    self.init(
      from: (source.map(\.id), source.map(\.cells)),
      to: (target.map(\.id), target.map(\.cells)),
      using: &scratch,
      sectionID: { $0 },
      cellID: { $0 },
      contentIsEqual: contentIsEqual
    )
  }
}

// MARK: - Matching

extension SectionedDifference {
  /// Matches by keys, and once more by exact numbers should keys of different ids be equal.
  ///
  /// - Returns: What was matched at the ends of each target section, whose contents are compared.
  @inlinable
  @inline(__always)
  mutating func match<Section, SectionID: Hashable, Cell, CellID: Hashable>(
    _ source: (sections: [Section], cells: [[Cell]]),
    _ target: (sections: [Section], cells: [[Cell]]),
    _ scratch: inout DifferenceScratch,
    _ sectionID: (Section) -> SectionID,
    _ cellID: (Cell) -> CellID,
    _ contentIsEqual: (Cell, Cell) -> Bool
  ) -> [EqualEnds] {
    matchSections(source.sections, target.sections, &scratch, sectionID)
    let starts = scratch.reserve(source.cells, target.cells)
    scratch.forgetEndUpdates()
    let ends = matchedSections.map { match in
      let (sources, targets) = (source.cells[match.from], target.cells[match.to])
      return scratch.matchEnds(
        sources.span,
        targets.span,
        (starts.sources[match.from], starts.targets[match.to]),
        cellID,
        contentIsEqual
      )
    }
    var endsOfTargets = Array(repeating: EqualEnds(), count: target.sections.count)
    for (match, ends) in zip(matchedSections, ends) { endsOfTargets[match.to] = ends }

    let hash = scratch.hash
    scratch.fill(source.cells, target.cells, self, ends) { DifferenceKey.key(of: cellID($0), hash) }
    scratch.compareCells(self, knowing: ends)
    if DifferenceKey.isExact(CellID.self)
      || scratch.allMatchesAreRight(source.cells, target.cells, endsOfTargets, id: cellID)
    {
      return endsOfTargets
    }
    // Different ids had equal keys.
    var numbers = DifferenceKey.Numbering<CellID>()
    scratch.fill(source.cells, target.cells, self, ends) { numbers.number(of: cellID($0)) }
    scratch.compareCells(self, knowing: ends)
    return endsOfTargets
  }

  @inlinable
  mutating func matchSections<Section, ID: Hashable>(
    _ source: [Section],
    _ target: [Section],
    _ scratch: inout DifferenceScratch,
    _ id: (Section) -> ID
  ) {
    let hash = scratch.hash
    let (sources, targets) = (
      scratch.reserveSourceSections(source.count), scratch.reserveTargetSections(target.count)
    )
    DifferenceScratch.fill(source, sources.keys) { DifferenceKey.key(of: id($0), hash) }
    DifferenceScratch.fill(target, targets.keys) { DifferenceKey.key(of: id($0), hash) }
    scratch.compareSections(&self)
    let areRight =
      DifferenceKey.isExact(ID.self)
      || matchedSections.allSatisfy {
        DifferenceKey.areSame(id(source[$0.from]), id(target[$0.to]))
      }
    if areRight { return }
    // Different ids had equal keys.
    var numbers = DifferenceKey.Numbering<ID>()
    DifferenceScratch.fill(source, sources.keys) { numbers.number(of: id($0)) }
    DifferenceScratch.fill(target, targets.keys) { numbers.number(of: id($0)) }
    scratch.compareSections(&self)
  }
}

extension DifferenceScratch {
  /// Makes room for the keys of all cells.
  ///
  /// - Returns: Where sections start.
  @inlinable
  mutating func reserve<Cell>(
    _ source: [[Cell]],
    _ target: [[Cell]]
  ) -> (sources: UnsafeMutableBufferPointer<Int>, targets: UnsafeMutableBufferPointer<Int>) {
    let (sources, targets) = (
      reserveSourceSections(source.count).starts, reserveTargetSections(target.count).starts
    )
    _ = reserveSourceCells(Self.fill(source, starts: sources))
    _ = reserveTargetCells(Self.fill(target, starts: targets))
    return (sources, targets)
  }

  @inlinable
  static func fill<Cell>(
    _ sections: [[Cell]],
    starts: UnsafeMutableBufferPointer<Int>
  ) -> Int {
    var end = 0
    for index in sections.indices {
      starts[index] = end
      end &+= sections[index].count
    }
    starts[sections.count] = end
    return end
  }

  @inlinable
  static func fill<Element>(
    _ elements: [Element],
    _ keys: UnsafeMutableBufferPointer<UInt64>,
    _ key: (Element) -> UInt64
  ) {
    let elements = elements.span
    for index in elements.indices { keys[index] = key(elements[index]) }
  }

  /// Makes keys of the cells between the ends of matched sections, and of all cells of the others.
  @inlinable
  @inline(__always)
  mutating func fill<Cell>(
    _ source: [[Cell]],
    _ target: [[Cell]],
    _ difference: SectionedDifference,
    _ ends: [EqualEnds],
    _ key: (Cell) -> UInt64
  ) {
    let sources = (
      keys: reserveSourceCells(cellCounts.source),
      starts: reserveSourceSections(source.count).starts
    )
    let targets = (
      keys: reserveTargetCells(cellCounts.target),
      starts: reserveTargetSections(target.count).starts
    )
    for index in difference.deletedSections {
      let cells = source[index]
      Self.fill(cells.span, cells.indices, sources.keys, sources.starts[index], key)
    }
    for index in difference.insertedSections {
      let cells = target[index]
      Self.fill(cells.span, cells.indices, targets.keys, targets.starts[index], key)
    }
    for (match, ends) in zip(difference.matchedSections, ends) {
      let (old, new) = (source[match.from], target[match.to])
      Self.fill(
        old.span,
        ends.middle(of: old.count),
        sources.keys,
        sources.starts[match.from],
        key
      )
      Self.fill(
        new.span,
        ends.middle(of: new.count),
        targets.keys,
        targets.starts[match.to],
        key
      )
    }
  }

  @inlinable
  @inline(__always)
  static func fill<Cell>(
    _ cells: Span<Cell>,
    _ range: Range<Int>,
    _ keys: UnsafeMutableBufferPointer<UInt64>,
    _ start: Int,
    _ key: (Cell) -> UInt64
  ) {
    for item in range { keys[start &+ item] = key(cells[item]) }
  }

  // A span lends its elements: cells in variables of their own would be retained.

  /// Whether all matched cells have the same ids.
  @inlinable
  @inline(__always)
  func allMatchesAreRight<Cell, ID: Hashable>(
    _ sourceCells: [[Cell]],
    _ targetCells: [[Cell]],
    _ ends: [EqualEnds],
    id: (Cell) -> ID
  ) -> Bool {
    var paths = runPaths
    for number in 0..<runCount {
      let run = run(number)
      let (source, target) = paths.paths(of: run)
      let (sources, targets) = (sourceCells[source.section], targetCells[target.section])
      for offset in ends[target.section].unknown(of: target.item, run.count, in: targets.count)
      where !DifferenceKey.areSame(
        id(sources.span[source.item &+ offset]),
        id(targets.span[target.item &+ offset])
      ) {
        return false
      }
    }
    return true
  }

  /// Finds the matched cells whose contents differ.
  @inlinable
  @inline(__always)
  mutating func findUpdates<Cell>(
    _ sourceCells: [[Cell]],
    _ targetCells: [[Cell]],
    _ ends: [EqualEnds],
    _ contentIsEqual: (Cell, Cell) -> Bool
  ) {
    var paths = runPaths
    for number in 0..<runCount {
      let run = run(number)
      let (source, target) = paths.paths(of: run)
      let (sources, targets) = (sourceCells[source.section], targetCells[target.section])
      for offset in ends[target.section].unknown(of: target.item, run.count, in: targets.count)
      where !contentIsEqual(
        sources.span[source.item &+ offset],
        targets.span[target.item &+ offset]
      ) {
        appendUpdate(run.source &+ offset, run.target &+ offset)
      }
    }
    addEndUpdates()
  }

  /// Finds the matched cells whose contents differ, by their paths.
  @inlinable
  mutating func findUpdates(_ contentIsEqual: (CellPath, CellPath) -> Bool) {
    var paths = runPaths
    for number in 0..<runCount {
      let run = run(number)
      var (source, target) = paths.paths(of: run)
      for offset in 0..<run.count {
        if !contentIsEqual(source, target) {
          appendUpdate(run.source &+ offset, run.target &+ offset)
        }
        source.item &+= 1
        target.item &+= 1
      }
    }
  }
}
