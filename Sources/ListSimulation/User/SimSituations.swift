/// Steps that belong together: coincidences that single steps, each drawn by itself, meet in one of
/// many thousand scripts only.
///
/// They have a stream of random numbers of their own, so a seed without situations is as it would be
/// if there were none.
struct SimSituations {
  private enum Kind: CaseIterable {
    /// A page fails, and so do the requests that repeat it.
    case failsAgain
    /// Another device changes the list while this one stores a page, and this one is told at once.
    case isOvertaken
    /// More items than a page has come at the head, so that a refresh leaves a gap; then the first page
    /// changes.
    case changesAboveGap
    /// Items come and go within the first page.
    case changesFirstPage
    /// An item moves up to the last place of a page.
    case movesUp
    /// An item moves from above a gap to the end.
    case movesDownPastGap
    /// All keys expire, after more items than a page has have come between the loaded ones.
    case expiresAfterBurst
    /// The remote does not want to be asked for one direction, a page of the other one is stored, and the
    /// app is opened again.
    case restartsWhileLimited
    /// All pages are empty for a while, and time passes.
    case emptyPages
    /// The user refreshes while a page is on its way, which may come after the refresh.
    case refreshesDuringPage
    /// Items come and go at the start of the list, which was reached before.
    case startChanges

    func isAllowed(_ settings: SimSettings, isCalm: Bool) -> Bool {
      switch self {
      case .failsAgain, .emptyPages, .refreshesDuringPage, .restartsWhileLimited: true
      case .isOvertaken: settings.isShared && !isCalm
      case .changesAboveGap, .changesFirstPage, .movesUp, .movesDownPastGap, .expiresAfterBurst:
        settings.paging == .keyset && !isCalm
      case .startChanges: settings.startsInMiddle && !isCalm
      }
    }
  }

  /// Whether the items at the remote stay as they are in this seed.
  let isCalm: Bool
  private var random: SimRandom
  private var kinds: [Kind] = []
  private let settings: SimSettings

  init(seed: UInt64, settings: SimSettings, faults: SimUser.Faults) {
    self.settings = settings
    random = SimRandom(seed: seed, stream: "situations")
    let isOrdinary = faults == .none || SimSettings.ordinarySeeds.contains(seed)
    let isUsed = random.happens(60)
    isCalm = random.happens(15) && !isOrdinary
    guard isUsed, !isOrdinary else { return }
    kinds = Kind.allCases.filter {
      $0.isAllowed(settings, isCalm: isCalm) && random.happens(40)
    }
  }

  /// Returns the steps of the next situation; mostly none.
  mutating func next() -> [SimStep]? {
    guard !kinds.isEmpty, random.happens(6), let kind = random.pick(kinds) else { return nil }
    return steps(of: kind)
  }

  private mutating func steps(of kind: Kind) -> [SimStep] {
    let size = settings.pageSize
    switch kind {
    case .failsAgain:
      let fault = random.pick([SimFault.fails, .fails, .limitsRate]) ?? .fails
      return [.fault(fault), .fault(fault), .fault(fault), .jump(to: .end), .wait(5_000)]
    case .isOvertaken:
      let pause = settings.latency + random.below(max(1, settings.commitTime))
      let begin = random.happens(50) ? SimStep.pull : .jump(to: .end)
      let other = random.pick(SimStep.OtherDevice.allCases) ?? .clears
      return [begin, .wait(pause), .other(other), .reload, .settle]
    case .changesAboveGap:
      let change =
        random.happens(50) ? SimStep.delete(count: 1, at: 0) : insert(1...2, within: size)
      return [
        .settle, .insert(count: 2 * size + random.below(size), at: 0), .jump(to: .start), .pull,
        .settle, change, .pull, .settle, .act, .settle,
      ]
    case .changesFirstPage:
      var steps: [SimStep] = [.settle]
      if random.happens(60) { steps.append(insert(1...size, within: size)) }
      if random.happens(60) { steps.append(delete(1...max(1, size / 2), within: size)) }
      return steps + [insert(1...3, within: 2 * size), .jump(to: .start), .pull, .settle]
    case .movesUp:
      let target = place(size * (random.happens(70) ? 1 : 3) - 1)
      return [
        .settle, .move(from: place(2 * size + random.below(3 * size)), to: target), .pull, .settle,
      ]
    case .movesDownPastGap:
      return [
        .settle, .insert(count: 2 * size, at: 0), .jump(to: .start), .pull, .settle,
        .move(from: place(random.below(size)), to: 1_000), .jump(to: .end), .settle,
      ]
    case .expiresAfterBurst:
      let burst = SimStep.insert(
        count: size + random.below(2 * size + 1),
        at: place(random.below(3 * size))
      )
      return [.settle, burst, .fault(.expiresAllKeys), .pull, .settle, .jump(to: .end), .settle]
    case .restartsWhileLimited:
      return [
        .settle, .jump(to: .start), .fault(.limitsRate), .jump(to: .end),
        .wait(settings.latency + 10),
        .jump(to: .start), .act, .wait(settings.latency + settings.commitTime + 100), .relaunch,
        .jump(to: .end), .wait(100),
      ]
    case .emptyPages: return [.fault(.givesEmptyPages), .jump(to: .end), .settle]
    case .refreshesDuringPage:
      let pause = SimStep.wait(random.below(max(1, settings.latency)))
      guard settings.paging == .keyset, !isCalm, random.happens(60) else {
        return [.settle, .jump(to: .end), pause, .pull, .settle]
      }
      // The page comes after the refresh, which has found other items by then.
      return [
        .settle, .fault(.isSlow), .jump(to: .end), pause,
        .insert(count: 1 + random.below(size), at: 0),
        .pull, .settle,
      ]
    case .startChanges:
      let change =
        random.happens(60)
        ? SimStep.insert(count: random.number(in: 1...2 * size), at: 0)
        : .delete(count: random.number(in: 1...size + 1), at: 0)
      let more = random.happens(50) ? insert(1...2, within: size) : delete(1...2, within: size)
      return [.jump(to: .start), .settle, .jump(to: .start), .settle, change, more, .pull, .settle]
    }
  }

  private mutating func insert(_ count: ClosedRange<Int>, within length: Int) -> SimStep {
    .insert(count: random.number(in: count), at: place(random.below(length)))
  }

  private mutating func delete(_ count: ClosedRange<Int>, within length: Int) -> SimStep {
    .delete(count: random.number(in: count), at: place(random.below(length)))
  }

  /// Returns the place of an item in thousandths, as long as the remote has as many items as at first.
  private func place(_ index: Int) -> Int {
    let count = max(1, settings.itemCount)
    return min(1_000, (max(0, index) * 1_000 + count - 1) / count)
  }
}
