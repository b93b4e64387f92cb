import ListConstraints

extension PlainSystem {
  private static let levels = [1.0, 50, 250, 250, 251, 500, 750, 750, 999, 1_000, 1_000, 1_000]
  private static let kinds: [LinearConstraint.Relation] = [
    .equal, .equal, .lessOrEqual, .greaterOrEqual,
  ]

  /// A random system of the size of a cell's; all of its required constraints can hold.
  ///
  /// Most constraints are about one or two variables, as those of views are.
  static func layout(_ generator: inout some RandomNumberGenerator) -> PlainSystem {
    let count = Int.random(in: 2...12, using: &generator)
    let areLengths = (0..<count).map { _ in Bool.random(using: &generator) }
    let point = areLengths.map {
      Double(Int.random(in: $0 ? 0...300 : -300...300, using: &generator))
    }
    let constraints = (0..<Int.random(in: count...3 * count, using: &generator)).map { _ in
      constraint(count, point, &generator)
    }
    return PlainSystem(areLengths: areLengths, constraints: constraints)
  }

  private static func constraint(
    _ count: Int,
    _ point: [Double],
    _ generator: inout some RandomNumberGenerator
  ) -> Constraint {
    var factors = Array(repeating: 0.0, count: count)
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let factor = choose(from: [1, 1, 1, -1, -1, 0.5, 2], &generator)
      factors[Int.random(in: 0..<count, using: &generator)] = factor
    }
    let relation = choose(from: kinds, &generator)
    let priority = choose(from: levels, &generator)
    var constraint = Constraint(
      factors: factors,
      constant: Double(Int.random(in: -300...300, using: &generator)),
      relation: relation,
      priority: priority
    )
    if priority == LinearConstraint.required {
      constraint.hold(at: point, slack: Double(Int.random(in: 0...50, using: &generator)))
    }
    return constraint
  }

  private static func choose<Value>(
    from values: [Value],
    _ generator: inout some RandomNumberGenerator
  ) -> Value {
    values[Int.random(in: values.indices, using: &generator)]
  }
}
