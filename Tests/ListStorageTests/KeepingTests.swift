import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Synchronization
import Testing

/// Copies of a whole store.
@Suite struct BackupTests {
  @Test func `a backup made while others commit is a sound store of one moment`() throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    try store.commit(sample, to: "one")
    try store.commit(sample, to: "two")
    let isDone = Atomic(false)
    let commits = Atomic(0)
    let writer = Thread {
      // Both lists in one transaction: a copy of one moment has the same version of both.
      var revision = 0
      while !isDone.load(ordering: .acquiring) {
        revision += 1
        try? store.write { database in
          for list in ["one", "two"] as [List.ID] {
            try store.edit(list, in: database) {
              try $0.updateCell(cell("a1", revision: revision))
            }
          }
        }
        commits.add(1, ordering: .relaxed)
      }
    }
    writer.start()
    defer { isDone.store(true, ordering: .releasing) }
    var last = 0
    for number in 1...5 {
      let seen = commits.load(ordering: .relaxed)
      try spin(until: "three more commits are made") {
        commits.load(ordering: .relaxed) >= seen + 3
      }
      let path = folder.file("copy\(number).db")
      try store.backup(to: path) { _ in #expect(!FileManager.default.fileExists(atPath: path)) }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy {
          !$0.contains("partial")
        }
      )
      let copy = try ListStore(path: path)
      let versions = try copy.lists().map(\.version)
      #expect(versions.count == 2 && versions[0] == versions[1])
      #expect(versions[0] > last)
      last = versions[0]
      #expect(try copy.verify().problems == [])
    }
  }

  /// A list of some thousand pages, so that a copy of it takes several steps.
  private static let longList = List(sections: [
    Section(
      id: "s",
      cells: (0..<1_200).map { cell("c\($0)", String(repeating: "text ", count: 800)) }
    )
  ])

  private enum Source: CaseIterable {
    case file, readOnlyFile, sharedPool, sharedQueue
  }

  /// A store of a file, as each of its kinds opens it.
  private func open(_ source: Source, _ path: String) throws -> ListStore {
    var settings = GRDB.Configuration()
    settings.busyMode = .timeout(120)
    settings.prepareDatabase { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
    var configuration = ListStore.Configuration()
    configuration.durability = .normal
    switch source {
    case .file: break
    case .readOnlyFile: configuration.access = .readOnly
    case .sharedPool:
      return try ListStore(
        in: DatabasePool(path: path, configuration: settings),
        configuration: configuration
      )
    case .sharedQueue:
      return try ListStore(
        in: DatabaseQueue(path: path, configuration: settings),
        configuration: configuration
      )
    }
    return try ListStore(path: path, configuration: configuration)
  }

  @Test(arguments: Source.allCases)
  private func `a backup is written once, however often others commit`(source: Source) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    let other = try open(.file, path)
    try other.commit(Self.longList, to: "home")
    let store = try open(source, path)
    var steps: [CopyProgress] = []
    let report = try store.backup(to: folder.file("copy.db")) { step in
      steps.append(step)
      // One that begins again after each commit would never end.
      guard steps.count < 50 else { return }
      do {
        try other.edit("home") { try $0.updateCell(cell("c7", revision: steps.count)) }
      } catch {
        Issue.record("\(error)")
      }
    }
    let pages = try #require(steps.last?.total)
    #expect(steps.count == (pages + 1_023) / 1_024 && steps.count > 2)
    #expect(try other.info(of: "home").version == 1 + steps.count)
    // It is what there was when it began.
    #expect(report.sequence == 1)
    let copy = try ListStore(path: folder.file("copy.db"))
    #expect(try copy.snapshot(of: "home").list == Self.longList)
    #expect(try copy.verify().problems == [])
  }

  @Test func `a store that is committed to is restored from as it is at one moment`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    let store = try open(.file, path)
    try store.commit(Self.longList, to: "home")
    var stepCount = 0
    try ListStore.restore(path, to: folder.file("restored.db")) { step in
      stepCount += 1
      guard stepCount < 50 else { return }
      _ = try? store.edit("home") { try $0.updateCell(cell("c7", revision: stepCount)) }
    }
    #expect(stepCount < 10)
    #expect(try store.info(of: "home").version == 1 + stepCount)
    let restored = try ListStore(path: folder.file("restored.db"))
    #expect(try restored.snapshot(of: "home").list == Self.longList)
    #expect(try restored.verify().problems == [])
  }

  @Test func `what reads for long ends at the version there was, however often others commit`()
    throws
  {
    let folder = try TemporaryFolder()
    let store = try open(.file, folder.file("lists.db"))
    let other = try open(.file, folder.file("lists.db"))
    try store.commit(sample, to: "home")
    func commit() {
      do {
        try other.edit("home") { draft in
          try draft.updateCell(cell("a1", revision: try other.info(of: "home").version))
        }
      } catch {
        Issue.record("\(error)")
      }
    }
    for _ in 2...200 { commit() }
    var lineCount = 0
    try store.export("home") { _ in
      lineCount += 1
      if lineCount < 1_000 { commit() }
    }
    #expect(lineCount == 200)
    let head = try store.info(of: "home").version
    #expect(head == 400)
    var callCount = 0
    let report = try store.verify { _ in
      callCount += 1
      if callCount < 1_000 { commit() }
    }
    #expect(report.problems == [] && report.versions == head && callCount > 0)
    #expect(try store.info(of: "home").version == head + callCount)
    var seenCount = 0
    try store.walk("home") { _, _ in
      seenCount += 1
      if seenCount < 1_000 { commit() }
    }
    #expect(seenCount == head + callCount)
  }

  @Test(arguments: ["n", "ä", "🥁"])
  func `a copy may have any name that a store may have`(character: String) throws {
    for byteCount in [60, 200, 224, 228, 244] {
      let folder = try TemporaryFolder()
      let name = String(repeating: character, count: byteCount / character.utf8.count)
      let store = try ListStore(path: folder.file(name))
      try store.commit(sample, to: "home")
      try store.backup(to: folder.file(name + ".db"))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.allSatisfy { $0.hasPrefix(name) && !$0.contains("partial") }, "\(names)")
      #expect(try ListStore(path: folder.file(name + ".db")).snapshot(of: "home").list == sample)
    }
  }

  @Test func `a name that leaves no room for those of the files beside it is refused`() throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    for byteCount in [248, 255, 256, 3000] {
      let name = String(repeating: "n", count: byteCount)
      for open in [{ _ = try ListStore(path: $0) }, { try store.backup(to: $0) }] {
        let error = #expect(throws: ListStoreError.self) { try open(folder.file(name)) }
        guard case .invalidName("the path", let reason) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(reason.contains("\(byteCount)") && reason.contains("247"), "\(reason)")
      }
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy {
        $0.hasPrefix("lists.db")
      }
    )
  }

  @Test func `a backup tells how far it is and is as private as a store`() throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    try store.grow("home", to: 5, seed: 61)
    var last: CopyProgress?
    try store.backup(to: folder.file("copy.db")) { last = $0 }
    let progress = try #require(last)
    #expect(progress.completed == progress.total)
    #expect(progress.total > 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("copy.db"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a store in memory can be backed up`() throws {
    let folder = try TemporaryFolder()
    let store = try ListStore.inMemory()
    try store.grow("home", to: 5, seed: 62)
    try store.backup(to: folder.file("copy.db"))
    let copy = try ListStore(path: folder.file("copy.db"))
    #expect(try copy.lists() == store.lists())
  }

  @Test func `neither a backup nor a restoration replaces a file`() throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    try store.grow("home", to: 3, seed: 63)
    try store.backup(to: folder.file("copy.db"))
    for name in ["copy.db", "lists.db"] {
      let exists = ListStoreError.fileExists(path: folder.file(name))
      #expect(throws: exists) { try store.backup(to: folder.file(name)) }
      #expect(throws: exists) {
        try ListStore.restore(folder.file("copy.db"), to: folder.file(name))
      }
    }
    #expect(throws: (any Error).self) {
      try store.backup(to: folder.file("no such folder/copy.db"))
    }
    #expect(throws: ListStoreError.noSuchFile(path: folder.file("none.db"))) {
      try ListStore.restore(folder.file("none.db"), to: folder.file("new.db"))
    }
    try Data("no store".utf8).write(to: URL(fileURLWithPath: folder.file("text")))
    #expect(throws: ListStoreError.self) {
      try ListStore.restore(folder.file("text"), to: folder.file("new.db"))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.contains("partial") || $0.hasPrefix("new") }, "\(names)")
  }

  @Test func `of two copies to one place the first is there, and the other is refused`() throws {
    let folder = try TemporaryFolder()
    let first = try ListStore(path: folder.file("first.db"))
    try first.grow("home", to: 3, seed: 65)
    let second = try ListStore(path: folder.file("second.db"))
    try second.grow("other", to: 7, seed: 66)
    let path = folder.file("copy.db")
    var inner: Result<CopyReport, any Error>?
    #expect(throws: ListStoreError.fileExists(path: path)) {
      try first.backup(to: path) { _ in
        if inner == nil { inner = Result { try second.backup(to: path) } }
      }
    }
    let report = try #require(inner).get()
    #expect(report.lists == 1)
    #expect(report.sequence == 7)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.hasPrefix("copy") } == ["copy.db"])
    let copy = try ListStore(path: path)
    #expect(try copy.lists() == second.lists())
    #expect(try copy.verify().problems == [])
  }

  @Test func `a backup that is read is one file, and becomes a store when it is written`() throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    try store.grow("home", to: 3, seed: 67)
    let path = folder.file("copy.db")
    try store.backup(to: path)
    var configuration = ListStore.Configuration()
    configuration.access = .readOnly
    let reader = try ListStore(path: path, configuration: configuration)
    #expect(try reader.verify().problems == [])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.hasPrefix("copy") } == ["copy.db"])
    let writer = try ListStore(path: path)
    try writer.edit("home") { try $0.appendSection(Section(id: "new")) }
    #expect(try reader.info(of: "home").version == 4)
    try writer.edit("home") { try $0.appendSection(Section(id: "newer")) }
    #expect(try reader.info(of: "home").version == 5)
    #expect(FileManager.default.fileExists(atPath: path + "-wal"))
    #expect(try reader.verify().problems == [])
  }

  @Test func `after a restoration every earlier token is told so, every later one is not`() throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    try store.grow("home", to: 4, seed: 64)
    let consumer = try store.consumer("index", of: "home")
    #expect(try consumer.consume { _ in })
    try consumer.release()
    try store.backup(to: folder.file("copy.db"))
    let before = try store.token(of: "home", at: 2)
    try store.grow("home", to: 9, seed: 65)
    let later = try store.token(of: "home")
    try ListStore.restore(folder.file("copy.db"), to: folder.file("restored.db"))

    let restored = try ListStore(path: folder.file("restored.db"))
    #expect(try restored.verify().problems == [])
    let head = try restored.token(of: "home")
    #expect(head.version == 4)
    #expect(head.epoch == before.epoch + 1)
    #expect(head.lineage == before.lineage)
    for token in [before, later] {
      #expect(try restored.catchUp("home", from: token) == .resync(.restored, next: head))
    }
    let again = try restored.consumer("index", of: "home")
    #expect(try restored.consumers(of: "home").map(\.lag) == [4])
    try expectDelivery(to: again) { #expect($0.catchUp == .resync(.restored, next: head)) }
    #expect(try restored.catchUp("home", from: again.position()) == .upToDate(head))
    // The backup is what it was.
    let copy = try ListStore(path: folder.file("copy.db"))
    #expect(try copy.token(of: "home").epoch == before.epoch)
  }
}

