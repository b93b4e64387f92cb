public import ListModel
public import ListPaging

/// The remote of a simulated world: a list that changes, behind a network that fails and a server that
/// lies, as the script says.
public struct SimRemote: RemoteSource {
  let run: SimRun
  let epoch: Int
  /// The number of the pager that asks; 0 for the list under test.
  var writer = 0
  /// The source that has the pages; the simulated remote's list if `nil`.
  var source: (any RemoteSource)?

  /// Reads a page, after the latency of the world.
  ///
  /// A list without a pager makes its own requests: `kind` and `key` say what they are for.
  ///
  /// - Throws: `RemoteFailure`; `CancellationError` when the task is cancelled.
  public func load(_ request: RemoteRequest) async throws -> RemotePage {
    guard run.isHere("the remote was asked") else { throw CancellationError() }
    if run.isLost(epoch) {
      // A loop that asks again at once would never end: it never goes on.
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    guard run.isAlive(epoch) else { throw CancellationError() }
    let call = RemoteCall(run, self, request)
    return try await withTaskCancellationHandler {
      try await call.answer()
    } onCancel: {
      call.cancel()
    }
  }

  /// The key of the page with an item, if the remote counts items or pages, and says how many there are.
  public func key(ofItemAt index: Int, size: Int) -> PageKey? {
    guard run.isHere("the remote was asked for a key") else { return nil }
    if let source { return source.key(ofItemAt: index, size: size) }
    return run.settings.counts ? run.countingSource?.key(ofItemAt: index, size: size) : nil
  }

  /// Reads a page by its key, for lists without a pager.
  ///
  /// - Parameters:
  ///   - key: The key to read from; `nil` for the start, which counts as a refresh.
  ///   - size: How many items; the world's page size if `nil`.
  /// - Returns: The page.
  /// - Throws: `RemoteFailure`; `CancellationError` when the task is cancelled.
  public func page(after key: PageKey? = nil, size: Int? = nil) async throws -> RemotePage {
    try await load(
      RemoteRequest(
        number: 0,
        kind: key == nil ? .refresh : .append,
        key: key,
        size: size ?? run.settings.pageSize
      )
    )
  }

  /// The ids at the remote now, in order; none on another thread, which counts as an escape.
  public var ids: [Cell.ID] {
    run.isHere("the remote was looked at") ? run.server.items.map(\.id) : []
  }
}

/// One request on its way.
///
/// `@unchecked`: it is made and answers on the thread of the simulation. Only ``cancel()`` can be
/// called from another thread, and it touches nothing there.
final class RemoteCall: @unchecked Sendable {
  let request: RemoteRequest
  let serial: Int
  let sent: Int
  var isCancelled = false
  /// Whether a refresh was sent after this.
  var isOvertaken = false
  /// Whether a list may drop the answer, because it may belong to an older list.
  var mayBeDropped = false
  private let run: SimRun
  let epoch: Int
  let writer: Int
  /// The place among all changes and answers at which the answer is true.
  private(set) var order = 0
  /// Whether the answer cannot be used, and a list must refuse it.
  private(set) var isRefused = false
  private var source: (any RemoteSource)?
  /// Whether the pages are not those of the simulated remote.
  private let isForeign: Bool
  /// What is done to the answer of ``source``.
  private var sourceFault: SimFault?
  private var outcome: Result<RemotePage, any Error>
  private var delay: Int
  private var ignoresCancellation = false

  init(_ run: SimRun, _ remote: SimRemote, _ request: RemoteRequest) {
    self.run = run
    epoch = remote.epoch
    writer = remote.writer
    isForeign = remote.source != nil
    self.request = request
    sent = run.now
    delay = run.settings.latency
    outcome = .failure(CancellationError())
    serial = run.traffic.nextSerial()
    run.begin(self)
    let fault = writer == 0 ? run.takeFault(.remote) : nil
    order = run.truth.count()
    do {
      try refuse(fault)
      if let other = remote.source ?? run.countingSource {
        (source, sourceFault) = (other, fault)
      } else {
        outcome = .success(try page(fault))
      }
    } catch {
      outcome = .failure(error)
    }
  }

  func answer() async throws -> RemotePage {
    if let source {
      do {
        var page = try await source.load(request)
        run.checkHonesty(of: page, self)
        if !isForeign {
          page.total = run.server.items.count
          page.answers = request.number > 0 ? request.number : nil
        }
        lie(sourceFault, &page)
        outcome = .success(page)
      } catch {
        outcome = .failure(error)
      }
      order = run.truth.count()
    }
    if delay > 0 {
      do {
        try await SimClock(executor: run.executor).sleep(until: sent + delay)
      } catch {
        guard ignoresCancellation else {
          run.end(self, .failure(error))
          throw error
        }
      }
    }
    run.end(self, outcome)
    return try outcome.get()
  }

