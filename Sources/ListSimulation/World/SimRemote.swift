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
