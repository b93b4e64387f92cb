import Foundation
import ListAdapter
import ListLayout
import ListModel
import ListPaging
import ListStorage

/// One run: a world in which a script happens.
///
/// `@unchecked`: it is used only on the thread that runs it. Lists under test reach it only through
/// ``SimClock``, ``SimRemote``, ``SimPages`` and ``SimScreen``, which ask ``isHere(_:)`` first and
/// stop there on another thread.
final class SimRun: @unchecked Sendable {
  let settings: SimSettings
  let executor: SimExecutor
  let subject: SimSubject
  var server: SimServer
  /// The server of the list under test, which then is the remote.
  let ownServer: (any SimulatedServer)?
  /// What the remote holds.
  var truth: SimTruth
  /// What the remote has answered.
  var answers = SimAnswers()
  /// What could not be seen or compared in this run.
  var blindSpots: Set<String> = []
  /// Where the list under test stores its pages, if it does in the world's store.
  private(set) var stored: StoredPlace?
  private var deviceCount = 0
  private var clearedAt: Int?
  /// The last item of the page of an own server that ends at a key.
  var honestEnds: [String: Cell.ID] = [:]
  private var chances: [String: SimRandom] = [:]
  private var isFinishing = false
  /// Whether the list under test was found to go on without end.
  private(set) var isLooping = false
  /// Whether the user taps what offers to go on.
  private(set) var acts = false
  private var lateCalls = 0
  /// Whether the stored list is checked after every commit.
  private let looksClosely: Bool
  /// The first moment in which the stored list was wrong.
  private(set) var first: SimViolation?
  let initialKey: PageKey?
  var traffic = SimTraffic()
  private(set) var epoch = 0
  private(set) var isDown = true
  private(set) var screen: SimScreen?
  private var list: (any SimulatedList)?
  private var task: Task<Void, Never>?
  /// The store, unless a model takes its place.
  private(set) var store: ListStore?
  /// What takes the place of the store.
  var model: ModelStore?
  /// Whether the list under test uses the store itself, which a model is not: the run does not count.
  private(set) var needsStore = false
  private let path: String?
  private var armed: [SimFault] = []
  private var emptyPages = 0
  private var expiredKeys = 0
  /// Whether the app was asked to refresh in the background.
  private(set) var isAskedBehind = false
  var crash: SimStep.CrashPoint?
  private(set) var backgroundSince: Int?
  var reader = SimReader()
  /// The cell that must be read again before nothing is missing above it.
  var pushed: Pushed?
  /// How many requests had been sent when the app was opened.
  private(set) var launchSerial = 0
  /// What was compared last.
  var lastComparison: Comparison?
  /// The list that was last read for the screen.
  var lastWindow: (place: WindowPlace, list: List)?

  private let keepsEvents: Bool
  private(set) var events: [(step: Int, event: SimEvent)] = []
  private(set) var hash = TraceHash()
  private(set) var violation: SimViolation?
  private(set) var step = 0
  private let look: ((SimMoment) -> Void)?

  init(
    _ settings: SimSettings,
    _ subject: SimSubject,
    keepsEvents: Bool,
    looksClosely: Bool = false,
    look: ((SimMoment) -> Void)? = nil
  ) throws {
    if let fault = settings.fault { throw SimulationError.invalidSettings(fault) }
    self.looksClosely = looksClosely
    self.settings = settings
    self.subject = subject
    self.keepsEvents = keepsEvents
    self.look = look
    executor = SimExecutor(schedule: settings.schedule, seed: settings.seed)
    server = SimServer(count: settings.itemCount)
    initialKey = server.key(at: settings.startPlace)
    do {
      ownServer = try subject.makeServer?(settings)
      truth = SimTruth(try ownServer?.items() ?? server.contents)
    } catch {
      throw SimulationError.serverFailed("\(error)")
    }
    switch settings.storage {
    case .model:
      path = nil
      model = ModelStore()
    case .memory:
      path = nil
      store = try ListStore.inMemory()
    case .file:
      path =
        FileManager.default.temporaryDirectory
        .appendingPathComponent("simulation-\(UUID().uuidString).db").path
    }
  }

  deinit {
    guard let path else { return }
    store = nil
    Self.remove(path)
  }

