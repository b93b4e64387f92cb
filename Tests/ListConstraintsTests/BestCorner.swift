import ListConstraints

/// A system of constraints as plain numbers, with an answer that is found by trying.
///
/// It shares nothing with the engine. Where a sum of misses of linear constraints is least, at least
/// one such place is a corner: as many constraints or variables as there are variables are exactly zero
/// there. So all corners are computed, and the best one is taken.
struct PlainSystem {
  struct Constraint {
    var factors: [Double]
    var constant: Double
    var relation: LinearConstraint.Relation
    var priority: Double

    /// Gives it the constant with which it holds at a point; an inequality holds by so much.
    mutating func hold(at point: [Double], slack: Double) {
      constant = -zip(factors, point).reduce(0) { $0 + $1.0 * $1.1 }
      switch relation {
      case .equal: break
      case .lessOrEqual: constant -= slack
      case .greaterOrEqual: constant += slack
      }
    }

    /// By how much it is missed.
    func miss(_ values: [Double]) -> Double {
      let sum = zip(factors, values).reduce(constant) { $0 + $1.0 * $1.1 }
      return switch relation {
      case .equal: abs(sum)
      case .lessOrEqual: max(0, sum)
      case .greaterOrEqual: max(0, -sum)
      }
    }
  }

  var areLengths: [Bool]
  var constraints: [Constraint]

  var priorities: [Double] { Set(constraints.map(\.priority)).sorted(by: >) }

  /// Returns the sum of misses for each priority, the highest first; also the required ones.
  func misses(_ values: [Double]) -> [Double] {
    priorities.map { priority in
      constraints.filter { $0.priority == priority }.reduce(0) { $0 + $1.miss(values) }
    }
  }

  /// Returns the least misses that are possible; `nil` if the required constraints cannot all hold.
  func leastMisses() -> [Double]? {
    let count = areLengths.count
    var planes = constraints.map { ($0.factors, -$0.constant) }
    for index in 0..<count {
      planes.append(((0..<count).map { $0 == index ? 1 : 0 }, 0))
    }
    var best: [Double]?
    eachChoice(of: count, from: planes.count) { chosen in
      guard let corner = Self.intersection(chosen.map { planes[$0] }),
        zip(corner, areLengths).allSatisfy({ !$1 || $0 > -1e-6 })
      else { return }
      let misses = misses(corner)
      if priorities.first == LinearConstraint.required, misses[0] > 1e-6 { return }
      if let known = best, !Self.isLess(misses, known) { return }
      best = misses
    }
    return best
  }

  /// Whether the constraints cannot all hold, and could without any one of them; lengths that are not
  /// negative count as constraints, where they are needed for that.
  var isInItsOwnWay: Bool {
    (0..<1 << areLengths.count).contains { mask in
      var system = self
      for index in areLengths.indices where mask >> index & 1 == 1 {
        system.areLengths[index] = false
      }
      guard system.leastMisses() == nil else { return false }
      return constraints.indices.allSatisfy { index in
        var fewer = system
        fewer.constraints.remove(at: index)
        return fewer.leastMisses() != nil
      }
    }
  }

  private static func isLess(_ lhs: [Double], _ rhs: [Double]) -> Bool {
    for (left, right) in zip(lhs, rhs) where abs(left - right) > 1e-6 { return left < right }
    return false
  }

  private func eachChoice(of count: Int, from total: Int, _ body: ([Int]) -> Void) {
    var chosen = Array(0..<count)
    guard total >= count else { return }
    while true {
      body(chosen)
      guard let last = chosen.indices.last(where: { chosen[$0] < total - count + $0 }) else {
        return
      }
      chosen[last] += 1
      for index in chosen.indices.dropFirst(last + 1) { chosen[index] = chosen[index - 1] + 1 }
    }
  }

  /// Solves as many equations as unknowns by elimination; `nil` if they have no single solution.
  private static func intersection(_ planes: [([Double], Double)]) -> [Double]? {
    var rows = planes.map { $0.0 + [$0.1] }
    for column in rows.indices {
      let pivot = rows.indices.dropFirst(column).max {
        abs(rows[$0][column]) < abs(rows[$1][column])
      }
      guard let pivot, abs(rows[pivot][column]) > 1e-9 else { return nil }
      rows.swapAt(column, pivot)
      for row in rows.indices where row != column {
        let factor = rows[row][column] / rows[column][column]
        for place in rows[row].indices { rows[row][place] -= factor * rows[column][place] }
      }
    }
    return rows.indices.map { rows[$0][rows.count] / rows[$0][$0] }
  }
}

extension PlainSystem {
  private static let factors = [0, 0, 1, 1, -1, -1, 2, -0.5]
  private static let relations: [LinearConstraint.Relation] = [
    .equal, .lessOrEqual, .greaterOrEqual,
  ]
  private static let priorities = [50.0, 250, 250, 251, 750, 1_000, 1_000]

  /// A random system; its required constraints can hold, if it is told to be feasible.
  static func random(
    _ generator: inout some RandomNumberGenerator,
    isFeasible: Bool
  ) -> PlainSystem {
    let count = Int.random(in: 1...3, using: &generator)
    let areLengths = (0..<count).map { _ in Bool.random(using: &generator) }
    let point = areLengths.map { Double(Int.random(in: $0 ? 0...30 : -30...30, using: &generator)) }
    let constraints = (0..<Int.random(in: 1...7, using: &generator)).map { _ in
      var factors: [Double] = (0..<count).map { _ in
        Self.factors[Int.random(in: Self.factors.indices, using: &generator)]
      }
      if factors.allSatisfy({ $0 == 0 }) { factors[0] = 1 }
      let relation = Self.relations[Int.random(in: Self.relations.indices, using: &generator)]
      var constraint = Constraint(
        factors: factors,
        constant: Double(Int.random(in: -30...30, using: &generator)),
        relation: relation,
        priority: Self.priorities[Int.random(in: Self.priorities.indices, using: &generator)]
      )
      if isFeasible, constraint.priority == 1_000 {
        constraint.hold(at: point, slack: Double(Int.random(in: 0...15, using: &generator)))
      }
      return constraint
    }
    return PlainSystem(areLengths: areLengths, constraints: constraints)
  }
}
