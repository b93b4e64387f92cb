import ListAdapter
import ListDiff
import ListModel
import ListTestSupport
import Testing

@Suite struct ReplayerTests {
  @Test(arguments: BatchMode.allCases, [CellUpdateStyle.reconfigure, .reload])
  func `random feeds replay exactly, through strict views`(
    mode: BatchMode,
    style: CellUpdateStyle
  ) throws {
    for seed in UInt64(1)...UInt64(Soak.count(4, soak: 200)) {
      let feed = try RandomFeed(seed: seed, count: 25)
      do {
        var replayer = try Replayer(
          from: feed.start,
          mode: mode,
          verification: .fingerprint,
          cellUpdates: style
        )
        for (change, list) in zip(feed.changes, feed.lists) {
          try replayer.replay(change)
          try replayer.verify(against: list)
        }
        #expect(replayer.statistics.changes == 25)
        #expect(replayer.statistics.largestBatchCount <= (mode == .staged ? 5 : 2))
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }

  @Test func `a change of another list is refused, naming the version`() throws {
    let feed = try RandomFeed(seed: 7, count: 3)
    var replayer = try Replayer(from: feed.start, mode: .staged)
    try replayer.replay(feed.changes[0])
    var foreign = feed.changes[1]
    foreign.parentFingerprint = .empty
    let failure = #expect(throws: ReplayFailure.self) { try replayer.replay(foreign) }
    #expect(failure?.version == 2)
  }

  @Test func `a wrong fingerprint at the end is found only when fingerprints are computed`() throws
  {
    let feed = try RandomFeed(seed: 8, count: 1)
    var change = feed.changes[0]
    change.fingerprint = .empty
    var trusting = try Replayer(from: feed.start, mode: .single)
    try trusting.replay(change)
    var proving = try Replayer(from: feed.start, mode: .single, verification: .fingerprint)
    #expect(throws: ReplayFailure.self) { try proving.replay(change) }
  }

  @Test func `verifying against another snapshot names the first difference`() throws {
    let list = List { Section(id: "s") { Cell(id: "a", component: TextComponent("a")) } }
    let other = List { Section(id: "s") { Cell(id: "b", component: TextComponent("a")) } }
    let changed = List { Section(id: "s") { Cell(id: "a", component: TextComponent("b")) } }
    let replayer = try Replayer(from: list, version: 4, mode: .staged)
    try replayer.verify(against: list)
    let path = CellPath(section: 0, item: 0)
    #expect(
      throws: ReplayFailure(
        version: 4,
        reason: .cellDiffers(at: path, expected: "b", found: "a")
      )
    ) { try replayer.verify(against: other) }
    #expect(throws: ReplayFailure(version: 4, reason: .contentDiffers)) {
      try replayer.verify(against: changed)
    }
  }
}
