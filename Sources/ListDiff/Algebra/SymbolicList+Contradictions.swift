import ListModel

extension SymbolicList {
  /// A contradiction about a section, with the operation it contradicts.
  func error(
    _ reason: CompositionError.Reason,
    _ id: Section.ID,
    _ step: Step
  ) -> CompositionError {
    let record = sectionNames[id].map { sections[$0].record }
    return CompositionError(
      reason: reason,
      element: .section(id),
      offender: step,
      earlier: record?.opponent(of: step, because: reason)
    )
  }

  /// A contradiction about a cell, with the operation it contradicts.
  func error(
    _ reason: CompositionError.Reason,
    _ id: Cell.ID,
    _ step: Step
  ) -> CompositionError {
    let record = cellNames[id].map { cells[$0] }
    return CompositionError(
      reason: reason,
      element: .cell(id),
      offender: step,
      earlier: record?.opponent(of: step, because: reason)
    )
  }

  /// The error of a section that is not where an operation expects it: it is elsewhere, is gone, or
  /// was never there because another one is.
  func absence(of id: Section.ID, found: Int?, _ step: Step) -> CompositionError {
    if let known = sectionNames[id] {
      return error(sections[known].record.reasonForAbsence(in: step), id, step)
    }
    let other = found.map { sections[$0].record }
    return CompositionError(
      reason: .misplaced,
      element: .section(id),
      offender: step,
      earlier: other?.opponent(of: step, because: .misplaced)
    )
  }

  /// The error of a cell that is not where an operation expects it.
  func absence(
    of id: Cell.ID,
    found: PieceForest.Piece?,
    _ step: Step
  ) -> CompositionError {
    if let known = cellNames[id] {
      return error(cells[known].reasonForAbsence(in: step), id, step)
    }
    var earlier: Step?
    if case .named(let other) = found {
      earlier = cells[other].opponent(of: step, because: .misplaced)
    }
    return CompositionError(
      reason: .misplaced,
      element: .cell(id),
      offender: step,
      earlier: earlier
    )
  }

  /// The error of a section that is deleted while cells remain, with an earlier operation on the
  /// first of them that is named.
  func remainder(of name: Int, _ id: Section.ID, _ step: Step) -> CompositionError {
    var first: Int?
    forest.forEachNamed(in: sections[name].cells) { cell, _ in first = first ?? cell }
    return CompositionError(
      reason: .notEmpty,
      element: .section(id),
      offender: step,
      earlier: first.flatMap { cells[$0].opponent(of: step, because: .notEmpty) }
    )
  }
}
