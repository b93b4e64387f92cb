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
        sectionID: \.id,
        cells: cells,
        cellID: \.id,
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
    let sourceCells = sources.map(cells)
    let targetCells = targets.map(cells)
    self.init(
      from: (sources, sourceCells),
      to: (targets, targetCells),
      using: &scratch,
      sectionID: sectionID,
      cellID: cellID,
      contentIsEqual: {
        contentIsEqual(sourceCells[$0.section][$0.item], targetCells[$1.section][$1.item])
      }
    )
  }

  @inlinable
  package init<Section, SectionID: Hashable, Cell, CellID: Hashable>(
    from source: (sections: [Section], cells: [[Cell]]),
    to target: (sections: [Section], cells: [[Cell]]),
    using scratch: inout DifferenceScratch,
    sectionID: (Section) -> SectionID,
    cellID: (Cell) -> CellID,
    contentIsEqual: (CellPath, CellPath) -> Bool
  ) {
    let hash = scratch.hash
    self.init()
    scratch.fill(
      source,
      target,
      sectionKey: { DifferenceKey.key(of: sectionID($0), hash) },
      cellKey: { DifferenceKey.key(of: cellID($0), hash) }
    )
    scratch.compareSections(&self)
    let sectionsAreRight = matchedSections.allSatisfy {
      DifferenceKey.areSame(sectionID(source.sections[$0.from]), sectionID(target.sections[$0.to]))
    }
    let isRight =
      sectionsAreRight
      && scratch.allCellMatches {
        DifferenceKey.areSame(
          cellID(source.cells[$0.section][$0.item]),
          cellID(target.cells[$1.section][$1.item])
        )
      }
    if !isRight {
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
      for cell in cells {
        keys[end] = key(cell)
        end += 1
      }
    }
    starts[sections.count] = end
  }

  /// Whether a condition holds for every pair of matched cells.
  @inlinable
  func allCellMatches(satisfy condition: (CellPath, CellPath) -> Bool) -> Bool {
    for number in 0..<runCount {
      let run = run(number)
      var (source, target) = paths(of: run)
      for _ in 0..<run.count {
        if !condition(source, target) { return false }
        source.item &+= 1
        target.item &+= 1
      }
    }
    return true
  }

  @inlinable
  mutating func findUpdates(_ contentIsEqual: (CellPath, CellPath) -> Bool) {
    for number in 0..<runCount {
      let run = run(number)
      var (source, target) = paths(of: run)
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
