/// A number that a ``ConstraintSystem`` computes.
package struct Variable: Hashable, Sendable {
  let symbol: Symbol
}

/// A demand on variables: an expression that is to be zero, at least zero, or at most zero.
package struct LinearConstraint: Sendable {
  /// How the expression is to be compared with zero.
  package enum Relation: Sendable, Hashable {
    /// At most zero.
    case lessOrEqual
    /// Zero.
    case equal
    /// At least zero.
    case greaterOrEqual
  }

  /// The expression.
  package var expression: LinearExpression
  /// How the expression is to be compared with zero.
  package var relation: Relation
  /// How much the constraint matters, above 0 and at most ``required``.
  package var priority: Double

  /// The priority of a constraint that is never broken.
  package static let required = 1_000.0

  /// Creates a constraint.
  package init(
    _ expression: LinearExpression,
    _ relation: Relation,
    priority: Double = LinearConstraint.required
  ) {
    self.expression = expression
    self.relation = relation
    self.priority = priority
  }
}

/// A constraint of a ``ConstraintSystem``.
package struct ConstraintID: Hashable, Sendable {
  let number: Int
}

/// Why a system does not take a constraint; it stays as it was.
package enum ConstraintError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The required constraints with which the refused one cannot hold.
  ///
  /// They are few: any one of them less, and the others and the refused one do not contradict each other.
  /// That a length is not negative counts as one of them, and is not listed.
  case conflict([ConstraintID])
  /// A factor, a constant or a priority is not finite, or too large.
  case notFinite
  /// A priority that is not above 0 and at most 1000.
  case priority(Double)
  /// The system does not have such a constraint, or no longer.
  case unknownConstraint
  /// The search for a solution does not end: the numbers differ too much in size.
  case unstable

  /// One sentence for people.
  package var description: String {
    switch self {
    case .conflict(let others):
      "the constraint and \(others.count) other required ones cannot all hold: remove one of them, or "
        + "give one a priority below 1000"
    case .notFinite:
      "a factor or constant of a constraint is not a finite number up to "
        + "\(Int(ConstraintSystem.largestNumber))"
    case .priority(let priority):
      "the priority \(priority) of a constraint is not above 0 and at most 1000"
    case .unknownConstraint: "the system does not have this constraint: it was removed before"
    case .unstable:
      "the constraints have no solution that can be computed: their factors differ too much in size"
    }
  }
}
