import Foundation
import ListModel
import ListPaging
import ListSimulation
import Synchronization
import Testing

/// Random users with the feed that the documentation describes.
@Suite struct ExplorationTests {
  private static let isSoak = ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] != nil
  private static let stepCount = isSoak ? 200 : 100

  /// Each seed is run twice, and must do the same; in the soak 10,000 of them.
  @Test(arguments: 0..<20)
  func `whatever users, remotes and stores do, everything holds, twice`(block: UInt64) throws {
    let count: UInt64 = Self.isSoak ? 500 : 10
    try explore(seeds: block * count..<(block + 1) * count, steps: Self.stepCount) {
      PagedFeed($0)
    }
  }

  /// What seed 138 found: on the way to the last cell, what a gap stands for was taken for what lies past
  /// all that is known.
  @Test func `a key that expires behind a gap is found again`() throws {
    var settings = SimSettings()
    settings.seed = 138
    settings.itemCount = 30
    settings.pageSize = 3
    settings.paging = .keyset
    let feed = SimSubject { PagedFeed($0) }
    let result = try simulate(settings: settings, feed) { script in
      script.steps = [
        .insert(count: 1, at: 0), .insert(count: 5, at: 0), .wait(1_000), .pull,
        .fault(.expiresKey), .fling(velocity: 1.5), .relaunch,
      ]
    }
    #expect(result.shownIDs.count > 20)
  }

  /// What seed 142 found: a list that a remote has emptied was not shown when the app was opened again.
  @Test func `a list that is empty by now is shown with its version`() throws {
    var settings = SimSettings()
    settings.seed = 142
    settings.itemCount = 30
    settings.pageSize = 7
    settings.paging = .offset
    let feed = SimSubject { PagedFeed($0) }
    let result = try simulate(settings: settings, feed) { script in
      script.steps = [.wait(1_000), .fault(.givesEmptyPages), .fling(velocity: 1.5), .relaunch]
    }
    #expect(!result.shownIDs.isEmpty)
  }

  /// What seed 196 found: on the way to the last cell, a page of what had come in between was taken for what
  /// lies past all that is known.
  @Test func `a key that expires before a page of new items is found again`() throws {
    var settings = SimSettings()
    settings.seed = 196
    settings.itemCount = 90
    settings.cellHeight = 300
    settings.animation = 350
    settings.latency = 0
    settings.paging = .keyset
    settings.startsInMiddle = true
    let feed = SimSubject { PagedFeed($0) }
    let result = try simulate(settings: settings, feed) { script in
      script.steps = [
        .delete(at: 0), .pull, .move(from: 535, to: 352), .fault(.expiresKey), .jump(to: .end),
        .delete(at: 0), .wait(1_000),
      ]
    }
    #expect(result.shownIDs.count > 80)
  }

  /// What seed 299 found: a failure to load what comes before offered nothing to tap.
  @Test func `what comes before is loaded although it has failed once`() throws {
    var settings = SimSettings()
    settings.seed = 299
    settings.itemCount = 90
    settings.paging = .keyset
    settings.startsInMiddle = true
    let feed = SimSubject { PagedFeed($0) }
    let result = try simulate(settings: settings, feed) { script in
      script.steps = [
        .wait(1_000), .fault(.repeatsItem), .fault(.givesLongID), .jump(to: .end),
        .jump(to: .start),
      ]
    }
    #expect(result.shownIDs.count > 80)
  }

  /// What seed 402 found: a footer that the view had refused was never shown, and nothing could be tapped.
  @Test func `what a view has refused is shown again`() throws {
    var settings = SimSettings()
    settings.seed = 402
    settings.itemCount = 30
    settings.paging = .keyset
    let feed = SimSubject { PagedFeed($0) }
    let result = try simulate(settings: settings, feed) { script in
      script.steps = [.wait(100), .fault(.diskIsFull), .fault(.viewRefuses), .wait(100)]
    }
    #expect(result.shownIDs.count > 20)
  }

  /// What seed 4019 found: a refresh forgot that the end had been told, and that loading from there had failed.
  @Test func `what has failed before a refresh is asked for after it`() throws {
    var settings = SimSettings()
    settings.seed = 4019
    settings.itemCount = 60
    settings.animation = 100
    settings.latency = 0
    settings.paging = .keyset
    let feed = SimSubject { PagedFeed($0) }
    let result = try simulate(settings: settings, feed) { script in
      script.steps = [
        .pull, .scroll(by: 520), .fault(.answersOther), .scroll(by: 420), .pull,
      ]
    }
    #expect(result.shownIDs.count > 50)
  }

  /// What seed 462 found: a refresh that was retried did not overtake what was retried with it.
  @Test func `a refresh and a page that have failed are not retried at once`() throws {
    var settings = SimSettings()
    settings.seed = 462
    settings.itemCount = 30
    settings.paging = .keyset
    let feed = SimSubject { PagedFeed($0) }
    let result = try simulate(settings: settings, feed) { script in
      script.steps = [
        .wait(100), .fault(.storeIsBusy), .fault(.storeIsBusy), .relaunch, .insert(count: 1, at: 0),
        .wait(1_000),
      ]
    }
    #expect(result.shownIDs.count > 20)
  }

  /// What seed 973 found: a cell that had moved up was taken for the end of what a refresh covers.
  @Test func `a cell that moves to the head hides nothing`() throws {
    var exploration = SimExploration()
    exploration.runsTwice = false
    for seed: UInt64 in [708, 973, 1_116, 1_295, 2_831] {
      let failure = try exploration.failure(of: seed, SimSubject { PagedFeed($0) })
      #expect(failure == nil, "seed \(seed)")
    }
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