/// A list with its history as lines of text.
@Suite struct ExportTests {
  private func lines(
    _ store: ListStore,
    from first: Int? = nil,
    through last: Int? = nil
  ) throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    try store.export("home", from: first, through: last) { lines.append($0) }
    return lines
  }

  @discardableResult
  private func read(_ lines: some Sequence<[UInt8]>, into store: ListStore) throws
    -> [AppendOutcome]
  {
    try lines.map { try store.apply(Change(document: $0)) }
  }

  /// The changes after a version without the numbers of their commits, which are each store's own.
  private func history(_ store: ListStore, after version: Int = 0) throws -> [Change] {
    try store.changes(of: "home", after: version).map { change in
      var change = change
      change.sequence = nil
      return change
    }
  }

  private func source() throws -> ListStore {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home", options: CommitOptions(key: "first", author: "ann"))
    try store.grow("other", to: 3, seed: 71)
    try store.grow("home", to: 12, seed: 72)
    return store
  }

  @Test func `another store gets the same changes, times, authors, keys and fingerprints`() throws {
    let store = try source()
    let copy = try ListStore.inMemory()
    try read(lines(store), into: copy)
    #expect(try history(copy) == history(store))
    #expect(try copy.info(of: "home") == store.info(of: "home"))
    #expect(
      try copy.commit(sample, to: "home", options: CommitOptions(key: "first")).outcome
        == .duplicate
    )
    #expect(try copy.verify().problems == [])
  }

  @Test func `an import that was interrupted is repeated`() throws {
    let store = try source()
    let copy = try ListStore.inMemory()
    let lines = try lines(store)
    try read(lines.prefix(5), into: copy)
    let outcomes = try read(lines, into: copy)
    for (index, outcome) in outcomes.enumerated() {
      let version = index + 1
      #expect(
        outcome == (version <= 5 ? .duplicate(version: version) : .appended(version: version))
      )
    }
    #expect(try history(copy) == history(store))
  }

  @Test(arguments: [nil, 9] as [Int?])
  func `from a later version than the first, a list begins there`(first: Int?) throws {
    let store = try source()
    let head = try store.info(of: "home").version
    try store.compact(.newest(head - 7))
    let begin = first ?? 7
    let lines = try lines(store, from: first)
    let beginning = try Change(document: try #require(lines.first))
    #expect(beginning.parent == 0)
    #expect(beginning.version == begin)
    let copy = try ListStore.inMemory()
    try read(lines.prefix(2), into: copy)
    let outcomes = try read(lines, into: copy)
    #expect(outcomes.prefix(2) == [.duplicate(version: begin), .duplicate(version: begin + 1)])
    #expect(try history(copy, after: begin) == history(store, after: begin))
    #expect(try copy.info(of: "home") == store.info(of: "home"))
    #expect(try copy.verify().problems == [])
    #expect(throws: ListStoreError.unknownVersion(begin - 1, list: "home", available: begin...head))
    {
      try copy.snapshot(of: "home", at: begin - 1)
    }
    // And once more, from the copy.
    let third = try ListStore.inMemory()
    try read(self.lines(copy), into: third)
    #expect(try third.info(of: "home") == store.info(of: "home"))
  }

  @Test func `an export ends as the list was at a version`() throws {
    let store = try source()
    let copy = try ListStore.inMemory()
    try read(lines(store, through: 6), into: copy)
    #expect(try copy.snapshot(of: "home") == store.snapshot(of: "home", at: 6))
    #expect(try lines(store, from: 6, through: 6).count == 1)
    #expect(try lines(store, from: 1) == lines(store))
    #expect(try lines(store, from: 0) == lines(store))
    #expect(throws: ListStoreError.self) { try lines(store, from: 7, through: 6) }
    #expect(throws: ListStoreError.self) { try lines(store, through: 99) }
    #expect(throws: ListStoreError.self) { try lines(store, from: -1) }
    #expect(throws: ListStoreError.unknownList("home")) { try lines(.inMemory()) }
  }

  @Test func `what does not continue the list is refused and changes nothing`() throws {
    let store = try source()
    let lines = try lines(store)
    let copy = try ListStore.inMemory()
    try read(lines.prefix(4), into: copy)
    func isRefused(_ change: Change, _ expected: (ListStoreError) -> Bool) {
      #expect {
        try copy.apply(change)
      } throws: {
        ($0 as? ListStoreError).map(expected) ?? false
      }
    }
    // A gap.
    isRefused(try Change(document: lines[5])) {
      if case .changeRefused = $0 { true } else { false }
    }
    // A fingerprint it does not lead to.
    var false5 = try Change(document: lines[4])
    false5.fingerprint = .empty
    isRefused(false5) { if case .changeRefused = $0 { true } else { false } }
    // Another past.
    let other = try ListStore.inMemory()
    try other.grow("home", to: 6, seed: 73)
    isRefused(try Change(document: self.lines(other)[4])) {
      $0 == .forked(list: "home", version: 4)
    }
    isRefused(try Change(document: self.lines(other)[2])) {
      $0 == .forked(list: "home", version: 3)
    }
    // Another beginning, of a version that is here, and of one that is not.
    let third = try #require(self.lines(other, from: 3).first)
    isRefused(try Change(document: third)) { $0 == .forked(list: "home", version: 3) }
    let sixth = try #require(self.lines(other, from: 6).first)
    isRefused(try Change(document: sixth)) {
      "\($0)".contains("at version 4") && "\($0)".contains("between is missing")
    }
    #expect(try copy.info(of: "home").version == 4)
    #expect(try copy.verify().problems == [])
  }

  @Test func `a beginning keeps time, author and key`() throws {
    let clock = TestClock()
    let store = try ListStore.inMemory(configuration: .clocked(clock))
    try store.commit(sample, to: "home")
    clock.advance(by: 60)
    try store.edit("home", options: CommitOptions(key: "k2", author: "ann")) {
      try $0.deleteCell("a1")
    }
    clock.advance(by: 60)
    try store.edit("home") { try $0.deleteCell("a2") }
    try store.compact(.newest(1))
    let copy = try ListStore.inMemory(configuration: .clocked(clock))
    for line in try lines(store) { try copy.apply(Change(document: line)) }
    let (copies, originals) = (
      try lines(copy).map(Change.init(document:)), try lines(store).map(Change.init(document:))
    )
    #expect(copies.map(\.time) == originals.map(\.time))
    #expect(copies.map(\.key) == originals.map(\.key))
    let beginning = copies[0]
    #expect(beginning.version == 2 && beginning.author == "ann" && beginning.key == "k2")
    #expect(beginning.time == Date(timeIntervalSince1970: clock.now.timeIntervalSince1970 - 60))
    let again = try copy.edit("home", options: CommitOptions(key: "k2", author: "ann")) {
      try $0.deleteCell("a1")
    }
    #expect(again.outcome == .duplicate && again.version == 2)
  }

  @Test func `what is older than the store retains is refused, saying so`() throws {
    let store = try source()
    let lines = try lines(store)
    let beginning = try #require(self.lines(store, from: 3).first)
    try store.compact(.newest(2))
    for line in [lines[2], beginning] {
      #expect {
        try store.apply(Change(document: line))
      } throws: {
        "\($0)".contains("older than what the store retains")
      }
    }
  }
}