  var now: Int { executor.now }
  func isHere(_ place: @autoclosure () -> String) -> Bool { executor.isHere(place()) }
  func isAlive(_ epoch: Int) -> Bool { epoch == self.epoch && !isDown }

  /// Whether a list that has ended, or goes on without end, asks again and again.
  func isLost(_ epoch: Int) -> Bool {
    if isAlive(epoch), !isLooping { return false }
    lateCalls += 1
    return isLooping || lateCalls > Self.lateCallLimit
  }

  private static let lateCallLimit = 1_000

  /// Ends the run: the list under test goes on without end.
  func endLoop() {
    isLooping = true
    executor.stop()
  }

  // MARK: What has happened

  func note(_ kind: SimEvent.Kind, id: String? = nil, n: Int? = nil, count: Int? = nil) {
    let event = SimEvent(t: now, k: kind, id: id, n: n, count: count)
    hash.add(event)
    if keepsEvents { events.append((step, event)) }
  }

  func violate(_ invariant: SimInvariant, _ message: @autoclosure () -> String) {
    guard violation == nil, !settings.unchecked.contains(invariant) else { return }
    var found = SimViolation(invariant, message())
    found.step = step
    found.time = now
    violation = found
  }

  /// Looks at the stored list after a commit.
  func looked(at version: Int, _ place: StoredPlace) {
    guard looksClosely, first == nil, let found = storedFinding(place, at: version, .between) else {
      return
    }
    var violation = SimViolation(found.invariant, found.message)
    violation.step = step
    violation.time = now
    first = violation
  }

  /// The simulated remote as a source that counts items or pages; `nil` if it pages by keys.
  var countingSource: (any RemoteSource)? {
    guard ownServer == nil else { return nil }
    let size = settings.pageSize
    switch settings.paging {
    case .keyset: return nil
    case .offset: return OffsetSource { [self] in slice($0, $1) }
    case .pageNumber:
      return PageNumberSource { [self] number, _ in
        slice((min(number, 1_000_000) - 1) * size, size)
      }
    }
  }

  private func slice(_ start: Int, _ size: Int) -> NumberedPage {
    let items = server.items
    let start = min(start, items.count)
    let end = min(items.count, start + max(0, size))
    return NumberedPage(
      cells: items[start..<end].map(SimServer.cell),
      isLast: end >= items.count,
      total: settings.counts ? items.count : nil
    )
  }

  /// Takes note that nothing is expected of some items, because something untrue was told of them.
  func forgo(_ ids: some Sequence<Cell.ID>) {
    let ids = Array(ids)
    server.forgo(ids)
    truth.forgo(ids)
  }

  /// Expects nothing of the items that have come, gone, moved or changed since an older list.
  func forgoChanges(since older: [SimServer.Item]) {
    forgo(Set(older).symmetricDifference(server.items).map(\.id))
  }

  /// Takes note of what the remote holds after a change.
  private func noteTruth(moved: Set<Cell.ID>? = nil) throws {
    guard let ownServer else {
      return truth.note(server.contents, moved: moved ?? [], at: now)
    }
    do {
      let items = try ownServer.items()
      if items != truth.items { truth.note(items, moved: nil, at: now) }
    } catch {
      throw SimulationError.serverFailed("\(error)")
    }
  }

  /// How many requests were sent until everything was loaded; what is checked after that asks again.
  private(set) var requestCount: Int?

  /// Takes note of what the server holds now; says whether it could be asked.
  func noteTruthQuietly() -> Bool {
    do {
      try noteTruth()
      return true
    } catch {
      violate(.honestServer, "\(error)")
      return false
    }
  }

  /// A section of a list in the world's store.
  struct StoredPlace: Hashable {
    var list: List.ID
    var section: Section.ID
  }

  /// Whether the list under test stores what it loads in the world's store.
  var usesPages: Bool { stored != nil }

  func shares(_ place: StoredPlace) { stored = place }

  /// The real store; a run with a model does not count any more.
  func realStore() -> ListStore {
    if let store { return store }
    needsStore = true
    do {
      let made = try ListStore.inMemory()
      store = made
      return made
    } catch {
      // No file, name or input takes part in it: only a process that has no memory or threads left gets here, in
      // the middle of a call that cannot throw, and has nothing to lose.
      preconditionFailure("no store can be opened in memory: \(error)")
    }
  }

