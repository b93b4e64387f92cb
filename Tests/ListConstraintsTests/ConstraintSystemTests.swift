import ListConstraints
import ListTestSupport
import Testing

@Suite struct `A system of constraints` {
  private static let count = Soak.isOn ? 10_000 : 250

  /// Returns the constraints of a conflict; `nil` for another error.
  private static func others(_ error: any Error) -> [ConstraintID]? {
    if case .conflict(let others) = error as? ConstraintError { others } else { nil }
  }

  private static func areEqual(_ lhs: [Double], _ rhs: [Double]) -> Bool {
    lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { abs($0 - $1) < 1e-5 }
  }

  @Test func `has the values of the best corner`() throws {
    for seed in 0..<UInt64(Self.count) {
      var generator = SeededGenerator(seed: seed)
      let plain = PlainSystem.random(&generator, isFeasible: true)
      let built = try BuiltSystem(plain)
      let misses = plain.misses(built.values)
      let least = try #require(plain.leastMisses(), "seed \(seed)")
      #expect(Self.areEqual(misses, least), "seed \(seed): \(misses), not \(least)")
      let own = zip(plain.areLengths, built.values).allSatisfy { !$0 || $1 >= -1e-6 }
      #expect(own, "seed \(seed): a length is negative in \(built.values)")
    }
  }

  @Test func `that was changed is one that was made so`() throws {
    for seed in 0..<UInt64(Self.count) {
      var generator = SeededGenerator(seed: seed)
      var plain = PlainSystem.random(&generator, isFeasible: true)
      var built = try BuiltSystem(plain)
      for _ in 0..<4 {
        let index = Int.random(in: plain.constraints.indices, using: &generator)
        let isRequired = plain.constraints[index].priority == LinearConstraint.required
        switch Int.random(in: 0..<4, using: &generator) {
        case 0 where plain.constraints.count > 1:
          try built.system.remove(built.ids.remove(at: index))
          plain.constraints.remove(at: index)
        case 1 where !isRequired:
          let priority = Double(Int.random(in: 1...999, using: &generator))
          try built.system.setPriority(priority, of: built.ids[index])
          plain.constraints[index].priority = priority
        case _ where !isRequired:
          let constant = Double(Int.random(in: -60...60, using: &generator))
          try built.system.setConstant(constant, of: built.ids[index])
          plain.constraints[index].constant = constant
        default: continue
        }
        try built.system.solve()
        let least = try #require(plain.leastMisses(), "seed \(seed)")
        let misses = plain.misses(built.values)
        #expect(Self.areEqual(misses, least), "seed \(seed): \(misses), not \(least)")
      }
      let fresh = try BuiltSystem(plain)
      for (changed, made) in zip(built.variables, fresh.variables) {
        let range = try fresh.system.range(of: made)
        guard range.upperBound - range.lowerBound < 1e-6 else { continue }
        let difference = built.system.value(of: changed) - fresh.system.value(of: made)
        #expect(abs(difference) < 1e-5, "seed \(seed)")
      }
    }
  }

  @Test func `refuses what cannot hold, names the least that is in the way, and stays as it was`()
    throws
  {
    var refused = 0
    for seed in 0..<UInt64(2 * Self.count) {
      var generator = SeededGenerator(seed: seed)
      let plain = PlainSystem.random(&generator, isFeasible: false)
      var kept = PlainSystem(areLengths: plain.areLengths, constraints: [])
      var built = try BuiltSystem(kept)
      for constraint in plain.constraints {
        var with = kept
        with.constraints.append(constraint)
        do {
          built.ids.append(try built.add(constraint))
          #expect(with.leastMisses() != nil, "seed \(seed): was not refused")
          kept = with
        } catch {
          let others = try #require(Self.others(error), "seed \(seed)")
          refused += 1
          #expect(with.leastMisses() == nil, "seed \(seed): was refused")
          let indices = others.compactMap { built.ids.firstIndex(of: $0) }
          try #require(indices.count == others.count)
          var few = PlainSystem(areLengths: plain.areLengths, constraints: [constraint])
          few.constraints += indices.map { kept.constraints[$0] }
          #expect(few.isInItsOwnWay, "seed \(seed): \(few)")
        }
        try built.system.solve()
        let misses = kept.misses(built.values)
        #expect(Self.areEqual(misses, kept.leastMisses() ?? []), "seed \(seed)")
      }
    }
    #expect(refused > 20)
  }

