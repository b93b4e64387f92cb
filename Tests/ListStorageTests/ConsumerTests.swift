import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// Named consumers: each change once, one holder at a time, nothing skipped unasked.
@Suite struct ConsumerTests {
  private struct Refused: Error, CustomStringConvertible {
    var description: String { "refused" }
  }

  /// A store whose consumers keep the versions they have seen in a table beside the lists.
  private func store(
    versions: Int = 6,
    clock: TestClock = TestClock(),
    retention: ListStore.Retention = .unlimited
  ) throws -> ListStore {
    let store = try ListStore.inMemory(
      configuration: .clocked(clock, retention: retention)
    )
    try store.grow("home", to: versions, seed: 31)
    try store.write { try $0.execute(sql: "CREATE TABLE seen (version INTEGER)") }
    return store
  }

  private func see(_ delivery: Consumer.Delivery) throws {
    for change in delivery.changes {
      try delivery.database.execute(
        sql: "INSERT INTO seen VALUES (?)",
        arguments: [change.version]
      )
    }
  }

  private func seen(_ store: ListStore) throws -> [Int] {
    try store.write { try Int.fetchAll($0, sql: "SELECT version FROM seen ORDER BY rowid") }
  }

  @Test func `every change takes effect once, whatever fails in between`() throws {
    let store = try store(versions: 12)
    var consumer = try store.consumer("index", of: "home")
    consumer.limits.page = 5
    consumer.failureLimit = .max
    var generator = SeededGenerator(seed: 32)
    var failures = 0
    while true {
      do {
        let more = try consumer.consume { delivery in
          try see(delivery)
          if Int.random(in: 0..<3, using: &generator) == 0 { throw Refused() }
        }
        if !more { break }
      } catch is Refused {
        failures += 1
      }
    }
    #expect(failures > 0)
    #expect(try seen(store) == Array(1...12))
    #expect(try consumer.position() == store.token(of: "home"))
  }

  @Test func `a consumer whose process ends in the middle goes on where it was`() throws {
    let folder = try TemporaryFolder()
    let clock = TestClock()
    let path = folder.file("lists.db")
    do {
      let store = try ListStore(path: path, configuration: .clocked(clock))
      try store.grow("home", to: 4, seed: 33)
      var consumer = try store.consumer("index", of: "home")
      consumer.limits.page = 3
      try expectDelivery(to: consumer) { #expect($0.changes.map(\.version) == [1, 2, 3]) }
    }
    let store = try ListStore(path: path, configuration: .clocked(clock))
    #expect(throws: ConsumerError.held(name: "index", remaining: .seconds(30))) {
      try store.consumer("index", of: "home")
    }
    clock.advance(by: 30)
    let consumer = try store.consumer("index", of: "home")
    try expectDelivery(to: consumer) { #expect($0.changes.map(\.version) == [4]) }
    try expectNothing(to: consumer) { _ in Issue.record("there is nothing to do") }
    withExtendedLifetime(folder) {}
  }

  @Test func `a consumer may commit to another list, in the same transaction`() throws {
    let store = try store(versions: 3)
    let consumer = try store.consumer("mirror", of: "home")
    #expect(throws: Refused.self) {
      try consumer.consume { delivery in
        try store.commit(.list(delivery.snapshot().list), to: "mirror", in: delivery.database)
        throw Refused()
      }
    }
    #expect(throws: ListStoreError.unknownList("mirror")) { try store.info(of: "mirror") }
    while try consumer.consume({ delivery in
      try store.commit(.list(delivery.snapshot().list), to: "mirror", in: delivery.database)
    }) {}
    #expect(try store.info(of: "mirror").fingerprint == store.info(of: "home").fingerprint)
    #expect(try store.verify().problems == [])
  }

