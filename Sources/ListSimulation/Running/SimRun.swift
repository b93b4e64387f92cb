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
  private let subject: SimSubject
  var server: SimServer
  let initialKey: PageKey?
  var traffic = SimTraffic()
  private(set) var epoch = 0
  private(set) var isDown = true
  private(set) var screen: SimScreen?
  private var list: (any SimulatedList)?
  private var task: Task<Void, Never>?
  private(set) var store: ListStore?
  private let path: String?
  private var armed: [SimFault] = []
  private var emptyPages = 0
  var crash: SimStep.CrashPoint?
  private(set) var backgroundSince: Int?
  var reader = SimReader()
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
    look: ((SimMoment) -> Void)? = nil
  ) throws {
    if let fault = settings.fault { throw SimulationError.invalidSettings(fault) }
    self.settings = settings
    self.subject = subject
    self.keepsEvents = keepsEvents
    self.look = look
    executor = SimExecutor(schedule: settings.schedule, seed: settings.seed)
    server = SimServer(count: settings.itemCount)
    initialKey = server.middleKey
    switch settings.storage {
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
    for suffix in ["", "-wal", "-shm", "-lock", ".lock"] {
      unlink(path + suffix)
    }
  }

  var now: Int { executor.now }
  func isHere(_ place: @autoclosure () -> String) -> Bool { executor.isHere(place()) }
  func isAlive(_ epoch: Int) -> Bool { epoch == self.epoch && !isDown }

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

  // MARK: Faults

  func arm(_ fault: SimFault) {
    switch fault {
    case .givesEmptyPages: emptyPages += 12
    case .viewRefuses:
      if let view = screen?.view { view.faults.insert(.refuse(batch: view.statistics.batches + 1)) }
    default: armed.append(fault)
    }
  }

  func takeFault(_ subject: SimFault.Subject) -> SimFault? {
    if let index = armed.firstIndex(where: { $0.subject == subject }) {
      return armed.remove(at: index)
    }
    guard subject == .remote, emptyPages > 0 else { return nil }
    emptyPages -= 1
    return .givesEmptyPages
  }

  private func disarm() {
    armed = []
    emptyPages = 0
    crash = nil
    screen?.view.faults = []
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
    guard let store else { return }
    checkStoredPages()
    let screen = SimScreen(self, epoch: epoch, subject.present)
    self.screen = screen
    let world = SimWorld(run: self, epoch: epoch, store: store)
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
          try take(step)
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
    executor.takingOver {
      try? end()
    }
  }

  private func check() {
    if let place = executor.escapes.first {
      violate(.deterministic, "\(place) from another thread than the simulation's")
    }
    screen?.checkAtRest()
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
          "requests are sent for ever, \(limit) by now, and nobody does anything"
        )
      }
    }
    if isDown { try relaunchIfDown() }
    guard settings.comesToRest, violation == nil, executor.nextTime == nil else { return }
    screen?.checkQuiet()
    checkContent()
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
    case .act: try act()
    case .pull: pull()
    case .resize(let width, let height): try resize(width, height)
    case .rotate:
      if let viewport = screen?.view.viewport { try resize(viewport.height, viewport.width) }
    case .wait(let time): try pass(min(time, Self.patience))
    case .background(let time): try leave(min(time, Self.patience))
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
      try end()
      try launch()
    case .crash(let point): crash = point
    case .settle: try settle()
    case .read: read()
    case .insert(let count, let place):
      note(.remote, id: "insert", n: server.insert(count, at: place))
    case .delete(let place): note(.remote, id: server.delete(at: place)?.rawValue)
    case .move(let source, let target):
      note(.remote, id: server.move(from: source, to: target)?.rawValue)
    case .update(let place): note(.remote, id: server.update(at: place)?.rawValue)
    case .fault(let fault): arm(fault)
    }
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
    screen.expectedTap =
      drawn.flatMap { $0.indices.contains(path.item) ? $0[path.item] : nil }
      ?? screen.list.cell(at: path)?.id
    screen.view.deselectItem(at: path)
    screen.view.tapItem(at: path)
    screen.expectedTap = nil
  }

  /// Returns the first cell that offers to go on.
  private func offer(_ screen: SimScreen) -> CellPath? {
    for (section, model) in screen.list.sections.enumerated() {
      for (item, cell) in model.cells.enumerated() where Self.isOffer(cell) {
        return CellPath(section: section, item: item)
      }
    }
    return nil
  }

  private static func isOffer(_ cell: Cell) -> Bool {
    switch cell.component.type {
    case PagerGap.componentType: true
    case PagerHeader.componentType, PagerFooter.componentType:
      (try? cell.component.stored().content?.text.contains("\"failed\"")) ?? false
    default: false
    }
  }

  private func act() throws {
    try withScreen { screen in
      guard let path = offer(screen) else { return }
      try moving(screen) { view in
        let position = view.position(ofItemAt: path) ?? 0
        try view.scroll(to: clamped(position - view.viewportLength / 2, view))
      }
      // Scrolling may have changed the list.
      guard let path = offer(screen) else { return }
      tap(path, screen)
    }
  }

  private func pull() {
    withScreen { screen in
      guard screen.handlesRefresh else { return }
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
    try pass(time)
    backgroundSince = nil
    guard epoch == self.epoch, !isDown else { return }
    note(.foreground)
    try tell(.foreground)
    try withScreen { screen in
      screen.presenter.viewportDidChange()
      try executor.runReady()
    }
  }

  // MARK: The end

  /// Switches all faults off and lets the user scroll to the end: everything must settle.
  private func finish() throws {
    disarm()
    try relaunchIfDown()
    screen?.view.isInWindow = true
    try settle()
    if violation == nil, settings.loadsEverything {
      var last: [Cell.ID] = []
      var idle = 0
      for _ in 0..<Self.roundLimit {
        guard violation == nil else { return }
        guard let screen else { break }
        if offer(screen) != nil {
          try act()
        } else if screen.ids.allSatisfy({ !server.known.contains($0) }), !server.items.isEmpty {
          pull()
        } else {
          try jump(to: .end)
        }
        try settle()
        if settings.startsInMiddle || idle > 0 {
          try jump(to: .start)
          try settle()
          try jump(to: .end)
          try settle()
        }
        check()
        let ids = self.screen?.ids ?? []
        idle = ids == last && self.screen.map({ offer($0) == nil }) ?? true ? idle + 1 : 0
        last = ids
        if idle == 2 { break }
      }
      if violation == nil { checkEverythingLoaded() }
    }
    if violation == nil { checkStoredPages() }
    if violation == nil { checkStore() }
  }

  private static let roundLimit = 400
}
