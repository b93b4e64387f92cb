import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Synchronization
import Testing

@testable import ListStorage

/// Versions made by tasks, which are suspended until they are there.
@Suite struct TaskTests {
  // MARK: The same as blocking

  @Test func `every call does what it does when it blocks`() async throws {
    let (waiting, blocking) = (try ListStore.inMemory(), try ListStore.inMemory())
    let suspended = try await outcomes(of: waiting)
    #expect(suspended == (try blockingOutcomes(of: blocking)))
    #expect(suspended.count == 18)
    let bodies = try waiting.changes(of: "home", after: 0).map(\.changeset)
    #expect(try blocking.changes(of: "home", after: 0).map(\.changeset) == bodies)
    #expect(try waiting.lists() == blocking.lists())
    #expect(try waiting.verify().problems == [])
  }

  private func blockingOutcomes(of store: ListStore) throws -> [String] {
    let elsewhere = try Elsewhere()
    var outcomes: [String] = []
    func note(_ call: () throws -> Any) {
      do { outcomes.append("\(try call())") } catch { outcomes.append("\(error)") }
    }
    note { try store.commit(sample, to: "home", options: CommitOptions(key: "k", author: "me")) }
    note { try store.commit(sample, to: "home", options: CommitOptions(key: "k")) }
    note { try store.commit(List(), to: "home", options: CommitOptions(expecting: .version(7))) }
    note { try store.edit("home", options: CommitOptions(key: "e")) { try $0.deleteCell("a1") } }
    note { try store.edit("home") { try $0.deleteCell("none") } }
    note { try store.commit(.edit(rebasing: 1) { try $0.deleteCell("a2") }, to: "home") }
    note {
      try store.commit(.edit(rebasing: 1) { try $0.moveCell("a1", .end(of: "b")) }, to: "home")
    }
    note { try store.commit(.undoing(version: 2), to: "home") }
    note { try store.commit(.undoing(version: 20), to: "home") }
    note { try store.commit(.reverting(to: 1), to: "home") }
    note { try store.commit(.list(elsewhere.shorter, rebasing: 3), to: "home") }
    note {
      try store.commit(
        .changes(elsewhere.change.changeset),
        to: "home",
        options: CommitOptions(expecting: .version(1))
      )
    }
    note { try store.commit(.changes(elsewhere.change.changeset, rebasing: 1), to: "home") }
    note { try store.commit(.list(elsewhere.shorter, rebasing: 6), to: "home") }
    note { try store.adopt(elsewhere.snapshot) }
    note { try store.apply(elsewhere.change) }
    note { try store.apply(elsewhere.change) }
    note {
      try store.commit(.clearing, to: "elsewhere", options: CommitOptions(expecting: .version(2)))
    }
    return outcomes
  }

  private func outcomes(of store: ListStore) async throws -> [String] {
    let elsewhere = try Elsewhere()
    var outcomes: [String] = []
    func note(_ call: () async throws -> Any) async {
      do { outcomes.append("\(try await call())") } catch { outcomes.append("\(error)") }
    }
    await note {
      try await store.commit(sample, to: "home", options: CommitOptions(key: "k", author: "me"))
    }
    await note { try await store.commit(sample, to: "home", options: CommitOptions(key: "k")) }
    await note {
      try await store.commit(List(), to: "home", options: CommitOptions(expecting: .version(7)))
    }
    await note {
      try await store.edit("home", options: CommitOptions(key: "e")) { try $0.deleteCell("a1") }
    }
    await note { try await store.edit("home") { try $0.deleteCell("none") } }
    await note {
      try await store.commit(.edit(rebasing: 1) { try $0.deleteCell("a2") }, to: "home")
    }
    await note {
      try await store.commit(
        .edit(rebasing: 1) { try $0.moveCell("a1", .end(of: "b")) },
        to: "home"
      )
    }
    await note { try await store.commit(.undoing(version: 2), to: "home") }
    await note { try await store.commit(.undoing(version: 20), to: "home") }
    await note { try await store.commit(.reverting(to: 1), to: "home") }
    await note { try await store.commit(.list(elsewhere.shorter, rebasing: 3), to: "home") }
    await note {
      try await store.commit(
        .changes(elsewhere.change.changeset),
        to: "home",
        options: CommitOptions(expecting: .version(1))
      )
    }
    await note {
      try await store.commit(.changes(elsewhere.change.changeset, rebasing: 1), to: "home")
    }
    await note { try await store.commit(.list(elsewhere.shorter, rebasing: 6), to: "home") }
    await note { try await store.adopt(elsewhere.snapshot) }
    await note { try await store.apply(elsewhere.change) }
    await note { try await store.apply(elsewhere.change) }
    await note {
      try await store.commit(
        .clearing,
        to: "elsewhere",
        options: CommitOptions(expecting: .version(2))
      )
    }
    return outcomes
  }

