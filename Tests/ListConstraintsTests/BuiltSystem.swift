import ListConstraints

/// The engine's system for a plain one.
struct BuiltSystem {
  var system = ConstraintSystem()
  var variables: [Variable] = []
  var ids: [ConstraintID] = []

  init(_ plain: PlainSystem) throws {
    variables = plain.areLengths.map { $0 ? system.makeLength() : system.makeVariable() }
    for constraint in plain.constraints { ids.append(try add(constraint)) }
    try system.solve()
  }

  mutating func add(_ constraint: PlainSystem.Constraint) throws -> ConstraintID {
    try system.add(constraint.linear(variables))
  }

  var values: [Double] { variables.map { system.value(of: $0) } }
}

extension PlainSystem {
  /// The constraints as a ``RepeatedSystem`` takes them.
  var linearConstraints: [LinearConstraint] {
    let variables = areLengths.indices.map { RepeatedSystem.variable($0) }
    return constraints.map { $0.linear(variables) }
  }
}

extension PlainSystem.Constraint {
  func linear(_ variables: [Variable]) -> LinearConstraint {
    let terms = zip(variables, factors).map { (variable: $0, factor: $1) }
    return LinearConstraint(
      LinearExpression(terms, constant: constant),
      relation,
      priority: priority
    )
  }
}
