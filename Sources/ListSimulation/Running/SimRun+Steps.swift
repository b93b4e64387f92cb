import ListAdapter
import ListLayout
import ListModel
import ListPaging
import ListStorage

// The steps of a script, but for those that a user takes with a finger.

extension SimRun {
  func take(_ step: SimStep) throws {
    switch step {
    case .scroll(let distance): try drag(distance)
    case .fling(let velocity): try fling(velocity)
    case .jump(let end): try jump(to: end)
    case .tap(let cell): tap(cell)
    case .act:
      acts = true
      defer { acts = false }
      try act()
    case .pull: pull()
    case .resize(let width, let height): try resize(width, height)
    case .rotate:
      if let viewport = screen?.view.viewport { try resize(viewport.height, viewport.width) }
    case .wait(let time): try pass(min(time, Self.patience))
    case .background(let time): try leave(min(time, Self.patience))
    case .refreshBehind(let time):
      isAskedBehind = true
      defer { isAskedBehind = false }
      try leave(min(time, Self.patience))
    case .cover(let time):
      screen?.view.isInWindow = false
      try pass(min(time, Self.patience))
      withScreen { screen in
        screen.changingScreen {
          screen.view.isInWindow = true
          try? screen.view.layoutIfNeeded()
          screen.presenter.viewportDidChange()
        }
      }
    case .relaunch:
      let placeholders = certainPlaceholders
      try end()
      try launch()
      checkPlaceholdersKept(placeholders)
    case .crash(let point): crash = point
    case .settle: try settle()
    case .read: read()
    case .insert(let count, let place): try change(.insert(count: count, at: place))
    case .delete(let count, let place): try change(.delete(count: count, at: place))
    case .move(let source, let target): try change(.move(from: source, to: target))
    case .update(let count, let place): try change(.update(count: count, at: place))
    case .fault(let fault): arm(fault)
    case .other(let device): takeDevice(device)
    case .reload: try tellStoreChanged()
    case .own(let name): try takeOwn(name)
    }
    try executor.runReady()
  }

  /// Changes what the remote holds.
  func change(_ change: SimChange) throws {
    if let ownServer {
      do {
        if try !ownServer.make(change) {
          blindSpots.insert("\(change.words): the server does not make such changes")
        }
      } catch {
        throw SimulationError.serverFailed("\(error)")
      }
      note(.remote)
      return
    }
    let (ids, moved) = make(change)
    note(.remote, id: ids.first?.rawValue, n: ids.count)
    try noteTruth(moved: moved)
  }

  /// Changes the simulated remote's list.
  func make(_ change: SimChange) -> (ids: [Cell.ID], moved: Set<Cell.ID>) {
    switch change {
    case .insert(let count, let place): return (server.insert(count, at: place), [])
    case .delete(let count, let place): return (server.delete(count, at: place), [])
    case .update(let count, let place): return (server.update(count, at: place), [])
    case .move(let source, let target):
      let ids = server.move(from: source, to: target)
      return (ids, Set(ids))
    }
  }

  private func takeOwn(_ name: String) throws {
    guard let own = subject.steps.first(where: { $0.name == name }) else { return }
    do {
      try own.take(SimWorld(run: self, epoch: epoch))
    } catch {
      violate(.ownRule, "the step \"\(name)\" has failed: \(error)")
    }
  }

  /// Lets another device do something with the list that both store.
  private func takeDevice(_ device: SimStep.OtherDevice) {
    guard let stored, ownServer == nil, !isDown else { return }
    note(.other, id: device.rawValue)
    if device == .clears {
      if storedItems?.isEmpty == false { hasCleared = true }
      clear(stored.list)
      traffic.forgetKept()
      return
    }
    deviceCount += 1
    let pages = SimPages(run: self, epoch: epoch, place: stored, writer: deviceCount)
    let remote = SimRemote(run: self, epoch: epoch, writer: deviceCount)
    let other = SimDevice(self, remote, pages)
    Task(executorPreference: executor) { await other.take(device) }
  }

  /// Whether another device has emptied the list, and this one was not told yet.
  private var hasCleared: Bool {
    get { clearedAt != nil }
    set { clearedAt = newValue ? traffic.serials : nil }
  }

  func tellStoreChanged() throws {
    guard let list else { return }
    if let stored, let version = version(of: stored.list) { screen?.toldVersion = version }
    if let clearedAt, storedItems?.isEmpty ?? true { screen?.clearedAt = clearedAt }
    clearedAt = nil
    Task(executorPreference: executor) { await list.storeChanged() }
    try executor.runReady()
  }
}
