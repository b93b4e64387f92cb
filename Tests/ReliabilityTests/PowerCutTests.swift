import ListStorage
import ListTestSupport
import ReliabilitySupport
import Testing

/// After every power cut the store opens, verifies, and has all it promised.
@Suite struct `A power cut` {
  private static let history = Result { try History(seed: 71, versions: 26) }

  /// A workload on a recording disk.
  private func recorded(
    _ durability: ListStore.Durability
  ) throws -> (disk: FaultDisk, workload: Workload) {
    let disk = try FaultDisk(try ScratchFolder())
    try disk.startRecording()
    var workload = Workload(try Self.history.get())
    var configuration = ListStore.Configuration()
    configuration.durability = durability
    try workload.run(on: disk, configuration: configuration)
    #expect(workload.checkpointCount > 0)
    return (disk, workload)
  }

  /// Opens what a power cut left, and goes on from there.
  private func check(
    _ image: ScratchFolder,
    after workload: Workload,
    acknowledged: Int,
    place: String
  ) throws -> Int {
    let history = workload.history
    let store = try ListStore(path: image.store)
    let head = try history.head(in: store)
    #expect(try history.problems(in: store) == [], "\(place)")
    let next = min(acknowledged + 1, history.lists.count - 1)
    let retried = try history.commit(next, to: store)
    #expect(retried.version == next, "\(place)")
    #expect(retried.outcome == (head >= next ? .duplicate : .committed), "\(place)")
    return head
  }

  @Test func `loses nothing that was acknowledged`() throws {
    let (disk, workload) = try recorded(.full)
    var generator = SeededGenerator(seed: 72)
    var figures = (images: 0, choices: 0, unacknowledged: 0, recoveries: 0, lost: 0)
    let count = Figures.figure("POWER_CUTS", small: 100, large: 500_000)
    let positions = disk.position
    #expect(disk.syncCount >= workload.history.lists.count)
    for _ in 0..<count {
      let position = Int.random(in: 0...positions, using: &generator)
      let seed = generator.next()
      let image = try ScratchFolder()
      let place = "position \(position), seed \(seed)"
      figures.choices += try disk.cutPower(at: position, seed: seed, into: image)
      let acknowledged = workload.acknowledged(at: position)
      if Int.random(in: 0..<5, using: &generator) == 0 {
        try cutRecovery(of: image, generator: &generator)
        figures.recoveries += 1
      }
      let head = try check(image, after: workload, acknowledged: acknowledged, place: place)
      #expect((acknowledged...(acknowledged + 1)).contains(head), "\(place)")
      if head > acknowledged { figures.unacknowledged += 1 }
      if head < acknowledged { figures.lost += 1 }
      figures.images += 1
    }
    #expect(figures.choices > 0 && figures.recoveries > 0 && figures.lost == 0)
    Figures.report(
      "power cut, full: \(figures.images) images of \(positions) events, "
        + "\(figures.choices) unsynced writes, \(figures.recoveries) recoveries cut as well, "
        + "\(figures.unacknowledged) with the commit in flight, \(figures.lost) acknowledged lost"
    )
  }

  /// Opens an image on a disk of its own, whose power fails as well.
  private func cutRecovery(
    of image: ScratchFolder,
    generator: inout SeededGenerator
  ) throws {
    let disk = try FaultDisk(try ScratchFolder())
    try disk.folder.fill(from: image)
    try disk.startRecording()
    _ = try ListStore(path: disk.folder.store).lists()
    try image.clear()
    let position = Int.random(in: 0...disk.position, using: &generator)
    try disk.cutPower(at: position, seed: generator.next(), into: image)
  }

  @Test(arguments: Crowd.Lists.allCases)
  func `loses nothing of what several threads were promised`(lists: Crowd.Lists) throws {
    let disk = try FaultDisk(try ScratchFolder())
    try disk.startRecording()
    var crowd = Crowd(committingTo: lists, bursts: 18)
    try crowd.run(on: disk)
    let positions = disk.position
    // The seed says how the power is cut; in which order threads come nobody can say.
    var generator = SeededGenerator(seed: 74)
    var figures = (images: 0, choices: 0, unpromised: 0, lost: 0)
    for _ in 0..<Figures.figure("CROWD_POWER_CUTS", small: 60, large: 20_000) {
      let position = Int.random(in: 0...positions, using: &generator)
      let seed = generator.next()
      let image = try ScratchFolder()
      figures.choices += try disk.cutPower(at: position, seed: seed, into: image)
      let remains = try crowd.remains(in: ListStore(path: image.store), cutAt: position)
      #expect(remains.problems == [], "position \(position), seed \(seed)")
      figures.lost += remains.lostCount
      figures.unpromised += remains.unpromisedCount
      figures.images += 1
    }
    #expect(figures.choices > 0 && figures.unpromised > 0 && figures.lost == 0)
    // Otherwise nobody would have committed together with others.
    #expect(crowd.sharing.syncs < crowd.sharing.commits)
    Figures.report(
      "power cut, threads with \(lists.rawValue): \(figures.images) images of \(positions) events, "
        + "\(crowd.promiseCount) commits, \(crowd.sharing.commits) of them with "
        + "\(crowd.sharing.syncs) syncs, \(figures.choices) unsynced writes, "
        + "\(figures.unpromised) commits not promised yet, \(figures.lost) promised lost"
    )
  }

  @Test func `loses only the last commits of a store that does not wait`() throws {
    let (disk, workload) = try recorded(.normal)
    var generator = SeededGenerator(seed: 73)
    var figures = (images: 0, choices: 0, lossy: 0, unsound: 0)
    let history = workload.history
    for _ in 0..<Figures.figure("POWER_CUTS_NORMAL", small: 100, large: 10_000) {
      let position = Int.random(in: 0...disk.position, using: &generator)
      let seed = generator.next()
      let image = try ScratchFolder()
      figures.choices += try disk.cutPower(at: position, seed: seed, into: image)
      let acknowledged = workload.acknowledged(at: position)
      let store = try ListStore(path: image.store)
      let head = try history.head(in: store)
      #expect(head <= acknowledged + 1, "position \(position), seed \(seed)")
      let problems = try history.problems(in: store)
      #expect(problems == [], "position \(position), seed \(seed)")
      if head > acknowledged + 1 || !problems.isEmpty { figures.unsound += 1 }
      if head < acknowledged { figures.lossy += 1 }
      figures.images += 1
    }
    // Otherwise the cut would cut nothing.
    #expect(figures.lossy > 0 && figures.unsound == 0)
    Figures.report(
      "power cut, normal: \(figures.images) images, \(figures.choices) unsynced writes, "
        + "\(figures.lossy) lost a suffix, \(figures.unsound) anything else"
    )
  }
}
