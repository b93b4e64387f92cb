import ListModel
import ListPaging

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
  var isJump: Bool { if case .jump = kind { true } else { false } }

  fileprivate var lane: SimTraffic.Lane {
    SimTraffic.Lane(kind: kind, key: number > 0 ? nil : key)
  }
}
