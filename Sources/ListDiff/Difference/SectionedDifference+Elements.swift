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
    let (sourceCells, targetCells) = (sources.map(cells), targets.map(cells))
    self.init()
    match((sources, sourceCells), (targets, targetCells), &scratch, sectionID, cellID)
    scratch.findUpdates(sourceCells, targetCells, contentIsEqual)
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
    match(source, target, &scratch, sectionID, cellID)
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
  @inlinable
  mutating func match<Section, SectionID: Hashable, Cell, CellID: Hashable>(
    _ source: (sections: [Section], cells: [[Cell]]),
    _ target: (sections: [Section], cells: [[Cell]]),
    _ scratch: inout DifferenceScratch,
    _ sectionID: (Section) -> SectionID,
    _ cellID: (Cell) -> CellID
  ) {
    let hash = scratch.hash
    scratch.fill(
      source,
      target,
      sectionKey: { DifferenceKey.key(of: sectionID($0), hash) },
      cellKey: { DifferenceKey.key(of: cellID($0), hash) }
    )
    scratch.compareSections(&self)
    let sectionsAreRight =
      DifferenceKey.isExact(SectionID.self)
      || matchedSections.allSatisfy {
        DifferenceKey.areSame(
          sectionID(source.sections[$0.from]),
          sectionID(target.sections[$0.to])
        )
      }
    let cellsAreRight =
      DifferenceKey.isExact(CellID.self)
      || sectionsAreRight && scratch.allMatchesAreRight(source.cells, target.cells, id: cellID)
    if sectionsAreRight, cellsAreRight { return }
    // Different ids had equal keys.
    var sectionNumbers = DifferenceKey.Numbering<SectionID>()
    var cellNumbers = DifferenceKey.Numbering<CellID>()
    scratch.fill(
      source,
      target,
      sectionKey: { sectionNumbers.number(of: sectionID($0)) },
      cellKey: { cellNumbers.number(of: cellID($0)) }
    )
    scratch.compareSections(&self)
  }
}

extension DifferenceScratch {
  @inlinable
  mutating func fill<Section, Cell>(
    _ source: (sections: [Section], cells: [[Cell]]),
    _ target: (sections: [Section], cells: [[Cell]]),
    sectionKey: (Section) -> UInt64,
    cellKey: (Cell) -> UInt64
  ) {
    let sources = reserveSourceSections(source.sections.count)
    let sourceCells = reserveSourceCells(source.cells.reduce(0) { $0 + $1.count })
    Self.fill(source.sections, sectionKey, sources.keys)
    Self.fill(source.cells, cellKey, sourceCells, sources.starts)
    let targets = reserveTargetSections(target.sections.count)
    let targetCells = reserveTargetCells(target.cells.reduce(0) { $0 + $1.count })
    Self.fill(target.sections, sectionKey, targets.keys)
    Self.fill(target.cells, cellKey, targetCells, targets.starts)
  }

  @inlinable
  static func fill<Element>(
    _ elements: [Element],
    _ key: (Element) -> UInt64,
    _ keys: UnsafeMutableBufferPointer<UInt64>
  ) {
    let elements = elements.span
    for index in elements.indices { keys[index] = key(elements[index]) }
  }

  @inlinable
  static func fill<Cell>(
    _ sections: [[Cell]],
    _ key: (Cell) -> UInt64,
    _ keys: UnsafeMutableBufferPointer<UInt64>,
    _ starts: UnsafeMutableBufferPointer<Int>
  ) {
    var end = 0
    for (index, cells) in sections.enumerated() {
      starts[index] = end
      let cells = cells.span
      for item in cells.indices {
        keys[end] = key(cells[item])
        end += 1
      }
    }
    starts[sections.count] = end
  }

  // A span lends its elements: cells in variables of their own would be retained.

  /// Whether all matched cells have the same ids.
  @inlinable
  func allMatchesAreRight<Cell, ID: Hashable>(
    _ sourceCells: [[Cell]],
    _ targetCells: [[Cell]],
    id: (Cell) -> ID
  ) -> Bool {
    var paths = runPaths
    for number in 0..<runCount {
      let run = run(number)
      let (source, target) = paths.paths(of: run)
      let (sources, targets) = (sourceCells[source.section], targetCells[target.section])
      for offset in 0..<run.count
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
  mutating func findUpdates<Cell>(
    _ sourceCells: [[Cell]],
    _ targetCells: [[Cell]],
    _ contentIsEqual: (Cell, Cell) -> Bool
  ) {
    var paths = runPaths
    for number in 0..<runCount {
      let run = run(number)
      let (source, target) = paths.paths(of: run)
      let (sources, targets) = (sourceCells[source.section], targetCells[target.section])
      for offset in 0..<run.count
      where !contentIsEqual(
        sources.span[source.item &+ offset],
        targets.span[target.item &+ offset]
      ) {
        appendUpdate(run.source &+ offset, run.target &+ offset)
      }
    }
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
