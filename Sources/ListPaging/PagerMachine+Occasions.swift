import ListModel

/// What comes too early, what is due by itself, and pages of which nothing is shown.
extension PagerMachine {
  // MARK: Before the stored list was read

  /// Shows the first cells of a list whose others are being read.
  mutating func begin(_ stored: StoredPages) {
    guard !isOpen else { return }
    adopt(stored)
    showFirstWindow()
  }

  /// Waits for the user, because the stored list could not be read.
  mutating func failToOpen(_ reason: String) {
    guard !isOpen else { return }
    let request = RemoteRequest(
      number: 0,
      kind: .refresh,
      key: configuration.initialKey,
      size: configuration.initialLoadSize
    )
    self[.refresh].status = .failed(.storage(reason), request, nil)
  }

  /// Keeps an event that needs the stored list until that was read.
  ///
  /// - Returns: Whether the event is such a one.
  mutating func keepsEarly(_ event: Event) -> Bool {
    guard let name = event.earlyName else { return false }
    early.removeAll { $0.earlyName == name }
    early.append(event)
    return true
  }

  /// Takes the events that came too early, in their order.
  mutating func takeEarly(_ now: Int) {
    let events = early
    early = []
    for event in events {
      if event.isAsked { isAsked = true }
      take(event, now)
    }
  }

  // MARK: Refreshing by itself

  /// Whether the last refresh ended at least so many milliseconds ago, or is unknown.
  func isRefreshed(ago age: Int) -> Bool {
    guard let time = contents.refreshedAt else { return true }
    let (past, overflow) = now.subtractingReportingOverflow(time)
    return overflow ? time < 0 : past >= age
  }

  /// A user looks at the list again.
  mutating func comeBack(_ now: Int) {
    let wasAway = isInBackground
    isInBackground = false
    wake(now)
    guard wasAway else { return }
    switch configuration.refetch.onReturn {
    case .never: break
    case .always: refresh(now)
    case .ifOlder(let age): if isRefreshed(ago: age) { refresh(now) }
    }
  }

  /// Begins the refresh of an interval when its time has come, or asks to be woken then.
  mutating func refetchIfDue() {
    guard let interval = configuration.refetch.interval, !isInBackground else { return }
    if refreshBegan == nil { refreshBegan = now }
    guard !self[.refresh].isLoading, committing?.flight.lane != .refresh, let refreshBegan else {
      return
    }
    if case .waiting = self[.refresh].status { return }
    let (due, overflow) = refreshBegan.addingReportingOverflow(max(1, interval))
    guard !overflow else { return }
    if due <= now { return refresh(now) }
    guard refetchWake != due else { return }
    refetchWake = due
    effects.append(.wake(at: due))
  }

  // MARK: Pages of which nothing is shown

  /// Waits for the user, because the app shows nothing of the last pages in a direction.
  mutating func hide(_ direction: Direction, _ pages: Int) {
    let lane: Lane.ID = direction == .append ? .append : .prepend
    let edge = direction == .append ? contents.next : contents.previous
    guard isOpen, self[lane].isIdle, !edge.isEnded, let key = edge.key else { return }
    self[lane].isWanted = false
    self[lane].status = .failed(
      .stalled(pages: pages),
      RemoteRequest(
        number: 0,
        kind: direction == .append ? .append : .prepend,
        key: key,
        size: configuration.pageSize
      ),
      nil
    )
  }
}

extension PagerMachine.Event {
  /// Whether the user asks for something.
  var isAsked: Bool {
    switch self {
    case .refresh, .refreshAround, .reread, .retry, .fillGap, .jump: true
    default: false
    }
  }

  /// What the event is called while it waits for the stored list; `nil` if it need not wait.
  fileprivate var earlyName: String? {
    switch self {
    case .refresh, .refreshAround, .reread: "refresh"
    case .retry: "retry"
    case .changed: "changed"
    case .reached(let direction): "reached \(direction)"
    case .fillGap(let gap): "fillGap \(gap)"
    default: nil
    }
  }
}