  // MARK: Faults

  func arm(_ fault: SimFault) {
    if let ownServer, fault.subject == .remote, ownServer.arm(fault) { return }
    switch fault {
    case .givesEmptyPages: emptyPages += 12
    case .expiresKeys: expiredKeys += 24
    case .viewRefuses:
      if let view = screen?.view { view.faults.insert(.refuse(batch: view.statistics.batches + 1)) }
    default: armed.append(fault)
    }
  }

  func takeFault(_ subject: SimFault.Subject) -> SimFault? {
    if let index = armed.firstIndex(where: { $0.subject == subject }) {
      return armed.remove(at: index)
    }
    guard subject == .remote else { return nil }
    if expiredKeys > 0 {
      expiredKeys -= 1
      return .expiresKeys
    }
    guard emptyPages > 0 else { return nil }
    emptyPages -= 1
    return .givesEmptyPages
  }

  private func disarm() {
    armed = []
    emptyPages = 0
    expiredKeys = 0
    crash = nil
    screen?.view.faults = []
    ownServer?.disarm()
  }

  /// Returns whether a fault of the list under test happens now.
  func happens(_ name: String) -> Bool {
    guard isHere("chance was asked"), settings.hasOwnFaults, !isFinishing,
      let percent = subject.faults[name]
    else { return false }
    var random = chances[name] ?? SimRandom(seed: settings.seed, stream: "fault/\(name)")
    defer { chances[name] = random }
    return random.happens(percent)
  }

  /// Ends the app here and now.
  func die() -> CancellationError {
    crash = nil
    isDown = true
    note(.crash)
    return CancellationError()
  }

  // MARK: The app

  func launch() throws {
    epoch += 1
    let epoch = epoch
    note(.launch, n: epoch)
    isDown = false
    traffic.forget()
    backgroundSince = nil
    if let path {
      var configuration = ListStore.Configuration()
      configuration.durability = .normal
      store = try ListStore(path: path, configuration: configuration)
    }
    checkStoredPages()
    let before = launchState()
    launchSerial = traffic.serials
    let screen = SimScreen(self, epoch: epoch, subject.present)
    self.screen = screen
    let world = SimWorld(run: self, epoch: epoch)
    let make = subject.make
    task = Task(executorPreference: executor) { [weak self] in
      do {
        let list = try await make(world)
        self?.list = list
        try await list.run(on: screen)
      } catch is CancellationError {
      } catch {
        guard let self, isHere("the list has failed"), isAlive(epoch) else { return }
        violate(.eventuallyLoads, "the list has failed: \(error)")
      }
    }
    try executor.runReady()
    checkLaunch(before)
  }

  private func end() throws {
    isDown = true
    task?.cancel()
    task = nil
    list = nil
    let closed = screen
    screen = nil
    try executor.runReady()
    closed?.close()
    try executor.runReady()
    traffic.forget()
    answers.dropAll(knowing: usesPages)
    if path != nil { store = nil }
  }

  private func relaunchIfDown() throws {
    guard isDown else { return }
    try end()
    try launch()
  }

  // MARK: Running

  /// Runs a script, and then lets everything come to rest without faults.
  func run(_ script: SimScript) throws {
    try executor.takingOver {
      do {
        try launch()
        lookNow(nil)
        for (index, step) in script.steps.enumerated() {
          guard violation == nil else { break }
          self.step = index + 1
          traffic.forgetRepetitions()
          try take(step)
          if ownServer != nil { try noteTruth() }
          try relaunchIfDown()
          check()
          if violation == nil { lookNow(step) }
        }
        if violation == nil {
          step = script.steps.count + 1
          try finish()
        }
      } catch let found as SimViolation {
        violate(found.invariant, found.message)
      }
      lookNow(script.steps.dropFirst(max(0, step - 1)).prefix(min(1, step)).first)
    }
  }

  private func lookNow(_ step: SimStep?) {
    guard let look, let screen else { return }
    look(
      SimMoment(index: self.step, step: step, time: now, violation: violation, view: screen.view)
    )
  }