  /// A list of another store, and what comes next there.
  private struct Elsewhere {
    let snapshot: Snapshot
    let change: Change
    let shorter: List

    init() throws {
      let store = try ListStore.inMemory()
      try store.commit(sample, to: "elsewhere")
      snapshot = try store.snapshot(of: "elsewhere")
      try store.edit("elsewhere") { try $0.moveCell("b1", .start(of: "a")) }
      change = try #require(try store.changes(of: "elsewhere", after: 1).first)
      shorter = List { sample.sections[0] }
    }
  }

  @Test func `what is kept up after commits is kept up after those of tasks`() async throws {
    var configuration = ListStore.Configuration()
    configuration.spanLengths.shortest = 16
    configuration.retention = .newest(300)
    let (waiting, blocking) = (
      try ListStore.inMemory(configuration: configuration),
      try ListStore.inMemory(configuration: configuration)
    )
    try await waiting.commit(sample, to: "home")
    try await blocking.commit(sample, to: "home")
    for version in 2...(ListStore.compactionInterval + 20) {
      try await waiting.edit("home") {
        try $0.updateCell(cell("a1", "\(version)"))
      }
      try edit(blocking, version)
    }
    for sql in ["SELECT COUNT(*) FROM liststore_span", "SELECT COUNT(*) FROM liststore_change"] {
      let counts = try [waiting, blocking].map { store in
        try store.database.read { try Int.fetchOne($0, sql: sql) ?? 0 }
      }
      #expect(counts[0] == counts[1] && counts[0] > 0, "\(sql): \(counts)")
    }
    #expect(try waiting.info(of: "home").version == ListStore.compactionInterval + 20)
    #expect(try waiting.changes(of: "home", after: 300).count == ListStore.compactionInterval - 280)
    #expect(try waiting.verify().problems == [])
  }

  private func edit(_ store: ListStore, _ version: Int) throws {
    try store.edit("home") { try $0.updateCell(cell("a1", "\(version)")) }
  }

  // MARK: Together

  @Test func `tasks that wait share a transaction, however few threads there are`() async throws {
    let store = try HeldStore()
    try store.hold()
    let commits = try await withThrowingTaskGroup(of: Commit.self) { group in
      for number in 0..<100 {
        group.addTask {
          try await store.lists.edit("home", options: CommitOptions(key: "\(number)")) {
            try $0.insertCell(cell(Cell.ID("\(number)")), .end(of: "b"))
          }
        }
      }
      // This very task goes on although all of them wait.
      try await store.areWaiting(100)
      store.release()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(commits.map(\.version)) == Set(3...102))
    #expect(store.transactionCount == 1)
    let keys = try store.lists.changes(of: "home", after: 2).map(\.key)
    let expectedKeys: [String?] = (0..<100).map { "\($0)" }
    #expect(Set(keys) == Set(expectedKeys))
    for commit in commits {
      let change = try store.lists.changes(of: "home", after: commit.version - 1, limit: 1).first
      #expect(change?.fingerprint == commit.fingerprint)
    }
    #expect(try store.lists.verify().problems == [])
  }

