import ListPaging

/// Random numbers of one part of a simulation.
///
/// Each part has a stream of its own, named and derived from the one seed of the run, so that a new
/// draw in one part does not shift the others. The generator is xoshiro256\*\* (Blackman and Vigna
/// 2021, *Scrambled linear pseudorandom number generators*), seeded by SplitMix64.
public struct SimRandom: RandomNumberGenerator, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// Creates the stream of a name.
  ///
  /// - Parameters:
  ///   - seed: The seed of the run.
  ///   - stream: The name of the part that draws.
  package init(seed: UInt64, stream: String) {
    var hash = TraceHash()
    hash.add(stream)
    var mixer = SplitMix(state: seed ^ hash.value)
    state = (mixer.next(), mixer.next(), mixer.next(), mixer.next())
  }

  /// Returns the next 64 bits.
  public mutating func next() -> UInt64 {
    let product = state.1 &* 5
    let result = ((product << 7) | (product >> 57)) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = (state.3 << 45) | (state.3 >> 19)
    return result
  }

  /// Returns a number from 0 to one less than `bound`; 0 if `bound` is not positive.
  public mutating func below(_ bound: Int) -> Int {
    bound > 1 ? Int(next() % UInt64(bound)) : 0
  }

  /// Returns a number of a range.
  public mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// Returns `true` in `percent` of a hundred cases.
  package mutating func happens(_ percent: Int) -> Bool { below(100) < percent }

  /// Returns a random element; `nil` if there is none.
  package mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }
}
