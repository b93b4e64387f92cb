import ListLayout
import ListTestSupport
import Testing

@testable import YardstickCases

@Suite struct `Engine and naive layout` {
  @Test func `random layouts have the same frames in both`() {
    var solved = 0
    var refused = 0
    for seed in 1...UInt64(caseCount(400, soak: 200_000)) {
      if compare(seed) { solved += 1 } else { refused += 1 }
    }
    print("solved \(solved), refused \(refused)")
    #expect(solved > refused)
  }

  /// Seeds of layouts that are rare, which a short run does not draw.
  @Test(arguments: [2_668, 10_140, 28_520, 29_651, 31_268, 34_651, 40_310] as [UInt64])
  func `rare layouts have the same frames in both`(seed: UInt64) {
    _ = compare(seed)
  }

  /// Compares the frames of a random layout, and returns whether it can be laid out.
  private func compare(_ seed: UInt64) -> Bool {
    var random = RandomLayouts(seed: seed)
    var list = random.list()
    list.environment.displayScale = random.pick([nil, 1, 2, 3])
    if random.chance(20) { list.rules.pixels = .roundFrames }
    do {
      let expected = try list.solve()
      let differences = expected.differences(from: try list.engine(), at: list.state)
      if !differences.isEmpty {
        Issue.record("seed \(seed): \(differences.prefix(3).joined(separator: "\n"))")
      }
      return true
    } catch let error {
      let mine = (Result { try list.solve() }).caseName
      let engines = (Result { try list.engine() }).caseName
      // Limits are the engine's only.
      if error.reason == .tooManyItems { return false }
      // Of several faults either may be named.
      #expect(
        mine != "none" && engines != "none",
        "seed \(seed): naive \(mine), engine \(engines): \(error)"
      )
      return false
    }
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
