/// A system whose variables and constraints are listed as a whole each time, as a layout lists them.
///
/// If a list differs from the one before only in constants, these are changed, and the search goes on
/// from the solution that is there. Otherwise the system is made from the start. Nobody has to say what
/// has changed: the lists are compared.
package struct RepeatedSystem: Sendable {
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

  /// Creates a system without variables.
  package init() {}

  /// Returns the variable at a place of the list of variables.
  package static func variable(_ index: Int) -> Variable { Variable(symbol: Symbol(index)) }

  /// Takes a list of variables and constraints; those that cannot hold are left out.
  package mutating func update(_ areLengths: [Bool], _ constraints: [LinearConstraint]) {
    if !changeConstants(areLengths, constraints) { make(areLengths, constraints) }
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
      zip(constraints, self.constraints).allSatisfy({ $0.hasForm(of: $1) })
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
    self.areLengths = areLengths
    self.constraints = constraints
    for isLength in areLengths {
      _ = isLength ? system.makeLength() : system.makeVariable()
    }
    ids.reserveCapacity(constraints.count)
    for (index, constraint) in constraints.enumerated() {
      do throws(ConstraintError) {
        ids.append(try system.add(constraint))
      } catch {
        ids.append(nil)
        refusals.append(Refusal(index: index, error: error, others: places(of: error)))
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
    let (own, others) = (expression.terms, other.expression.terms)
    return relation == other.relation && priority == other.priority && own.count == others.count
      && zip(own, others).allSatisfy { $0.variable == $1.variable && $0.factor == $1.factor }
  }
}
