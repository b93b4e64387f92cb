import ListModel
import ListPaging
import Synchronization

/// The asynchronous pager with a list in memory; loops over its updates come and go.
final class PagingCollectors: PagingSubject {
  private let timeline = PagingTimeline()
  private let remote: PagingRemoteSource
  private let storage: PagingListStorage
  private let configuration: PagerConfiguration
  private var pager: Pager
  private var collectors: [String: Collector] = [:]

  /// One loop over the updates.
  private struct Collector {
    let record: CollectorRecord
    let task: Task<Void, Never>
  }

  init(_ settings: [String: JSONValue]) throws {
    let pager = settings["pager"] ?? .null
    remote = PagingRemoteSource(
      try PagingRemote(settings["remote"] ?? .object([:])),
      timeline.clock
    )
    storage = PagingListStorage(settings["seed"])
    configuration = try PagerConfiguration(pager, pager["trigger"] ?? .null)
    self.pager = Pager(
      remote: remote,
      storage: storage,
      configuration: configuration,
      clock: timeline.clock
    )
  }

  // MARK: Steps

  func carryOut(_ step: JSONValue) throws {
    let pager = pager
    switch step["do"]?.text {
    case "open": try tell { try await pager.start() }
    case "settle": try timeline.settle()
    case "wait": try timeline.wait(step["ms"]?.int ?? 0)
    case "refresh", "refreshBeforeStart":
      for collector in collectors.values { collector.record.forgetRefresh() }
      try tell { await pager.refresh() }
    case "retry": try tell { await pager.retry() }
    case "stop": try tell { await pager.stop() }
    case "background": try tell { await pager.setVisibility(.background) }
    case "foreground": try tell { await pager.setVisibility(.foreground) }
    case "relaunch": try relaunch()
    default: try carryOutWithFields(step)
    }
  }

  private func carryOutWithFields(_ step: JSONValue) throws {
    let pager = pager
    switch step["do"]?.text {
    case "collect": try collect(step["name"]?.text ?? "")
    case "cancelCollector":
      guard let name = step["name"]?.text, let collector = collectors[name] else {
        throw PagingCaseError("there is no collector \(step["name"] ?? .null)")
      }
      try timeline.run { collector.task.cancel() }
    case "viewed":
      guard let first = step["first"]?.int, let last = step["last"]?.int else {
        throw PagingCaseError("\"viewed\": numbers \"first\" and \"last\" are expected")
      }
      try tell { await pager.viewed(first: first, last: last) }
    case "remote": try remote.change(step)
    case "local":
      try storage.change(step)
      try tell { try await pager.reload() }
    case let other:
      throw PagingCaseError("what is the step \"\(other ?? "")\" with collectors?")
    }
  }

  private func tell(_ body: @escaping @Sendable () async throws -> Void) throws {
    _ = try timeline.run { try await body() }
  }

  private func collect(_ name: String) throws {
    let record = CollectorRecord()
    let pager = pager
    collectors[name]?.task.cancel()
    try timeline.run {
      let task = Task {
        for await update in pager.updates {
          record.take(update)
          let last = min(12, update.window.ids.count) - 1
          if last >= 0 { await pager.viewed(first: 0, last: last) }
          await pager.shown(update)
        }
        record.end()
      }
      collectors[name] = Collector(record: record, task: task)
    }
  }

  private func relaunch() throws {
    let old = pager
    try tell { await old.stop() }
    let new = Pager(
      remote: remote,
      storage: storage,
      configuration: configuration,
      clock: timeline.clock
    )
    pager = new
    try tell { try await new.start() }
  }

  // MARK: Checks

  func value(of name: String, asked: JSONValue) -> JSONValue? {
    switch name {
    case "collector":
      guard let name = asked["name"]?.text else { return nil }
      return collectors[name].map { $0.record.value(named: name) } ?? .null
    case "states": return .array((first?.takeStates() ?? []).map { .string($0.text) })
    default: return facts.value(of: name, asked: asked)
    }
  }

  /// The record of the first collector by name.
  private var first: CollectorRecord? { collectors.min { $0.key < $1.key }?.value.record }

  private var facts: PagingFacts {
    let pager = pager
    return PagingFacts(
      now: timeline.now,
      state: (try? timeline.run { await pager.state }) ?? PagerState(),
      ids: first?.ids ?? storage.pages.ids.map(\.rawValue),
      loads: remote.loads,
      cancelled: remote.cancelled,
      stored: storage.pages
    )
  }
}

/// What one loop over the updates of a pager has seen.
private final class CollectorRecord: Sendable {
  private struct Seen {
    var ids: [String] = []
    var states: [PagerState] = []
    var sawRefresh = false
    var hasEnded = false
  }

  private let seen = Mutex(Seen())

  var ids: [String] { seen.withLock(\.ids) }

  func take(_ update: PagerUpdate) {
    seen.withLock { seen in
      seen.ids = update.window.ids.map(\.rawValue)
      if seen.states.last != update.state { seen.states.append(update.state) }
      if update.state.refresh.isLoading || update.window.cause == .refresh {
        seen.sawRefresh = true
      }
    }
  }

  func forgetRefresh() { seen.withLock { $0.sawRefresh = false } }

  func end() { seen.withLock { $0.hasEnded = true } }

  func takeStates() -> [PagerState] {
    seen.withLock { seen in
      defer { seen.states = [] }
      return seen.states
    }
  }

  func value(named name: String) -> JSONValue {
    seen.withLock { seen in
      .object([
        "name": .string(name), "ended": .bool(seen.hasEnded),
        "ids": .string(IDText.text(seen.ids)), "sawRefresh": .bool(seen.sawRefresh),
      ])
    }
  }
}
