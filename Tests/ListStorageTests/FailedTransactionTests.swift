import Dispatch
import Foundation
import GRDB
import ListKeeping
import ListModel
import ListTestSupport
import Synchronization
import Testing

@testable import ListStorage

/// Several callers whose common transaction fails in the end.
@Suite struct FailedTransactionTests {
  /// Refuses every transaction while it is told to.
  private final class Veto: TransactionObserver, Sendable {
    struct Refused: Error {}
    let isOn = Atomic<Bool>(false)

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseWillCommit() throws {
      if isOn.load(ordering: .relaxed) { throw Refused() }
    }
    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
  }

  @Test(arguments: ["version", "key"])
  func `nobody is refused because of what was undone`(reason: String) throws {
    let queue = try DatabaseQueue()
    let store = try ListStore(in: queue)
    try store.commit(sample, to: "home")
    let veto = Veto()
    queue.add(transactionObserver: veto, extent: .databaseLifetime)
    veto.isOn.store(true, ordering: .relaxed)
    let key = reason == "key" ? "k" : nil
    let started = DispatchSemaphore(value: 0)
    let errors = Mutex<[Int: any Error]>([:])
    let group = DispatchGroup()
    func call(_ caller: Int, _ body: @escaping @Sendable () throws -> Void) {
      group.enter()
      Thread {
        defer { group.leave() }
        do { try body() } catch { errors.withLock { $0[caller] = error } }
      }.start()
    }
    call(0) {
      try store.edit("home", options: CommitOptions(key: key)) { draft in
        started.signal()
        try spin(until: "the other caller waits") { store.database.queue.waitingCount > 0 }
        try draft.deleteCell("a1")
      }
    }
    started.wait()
    call(1) {
      let expected: ExpectedVersion = key == nil ? .version(1) : .any
      try store.commit(List(), to: "home", options: CommitOptions(expecting: expected, key: key))
    }
    group.wait()
    veto.isOn.store(false, ordering: .relaxed)
    for caller in 0..<2 {
      let error = errors.withLock { $0[caller] }
      #expect(error is Veto.Refused, "caller \(caller): \(String(describing: error))")
    }
    #expect(try store.info(of: "home").version == 1)
    #expect(
      try store.commit(List(), to: "home", options: CommitOptions(expecting: .version(1), key: key))
        .version == 2
    )
    #expect(try store.verify().problems == [])
  }

  @Test func `what was undone is forgotten before another process can make it again`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    let store = try ListStore(path: path)
    let other = try InterprocessLock(beside: path)
    var wasLocked: [Bool] = []
    let commit = WaitingCommit(key: nil) {
      do {
        try other.withLock(timeout: .zero) { wasLocked.append(false) }
      } catch {
        wasLocked.append(true)
      }
    } _: { database in
      // There is nothing to COMMIT any more.
      try database.execute(sql: "ROLLBACK")
      return [
        Commit(
          list: "home",
          version: 1,
          fingerprint: .empty,
          outcome: .committed,
          operationCount: 0
        )
      ]
    }
    #expect(throws: (any Error).self) { try store.database.commit(commit) }
    #expect(wasLocked.first == true)
    withExtendedLifetime(folder) {}
  }
}