  @Test func `a constant that cannot hold is refused, and the old one holds`() throws {
    for seed in 0..<UInt64(2 * Self.count) {
      var generator = SeededGenerator(seed: seed)
      var plain = PlainSystem.random(&generator, isFeasible: true)
      var built = try BuiltSystem(plain)
      let index = Int.random(in: plain.constraints.indices, using: &generator)
      var other = plain
      other.constraints[index].constant += Double(Int.random(in: -40...40, using: &generator))
      do {
        try built.system.setConstant(other.constraints[index].constant, of: built.ids[index])
        plain = other
      } catch {
        let others = try #require(Self.others(error), "seed \(seed)")
        #expect(other.leastMisses() == nil, "seed \(seed)")
        #expect(!others.contains(built.ids[index]), "seed \(seed)")
      }
      let least = try #require(plain.leastMisses(), "seed \(seed)")
      #expect(Self.areEqual(plain.misses(built.values), least), "seed \(seed)")
    }
  }

  // MARK: Rules of priorities

  /// Returns the length for which several constraints `length = wanted` are made, and what misses.
  private func length(_ wanted: [(Double, priority: Double)]) throws -> Double {
    var system = ConstraintSystem()
    let length = system.makeLength()
    for (wanted, priority) in wanted {
      let expression = LinearExpression([(length, 1)], constant: -wanted)
      try system.add(LinearConstraint(expression, .equal, priority: priority))
    }
    try system.solve()
    return system.value(of: length)
  }

  @Test func `never adds up priorities`() throws {
    #expect(try length([(10, 500), (10, 500), (10, 500), (90, 501)]) == 90)
    #expect(try length([(10, 1), (10, 1), (90, 1.5)]) == 90)
    #expect(try length([(10, 500), (10, 500), (90, 500)]) == 10)
  }

  @Test func `breaks the first of those that could be broken`() throws {
    var system = ConstraintSystem()
    let lengths = (0..<4).map { _ in system.makeLength() }
    let sum = LinearExpression(lengths.map { ($0, 1) }, constant: -400)
    for (length, wanted) in zip(lengths, [40.0, 60, 10, 25]) {
      let expression = LinearExpression([(length, 1)], constant: -wanted)
      try system.add(LinearConstraint(expression, .lessOrEqual, priority: 250))
      try system.add(LinearConstraint(expression, .greaterOrEqual, priority: 750))
    }
    try system.add(LinearConstraint(sum, .equal))
    try system.solve()
    #expect(lengths.map { system.value(of: $0).rounded() } == [305, 60, 10, 25])
    // To UIKit, such a layout is ambiguous.
    #expect(try system.range(of: lengths[0]) == 40...305)
  }

  @Test func `tells which variables nothing decides`() throws {
    var system = ConstraintSystem()
    let (free, tied, length) = (system.makeVariable(), system.makeVariable(), system.makeLength())
    let decided = system.makeVariable()
    try system.add(LinearConstraint(LinearExpression([(free, 1), (tied, -1)]), .equal))
    try system.add(LinearConstraint(LinearExpression([(length, 1)], constant: -9), .lessOrEqual))
    try system.add(LinearConstraint(LinearExpression([(decided, 2)], constant: -9), .equal))
    #expect(try system.range(of: free) == -Double.infinity...Double.infinity)
    #expect(try system.range(of: tied) == -Double.infinity...Double.infinity)
    #expect(try system.range(of: length) == 0...9)
    #expect(try system.range(of: decided) == 4.5...4.5)
  }

  @Test func `refuses numbers that are none, and constraints that it does not have`() throws {
    var system = ConstraintSystem()
    let length = system.makeLength()
    for constant in [Double.nan, .infinity, 1e10] {
      let expression = LinearExpression([(length, 1)], constant: constant)
      #expect(throws: ConstraintError.notFinite) {
        try system.add(LinearConstraint(expression, .equal))
      }
    }
    for priority in [0, -1, 1_001, Double.nan] {
      #expect(throws: ConstraintError.self) {
        try system.add(
          LinearConstraint(LinearExpression([(length, 1)]), .equal, priority: priority)
        )
      }
    }
    let id = try system.add(LinearConstraint(LinearExpression([(length, 1)], constant: -1), .equal))
    #expect(throws: ConstraintError.priority(999)) { try system.setPriority(999, of: id) }
    try system.remove(id)
    #expect(throws: ConstraintError.unknownConstraint) { try system.remove(id) }
    #expect(throws: ConstraintError.unknownConstraint) { try system.setConstant(1, of: id) }
    #expect(system.count == 0)
  }
}
