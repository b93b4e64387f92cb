import ListPaging
import ListSimulation
import Testing

/// What long explorations have found wrong with pagers and lists, by the shortest script of each.
@Suite struct FoundFaultTests {
  /// A fault, as a seed has found it.
  struct Fault: Sendable, CustomTestStringConvertible {
    /// What was wrong.
    var what: String
    var settings = SimSettings()
    var steps: [SimStep]
    /// How many cells are shown in the end, at least.
    var least: Int

    init(
      _ seed: UInt64,
      _ what: String,
      items: Int,
      pageSize: Int = 10,
      _ paging: SimSettings.Paging = .keyset,
      latency: Int = 100,
      animation: Int = 0,
      cellHeight: Double = 44,
      height: Double = 640,
      startsInMiddle: Bool = false,
      shows least: Int,
      _ steps: [SimStep],
      adjust: (inout SimSettings) -> Void = { _ in }
    ) {
      self.what = what
      self.least = least
      self.steps = steps
      settings.seed = seed
      settings.itemCount = items
      settings.pageSize = pageSize
      settings.paging = paging
      settings.latency = latency
      settings.animation = animation
      settings.cellHeight = cellHeight
      settings.height = height
      settings.startsInMiddle = startsInMiddle
      adjust(&settings)
    }

    var testDescription: String { "seed \(settings.seed): \(what)" }
  }

  @Test(arguments: faults)
  func `what a seed has found stays mended`(fault: Fault) throws {
    let feed = SimSubject { PagedFeed($0) }
    let result = try simulate(settings: fault.settings, feed) { $0.steps = fault.steps }
    #expect(result.shownIDs.count >= fault.least)
  }

  @Test(arguments: unnamedEnds)
  func `where a remote names no end, what has come there is shown in its order`(
    fault: Fault
  ) throws {
    var settings = fault.settings
    settings.namesEnd = false
    let configuration = PagerConfiguration(pageSize: settings.pageSize, prefetchDistance: 5)
    let feed = SimSubject { PagedFeed($0, configuration: configuration) }
    let result = try simulate(settings: settings, feed) { $0.steps = fault.steps }
    // One more is the footer of the pager.
    #expect(result.shownIDs.count == fault.least + 1)
  }

  static let unnamedEnds = [
    Fault(
      0,
      "a row inside of the last page came behind it",
      items: 30,
      shows: 31,
      [
        .wait(1_000), .jump(to: .end), .wait(1_000), .insert(count: 1, at: 956), .jump(to: .start),
        .pull, .jump(to: .end),
      ]
    ),
    Fault(
      1,
      "rows came in each part of the last page, more than a page has",
      items: 25,
      pageSize: 7,
      shows: 65,
      [
        .wait(1_000), .jump(to: .end), .wait(1_000), .insert(count: 30, at: 900),
        .insert(count: 9, at: 960), .insert(count: 1, at: 1_000), .jump(to: .start), .pull,
        .jump(to: .end),
      ]
    ),
    Fault(
      2,
      "a list of one page was not asked again at its end",
      items: 0,
      pageSize: 7,
      shows: 23,
      [
        .wait(1_000), .insert(count: 5, at: 0), .crash(.beforeCommit), .wait(100),
        .insert(count: 17, at: 0), .insert(count: 1, at: 1_000), .pull,
      ]
    ),
    Fault(
      3,
      "the place of the last page was not known after a new start",
      items: 90,
      pageSize: 2,
      shows: 91,
      [
        .wait(1_000), .jump(to: .end), .wait(2_000), .jump(to: .end), .wait(2_000),
        .insert(count: 1, at: 995), .relaunch, .wait(1_000), .pull, .jump(to: .end),
      ]
    ),
  ]

  @Test(arguments: limits)
  func `whatever comes at the start, a limited list drops pages as soon as it can`(
    fault: Fault
  ) throws {
    var configuration = PagerConfiguration(
      pageSize: fault.settings.pageSize,
      initialLoadSize: fault.settings.pageSize,
      prefetchDistance: 5
    )
    configuration.maxSize = 20
    var settings = fault.settings
    settings.showsPart = true
    let feed = SimSubject { [configuration] in PagedFeed($0, configuration: configuration) }
    let result = try simulate(settings: settings, feed) { $0.steps = fault.steps }
    #expect(result.shownIDs.count >= fault.least)
  }