/// Stores that follow another one.
@Suite struct LateReplicaTests {
  @Test func `a replica that joins late begins with a snapshot and goes on with changes`() throws {
    let source = try ListStore.inMemory()
    try source.grow("home", to: 7, seed: 81)
    let replica = try ListStore.inMemory()
    let snapshot = try source.snapshot(of: "home")
    #expect(try replica.adopt(snapshot) == .appended(version: 7))
    #expect(try replica.adopt(snapshot) == .duplicate(version: 7))
    try source.grow("home", to: 12, seed: 82)
    for change in try source.changes(of: "home", after: 7) {
      #expect(try replica.apply(change) == .appended(version: change.version))
      #expect(try replica.apply(change) == .duplicate(version: change.version))
    }
    #expect(try replica.info(of: "home") == source.info(of: "home"))
    for version in 7...12 {
      #expect(
        try replica.snapshot(of: "home", at: version).list
          == source.snapshot(of: "home", at: version).list
      )
    }
    let available = 7...(try source.info(of: "home").version)
    #expect(throws: ListStoreError.unknownVersion(6, list: "home", available: available)) {
      try replica.snapshot(of: "home", at: 6)
    }
    #expect(try replica.verify().problems == [])
  }

  @Test func `a replica that is too late begins again, and whoever follows it is told`() throws {
    let source = try ListStore.inMemory()
    try source.grow("home", to: 9, seed: 86)
    let replica = try ListStore.inMemory()
    for change in try source.changes(of: "home").prefix(4) { try replica.apply(change) }
    try replica.commit(sample, to: "away", options: CommitOptions(key: "away-1"))
    let old = try replica.token(of: "home")
    let oldOfAll = try replica.token()
    let snapshot = try source.snapshot(of: "home", at: 7)
    #expect {
      try replica.adopt(snapshot)
    } throws: {
      "\($0)".contains("between is missing")
    }
    #expect(try replica.adopt(snapshot, replacing: .olderVersions) == .appended(version: 7))
    #expect(try replica.adopt(snapshot, replacing: .olderVersions) == .duplicate(version: 7))
    #expect(
      try replica.catchUp("home", from: old) == .resync(.compacted, next: replica.token(of: "home"))
    )
    #expect(try replica.oldestVersion(of: "home") == 7)
    // Who has the last commit of all gets the beginning, and sees that it does not follow.
    guard case .changes(let changes, _) = try replica.catchUp(from: oldOfAll) else {
      Issue.record("there is a change")
      return
    }
    #expect(changes.map(\.version) == [7])
    #expect(changes.map(\.parent) == [0])
    // Who has less finds a gap.
    #expect(try replica.catchUp(from: nil) == .resync(.compacted, next: replica.token()))
    for change in try source.changes(of: "home", after: 7) { try replica.apply(change) }
    for version in 7...9 {
      #expect(
        try replica.snapshot(of: "home", at: version).list
          == source.snapshot(of: "home", at: version).list
      )
    }
    #expect(
      try replica.commit(sample, to: "away", options: CommitOptions(key: "away-1")).outcome
        == .duplicate
    )
    #expect(try replica.verify().problems == [])
    #expect {
      try replica.adopt(source.snapshot(of: "home", at: 8), replacing: .olderVersions)
    } throws: {
      guard case ListStoreError.forked(list: "home", version: 9) = $0 else { return false }
      return true
    }
  }

  @Test(arguments: 0..<UInt64(Soak.count(24, soak: 200)))
  func `a list is replaced by any other, and can be saved from its changes`(seed: UInt64) throws {
    let source = try ListStore.inMemory()
    try source.grow("home", to: 6, seed: 200 + seed)
    let folder = try TemporaryFolder()
    let path = folder.file("replica.db")
    let replica = try ListStore(path: path)
    // Another past, or the same.
    try replica.grow("home", to: 3, seed: seed.isMultiple(of: 2) ? 200 + seed : seed)
    try replica.commit(
      replica.snapshot(of: "home").list,
      to: "home",
      options: CommitOptions(key: "kept?")
    )
    let snapshot = try source.snapshot(of: "home", at: 5)
    #expect(try replica.adopt(snapshot, replacing: .olderVersions) == .appended(version: 5))
    try replica.apply(source.changes(of: "home", after: 5)[0])
    #expect(try replica.info(of: "home") == source.info(of: "home"))
    #expect(try replica.verify().problems == [])
    // Its key went with its version.
    #expect(try replica.edit("home", options: CommitOptions(key: "kept?")) { _ in }.version == 6)
    let second = try ListStore.inMemory()
    var lines: [[UInt8]] = []
    try replica.export("home") { lines.append($0) }
    for line in lines { try second.apply(Change(document: line)) }
    #expect(try second.lists() == replica.lists())
  }

  @Test func `an import replaces what ends before it begins, if it is told to`() throws {
    let source = try ListStore.inMemory()
    try source.grow("home", to: 9, seed: 87)
    let copy = try ListStore.inMemory()
    for change in try source.changes(of: "home").prefix(3) { try copy.apply(change) }
    var changes: [Change] = []
    try source.export("home", from: 6) { changes.append(try Change(document: $0)) }
    #expect {
      try copy.apply(changes[0])
    } throws: {
      "\($0)".contains("between is missing")
    }
    for change in changes { try copy.apply(change, replacing: .olderVersions) }
    for change in changes {
      let outcome = try copy.apply(change, replacing: .olderVersions)
      #expect(outcome == .duplicate(version: change.version))
    }
    #expect(try copy.info(of: "home") == source.info(of: "home"))
    #expect(try copy.oldestVersion(of: "home") == 6)
    #expect(try copy.verify().problems == [])
  }

  @Test func `only the next version is applied`() throws {
    let source = try ListStore.inMemory()
    try source.grow("home", to: 2, seed: 89)
    let replica = try ListStore.inMemory()
    for change in try source.changes(of: "home") { try replica.apply(change) }
    let back = try source.change(of: "home", from: 2, to: 0)
    var odd = back
    odd.version = -7
    var far = back
    far.version = .min
    for change in [back, odd, far] {
      #expect {
        try replica.apply(change)
      } throws: {
        guard case ListStoreError.changeRefused(list: "home", _) = $0 else { return false }
        return true
      }
    }
    #expect(try replica.info(of: "home") == source.info(of: "home"))
  }

  @Test(arguments: [1e12, -1e12, 1e300, .infinity, -.infinity, .nan])
  func `a change made at an impossible time is refused`(seconds: Double) throws {
    let source = try ListStore.inMemory()
    try source.commit(sample, to: "home")
    let replica = try ListStore.inMemory()
    var change = try #require(try source.changes(of: "home").first)
    change.time = Date(timeIntervalSince1970: seconds)
    var beginning = change
    beginning.version = 4
    beginning.parent = 0
    for change in [change, beginning] {
      #expect {
        try replica.apply(change)
      } throws: {
        "\($0)".contains("0000 to 9999")
      }
    }
    #expect(try replica.lists().isEmpty)
  }

  @Test func `what is not what it claims replaces nothing`() throws {
    let source = try ListStore.inMemory()
    try source.grow("home", to: 3, seed: 88)
    let replica = try ListStore.inMemory()
    for change in try source.changes(of: "home") { try replica.apply(change) }
    var claim = try source.snapshot(of: "home")
    claim.version = 8
    claim.list = sample
    #expect {
      try replica.adopt(claim, replacing: .olderVersions)
    } throws: {
      guard case ListStoreError.changeRefused = $0 else { return false }
      return true
    }
    #expect(try replica.changes(of: "home") == source.changes(of: "home"))
    #expect(try replica.verify().problems == [])
  }

  @Test(arguments: 0..<UInt64(Soak.count(30, soak: 400)))
  func `a change that replays to another list than the store's is refused`(seed: UInt64) throws {
    var lists = RandomLists(seed: seed)
    lists.sectionLimit = 4
    let source = try ListStore.inMemory()
    let list = lists.list()
    let first = try source.commit(list, to: "home")
    guard first.version == 1 else { return }
    let next = lists.successor(of: list, editLimit: 6)
    guard try source.commit(next, to: "home").version == 2 else { return }
    let changes = try source.changes(of: "home")
    for _ in 0..<8 {
      let replica = try ListStore.inMemory()
      try replica.apply(changes[0])
      var damaged = changes[1]
      damaged.changeset.damage(using: &lists)
      guard (try? replica.apply(damaged)) != nil else { continue }
      let stored = try #require(try replica.changes(of: "home", after: 1).first)
      #expect(try stored.changeset.apply(to: list).fingerprint() == changes[1].fingerprint)
      #expect(try replica.verify().problems == [])
    }
  }

  @Test func `a snapshot that is not what it claims is refused`() throws {
    let source = try ListStore.inMemory()
    try source.grow("home", to: 3, seed: 83)
    let snapshot = try source.snapshot(of: "home")
    let replica = try ListStore.inMemory()
    var other = snapshot
    other.list = sample
    var nothing = snapshot
    nothing.version = 0
    for claim in [other, nothing] {
      #expect {
        try replica.adopt(claim)
      } throws: {
        guard case ListStoreError.changeRefused = $0 else { return false }
        return true
      }
    }
    #expect(try replica.lists().isEmpty)
    try replica.adopt(snapshot)
    var later = snapshot
    later.version = 4
    #expect {
      try replica.adopt(later)
    } throws: {
      "\($0)".contains("at version 3") && "\($0)".contains("between is missing")
    }
    later.version = 3
    later.fingerprint = .empty
    #expect(throws: ListStoreError.forked(list: "home", version: 3)) { try replica.adopt(later) }
    #expect {
      try replica.apply(source.changes(of: "home")[0])
    } throws: {
      "\($0)".contains("older than what the store retains")
    }
    #expect(try replica.verify().problems == [])
  }

  @Test func `a list that was emptied and filled again is followed past what is retained`() throws {
    let source = try ListStore.inMemory()
    let replica = try ListStore.inMemory()
    try source.commit(sample, to: "home")
    try source.commit(List(), to: "home")
    var copy = Replica(of: "home")
    for change in try source.changes(of: "home") {
      try replica.apply(change)
      try copy.apply(change)
    }
    // What proves the token is the commit of another list.
    try source.commit(sample, to: "away")
    let token = try source.token()
    try source.commit(sample, to: "home")
    try source.compact(.newest(0))
    guard case .changes(let changes, _) = try source.catchUp(from: token) else {
      Issue.record("there is a change")
      return
    }
    for change in changes {
      try copy.apply(change)
      #expect(try replica.apply(change) == .appended(version: 3))
    }
    #expect(changes.map(\.parent) == [0])
    #expect(copy.version == 3)
    #expect(try replica.info(of: "home") == source.info(of: "home"))
    #expect(try replica.verify().problems == [])
  }

  @Test func `a follower of all lists of a replica gets its beginnings as such`() throws {
    let source = try ListStore.inMemory()
    try source.grow("home", to: 7, seed: 84)
    try source.grow("away", to: 2, seed: 85)
    try source.compact(.newest(3))
    let replica = try ListStore.inMemory()
    try replica.adopt(source.snapshot(of: "home", at: 5))
    for change in try source.changes(of: "home", after: 5) { try replica.apply(change) }
    let second = try ListStore.inMemory()
    for change in try replica.changes(afterSequence: 0) { try second.apply(change) }
    #expect(try second.lists() == replica.lists())
    #expect(try second.verify().problems == [])
  }
}
