/// Makes a failing script shorter and its world plainer, as long as the same invariant fails.
///
/// Steps are removed by delta debugging (Zeller and Hildebrandt 2002, *Simplifying and isolating
/// failure-inducing input*), and runs of steps are replaced by one; then settings become ordinary,
/// and numbers small.
struct Shrinker {
  let subject: SimSubject
  let invariant: SimInvariant
  /// How many runs are left.
  var limit: Int

  mutating func shrink(
    _ settings: SimSettings,
    _ script: SimScript,
    failingAt step: Int
  ) throws -> (settings: SimSettings, script: SimScript) {
    var settings = settings
    var steps = script.steps
    // Steps after the failure cannot have led to it.
    let cut = Array(steps.prefix(max(0, step)))
    if cut.count < steps.count, try fails(settings, cut) { steps = cut }
    var size = -1
    while size != steps.count || size == -1, limit > 0 {
      size = steps.count
      steps = try withoutSome(settings, steps)
      steps = try together(settings, steps)
      settings = try plainer(settings, steps)
      steps = try simpler(settings, steps)
      if steps.count == size { break }
    }
    return (settings, SimScript(steps))
  }

  private mutating func fails(_ settings: SimSettings, _ steps: [SimStep]) throws -> Bool {
    guard limit > 0 else { return false }
    limit -= 1
    let outcome = try Simulation(settings, subject).run(SimScript(steps))
    if invariant == .deterministic, outcome.violation == nil {
      limit -= 1
      return try Simulation(settings.withStore, subject).run(SimScript(steps)).hash != outcome.hash
    }
    return outcome.violation?.invariant == invariant
  }

  /// Removes runs of steps, shorter and shorter ones.
  private mutating func withoutSome(
    _ settings: SimSettings,
    _ steps: [SimStep]
  ) throws -> [SimStep] {
    var steps = steps
    var length = max(1, steps.count / 2)
    while true {
      var start = 0
      var isShorter = false
      while start < steps.count {
        var rest = steps
        rest.removeSubrange(start..<min(steps.count, start + length))
        if try fails(settings, rest) {
          steps = rest
          isShorter = true
        } else {
          start += length
        }
      }
      if length == 1 {
        if !isShorter { return steps }
      } else {
        length /= 2
      }
      if limit <= 0 { return steps }
    }
  }

  /// Replaces runs of steps by one step: a user who scrolls back and forth only ends up elsewhere,
  /// later.
  private mutating func together(
    _ settings: SimSettings,
    _ steps: [SimStep]
  ) throws -> [SimStep] {
    var steps = steps
    var length = steps.count
    while length > 1, limit > 0 {
      var start = 0
      while start + length <= steps.count {
        var isShorter = false
        for step in [SimStep.jump(to: .end), .settle] {
          var candidate = steps
          candidate.replaceSubrange(start..<start + length, with: [step])
          if try fails(settings, candidate) {
            steps = candidate
            isShorter = true
            break
          }
        }
        if !isShorter { start += max(1, length / 2) }
      }
      length = min(length / 2, steps.count)
    }
    return steps
  }

  /// Makes the world ordinary, one setting at a time.
  private mutating func plainer(
    _ settings: SimSettings,
    _ steps: [SimStep]
  ) throws -> SimSettings {
    var best = settings
    let ordinary = SimSettings(seed: settings.seed)
    let changes: [(inout SimSettings) -> Void] = [
      { $0.schedule = .inOrder },
      { $0.storage = .model },
      { $0.animation = 0 },
      { $0.startsInMiddle = false },
      { $0.startPlace = 500 },
      { $0.commitTime = 0 },
      { $0.showsPart = false },
      { $0.keepsPart = false },
      { $0.namesEnd = true },
      { $0.hasOwnFaults = false },
      { $0.isShared = false },
      { $0.paging = .keyset },
      { $0.height = ordinary.height },
      { $0.cellHeight = ordinary.cellHeight },
      { $0.latency = ordinary.latency },
      { $0.itemCount = 30 },
      { $0.pageSize = 10 },
    ]
    for change in changes {
      var plainer = best
      change(&plainer)
      if plainer != best, try fails(plainer, steps) { best = plainer }
    }
    return best
  }

  /// Makes the numbers of steps small and round.
  private mutating func simpler(
    _ settings: SimSettings,
    _ steps: [SimStep]
  ) throws -> [SimStep] {
    var steps = steps
    for index in steps.indices {
      for candidate in Self.simpler(steps[index]) where candidate != steps[index] {
        var changed = steps
        changed[index] = candidate
        if try fails(settings, changed) {
          steps = changed
          break
        }
      }
    }
    return steps
  }

  private static func simpler(_ step: SimStep) -> [SimStep] {
    switch step {
    case .scroll(let distance):
      [.jump(to: distance < 0 ? .start : .end), .scroll(by: distance < 0 ? -100 : 100)]
    case .fling(let velocity): [.jump(to: velocity < 0 ? .start : .end), .scroll(by: 500)]
    case .tap: [.tap(0)]
    case .resize: [.rotate]
    case .settle: [.wait(100), .wait(1_000)]
    case .wait: [.wait(100), .wait(1_000)]
    case .background: [.background(50), .background(500)]
    case .refreshBehind: [.pull, .background(50), .refreshBehind(50)]
    case .cover: [.cover(20)]
    case .insert(let count, let place):
      [.insert(count: 1, at: 0), .insert(count: count, at: 0), .insert(count: 1, at: place)]
        + [.insert(count: count / 2, at: place), .insert(count: count - 1, at: place)]
    case .delete(let count, let place):
      [.delete(at: 0), .delete(count: count, at: 0), .delete(at: place)]
        + [.delete(count: count / 2, at: place), .delete(count: count - 1, at: place)]
    case .update(_, let place): [.update(at: 0), .update(at: place)]
    case .crash, .move, .jump, .act, .pull, .rotate, .relaunch, .read, .fault, .other, .reload,
      .own:
      []
    }
  }
}
