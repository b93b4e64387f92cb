/// A system whose variables and constraints are listed as a whole each time, as a layout lists them.
///
/// If a list differs from the one before only in constants, these are changed, and the search goes on
/// from the solution that is there. Otherwise the system is made from the start. Nobody has to say what
/// has changed: the lists are compared.
///
/// It cannot be copied: a copy would copy all of its rows at the next change.
package struct RepeatedSystem: ~Copyable, Sendable {
  private var system = ConstraintSystem()
  /// Whether each variable is never negative.
  private var areLengths: [Bool] = []
  private var constraints: [LinearConstraint] = []
  /// The system's name of each constraint; `nil` for one that was refused.
  private var ids: [ConstraintID?] = []
  /// The constraints that were refused.
  package private(set) var refusals: [Refusal] = []

  /// A constraint that was refused.
  package struct Refusal: Sendable {
    /// The place of the constraint in the list.
    package let index: Int
    /// The reason.
    package let error: ConstraintError
    /// The places of those with which it cannot hold.
    package let others: [Int]
  }

  /// Whether the last list was not one with other constants, so that it was made from the start.
  package private(set) var isMadeAnew = false

  /// Creates a system without variables.
  package init() {}

  /// The length of the last list of variables.
  package var variableCount: Int { areLengths.count }

  /// The length of the last list of constraints.
  package var constraintCount: Int { constraints.count }

  /// Returns a system for lists that mostly differ from those of this one in constants only.
  ///
  /// Its rows are copied as they change.
  package func copy() -> RepeatedSystem {
    var copy = RepeatedSystem()
    copy.system = system
    copy.areLengths = areLengths
    copy.constraints = constraints
    copy.ids = ids
    copy.refusals = refusals
    return copy
  }

  /// Returns the variable at a place of the list of variables.
  package static func variable(_ index: Int) -> Variable { Variable(symbol: Symbol(index)) }

  /// Takes a list of variables and constraints; those that cannot hold are left out.
  package mutating func update(_ areLengths: [Bool], _ constraints: [LinearConstraint]) {
    isMadeAnew = !changeConstants(areLengths, constraints)
    if isMadeAnew { make(areLengths, constraints) }
  }

  /// Gives a constraint another constant.
  ///
  /// - Throws: ``ConstraintError``, and the constraint keeps its constant.
  package mutating func setConstant(
    _ constant: Double,
    at index: Int
  ) throws(ConstraintError) {
    guard constraints[index].expression.constant != constant else { return }
    guard let id = ids[index] else { return }
    try system.setConstant(constant, of: id)
    constraints[index].expression.constant = constant
  }

  /// Computes the values of all variables.
  ///
  /// - Throws: ``ConstraintError/unstable``.
  package mutating func solve() throws(ConstraintError) { try system.solve() }

  /// Returns the value of a variable as of the last ``solve()``.
  package func value(of variable: Variable) -> Double { system.value(of: variable) }

  /// Returns the value of an expression as of the last ``solve()``.
  package func value(of expression: LinearExpression) -> Double {
    var value = expression.constant
    for term in expression.terms { value += term.factor * system.value(of: term.variable) }
    return value
  }

  /// Returns the least and the greatest value that a variable can have in a best solution.
  ///
  /// - Throws: ``ConstraintError/unstable``.
  package func range(of variable: Variable) throws(ConstraintError) -> ClosedRange<Double> {
    try system.range(of: variable)
  }

  /// Changes the constants that differ.
  ///
  /// - Returns: Whether nothing else differs, and all constraints hold with their new constants.
  private mutating func changeConstants(
    _ areLengths: [Bool],
    _ constraints: [LinearConstraint]
  ) -> Bool {
    guard refusals.isEmpty, areLengths == self.areLengths,
      constraints.count == self.constraints.count,
      constraints.indices.allSatisfy({ constraints[$0].hasForm(of: self.constraints[$0]) })
    else { return false }
    for index in constraints.indices {
      do {
        try setConstant(constraints[index].expression.constant, at: index)
      } catch {
        return false
      }
    }
    return true
  }

  private mutating func make(_ areLengths: [Bool], _ constraints: [LinearConstraint]) {
    self = RepeatedSystem()
    isMadeAnew = true
    self.areLengths = areLengths
    self.constraints = constraints
    for isLength in areLengths {
      _ = isLength ? system.makeLength() : system.makeVariable()
    }
    let names = system.reserve(constraints.count)
    ids = names
    // Required ones first: they leave fewer values to choose from, so that others take fewer steps.
    for isRequired in [true, false] {
      for (index, constraint) in constraints.enumerated()
      where (constraint.priority >= LinearConstraint.required) == isRequired {
        do throws(ConstraintError) {
          try system.add(constraint, as: names[index])
        } catch {
          ids[index] = nil
          refusals.append(Refusal(index: index, error: error, others: places(of: error)))
        }
      }
    }
  }

  private func places(of error: ConstraintError) -> [Int] {
    guard case .conflict(let others) = error else { return [] }
    return others.compactMap { other in ids.firstIndex { $0 == other } }
  }
}

extension LinearConstraint {
  /// Whether two constraints differ at most in their constants.
  fileprivate func hasForm(of other: LinearConstraint) -> Bool {
    relation == other.relation && priority == other.priority
      && expression.terms == other.expression.terms
  }
}