  @Test func `each task is given its own error`() async throws {
    let store = try HeldStore()
    try store.hold()
    let mismatches = try await withThrowingTaskGroup(of: ListStoreError?.self) { group in
      for number in 0..<40 {
        group.addTask {
          let expected: ExpectedVersion = number.isMultiple(of: 2) ? .any : .version(1000 + number)
          do {
            try await store.lists.edit("home", options: CommitOptions(expecting: expected)) {
              try $0.insertCell(cell(Cell.ID("\(number)")), .end(of: "b"))
            }
            return nil
          } catch {
            return error as? ListStoreError
          }
        }
      }
      try await store.areWaiting(40)
      store.release()
      return try await group.reduce(into: [ListStoreError]()) {
        if let error = $1 { $0.append(error) }
      }
    }
    let expected = mismatches.compactMap {
      if case .versionMismatch(_, let expected, _, _) = $0 { expected } else { nil }
    }
    #expect(Set(expected) == Set(stride(from: 1001, to: 1040, by: 2)))
    #expect(try store.lists.info(of: "home").version == 22)
    #expect(try store.lists.verify().problems == [])
  }

  @Test func `when their transaction fails, all tasks are told, and nothing has changed`()
    async throws
  {
    let store = try HeldStore()
    try store.hold()
    store.refusesTransactions = true
    let refusals = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<20 {
        group.addTask {
          do {
            try await store.lists.edit("home") {
              try $0.insertCell(cell(Cell.ID("\(number)")), .end(of: "b"))
            }
            return false
          } catch {
            return error is HeldStore.Refused
          }
        }
      }
      try await store.areWaiting(20)
      store.release()
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(refusals == 20)
    #expect(try store.lists.info(of: "home").version == 1)
    store.refusesTransactions = false
    #expect(try await store.lists.edit("home") { try $0.deleteCell("b1") }.version == 2)
    #expect(try store.lists.verify().problems == [])
  }