  @Test func `a consumer that commits to its own list still reads it at its version`() throws {
    let store = try store(versions: 2)
    let consumer = try store.consumer("index", of: "home")
    let head = try store.snapshot(of: "home")
    try expectDelivery(to: consumer) { delivery in
      try store.edit("home", in: delivery.database) { try $0.appendSection(Section(id: "own")) }
      let snapshot = try delivery.snapshot()
      #expect(snapshot == head)
    }
    try expectDelivery(to: consumer) { #expect($0.changes.map(\.version) == [3]) }
  }

  @Test func `a version that fails three times is parked; those before and after it are not`()
    throws
  {
    let store = try store()
    let consumer = try store.consumer("index", of: "home")
    func run() throws {
      while try consumer.consume({ delivery in
        try see(delivery)
        if delivery.changes.contains(where: { $0.version == 4 }) { throw Refused() }
      }) {}
    }
    for _ in 0..<4 { #expect(throws: Refused.self) { try run() } }
    #expect(try seen(store) == [1, 2, 3])
    let parked = ConsumerError.parked(name: "index", version: 4, reason: "refused")
    #expect(throws: parked) { try run() }
    #expect("\(parked)".contains("version 4"))
    let info = try #require(try store.consumers(of: "home").first)
    #expect(info.parked == "refused")
    #expect(info.failures == 3)
    #expect(info.lag == 3)

    // Tried again, it is parked again; skipped, the rest gets through.
    try consumer.retry()
    for _ in 0..<3 { #expect(throws: Refused.self) { try run() } }
    #expect(throws: parked) { try run() }
    try consumer.skip()
    try run()
    #expect(try seen(store) == [1, 2, 3, 5, 6])
    #expect(try store.consumers(of: "home").map(\.lag) == [0])
  }

  /// A store in memory whose consumer refuses a version, and is skipped, or looked at and parked, by
  /// its operator before the failure is counted.
  private func infoAfterFailure(
    _ operate: @escaping @Sendable (inout CursorRows.Cursor, CursorToken) -> Void
  ) throws -> ConsumerInfo? {
    let queue = try DatabaseQueue()
    let store = try ListStore(in: queue)
    try store.grow("home", to: 3, seed: 36)
    let first = try store.token(of: "home", at: 1)
    var consumer = try store.consumer("index", of: "home")
    consumer.limits.page = 1
    #expect(throws: Refused.self) {
      try consumer.consume { _ in
        // The writer does one thing after the other: this comes next, before what counts.
        queue.asyncWriteWithoutTransaction { database in
          do {
            let list = try ListRows.require("home", in: database).row
            var cursor = try #require(try CursorRows.find("index", list: list, in: database))
            operate(&cursor, first)
            try CursorRows.set(cursor, list: list, in: database)
          } catch {
            Issue.record(error)
          }
        }
        throw Refused()
      }
    }
    return try store.consumers(of: "home").first
  }

  @Test func `who was moved on before its failure is counted stays where it was moved`() throws {
    let info = try #require(try infoAfterFailure { $0.move(to: $1) })
    #expect(info.position.version == 1)
    #expect(info.failures == 0)
  }

  @Test func `who was parked before its failure is counted stays parked for that`() throws {
    let info = try #require(
      try infoAfterFailure { cursor, _ in (cursor.failures, cursor.parked) = (3, "another") }
    )
    #expect(info.position.version == 0)
    #expect(info.failures == 3)
    #expect(info.parked == "another")
  }

  @Test func `an operator retries and skips without taking the lease`() throws {
    let store = try store()
    var consumer = try store.consumer("index", of: "home")
    consumer.limits.page = 1
    consumer.failureLimit = 1
    #expect(throws: Refused.self) { try consumer.consume { _ in throw Refused() } }
    #expect(throws: ConsumerError.self) { try consumer.consume { _ in } }
    try store.retryConsumer("index", of: "home")
    #expect(throws: Refused.self) { try consumer.consume { _ in throw Refused() } }
    try store.skipConsumer("index", of: "home")
    while try consumer.consume({ try see($0) }) {}
    #expect(try seen(store) == [2, 3, 4, 5, 6])
    for name in ["none", ""] {
      #expect(throws: ConsumerError.removed(name: name)) {
        try store.retryConsumer(name, of: "home")
      }
      #expect(throws: ConsumerError.removed(name: name)) {
        try store.skipConsumer(name, of: "home")
      }
      #expect(throws: ConsumerError.removed(name: name)) {
        try store.removeConsumer(name, of: "home")
      }
    }
  }

  @Test func `the lease is taken over only after it ran out, and every call renews it`() throws {
    let clock = TestClock()
    let store = try store(clock: clock)
    let first = try store.consumer("index", of: "home", lease: .seconds(10))
    clock.advance(by: 9)
    #expect(throws: ConsumerError.held(name: "index", remaining: .seconds(1))) {
      try store.consumer("index", of: "home")
    }
    var limited = first
    limited.limits.page = 1
    #expect(try limited.consume { try see($0) })
    clock.advance(by: 9)
    #expect(throws: ConsumerError.held(name: "index", remaining: .seconds(1))) {
      try store.consumer("index", of: "home")
    }
    #expect(try store.consumers(of: "home").map(\.lease) == [.seconds(1)])
    clock.advance(by: 1)
    #expect(try store.consumers(of: "home").map(\.lease) == [nil])
    // Nobody has taken it over: it goes on.
    #expect(try limited.consume { try see($0) })
    clock.advance(by: 10)
    let second = try store.consumer("index", of: "home")
    let lost = ConsumerError.leaseLost(name: "index")
    #expect(throws: lost) { try first.consume { _ in Issue.record("the lease is lost") } }
    #expect(throws: lost) { try first.skip() }
    #expect(throws: lost) { try first.retry() }
    #expect(throws: lost) { try first.release() }
    while try second.consume({ try see($0) }) {}
    #expect(try seen(store) == Array(1...6))
  }

  @Test func `who finds nothing to do keeps the lease, and writes only to renew it`() throws {
    let clock = TestClock()
    let store = try store(clock: clock)
    let consumer = try store.consumer("index", of: "home", lease: .seconds(10))
    while try consumer.consume({ _ in }) {}
    let seen = try store.consumers(of: "home").map(\.lastSeen)
    clock.advance(by: 5)
    try expectNothing(to: consumer) { _ in }
    #expect(try store.consumers(of: "home").map(\.lastSeen) == seen)
    for _ in 0..<4 {
      clock.advance(by: 6)
      try? expectNothing(to: consumer) { _ in }
    }
    #expect(throws: ConsumerError.held(name: "index", remaining: .seconds(10))) {
      try store.consumer("index", of: "home", lease: .seconds(10))
    }
  }

  @Test func `a result that a failure swallowed took away does not count as done`() throws {
    let store = try store(versions: 3)
    var consumer = try store.consumer("index", of: "home")
    consumer.limits.page = 1
    let ended = ConsumerError.transactionEnded(name: "index")
    #expect(throws: ended) {
      try consumer.consume { delivery in
        try see(delivery)
        // What SQLite does by itself when the disk is full.
        try? delivery.database.execute(sql: "ROLLBACK")
      }
    }
    #expect(try consumer.position().version == 0)
    #expect(try store.consumers(of: "home").map(\.failures) == [1])
    while try consumer.consume({ try see($0) }) {}
    #expect(try seen(store) == [1, 2, 3])
  }

  @Test func `what a full disk takes from a consumer that goes on, it is given again`() throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    try store.grow("home", to: 3, seed: 34)
    try store.write { database in
      try database.execute(sql: "CREATE TABLE seen (version INTEGER, notes BLOB)")
    }
    func limit(_ pages: Int) throws {
      try store.write { database in
        let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        _ = try Row.fetchOne(database, sql: "PRAGMA max_page_count = \(count + pages)")
      }
    }
    var consumer = try store.consumer("index", of: "home")
    consumer.limits.page = 1
    try limit(8)
    #expect(throws: ConsumerError.transactionEnded(name: "index")) {
      try consumer.consume { delivery in
        try delivery.database.execute(sql: "INSERT INTO seen VALUES (1, NULL)")
        try? delivery.database.execute(sql: "INSERT INTO seen VALUES (1, zeroblob(1000000))")
      }
    }
    try limit(10_000)
    #expect(try consumer.position().version == 0)
    try expectDelivery(to: consumer) { #expect($0.changes.map(\.version) == [1]) }
    withExtendedLifetime(folder) {}
  }

  @Test func `an error of the caller's own comes out as it is`() throws {
    let store = try store(versions: 1)
    try store.write { try $0.execute(sql: "CREATE UNIQUE INDEX once ON seen (version)") }
    let consumer = try store.consumer("index", of: "home")
    let violation = #expect(throws: DatabaseError.self) {
      try consumer.consume { delivery in
        try see(delivery)
        try see(delivery)
      }
    }
    #expect(violation?.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
    #expect(try seen(store) == [])
    // Another database's trouble is not the store's.
    for code in [ResultCode.SQLITE_BUSY, .SQLITE_CORRUPT, .SQLITE_FULL] {
      let error = #expect(throws: DatabaseError.self) {
        try consumer.consume { _ in throw DatabaseError(resultCode: code) }
      }
      #expect(error?.resultCode == code)
      try consumer.retry()
    }
    while try consumer.consume({ try see($0) }) {}
    #expect(try seen(store) == [1])
  }

  @Test func `a lease that is let go of is free at once`() throws {
    let store = try store()
    try store.consumer("index", of: "home").release()
    #expect(throws: Never.self) { try store.consumer("index", of: "home") }
  }

  @Test func `a clock that is set back makes no lease endless`() throws {
    let clock = TestClock()
    let store = try store(clock: clock)
    _ = try store.consumer("index", of: "home", lease: .seconds(10))
    clock.advance(by: -86_400)
    #expect(throws: ConsumerError.held(name: "index", remaining: .seconds(10))) {
      try store.consumer("index", of: "home")
    }
    clock.advance(by: 10)
    #expect(throws: Never.self) { try store.consumer("index", of: "home") }
  }

  @Test func `a removed consumer is told so, and its name begins again`() throws {
    let store = try store()
    let consumer = try store.consumer("index", of: "home")
    #expect(try consumer.consume { _ in })
    try store.removeConsumer("index", of: "home")
    #expect(throws: ConsumerError.removed(name: "index")) { try consumer.position() }
    #expect(throws: ConsumerError.removed(name: "index")) { try consumer.consume { _ in } }
    #expect(try store.consumer("index", of: "home").position().version == 0)
  }

  @Test func `consumers of different names and lists do not disturb each other`() throws {
    let store = try store(versions: 3)
    try store.commit(sample, to: "away")
    let one = try store.consumer("one", of: "home")
    let two = try store.consumer("two", of: "home")
    let away = try store.consumer("one", of: "away")
    #expect(try one.consume { _ in })
    #expect(try two.position().version == 0)
    #expect(try away.position().version == 0)
    #expect(try store.consumers(of: "home").map(\.name) == ["one", "two"])
    #expect(try store.consumers(of: "home").map(\.lag) == [0, 3])
  }

  @Test func `what a consumer is opened with is checked`() throws {
    let store = try store(versions: 1)
    #expect(throws: ListStoreError.unknownList("none")) { try store.consumer("a", of: "none") }
    #expect(throws: ListStoreError.unknownList("none")) { try store.consumers(of: "none") }
    for name in ["", String(repeating: "x", count: 1025)] {
      #expect {
        try store.consumer(name, of: "home")
      } throws: {
        guard case ListStoreError.invalidName = $0 else { return false }
        return true
      }
    }
    let endless = try store.consumer("endless", of: "home", lease: .seconds(Int64.max))
    #expect(try endless.consume { _ in })
  }

  @Test func `a consumer that is left behind reads the list again and goes on from there`() throws {
    let store = try store(versions: 8)
    var consumer = try store.consumer("index", of: "home")
    consumer.limits.page = 2
    #expect(try consumer.consume { try see($0) })
    try store.compact(.newest(1, bytes: 0))
    let head = try store.snapshot(of: "home")
    try expectDelivery(to: consumer) { delivery in
      guard case .resync(.compacted, let next) = delivery.catchUp else {
        Issue.record("\(delivery.catchUp)")
        return
      }
      #expect(delivery.changes.isEmpty)
      let snapshot = try delivery.snapshot()
      #expect(snapshot == head)
      #expect(next.version == 8)
    }
    try store.edit("home") { try $0.appendSection(Section(id: "new")) }
    try expectDelivery(to: consumer) { #expect($0.changes.map(\.version) == [9]) }
  }

  @Test func `what has to be read again and fails can be skipped as well`() throws {
    let store = try store(versions: 8)
    var consumer = try store.consumer("index", of: "home")
    consumer.failureLimit = 1
    try store.compact(.newest(1, bytes: 0))
    #expect(throws: Refused.self) { try consumer.consume { _ in throw Refused() } }
    try consumer.skip()
    #expect(try consumer.position() == store.token(of: "home"))
    #expect(try !consumer.consume { _ in })
  }

  /// A store with versions that each weigh half a megabyte.
  private func heavyStore(versions: Int) throws -> ListStore {
    let store = try store(versions: 0)
    try store.edit("home", options: CommitOptions(expecting: .version(0))) {
      try $0.appendSection(Section(id: "s"))
    }
    for number in 1..<versions {
      let text = String(repeating: "\(number)", count: 600_000)
      try store.edit("home") { try $0.appendCell(cell(Cell.ID(number), text), to: "s") }
    }
    return store
  }

  @Test(arguments: [true, false])
  func `of one that takes every version, only the one that fails is skipped`(
    byOperator: Bool
  ) throws {
    let store = try heavyStore(versions: 12)
    var consumer = try store.consumer("index", of: "home")
    consumer.limits = .exact
    consumer.limits.page = 1
    consumer.failureLimit = 1
    #expect(try consumer.consume { try see($0) })
    #expect(throws: Refused.self) { try consumer.consume { _ in throw Refused() } }
    if byOperator { try store.skipConsumer("index", of: "home") } else { try consumer.skip() }
    #expect(try consumer.position() == store.token(of: "home", at: 2))
    while try consumer.consume({ try see($0) }) {}
    #expect(try seen(store) == [1] + Array(3...12))
  }

  /// Gives a consumer one change, which it refuses.
  private func expectFailure(of consumer: Consumer, from parent: Int, to version: Int) {
    #expect(throws: Refused.self) {
      try consumer.consume { delivery in
        #expect(delivery.changes.map(\.parent) == [parent])
        #expect(delivery.changes.map(\.version) == [version])
        throw Refused()
      }
    }
  }

  @Test func `a version that has failed stays one, however much comes after it`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    func opened() throws -> (ListStore, Consumer) {
      let store = try ListStore(path: path)
      if try store.lists().isEmpty { try store.grow("home", to: 3, seed: 35) }
      var consumer = try store.consumer("index", of: "home")
      consumer.limits.page = 1
      consumer.limits.mayResync = false
      consumer.failureLimit = 2
      return (store, consumer)
    }
    var (store, consumer) = try opened()
    try expectDelivery(to: consumer) { #expect($0.changes.map(\.version) == [1]) }
    expectFailure(of: consumer, from: 1, to: 2)
    try store.edit("home") { draft in
      try draft.appendSection(Section(id: "new"))
      try draft.appendCell(cell("long", String(repeating: "x", count: 5 << 20)), to: "new")
    }
    // Another process does not remember how it was judged before.
    try consumer.release()
    (store, consumer) = try opened()
    expectFailure(of: consumer, from: 1, to: 2)
    try store.skipConsumer("index", of: "home")
    try expectDelivery(to: consumer) { delivery in
      #expect(delivery.changes.map(\.parent) == [2])
      #expect(delivery.changes.map(\.version) == [4])
    }
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: [true, false])
  func `a composed change that fails is skipped, and nothing that came after it`(
    byOperator: Bool
  ) throws {
    let store = try store(versions: 4)
    var consumer = try store.consumer("index", of: "home")
    consumer.limits.exactBytes = 0
    consumer.limits.mayResync = false
    consumer.failureLimit = 1
    expectFailure(of: consumer, from: 0, to: 4)
    #expect(try store.consumers(of: "home").map(\.failures) == [1])
    try consumer.retry()
    #expect(try store.consumers(of: "home").map(\.failures) == [0])
    expectFailure(of: consumer, from: 0, to: 4)
    try store.edit("home") { try $0.appendSection(Section(id: "new")) }
    if byOperator { try store.skipConsumer("index", of: "home") } else { try consumer.skip() }
    #expect(try consumer.position() == store.token(of: "home", at: 4))
    try expectDelivery(to: consumer) { #expect($0.changes.map(\.version) == [5]) }
  }

  private func damage(_ version: Int, in store: ListStore) throws {
    try store.write { database in
      try database.execute(
        sql: "UPDATE liststore_change SET body = x'00' WHERE version = ?",
        arguments: [version]
      )
    }
  }

  private func expectCorrupted(_ work: () throws -> Void) {
    #expect {
      try work()
    } throws: {
      guard case ListStoreError.corrupted = $0 else { return false }
      return true
    }
  }

  @Test(arguments: [1, 256], [true, false])
  func `a damaged version is skipped by itself`(page: Int, byOperator: Bool) throws {
    let store = try store()
    try damage(3, in: store)
    var consumer = try store.consumer("index", of: "home")
    consumer.limits = .exact
    consumer.limits.page = page
    expectCorrupted { while try consumer.consume({ try see($0) }) {} }
    #expect(try consumer.position() == store.token(of: "home", at: 2))
    if byOperator { try store.skipConsumer("index", of: "home") } else { try consumer.skip() }
    while try consumer.consume({ try see($0) }) {}
    #expect(try seen(store) == [1, 2, 4, 5, 6])
  }

  @Test func `a damaged version is skipped with the own ones before it`() throws {
    let store = try ListStore.inMemory()
    for (index, author) in ["own", "other", "other"].enumerated() {
      try store.commit(
        List(sections: [Section(id: "s") { cell(Cell.ID("\(index)")) }]),
        to: "home",
        options: CommitOptions(author: author)
      )
    }
    try damage(2, in: store)
    var consumer = try store.consumer("index", of: "home")
    consumer.skippedAuthors = ["own"]
    expectCorrupted { _ = try consumer.consume { _ in Issue.record("it is damaged") } }
    try consumer.skip()
    #expect(try consumer.position() == store.token(of: "home", at: 2))
    try expectDelivery(to: consumer) { #expect($0.changes.map(\.version) == [3]) }
  }

  @Test func `who skips a version that is not retained any more is still told so`() throws {
    let store = try store(versions: 8)
    var consumer = try store.consumer("index", of: "home")
    consumer.limits.page = 1
    consumer.failureLimit = 1
    #expect(throws: Refused.self) { try consumer.consume { _ in throw Refused() } }
    try store.compact(.newest(1, bytes: 0))
    try store.skipConsumer("index", of: "home")
    try expectDelivery(to: consumer) { delivery in
      guard case .resync(.compacted, _) = delivery.catchUp else {
        Issue.record("\(delivery.catchUp)")
        return
      }
    }
  }

  @Test func `one that is far behind is given the composed change`() throws {
    let store = try store(versions: 8)
    var consumer = try store.consumer("index", of: "home")
    consumer.limits.exactBytes = 0
    consumer.limits.mayResync = false
    try expectDelivery(to: consumer) { delivery in
      #expect(delivery.changes.map(\.parent) == [0])
      #expect(delivery.changes.map(\.version) == [8])
    }
    #expect(try consumer.position() == store.token(of: "home"))
  }

  @Test func `a consumer of a window, kept by an earlier version, is refused and can be removed`()
    throws
  {
    let store = try store(versions: 3)
    try store.consumer("screen", of: "home").release()
    try store.write {
      try $0.execute(
        sql: "UPDATE liststore_cursor SET window = x'0100000000000000000500000000000000'"
      )
    }
    #expect(throws: ConsumerError.otherKind(name: "screen")) {
      try store.consumer("screen", of: "home")
    }
    #expect(try store.consumers(of: "home").map(\.name) == ["screen"])
    try store.removeConsumer("screen", of: "home")
    #expect(try store.consumers(of: "home").isEmpty)
  }
}

