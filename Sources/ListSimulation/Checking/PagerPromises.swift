import ListAdapter
import ListModel
import ListPaging

/// What a pager must still do because of what has happened, until it has done it.
///
/// The promises end with the app: a pager that begins again decides by what is stored.
struct PagerPromises {
  /// A request for a page at the end, as a refresh has cancelled it.
  struct Cancelled {
    var serial: Int
    /// The version that was shown.
    var version: Int
  }

  /// The request for the next page that a refresh has cancelled, and that was not sent again.
  private(set) var cancelled: Cancelled?
  /// The refresh whose page was overtaken while it was stored, and was not stored since.
  private(set) var overtaken: Int?
  private var emptyInARow: [RemoteRequest.Kind: Int] = [:]
  /// The newest key that has expired, until the list was read again.
  private var expired: PageKey?
  /// The keys that had expired when the list was read again, and that were not given since.
  private var useless: Set<PageKey> = []

  // MARK: Requests

  /// Takes note of a request; returns the key that it should not be sent with, because it had expired
  /// before the list was read again.
  mutating func begin(_ request: RemoteRequest) -> PageKey? {
    switch request.kind {
    case .append, .prepend:
      if request.kind == .append { cancelled = nil }
      return request.key.flatMap { useless.contains($0) ? $0 : nil }
    case .refresh, .rewalk, .reread: (emptyInARow, overtaken) = ([:], nil)
    case .jump: emptyInARow = [:]
    case .gap: break
    }
    return nil
  }

  mutating func cancel(_ call: RemoteCall, shown version: Int) {
    guard call.request.kind == .append else { return }
    cancelled = Cancelled(serial: call.serial, version: version)
  }

  mutating func userActs() { emptyInARow = [:] }

  // MARK: Answers

  /// Takes note of a page; returns how many of its direction had no item in a row.
  mutating func take(_ page: RemotePage, _ kind: RemoteRequest.Kind) -> Int {
    let given = [page.next, page.previous, page.end].compactMap { $0 }
    useless.subtract(given)
    if let expired, given.contains(expired) { self.expired = nil }
    guard kind == .append || kind == .prepend else { return 0 }
    let count = page.cells.isEmpty ? emptyInARow[kind, default: 0] + 1 : 0
    emptyInARow[kind] = count
    return count
  }

  mutating func expire(_ request: RemoteRequest) {
    switch request.kind {
    case .append, .prepend: expired = request.key
    // What is read again after that is the place of a gap.
    case .gap, .jump: expired = nil
    case .refresh, .rewalk, .reread: break
    }
  }

  // MARK: Commits

  mutating func beginCommit() { overtaken = nil }

  /// A commit was made.
  mutating func commit(_ answer: SimAnswer) {
    guard answer.kind == .rewalk, let key = expired else { return }
    expired = nil
    useless.insert(key)
  }

  /// A commit was refused, because another device was first.
  mutating func overtake(_ answer: SimAnswer) {
    (expired, useless) = (nil, [])
    if answer.kind == .refresh { overtaken = answer.serial }
  }
}

extension SimRun {
  /// Checks at rest that the pager has kept its promises.
  func checkPromises(_ screen: SimScreen, _ rules: PagerRules) {
    guard traffic.inFlight.allSatisfy({ $0.writer != 0 }) else { return }
    if let serial = rules.promises.overtaken {
      return violate(
        .eventuallyLoads,
        "the page of request \(serial) (refresh) was not stored, because another device was first; it "
          + "was neither placed again nor asked for again"
      )
    }
    guard let state = screen.state, offer(screen) == nil else { return }
    if let cancelled = rules.promises.cancelled, rules.configuration.prefetchDistance == nil,
      cancelled.version == screen.presenter.shownVersion, state.append.isWaitingForTheEnd
    {
      violate(
        .eventuallyLoads,
        "the end was reported, request \(cancelled.serial) for the next page was cancelled by a "
          + "refresh, and it was not sent again"
      )
    }
    guard state.hasNoError else { return }
    checkEmptyPage()
    checkPlaceholdersOnScreen(screen)
  }

  /// Checks that a page without items was followed by the next one.
  private func checkEmptyPage() {
    guard let last = answers.all.last(where: { $0.writer == 0 }), case .taken = last.fate,
      last.items.isEmpty, last.serial > launchSerial, traffic.serials == last.serial,
      last.kind == .append && !last.endsList || last.kind == .prepend && !last.startsList
    else { return }
    violate(
      .eventuallyLoads,
      "\(last.name) had no item at \(last.time) ms, there is more, and the next page was not asked for"
    )
  }

  /// Checks that a user who looks at placeholders gets their items.
  private func checkPlaceholdersOnScreen(_ screen: SimScreen) {
    guard truth.isUnchanged, truth.untrue.isEmpty, screen.view.isInWindow,
      let id = screen.visibleIDs.first(where: { PagerPlaceholder.index($0) != nil })
    else { return }
    violate(.eventuallyLoads, "\(id) is on screen, and its item was not asked for")
  }

  /// How many placeholders are shown, if nothing is on its way and they are as the remote has said.
  var certainPlaceholders: Int {
    guard let screen, !isDown, screen.unanswered.isEmpty, truth.isUnchanged, truth.untrue.isEmpty,
      !settings.isShared, let stored, screen.presenter.shownVersion == version(of: stored.list)
    else { return 0 }
    return screen.ids.count { PagerPlaceholder.index($0) != nil }
  }

  /// Checks that the number of missing items was kept while the app was closed.
  func checkPlaceholdersKept(_ before: Int) {
    guard before > 0, let screen, !isDown, screen.unanswered.isEmpty, let stored,
      screen.presenter.shownVersion == version(of: stored.list),
      !screen.ids.contains(where: { PagerPlaceholder.index($0) != nil })
    else { return }
    violate(
      .nothingLost,
      "\(before) placeholders were shown before the app was closed, and none when it was opened again"
    )
  }
}

extension LoadState {
  /// Whether nothing is asked for, and the end of the list was not reached.
  fileprivate var isWaitingForTheEnd: Bool { self == .notLoading(endOfPaginationReached: false) }
}

extension PagerState {
  fileprivate var hasNoError: Bool {
    refresh.error == nil && append.error == nil && prepend.error == nil
      && gaps.values.allSatisfy { $0.error == nil }
  }
}
