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

  /// Compares sections and their cells by ids and contents that the caller's closures give, with
  /// memory the caller keeps.
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
    // The caller's cells may have to be made, so they are asked for once.
    self.init(
      from: source.map { (section: $0, cells: cells($0)) },
      to: target.map { (section: $0, cells: cells($0)) },
      using: &scratch,
      sectionID: { sectionID($0.section) },
      storedCells: { $0.cells },
      cellID: cellID,
      contentIsEqual: contentIsEqual
    )
  }

  /// Compares sections that hold their cells; `cells` is called several times for each section.
  @inlinable
  @inline(__always)
  package init<Section, SectionID: Hashable, Cell, CellID: Hashable>(
    from source: [Section],
    to target: [Section],
    using scratch: inout DifferenceScratch,
    sectionID: (Section) -> SectionID,
    storedCells cells: (Section) -> [Cell],
    cellID: (Cell) -> CellID,
    contentIsEqual: (Cell, Cell) -> Bool
  ) {
    self.init()
    let ends = match(source, target, &scratch, sectionID, cells, cellID, contentIsEqual)
    scratch.findUpdates(source, target, ends, cells, contentIsEqual)
    scratch.collectCells(&self)
  }

  /// Compares ids alone; `contentIsEqual` compares contents by the paths of their cells.
  ///
  /// - Complexity: O(n) expected, plus O(r log r) for the r runs whose order is broken.
  package init<SectionID: Hashable, CellID: Hashable>(
    from source: [(id: SectionID, cells: [CellID])],
    to target: [(id: SectionID, cells: [CellID])],
    contentIsEqual: (CellPath, CellPath) -> Bool
  ) {
    self.init()
    var scratch = DifferenceScratch()
    // All contents are compared by path, so the updates found at the ends are not used.
    _ = match(source, target, &scratch, { $0.id }, { $0.cells }, { $0 }, { _, _ in true })
    scratch.findUpdates(contentIsEqual)
    scratch.collectCells(&self)
  }
}

// MARK: - Matching

extension SectionedDifference {
  /// Matches by keys, and once more by exact numbers if keys of different ids are equal.
  ///
  /// - Returns: The matches at the ends of each target section, whose contents are compared
  ///   already.
  @inlinable
  @inline(__always)
  mutating func match<Section, SectionID: Hashable, Cell, CellID: Hashable>(
    _ source: [Section],
    _ target: [Section],
    _ scratch: inout DifferenceScratch,
    _ sectionID: (Section) -> SectionID,
    _ cells: (Section) -> [Cell],
    _ cellID: (Cell) -> CellID,
    _ contentIsEqual: (Cell, Cell) -> Bool
  ) -> [EqualEnds] {
    matchSections(source, target, &scratch, sectionID)
    let starts = scratch.reserve(source, target, cells)
    scratch.forgetEndUpdates()
    let ends = matchedSections.map { match in
      let (sources, targets) = (cells(source[match.from])[...], cells(target[match.to])[...])
      return scratch.matchEnds(
        sources.span,
        targets.span,
        (starts.sources[match.from], starts.targets[match.to]),
        cellID,
        contentIsEqual
      )
    }
    let hash = scratch.hash
    scratch.fill(source, target, self, ends, cells) { DifferenceKey.key(of: cellID($0), hash) }
    scratch.compareCells(self, knowing: ends)
    let endsOfTargets = endsOfTargets(ends, count: target.count)
    if DifferenceKey.isExact(CellID.self)
      || scratch.allMatchesAreRight(source, target, endsOfTargets, cells, cellID)
    {
      return endsOfTargets
    }
    // Different ids had equal keys.
    var numbers = DifferenceKey.Numbering<CellID>()
    scratch.fill(source, target, self, ends, cells) { numbers.number(of: cellID($0)) }
    scratch.compareCells(self, knowing: ends)
    return endsOfTargets
  }

  /// Returns the ends of each target section, given those of each matched one.
  @usableFromInline
  func endsOfTargets(_ ends: [EqualEnds], count: Int) -> [EqualEnds] {
    // Matched sections ascend by target.
    if self.insertedSections.isEmpty { return ends }
    var endsOfTargets = Array(repeating: EqualEnds(), count: count)
    for (match, ends) in zip(matchedSections, ends) { endsOfTargets[match.to] = ends }
    return endsOfTargets
  }

