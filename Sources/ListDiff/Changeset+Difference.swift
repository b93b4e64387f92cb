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
    try source.validate(using: &scratch)
    try target.validate(using: &scratch)
    let difference = SectionedDifference(
      from: source.sections,
      to: target.sections,
      using: &scratch,
      sectionID: \.id,
      cells: \.cells,
      cellID: \.id,
      contentIsEqual: { $0.component == $1.component }
    )
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
  /// Checks what ``validate()`` checks, looking at hashes first: only if one repeats, or an id
  /// cannot be stored, is there reason to look closer.
  fileprivate func validate(using scratch: inout DifferenceScratch) throws(InvalidList) {
    var isPlausible = true
    let sectionKeys = scratch.reserveSourceSections(sections.count).keys
    let cellKeys = scratch.reserveSourceCells(cellCount)
    var next = 0
    for (index, section) in sections.enumerated() {
      isPlausible = isPlausible && section.id.reasonForRefusal == nil
      sectionKeys[index] = DifferenceKey.key(of: section.id, scratch.hash)
      for cell in section.cells {
        isPlausible = isPlausible && cell.id.reasonForRefusal == nil
        cellKeys[next] = DifferenceKey.key(of: cell.id, scratch.hash)
        next &+= 1
      }
    }
    if isPlausible, !scratch.sourceKeysRepeat() { return }
    try validate()
  }

  /// The cell at a path, which must exist.
  package subscript(path: CellPath) -> Cell {
    sections[path.section].cells[path.item]
  }
}