  // Where a queue of libdispatch runs depends on threads that others can use up. This test uses up all that
  // its process has: beside other tests, each would wait for the other.
  @Test(.enabled(if: Soak.isOn, "needs a process of its own"), .timeLimit(.minutes(1)))
  func `tasks get their turn when all threads of serial queues wait for theirs`() async throws {
    let store = try HeldStore()
    try store.hold()
    let blocked = DispatchGroup()
    func block(_ numbers: Range<Int>) {
      for number in numbers {
        DispatchQueue(label: "\(number)").async(group: blocked) { [lists = store.lists] in
          let cell = cell(Cell.ID("\(number)"))
          #expect(throws: Never.self) {
            try lists.edit("home") { try $0.insertCell(cell, .end(of: "b")) }
          }
        }
      }
    }
    // As many as the transaction of the one that is held has room for: the task leads the next one.
    let limit = WriteQueue.limit
    block(1..<limit)
    try await store.areWaiting(limit - 1)
    let task = Task {
      try await store.lists.edit("home") { try $0.insertCell(cell("task"), .end(of: "b")) }
    }
    try await store.areWaiting(limit)
    // There are 255 threads for serial queues; the others follow as these are answered.
    block(limit..<limit + 255)
    try await store.areWaiting(256)
    store.release()
    #expect(try await task.value.version == limit + 2)
    await withCheckedContinuation { done in blocked.notify(queue: .global()) { done.resume() } }
    #expect(try store.lists.info(of: "home").version == limit + 2 + 255)
    #expect(try store.lists.verify().problems == [])
  }

  @Test(.timeLimit(.minutes(15)))
  func `what a task has waited for is let go of when it is answered`() async throws {
    let (queue, database) = (WriteQueue(), try DatabaseQueue())
    let write: @Sendable (CommitGroup) -> Void = { group in
      database.inDatabase { database in
        while let commit = group.next() { _ = commit.run(in: database) }
      }
    }
    weak var answered: WaitingCommit?
    do {
      let commit = WaitingCommit(key: nil) { _ in throw ListStoreError.noTransaction }
      await queue.answer(commit, writing: write)
      #expect(commit.result != nil)
      answered = commit
    }
    // By the thread that has written it, which may be about to.
    try await wait(until: "the commit is let go") { answered == nil }
  }

  // MARK: Cancelling

  @Test func `a task that is cancelled while it waits goes on at once, and nothing is made`()
    async throws
  {
    let store = try HeldStore()
    try store.hold()
    let tasks = (0..<9).map { number in
      Task {
        try await store.lists.edit("home") {
          try $0.insertCell(cell(Cell.ID("\(number)")), .end(of: "b"))
        }
      }
    }
    try await store.areWaiting(9)
    for number in [0, 4, 8] { tasks[number].cancel() }
    // The store is still held: none of them waits for it any more.
    for number in [0, 4, 8] {
      await #expect(throws: CancellationError.self) { try await tasks[number].value }
    }
    store.release()
    var versions: Set<Int> = []
    for (number, task) in tasks.enumerated() where ![0, 4, 8].contains(number) {
      versions.insert(try await task.value.version)
    }
    #expect(versions == Set(3...8))
    let ids = Set(try store.lists.snapshot(of: "home").list.ids[1])
    #expect(ids == ["b1", "b2", "1", "2", "3", "5", "6", "7"])
    #expect(try store.lists.verify().problems == [])
  }

  @Test func `what has begun is answered, also when its task is cancelled`() async throws {
    let store = try ListStore.inMemory()
    try await store.commit(sample, to: "home")
    let (begun, gate) = (AsyncStream<Void>.makeStream(), Gate())
    let task = Task {
      try await store.edit("home") { draft in
        begun.continuation.yield()
        gate.wait()
        try draft.deleteCell("a1")
      }
    }
    for await _ in begun.stream { break }
    task.cancel()
    gate.open()
    #expect(try await task.value.version == 2)
    #expect(try store.info(of: "home").version == 2)
  }

  @Test func `a task that is cancelled already commits nothing`() async throws {
    let events = Mutex<[String]>([])
    var configuration = ListStore.Configuration()
    configuration.onEvent = { event in events.withLock { $0.append("\(event)") } }
    let store = try ListStore.inMemory(configuration: configuration)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await store.commit(sample, to: "home")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try store.lists().isEmpty)
    // Whoever does not want a commit any more is not told of as one that has failed.
    #expect(events.withLock { $0 } == [])
  }

  @Test(arguments: 1...UInt64(Soak.count(1, soak: 4)))
  func `tasks and threads, some of them cancelled, each get what is true`(seed: UInt64) async throws
  {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    try await store.commit(sample, to: "home")
    let threads = DispatchGroup()
    let made = Made()
    for caller in 0..<4 {
      threads.enter()
      Thread {
        defer { threads.leave() }
        for number in 0..<30 {
          let id = Cell.ID("thread-\(caller)-\(number)")
          do {
            let commit = try store.edit("home") { try $0.insertCell(cell(id), .end(of: "b")) }
            made.versions.withLock { $0[id] = commit.version }
          } catch {
            Issue.record("seed \(seed), \(id): \(error)")
          }
        }
      }.start()
    }
    let cancelled = await withTaskGroup(of: [Cell.ID].self) { group in
      for caller in 0..<8 {
        group.addTask {
          var numbers = SeededGenerator(seed: seed * 100 + UInt64(caller))
          var cancelled: [Cell.ID] = []
          for number in 0..<30 {
            let id = Cell.ID("task-\(caller)-\(number)")
            let task = Task {
              try await store.edit("home") { try $0.insertCell(cell(id), .end(of: "b")) }
            }
            if Int.random(in: 0..<3, using: &numbers) == 0 {
              for _ in 0..<Int.random(in: 0..<5, using: &numbers) { await Task.yield() }
              task.cancel()
            }
            do {
              let version = try await task.value.version
              made.versions.withLock { $0[id] = version }
            } catch is CancellationError {
              cancelled.append(id)
            } catch {
              Issue.record("seed \(seed), \(id): \(error)")
            }
          }
          return cancelled
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    await ended(threads)
    let versions = made.versions.withLock { $0 }
    let note: Comment = "seed \(seed): \(versions.count) made, \(cancelled.count) cancelled"
    #expect(versions.count + cancelled.count == 360, note)
    #expect(try store.info(of: "home").version == versions.count + 1, note)
    #expect(Set(versions.values) == Set(2...(versions.count + 1)), note)
    for change in try store.changes(of: "home", after: 1) {
      let inserted = versions.first { $0.value == change.version }?.key
      #expect(
        try store.snapshot(of: "home", at: change.version).list.ids[1].last == inserted?.rawValue
      )
    }
    let ids = Set(try store.snapshot(of: "home").list.sections[1].cells.map(\.id))
    #expect(ids == Set(versions.keys).union(["b1", "b2"]), note)
    #expect(try store.verify().problems == [], note)
    withExtendedLifetime(folder) {}
  }

  private func ended(_ group: DispatchGroup) async {
    await withCheckedContinuation { continuation in
      group.notify(queue: .global()) { continuation.resume() }
    }
  }

  // MARK: Refusals

  @Test func `the store is not used from inside of what a task commits`() async throws {
    let store = try ListStore.inMemory()
    try await store.commit(sample, to: "home")
    try await store.edit("home") { draft in
      #expect(
        throws: ListStoreError.invalidEdit(
          reason: "the store is used from inside of its own transaction; use the draft or the "
            + "database that the closure is given"
        )
      ) {
        try store.commit(List(), to: "other")
      }
      try draft.deleteCell("a1")
    }
    #expect(try store.lists().map(\.version) == [2])
  }

  @Test func `a store that is read only refuses tasks`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    try await ListStore(path: path).commit(sample, to: "home")
    var configuration = ListStore.Configuration()
    configuration.access = .readOnly
    let store = try ListStore(path: path, configuration: configuration)
    await #expect(throws: ListStoreError.readOnly(path: path)) {
      try await store.commit(List(), to: "home")
    }
    withExtendedLifetime(folder) {}
  }
}