  @inlinable
  mutating func matchSections<Section, ID: Hashable>(
    _ source: [Section],
    _ target: [Section],
    _ scratch: inout DifferenceScratch,
    _ id: (Section) -> ID
  ) {
    // Most lists that are declared again have the same sections.
    let isSame =
      source.count == target.count
      && source.indices.allSatisfy { DifferenceKey.areSame(id(source[$0]), id(target[$0])) }
    if isSame { return matchAllSections(source.count) }
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

extension SectionedDifference {
  /// Matches each section with the one in its place.
  @usableFromInline
  mutating func matchAllSections(_ count: Int) {
    matchedSections = (0..<count).map { Match(from: $0, to: $0) }
  }
}

extension DifferenceScratch {
  /// Makes room for the keys of all cells.
  ///
  /// - Returns: Where sections start.
  @inlinable
  @inline(__always)
  mutating func reserve<Section, Cell>(
    _ source: [Section],
    _ target: [Section],
    _ cells: (Section) -> [Cell]
  ) -> (sources: UnsafeMutableBufferPointer<Int>, targets: UnsafeMutableBufferPointer<Int>) {
    let (sources, targets) = (
      reserveSourceSections(source.count).starts, reserveTargetSections(target.count).starts
    )
    _ = reserveSourceCells(Self.fill(source, starts: sources, cells))
    _ = reserveTargetCells(Self.fill(target, starts: targets, cells))
    return (sources, targets)
  }

  @inlinable
  @inline(__always)
  static func fill<Section, Cell>(
    _ sections: [Section],
    starts: UnsafeMutableBufferPointer<Int>,
    _ cells: (Section) -> [Cell]
  ) -> Int {
    var end = 0
    for index in sections.indices {
      starts[index] = end
      end &+= cells(sections[index]).count
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
    let lent = elements[...]
    let elements = lent.span
    for index in elements.indices { keys[index] = key(elements[index]) }
  }

  /// Makes keys of the cells between the ends of matched sections, and of all cells of the others.
  @inlinable
  @inline(__always)
  mutating func fill<Section, Cell>(
    _ source: [Section],
    _ target: [Section],
    _ difference: SectionedDifference,
    _ ends: [EqualEnds],
    _ cells: (Section) -> [Cell],
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
      let cells = cells(source[index])[...]
      Self.fill(cells.span, cells.indices, sources.keys, sources.starts[index], key)
    }
    for index in difference.insertedSections {
      let cells = cells(target[index])[...]
      Self.fill(cells.span, cells.indices, targets.keys, targets.starts[index], key)
    }
    for (match, ends) in zip(difference.matchedSections, ends) {
      let (old, new) = (cells(source[match.from])[...], cells(target[match.to])[...])
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

  // A `Span` lends its elements: cells in variables of their own would be retained.

  /// Whether all matched cells have the same ids.
  @inlinable
  @inline(__always)
  func allMatchesAreRight<Section, Cell, ID: Hashable>(
    _ sourceSections: [Section],
    _ targetSections: [Section],
    _ ends: [EqualEnds],
    _ cells: (Section) -> [Cell],
    _ id: (Cell) -> ID
  ) -> Bool {
    var paths = runPaths
    for number in 0..<runCount {
      let run = run(number)
      let (source, target) = paths.paths(of: run)
      let sources = cells(sourceSections[source.section])[...]
      let targets = cells(targetSections[target.section])[...]
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
  mutating func findUpdates<Section, Cell>(
    _ sourceSections: [Section],
    _ targetSections: [Section],
    _ ends: [EqualEnds],
    _ cells: (Section) -> [Cell],
    _ contentIsEqual: (Cell, Cell) -> Bool
  ) {
    var paths = runPaths
    for number in 0..<runCount {
      let run = run(number)
      let (source, target) = paths.paths(of: run)
      let sources = cells(sourceSections[source.section])[...]
      let targets = cells(targetSections[target.section])[...]
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
