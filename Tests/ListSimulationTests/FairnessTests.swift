import ListSimulation
import Testing

/// What a list cannot know is not held against it.
@Suite struct FairnessTests {
  @Test(arguments: cases)
  func `what no answer has told is not expected`(fair: FoundFaultTests.Fault) throws {
    try simulate(settings: fair.settings, SimSubject { PagedFeed($0) }) { $0.steps = fair.steps }
  }

  static let cases = [
    FoundFaultTests.Fault(
      3_441,
      "what came between two loaded pages was read from neither of them again",
      items: 30,
      startsInMiddle: true,
      shows: 1,
      [
        .wait(1_000), .delete(count: 24, at: 0), .insert(count: 2, at: 0),
        .insert(count: 1, at: 300),
      ]
    ),
    FoundFaultTests.Fault(
      3_570,
      "a page that waited for a gap had no item that stood above that gap",
      items: 90,
      cellHeight: 120,
      shows: 1,
      [
        .delete(count: 16, at: 0), .relaunch, .wait(1_000), .delete(count: 10, at: 0),
        .delete(at: 0), .delete(at: 266), .relaunch, .jump(to: .end), .wait(100), .scroll(by: 420),
        .delete(at: 827), .scroll(by: 370), .scroll(by: 370), .delete(at: 310),
      ]
    ),
    FoundFaultTests.Fault(
      3_734,
      "a search that had failed, and of which nothing was stored, had met the start",
      items: 30,
      pageSize: 3,
      shows: 1,
      [
        .wait(100), .insert(count: 3, at: 0), .fault(.expiresKeys), .pull, .delete(at: 0),
        .wait(1_000),
      ]
    ),
    FoundFaultTests.Fault(
      4_383,
      "another device had emptied the list, and a page that found the remote empty was stored then",
      items: 30,
      .pageNumber,
      latency: 400,
      shows: 0,
      [
        .fault(.givesEmptyPages), .wait(1_000), .pull, .scroll(by: 270), .wait(100), .wait(100),
        .scroll(by: 520), .scroll(by: 100), .wait(100), .wait(400), .other(.clears),
      ]
    ) { $0.isShared = true },
  ]
}
