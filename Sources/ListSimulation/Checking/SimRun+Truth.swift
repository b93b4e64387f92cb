import ListAdapter
import ListModel
import ListPaging
import ListStorage

/// Comparisons of what is shown and stored with the truth.
extension SimRun {
  /// Returns how much of the remote's list must be there after everything was loaded.
  func extent(endAfter limit: Int) -> TruthCheck.Extent {
    screen?.shownLimit == nil && !settings.keepsPart ? .everything(endAfter: limit) : .between
  }

  /// Checks the cells that are shown.
  func checkContent(_ extent: TruthCheck.Extent) {
    guard let screen, screen.unanswered.isEmpty else { return }
    let comparison = Comparison(self, screen, extent)
    guard comparison != lastComparison else { return }
    lastComparison = comparison
    let check = TruthCheck(
      truth,
      answers.all,
      entries(of: screen.list),
      version: screen.newest?.version == nil ? nil : screen.presenter.shownVersion,
      verb: "shown",
      forgets: settings.keepsPart,
      isHidden: subject.isHidden,
      equals: equals
    )
    if let found = check.finding(extent) {
      return violate(found.invariant, found.message + storedToo(found.ids))
    }
    checkFilled(screen, check)
  }

  /// What a comparison of the shown list with the truth depends on: if it is the same, the last one
  /// still holds.
  struct Comparison: Equatable {
    private let extent: TruthCheck.Extent
    private let truth: Int
    private let untrue: Int
    private let answers: Int
    private let epoch: Int
    private let screen: RestState
    private let below: Int?
    private let isInBackground: Bool

    init(_ run: SimRun, _ screen: SimScreen, _ extent: TruthCheck.Extent) {
      self.extent = extent
      truth = run.truth.now
      untrue = run.truth.untrue.count
      answers = run.answers.changes
      epoch = screen.epoch
      self.screen = RestState(screen)
      below = screen.lastBelow
      isInBackground = run.backgroundSince != nil
    }
  }

  /// Checks that a list that does not fill the screen has asked for more.
  private func checkFilled(_ screen: SimScreen, _ check: TruthCheck) {
    let view = screen.view
    guard settings.loadsEverything, screen.shownLimit == nil, backgroundSince == nil,
      view.isInWindow, offer(screen) == nil, let missing = check.unasked
    else { return }
    if view.contentLength < view.viewportLength - 0.5 {
      violate(.eventuallyLoads, "the list does not fill the screen, and asks for nothing\(missing)")
    } else if let distance = screen.prefetchDistance, let below = screen.lastBelow,
      below < max(1, distance)
    {
      violate(
        .eventuallyLoads,
        "\(below) cells are left below the screen, fewer than \(distance), and the list asks for "
          + "nothing\(missing)"
      )
    }
  }

  /// Checks that a page is not asked for while its end is far.
  func checkDistance(_ call: RemoteCall) {
    let request = call.request
    guard request.kind == .append, request.number > 0, request.attempt == 0, let screen,
      let distance = screen.prefetchDistance
    else { return }
    defer { (screen.leastBelow, screen.leastBelowBefore) = (nil, screen.leastBelow) }
    // A page without new items is followed at once; a footer that was tapped asks, too.
    // A footer and a gap may be among the cells.
    // A report may be late: the one before counts, too.
    guard let newest = screen.leastBelow, let older = screen.leastBelowBefore,
      case let below = min(newest, older), below >= max(1, distance) + 2, !acts, newestIsFresh
    else {
      return
    }
    violate(
      .noUselessLoad,
      "request \(call.serial) (append, key \(request.key?.rawValue ?? "none")) was sent with "
        + "\(below) cells left below the screen, and not fewer than \(distance)"
    )
  }

  /// Whether the newest answer has come without trouble, and with something new.
  private var newestIsFresh: Bool {
    guard let last = answers.all.last, last.fate != .doubtful, !last.items.isEmpty else {
      return false
    }
    let older = answers.all.dropLast()
    return last.items.contains { item in
      !older.contains { $0.items.contains { $0.id == item.id } }
    }
  }

  /// Says whether items that are not shown are stored.
  private func storedToo(_ ids: [Cell.ID]) -> String {
    guard !ids.isEmpty, let stored, let cells = storedCells(stored) else { return "" }
    let kept = Set(cells.map(\.id))
    let hint = subject.hasHidden ? "" : " (if it leaves them out on purpose, see SimSubject.hiding)"
    return ids.allSatisfy(kept.contains)
      ? "; they are stored, so the list has lost them on the way to the screen\(hint)" : ""
  }

