import Foundation
import ListDiff
import ListKeeping
import ListModel
package import ListStorage
import ListTestSupport
import Synchronization

/// Threads that commit to one store at the same time, and what was promised when to whom.
///
/// They come in bursts. Within one, a promise may be noted a little late, when others have written
/// already; at the end of each nobody writes, so that all that was promised until then is noted in
/// time.
package struct Crowd: Sendable {
  /// Which lists the threads commit to.
  package enum Lists: String, CaseIterable, Sendable {
    case own = "a list of its own each"
    case one = "one list"
  }

  /// A version as the log of all lists has it.
  package struct Entry: Hashable, Sendable {
    package var list: String
    package var version: Int
    package var key: String?
    package var fingerprint: String
  }

  private struct Promise: Sendable {
    var position: Int
    var thread: Int
    var number: Int
    var version: Int
  }

  private let lists: Lists
  private let bursts: Int
  private var promises: [Promise] = []
  /// Of the commits of stores that did nothing else, how many there were, and how often the device was
  /// waited for.
  package private(set) var sharing = (commits: 0, syncs: 0)
  /// All versions, in the order they were made.
  package private(set) var log: [Entry] = []
  private static let threadCount = 4
  private static let burstLength = 2

  package init(committingTo lists: Lists, bursts: Int) {
    self.lists = lists
    self.bursts = bursts
  }

  /// Calls `body` on several threads at once with their numbers, and waits until all have ended.
  package static func runAtOnce(_ threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for number in 0..<threads {
      group.enter()
      Thread {
        body(number)
        group.leave()
      }.start()
    }
    group.wait()
  }

  /// The number of commits that were promised.
  package var promiseCount: Int { promises.count }
}

// MARK: - Committing

extension Crowd {
  /// Runs all bursts on a recording disk.
  ///
  /// Every sixth, the store is closed; every other store also moves its log and takes versions together
  /// all the time.
  ///
  /// - Throws: What a commit throws.
  package mutating func run(on disk: FaultDisk) throws {
    // A device takes its time: meanwhile, the others come.
    func takeTime() { for _ in 0..<2_000 { sched_yield() } }
    try disk.calling(takeTime, before: .sync) { try runBursts(on: disk) }
    log = try Self.log(of: ListStore(path: disk.folder.store))
  }

  private mutating func runBursts(on disk: FaultDisk) throws {
    let notes = Notes()
    var busy = ListStore.Configuration.takingTwoTogether
    busy.checkpointThreshold = 48 << 10
    var store: ListStore?
    for burst in 0..<bursts {
      let isBusy = burst / 6 % 2 == 1
      let configuration = isBusy ? busy : ListStore.Configuration()
      let open = try store ?? ListStore(path: disk.folder.store, configuration: configuration)
      if burst == 0, lists == .one {
        try open.commit(List(), to: Self.sharedList, options: CommitOptions(key: Self.firstKey))
      }
      store = burst % 6 == 5 ? nil : open
      let syncs = disk.syncCount
      Self.runAtOnce(Self.threadCount) { [self] thread in
        for number in burst * Self.burstLength..<(burst + 1) * Self.burstLength {
          do {
            let version = try commit(number, by: thread, to: open).version
            notes.state.withLock { state in
              state.promises.append(
                Promise(position: disk.position, thread: thread, number: number, version: version)
              )
            }
          } catch {
            notes.state.withLock { $0.error = $0.error ?? error }
          }
        }
      }
      if !isBusy {
        sharing.commits += Self.threadCount * Self.burstLength
        sharing.syncs += disk.syncCount - syncs
      }
      if let error = notes.state.withLock({ $0.error }) { throw error }
    }
    promises = notes.state.withLock { $0.promises }
  }

  private final class Notes: Sendable {
    let state = Mutex<(promises: [Promise], error: (any Error)?)>(([], nil))
  }

  /// Commits the same for the same number of a thread.
  private func commit(_ number: Int, by thread: Int, to store: ListStore) throws -> Commit {
    let list: List.ID = lists == .own ? List.ID("list \(thread)") : Self.sharedList
    let expected: ExpectedVersion = lists == .own ? .version(number) : .any
    let key = Self.key(number, by: thread)
    let cell = Cell(id: Cell.ID(key), component: TextComponent(String(repeating: key, count: 40)))
    return try store.edit(list, options: CommitOptions(expecting: expected, key: key)) { draft in
      let cells = try draft.cellIDs(in: "s")
      if cells == nil { try draft.appendSection(Section(id: "s")) }
      // The list stays small.
      if let cells, cells.count >= 12 { try draft.deleteCell(cells[0]) }
      try draft.appendCell(cell, to: "s")
    }
  }

  private static let sharedList: List.ID = "list"
  private static let firstKey = "first"
  private static func key(_ number: Int, by thread: Int) -> String { "\(thread).\(number)" }

  private static func log(of store: ListStore) throws -> [Entry] {
    try store.changes(afterSequence: 0, limit: .max).map { change in
      Entry(
        list: change.list.rawValue,
        version: change.version,
        key: change.key,
        fingerprint: change.fingerprint.description
      )
    }
  }
}

// MARK: - What is there afterwards

extension Crowd {
  /// What a power cut has left.
  package struct Remains: Sendable {
    package var problems: [String]
    /// The number of commits that were promised and are not there.
    package var lostCount = 0
    /// The number of commits that are there and were not promised yet.
    package var unpromisedCount = 0
  }

  /// Looks at what a power cut has left, and goes on from there.
  ///
  /// - Parameters:
  ///   - store: The store as it was opened after the cut.
  ///   - position: After how many events of the disk the power failed.
  /// - Returns: What is wrong with it, and how much of it there is.
  /// - Throws: What a store throws that it should not.
  package func remains(in store: ListStore, cutAt position: Int) throws -> Remains {
    var remains = Remains(problems: try store.verify().problems.map(\.description))
    let found = try Self.log(of: store)
    // There was one order of versions, and it is cut somewhere.
    if !log.starts(with: found) {
      remains.problems.append("the log is no beginning of what it was")
    }
    let versions = Dictionary(found.map { ($0.key, $0.version) }) { first, _ in first }
    let promises = promises.prefix { $0.position <= position }
    for promise in promises {
      let key = Self.key(promise.number, by: promise.thread)
      guard versions[key] != promise.version else { continue }
      remains.lostCount += 1
      remains.problems.append("\(key) was version \(promise.version), and is lost")
    }
    remains.unpromisedCount = found.count { $0.key != Self.firstKey } - promises.count
    guard remains.problems.isEmpty, let last = promises.last else { return remains }
    let retried = try commit(last.number, by: last.thread, to: store)
    if retried.version != last.version || retried.outcome != .duplicate {
      remains.problems.append("the last commit is answered \(retried)")
    }
    for thread in 0..<Self.threadCount {
      let count = found.count { $0.key?.hasPrefix("\(thread).") == true }
      if try commit(count, by: thread, to: store).outcome != .committed {
        remains.problems.append("thread \(thread) cannot go on")
      }
    }
    return remains
  }
}