  static let limits = [
    Fault(
      0,
      "a page in place of all shown ones let the whole list be shown",
      items: 30,
      pageSize: 7,
      .pageNumber,
      height: 320,
      shows: 10,
      [.wait(1_000), .jump(to: .end), .wait(1_000), .jump(to: .start), .pull]
    ),
    Fault(
      1,
      "pages of gaps at the start were never dropped",
      items: 5,
      pageSize: 7,
      height: 320,
      shows: 10,
      [
        .wait(1_000), .insert(count: 1, at: 0), .insert(count: 39, at: 0), .pull, .act, .act, .act,
        .act, .act, .act, .jump(to: .end),
      ]
    ),
  ]

  @Test func `a limited list drops pages above the screen, too, when gaps are filled`() throws {
    for seed in UInt64(0)..<8 {
      var settings = SimSettings(seed: seed)
      (settings.itemCount, settings.pageSize, settings.height) = (5, 10, 320)
      settings.showsPart = true
      try simulate(settings: settings, SimSubject { PagedFeed($0) }) { user in
        user.steps = [
          .insert(count: 1, at: 0), .insert(count: 39, at: 0), .pull, .act, .act, .act, .act,
          .jump(to: .end),
        ]
      }
    }
  }

  @Test func `whatever comes above the place where a list was begun is loaded in the end`() throws {
    var exploration = SimExploration()
    exploration.repetition = .never
    exploration.shrinkLimit = 60
    exploration.adjust = {
      $0.paging = .keyset
      ($0.startsInMiddle, $0.startPlace) = (true, [0, 300, 1_000][Int($0.seed % 3)])
    }
    for seed: UInt64 in 0..<(ExplorationTests.isSoak ? 300 : 6) {
      let failure = try exploration.failure(of: seed, SimSubject { PagedFeed($0) })
      #expect(failure == nil, "seed \(seed)")
    }
  }

  @Test func `pages above a gap are not removed, because no key below it leads back to them`()
    throws
  {
    var settings = SimSettings(seed: 485)
    (settings.itemCount, settings.pageSize) = (30, 7)
    (settings.showsPart, settings.keepsPart) = (true, true)
    try simulate(settings: settings, SimSubject { PagedFeed($0) }) { user in
      user.steps = [
        .insert(count: 2, at: 0), .pull, .insert(count: 10, at: 794), .cover(2_000),
        .delete(count: 15, at: 0), .insert(count: 15, at: 1_000),
      ]
    }
  }

  @Test func `placeholders ask for nothing in the background, and a failed refresh waits`() throws {
    var exploration = SimExploration()
    exploration.repetition = .never
    for seed: UInt64 in [58, 587, 902] {
      let failure = try exploration.failure(of: seed, SimSubject { PagedFeed($0) })
      #expect(failure == nil, "seed \(seed): \(failure.map { "\($0)" } ?? "")")
    }
  }

  /// These need what the seed has drawn besides.
  @Test func `a cell that moves to the head hides nothing`() throws {
    var exploration = SimExploration()
    exploration.repetition = .never
    exploration.adjust = { $0.unchecked = ExplorationTests.openFaults }
    for seed: UInt64 in [708, 973, 1_116, 1_295, 2_831] {
      let failure = try exploration.failure(of: seed, SimSubject { PagedFeed($0) })
      #expect(failure == nil, "seed \(seed)")
    }
  }

  @Test(arguments: parts)
  func `a list that shows a part keeps what is on screen, and what its answers have told`(
    fault: Fault
  )
    throws
  {
    var settings = fault.settings
    settings.showsPart = fault.settings.paging == .keyset
    try simulate(settings: settings, SimSubject { PagedFeed($0) }) { $0.steps = fault.steps }
  }

