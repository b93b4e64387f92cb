/// What an exploration has run, and what it could not see.
public struct SimReport: Hashable, Sendable, CustomStringConvertible {
  /// How many seeds were run.
  public var seeds = 0
  /// How many steps their users took.
  public var steps = 0
  /// What could not be seen or compared, in words, and in how many seeds.
  public var blindSpots: [String: Int] = [:]

  /// Creates a report of nothing.
  package init() {}

  mutating func add(_ steps: Int, _ spots: [String]) {
    seeds += 1
    self.steps += steps
    for spot in spots { blindSpots[spot, default: 0] += 1 }
  }

  /// The numbers, and a line for each blind spot.
  public var description: String {
    (["\(seeds) seeds, \(steps) steps: everything holds"] + notes).joined(separator: "\n")
  }

  /// A line for each blind spot, in order.
  package var notes: [String] {
    blindSpots.sorted { $0.key < $1.key }.map { spot, count in
      "not checked\(count == seeds ? "" : " in \(count) of \(seeds) seeds"): \(spot)"
    }
  }
}