  func cancel() {
    guard run.isHere("a request was cancelled") else { return }
    isCancelled = true
    guard run.isAlive(epoch) else { return }
    run.note(.cancel, n: serial)
    guard writer == 0, let screen = run.screen else { return }
    screen.rules?.promises.cancel(self, shown: screen.presenter.shownVersion)
  }

  // MARK: Answers

  /// What a failure says whose key has expired.
  static let expiredReason = "the remote has let this key expire"

  private func refuse(_ fault: SimFault?) throws {
    switch fault {
    case .fails: throw RemoteFailure(.unavailable, reason: "down")
    case .limitsRate:
      throw RemoteFailure(.rateLimited, reason: "rate limited", retryAfter: 5_000)
    // The key of an index is made when it is needed.
    case .expiresKey where request.key != nil && !request.isJump,
      .expiresKeys where request.key != nil && !request.isJump:
      throw RemoteFailure(.cursorExpired, reason: Self.expiredReason)
    case .expiresAllKeys where run.settings.paging == .keyset: run.server.expireKeys()
    case .losesAnswer:
      delay = 60_000
      throw RemoteFailure(.unavailable, reason: "timed out")
    case .isSlow: delay = max(10, delay) * 10
    case .answersCancelled: ignoresCancellation = true
    default: break
    }
  }

  private func page(_ fault: SimFault?) throws -> RemotePage {
    let isOld = fault == .isOutOfDate && run.settings.paging == .keyset
    let items = isOld ? run.server.older : run.server.items
    if isOld { run.forgoChanges(since: items) }
    let slice = try run.server.slice(items, request, run.settings)
    // An old page has its items where others stand by now: a list may believe that they have moved there.
    if isOld, slice.items != (try? run.server.slice(run.server.items, request, run.settings))?.items
    {
      run.forgo(slice.items.map(\.id))
    }
    var page = RemotePage(
      cells: slice.items.map(SimServer.cell),
      next: slice.next,
      previous: slice.previous,
      end: run.settings.namesEnd ? slice.end : nil,
      total: items.count,
      answers: request.number > 0 ? request.number : nil
    )
    lie(fault, &page)
    return page
  }

  private func lie(_ fault: SimFault?, _ page: inout RemotePage) {
    switch fault {
    case .repeatsItem:
      if let cell = page.cells.first {
        page.cells.append(cell)
        run.forgo([cell.id])
      }
    case .repeatsOtherItem:
      if !isForeign, let item = run.server.items.last {
        page.cells.insert(SimServer.cell(item), at: 0)
        run.forgo([item.id])
      }
    case .repeatsKey:
      if let key = request.key {
        isRefused = true
        if request.kind == .prepend { page.previous = key } else { page.next = key }
      }
    case .liesAboutTotal: page.total = -3
    case .givesEmptyPage, .givesEmptyPages:
      // As if they were filtered out: no screen can show items that never come.
      run.forgo(page.cells.map(\.id))
      // With offsets, items that slip into their places meanwhile do not come either.
      if run.settings.paging == .offset, let last = page.cells.last?.id,
        let index = run.server.items.firstIndex(where: { $0.id == last })
      {
        run.forgo(run.server.items[index...].prefix(6).map(\.id))
      }
      page.cells = []
    case .givesShortPage:
      let kept = page.cells.count / 2
      guard !isForeign, run.settings.paging == .keyset, kept > 0, request.kind != .prepend else {
        break
      }
      page.cells.removeLast(page.cells.count - kept)
      if let item = run.server.items.first(where: { $0.id == page.cells[kept - 1].id }) {
        page.next = run.server.key(item.order)
      }
    case .givesLongID:
      isRefused = true
      let id = Cell.ID(String(repeating: "x", count: Cell.ID.maximumByteCount + 1))
      page.cells.append(SimServer.cell(SimServer.Item(id: id, order: 0)))
    case .givesEmptyID:
      isRefused = true
      page.cells.append(SimServer.cell(SimServer.Item(id: "", order: 0)))
    case .answersOther:
      if request.number > 0 {
        isRefused = true
        page.answers = request.number + 1
      }
    default: break
    }
  }
}

/// The requests that are on their way between a list and its remote.
struct SimTraffic {
  /// The purpose of a request, to recognise another request for the same.
  struct Lane: Hashable {
    var kind: RemoteRequest.Kind
    /// The key, for requests without a number.
    var key: PageKey?
  }