  static let parts = [
    Fault(
      887,
      "a tap missed a footer that had moved, because scrolling to it had changed the list",
      items: 90,
      shows: 1,
      [
        .insert(count: 18, at: 0), .wait(1_000), .fling(velocity: 4.5), .jump(to: .end), .wait(100),
        .jump(to: .end), .pull, .fault(.limitsRate), .wait(100),
      ]
    ),
    Fault(
      219,
      "pages were dropped unseen when the list was read again, and those on screen with the next page",
      items: 60,
      shows: 1,
      [
        .wait(1_000), .jump(to: .end), .wait(1_000), .fault(.expiresAllKeys), .jump(to: .end),
      ]
    ),
    Fault(
      1_429,
      "a page on its way was put into a list that another device had emptied",
      items: 30,
      .pageNumber,
      shows: 1,
      [
        .fault(.givesEmptyID), .fault(.answersOther), .wait(1_000), .other(.clears),
        .refreshBehind(30_000), .reload,
      ]
    ),
    Fault(
      1_438,
      "a footer that went moved the screen after the pager had looked at it",
      items: 90,
      pageSize: 20,
      height: 844,
      shows: 1,
      [.delete(at: 0)]
    ),
    Fault(
      1_500,
      "items that the remote had filtered out were before the first certain one",
      items: 30,
      shows: 1,
      [
        .fault(.givesEmptyPages), .insert(count: 5, at: 0), .pull, .insert(count: 3, at: 644),
        .wait(1_000),
      ]
    ),
    Fault(
      1_633,
      "all items but the last ones were filtered out once",
      items: 30,
      pageSize: 3,
      cellHeight: 120,
      shows: 1,
      [.fault(.givesEmptyPages), .wait(100), .pull, .wait(1_000)]
    ),
    Fault(
      1_927,
      "an item had come between loaded ones, of which the last were deleted",
      items: 5,
      pageSize: 3,
      shows: 1,
      [.wait(100), .insert(count: 1, at: 722), .delete(at: 1_000), .delete(at: 1_000)]
    ),
  ]

