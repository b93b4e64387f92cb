import ListModel
import ListStorage
import ListTestSupport
import ReliabilitySupport
import Testing

/// The WAL-reset bug of SQLite 3.7.0 to 3.51.2: a commit that falls between a checkpoint's look at
/// the log's header and its work makes the log be used again as if it had been checkpointed.
@Suite struct `A commit inside of a checkpoint` {
  @Test func `corrupts a database of the raw library`() throws {
    let disk = try FaultDisk(try ScratchFolder())
    let (code, report) = disk.interleaveCheckpoint(of: "raw.db")
    // If this fails, the library has been mended, and the lock could go.
    #expect(code == 0)
    #expect(report != "ok" && !report.isEmpty)
    Figures.report("WAL reset: the raw library says \"\(report)\"")
  }

  @Test func `cannot happen to a store`() throws {
    let history = try History(seed: 101, versions: 8)
    var figures = (rounds: 0, attempts: 0, refused: 0, corrupt: 0)
    var generator = SeededGenerator(seed: 102)
    for round in 0..<Figures.figure("INTERLEAVINGS", small: 24, large: 20_000) {
      let disk = try FaultDisk(try ScratchFolder())
      let outcome = try interleave(history, on: disk, moment: round, generator: &generator)
      figures.attempts += outcome.attempts
      figures.refused += outcome.refused
      if !outcome.problems.isEmpty { figures.corrupt += 1 }
      figures.rounds += 1
      #expect(outcome.problems == [], "round \(round)")
    }
    #expect(figures.refused > 0 && figures.corrupt == 0)
    Figures.report(
      "WAL reset: \(figures.rounds) checkpoints, \(figures.attempts) commits tried inside of them, "
        + "\(figures.refused) refused, \(figures.corrupt) corrupt"
    )
  }

  private struct Outcome {
    var attempts = 0
    var refused = 0
    var problems: [String] = []
  }

  /// Two stores on one file: while one commits and checkpoints, the other tries to commit at some of
  /// its operations.
  private func interleave(
    _ history: History,
    on disk: FaultDisk,
    moment: Int,
    generator: inout SeededGenerator
  ) throws -> Outcome {
    var configuration = ListStore.Configuration.checkpointingAlways
    configuration.busyTimeout = .zero
    let store = try ListStore(path: disk.folder.store, configuration: configuration)
    let other = try ListStore(path: disk.folder.store, configuration: configuration)
    for version in 1...3 { try history.commit(version, to: version == 2 ? other : store) }

    var outcome = Outcome()
    var remaining = Int.random(in: 0..<30, using: &generator)
    var others = 0
    func tryToCommit() {
      remaining -= 1
      guard remaining < 0 else { return }
      remaining = 10
      outcome.attempts += 1
      do {
        try other.commit(history.lists[1 + others % 3], to: "other")
        others += 1
      } catch ListStoreError.busy {
        outcome.refused += 1
      } catch {
        outcome.problems.append("\(error)")
      }
    }
    let operations: FaultDisk.Operations = [.write, .sync, .lockSharedMemory, .size, .unfetch]
    for version in 4...8 {
      try withoutActuallyEscaping(tryToCommit) { hook in
        _ = try disk.calling(hook, before: operations) { try history.commit(version, to: store) }
      }
      try other.commit(history.lists[1 + moment % 3], to: "other")
    }
    outcome.problems += try history.problems(in: other)
    return outcome
  }
}