  private(set) var inFlight: [RemoteCall] = []
  /// The ids that came with answers no refresh had overtaken.
  var current: Set<Cell.ID> = []
  /// The time before which each kind of request must not be sent.
  var notBefore: [Lane: Int] = [:]
  /// The time before which no page must be asked for after another start of the app: it was stored.
  private(set) var keptUntil = 0
  private var storedUntil = 0
  /// The latest of such times that the list may have stored.
  private(set) var mayBeKeptUntil = 0
  /// When the remote has last said that it does not want to be asked.
  var limitedAt = 0
  /// The first request since the app was opened.
  private(set) var firstSinceLaunch: RemoteRequest?
  /// The number of the last refresh.
  var lastRefresh = 0
  private(set) var serials = 0
  /// How often the last page was asked for in a row, since the user did something.
  private(set) var repetitions = 0
  private var last: Lane?
  /// When the last request was sent, and how many were at that time.
  private(set) var instant = (time: -1, count: 0)

  mutating func count(_ request: RemoteRequest, at now: Int) {
    let lane = Lane(kind: request.kind, key: request.key)
    instant = instant.time == now ? (now, instant.count + 1) : (now, 1)
    recent.append("(\(request.kind.word), key \(request.key?.rawValue ?? "none"))")
    if recent.count > 3 { recent.removeFirst() }
    repetitions = lane == last ? repetitions + 1 : 1
    last = lane
    if firstSinceLaunch == nil { firstSinceLaunch = request }
  }

  /// The time before which a request of a kind must not be sent because that was stored.
  func kept(for kind: RemoteRequest.Kind) -> Int? {
    switch kind {
    case .refresh, .append, .prepend: keptUntil
    case .gap, .rewalk, .reread, .jump: nil
    }
  }

  /// How long the remote does not want to be asked, as a commit that begins now stores it.
  func waits(at now: Int) -> Int {
    // What was said at this moment may be known too late.
    limitedAt < now ? notBefore.values.max() ?? 0 : 0
  }

  /// What was stored is gone.
  mutating func forgetKept() { (storedUntil, keptUntil) = (0, 0) }

  /// A commit has stored how long the remote does not want to be asked.
  mutating func keep(_ limit: Int) { storedUntil = max(storedUntil, limit) }

  /// The newest requests in words, the last one last.
  private var recent: [String] = []
  var lastRequests: String { recent.joined(separator: ", ") }

  /// How many pages in a row had no item, since the user did something.
  var emptyPages = 0

  mutating func forgetRepetitions() {
    repetitions = 0
    emptyPages = 0
  }

  mutating func nextSerial() -> Int {
    serials += 1
    return serials
  }

  mutating func add(_ call: RemoteCall) { inFlight.append(call) }

  mutating func remove(_ call: RemoteCall) { inFlight.removeAll { $0 === call } }

  mutating func forget() {
    inFlight = []
    mayBeKeptUntil = max(mayBeKeptUntil, notBefore.values.max() ?? 0, storedUntil)
    notBefore = [:]
    keptUntil = storedUntil
    firstSinceLaunch = nil
  }
}

extension SimRun {
  /// More requests in a row for one page, at rest, are taken for a loop.
  private static let repetitionLimit = 200
  /// More requests while no time passes are taken for a loop.
  private static let instantLimit = 1_000

