import ListAdapter
import ListLayout
import ListModel
import ListPaging
import ListStorage

// What a user does with a screen.

extension SimRun {
  private func clamped(_ offset: Double, _ view: SimulatedCollectionView) -> Double {
    min(max(0, offset), max(0, view.contentLength - view.viewportLength))
  }

  /// Drags the content, one frame every 16 ms.
  func drag(_ distance: Double) throws {
    let bounded = min(max(-Self.longestWay, distance), Self.longestWay)
    let count = max(1, Int((abs(bounded) / 160).rounded(.up)))
    for _ in 0..<count {
      let epoch = epoch
      guard let screen, !isDown else { return }
      try moving(screen) { view in
        try view.drag(to: clamped(view.contentOffset + bounded / Double(count), view))
      }
      try pass(ScrollPhysics.frameDuration)
      // The finger does not hold the content after another start of the app.
      guard epoch == self.epoch, violation == nil else { return }
    }
    try withScreen { screen in
      try moving(screen) { view in
        _ = view.release(velocity: 0, target: view.contentOffset)
        try view.layoutIfNeeded()
      }
    }
  }

  private static let longestWay = 1_000_000.0

  /// Throws the content; every eighth frame of the movement is shown.
  func fling(_ velocity: Double) throws {
    guard let screen, !isDown, velocity.isFinite else { return }
    let epoch = epoch
    var pictures: [Double] = []
    try moving(screen) { view in
      try view.drag(to: view.contentOffset)
      let resting = ScrollPhysics.normal.restingOffset(from: view.contentOffset, velocity: velocity)
      let start = view.contentOffset
      let target = view.release(velocity: velocity, target: clamped(resting, view))
      let all = ScrollPhysics.normal.offsets(from: start, to: target)
      pictures = all.indices.filter { $0 % 8 == 7 || $0 == all.count - 1 }.map { all[$0] }
      screen.isDecelerating = !pictures.isEmpty
    }
    var last = pictures.first ?? 0
    for (index, offset) in pictures.enumerated() {
      try pass(ScrollPhysics.frameDuration * 8)
      guard epoch == self.epoch, violation == nil else { return }
      try moving(screen) { view in
        // Cells that came in the meantime may have moved the content.
        let next = index == 0 ? offset : view.contentOffset + offset - last
        try view.scroll(to: clamped(next, view))
        if index == pictures.count - 1 {
          screen.isDecelerating = false
          view.comeToRest()
        }
      }
      last = offset
    }
    screen.isDecelerating = false
  }

  private func moving(_ screen: SimScreen, _ body: (SimulatedCollectionView) throws -> Void) throws
  {
    do {
      try body(screen.view)
    } catch let error as CollectionViewError {
      throw SimViolation(.screenMatchesLayout, "the view could not be laid out: \(error)")
    }
    screen.looked()
    try executor.runReady()
  }

  func jump(to end: SimStep.End) throws {
    try withScreen { screen in
      try moving(screen) { view in
        switch end {
        case .start: try view.tapStatusBar()
        case .end: try view.scroll(to: clamped(.greatestFiniteMagnitude, view))
        }
      }
    }
  }

  func tap(_ index: Int) {
    withScreen { screen in
      let paths = screen.view.pathsForVisibleItems.sorted()
      guard !paths.isEmpty else { return }
      tap(paths[abs(index % paths.count)], screen)
    }
  }

  func tap(_ path: CellPath, _ screen: SimScreen) {
    // The cell that the view has drawn there, by its own account if it has one.
    let drawn = screen.view.cellIDs(inSection: path.section)
    userActs()
    screen.expectedTap =
      drawn.flatMap { $0.indices.contains(path.item) ? $0[path.item] : nil }
      ?? screen.list.cell(at: path)?.id
    screen.view.deselectItem(at: path)
    screen.view.tapItem(at: path)
    screen.expectedTap = nil
  }

