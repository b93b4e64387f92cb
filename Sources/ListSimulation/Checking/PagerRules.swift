import ListModel
import ListPaging

/// What a pager must do, and must not do, as it is configured (``SimScreen/expect(_:)``).
struct PagerRules {
  /// A request that has failed, and that was not tried again.
  private struct Failure {
    var serial: Int
    var time: Int
    /// How often the request had been sent again by itself; `nil` if it must not be.
    var attempt: Int?
  }

  let configuration: PagerConfiguration
  /// What the pager must still do.
  var promises = PagerPromises()
  private var failures: [RemoteRequest.Kind: Failure] = [:]
  private var actedAt = -1
  /// Whether a refresh has failed, and waits for the user.
  private(set) var refreshWaits = false
  private var expiredInARow: [RemoteRequest.Kind: Int] = [:]
  /// More keys that have expired, with no page in between, are too many: three times the list is read
  /// again, from two places at most.
  private static let expiryLimit = 6

  init(_ configuration: PagerConfiguration) { self.configuration = configuration }

  /// The user tries again, or refreshes: every request may be sent.
  mutating func userActs(at now: Int) {
    failures = [:]
    expiredInARow = [:]
    refreshWaits = false
    actedAt = now
    promises.userActs()
  }

  /// The user returns: a refresh that has failed waits still.
  mutating func userReturns(at now: Int) {
    let waits = refreshWaits
    userActs(at: now)
    refreshWaits = waits
  }

  // MARK: Requests

  /// Takes note of a request, and returns what is wrong with it.
  mutating func finding(beginning call: RemoteCall, at now: Int) -> SimViolation? {
    let kind = call.request.kind
    if kind == .refresh { refreshWaits = false }
    if let key = promises.begin(call.request) {
      return SimViolation(
        .noUselessLoad,
        "\(name(call)) was sent at \(now) ms; \(key) had expired, and the list was read again since"
      )
    }
    defer {
      switch kind {
      case .refresh, .rewalk, .reread, .jump: failures = [:]
      case .append, .prepend, .gap: failures[kind] = nil
      }
    }
    if kind == .rewalk, configuration.onCursorExpired == .restart {
      return SimViolation(
        .eventuallyLoads,
        "\(name(call)) reads the list again because a key has expired; as it is configured, the "
          + "first page replaces the list"
      )
    }
    return failures[kind].flatMap { finding(sending: call, after: $0, at: now) }
  }

  private func finding(sending call: RemoteCall, after failure: Failure, at now: Int)
    -> SimViolation?
  {
    let failed = "request \(failure.serial) had failed at \(failure.time) ms"
    guard let attempt = failure.attempt, let retry = configuration.retry, attempt < retry.limit,
      call.request.attempt == attempt + 1
    else {
      return SimViolation(
        .noUselessLoad,
        "\(name(call)) was sent at \(now) ms; \(failed), and it was not tried again"
      )
    }
    var wait = Double(retry.base)
    for _ in 0..<attempt { wait = min(wait * retry.factor, Double(retry.longest)) }
    let least = failure.time + Int(wait * (1 - retry.jitter))
    guard now < least else { return nil }
    return SimViolation(
      .noUselessLoad,
      "\(name(call)) was sent at \(now) ms; \(failed), and as it is configured, it is sent again by "
        + "itself from \(least) ms on"
    )
  }

  private func name(_ call: RemoteCall) -> String {
    "request \(call.serial) (\(call.request.kind.word), key \(call.request.key?.rawValue ?? "none"))"
  }

  // MARK: Answers

  /// Takes note of an answer that was not cancelled; returns what is wrong.
  mutating func finding(
    ending call: RemoteCall,
    _ outcome: Result<RemotePage, any Error>,
    at now: Int
  ) -> SimViolation? {
    guard !call.isCancelled, !call.isOvertaken else { return nil }
    switch outcome {
    case .success(let page):
      let empty = promises.take(page, call.request.kind)
      if configuration.prefetchDistance != nil, empty > configuration.maxEmptyPages + 2 {
        return SimViolation(
          .noUselessLoad,
          "\(empty) pages of one direction had no item, up to request \(call.serial); as it is "
            + "configured, the pager waits for the user after \(configuration.maxEmptyPages)"
        )
      }
      if call.isRefused {
        fail(call.request.kind, call.serial, attempt: nil, at: now)
      } else {
        expiredInARow[call.request.kind] = nil
      }
    case .failure(let error):
      guard let failure = error as? RemoteFailure else { return nil }
      guard failure.kind == .cursorExpired, call.request.key != nil else {
        fail(call.request.kind, call.serial, attempt: call.request.attempt, at: now)
        return nil
      }
      // The list may be read again now, or replaced.
      failures = [:]
      promises.expire(call.request)
      guard call.request.kind != .rewalk, call.request.kind != .reread else { return nil }
      let count = (expiredInARow[call.request.kind] ?? 0) + 1
      expiredInARow[call.request.kind] = count
      guard count > Self.expiryLimit else { return nil }
      return SimViolation(
        .noUselessLoad,
        "\(count) keys of one direction had expired in a row, up to request \(call.serial), and the "
          + "list was read again each time without the user"
      )
    }
    return nil
  }

  /// A page could not be stored.
  mutating func failCommit(_ answer: SimAnswer, at now: Int) {
    fail(answer.kind, answer.serial, attempt: nil, at: now)
  }

  private mutating func fail(
    _ kind: RemoteRequest.Kind,
    _ serial: Int,
    attempt: Int?,
    at now: Int
  ) {
    if kind == .refresh { refreshWaits = true }
    // The user may have tried again at the same moment.
    guard now > actedAt else { return }
    switch kind {
    case .append, .prepend, .gap:
      failures[kind] = Failure(serial: serial, time: now, attempt: attempt)
    case .refresh where configuration.refetch == PagerConfiguration.Refetch():
      failures[kind] = Failure(serial: serial, time: now, attempt: attempt)
    case .refresh, .rewalk, .reread, .jump: break
    }
  }
}
