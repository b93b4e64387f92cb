import Dispatch
import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// What is forgotten, what never is, and what whoever asks for it is told.
@Suite struct RetentionTests {
  private func floor(_ store: ListStore, of list: List.ID = "home") throws -> Int {
    try #require(store.statistics().lists.first { $0.id == list }).floor
  }

  /// How many commit keys stand for versions which are gone.
  private func staleKeyCount(_ store: ListStore) throws -> Int {
    let floor = try store.oldestVersion(of: "home")
    return try store.database.read { database in
      try Int.fetchOne(
        database,
        sql: "SELECT count(*) FROM liststore_key WHERE version < ?",
        arguments: [floor]
      ) ?? 0
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `after a compaction every retained version is the same, and the store is sound`(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      let versions = try store.grow("home", to: 20, seed: 51)
      try store.grow("short", to: 3, seed: 52)
      let fingerprints = try (0...20).map { try store.token(of: "home", at: $0).fingerprint }
      let report = try store.compact(.newest(8))
      #expect(report.removedVersions == 12)
      #expect(report.removedBytes > 0)
      #expect(try floor(store) == 12)
      #expect(try floor(store, of: "short") == 0)
      for version in 12...20 {
        let snapshot = try store.snapshot(of: "home", at: version)
        #expect(snapshot.list == versions[version])
        #expect(snapshot.fingerprint == fingerprints[version])
      }
      #expect(try store.verify().problems == [])
      #expect(try store.compact(.newest(8)).removedVersions == 0)
      try store.grow("home", to: 25, seed: 51)
      #expect(try store.verify().problems == [])
    }
  }

  @Test func `whatever is asked below the floor, the answer says what there is`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 9, seed: 53)
    try store.compact(.newest(4))
    let refused = ListStoreError.unknownVersion(4, list: "home", available: 5...9)
    #expect(throws: refused) { try store.snapshot(of: "home", at: 4) }
    #expect(throws: refused) { try store.changes(of: "home", after: 4) }
    #expect(throws: refused) { try store.change(of: "home", from: 4, to: 9) }
    #expect(throws: refused) { try store.change(of: "home", from: 9, to: 4) }
    #expect(throws: refused) { try store.commit(.reverting(to: 4), to: "home") }
    #expect(throws: refused) { try store.token(of: "home", at: 4) }
    #expect(throws: refused) { try store.walk("home", after: 4) { _, _ in } }
    #expect(throws: refused) { try store.export("home", from: 4) { _ in } }
    #expect(throws: refused) { try store.commit(.edit(rebasing: 4) { _ in }, to: "home") }
    // What version 5 was made from is not there.
    #expect(throws: refused) { try store.commit(.undoing(version: 5), to: "home") }
    #expect(try store.oldestVersion(of: "home") == 5)
    #expect(try store.commit(.reverting(to: 5), to: "home").version == 10)
    #expect(try store.verify().problems == [])
  }

  @Test func `the newest version stays, whatever the retention`() throws {
    let store = try ListStore.inMemory()
    let versions = try store.grow("home", to: 5, seed: 54)
    try store.compact(.newest(0, bytes: 0))
    #expect(try floor(store) == 5)
    #expect(try store.snapshot(of: "home").list == versions[5])
    #expect(try store.verify().problems == [])
    #expect(try store.edit("home") { try $0.appendSection(Section(id: "new")) }.version == 6)
    #expect(try store.snapshot(of: "home", at: 5).list == versions[5])
  }

  @Test func `a change stays as long as it is young, also behind an older one`() throws {
    let clock = TestClock()
    let source = try ListStore.inMemory()
    try source.grow("home", to: 10, seed: 55)
    let store = try ListStore.inMemory(configuration: .clocked(clock))
    // The clock was set back before version 6.
    let ages = [100, 90, 80, 70, 60, 90, 40, 30, 20, 10] as [Double]
    for var change in try source.changes(of: "home") {
      change.time = clock.now.addingTimeInterval(-ages[change.version - 1])
      try store.apply(change)
    }
    var retention = ListStore.Retention.newest(0)
    retention.age = .seconds(65)
    try store.compact(retention)
    #expect(try floor(store) == 4)
    clock.advance(by: 10)
    try store.compact(retention)
    #expect(try floor(store) == 6)
    retention.age = .seconds(Int64.max)
    clock.advance(by: 1e6)
    #expect(try store.compact(retention).removedVersions == 0)
  }

  @Test func `a version of the future does not keep those after it`() throws {
    let clock = TestClock()
    let store = try ListStore.inMemory(configuration: .clocked(clock))
    func grow(through last: Int) throws {
      for number in try store.info(of: "home").version + 1...last {
        try store.edit("home") { try $0.updateCell(cell("a1", revision: number)) }
      }
    }
    var retention = ListStore.Retention.newest(1)
    retention.age = .seconds(100)
    clock.advance(by: 1e9)
    try store.commit(sample, to: "home")
    clock.advance(by: -1e9)
    // As long as nothing tells that the clock was wrong, what it says stays.
    #expect(try store.compact(retention).removedVersions == 0)
    try grow(through: 4)
    clock.advance(by: 1e6)
    try grow(through: 5)
    try store.compact(retention)
    #expect(try floor(store) == 4)
    // Of those of the future before one that is young, none goes.
    clock.advance(by: 1e9)
    try grow(through: 6)
    clock.advance(by: -1e9)
    try grow(through: 8)
    clock.advance(by: 50)
    try store.compact(retention)
    #expect(try floor(store) == 4)
    #expect(try store.verify().problems == [])
  }

  @Test func `versions of the future keep nothing without an age to be kept for`() throws {
    let clock = TestClock()
    let store = try ListStore.inMemory(configuration: .clocked(clock))
    clock.advance(by: 1e9)
    try store.grow("home", to: 7, seed: 63)
    clock.advance(by: -1e9)
    var retention = ListStore.Retention.newest(1)
    retention.age = .zero
    #expect(try store.compact(retention).removedVersions == 6)
    #expect(try floor(store) == 6)
  }

  @Test func `versions of the future are as old as the next commit to another list`() throws {
    let clock = TestClock()
    let store = try ListStore.inMemory(configuration: .clocked(clock))
    clock.advance(by: 1e9)
    try store.grow("home", to: 7, seed: 63)
    clock.advance(by: -1e9)
    var retention = ListStore.Retention.newest(1)
    retention.age = .seconds(100)
    try store.grow("other", to: 1, seed: 64)
    clock.advance(by: 50)
    try store.grow("other", to: 3, seed: 64)
    try store.compact(retention)
    #expect(try floor(store) == 0)
    clock.advance(by: 60)
    try store.compact(retention)
    #expect(try floor(store) == 6)
    #expect(try store.verify().problems == [])
  }

  @Test func `versions of the future are at least as old as the last write to their store`() throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    do {
      let store = try ListStore(path: path)
      try store.grow("home", to: 7, seed: 63)
      try store.write { database in
        try database.execute(sql: "UPDATE liststore_change SET time = 16725225600000")
        try database.forgetChecksumsOfChanges()
      }
    }
    /// Has the file say when it was last written to, so many seconds from now.
    func setLastWrite(_ seconds: Double) throws {
      let date = Date().addingTimeInterval(seconds)
      try FileManager.default.setAttributes(
        [.modificationDate: date],
        ofItemAtPath: path + "-lock"
      )
    }
    var retention = ListStore.Retention.newest(1)
    retention.age = .seconds(3_600)
    let store = try ListStore(path: path)
    // A clock that is ahead still, or was when this was written.
    try setLastWrite(1e9)
    #expect(try store.compact(retention).removedVersions == 0)
    // From then on, they have an age.
    let noted = try FileManager.default.attributesOfItem(atPath: path + "-lock")
    #expect(try #require(noted[.modificationDate] as? Date) <= Date())
    #expect(try store.compact(retention).removedVersions == 0)
    try setLastWrite(-4_000)
    #expect(try store.compact(retention).removedVersions == 6)
    #expect(try store.verify().problems == [])
  }

  @Test func `versions of a clock that was behind stay as long as the last write is young`() throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    do {
      var configuration = ListStore.Configuration()
      configuration.now = { Date().addingTimeInterval(-30 * 24 * 3_600) }
      configuration.durability = .normal
      let store = try ListStore(path: path, configuration: configuration)
      try store.commit(sample, to: "home")
      for number in 2...1_500 {
        try store.edit("home") { try $0.updateCell(cell("a1", revision: number)) }
      }
    }
    func setLastWrite(_ seconds: Double) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date().addingTimeInterval(seconds)],
        ofItemAtPath: path + "-lock"
      )
    }
    var retention = ListStore.Retention.newest(1)
    retention.age = .seconds(24 * 3_600)
    let store = try ListStore(path: path)
    let report = try store.compact(retention)
    #expect(report.removedVersions == 0 && report.isAgeInDoubt)
    #expect(try store.compactionPreview(retention) == [])
    // Nothing to keep is not kept for doubt.
    #expect(try !store.compact(.unlimited).isAgeInDoubt)
    try setLastWrite(-25 * 3_600)
    // All of them, in two transactions, though the first one writes.
    #expect(try store.compact(retention).removedVersions == 1_499)
    #expect(try store.verify().problems == [])
  }

  @Test func `of a store that was copied without its lock, nobody knows when it was written to`()
    throws
  {
    let folder = try TemporaryFolder()
    let (path, copy) = (folder.file("lists.db"), folder.file("copy.db"))
    do {
      var configuration = ListStore.Configuration()
      configuration.now = { Date().addingTimeInterval(-30 * 24 * 3_600) }
      try ListStore(path: path, configuration: configuration).grow("home", to: 5, seed: 63)
    }
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    var retention = ListStore.Retention.newest(1)
    retention.age = .seconds(24 * 3_600)
    #expect(try ListStore(path: copy).compact(retention).removedVersions == 4)
  }

  @Test(arguments: [0, 3, 1_500])
  func `a compaction goes through versions of the future, however many`(count: Int) throws {
    let clock = TestClock()
    let store = try ListStore.inMemory(configuration: .clocked(clock))
    func grow(by count: Int) throws {
      for _ in 0..<count {
        let next = (try? store.info(of: "home").version) ?? 0
        try store.edit("home") { try $0.updateCell(cell("a1", revision: next)) }
      }
    }
    try store.commit(sample, to: "home")
    try grow(by: 1_000 - count % 1_000)
    clock.advance(by: 1e9)
    try grow(by: count)
    clock.advance(by: -1e9)
    try grow(by: 700)
    clock.advance(by: 1_000)
    var retention = ListStore.Retention.newest(1)
    retention.age = .seconds(100)
    let head = try store.info(of: "home").version
    #expect(try store.compactionPreview(retention).map(\.oldestVersion) == [head - 1])
    try store.compact(retention)
    #expect(try store.oldestVersion(of: "home") == head - 1)
  }

  @Test(arguments: [-315_360_000.0, -3_600, 0, 3_600])
  func `a clock that jumps takes nothing that is young`(seconds: Double) throws {
    let clock = TestClock()
    let store = try ListStore.inMemory(configuration: .clocked(clock))
    try store.grow("home", to: 10, seed: 61)
    var retention = ListStore.Retention.newest(1)
    retention.age = .seconds(7_200)
    clock.advance(by: seconds)
    #expect(try store.compact(retention).removedVersions == 0)
    // Frozen, or back again.
    try store.grow("home", to: 12, seed: 61)
    clock.advance(by: -seconds)
    try store.grow("home", to: 14, seed: 61)
    #expect(try store.compact(retention).removedVersions == 0)
    #expect(try store.verify().problems == [])
  }

  @Test func `what a consumer has yet to read stays, up to the limit in bytes`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 20, seed: 56)
    var consumer = try store.consumer("slow", of: "home")
    consumer.limits.page = 3
    #expect(try consumer.consume { _ in })
    try store.compact(.newest(5))
    #expect(try floor(store) == 3)
    try expectDelivery(to: consumer) { #expect($0.changes.map(\.version) == [4, 5, 6]) }

    let kept = try store.changes(of: "home", after: 11)
      .reduce(0) { try $0 + $1.changeset.encoded().count }
    try store.compact(.newest(5, bytes: kept))
    #expect(try floor(store) == 11)
    try expectDelivery(to: consumer) { delivery in
      guard case .resync(.compacted, _) = delivery.catchUp else {
        Issue.record("\(delivery.catchUp)")
        return
      }
    }
    // It reads on from the head: what is older is no longer kept for it.
    try store.compact(.newest(5))
    #expect(try floor(store) == 15)
    try store.removeConsumer("slow", of: "home")
    try store.grow("home", to: 22, seed: 57)
    try store.compact(.newest(5))
    #expect(try floor(store) >= 17)
    #expect(try store.verify().problems == [])
  }

  @Test func `keys of versions that are gone are forgotten, others are not`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home", options: CommitOptions(key: "first"))
    try store.commit(sample, to: "home", options: CommitOptions(key: "same"))
    for number in 2...6 {
      try store.edit("home", options: CommitOptions(key: "\(number)")) {
        try $0.updateCell(cell("a1", revision: number))
      }
    }
    try store.compact(.newest(3))
    #expect(try floor(store) == 3)
    let versions = [3, 4, 5, 6]
    for number in versions {
      let commit = try store.edit("home", options: CommitOptions(key: "\(number)")) {
        try $0.updateCell(cell("a1", revision: number))
      }
      #expect(commit.outcome == .duplicate)
      #expect(commit.version == number)
    }
    // These stand for versions nobody can look at any more.
    #expect(try store.commit(sample, to: "home", options: CommitOptions(key: "first")).version == 7)
    #expect(
      try store.commit(sample, to: "home", options: CommitOptions(key: "same")).outcome
        == .unchanged
    )
    #expect(
      try store.commit(sample, to: "home", options: CommitOptions(key: "same")).outcome
        == .duplicate
    )
    #expect(try store.verify().problems == [])
  }

  @Test func `a key that was used again is forgotten with the last version it stands for`() throws {
    let source = try ListStore.inMemory()
    let replica = try ListStore.inMemory()
    func follow() throws {
      let version = (try? replica.info(of: "home").version) ?? 0
      for change in try source.changes(of: "home", after: version) { try replica.apply(change) }
    }
    func list(_ count: Int) -> List {
      List { Section(id: "s") { for number in 0..<count { cell("\(number)") } } }
    }
    try source.commit(list(1), to: "home", options: CommitOptions(key: "K"))
    for count in 2...5 { try source.commit(list(count), to: "home") }
    try follow()
    // The source has forgotten the key, the replica has not.
    try source.compact(.newest(1))
    let again = try source.commit(list(7), to: "home", options: CommitOptions(key: "K"))
    #expect(again.outcome == .committed)
    try source.commit(list(2), to: "home")
    try follow()
    try replica.compact(.newest(3))
    #expect(try floor(replica) > 1)
    #expect(try replica.verify().problems == [])
    #expect(
      try replica.commit(list(7), to: "home", options: CommitOptions(key: "K")).outcome
        == .duplicate
    )
    #expect(
      try replica.commit(list(7), to: "home", options: CommitOptions(key: "K")).version
        == again.version
    )
  }

  @Test(arguments: [(Int.min, Int.max), (1, .min), (.min, .min)])
  func `less than nothing is kept as nothing is`(versions: Int, bytes: Int) async throws {
    await #expect(processExitsWith: .success) {
      [versions = versions as Int, bytes = bytes as Int] in
      let store = try ListStore.inMemory()
      try store.grow("home", to: 5, seed: 7)
      try store.compact(.newest(versions, bytes: bytes))
      #expect(try store.oldestVersion(of: "home") == 5)
      #expect(try store.verify().problems == [])
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `a preview says what a compaction then removes`(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let clock = TestClock()
    var configuration = ListStore.Configuration.clocked(clock)
    configuration.spanLengths.shortest = 16
    let store = try ListStore.inMemory(configuration: configuration)
    for list in ["a", "b", "c"] as [List.ID] {
      try store.commit(sample, to: list)
      for number in 2...Int.random(in: 2...60, using: &numbers) {
        clock.advance(by: Double.random(in: 0...9, using: &numbers))
        let text = String(repeating: "text ", count: Int.random(in: 0...90, using: &numbers))
        try store.edit(list) { try $0.updateCell(cell("a1", "\(number) \(text)")) }
      }
      for name in ["quick", "slow"] where Bool.random(using: &numbers) {
        var consumer = try store.consumer(name, of: list)
        consumer.limits.page = Int.random(in: 1...20, using: &numbers)
        _ = try consumer.consume { _ in }
      }
    }
    for _ in 0..<6 {
      var retention = ListStore.Retention.newest(Int.random(in: 0...50, using: &numbers))
      retention.age = .seconds(Int.random(in: 0...250, using: &numbers))
      if Bool.random(using: &numbers) {
        retention.byteLimit = Int.random(in: 0...30_000, using: &numbers)
      }
      let before = try store.statistics()
      let previews = try store.compactionPreview(retention)
      #expect(try store.statistics() == before)
      let report = try store.compact(retention)
      #expect(previews.reduce(0) { $0 + $1.removedVersions } == report.removedVersions)
      #expect(previews.reduce(0) { $0 + $1.removedBytes } == report.removedBytes)
      for list in before.lists {
        let preview = previews.first { $0.list == list.id }
        #expect(try floor(store, of: list.id) == preview?.oldestVersion ?? list.floor)
        #expect(preview.map { $0.oldestVersion - $0.removedVersions } ?? list.floor == list.floor)
        // Those have to read the list again, and no others.
        let late = try store.consumers(of: list.id).filter { consumer in
          if case .resync = try store.catchUp(list.id, from: consumer.position) {
            true
          } else {
            false
          }
        }
        #expect(late.map(\.name).filter { preview?.consumersLeftBehind.contains($0) != true } == [])
        #expect(preview?.consumersLeftBehind ?? [] == late.map(\.name))
        for consumer in late { try store.removeConsumer(consumer.name, of: list.id) }
      }
    }
  }

  @Test func `a preview looks further than one transaction`() throws {
    let store = try ListStore.inMemory(configuration: .clocked(TestClock()))
    try store.commit(sample, to: "home")
    for number in 2...2500 {
      try store.edit("home") { try $0.updateCell(cell("a1", revision: number)) }
    }
    let preview = try #require(try store.compactionPreview(.newest(100)).first)
    #expect(preview.oldestVersion == 2400 && preview.removedVersions == 2400)
    #expect(try store.compact(.newest(100)).removedBytes == preview.removedBytes)
    #expect(try store.compactionPreview(.newest(100)) == [])
  }

  @Test(arguments: [
    "UPDATE liststore_cursor SET lease = 9223372036854775807",
    "UPDATE liststore_cursor SET name = x'ff'",
  ])
  func `a preview reads of consumers what a compaction reads`(damage: String) throws {
    let store = try ListStore.inMemory(configuration: .clocked(TestClock()))
    for list in ["a", "b"] as [List.ID] {
      try store.commit(sample, to: list)
      for number in 2...20 {
        try store.edit(list) { try $0.updateCell(cell("a1", revision: number)) }
      }
    }
    var consumer = try store.consumer("c", of: "a")
    consumer.limits.page = 19
    #expect(try consumer.consume { _ in })
    try store.database.write { try $0.execute(sql: damage) }
    let preview = try store.compactionPreview(.newest(5))
    #expect(preview.map(\.oldestVersion) == [15, 15])
    #expect(try store.compact(.newest(5)).removedVersions == 30)
  }

  // MARK: Without looking through all of the past

  @Test func `what was counted of a list that was damaged since is counted again`() throws {
    let store = try ListStore.inMemory(configuration: .clocked(TestClock()))
    try store.commit(sample, to: "home")
    func grow(by count: Int) throws {
      for number in 0..<count {
        let text = "\(number) " + String(repeating: "text ", count: 50)
        try store.edit("home") { try $0.updateCell(cell("a1", text)) }
      }
    }
    try grow(by: 300)
    try store.compact(.newest(1000, bytes: 40_000))
    let version = try store.info(of: "home").version
    try grow(by: 30)
    try store.database.write { database in
      try database.execute(sql: "PRAGMA ignore_check_constraints = 1")
      try database.execute(
        sql: "UPDATE liststore_change SET fingerprint = x'00' WHERE version = ?",
        arguments: [version]
      )
    }
    for _ in 0..<3 {
      #expect(try store.compact(.newest(20, bytes: 40_000)).removedVersions > 0)
      try grow(by: 20)
    }
  }

  @Test(arguments: 1...UInt64(Soak.count(2, soak: 40)))
  func `what was counted before leads as far as counting again`(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var configuration = ListStore.Configuration()
    configuration.durability = .normal
    configuration.spanLengths.shortest = 16
    let path = folder.file("lists.db")
    let store = try ListStore(path: path, configuration: configuration)
    let other = try ListStore(path: path, configuration: configuration)
    for list in ["a", "b"] as [List.ID] { try store.commit(sample, to: list) }
    for step in 0..<60 {
      let list: List.ID = Bool.random(using: &numbers) ? "a" : "b"
      let some = Bool.random(using: &numbers) ? store : other
      switch Int.random(in: 0..<12, using: &numbers) {
      case 0:
        try some.commit(.clearing, to: list)
        try some.commit(sample, to: list)
      case 1:
        try other.compact(.newest(Int.random(in: 0...60, using: &numbers)))
      default:
        for number in 0..<Int.random(in: 1...20, using: &numbers) {
          let text = String(repeating: "text ", count: Int.random(in: 0...90, using: &numbers))
          try some.edit(list) { try $0.updateCell(cell("a1", "\(step) \(number) \(text)")) }
        }
      }
      let limit = Int.random(in: 4_000...40_000, using: &numbers)
      let again = try ListStore(path: path).compactionPreview(.newest(500, bytes: limit))
      let known = try store.compactionPreview(.newest(500, bytes: limit))
      #expect(known == again, "seed \(seed), step \(step)")
      #expect(
        try store.compact(.newest(500, bytes: limit)).removedVersions
          == again.reduce(0) { $0 + $1.removedVersions }
      )
    }
    #expect(try store.verify().problems == [])
  }

  @Test func `what is over the limit is counted once`() throws {
    let log = StatementLog(withValues: true)
    let store = try log.store()
    var retention = ListStore.Retention()
    retention.byteLimit = 40_000
    try store.commit(sample, to: "home")
    func grow(to count: Int) throws {
      for number in try store.info(of: "home").version..<count {
        let text = "\(number) " + String(repeating: "text ", count: 50)
        try store.edit("home") { try $0.updateCell(cell("a1", text)) }
      }
    }
    try grow(to: 300)
    #expect(try store.compact(retention).removedVersions > 0)
    for count in stride(from: 320, to: 480, by: 20) {
      try grow(to: count)
      var removed = 0
      let statements = try log.statements { removed = try store.compact(retention).removedVersions }
      #expect((15...25).contains(removed))
      let counted = statements.compactMap { statement -> Int? in
        let pattern = /sum\(length\(body\)\) FROM liststore_change .* > (\d+) AND version <= (\d+)/
        guard let match = statement.firstMatch(of: pattern) else { return nil }
        return (Int(match.2) ?? 0) - (Int(match.1) ?? 0)
      }
      #expect(!counted.isEmpty && counted.allSatisfy { $0 <= 25 }, "\(statements)")
      #expect(!statements.contains { $0.contains("total(length(body))") })
    }
  }

  @Test func `who has nothing to remove does not keep others from committing`() throws {
    let log = StatementLog()
    let store = try log.store()
    try store.commit(sample, to: "home")
    for number in 2...10 {
      try store.edit("home") { try $0.updateCell(cell("a1", revision: number)) }
    }
    func beginnings(_ retention: ListStore.Retention) throws -> Int {
      try log.statements { try store.compact(retention) }
        .count { $0.hasPrefix("BEGIN IMMEDIATE") }
    }
    #expect(try beginnings(.newest(10)) == 0)
    #expect(try beginnings(.newest(4)) == 1)
    #expect(try beginnings(.newest(4)) == 0)
    #expect(try floor(store) == 6)
  }

  @Test(arguments: Soak.some([(10, 6), (400, 3)], every: 2))
  func `by itself a store forgets keys little by little`(kept: Int, keys: Int) throws {
    var configuration = ListStore.Configuration()
    configuration.retention = .newest(kept)
    let store = try ListStore.inMemory(configuration: configuration)
    try store.commit(sample, to: "home")
    for number in 2...3072 {
      try store.edit("home", options: CommitOptions(key: "changed \(number)")) {
        try $0.updateCell(cell("a1", revision: number))
      }
      for other in 1..<keys {
        try store.edit("home", options: CommitOptions(key: "\(other) \(number)")) { _ in }
      }
      guard number.isMultiple(of: 512), number >= 1024 else { continue }
      #expect(try floor(store) == number - kept)
      #expect(try staleKeyCount(store) < 512 * keys)
    }
    #expect(try store.verify().problems == [])
    try store.compact(.newest(kept - 1))
    #expect(try staleKeyCount(store) == 0)
  }

  @Test(arguments: Soak.isOn ? [true, false] : [true])
  func `keys are forgotten however often a store is opened`(isOpenedAnew: Bool) throws {
    let folder = try TemporaryFolder()
    var configuration = ListStore.Configuration()
    configuration.retention = .newest(1500)
    configuration.durability = .normal
    configuration.keepsSpans = false
    func open() throws -> ListStore {
      try ListStore(path: folder.file("lists.db"), configuration: configuration)
    }
    var store = try open()
    var numbers = SeededGenerator(seed: 5)
    try store.commit(sample, to: "home")
    for number in 2...5120 {
      let key = String(UInt64.random(in: 0 ... .max, using: &numbers), radix: 36)
      try store.edit("home", options: CommitOptions(key: key)) {
        try $0.updateCell(cell("a1", revision: number))
      }
      // A retention of 1,500 versions is one of 4,500 keys.
      for other in ["x", "y"] {
        try store.edit("home", options: CommitOptions(key: key + other)) { _ in }
      }
      guard number.isMultiple(of: 512) else { continue }
      #expect(try staleKeyCount(store) < 4_500)
      if isOpenedAnew { store = try open() }
    }
    try store.compact(.newest(1500))
    #expect(try staleKeyCount(store) == 0)
  }

  @Test func `a compaction forgets keys, however many versions it removes`() throws {
    let store = try ListStore.inMemory(configuration: .clocked(TestClock()))
    try store.commit(sample, to: "home")
    for number in 2...1010 {
      try store.edit("home", options: CommitOptions(key: "\(number)")) {
        try $0.updateCell(cell("a1", revision: number))
      }
      try store.edit("home", options: CommitOptions(key: "also \(number)")) { _ in }
    }
    #expect(try store.compact(.newest(10)).removedVersions == 1000)
    let count = try store.database.read { database in
      try Int.fetchOne(database, sql: "SELECT count(*) FROM liststore_key WHERE version < 1000")
    }
    #expect(count == 0)
  }

  @Test func `others write between the transactions of a compaction`() throws {
    let store = try ListStore.inMemory(configuration: .clocked(TestClock()))
    try store.commit(sample, to: "home")
    for number in 2...2500 {
      try store.edit("home") { try $0.updateCell(cell("a1", revision: number)) }
    }
    var removed: [Int] = []
    let report = try store.compact(.newest(100)) { report in
      removed.append(report.removedVersions)
      _ = try? store.edit("home") { try $0.updateCell(cell("a2", revision: removed.count)) }
    }
    #expect(removed.first == 1000)
    #expect(zip(removed, removed.dropFirst()).allSatisfy { $1 - $0 <= 1000 && $1 > $0 })
    #expect(report.removedVersions == removed.last)
    #expect(try store.info(of: "home").version == 2500 + removed.count)
    #expect(try floor(store) == report.removedVersions)
    #expect(try store.verify().problems == [])
  }

  @Test func `by itself a store keeps a list within its retention, every 512 versions`() throws {
    var configuration = ListStore.Configuration()
    configuration.retention = .newest(10)
    let store = try ListStore.inMemory(configuration: configuration)
    try store.commit(sample, to: "home")
    for number in 2...511 {
      try store.edit("home") { try $0.updateCell(cell("a1", revision: number)) }
    }
    #expect(try floor(store) == 0)
    try store.edit("home") { try $0.updateCell(cell("a1", revision: 512)) }
    #expect(try floor(store) == 502)
    #expect(try store.verify().problems == [])
  }

  @Test func `no commit waits for those who read`() throws {
    let folder = try TemporaryFolder()
    var configuration = ListStore.Configuration()
    configuration.durability = .normal
    configuration.retention = .newest(700, bytes: 1_000)
    let store = try ListStore(path: folder.file("lists.db"), configuration: configuration)
    try store.commit(sample, to: "home")
    let (begun, mayEnd, isDone) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    for _ in 0..<8 {
      Thread {
        try? store.database.read { _ in
          begun.signal()
          mayEnd.wait()
        }
      }.start()
    }
    // There are five connections to read with; the others wait for one.
    for _ in 0..<5 { begun.wait() }
    Thread {
      for number in 2...1024 {
        _ = try? store.edit("home") { try $0.updateCell(cell("a1", revision: number)) }
      }
      isDone.signal()
    }.start()
    let result = isDone.wait(timeout: .now() + 300)
    for _ in 0..<8 { mayEnd.signal() }
    #expect(result == .success)
    if result == .timedOut { isDone.wait() }
    #expect(try store.info(of: "home").version == 1024)
    #expect(try floor(store) > 0)
    #expect(try store.verify().problems == [])
  }

  @Test func `by default 10,000 versions and a week are kept, up to 1 GiB`() {
    let retention = ListStore.Configuration().retention
    #expect(retention.versions == 10_000)
    #expect(retention.age == .seconds(604_800))
    #expect(retention.byteLimit == 1_073_741_824)
  }

  @Test func `the file really becomes smaller`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    let store = try ListStore(path: path)
    func size() throws -> Int {
      try #require(
        FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      )
    }
    try store.commit(sample, to: "home")
    for number in 1...200 {
      let text = String(repeating: "\(number) ", count: 8000)
      try store.edit("home") { try $0.updateCell(cell("a1", text)) }
    }
    try store.compact(.unlimited)
    let before = try size()
    let report = try store.compact(.newest(2))
    #expect(report.releasedBytes > before / 2)
    #expect(try size() < before / 2)
    #expect(try store.statistics().freeBytes == 0)
    #expect(try store.verify().problems == [])
    withExtendedLifetime(folder) {}
  }

  @Test func `statistics say what is kept and for whom`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 9, seed: 58)
    let consumer = try store.consumer("slow", of: "home")
    try store.compact(.newest(4, bytes: 0))
    let statistics = try store.statistics()
    let list = try #require(statistics.lists.first)
    #expect(list.floor == 9)
    #expect(list.consumers.map(\.name) == ["slow"])
    #expect(list.consumers.map(\.lag) == [9])
    #expect(statistics.historyBytes == list.feedBytes + list.spanBytes)
    #expect(statistics.liveBytes == list.contentBytes)
    #expect(try consumer.consume { _ in })
    #expect(try store.consumers(of: "home").map(\.lag) == [0])
  }
}