  /// Returns the first cell that offers to go on; a placeholder only if there is no other one, because
  /// what has failed there waits for a tap elsewhere.
  func offer(_ screen: SimScreen) -> CellPath? {
    var placeholder: CellPath?
    for (section, model) in screen.list.sections.enumerated() {
      for (item, cell) in model.cells.enumerated() where isOffer(cell) {
        let path = CellPath(section: section, item: item)
        guard cell.component.type == PagerPlaceholder.componentType else { return path }
        placeholder = placeholder ?? path
      }
    }
    return placeholder
  }

  private func isOffer(_ cell: Cell) -> Bool {
    if subject.offers(cell) { return true }
    switch cell.component.type {
    // A user who looks at a placeholder wants its item.
    case PagerGap.componentType, PagerPlaceholder.componentType: return true
    default: return isFailed(cell)
    }
  }

  func act() throws {
    try withScreen { screen in
      // Scrolling may have changed the list: what offers to go on may be elsewhere then.
      for _ in 0..<Self.tapLimit {
        guard let path = offer(screen) else { return }
        try moving(screen) { view in
          let position = view.position(ofItemAt: path) ?? 0
          try view.scroll(to: clamped(position - view.viewportLength / 2, view))
        }
        if let path = offer(screen), screen.view.pathsForVisibleItems.contains(path) { break }
      }
      guard let path = offer(screen) else { return }
      tap(path, screen)
    }
  }

  func pull() {
    withScreen { screen in
      guard screen.handlesRefresh else { return }
      userActs()
      screen.pull = SimScreen.Pull(time: now, serial: traffic.serials)
      screen.view.pullToRefresh()
      screen.looked()
    }
  }

  func resize(_ width: Double, _ height: Double) throws {
    try withScreen { screen in
      try moving(screen) { view in
        try view.resize(
          to: LayoutExtent(width: min(max(1, width), 10_000), height: min(max(1, height), 10_000))
        )
        screen.presenter.viewportDidChange()
      }
    }
  }

  private func tell(_ visibility: Pager.Visibility) throws {
    guard let list else { return }
    Task(executorPreference: executor) { await list.visibilityChanged(to: visibility) }
    try executor.runReady()
  }

  func leave(_ time: Int) throws {
    note(.background)
    let epoch = epoch
    try tell(.background)
    backgroundSince = now
    if isAskedBehind { try refreshBehind() }
    try pass(time)
    backgroundSince = nil
    guard epoch == self.epoch, !isDown else { return }
    note(.foreground)
    screen?.rules?.userReturns(at: now)
    let requests = traffic.serials
    try tell(.foreground)
    checkReturn(requests)
    try withScreen { screen in
      screen.presenter.viewportDidChange()
      try executor.runReady()
    }
  }

  /// Lets the app refresh in the background: a pager must do what it is asked for.
  func refreshBehind() throws {
    let requests = traffic.serials
    let isBusy = traffic.inFlight.contains { $0.writer == 0 } || settings.commitTime > 0
    pull()
    try executor.runReady()
    guard let rules, screen?.pull != nil, !isBusy, !isDown, traffic.serials == requests else {
      return
    }
    let limit = traffic.notBefore.values.max() ?? 0
    guard max(limit, traffic.keptUntil) <= now else { return }
    _ = rules
    violate(
      .eventuallyLoads,
      "the app was asked to refresh in the background at \(now) ms, and nothing was asked for"
    )
  }

  /// Checks that a pager that refreshes on each return has done so.
  private func checkReturn(_ requests: Int) {
    guard let rules, rules.configuration.refetch.onReturn == .always, !isDown,
      traffic.serials == requests, settings.commitTime == 0,
      !traffic.inFlight.contains(where: { $0.writer == 0 && $0.request.kind == .refresh }),
      max(traffic.notBefore.values.max() ?? 0, traffic.keptUntil) <= now
    else { return }
    violate(
      .eventuallyLoads,
      "the user has returned at \(now) ms, and nothing was asked for; as it is configured, the list "
        + "is refreshed on each return"
    )
  }
}
