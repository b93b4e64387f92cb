import ListModel
import ListPaging
import ListStorage

/// Checks of a pager whose configuration is known.
extension SimRun {
  var rules: PagerRules? { screen?.rules }

  /// The user tries again, or refreshes.
  func userActs() { screen?.rules?.userActs(at: now) }

  // MARK: The start

  /// Checks the requests that a pager sends when the app is opened.
  ///
  /// - Parameters:
  ///   - before: What was known before.
  ///   - isLate: Whether the user may have asked for something meanwhile.
  func checkLaunch(_ before: Launch, isLate: Bool = false) {
    guard let rules, !isDown, backgroundSince == nil else { return }
    let configuration = rules.configuration
    let first = traffic.firstSinceLaunch
    let isEmpty = before.storedCount == 0
    let isDue: Bool? =
      switch configuration.start {
      case .always: true
      case .never: false
      case .refreshIfEmpty: isEmpty
      case .refreshIfOlder: isEmpty ? true : nil
      }
    let isRefresh = first?.kind == .refresh
    if isDue == true, first == nil, traffic.mayBeKeptUntil <= now,
      before.requests == traffic.serials
    {
      violate(
        .eventuallyLoads,
        "the app was opened\(isEmpty ? " with nothing stored" : ""), and the pager has asked for "
          + "nothing; its start is \(configuration.start)"
      )
    } else if isDue == false, isRefresh, !isLate {
      violate(
        .noUselessLoad,
        "the app was opened, and the pager has refreshed; its start is \(configuration.start)"
      )
    }
    if isEmpty, isRefresh, first?.key != configuration.initialKey {
      violate(
        .eventuallyLoads,
        "the first page was asked for with \(first?.key.map { "the key \($0)" } ?? "no key"); the list "
          + "begins at \(configuration.initialKey.map { "the key \($0)" } ?? "the remote's start")"
      )
    }
  }

  /// What was known before the app was opened.
  struct Launch {
    var storedCount: Int
    var requests: Int
  }

  /// Returns what is known before the app is opened.
  func launchState() -> Launch {
    Launch(storedCount: storedItems?.count ?? 0, requests: traffic.serials)
  }

  /// The stored items in order; `nil` if nothing is stored.
  var storedItems: [Cell.ID]? {
    guard let stored else { return nil }
    return (try? storedPages(stored))?.ids.filter(truth.knows)
  }

  // MARK: Commits

  /// Checks what a commit of the list under test has stored.
  func checkCommitted(_ answer: SimAnswer?) {
    guard let rules, let answer, answer.writer == 0, case .taken = answer.fate else { return }
    if answer.kind == .refresh, rules.configuration.refreshMode == .replace,
      !answer.items.isEmpty, let stored = storedItems
    {
      let page = Set(answer.items.map(\.id))
      if let other = stored.first(where: { !page.contains($0) }) {
        violate(
          .nothingLost,
          "\(other) is stored after \(answer.name), which does not have it; as it is configured, the "
            + "page becomes the whole list"
        )
      }
    }
    if answer.kind == .append { checkRetention(rules.configuration) }
  }

  /// Checks that the store keeps no more pages above the shown ones than it must.
  private func checkRetention(_ configuration: PagerConfiguration) {
    // Changes cut pages, and a page that was cut may have no key to come back with.
    guard case .lastPages(let limit) = configuration.retention, truth.isUnchanged,
      truth.untrue.isEmpty, let stored = storedItems,
      let first = screen?.ids.first(where: truth.knows),
      let above = stored.firstIndex(of: first),
      // What stands above a gap is kept.
      storedIDs?.allSatisfy(truth.knows) ?? false,
      // What was read again has no keys between its pages.
      !answers.all.contains(where: { $0.kind == .rewalk || $0.kind == .reread })
    else { return }
    let most = (limit + 1) * max(configuration.pageSize, configuration.initialLoadSize)
    if above > 0, stored.count > most {
      violate(
        .memoryBound,
        "\(stored.count) items are stored, \(above) of them above the shown ones; the last \(limit) "
          + "pages are to be kept"
      )
    }
  }

  // MARK: At rest

  /// Checks what a pager must have done when nothing happens any more.
  func checkPagerAtRest() {
    guard let screen, let rules = screen.rules, isAlive(screen.epoch), screen.unanswered.isEmpty,
      backgroundSince == nil
    else { return }
    if screen.toldVersion > screen.presenter.shownVersion {
      violate(
        .monotoneApply,
        "version \(screen.toldVersion) was stored when the list was told of others' changes, and "
          + "version \(screen.presenter.shownVersion) is shown"
      )
    }
    checkExpired(screen)
    checkPromises(screen, rules)
    checkPushed()
    let isEmpty = !screen.ids.contains(where: truth.knows) && offer(screen) == nil
    if isEmpty, rules.configuration.start != .never, !rules.refreshWaits,
      let cleared = screen.clearedAt,
      traffic.lastRefresh <= cleared, !truth.items.isEmpty
    {
      violate(
        .eventuallyLoads,
        "another device has emptied the list, it is shown empty, and nothing was asked for since"
      )
    }
  }

  /// Checks that no direction waits for the user because a key has expired.
  private func checkExpired(_ screen: SimScreen) {
    for cell in screen.list.sections.lazy.flatMap(\.cells) where isFailed(cell) {
      let text = (try? cell.component.stored().content?.text) ?? ""
      if text.contains(RemoteCall.expiredReason) {
        violate(
          .eventuallyLoads,
          "\(cell.id) says that a key has expired, and waits for the user; the place must be found "
            + "again: \(text)"
        )
      }
    }
  }

  /// Whether a cell of the pager says that loading has failed.
  func isFailed(_ cell: Cell) -> Bool {
    switch cell.component.type {
    case PagerHeader.componentType, PagerFooter.componentType:
      (try? cell.component.stored().content?.text.contains("\"failed\"")) ?? false
    default: false
    }
  }
}