  /// Returns what is wrong with the stored list.
  func storedFinding(
    _ place: StoredPlace,
    at version: Int,
    _ extent: TruthCheck.Extent
  ) -> TruthCheck.Finding? {
    guard let cells = storedCells(place) else { return nil }
    return TruthCheck(
      truth,
      answers.all,
      cells.map(TruthCheck.Entry.init),
      version: version,
      verb: "stored",
      forgets: settings.keepsPart,
      isHidden: { _ in false },
      equals: equals
    )
    .finding(extent)
  }

  /// Checks the cells of a list that was loaded with nothing stored before.
  func checkNewDevice() {
    guard let screen else { return }
    let shown = entries(of: screen.list).filter { truth.knows($0.id) }
    let held = truth.items.filter { !subject.isHidden($0.id) }
    let ids = Set(shown.map(\.id))
    let missing = Array(held.drop { ids.contains($0.id) }.prefix { !ids.contains($0.id) })
    if let first = missing.first {
      let place = truth.places[first.id] ?? 0
      let before = place > 0 ? " after \(truth.items[place - 1].id)" : " at its start"
      return violate(
        .nothingLost,
        "on a new device \(TruthCheck.range(missing.map(\.id))) never came: the remote has "
          + "\(missing.count == 1 ? "it" : "them")\(before)" + storedToo(missing.map(\.id))
      )
    }
    for (item, entry) in zip(held, shown) {
      if item.id != entry.id {
        return violate(
          .nothingLost,
          truth.places[entry.id] == nil
            ? "on a new device \(entry.id) is shown, which is not at the remote any more"
            : "on a new device \(entry.id) is shown where the remote has \(item.id)"
        )
      }
      if equals(item, entry) == false {
        return violate(
          .newestContent,
          "on a new device \(item.id) is shown with \(TruthCheck.text(entry.component)); the remote "
            + "has \(TruthCheck.text(item.component))"
        )
      }
    }
    if let extra = shown.dropFirst(held.count).first {
      violate(.nothingLost, "on a new device \(extra.id) is shown, which should not be")
    }
  }

  private func entries(of list: List) -> [TruthCheck.Entry] {
    list.sections.flatMap { $0.cells.map(TruthCheck.Entry.init) }
  }

  /// Returns whether a cell has the content of an item; `nil` if that cannot be said.
  private func equals(_ item: SimItem, _ entry: TruthCheck.Entry) -> Bool? {
    guard let given = item.component else { return nil }
    if let equals = subject.equals { return equals(item, entry.cell) }
    guard let shown = entry.component, shown.type == given.type else {
      blindSpots.insert(
        "contents: the list shows components of type \(entry.cell.component.type), the remote gives "
          + "\(given.type); see SimSubject.comparing"
      )
      return nil
    }
    return shown == given
  }

  /// Checks the rules of the list under test.
  func checkOwnRules() {
    guard !subject.rules.isEmpty, let screen, isAlive(screen.epoch), screen.unanswered.isEmpty
    else {
      return
    }
    for rule in subject.rules {
      do {
        if let wrong = try rule.check(screen) { violate(.ownRule, "\(rule.name): \(wrong)") }
      } catch {
        violate(.ownRule, "\(rule.name): the check has failed: \(error)")
      }
    }
  }

  /// Checks a run that has held all rules, as the list under test wants it.
  func checkAfterSeed(_ list: List) {
    guard violation == nil, !subject.afterSeed.isEmpty else { return }
    let result = SimulationResult(
      shownIDs: list.sections.flatMap { $0.cells.map(\.id) },
      remoteIDs: truth.items.map(\.id),
      list: list,
      requestCount: requestCount ?? ownServer?.requestCount ?? traffic.serials,
      duration: now,
      trace: SimTrace(settings: settings, script: SimScript(), events: events),
      blindSpots: blindSpots.sorted()
    )
    for check in subject.afterSeed {
      do { try check(result) } catch { violate(.ownRule, "after the seed: \(error)") }
    }
  }

  /// Takes note of what could not be checked in this run.
  func seeBlindSpots() {
    if !settings.loadsEverything { blindSpots.insert("the whole list: it need not be loaded") }
    for invariant in settings.unchecked {
      blindSpots.insert("\(invariant.rawValue): the settings exclude it")
    }
    if stored == nil { blindSpots.insert("what is stored: the list does not use SimWorld.pages") }
    guard ownServer != nil else { return }
    if answers.all.isEmpty, !truth.items.isEmpty {
      blindSpots.insert("requests and their answers: they do not go through SimWorld.remote")
    }
    if ownServer?.requestCount == nil, traffic.serials == 0 {
      blindSpots.insert("the number of requests: the server does not count them")
    }
    if truth.items.contains(where: { $0.component == nil }) {
      blindSpots.insert("contents: the server tells none of some items")
    }
  }
}

extension SimChange {
  /// The change in words.
  var words: String {
    switch self {
    case .insert: "insertions at the remote"
    case .delete: "deletions at the remote"
    case .move: "moves at the remote"
    case .update: "changed contents at the remote"
    }
  }
}