  func begin(_ call: RemoteCall) {
    let request = call.request
    note(.load, id: request.key?.rawValue, n: call.serial, count: request.size)
    doubtOverruled(by: call)
    guard call.writer == 0 else { return traffic.add(call) }
    traffic.count(request, at: now)
    if traffic.instant.count == Self.instantLimit {
      violate(
        .quiet,
        "\(Self.instantLimit) requests were sent at one instant, the last for \(traffic.lastRequests)"
      )
      endLoop()
    }
    if traffic.repetitions == Self.repetitionLimit {
      violate(
        .quiet,
        "\(Self.repetitionLimit) requests for the same page in a row (\(request.kind.word), key "
          + "\(request.key?.rawValue ?? "none")), and no user has done anything"
      )
      endLoop()
    }
    if request.kind == .refresh { traffic.lastRefresh = call.serial }
    checkDistance(call)
    checkGapKey(request)
    if let found = screen?.rules?.finding(beginning: call, at: now) {
      violate(found.invariant, found.message)
    }
    for other in traffic.inFlight
    where other.writer == 0 && !other.isCancelled && other.request.kind == request.kind
      && (request.number > 0 || other.request.key == request.key)
    {
      violate(
        .noDoubleLoad,
        "request \(call.serial) (\(request.kind), key \(request.key?.rawValue ?? "none")) was sent "
          + "while request \(other.serial) of the same kind was on its way"
      )
    }
    if let since = backgroundSince, !isAskedBehind {
      violate(
        .noUselessLoad,
        "request \(call.serial) was sent in the background, which began at \(since) ms"
      )
    }
    let kept = rules == nil ? 0 : traffic.kept(for: request.kind)
    if let limit = [traffic.notBefore[request.lane], kept].compactMap({ $0 }).max(), now < limit {
      violate(
        .noUselessLoad,
        "request \(call.serial) was sent at \(now) ms; the remote wants to be asked from \(limit) ms on"
      )
    }
    // The purpose of requests without a number is not known.
    if request.kind == .refresh, request.number > 0 {
      for other in traffic.inFlight where other.writer == 0 { other.isOvertaken = true }
    }
    if request.kind == .refresh, request.number == 0 {
      for other in traffic.inFlight where other.writer == 0 { other.mayBeDropped = true }
    }
    traffic.add(call)
  }

  /// What came and is not stored yet may be dropped when the list is refreshed, or read again because it
  /// has shifted.
  private func doubtOverruled(by call: RemoteCall) {
    switch call.request.kind {
    case .refresh: answers.doubtPending(call.writer)
    case .rewalk, .reread:
      let isFirst = call.request.key == nil || call.request.key == initialKey
      if isFirst { answers.doubtPending(call.writer) }
    case .append, .prepend, .gap, .jump: break
    }
  }

  /// More pages in a row without an item, at rest, are too many.
  ///
  /// A pager has a limit of its own, for a refresh, for each direction and for each gap. Of other lists it is not known when they give
  /// up, only that they must.
  private var emptyPageLimit: Int {
    rules.map { 10 * $0.configuration.maxEmptyPages + 2 } ?? Self.repetitionLimit
  }

  private func countEmpty(_ page: RemotePage, _ call: RemoteCall) {
    // A walk through loaded pages has a limit of its own.
    guard call.writer == 0, call.request.kind != .rewalk, call.request.kind != .reread else {
      return
    }
    traffic.emptyPages = page.cells.isEmpty ? traffic.emptyPages + 1 : 0
    guard traffic.emptyPages > emptyPageLimit else { return }
    violate(
      .noUselessLoad,
      "\(traffic.emptyPages) pages in a row had no item, up to request \(call.serial), and the next one "
        + "was asked for each time without the user"
    )
  }

  func end(_ call: RemoteCall, _ outcome: Result<RemotePage, any Error>) {
    traffic.remove(call)
    guard isAlive(call.epoch) else { return }
    if call.writer == 0, let found = screen?.rules?.finding(ending: call, outcome, at: now) {
      violate(found.invariant, found.message)
    }
    if call.isOvertaken, !call.isCancelled, rules != nil {
      violate(
        .noUselessLoad,
        "request \(call.serial) (\(call.request.kind.word)) was overtaken by a refresh, and was not "
          + "cancelled"
      )
    }
    switch outcome {
    case .success(let page):
      note(.page, id: page.next?.rawValue, n: call.serial, count: page.cells.count)
      if !call.isOvertaken, !call.isRefused { traffic.current.formUnion(page.cells.map(\.id)) }
      countEmpty(page, call)
      var answer = SimAnswer(call, page, at: now)
      if call.isCancelled || call.isOvertaken || call.mayBeDropped || call.isRefused {
        answer.fate = .doubtful
      } else if call.request.number == 0 || !usesPages {
        answer.fate = .taken(version: nil)
      }
      answers.add(answer)
    case .failure(let error):
      note(.failure, id: "\(error)", n: call.serial)
      if let failure = error as? RemoteFailure, let wait = failure.retryAfter, !call.isCancelled {
        traffic.notBefore[call.request.lane] = now + wait
        traffic.limitedAt = now
      }
    }
  }
}

extension RemoteRequest {
  fileprivate var isJump: Bool { if case .jump = kind { true } else { false } }

  fileprivate var lane: SimTraffic.Lane {
    SimTraffic.Lane(kind: kind, key: number > 0 ? nil : key)
  }
}
