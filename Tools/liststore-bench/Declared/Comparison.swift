import Foundation

/// Measures several ways to do the same work in turn, round after round, in one process.
///
/// The first way is the peer that others are compared with. A ratio compares times of the same round;
/// the report has its median, and the range of eight of ten rounds.
struct Comparison {
  /// The number of rounds.
  var rounds: Int
  var report: (Result) -> Void

  /// The time that is measured.
  enum Clock {
    /// The processor time, for work that does not wait.
    case processor
    /// The elapsed time, for work that waits for a device.
    case wall
  }

  /// One way to do the work.
  struct Way {
    var name: String
    /// Prepares a round; this is not measured.
    var prepare: (_ round: Int) throws -> Void = { _ in }
    /// Does the work.
    var run: (_ round: Int) throws -> Void
  }

  /// The measurement of one way.
  struct Measurement: Encodable {
    var name: String
    /// The median time, in microseconds.
    var microseconds: Double
    /// The median ratio of its time to the time of the first way in the same round.
    var ratio: Double
    /// The least and the greatest ratio in eight of ten rounds.
    var spread: [Double]
  }

  /// The measurements of a case.
  struct Result: Encodable {
    var name: String
    var count: Int
    var measurements: [Measurement]
  }

  /// Measures a case; a way that takes less than ten milliseconds is repeated if `repeats` allows it.
  ///
  /// A repeated way is measured after it has already run in this round, so that it does not pay for the
  /// caches that the previous way has filled.
  func measure(
    _ name: String,
    _ count: Int,
    clock: Clock = .processor,
    repeats: Bool = false,
    rounds: Int? = nil,
    _ ways: [Way]
  ) throws {
    var times = Array(repeating: [Double](), count: ways.count)
    // Round -1 is for warming up.
    for round in -1..<(rounds ?? self.rounds) {
      for number in ways.indices {
        let index = (number + max(round, 0)) % ways.count
        let time = try time(ways[index], max(round, 0), clock, repeats)
        if round >= 0 { times[index].append(time) }
      }
    }
    let measurements = ways.indices.map { index in
      let ratios = zip(times[index], times[0]).map { $0 / $1 }.sorted()
      return Measurement(
        name: ways[index].name,
        microseconds: RoundRobin.median(times[index]) * 1e6,
        ratio: RoundRobin.median(ratios),
        spread: [ratios[ratios.count / 10], ratios[ratios.count - 1 - ratios.count / 10]]
      )
    }
    report(Result(name: name, count: count, measurements: measurements))
  }

  private func time(_ way: Way, _ round: Int, _ clock: Clock, _ repeats: Bool) throws -> Double {
    try way.prepare(round)
    var repetitions = 1
    while true {
      let start = Self.now(clock)
      for _ in 0..<repetitions { try way.run(round) }
      let elapsed = Self.now(clock) - start
      if !repeats || elapsed >= 1e-2 || repetitions >= 1 << 20 {
        return elapsed / Double(repetitions)
      }
      repetitions *= 4
    }
  }

  private static func now(_ clock: Clock) -> Double {
    var time = timespec()
    clock_gettime(clock == .wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

extension Comparison.Result {
  /// One line for each way.
  var table: String {
    measurements.map { measurement in
      let columns = [
        "\(name) \(count)".padding(toLength: 46, withPad: " ", startingAt: 0),
        measurement.name.padding(toLength: 26, withPad: " ", startingAt: 0),
        String(format: "%12.1f µs", measurement.microseconds),
        String(format: "%8.2f x", measurement.ratio),
        String(format: "(%.2f–%.2f)", measurement.spread[0], measurement.spread[1]),
      ]
      return columns.joined(separator: " ")
    }.joined(separator: "\n")
  }
}
