import ListAdapter
import ListKeeping
import ListLayout
import ListModel
import ListPaging
import ListStorage
import Synchronization

/// A screen, a pager, a store and a remote on virtual time.
///
/// The pager's machine, the adapter with its simulated view, and the store that cursors read are the
/// real ones. The list that receives the pages is in memory.
final class PagingWorld {
  private(set) var now = 0
  var list: PagingList
  var remote: PagingRemote?
  private let screenSettings: JSONValue
  private let trigger: JSONValue
  private let configuration: PagerConfiguration?
  var machine: PagerMachine?
  var screen: PagingScreen?
  private var agenda: [Appointment] = []
  private var appointments = 0
  private(set) var isInBackground = false
  private(set) var isAlive = false
  private var crash: String?
  /// The lists to show when the app returns to the foreground.
  private var postponed: [Showing] = []
  /// The window that a list without a screen shows.
  private var window: PagerWindow?
  /// The cells that were reported last, of a list without a screen.
  private var viewed: Set<Cell.ID> = []

  // The values that checks read.
  var loads: [(at: Int, request: RemoteRequest)] = []
  private(set) var cancelled: [RemoteRequest.Kind] = []
  private var states: [PagerState] = []
  var diagnostics: [String] = []
  var applies: [Int] = []
  var completions = 0
  private let counters = Counters()
  var lastRead: Result<StoredPage, ListStoreError>?
  private var cursors: [String: PageCursor] = [:]
  private var store: ListStore?

  private var isHeadless: Bool { screenSettings["headless"]?.bool ?? false }
  var windowIDs: [String] { window?.ids.map(\.rawValue) ?? [] }

  /// Returns the states that were told since the last call.
  func takeStates() -> [PagerState] {
    defer { states = [] }
    return states
  }

  private struct Appointment {
    var at: Int
    var number: Int
    var what: What
  }

  private enum What {
    case answer(Int, Result<RemotePage, RemoteFailure>)
    case wake
    case endAnimation
    case frame(by: Double, isLast: Bool)
  }

  private struct Showing {
    var window: PagerWindow?
    var isCounted: Bool
  }

  init(_ settings: [String: JSONValue]) throws {
    let pager = settings["pager"] ?? .null
    screenSettings = settings["list"] ?? .null
    trigger = pager["trigger"] ?? .null
    let seed = settings["seed"]?.text
    list = PagingList(seed.map(IDText.ids) ?? [])
    if let remote = settings["remote"], !remote.isNull { self.remote = try PagingRemote(remote) }
    configuration =
      pager["enabled"]?.bool ?? true ? try PagerConfiguration(pager, trigger) : nil
  }

  // MARK: Time

  private func appoint(_ at: Int, _ what: What) {
    appointments += 1
    agenda.append(Appointment(at: max(at, now), number: appointments, what: what))
  }

  private var nextAppointment: Int? {
    agenda.indices.min { (agenda[$0].at, agenda[$0].number) < (agenda[$1].at, agenda[$1].number) }
  }

  private func run(until end: Int?) throws {
    var count = 0
    while let index = nextAppointment, end.map({ agenda[index].at <= $0 }) ?? true {
      count += 1
      guard count < 100_000 else { throw PagingCaseError("this never comes to rest") }
      let appointment = agenda.remove(at: index)
      now = max(now, appointment.at)
      try keep(appointment.what)
    }
    if let end { now = max(now, end) }
  }

  private func keep(_ what: What) throws {
    switch what {
    case .answer(let request, let result): try step(.answered(request: request, result))
    case .wake: try step(.woken)
    case .endAnimation:
      guard !isInBackground else { return }
      screen?.view.flush()
      noteShown()
      try scheduleAnimationEnd()
      try drainMailbox()
    case .frame(let distance, let isLast):
      guard let screen else { return }
      try screen.scroll(to: screen.clamped(screen.view.contentOffset + distance))
      if isLast { screen.view.comeToRest() }
      try drainMailbox()
    }
  }

  // MARK: The pager

  func step(_ event: PagerMachine.Event) throws {
    guard var machine else { return }
    let effects = machine.step(event, at: now)
    self.machine = machine
    for effect in effects {
      guard self.machine != nil else { return }
      try perform(effect)
    }
    try drainMailbox()
  }

  private func perform(_ effect: PagerMachine.Effect) throws {
    switch effect {
    case .load(let request):
      loads.append((now, request))
      guard let remote else { throw PagingCaseError("there is no remote to ask") }
      appoint(
        now + remote.latency(of: request),
        .answer(request.number, remote.answer(request))
      )
    case .cancel(let number):
      if let load = loads.last(where: { $0.request.number == number }) {
        cancelled.append(load.request.kind)
      }
    case .state(let state): states.append(state)
    case .commit(let commit):
      if crash == "beforeNextCommit" { return die() }
      let parent = list.version
      let isMade = list.commit(commit)
      if crash == "afterNextCommit" { return die() }
      if isMade {
        try step(.committed(commit: commit.number, version: list.version))
      } else if parent != commit.parent {
        try step(.overtaken(commit: commit.number, list.stored))
      }
    case .show(let window): try show(Showing(window: window, isCounted: true))
    case .wake(let time): appoint(time, .wake)
    case .diagnose(.duplicates): break
    case .diagnose(let diagnostic): diagnostics.append("\(diagnostic)")
    }
  }

