import Foundation
import ListModel
import ListPaging
import ListSimulation
import Testing

/// Random users with the feed that the documentation describes.
@Suite struct ExplorationTests {
  private static let isSoak = ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] != nil
  private static let stepCount = isSoak ? 200 : 100

  /// Each seed is run twice, and must do the same; in the soak 10,000 of them.
  @Test(arguments: 0..<20)
  func `whatever users, remotes and stores do, everything holds, twice`(block: UInt64) throws {
    let count: UInt64 = Self.isSoak ? 500 : 5
    try explore(seeds: block * count..<(block + 1) * count, steps: Self.stepCount) {
      PagedFeed($0)
    }
  }

  @Test func `a seed does the same twice, and other seeds do something else`() throws {
    var exploration = SimExploration()
    exploration.steps = 20
    var hashes: Set<UInt64> = []
    for seed: UInt64 in 0..<10 {
      let (settings, script) = exploration.draw(seed)
      let trace = SimTrace(settings: settings, script: script)
      let feed = SimSubject { PagedFeed($0) }
      let (first, second) = (try replay(trace, feed).trace, try replay(trace, feed).trace)
      #expect(try first.text() == second.text())
      hashes.insert(try #require(first.hash))
    }
    #expect(hashes.count == 10)
  }
}
