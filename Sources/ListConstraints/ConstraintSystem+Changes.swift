extension ConstraintSystem {
  /// Removes a constraint.
  ///
  /// - Throws: ``ConstraintError/unknownConstraint``.
  package mutating func remove(_ id: ConstraintID) throws(ConstraintError) {
    guard let entry = entry(id) else { throw .unknownConstraint }
    entries[id.number] = nil
    for error in entry.errors {
      objective.remove(error, entry.constraint.priority, id.number, &tableau)
    }
    if tableau.rowIndex(of: entry.marker) == nil,
      let index = tableau.rowToRemove(with: entry.marker)
    {
      tableau.pivot(index, entering: entry.marker)
    }
    if let index = tableau.rowIndex(of: entry.marker) { tableau.removeRow(index) }
    forget(entry)
    isSolved = false
  }

  /// Gives a constraint another constant, and solves the system again, which takes less time than to
  /// remove it and add another one.
  ///
  /// - Throws: ``ConstraintError``, and the constraint keeps its constant.
  package mutating func setConstant(
    _ constant: Double,
    of id: ConstraintID
  ) throws(ConstraintError) {
    guard let entry = entry(id) else { throw .unknownConstraint }
    guard abs(constant) <= Self.largestNumber else { throw .notFinite }
    try solve()
    let difference = constant - entry.constraint.expression.constant
    guard difference != 0 else { return }
    tableau.pivots = 0
    let shift = difference / entry.markerFactor
    if let conflict = try shiftMarker(of: entry, id, by: shift) {
      _ = try shiftMarker(of: entry, id, by: -shift)
      throw .conflict(conflict)
    }
    entries[id.number]?.constraint.expression.constant = constant
  }

  /// Gives a constraint another priority; required constraints stay so, and others cannot become it.
  ///
  /// - Throws: ``ConstraintError``, and the constraint keeps its priority.
  package mutating func setPriority(
    _ priority: Double,
    of id: ConstraintID
  ) throws(ConstraintError) {
    guard let entry = entry(id) else { throw .unknownConstraint }
    let wasRequired = entry.error == nil
    guard priority > 0, priority <= LinearConstraint.required,
      wasRequired == (priority == LinearConstraint.required)
    else { throw .priority(priority) }
    for error in entry.errors {
      objective.remove(error, entry.constraint.priority, id.number, &tableau)
      objective.add(error, priority, id.number, &tableau)
    }
    entries[id.number]?.constraint.priority = priority
    isSolved = false
  }

  /// Shifts the constant of a constraint in all rows.
  ///
  /// - Returns: The constraints with which it cannot hold; `nil` if it can.
  private mutating func shiftMarker(
    of entry: Entry,
    _ id: ConstraintID,
    by difference: Double
  ) throws(ConstraintError) -> [ConstraintID]? {
    tableau.shift(entry.marker, by: difference)
    var row = tableau.unequalRow()
    if row == nil { row = try tableau.restore() }
    guard let index = row else { return nil }
    let symbols = tableau.rows[index].terms.map(\.symbol) + [tableau.basics[index]]
    return requiredOwners(of: symbols, except: id.number)
  }

  /// Returns the least and the greatest value that a variable can have in a best solution, where
  /// constraints of one priority may be broken instead of each other.
  ///
  /// The layout of a variable is ambiguous if they differ. They may be infinite.
  ///
  /// - Throws: ``ConstraintError/unstable``.
  /// - Complexity: As long as a solution of the whole system.
  package func range(of variable: Variable) throws(ConstraintError) -> ClosedRange<Double> {
    var copy = self
    try copy.solve()
    // Ties are open, so that their rows decide nothing.
    for index in objective.ties { copy.tableau.objectives[index] = TableauRow() }
    let least = try copy.least(1, variable)
    let greatest = -(try copy.least(-1, variable))
    return min(least, greatest)...max(least, greatest)
  }

  /// Returns the least value of a variable times a sign in a best solution.
  private func least(_ sign: Double, _ variable: Variable) throws(ConstraintError) -> Double {
    var copy = self
    let symbol = variable.symbol
    guard let index = copy.tableau.rowIndex(of: symbol) else {
      // A free variable that is in no equation can be anything.
      if copy.tableau.kind(symbol) == .free { return -.infinity }
      return try copy.minimizeLast(sign, symbol)
    }
    // A variable that depends on a free one can be anything, too.
    let terms = copy.tableau.rows[index].terms
    if terms.contains(where: { copy.tableau.kind($0.symbol) == .free }) { return -.infinity }
    return try copy.minimizeLast(sign, symbol)
  }

  private mutating func minimizeLast(
    _ sign: Double,
    _ symbol: Symbol
  ) throws(ConstraintError) -> Double {
    let last = tableau.objectives.count
    tableau.objectives.append(TableauRow())
    tableau.addToObjective(last, sign, symbol)
    tableau.pivots = 0
    let isUnbounded = try tableau.minimize(last..<last + 1) != nil
    return isUnbounded ? -.infinity : tableau.objectives[last].constant
  }
}
