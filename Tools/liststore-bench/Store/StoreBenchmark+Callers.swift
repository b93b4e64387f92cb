import Foundation
import ListStorage
import StorePeer
import Synchronization

// Several callers at once.
extension StoreBenchmark {
  /// Compares eight callers at once (threads or tasks) with one caller, and with a program in C that
  /// has the commits of all eight in advance and does not wait for others: it shows the most that sharing the
  /// device can gain.
  ///
  /// They take turns, because the speed of the device varies. This is repeated with slower devices,
  /// because the gain depends on the time of the device. A turn ends when the first caller is done,
  /// because seven callers are not eight.
  func commitTogether(_ count: Int, _ path: String) throws {
    let store = try ListStore(path: path)
    _ = try store.checkpoint()
    try withCopy(of: path, "-careful") { copy in
      let peer = try CommitPeer(path: copy, durability: .full, isCareful: true, cellCount: count)
      try commitTogether(count, to: store, and: peer, "full")
      defer { store_peer_delay_device(0) }
      for (microseconds, name) in [(100, "+0.1 ms"), (200, "+0.2 ms"), (1_000, "+1 ms")]
        as [(Int64, String)]
      {
        store_peer_delay_device(microseconds)
        var fewer = self
        fewer.commitCount = commitCount / 4
        try fewer.commitTogether(count, to: store, and: peer, "full, \(name)")
      }
    }
  }

  private func commitTogether(
    _ count: Int,
    to store: ListStore,
    and peer: CommitPeer,
    _ name: String
  ) throws {
    var (rates, taskRates, peerRates): ([Int: [Double]], [Int: [Double]], [Int: [Double]])
    (rates, taskRates, peerRates) = ([:], [:], [:])
    // The first round makes the logs longer; later ones overwrite them.
    for round in 0...Self.roundCount {
      for size in [1, 8] {
        let rate = try commit(count, to: store, callers: size, name, round)
        let taskRate = try commit(count, to: store, callers: size, areTasks: true, name, round)
        let peerRate = try commit(count, with: peer, size: size, round)
        guard round > 0 else { continue }
        rates[size, default: []].append(rate)
        taskRates[size, default: []].append(taskRate)
        peerRates[size, default: []].append(peerRate)
      }
    }
    report("callers, \(name)", count, rates)
    report("tasks, \(name)", count, taskRates)
    report("in one, \(name), careful C", count, peerRates)
  }

  private static let roundCount = 5

  /// A turn of several callers at once, which ends when the first of them is done.
  private final class Turn: Sendable {
    private let end = Atomic(false)
    private let commitCount = Atomic(0)
    private let error = Mutex<(any Error)?>(nil)

    var isOver: Bool { end.load(ordering: .relaxed) }

    func count() { commitCount.add(1, ordering: .relaxed) }

    func end(_ error: (any Error)? = nil) {
      if let error { self.error.withLock { $0 = error } }
      end.store(true, ordering: .relaxed)
    }

    /// Returns the number of commits, or throws, because a failed turn must not count as a fast one.
    func result() throws -> Int {
      if let error = error.withLock(\.self) { throw error }
      return commitCount.load(ordering: .relaxed)
    }
  }

  /// Reports the medians of rates, and the ratio of eight callers to one.
  private func report(_ name: String, _ count: Int, _ rates: [Int: [Double]]) {
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    guard let one = rates[1].map(median), let eight = rates[8].map(median) else { return }
    for (name, value, unit) in [
      ("1 \(name)", one, "commits/s"), ("8 \(name)", eight, "commits/s"),
      ("8 \(name), ratio to 1", eight / one, "x"),
    ] {
      report(Result(name: name, count: count, value: value, unit: unit))
    }
  }

  private func commit(
    _ count: Int,
    to store: ListStore,
    callers: Int,
    areTasks: Bool = false,
    _ name: String,
    _ round: Int
  ) throws -> Double {
    // The cells are made in advance, as for the programs in C.
    let cells = (0..<callers).map { caller in
      (0..<commitCount).map { number in
        let item = Self.item(number, of: caller, round, count)
        let text = "\(round) \(callers) \(caller) \(number) \(name) \(areTasks)"
        return Self.cell(Self.id(item), text)
      }
    }
    let start = ContinuousClock.now
    let (done, turn) = (DispatchGroup(), Turn())
    for cells in cells {
      done.enter()
      if areTasks {
        Task.detached {
          defer { done.leave() }
          do {
            for cell in cells where !turn.isOver {
              try await store.edit("home") { try $0.updateCell(cell) }
              turn.count()
            }
            turn.end()
          } catch {
            turn.end(error)
          }
        }
      } else {
        // A queue would run at most as many at once as there are processors.
        Thread {
          defer { done.leave() }
          do {
            for cell in cells where !turn.isOver {
              try store.edit("home") { try $0.updateCell(cell) }
              turn.count()
            }
            turn.end()
          } catch {
            turn.end(error)
          }
        }.start()
      }
    }
    done.wait()
    return Double(try turn.result()) / start.elapsed
  }

  private func commit(
    _ count: Int,
    with peer: CommitPeer,
    size: Int,
    _ round: Int
  ) throws -> Double {
    var seconds = 0.0
    for number in 0..<commitCount {
      let commit = peer.update((0..<size).map { Self.item(number, of: $0, round, count) })
      let start = ContinuousClock.now
      try peer.run(commit)
      seconds += start.elapsed
    }
    return Double(size * commitCount) / seconds
  }

  /// Returns the cell that a caller's commit updates.
  private static func item(_ number: Int, of caller: Int, _ round: Int, _ count: Int) -> Int {
    (caller * 7_919 + number * 104_729 + round * 611_953) % count
  }
}
