import Foundation

/// Measures contenders in turn, round after round, so that a slow machine slows all of them.
///
/// Times are processor time of the measuring thread, which other processes disturb least. A ratio is
/// the median of the ratios of two contenders' times *in the same round*. Each round has inputs of its
/// own, so that no contender profits from learned branch predictions.
struct RoundRobin {
  /// The number of rounds.
  var rounds = 11
  /// The least length of a measured interval; short actions are repeated to reach it.
  var shortestInterval = Duration.milliseconds(2)

  /// One way to do the work of a case.
  struct Contender<Input> {
    var name: String
    /// Does the work and returns a number that depends on it.
    var run: (Input) -> Int
  }

  /// The measurement of one contender.
  struct Measurement: Encodable {
    var contender: String
    /// The median time of one action, in nanoseconds.
    var nanoseconds: Double
    /// The ratio of its time to the first contender's; the median over the rounds.
    var ratio: Double
  }

  /// Measures contenders on the inputs that `input` makes for each round.
  ///
  /// - Returns: A measurement for each contender; ratios are to the first one.
  func measure<Input>(
    _ contenders: [Contender<Input>],
    input: (_ round: Int) -> Input
  ) -> [Measurement] {
    var times = Array(repeating: [Double](), count: contenders.count)
    var checksum = 0
    for round in 0..<rounds {
      let input = input(round)
      for number in contenders.indices {
        // Each round starts with another contender, because the first one finds cold caches.
        let index = (number + round) % contenders.count
        times[index].append(time(contenders[index], input, &checksum))
      }
    }
    return contenders.indices.map { index in
      Measurement(
        contender: contenders[index].name,
        nanoseconds: Self.median(times[index]),
        ratio: Self.median(zip(times[index], times[0]).map { $0 / $1 })
      )
    }
  }

  private func time<Input>(
    _ contender: Contender<Input>,
    _ input: Input,
    _ checksum: inout Int
  ) -> Double {
    var repetitions = 1
    while true {
      let start = Self.processorTime()
      for _ in 0..<repetitions { checksum &+= contender.run(input) }
      let elapsed = Self.processorTime() - start
      if elapsed >= shortestInterval || repetitions >= 1 << 20 {
        return elapsed / .nanoseconds(1) / Double(repetitions)
      }
      repetitions *= elapsed * 4 < shortestInterval ? 4 : 2
    }
  }

  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  static func median(_ numbers: [Double]) -> Double {
    let sorted = numbers.sorted()
    guard !sorted.isEmpty else { return 0 }
    return (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
  }
}
