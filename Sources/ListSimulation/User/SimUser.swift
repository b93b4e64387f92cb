/// The user, the changes of the remote and the faults that a seed draws.
///
/// Each seed has its own habits: it never takes some kinds of steps, takes others often, and never
/// meets some faults (swarm testing: Groce, Zhang, Eide, Chen and Regehr 2012). So seeds reach
/// states that an average user never reaches. What single steps rarely bring about together comes
/// as a whole (`SimSituations`).
public struct SimUser: Sendable {
  /// Which faults a user may meet.
  public enum Faults: String, Hashable, Sendable, CaseIterable {
    /// None.
    case none
    /// The faults of the remote.
    case remote
    /// All: the faults of the remote, the store and the screen, and crashes of the app.
    case all
  }

  private enum Habit: CaseIterable {
    case scrolls, flings, jumps, taps, acts, pulls, turns, waits, settles, leaves, covers
    case relaunches, crashes, reads, inserts, deletes, moves, updates, faults, shares
    case refreshesBehind

    var weight: Int {
      switch self {
      case .scrolls: 30
      case .flings: 10
      case .jumps: 10
      case .waits: 12
      case .faults: 8
      case .inserts, .deletes: 4
      case .taps, .acts, .pulls, .updates: 4
      case .moves, .settles, .reads, .shares: 3
      case .turns, .leaves, .covers, .refreshesBehind: 2
      case .relaunches, .crashes: 1
      }
    }

    /// Whether other items are at the remote after it, or in another order.
    var movesItems: Bool {
      switch self {
      case .inserts, .deletes, .moves, .shares: true
      default: false
      }
    }

    func isAllowed(_ faults: Faults, _ settings: SimSettings) -> Bool {
      switch self {
      case .crashes: faults == .all
      case .faults: faults != .none
      case .deletes, .moves: settings.paging != .pageNumber
      case .shares: settings.isShared
      default: true
      }
    }
  }

  private var random: SimRandom
  private var habits: [(habit: Habit, weight: Int)] = []
  private var total = 0
  private var faults: [SimFault] = []
  private var own: [(name: String, weight: Int)] = []
  private let paging: SimSettings.Paging
  private let pageSize: Int
  private var situations: SimSituations

  /// Draws the habits of a seed.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - settings: The world.
  ///   - faults: Which faults there are.
  ///   - subject: The list under test, which may have steps of its own.
  package init(
    seed: UInt64,
    settings: SimSettings,
    faults: Faults = .all,
    subject: SimSubject? = nil
  ) {
    paging = settings.paging
    pageSize = settings.pageSize
    situations = SimSituations(seed: seed, settings: settings, faults: faults)
    random = SimRandom(seed: seed, stream: "user")
    var swarm = SimRandom(seed: seed, stream: "swarm")
    let isCalm = situations.isCalm
    for habit in Habit.allCases where habit.isAllowed(faults, settings) && habit != .refreshesBehind
    {
      if isCalm, habit.movesItems { continue }
      let isBasic = habit == .scrolls || habit == .waits
      guard swarm.happens(60) || isBasic else { continue }
      let weight = habit.weight * (swarm.happens(20) ? 5 : 1)
      habits.append((habit, weight))
      total += weight
    }
    for step in subject?.steps ?? [] where swarm.happens(60) {
      own.append((step.name, step.weight))
      total += step.weight
    }
    let known: [SimFault] =
      switch faults {
      case .none: []
      case .remote: SimFault.remote
      case .all: SimFault.allCases
      }
    let late: Set<SimFault> = [.expiresKeys]
    self.faults = known.filter { !late.contains($0) && swarm.happens(40) }
    var more = SimRandom(seed: seed, stream: "swarm/more")
    self.faults += known.filter { late.contains($0) && more.happens(40) }
    if more.happens(30) {
      habits.append((.refreshesBehind, Habit.refreshesBehind.weight))
      total += Habit.refreshesBehind.weight
    }
  }

  /// Draws a script.
  package mutating func script(steps count: Int) -> SimScript {
    var script = SimScript()
    script.steps.reserveCapacity(count)
    while script.steps.count < count {
      if let steps = situations.next() {
        script.steps += steps.prefix(count - script.steps.count)
      }
      if script.steps.count < count, let step = step() { script.steps.append(step) }
    }
    return script
  }

  private mutating func step() -> SimStep? {
    var chosen = random.below(total)
    guard
      let habit = habits.first(where: { entry in
        chosen -= entry.weight
        return chosen < 0
      })?.habit
    else {
      return own.first { entry in
        chosen -= entry.weight
        return chosen < 0
      }
      .map { .own($0.name) }
    }
    switch habit {
    case .scrolls:
      return .scroll(by: Double(random.number(in: -6...10) * 50 + 20))
    case .flings:
      return .fling(velocity: Double(random.number(in: -4...6)) + 0.5)
    case .jumps: return .jump(to: random.happens(75) ? .end : .start)
    case .taps: return .tap(random.below(6))
    case .acts: return .act
    case .pulls: return .pull
    case .turns:
      return random.happens(70)
        ? .rotate
        : .resize(width: 390, height: Double(random.pick([200, 480, 1_000]) ?? 480))
    case .waits: return .wait(random.pick([1, 16, 40, 60, 100, 100, 250, 1_000]) ?? 100)
    case .settles: return .settle
    case .leaves: return .background(random.pick([50, 500, 30_000]) ?? 500)
    case .refreshesBehind: return .refreshBehind(random.pick([50, 500, 30_000]) ?? 500)
    case .covers: return .cover(random.pick([20, 200, 2_000]) ?? 200)
    case .relaunches: return .relaunch
    case .crashes: return .crash(random.happens(50) ? .beforeCommit : .afterCommit)
    case .reads: return .read
    case .inserts:
      let count = random.happens(50) ? random.number(in: 1...5) : random.below(3 * pageSize + 1)
      return .insert(count: count, at: paging == .pageNumber ? 1_000 : place())
    case .deletes:
      return .delete(count: random.happens(60) ? 1 : random.below(3 * pageSize + 1), at: place())
    case .moves: return .move(from: place(), to: place())
    case .updates: return .update(count: random.happens(60) ? 1 : pageSize, at: place())
    case .shares:
      return random.happens(30)
        ? .reload : random.pick(SimStep.OtherDevice.allCases).map(SimStep.other)
    case .faults: return random.pick(faults).map(SimStep.fault)
    }
  }

  /// Draws a place at the remote: often its start, where new items are, or its end.
  private mutating func place() -> Int {
    let chance = random.below(100)
    return chance < 35 ? 0 : chance < 50 ? 1_000 : random.below(1_001)
  }
}