  private func die() {
    isAlive = false
    crash = nil
    agenda = []
    machine = nil
    screen = nil
    window = nil
    viewed = []
    postponed = []
    _ = counters.mailbox.take()
  }

  private func open() throws {
    isAlive = true
    if !isHeadless {
      screen = PagingScreen(
        screenSettings,
        points: configuration == nil || trigger["items"] == nil ? trigger : .null,
        counters: counters
      )
    }
    if configuration != nil {
      makeMachine()
      try step(.opened(list.stored))
    } else {
      try show(Showing(window: nil, isCounted: false))
    }
  }

  private func makeMachine() {
    guard machine == nil, let configuration else { return }
    machine = PagerMachine(configuration: configuration, firstRequest: loads.count + 1)
  }

  // MARK: The screen

  private func show(_ showing: Showing) throws {
    guard !isInBackground else { return postponed.append(showing) }
    if isHeadless { return try showHeadless(showing) }
    guard let screen else { return }
    let ids = showing.window?.ids ?? list.ids
    let version = showing.window?.version ?? list.version
    screen.show(list.cells(ids), version: version, isPrepend: showing.window?.cause == .prepend) {
      [counters] in
      if showing.isCounted { counters.count(\.completions) }
      if showing.window != nil { counters.mailbox.put(.shown) }
    }
    noteShown()
    try scheduleAnimationEnd()
    try drainMailbox()
  }

  /// Reports the cells that were reported last again, at their new places, as a screen does.
  private func showHeadless(_ showing: Showing) throws {
    guard let window = showing.window else { return }
    self.window = window
    if window.version > 0, window.version != applies.last { applies.append(window.version) }
    let places = window.ids.indices.filter { viewed.contains(window.ids[$0]) }
    if let first = places.first, let last = places.last {
      try step(.viewed(first: first, last: last))
    }
    try step(.shown)
  }

  private func view(_ step: JSONValue) throws {
    guard let first = step["first"]?.int, let last = step["last"]?.int else {
      throw PagingCaseError("\"viewed\": numbers \"first\" and \"last\" are expected")
    }
    let ids = isHeadless ? window?.ids ?? [] : screen?.ids.map { Cell.ID($0) } ?? []
    viewed = Set(ids.indices.filter { $0 >= first && $0 <= last }.map { ids[$0] })
    try self.step(.viewed(first: first, last: last))
  }

  private func noteShown() {
    guard let version = screen?.adapter.version, version > 0, version != applies.last else {
      return
    }
    applies.append(version)
  }

  private var animationEnds = false

  private func scheduleAnimationEnd() throws {
    guard let screen, screen.view.hasPendingCompletions else { return }
    let length = screenSettings["applyMs"]?.int ?? 0
    if length > 0 {
      appoint(now + length, .endAnimation)
    } else {
      screen.view.flush()
      noteShown()
      try scheduleAnimationEnd()
    }
  }

  /// Passes on the messages of the screen.
  private func drainMailbox() throws {
    while let message = counters.mailbox.takeFirst() {
      switch message {
      case .viewed(let first, let last): try step(.viewed(first: first, last: last))
      case .reachedEnd: try step(.reached(.append))
      case .shown: try step(.shown)
      }
    }
  }

  // MARK: Steps

  func carryOut(_ step: JSONValue) throws {
    switch step["do"]?.text {
    case "open": try open()
    case "refreshBeforeStart":
      makeMachine()
      try self.step(.refresh)
    case "viewed": try view(step)
    case "settle": try run(until: nil)
    case "wait": try run(until: now + (step["ms"]?.int ?? 0))
    case "jump":
      try withScreen { screen in
        try screen.scroll(to: screen.clamped(step["to"]?.number ?? 0))
      }
    case "scroll": try frames(step) { screen, offset in try screen.scroll(to: offset) }
    case "drag":
      try frames(step) { screen, offset in try screen.view.drag(to: offset) }
      try release(velocity: (step["velocity"]?.number ?? 0) / 1_000)
    case "refresh": try self.step(.refresh)
    case "retry": try self.step(.retry)
    case "fillGap":
      let gap = step["id"]?.text ?? list.ids.map(\.rawValue).first { $0.hasPrefix("gap-") }
      guard let gap else { throw PagingCaseError("there is no gap to fill") }
      try self.step(.fillGap(Cell.ID(gap)))
    case "remote": try remote?.change(step)
    case "local": try changeLocally(step)
    case "background":
      isInBackground = true
      try self.step(.background)
    case "foreground": try enterForeground()
    case "resize":
      try withScreen { screen in
        try screen.resize(width: step["width"]?.number, height: step["height"]?.number)
      }
    case "kill": crash = step["at"]?.text ?? "beforeNextCommit"
    case "relaunch":
      die()
      isInBackground = false
      try open()
    case "read", "next", "compact": try read(step)
    case let other: throw PagingCaseError("what is the step \"\(other ?? "")\"?")
    }
  }