  static let faults = [
    Fault(
      1_970,
      "a refresh that had failed was taken for one that the user had asked for again by returning",
      items: 5,
      shows: 6,
      [.fault(.limitsRate), .wait(1_000), .pull, .other(.clears), .background(500)]
    ) { $0.isShared = true },
    Fault(
      209,
      "a gap that the pager filled by itself, and that had failed, sent a failed refresh again",
      items: 180,
      pageSize: 3,
      latency: 400,
      cellHeight: 120,
      height: 844,
      shows: 20,
      [
        .insert(count: 1, at: 0), .settle, .insert(count: 3, at: 0), .insert(count: 3, at: 0),
        .insert(count: 6, at: 0), .pull, .move(from: 12, to: 1_000), .fling(velocity: 3.5),
        .insert(count: 1, at: 423), .insert(count: 1, at: 448), .pull, .insert(count: 1, at: 962),
        .fling(velocity: -0.5), .fault(.fails), .pull,
      ]
    ) { $0.keepsPart = true },
    Fault(
      1_598,
      "the items after the last page were no longer counted after the key of a gap had expired",
      items: 180,
      .pageNumber,
      latency: 0,
      shows: 181,
      [
        .scroll(by: -280), .scroll(by: 100), .jump(to: .end), .scroll(by: 420), .act,
        .fault(.expiresKey), .scroll(by: 500),
      ]
    ) { ($0.counts, $0.commitTime) = (true, 40) },
    Fault(
      918,
      "an item that had moved to the end, and stood elsewhere in the list, went from there for good",
      items: 0,
      shows: 24,
      [
        .insert(count: 1, at: 0), .wait(1_000), .insert(count: 10, at: 0),
        .insert(count: 1, at: 1_000), .pull, .wait(1_000), .delete(at: 1_000),
        .insert(count: 1, at: 1_000), .move(from: 606, to: 1_000), .insert(count: 10, at: 0), .pull,
        .wait(1_000), .jump(to: .end), .insert(count: 1, at: 1_000),
      ]
    ),
    Fault(
      177,
      "what moved out of the first page hid that the start went on",
      items: 5,
      startsInMiddle: true,
      shows: 28,
      [
        .wait(100), .insert(count: 3, at: 0), .move(from: 1_000, to: 518),
        .move(from: 678, to: 610), .insert(count: 20, at: 0),
      ]
    ),
    Fault(
      138,
      "what a gap stands for was taken for what lies behind the last cell",
      items: 30,
      pageSize: 3,
      shows: 21,
      [
        .insert(count: 1, at: 0), .insert(count: 5, at: 0), .wait(1_000), .pull,
        .fault(.expiresKey), .fling(velocity: 1.5), .relaunch,
      ]
    ),
    Fault(
      142,
      "a list that a remote has emptied was not shown with its version",
      items: 30,
      pageSize: 7,
      .offset,
      shows: 1,
      [.wait(1_000), .fault(.givesEmptyPages), .fling(velocity: 1.5), .relaunch]
    ),
    Fault(
      196,
      "a page of what had come in between was taken for what lies behind the last cell",
      items: 90,
      latency: 0,
      animation: 350,
      cellHeight: 300,
      startsInMiddle: true,
      shows: 81,
      [
        .delete(at: 0), .pull, .move(from: 535, to: 352), .fault(.expiresKey), .jump(to: .end),
        .delete(at: 0), .wait(1_000),
      ]
    ),
    Fault(
      299,
      "a failure to load what comes before offered nothing to tap",
      items: 90,
      startsInMiddle: true,
      shows: 81,
      [
        .wait(1_000), .fault(.repeatsItem), .fault(.givesLongID), .jump(to: .end),
        .jump(to: .start),
      ]
    ),
    Fault(
      402,
      "a footer that the view had refused was never shown",
      items: 30,
      shows: 21,
      [.wait(100), .fault(.diskIsFull), .fault(.viewRefuses), .wait(100)]
    ),
    Fault(
      462,
      "a refresh that was retried did not overtake what was retried with it",
      items: 30,
      shows: 21,
      [
        .wait(100), .fault(.storeIsBusy), .fault(.storeIsBusy), .relaunch, .insert(count: 1, at: 0),
        .wait(1_000),
      ]
    ),
    Fault(
      4_019,
      "a refresh forgot that the end had been told, and that loading from there had failed",
      items: 60,
      latency: 0,
      animation: 100,
      shows: 51,
      [.pull, .scroll(by: 520), .fault(.answersOther), .scroll(by: 420), .pull]
    ),
    Fault(
      4_174,
      "a page after an empty one left a part of the list behind a gap",
      items: 60,
      latency: 0,
      shows: 31,
      [
        .fault(.repeatsKey), .fault(.givesEmptyPage), .fault(.givesShortPage),
        .insert(count: 1, at: 0), .jump(to: .end), .relaunch, .insert(count: 1, at: 0), .relaunch,
      ]
    ),
    Fault(
      6_831,
      "a walk that met nothing known failed at its limit, again and again",
      items: 60,
      pageSize: 3,
      shows: 51,
      [
        .fault(.isSlow), .delete(at: 0), .fault(.expiresKey), .wait(100), .fault(.diskIsFull),
        .wait(1_000), .delete(at: 0), .act, .delete(at: 0),
      ]
    ),
    Fault(
      8_554,
      "cells that had moved to the head were taken for the end of what a refresh covers",
      items: 90,
      pageSize: 7,
      animation: 100,
      shows: 81,
      [
        .insert(count: 2, at: 0), .wait(1_000), .insert(count: 1, at: 0), .crash(.beforeCommit),
        .insert(count: 2, at: 0), .move(from: 294, to: 0), .move(from: 973, to: 0),
        .move(from: 287, to: 0), .wait(1_000),
      ]
    ),
    Fault(
      8_796,
      "a list that was read again and was no longer asked for nothing more",
      items: 30,
      .offset,
      latency: 50,
      animation: 350,
      shows: 21,
      [
        .wait(100), .fault(.diskIsFull), .wait(1_000), .delete(at: 0), .crash(.beforeCommit), .act,
        .fling(velocity: -2.5),
      ]
    ),
    Fault(
      9_988,
      "after a refresh that had replaced the list nobody told of its end",
      items: 30,
      pageSize: 7,
      latency: 50,
      animation: 350,
      cellHeight: 80,
      shows: 21,
      [.cover(2_000), .pull, .wait(100), .pull]
    ),
  ]
}
