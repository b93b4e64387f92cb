import Foundation
import ListConstraints
import ListTestSupport
import Testing

/// Systems of the size of a cell's, which are too large for ``PlainSystem/leastMisses()``: their
/// solutions are written for `linear-program.py`, which solves them by another program.
@Suite struct `Systems of the size of a cell's` {
  private static let count = Soak.isOn ? 10_000 : 250
  private static let path = ProcessInfo.processInfo.environment["LISTSTORE_SYSTEMS"]

  /// A line of the file: a system, and the engine's values.
  private struct Line: Encodable {
    var seed: UInt64
    var isChanged: Bool
    var areLengths: [Bool]
    var constraints: [Row]
    var values: [Double]

    struct Row: Encodable {
      var factors: [Double]
      var constant: Double
      var relation: String
      var priority: Double
    }

    init(_ seed: UInt64, _ plain: PlainSystem, _ values: [Double], isChanged: Bool) {
      self.seed = seed
      self.isChanged = isChanged
      areLengths = plain.areLengths
      constraints = plain.constraints.map {
        Row(
          factors: $0.factors,
          constant: $0.constant,
          relation: "\($0.relation)",
          priority: $0.priority
        )
      }
      self.values = values
    }
  }

  /// Gives some constraints other constants; one that cannot hold with its new constant keeps the old.
  private func changeConstants(
    _ built: inout BuiltSystem,
    _ plain: inout PlainSystem,
    _ generator: inout some RandomNumberGenerator
  ) throws {
    for _ in 0..<8 {
      let index = Int.random(in: plain.constraints.indices, using: &generator)
      let constant =
        plain.constraints[index].constant + Double(Int.random(in: -80...80, using: &generator))
      do {
        try built.system.setConstant(constant, of: built.ids[index])
        plain.constraints[index].constant = constant
      } catch ConstraintError.conflict {
        continue
      }
    }
    try built.system.solve()
  }

  @Test func `have the values of a fresh solution after their constants were changed`() throws {
    for seed in 0..<UInt64(Self.count) {
      var generator = SeededGenerator(seed: seed)
      var plain = PlainSystem.layout(&generator)
      var built = try BuiltSystem(plain)
      try changeConstants(&built, &plain, &generator)
      let fresh = try BuiltSystem(plain)
      let (changed, made) = (plain.misses(built.values), plain.misses(fresh.values))
      let areEqual = zip(changed, made).allSatisfy { abs($0 - $1) < 1e-4 }
      #expect(areEqual, "seed \(seed): \(changed), not \(made)")
      // What nothing decides may differ; only a few are asked, because that solves the system again.
      guard seed % 10 == 0 else { continue }
      for (own, other) in zip(built.variables, fresh.variables) {
        let range = try fresh.system.range(of: other)
        guard range.upperBound - range.lowerBound < 1e-6 else { continue }
        let difference = built.system.value(of: own) - fresh.system.value(of: other)
        #expect(abs(difference) < 1e-4, "seed \(seed)")
      }
    }
  }

  @Test func `listed again have the values of a fresh solution, whatever differs`() throws {
    for seed in 0..<UInt64(Self.count) {
      var generator = SeededGenerator(seed: seed)
      var plain = PlainSystem.layout(&generator)
      var repeated = RepeatedSystem()
      for _ in 0..<4 {
        let index = Int.random(in: plain.constraints.indices, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0 where plain.constraints.count > 1: plain.constraints.remove(at: index)
        case 1 where plain.constraints[index].priority < LinearConstraint.required:
          plain.constraints[index].priority = Double(Int.random(in: 1...999, using: &generator))
        default:
          plain.constraints[index].constant += Double(Int.random(in: -80...80, using: &generator))
        }
        repeated.update(plain.areLengths, plain.linearConstraints)
        try repeated.solve()
        var fresh = RepeatedSystem()
        fresh.update(plain.areLengths, plain.linearConstraints)
        try fresh.solve()
        #expect(repeated.refusals.map(\.index) == fresh.refusals.map(\.index), "seed \(seed)")
        let refused = Set(fresh.refusals.map(\.index))
        var kept = plain
        kept.constraints = plain.constraints.indices.filter { !refused.contains($0) }
          .map { plain.constraints[$0] }
        let variables = plain.areLengths.indices.map { RepeatedSystem.variable($0) }
        let own = kept.misses(variables.map { repeated.value(of: $0) })
        let other = kept.misses(variables.map { fresh.value(of: $0) })
        let areEqual = zip(own, other).allSatisfy { abs($0 - $1) < 1e-4 }
        #expect(areEqual, "seed \(seed): \(own), not \(other)")
      }
    }
  }

  @Test(.enabled(if: path != nil, "LISTSTORE_SYSTEMS names no file"))
  func `are written with their solutions for a linear program`() throws {
    let encoder = JSONEncoder()
    var lines = Data()
    for seed in 0..<UInt64(Self.count) {
      var generator = SeededGenerator(seed: seed)
      var plain = PlainSystem.layout(&generator)
      var built = try BuiltSystem(plain)
      let first = Line(seed, plain, built.values, isChanged: false)
      try changeConstants(&built, &plain, &generator)
      let second = Line(seed, plain, built.values, isChanged: true)
      for line in [first, second] { lines += try encoder.encode(line) + Data("\n".utf8) }
    }
    try lines.write(to: URL(fileURLWithPath: try #require(Self.path)))
  }
}
