import ListModel
import ListPaging
import ListSimulation
import Synchronization

/// Virtual time for an asynchronous pager: all of its tasks run on the calling thread.
struct PagingTimeline {
  private let executor = SimExecutor(schedule: .inOrder, seed: 0)

  var clock: SimClock { SimClock(executor: executor) }
  var now: Int { executor.now }

  /// Does something, and runs all tasks that are ready.
  func run(_ body: () -> Void) throws {
    try executor.takingOver {
      body()
      try executor.runReady()
    }
  }

  /// Does something in a task of its own, and runs all tasks that are ready.
  ///
  /// - Returns: The result; `nil` if the task waits.
  func run<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) throws
    -> Result?
  {
    let outcome = Outcome<Result>()
    try run {
      Task {
        do { outcome.put(.success(try await body())) } catch { outcome.put(.failure(error)) }
      }
    }
    return try outcome.taken?.get()
  }

  /// The result of a task.
  private final class Outcome<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    var taken: Result<Value, any Error>? { result.withLock { $0 } }
    func put(_ value: Result<Value, any Error>) { result.withLock { $0 = value } }
  }

  /// Lets time go on until nothing waits any more.
  func settle() throws {
    try executor.takingOver {
      try executor.runReady()
      var count = 0
      while let time = executor.nextTime {
        count += 1
        guard count < 100_000 else { throw PagingCaseError("this never comes to rest") }
        try executor.advance(to: time) { true }
      }
    }
  }

  /// Lets a number of milliseconds go by.
  func wait(_ milliseconds: Int) throws {
    try executor.takingOver {
      try executor.runReady()
      try executor.advance(to: executor.now + milliseconds) { true }
    }
  }
}

/// The list of a server, for an asynchronous pager.
final class PagingRemoteSource: RemoteSource {
  private struct State {
    var remote: PagingRemote
    var loads: [(at: Int, request: RemoteRequest)] = []
    var cancelled: [RemoteRequest.Kind] = []
  }

  private let state: Mutex<State>
  private let clock: SimClock

  init(_ remote: PagingRemote, _ clock: SimClock) {
    state = Mutex(State(remote: remote))
    self.clock = clock
  }

  var loads: [(at: Int, request: RemoteRequest)] { state.withLock(\.loads) }
  /// The kinds of the requests whose tasks were cancelled.
  var cancelled: [RemoteRequest.Kind] { state.withLock(\.cancelled) }

  func change(_ step: JSONValue) throws { try state.withLock { try $0.remote.change(step) } }

  func load(_ request: RemoteRequest) async throws -> RemotePage {
    let now = clock.now
    let (latency, answer) = state.withLock { state in
      state.loads.append((now, request))
      return (state.remote.latency(of: request), state.remote.answer(request))
    }
    do {
      try await clock.sleep(until: now + latency)
    } catch {
      state.withLock { $0.cancelled.append(request.kind) }
      throw error
    }
    return try answer.get()
  }
}

/// A stored list in memory, for an asynchronous pager.
final class PagingListStorage: PagerStorage {
  private let list: Mutex<PagingList>

  init(_ seed: JSONValue?) {
    list = Mutex(PagingList(seed?.text.map(IDText.ids) ?? []))
  }

  var pages: StoredPages { list.withLock(\.stored) }

  func change(_ step: JSONValue) throws { try list.withLock { try $0.change(step) } }

  func stored() async throws -> StoredPages { pages }

  func commit(_ commit: PageCommit) async throws -> PageCommitAnswer {
    list.withLock { list in
      list.commit(commit) ? .committed(version: list.version) : .overtaken(list.stored)
    }
  }
}
