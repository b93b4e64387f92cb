import ListLayout
import ListTestSupport
import Testing

@testable import YardstickCases

@Suite struct `Engine and naive layout` {
  @Test func `random layouts have the same frames in both`() {
    var solved = 0
    var refused = 0
    for seed in 1...UInt64(caseCount(1_000, soak: 200_000)) {
      var random = RandomLayouts(seed: seed)
      var list = random.list()
      list.environment.displayScale = random.pick([nil, 1, 2, 3])
      if random.chance(20) { list.rules.pixels = .roundFrames }
      do {
        let expected = try list.solve()
        solved += 1
        let differences = expected.differences(from: try list.engine(), at: list.state)
        if !differences.isEmpty {
          Issue.record("seed \(seed): \(differences.prefix(3).joined(separator: "\n"))")
        }
      } catch let error {
        refused += 1
        let mine = (Result { try list.solve() }).caseName
        let engines = (Result { try list.engine() }).caseName
        // Limits are the engine's only.
        if error.reason == .tooManyItems { continue }
        // Of several faults either may be named.
        #expect(
          mine != "none" && engines != "none",
          "seed \(seed): naive \(mine), engine \(engines): \(error)"
        )
      }
    }
    print("solved \(solved), refused \(refused)")
    #expect(solved > refused)
  }
}

extension Result where Failure == any Error {
  /// The name of the error's reason; "none" without one.
  var caseName: String {
    do {
      _ = try get()
      return "none"
    } catch {
      return (error as? LayoutError)?.reason.caseName ?? "\(error)"
    }
  }
}
