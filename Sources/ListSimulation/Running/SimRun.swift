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
  var deviceCount = 0
  var clearedAt: Int?
  /// Whether the first cells of a stored list are shown, and the others are to be read.
  var isReadingOthers = false
  /// What was known before the app was opened, if its stored list is still being read.
  private var readingLaunch: Launch?
  /// The last item of the page of an own server that ends at a key.
  var honestEnds: [String: Cell.ID] = [:]
  var chances: [String: SimRandom] = [:]
  var isFinishing = false
  /// Whether the list under test was found to go on without end.
  private(set) var isLooping = false
  /// Whether the user taps what offers to go on.
  var acts = false
  private var lateCalls = 0
  /// Whether the stored list is checked after every commit.
  private let looksClosely: Bool
  /// The first moment in which the stored list was wrong.
  private(set) var first: SimViolation?
  let initialKey: PageKey?
  var traffic = SimTraffic()
  var epoch = 0
  var isDown = true
  var screen: SimScreen?
  var list: (any SimulatedList)?
  private var task: Task<Void, Never>?
  /// The store, unless a model takes its place.
  var store: ListStore?
  /// What takes the place of the store.
  var model: ModelStore?
  /// Whether the list under test uses the store itself, which a model is not: the run does not count.
  private(set) var needsStore = false
  let path: String?
  var armed: [SimFault] = []
  var emptyPages = 0
  var expiredKeys = 0
  /// Whether the app was asked to refresh in the background.
  var isAskedBehind = false
  var crash: SimStep.CrashPoint?
  var backgroundSince: Int?
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
  func noteTruth(moved: Set<Cell.ID>? = nil) throws {
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
  var requestCount: Int?

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

  // MARK: The app

  func launch() throws {
    epoch += 1
    let epoch = epoch
    note(.launch, n: epoch)
    isDown = false
    traffic.forget()
    backgroundSince = nil
    isReadingOthers = false
    readingLaunch = nil
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
    if isReadingOthers { readingLaunch = before } else { checkLaunch(before) }
  }

  func end() throws {
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

  func relaunchIfDown() throws {
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

  func check() {
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
      if let before = readingLaunch, !isReadingOthers {
        readingLaunch = nil
        checkLaunch(before, isLate: true)
      }
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

  static let patience = 600_000

  func withScreen(_ body: (SimScreen) throws -> Void) rethrows {
    guard let screen, !isDown else { return }
    try body(screen)
  }
}