  private func withScreen(_ body: (PagingScreen) throws -> Void) throws {
    guard let screen else { return }
    try body(screen)
    try drainMailbox()
  }

  private func frames(_ step: JSONValue, _ move: (PagingScreen, Double) throws -> Void) throws {
    let length = max(1, screenSettings["frameMs"]?.int ?? 10)
    let distance = abs(step["step"]?.number ?? 10)
    guard distance > 0 else { throw PagingCaseError("a step of 0 points leads nowhere") }
    var remaining = 100_000
    while let screen, remaining > 0 {
      remaining -= 1
      let offset = screen.view.contentOffset
      let target = screen.clamped(step["to"]?.number ?? 0)
      guard offset != target else { break }
      try run(until: now + length)
      // Lists that were shown meanwhile may have moved the content or the end.
      let start = screen.view.contentOffset
      let end = screen.clamped(step["to"]?.number ?? 0)
      let next = end > start ? min(end, start + distance) : max(end, start - distance)
      try move(screen, next)
      try drainMailbox()
    }
  }

  private func release(velocity: Double) throws {
    guard let screen else { return }
    let rate = 0.998
    let start = screen.view.contentOffset
    let proposed = screen.clamped(start + velocity * rate / (1 - rate))
    let target = screen.view.release(velocity: velocity, target: proposed)
    try drainMailbox()
    guard target != start else { return }
    let length = max(1, screenSettings["frameMs"]?.int ?? 10)
    var offsets: [Double] = []
    var speed = abs(velocity)
    var offset = start
    while speed > 0.02, abs(target - offset) > 0.5, offsets.count < 10_000 {
      for _ in 0..<length {
        speed *= rate
        offset += target > start ? speed : -speed
      }
      if target > start ? offset >= target : offset <= target { break }
      offsets.append(offset)
    }
    offsets.append(target)
    var last = start
    for (index, offset) in offsets.enumerated() {
      appoint(
        now + (index + 1) * length,
        .frame(by: offset - last, isLast: index == offsets.count - 1)
      )
      last = offset
    }
  }

  private func changeLocally(_ step: JSONValue) throws {
    try list.change(step)
    if let store { try store.commit(stored, to: Self.name) }
    if machine != nil {
      try self.step(.changed(list.stored))
    } else if isAlive {
      try show(Showing(window: nil, isCounted: true))
    }
  }

  private func enterForeground() throws {
    isInBackground = false
    let waiting = postponed
    postponed = []
    for showing in waiting { try show(showing) }
    if screen?.view.hasPendingCompletions ?? false { try keep(.endAnimation) }
    try step(.foreground)
    try withScreen { $0.adapter.viewportDidChange() }
  }

  // MARK: Cursors

  private static let name: List.ID = "list"

  private var stored: List { List(sections: [Section(id: "items", cells: list.cells(list.ids))]) }

  private func read(_ step: JSONValue) throws {
    let store = try self.store ?? ListStore.inMemory()
    if self.store == nil {
      try store.commit(stored, to: Self.name)
      self.store = store
    }
    let limit = step["limit"]?.int ?? 20
    let name = step["cursor"]?.text ?? ""
    do {
      switch step["do"]?.text {
      case "compact":
        var retention = ListStore.Retention.unlimited
        // Retaining a change also retains the version before it.
        retention.versions = max(0, (step["keep"]?.int ?? 1) - 1)
        retention.age = .zero
        try store.compact(retention)
      case "read":
        try take(try store.firstPage(of: Self.name, limit: limit), name)
      default:
        guard let cursor = cursors[name] else {
          throw PagingCaseError("there is no cursor \"\(name)\"")
        }
        guard let reading = PageReading(rawValue: step["mode"]?.text ?? "pinned") else {
          throw PagingCaseError("what is reading by \"\(step["mode"]?.text ?? "")\"?")
        }
        try take(try store.page(after: cursor, reading, limit: limit), name)
      }
    } catch let error as ListStoreError {
      lastRead = .failure(error)
    }
  }

  private func take(_ page: StoredPage, _ name: String) throws {
    cursors[name] = page.cursor
    lastRead = .success(page)
  }

  // MARK: Counts

  func count(_ path: KeyPath<Counts, Int>) -> Int { counters.counts[keyPath: path] }
}
