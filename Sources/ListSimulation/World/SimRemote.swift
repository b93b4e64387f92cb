public import ListModel
public import ListPaging

/// The remote of a simulated world: a list that changes, behind a network that fails and a server that
/// lies, as the script says.
public struct SimRemote: RemoteSource {
  let run: SimRun
  let epoch: Int

  /// Reads a page, after the latency of the world.
  ///
  /// A list without a pager makes its own requests: `kind` and `key` say what they are for.
  ///
  /// - Throws: `RemoteFailure`; `CancellationError` when the task is cancelled.
  public func load(_ request: RemoteRequest) async throws -> RemotePage {
    guard run.isHere("the remote was asked"), run.isAlive(epoch) else {
      throw CancellationError()
    }
    let call = RemoteCall(run, epoch, request)
    return try await withTaskCancellationHandler {
      try await call.answer()
    } onCancel: {
      call.cancel()
    }
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
  private let run: SimRun
  let epoch: Int
  private var outcome: Result<RemotePage, any Error>
  private var delay: Int
  private var ignoresCancellation = false

  init(_ run: SimRun, _ epoch: Int, _ request: RemoteRequest) {
    self.run = run
    self.epoch = epoch
    self.request = request
    sent = run.now
    delay = run.settings.latency
    outcome = .failure(CancellationError())
    serial = run.traffic.nextSerial()
    run.begin(self)
    let fault = run.takeFault(.remote)
    outcome = Result { try page(fault) }
  }

  func answer() async throws -> RemotePage {
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
  }

  // MARK: Answers

  private func page(_ fault: SimFault?) throws -> RemotePage {
    switch fault {
    case .fails: throw RemoteFailure(.unavailable, reason: "down")
    case .limitsRate:
      throw RemoteFailure(.rateLimited, reason: "rate limited", retryAfter: 5_000)
    case .expiresKey where request.kind == .append:
      throw RemoteFailure(.cursorExpired, reason: "the key has expired")
    case .losesAnswer:
      delay = 60_000
      throw RemoteFailure(.unavailable, reason: "timed out")
    case .isSlow: delay = max(10, delay) * 10
    case .answersCancelled: ignoresCancellation = true
    default: break
    }
    let isOld = fault == .isOutOfDate && run.settings.paging == .keyset
    let items = isOld ? run.server.older : run.server.items
    let slice = try SimServer.slice(items, request, run.settings)
    var page = RemotePage(
      cells: slice.items.map(SimServer.cell),
      next: slice.next,
      previous: slice.previous,
      end: slice.end,
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
        run.server.forgo([cell.id])
      }
    case .repeatsOtherItem:
      if let item = run.server.items.last {
        page.cells.insert(SimServer.cell(item), at: 0)
        run.server.forgo([item.id])
      }
    case .repeatsKey:
      if let key = request.key {
        if request.kind == .prepend { page.previous = key } else { page.next = key }
      }
    case .liesAboutTotal: page.total = -3
    case .givesEmptyPage, .givesEmptyPages:
      // As if they were filtered out: nobody can show items that never come.
      run.server.forgo(page.cells.map(\.id))
      // With offsets, items that slip into their places meanwhile do not come either.
      if run.settings.paging == .offset, let last = page.cells.last?.id,
        let index = run.server.items.firstIndex(where: { $0.id == last })
      {
        run.server.forgo(run.server.items[index...].prefix(6).map(\.id))
      }
      page.cells = []
    case .givesShortPage:
      let kept = page.cells.count / 2
      guard run.settings.paging == .keyset, kept > 0, request.kind != .prepend else { break }
      page.cells.removeLast(page.cells.count - kept)
      if let item = run.server.items.first(where: { $0.id == page.cells[kept - 1].id }) {
        page.next = PageKey("k\(item.order)")
      }
    case .givesLongID:
      let id = Cell.ID(String(repeating: "x", count: Cell.ID.maximumByteCount + 1))
      page.cells.append(SimServer.cell(SimServer.Item(id: id, order: 0)))
    case .givesEmptyID:
      page.cells.append(SimServer.cell(SimServer.Item(id: "", order: 0)))
    case .answersOther:
      if request.number > 0 { page.answers = request.number + 1 }
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
  private(set) var serials = 0

  mutating func nextSerial() -> Int {
    serials += 1
    return serials
  }

  mutating func add(_ call: RemoteCall) { inFlight.append(call) }

  mutating func remove(_ call: RemoteCall) { inFlight.removeAll { $0 === call } }

  mutating func forget() {
    inFlight = []
    notBefore = [:]
  }
}

extension SimRun {
  func begin(_ call: RemoteCall) {
    let request = call.request
    note(.load, id: request.key?.rawValue, n: call.serial, count: request.size)
    for other in traffic.inFlight
    where !other.isCancelled && other.request.kind == request.kind
      && (request.number > 0 || other.request.key == request.key)
    {
      violate(
        .noDoubleLoad,
        "request \(call.serial) (\(request.kind), key \(request.key?.rawValue ?? "none")) was sent "
          + "while request \(other.serial) of the same kind was on its way"
      )
    }
    if let since = backgroundSince {
      violate(
        .noUselessLoad,
        "request \(call.serial) was sent in the background, which began at \(since) ms"
      )
    }
    if let limit = traffic.notBefore[request.lane], now < limit {
      violate(
        .noUselessLoad,
        "request \(call.serial) was sent at \(now) ms; the remote wants to be asked from \(limit) ms on"
      )
    }
    // The purpose of requests without a number is not known.
    if request.kind == .refresh, request.number > 0 {
      for other in traffic.inFlight { other.isOvertaken = true }
    }
    traffic.add(call)
  }

  func end(_ call: RemoteCall, _ outcome: Result<RemotePage, any Error>) {
    traffic.remove(call)
    guard isAlive(call.epoch) else { return }
    switch outcome {
    case .success(let page):
      note(.page, id: page.next?.rawValue, n: call.serial, count: page.cells.count)
      if !call.isOvertaken { traffic.current.formUnion(page.cells.map(\.id)) }
    case .failure(let error):
      note(.failure, id: "\(error)", n: call.serial)
      if let failure = error as? RemoteFailure, let wait = failure.retryAfter, !call.isCancelled {
        traffic.notBefore[call.request.lane] = now + wait
      }
    }
  }
}

extension RemoteRequest {
  fileprivate var lane: SimTraffic.Lane {
    SimTraffic.Lane(kind: kind, key: number > 0 ? nil : key)
  }
}
