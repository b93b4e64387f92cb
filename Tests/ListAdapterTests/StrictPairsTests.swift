import ListAdapter
import ListDiff
import ListModel
import ListTestSupport
import Testing

@Suite struct StrictPairsTests {
  /// 25 pairs each.
  private static let chainCount = UInt64(Soak.count(12, soak: 8_000))

  @Test(arguments: BatchMode.allCases)
  func `random pairs pass through the strict view in batches`(mode: BatchMode) {
    for seed in 1...Self.chainCount {
      let configuration = CollectionViewAdapterConfiguration(
        enablesReconfigureItems: seed.isMultiple(of: 2),
        batchUpdateInterruptCount: .max,
        batchMode: mode
      )
      var random = RandomLists(seed: 90_000 + seed)
      var list = random.list()
      let fixture = AdapterFixture(configuration, showing: list)
      for number in 1...25 {
        list = random.successor(of: list)
        fixture.apply("\(number)", list)
        fixture.view.flush()
        guard fixture.answers.last?.outcome == .applied(version: number + 1),
          fixture.shownIDs == list.sections.map({ $0.cells.map(\.id.rawValue) })
        else {
          Issue.record("seed \(seed), pair \(number): \(String(describing: fixture.answers.last))")
          return
        }
      }
    }
  }
}
