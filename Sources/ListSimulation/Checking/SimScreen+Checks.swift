import ListAdapter
import ListLayout
import ListModel
import ListPaging

/// The checks of the screen.
extension SimScreen {
  /// Checks the screen after something may have changed it.
  func looked() {
    guard run.isAlive(epoch) else { return }
    let version = presenter.shownVersion
    if version < highestVersion {
      run.violate(.monotoneApply, "version \(version) is shown after version \(highestVersion)")
    }
    highestVersion = max(highestVersion, version)
    seeEnd()
    checkRefresh()
  }

  // MARK: The end of the list

  /// Arms the end if another cell is last, or the end is far.
  func seeEnd() {
    let last = list.sections.last(where: { !$0.cells.isEmpty })?.cells.last?.id
    if !arming.hasSeen || last != arming.lastCellID {
      arming.isArmed = true
      arming.isDue = true
      arming.lastCellID = last
      arming.hasSeen = true
    }
    if let isNear = isEndNear, !isNear {
      arming.isArmed = true
      // The end of a movement was reported when the movement began.
      if !isDecelerating { arming.isDue = true }
    }
  }

  /// Whether the end is near enough to be reported; `nil` if the list does not ask for it.
  var isEndNear: Bool? {
    guard let list = presenter.shownList, list.handlers.handles(ListEvent.ReachEnd.self) else {
      return nil
    }
    let reply = EventReply<ReachEndOffset?>(nil)
    list.handlers.fire(ListEvent.ReachEndDistance.self, reply)
    guard let offset = reply.value, view.viewportLength > 0 else { return nil }
    let remaining = view.contentLength - view.viewportLength - view.contentOffset
    return view.contentLength < view.viewportLength
      || remaining <= offset.distance(viewportLength: view.viewportLength)
  }

  func reachedEnd(_ context: ReachEndContext) {
    run.note(.reachEnd, id: context.lastCellID?.rawValue)
    // The screen may show a version that was not checked yet.
    seeEnd()
    if !arming.isArmed {
      run.violate(
        .reachEndOncePerArming,
        "the end at \(context.lastCellID?.rawValue ?? "nothing") was told twice"
      )
    }
    arming.isArmed = false
    arming.isDue = false
  }

  // MARK: Refreshing

  /// Checks whether a refresh has ended, and with its own answer.
  func checkRefresh() {
    guard let pull, !view.isRefreshing else { return }
    self.pull = nil
    run.note(.refreshEnd)
    let own = run.traffic.inFlight.first {
      $0.request.kind == .refresh && $0.writer == 0 && !$0.isCancelled
        && $0.serial > pull.serial && $0.sent == pull.time
    }
    if let own {
      run.violate(
        .refreshEnds,
        "the refresh of \(pull.time) ms has ended while its request \(own.serial) is on its way"
      )
    }
  }

  // MARK: At rest

  /// Checks what must hold when nothing is on its way on the screen.
  func checkAtRest() {
    guard run.isAlive(epoch), !view.hasPendingCompletions, view.isInWindow else { return }
    let state = RestState(self)
    guard state != checked else { return }
    checked = state
    let paths = view.pathsForVisibleItems
    let list = list
    let isPaired =
      paths.count == displays.count
      && paths.allSatisfy { path in list.cell(at: path).map { displays[$0.id] != nil } ?? false }
    if !isPaired {
      let visible = Set(paths.compactMap { list.cell(at: $0)?.id })
      let odd = visible.symmetricDifference(displays.keys).sorted().prefix(3)
      run.violate(
        .displayPaired,
        "what has appeared and what is on screen differ: \(odd.map(\.rawValue).joined(separator: ", "))"
      )
    }
    checkLayout(list)
    checkNewest()
  }

  /// Compares the cells on screen with the frames, cell by cell.
  private func checkLayout(_ list: List) {
    let start = view.contentOffset
    let end = start + view.viewportLength
    let limit = max(0, view.contentLength - view.viewportLength)
    if start < -0.5 || start > limit + 0.5, !view.isDragging {
      run.violate(
        .screenMatchesLayout,
        "the screen is at \(start) of a content that can be scrolled to \(limit)"
      )
    }
    for (section, model) in list.sections.enumerated() {
      func position(_ item: Int) -> Double {
        view.position(ofItemAt: CellPath(section: section, item: item)) ?? 0
      }
      var item = model.cells.indices.partitioningIndex { position($0) > start }
      while item < model.cells.count, position(item) < end - 0.5 {
        let path = CellPath(section: section, item: item)
        if position(item) > start + 0.5, view.visibleCell(at: path) == nil {
          run.violate(
            .screenMatchesLayout,
            "\(model.cells[item].id) should be on screen at \(position(item)), and is not"
          )
          return
        }
        item += 1
      }
    }
  }

  /// Checks that the newest list that was requested is shown.
  private func checkNewest() {
    guard unanswered.isEmpty, let newest else { return }
    if let version = newest.version, presenter.shownVersion < version {
      run.violate(
        .monotoneApply,
        "version \(presenter.shownVersion) is shown at rest, and version \(version) was asked for"
      )
    } else if ids != newest.ids {
      run.violate(
        .monotoneApply,
        "\(ids.count) cells are shown at rest, others than the \(newest.ids.count) asked for last"
      )
    }
  }

  /// Checks what must hold when nothing happens any more.
  func checkQuiet() {
    guard run.isAlive(epoch) else { return }
    if !unanswered.isEmpty {
      run.violate(.answeredOnce, "\(unanswered.count) of \(shows) shows were never answered")
    }
    if let pull, view.isRefreshing {
      run.violate(.refreshEnds, "the refresh of \(pull.time) ms never ends")
    }
    if isEndNear == true, arming.isDue, !list.sections.allSatisfy(\.cells.isEmpty),
      view.isInWindow
    {
      run.violate(.eventuallyLoads, "the end is near, and the list was not told")
    }
  }
}

/// The state that a screen at rest depends on: if it is the same, the last check still holds.
struct RestState: Equatable {
  private let offset: Double
  private let content: LayoutExtent
  private let size: LayoutExtent
  private let batches: Int
  private let reloads: Int
  private let version: Int
  private let shows: Int
  private let unanswered: Int
  private let displays: Int

  init(_ screen: SimScreen) {
    let view = screen.view
    let statistics = view.statistics
    offset = view.contentOffset
    content = view.contentSize
    size = LayoutExtent(width: view.viewport.width, height: view.viewport.height)
    batches = statistics.batches
    reloads = statistics.reloads
    version = screen.presenter.shownVersion
    shows = screen.shows
    unanswered = screen.unanswered.count
    displays = screen.displayCount
  }
}
