public import ListModel

extension Changeset {
  /// Computes the canonical changeset from one list to another.
  ///
  /// Cells are matched by id, wherever they are. Handlers are not compared.
  ///
  /// - Throws: `InvalidList` when an id is used twice in either list.
  /// - Complexity: O(n) expected, plus O(r log r) for the r runs whose order is broken.
  public init(from source: List, to target: List) throws(InvalidList) {
    self = try DifferenceScratch.withTemporary { scratch throws(InvalidList) in
      try Changeset(from: source, to: target, using: &scratch)
    }
  }

  /// Computes the canonical changeset from one list to another, with memory the caller keeps.
  ///
  /// - Throws: `InvalidList` when an id is used twice in either list.
  /// - Complexity: O(n) expected, plus O(r log r) for the r runs whose order is broken.
  public init(
    from source: List,
    to target: List,
    using scratch: inout DifferenceScratch
  ) throws(InvalidList) {
    try source.validate(using: &scratch)
    try self.init(fromValid: source, to: target, using: &scratch)
  }

  /// Computes the canonical changeset from a list whose ids are known to be fit and unique.
  ///
  /// Cells that are equal at both ends of a section are not hashed.
  ///
  /// - Throws: ``InvalidList`` when an id of `target` cannot be stored, or is used twice.
  /// - Complexity: As ``init(from:to:using:)``.
  package init(
    fromValid source: List,
    to target: List,
    using scratch: inout DifferenceScratch
  ) throws(InvalidList) {
    let difference = SectionedDifference(
      from: source.sections,
      to: target.sections,
      using: &scratch,
      sectionID: { $0.id },
      storedCells: { $0.cells },
      cellID: { $0.id },
      contentIsEqual: { $0.component == $1.component }
    )
    // No element of the source is left to match an id that repeats or cannot be stored, so it is
    // inserted.
    if !difference.insertedSections.isEmpty || !difference.insertedCells.isEmpty {
      try target.validate(using: &scratch)
    }
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
  /// Checks the same as ``validate()``, with memory the caller keeps.
  ///
  /// Hashes are compared first; the ids themselves are checked only if a hash repeats or an id
  /// cannot be stored.
  ///
  /// - Throws: `InvalidList` naming what is wrong.
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

extension DifferenceScratch {
  /// Makes keys of all ids of a list.
  ///
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
      // Cells are read in place: a cell in a variable of its own would be retained.
      let cells = list.sections[index].cells[...]
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
}