  /// Ends the app, so that nothing of it stays.
  func close() {
    executor.goOn()
    executor.takingOver {
      try? end()
    }
  }

  private func check() {
    if let place = executor.escapes.first {
      violate(.deterministic, "\(place) from another thread than the simulation's")
    }
    screen?.checkAtRest()
    checkOwnRules()
  }

  func pass(_ milliseconds: Int) throws {
    try executor.runReady()
    try executor.advance(to: now + max(0, milliseconds)) { [self] in
      screen?.looked()
      if isDown { try relaunchIfDown() }
      return violation == nil
    }
  }

  /// Lets time pass until nothing happens any more.
  func settle() throws {
    try executor.runReady()
    let end = now + Self.patience
    let limit = traffic.serials + 50 + server.items.count
    while violation == nil, let next = executor.nextTime {
      guard next <= end else {
        if settings.comesToRest {
          throw SimViolation(
            .quiet,
            "something still happens \(Self.patience) ms after all was done"
          )
        }
        break
      }
      try pass(next - now)
      if traffic.serials > limit {
        throw SimViolation(
          .quiet,
          "requests are sent without end, \(limit) by now, and no user does anything; the last were for "
            + traffic.lastRequests
        )
      }
    }
    if isDown { try relaunchIfDown() }
    guard settings.comesToRest, violation == nil, executor.nextTime == nil else { return }
    screen?.checkQuiet()
    checkPagerAtRest()
    checkContent(.between)
  }

  private static let patience = 600_000

  private func withScreen(_ body: (SimScreen) throws -> Void) rethrows {
    guard let screen, !isDown else { return }
    try body(screen)
  }

  // MARK: Steps

