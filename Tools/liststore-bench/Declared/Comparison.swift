import Foundation

/// Measures ways to do the same in turn, round after round, in one process.
///
/// The first way is the peer that others are compared with. A ratio is of times in the same round;
/// its median is given, and between what it lay in eight of ten rounds.
struct Comparison {
  /// How many rounds there are.
  var rounds: Int
  var report: (Result) -> Void

  /// What is waited for.
  enum Clock {
    /// The time of the processor, for what does not wait.
    case processor
    /// The time that passes, for what waits for a device.
    case wall
  }

  /// One way to do the work.
  struct Way {
    var name: String
    /// Makes everything ready for a round, which is not measured.
    var prepare: (_ round: Int) throws -> Void = { _ in }
    /// Does the work.
    var run: (_ round: Int) throws -> Void
  }

  /// What was measured of one way.
  struct Measurement: Encodable {
    var name: String
    /// The median time, in microseconds.
    var microseconds: Double
    /// The median of how many times longer it took than the first way in the same round.
    var ratio: Double
    /// What the ratio was at least and at most in eight of ten rounds.
    var spread: [Double]
  }

  /// What was measured of a case.
  struct Result: Encodable {
    var name: String
    var count: Int
    var measurements: [Measurement]
  }

  /// Measures a case; a way that takes less than ten milliseconds is repeated if `repeats` allows it.
  ///
  /// Short ways are all measured after they have run in this round, so that no one pays for what the
  /// one before it left in the processor's caches.
  func measure(
    _ name: String,
    _ count: Int,
    clock: Clock = .processor,
    repeats: Bool = false,
    rounds: Int? = nil,
    _ ways: [Way]
  ) throws {
    var times = Array(repeating: [Double](), count: ways.count)
    // What comes before the first round warms up.
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
