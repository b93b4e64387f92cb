public import ListModel

extension Changeset {
  /// Computes the canonical changeset from one list to another.
  ///
  /// Cells are matched by id, wherever they are. Handlers are not compared.
  ///
  /// - Throws: ``InvalidList`` when an id is used twice in either list.
  /// - Complexity: O(n) expected, plus O(r log r) for the r runs whose order is broken.
  public init(from source: List, to target: List) throws(InvalidList) {
    var scratch = DifferenceScratch()
    try self.init(from: source, to: target, using: &scratch)
  }

  /// Computes the canonical changeset from one list to another, with memory the caller keeps.
  ///
  /// - Throws: ``InvalidList`` when an id is used twice in either list.
  /// - Complexity: O(n) expected, plus O(r log r) for the r runs whose order is broken.
  public init(
    from source: List,
    to target: List,
    using scratch: inout DifferenceScratch
  ) throws(InvalidList) {
    try scratch.fill(source, target)
    var difference = SectionedDifference()
    scratch.compareSections(&difference)
    guard scratch.allMatchesAreRight(difference, source, target) else {
      // Different ids had equal keys.
      self.init(
        SectionedDifference(
          from: source.sections,
          to: target.sections,
          using: &scratch,
          sectionID: { $0.id },
          cells: { $0.cells },
          cellID: { $0.id },
          contentIsEqual: { $0.component == $1.component }
        ),
        from: source,
        to: target
      )
      return
    }
    scratch.findUpdates(source, target)
    scratch.collectCells(&difference)
    self.init(difference, from: source, to: target)
  }

  private init(_ difference: SectionedDifference, from source: List, to target: List) {
    self.init(
      deletedSections: difference.deletedSections.map {
        .init(id: source.sections[$0].id, at: $0, attributes: source.sections[$0].attributes)
      },
      insertedSections: difference.insertedSections.map {
        .init(id: target.sections[$0].id, at: $0, attributes: target.sections[$0].attributes)
      },
      movedSections: difference.movedSections.map {
        .init(id: target.sections[$0.to].id, from: $0.from, to: $0.to)
      },
      updatedSections: difference.matchedSections.compactMap {
        let old = source.sections[$0.from].attributes
        let new = target.sections[$0.to].attributes
        guard old != new else { return nil }
        return .init(id: target.sections[$0.to].id, from: $0.from, at: $0.to, old: old, new: new)
      },
      deletedCells: difference.deletedCells.map {
        .init(id: source[$0].id, at: $0, component: source[$0].component)
      },
      insertedCells: difference.insertedCells.map {
        .init(id: target[$0].id, at: $0, component: target[$0].component)
      },
      movedCells: difference.movedCells.map {
        .init(id: target[$0.to].id, from: $0.from, to: $0.to)
      },
      updatedCells: difference.updatedCells.map {
        .init(
          id: target[$0.to].id,
          from: $0.from,
          at: $0.to,
          old: source[$0.from].component,
          new: target[$0.to].component
        )
      }
    )
  }
}

extension List {
  /// Checks what ``validate()`` checks, with memory the caller keeps.
  ///
  /// Hashes are looked at first: only if one repeats, or an id cannot be stored, is there reason to
  /// look closer.
  ///
  /// - Throws: ``InvalidList`` naming what is wrong.
  /// - Complexity: O(cells) expected; `scratch` takes 8 bytes for each, and a table of hashes.
  package func validate(using scratch: inout DifferenceScratch) throws(InvalidList) {
    let sectionKeys = scratch.reserveSourceSections(sections.count)
    let cellKeys = scratch.reserveSourceCells(cellCount)
    if !scratch.fill(self, sectionKeys.keys, sectionKeys.starts, cellKeys)
      || scratch.sourceKeysRepeat()
    {
      try validate()
    }
  }

  /// The cell at a path, which must exist.
  package subscript(path: CellPath) -> Cell {
    sections[path.section].cells[path.item]
  }
}

// Cells are read where they are: one in a variable of its own would be retained, and so would all
// that it holds.
extension DifferenceScratch {
  /// Makes keys of all ids.
  ///
  /// - Throws: ``InvalidList`` naming an id that cannot be stored, or repeats.
  fileprivate mutating func fill(_ source: List, _ target: List) throws(InvalidList) {
    try source.validate(using: &self)
    let sections = reserveTargetSections(target.sections.count)
    let cells = reserveTargetCells(target.cellCount)
    if !fill(target, sections.keys, sections.starts, cells) || targetKeysRepeat() {
      try target.validate()
    }
  }

  /// - Returns: Whether all ids can be stored.
  fileprivate func fill(
    _ list: List,
    _ sectionKeys: UnsafeMutableBufferPointer<UInt64>,
    _ starts: UnsafeMutableBufferPointer<Int>,
    _ cellKeys: UnsafeMutableBufferPointer<UInt64>
  ) -> Bool {
    let hash = hash
    var isUsable = true
    var end = 0
    for index in list.sections.indices {
      starts[index] = end
      let id = list.sections[index].id
      isUsable = isUsable && id.reasonForRefusal == nil
      sectionKeys[index] = DifferenceKey.key(of: id, hash)
      let cells = list.sections[index].cells
      for item in cells.indices {
        let count = cells.span[item].id.rawValue.utf8.count
        isUsable = isUsable && Cell.ID.reasonForRefusal(ofByteCount: count) == nil
        cellKeys[end] = DifferenceKey.key(of: cells.span[item].id, hash)
        end &+= 1
      }
    }
    starts[list.sections.count] = end
    return isUsable
  }

  fileprivate func allMatchesAreRight(
    _ difference: SectionedDifference,
    _ source: List,
    _ target: List
  ) -> Bool {
    for match in difference.matchedSections
    where source.sections[match.from].id != target.sections[match.to].id {
      return false
    }
    var paths = runPaths
    for number in 0..<runCount {
      let run = run(number)
      let (from, to) = paths.paths(of: run)
      let (sources, targets) = (
        source.sections[from.section].cells, target.sections[to.section].cells
      )
      for offset in 0..<run.count
      where sources.span[from.item &+ offset].id != targets.span[to.item &+ offset].id {
        return false
      }
    }
    return true
  }

  fileprivate mutating func findUpdates(_ source: List, _ target: List) {
    var paths = runPaths
    for number in 0..<runCount {
      let run = run(number)
      let (from, to) = paths.paths(of: run)
      let (sources, targets) = (
        source.sections[from.section].cells, target.sections[to.section].cells
      )
      for offset in 0..<run.count
      where sources.span[from.item &+ offset].component
        != targets.span[to.item &+ offset].component
      {
        appendUpdate(run.source &+ offset, run.target &+ offset)
      }
    }
  }
}
