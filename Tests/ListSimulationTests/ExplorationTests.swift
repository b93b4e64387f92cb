import Foundation
import ListModel
import ListPaging
import ListSimulation
import Synchronization
import Testing

/// Random users with the feed that the documentation describes.
@Suite struct ExplorationTests {
  static let isSoak = ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] != nil
  private static let stepCount = isSoak ? 200 : 100

  /// The rules that faults of the pager still break: none.
  static let openFaults: [SimInvariant] = []

  /// Every eighth seed is run twice, and must do the same; in the soak there are 10,000.
  @Test(arguments: 0..<20)
  func `whatever users, remotes and stores do, everything holds`(block: UInt64) throws {
    let count: UInt64 = Self.isSoak ? 500 : 2
    try explore(
      seeds: block * count..<(block + 1) * count,
      steps: Self.stepCount,
      adjust: { $0.unchecked = Self.openFaults },
      { PagedFeed($0) }
    )
  }

  @Test func `a feed with lines keeps what it shows when another device clears the stored list`()
    throws
  {
    // The seed draws lines between the cells.
    var settings = SimSettings(seed: 17)
    (settings.itemCount, settings.pageSize, settings.latency) = (30, 10, 0)
    try simulate(settings: settings, SimSubject { PagedFeed($0) }) { $0.other(.clears) }
  }

  @Test func `nothing of a world outlives its run`() throws {
    let pagers = WeakPagers()
    let subject = SimSubject { world in
      let feed = PagedFeed(world)
      pagers.add(feed.pager)
      return feed
    }
    var exploration = SimExploration()
    exploration.steps = 30
    for seed: UInt64 in 0..<10 {
      let (settings, script) = exploration.draw(seed)
      _ = try replay(SimTrace(settings: settings, script: script), subject)
    }
    #expect(pagers.count >= 10)
    #expect(pagers.aliveCount == 0)
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

/// Pagers, as long as somebody else holds them.
private final class WeakPagers: Sendable {
  private struct Entry: Sendable {
    weak let pager: Pager?
  }

  private let entries = Mutex<[Entry]>([])

  func add(_ pager: Pager) { entries.withLock { $0.append(Entry(pager: pager)) } }

  var count: Int { entries.withLock { $0.count } }
  var aliveCount: Int { entries.withLock { $0.count { $0.pager != nil } } }
}