/// Places in feeds, kept in another database.
@Suite struct CursorTableTests {
  private struct Refused: Error {}

  @Test func `a position moves with the results of its consumer, or not at all`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 9, seed: 41)
    let other = try DatabaseQueue()
    let positions = CursorTable()
    try other.write { database in
      try positions.create(in: database)
      try positions.create(in: database)
      try database.execute(sql: "CREATE TABLE seen (version INTEGER)")
    }
    var limits = CatchUpLimits()
    limits.page = 2
    var attempts = 0
    while true {
      let token = try other.read { try positions.token(of: "home", in: $0) }
      guard
        case .changes(let changes, let next) = try store.catchUp(
          "home",
          from: token,
          limits: limits
        )
      else { break }
      attempts += 1
      try? other.write { database in
        for change in changes {
          try database.execute(sql: "INSERT INTO seen VALUES (?)", arguments: [change.version])
        }
        try positions.move("home", from: token, to: next, in: database)
        if attempts.isMultiple(of: 2) { throw Refused() }
      }
    }
    #expect(attempts == 9)
    #expect(
      try other.read { try Int.fetchAll($0, sql: "SELECT version FROM seen") } == Array(1...9)
    )
    #expect(
      try other.read { try positions.token(of: "home", in: $0) } == store.token(of: "home")
    )
  }

  @Test func `a position is moved only from where it is`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 3, seed: 42)
    let positions = CursorTable(name: #"odd "name""#)
    let tokens = try (0...3).map { try store.token(of: "home", at: $0) }
    try DatabaseQueue().write { database in
      try positions.create(in: database)
      func expectRefusal(from start: CursorToken?) {
        #expect(throws: ConsumerError.leaseLost(name: "c")) {
          try positions.move("c", from: start, to: tokens[3], in: database)
        }
      }
      #expect(try positions.token(of: "c", in: database) == nil)
      expectRefusal(from: tokens[0])
      try positions.move("c", from: nil, to: tokens[2], in: database)
      for start in [nil, tokens[1], tokens[3]] { expectRefusal(from: start) }
      #expect(try positions.token(of: "c", in: database) == tokens[2])
      try positions.remove("c", in: database)
      expectRefusal(from: tokens[2])
      try positions.move("c", from: nil, to: tokens[0], in: database)
    }
  }

  @Test func `a place goes back when the list has to be read again`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 3, seed: 42)
    try store.grow("away", to: 1, seed: 43)
    let positions = CursorTable()
    try DatabaseQueue().write { database in
      try positions.create(in: database)
      // Of a store that had more versions than the backup it was restored from.
      let lost = try #require(
        CursorToken(try store.token(of: "home").description.replacing(".1.3.", with: ".1.4."))
      )
      try positions.move("c", from: nil, to: lost, in: database)
      for list in ["home", "away"] as [List.ID] {
        let token = try positions.token(of: "c", in: database)
        guard case .resync(_, let next) = try store.catchUp(list, from: token) else {
          Issue.record("it goes on")
          return
        }
        try positions.move("c", from: token, to: next, in: database)
        #expect(try positions.token(of: "c", in: database) == store.token(of: list))
      }
    }
  }

  @Test func `of two workers that read the same place, one stores its results`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 1, seed: 44)
    let other = try DatabaseQueue()
    let positions = CursorTable()
    try other.write { database in
      try positions.create(in: database)
      try database.execute(sql: "CREATE TABLE seen (version INTEGER)")
    }
    func read() throws -> (CursorToken?, CatchUp) {
      let token = try other.read { try positions.token(of: "home", in: $0) }
      return (token, try store.catchUp("home", from: token))
    }
    func write(_ page: (token: CursorToken?, catchUp: CatchUp)) throws {
      try other.write { database in
        guard case .changes(let changes, let next) = page.catchUp else { return }
        for change in changes {
          try database.execute(sql: "INSERT INTO seen VALUES (?)", arguments: [change.version])
        }
        try positions.move("home", from: page.token, to: next, in: database)
      }
    }
    let first = try read()
    try store.edit("home") { try $0.appendSection(Section(id: "new")) }
    let more = try read()
    try write(first)
    #expect(throws: ConsumerError.leaseLost(name: "home")) { try write(more) }
    // Also when both have read the same page.
    let (second, again) = (try read(), try read())
    try write(second)
    #expect(throws: ConsumerError.leaseLost(name: "home")) { try write(again) }
    #expect(try other.read { try Int.fetchAll($0, sql: "SELECT version FROM seen") } == [1, 2])
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
  func `a clock beyond all times changes nothing but times`(seconds: Double) throws {
    let folder = try TemporaryFolder()
    var configuration = ListStore.Configuration()
    configuration.now = { Date(timeIntervalSince1970: seconds) }
    let store = try ListStore(path: folder.file("lists.db"), configuration: configuration)
    try store.commit(sample, to: "home")
    let consumer = try store.consumer("c", of: "home")
    var versions: [Int] = []
    while try consumer.consume({ versions += $0.changes.map(\.version) }) {}
    #expect(versions == [1])
    try store.compact()
    #expect(try store.verify().problems == [])
    withExtendedLifetime(folder) {}
  }

  @Test func `what is no token is reported`() throws {
    try DatabaseQueue().write { database in
      let positions = CursorTable()
      try positions.create(in: database)
      try database.execute(
        sql: "INSERT INTO liststore_place_in_feed VALUES (x'63', 'nonsense')"
      )
      #expect {
        try positions.token(of: "c", in: database)
      } throws: {
        "\($0)".contains("nonsense")
      }
    }
  }
}