/// Which version each cell came with.
private final class Made: Sendable {
  let versions = Mutex<[Cell.ID: Int]>([:])
}

// MARK: - A store that is held

/// Lets a thread wait until it is opened.
private final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func wait() { semaphore.wait() }
  func open() { semaphore.signal() }
}

/// A store whose writer a thread has, in the middle of an edit, for as long as a test wants.
private final class HeldStore: TransactionObserver, Sendable {
  struct Refused: Error {}

  let lists: ListStore
  private let (held, gate) = (Gate(), Gate())
  private let transactions = Atomic(0)
  private let refuses = Atomic(false)

  init() throws {
    let queue = try DatabaseQueue()
    lists = try ListStore(in: queue)
    try lists.commit(sample, to: "home")
    queue.add(transactionObserver: self, extent: .databaseLifetime)
  }

  /// The transactions that were committed since the store was made.
  var transactionCount: Int { transactions.load(ordering: .relaxed) }

  var refusesTransactions: Bool {
    get { refuses.load(ordering: .relaxed) }
    set { refuses.store(newValue, ordering: .relaxed) }
  }

  /// Begins an edit, which makes a version when it is let go on.
  func hold() throws {
    let (lists, held, gate) = (lists, held, gate)
    Thread {
      _ = try? lists.edit("home") { draft in
        held.open()
        gate.wait()
        try draft.updateCell(cell("a1", "held"))
      }
    }.start()
    held.wait()
  }

  func release() { gate.open() }

  /// Suspended until so many wait for the one that is held; lets them go if they never do.
  func areWaiting(_ count: Int) async throws {
    do {
      try await wait(until: "\(count) callers wait") {
        lists.database.queue.waitingCount >= count
      }
    } catch {
      release()
      throw error
    }
  }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseWillCommit() throws {
    if refusesTransactions { throw Refused() }
  }
  func databaseDidCommit(_ db: Database) { transactions.add(1, ordering: .relaxed) }
  func databaseDidRollback(_ db: Database) {}
}
