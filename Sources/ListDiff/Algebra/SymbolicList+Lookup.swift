import ListModel

extension SymbolicList {
  /// Returns the name of the section at an index, which is known from now on; `nil` if the index is
  /// impossible.
  mutating func section(at index: Int) -> Int? {
    guard Self.possibleIndices.contains(index) else { return nil }
    switch forest.piece(at: index, in: order) {
    case .named(let name):
      return name
    case .original(let origin):
      let name = sections.count
      sections.append(
        KnownSection(record: SectionRecord(origin: origin), cells: forest.originals())
      )
      forest.assign(name, at: index, in: &order)
      return name
    case nil:
      return nil
    }
  }

  /// The section that a path points into.
  mutating func section(
    of path: CellPath,
    for id: Cell.ID,
    _ step: Step
  ) throws(CompositionError) -> Int {
    guard Self.possibleIndices.contains(path.item), let section = section(at: path.section) else {
      throw CompositionError(reason: .outOfRange, element: .cell(id), offender: step)
    }
    return section
  }

  /// Half of the indices of an endless sequence, so that no number of insertions reaches its end.
  static var possibleIndices: Range<Int> { 0..<(PieceForest.endless / 2) }
}

// MARK: - Contents

extension SymbolicList {
  /// Notes the attributes that, according to an operation, a section has before it.
  ///
  /// - Returns: Whether this agrees with the content that is known.
  mutating func observe(
    _ attributes: Section.Attributes,
    of name: Int,
    _ step: Step
  ) -> Bool {
    let record = sections[name].record
    if let new = record.new { return history.attributesAfter(new) == attributes }
    if let old = record.old { return history.attributesBefore(old) == attributes }
    sections[name].record.learn(in: step)
    return true
  }

  /// Notes the component that, according to an operation, a cell has before it.
  ///
  /// - Returns: Whether this agrees with the content that is known.
  mutating func observe(_ component: AnyComponent, of name: Int, _ step: Step) -> Bool {
    let record = cells[name]
    if let new = record.new { return history.componentAfter(new) == component }
    if let old = record.old { return history.componentBefore(old) == component }
    cells[name].learn(in: step)
    return true
  }
}
