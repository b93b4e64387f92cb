import ListSimulation
import Testing

/// What explorations of 6,000 seeds have found wrong with the order of rows, and with requests that do not end.
@Suite struct FoundOrderTests {
  typealias Fault = FoundFaultTests.Fault

  @Test(arguments: faults)
  func `what a seed has found stays mended`(fault: Fault) throws {
    try simulate(settings: fault.settings, SimSubject { PagedFeed($0) }) { $0.steps = fault.steps }
  }

  static let faults = moved + ends + jumps + requests

  private static let moved = [
    Fault(
      5_385,
      "a row that had moved down to the end of a refreshed page hid what had come below it",
      items: 30,
      pageSize: 3,
      shows: 1,
      [.pull, .insert(count: 2, at: 87), .move(from: 0, to: 65)]
    ),
    Fault(
      3_734,
      "a row that had moved up into a gap was taken for the end of what the gap had missed",
      items: 60,
      pageSize: 3,
      shows: 1,
      [
        .insert(count: 4, at: 0), .wait(1_000), .insert(count: 2, at: 0), .pull,
        .move(from: 715, to: 0), .insert(count: 5, at: 0), .move(from: 34, to: 1_000),
        .delete(at: 0), .move(from: 167, to: 134),
      ]
    ),
  ]

  private static let ends = [
    Fault(
      3_570,
      "a page for the end came after the page of a gap had ended the list",
      items: 90,
      shows: 1,
      [
        .delete(at: 0), .delete(count: 16, at: 0), .wait(1_000), .delete(count: 10, at: 0),
        .delete(at: 0), .delete(at: 266), .relaunch, .jump(to: .end), .wait(100), .scroll(by: 420),
        .delete(at: 827), .scroll(by: -280), .scroll(by: 220), .scroll(by: 370), .scroll(by: 370),
        .crash(.beforeCommit), .delete(count: 29, at: 310), .delete(at: 1_000), .delete(at: 728),
        .delete(at: 1_000), .wait(1_000), .act, .jump(to: .end),
      ]
    ),
    Fault(
      5_098,
      "rows above a gap were removed, and came again below it",
      items: 120,
      cellHeight: 300,
      shows: 1,
      [
        .fault(.fails), .fault(.fails), .wait(1_000), .pull, .fling(velocity: 4.5),
        .delete(count: 10, at: 0),
      ]
    ) { ($0.showsPart, $0.keepsPart) = (true, true) },
    Fault(
      2_571,
      "the end was asked for without end, because the last row of its page stood at the start",
      items: 60,
      pageSize: 3,
      startsInMiddle: true,
      shows: 1,
      [.pull, .settle, .move(from: 0, to: 1_000), .insert(count: 1, at: 1_000)]
    ) { $0.namesEnd = false },
  ]

  private static let jumps = [
    Fault(
      4_360,
      "the last page of the remote was put above rows that come before it",
      items: 180,
      pageSize: 20,
      .pageNumber,
      latency: 400,
      cellHeight: 300,
      shows: 1,
      [
        .fault(.givesEmptyPage), .wait(1_000), .act, .wait(1_000), .jump(to: .end),
        .insert(count: 12, at: 1_000), .fling(velocity: -1.5), .pull, .fault(.givesLongID),
        .fault(.givesEmptyID), .jump(to: .end), .wait(1_000), .fault(.expiresKey), .pull,
        .fault(.givesEmptyPage), .fault(.givesEmptyPage), .fling(velocity: 5.5), .jump(to: .end),
        .cover(2_000), .jump(to: .end), .jump(to: .end),
      ]
    ) { $0.counts = true },
    Fault(
      3_122,
      "new contents of stored rows were not stored, because the page had no new row",
      items: 180,
      pageSize: 7,
      .offset,
      animation: 100,
      cellHeight: 300,
      height: 1_200,
      shows: 1,
      [
        .wait(100), .crash(.beforeCommit), .jump(to: .end), .fling(velocity: 3.5),
        .fling(velocity: 3.5), .fling(velocity: 4.5), .fault(.givesEmptyPages), .jump(to: .end),
        .fling(velocity: 1.5), .update(count: 7, at: 473),
      ]
    ) { $0.counts = true },
  ]

  private static let requests = [
    Fault(
      3_647,
      "a list was read again before the remote wanted to be asked for that",
      items: 5,
      pageSize: 7,
      .offset,
      shows: 1,
      [
        .fault(.fails), .fault(.fails), .fault(.fails), .insert(count: 3, at: 0),
        .fault(.givesShortPage), .move(from: 0, to: 515), .fault(.givesShortPage), .wait(1_000),
        .pull, .wait(1_000), .pull, .crash(.afterCommit), .wait(1_000), .fault(.limitsRate), .pull,
        .wait(1_000), .pull, .wait(1_000), .insert(count: 1, at: 0),
      ]
    ),
    Fault(
      3_853,
      "a request that was cancelled before it was sent was sent",
      items: 180,
      .pageNumber,
      animation: 100,
      height: 1_200,
      shows: 1,
      [.fault(.answersOther), .wait(1_000)]
    ) { ($0.counts, $0.schedule) = (true, .shuffled) },
  ]
}