  private func take(_ step: SimStep) throws {
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
  private func change(_ change: SimChange) throws {
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
  private func make(_ change: SimChange) -> (ids: [Cell.ID], moved: Set<Cell.ID>) {
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

  private func tellStoreChanged() throws {
    guard let list else { return }
    if let stored, let version = version(of: stored.list) { screen?.toldVersion = version }
    if let clearedAt, storedItems?.isEmpty ?? true { screen?.clearedAt = clearedAt }
    clearedAt = nil
    Task(executorPreference: executor) { await list.storeChanged() }
    try executor.runReady()
  }

  private func clamped(_ offset: Double, _ view: SimulatedCollectionView) -> Double {
    min(max(0, offset), max(0, view.contentLength - view.viewportLength))
  }

  /// Drags the content, one frame every 16 ms.
  private func drag(_ distance: Double) throws {
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
  private func fling(_ velocity: Double) throws {
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

  private func jump(to end: SimStep.End) throws {
    try withScreen { screen in
      try moving(screen) { view in
        switch end {
        case .start: try view.tapStatusBar()
        case .end: try view.scroll(to: clamped(.greatestFiniteMagnitude, view))
        }
      }
    }
  }

  private func tap(_ index: Int) {
    withScreen { screen in
      let paths = screen.view.pathsForVisibleItems.sorted()
      guard !paths.isEmpty else { return }
      tap(paths[abs(index % paths.count)], screen)
    }
  }

  private func tap(_ path: CellPath, _ screen: SimScreen) {
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

  private func act() throws {
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

  private func pull() {
    withScreen { screen in
      guard screen.handlesRefresh else { return }
      userActs()
      screen.pull = SimScreen.Pull(time: now, serial: traffic.serials)
      screen.view.pullToRefresh()
      screen.looked()
    }
  }

  private func resize(_ width: Double, _ height: Double) throws {
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

  private func leave(_ time: Int) throws {
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
  private func refreshBehind() throws {
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

  // MARK: The end

  /// Switches all faults off and lets the user scroll to the end: everything must settle.
  private func finish() throws {
    isFinishing = true
    disarm()
    try relaunchIfDown()
    screen?.view.isInWindow = true
    try settle()
    if settings.isShared { try tellStoreChanged() }
    try settle()
    if ownServer != nil { try noteTruth() }
    if violation == nil, settings.loadsEverything {
      try loadEverything()
      requestCount = ownServer?.requestCount ?? traffic.serials
      if violation == nil, rules != nil { checkContent(extent(endAfter: 0)) }
      var limit = 0
      if screen?.handlesRefresh == true {
        limit = truth.count()
        pull()
        try settle()
        try loadEverything()
      } else {
        blindSpots.insert("what a refresh brings in the end: the list cannot be pulled")
      }
      if violation == nil { checkContent(extent(endAfter: limit)) }
      if violation == nil, showsPart { try visitStart() }
      if violation == nil { checkEverythingLoaded() }
    }
    if violation == nil { checkStoredPages() }
    if violation == nil { checkStore() }
    if violation == nil, startsOver { try startOver() }
    seeBlindSpots()
  }

  /// Lets the user scroll to the ends, tap what offers to go on, and fill gaps, until nothing is new.
  private func loadEverything() throws {
    var last = screen?.ids ?? []
    var idle = 0
    var fruitless = 0
    for _ in 0..<Self.roundLimit {
      guard violation == nil, let screen else { return }
      traffic.forgetRepetitions()
      let requests = traffic.serials
      if offer(screen) != nil {
        let offered = offer(screen).flatMap { screen.list.cell(at: $0)?.id.rawValue } ?? "a cell"
        // A tap that leads to nothing, again and again, leads to nothing.
        fruitless += 1
        if fruitless > Self.tapLimit {
          return violate(
            .eventuallyLoads,
            "\(offered) offers to go on, was tapped \(Self.tapLimit) times, and nothing was asked for"
          )
        }
        acts = true
        try act()
        try settle()
        acts = false
        // What others have loaded meanwhile need not be asked for.
        let isSame =
          self.screen.flatMap { screen in
            offer(screen).flatMap { screen.list.cell(at: $0)?.id.rawValue }
          } == offered
        if rules != nil, traffic.serials == requests, violation == nil, isSame {
          return violate(
            .eventuallyLoads,
            "\(offered) was tapped, and nothing was asked for"
          )
        }
      } else if screen.ids.allSatisfy({ !truth.knows($0) }), !truth.items.isEmpty {
        pull()
      } else {
        try jump(to: .end)
      }
      try settle()
      // A part of a list is elsewhere after that.
      if settings.startsInMiddle || idle > 0, !showsPart {
        try jump(to: .start)
        try settle()
        try jump(to: .end)
        try settle()
      }
      check()
      let ids = self.screen?.ids ?? []
      idle = ids == last && self.screen.map({ offer($0) == nil }) ?? true ? idle + 1 : 0
      if ids != last || traffic.serials > requests { fruitless = 0 }
      last = ids
      if idle == 2 { break }
    }
    if violation == nil, rules != nil, let screen, let path = offer(screen),
      let cell = screen.list.cell(at: path)
    {
      violate(.eventuallyLoads, "\(cell.id) still offers to go on, whatever the user does")
    }
  }

  private static let tapLimit = 8

  /// Lets the user scroll to the start of a list that has only a part of the remote's: it comes back.
  private func visitStart() throws {
    var last: [Cell.ID] = []
    for _ in 0..<Self.roundLimit {
      guard violation == nil, let screen else { return }
      if offer(screen) != nil { try act() }
      try jump(to: .start)
      try settle()
      let ids = self.screen?.ids ?? []
      if ids == last { break }
      last = ids
    }
    checkStart()
    if violation == nil { try loadEverything() }
  }

  /// Whether the list shows or stores a part of the remote's only.
  private var showsPart: Bool { settings.keepsPart || screen?.shownLimit != nil }

  /// Whether the list must be loaded once more, as on a new device.
  private var startsOver: Bool {
    settings.loadsEverything && !settings.keepsPart && screen != nil && screen?.shownLimit == nil
      && (settings.seed.isMultiple(of: 4) || ownServer != nil)
  }

  /// Opens the app with nothing stored: the list must show exactly what the remote holds.
  private func startOver() throws {
    try end()
    switch settings.storage {
    case .file: path.map(Self.remove)
    case .memory: store = try ListStore.inMemory()
    case .model: model = ModelStore()
    }
    lastWindow = nil
    try launch()
    try settle()
    try loadEverything()
    if violation == nil { checkNewDevice() }
  }

  private static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-lock", ".lock"] { unlink(path + suffix) }
  }

  private static let roundLimit = 400
}
