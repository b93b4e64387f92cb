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
    var scratch = DifferenceScratch()
    self.init(
      from: source,
      to: target,
      using: &scratch,
      sectionID: \.id,
      cells: cells,
      cellID: \.id,
      contentIsEqual: ==
    )
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
    let hash = scratch.hash
    self.init()
    scratch.fillSources(sources, sourceCells) {
      DifferenceKey.key(of: sectionID($0), hash)
    } cellKey: {
      DifferenceKey.key(of: cellID($0), hash)
    }
    scratch.fillTargets(targets, targetCells) {
      DifferenceKey.key(of: sectionID($0), hash)
    } cellKey: {
      DifferenceKey.key(of: cellID($0), hash)
    }
    scratch.compareSections(&self)
    let sectionsAreRight = matchedSections.allSatisfy {
      DifferenceKey.areSame(sectionID(sources[$0.from]), sectionID(targets[$0.to]))
    }
    let isRight =
      sectionsAreRight
      && scratch.allCellMatches(sourceCells, targetCells) {
        DifferenceKey.areSame(cellID($0), cellID($1))
      }
    if !isRight {
      // Different ids had equal keys.
      var sectionNumbers = DifferenceKey.Numbering<SectionID>()
      var cellNumbers = DifferenceKey.Numbering<CellID>()
      scratch.fillSources(sources, sourceCells) {
        sectionNumbers.number(of: sectionID($0))
      } cellKey: {
        cellNumbers.number(of: cellID($0))
      }
      scratch.fillTargets(targets, targetCells) {
        sectionNumbers.number(of: sectionID($0))
      } cellKey: {
        cellNumbers.number(of: cellID($0))
      }
      scratch.compareSections(&self)
    }
    scratch.findUpdates(sourceCells, targetCells, contentIsEqual: contentIsEqual)
    scratch.collectCells(&self)
  }
}

extension DifferenceScratch {
  @inlinable
  mutating func fillSources<Section, Cell>(
    _ sections: [Section],
    _ cells: [[Cell]],
    sectionKey: (Section) -> UInt64,
    cellKey: (Cell) -> UInt64
  ) {
    let (keys, starts) = reserveSourceSections(sections.count)
    let cellKeys = reserveSourceCells(cells.reduce(0) { $0 + $1.count })
    for index in sections.indices { keys[index] = sectionKey(sections[index]) }
    Self.fill(starts, cellKeys, cells, cellKey)
  }

  @inlinable
  mutating func fillTargets<Section, Cell>(
    _ sections: [Section],
    _ cells: [[Cell]],
    sectionKey: (Section) -> UInt64,
    cellKey: (Cell) -> UInt64
  ) {
    let (keys, starts) = reserveTargetSections(sections.count)
    let cellKeys = reserveTargetCells(cells.reduce(0) { $0 + $1.count })
    for index in sections.indices { keys[index] = sectionKey(sections[index]) }
    Self.fill(starts, cellKeys, cells, cellKey)
  }

  @inlinable
  static func fill<Cell>(
    _ starts: UnsafeMutableBufferPointer<Int>,
    _ keys: UnsafeMutableBufferPointer<UInt64>,
    _ sections: [[Cell]],
    _ key: (Cell) -> UInt64
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
  func allCellMatches<Cell>(
    _ sources: [[Cell]],
    _ targets: [[Cell]],
    satisfy condition: (Cell, Cell) -> Bool
  ) -> Bool {
    for number in 0..<runCount {
      let run = run(number)
      let (source, target) = paths(of: run)
      for item in 0..<run.count
      where !condition(
        sources[source.section][source.item &+ item],
        targets[target.section][target.item &+ item]
      ) {
        return false
      }
    }
    return true
  }

  @inlinable
  mutating func findUpdates<Cell>(
    _ sources: [[Cell]],
    _ targets: [[Cell]],
    contentIsEqual: (Cell, Cell) -> Bool
  ) {
    for number in 0..<runCount {
      let run = run(number)
      let (source, target) = paths(of: run)
      for item in 0..<run.count
      where !contentIsEqual(
        sources[source.section][source.item &+ item],
        targets[target.section][target.item &+ item]
      ) {
        appendUpdate(run.source &+ item, run.target &+ item)
      }
    }
  }
}
