import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Testing

@Suite struct ClearTests {
  @Test(arguments: 0..<30)
  func `a cleared list is empty, has no past, and goes on`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    try store.grow("home", to: 5, seed: seed)
    try store.grow("away", to: 3, seed: seed + 100)
    let away = try store.changes(of: "away")
    let consumer = try store.consumer("ui", of: "home")
    while try consumer.consume({ _ in }) {}
    let token = try store.token(of: "home")

    let commit = try store.commit(.clearing, to: "home", options: CommitOptions(author: "ann"))
    #expect(commit.version == 6)
    #expect(commit.outcome == .committed)
    #expect(commit.fingerprint == .empty)
    #expect(try store.snapshot(of: "home").list == List())
    #expect(try store.oldestVersion(of: "home") == 6)
    #expect(throws: ListStoreError.unknownVersion(5, list: "home", available: 6...6)) {
      try store.snapshot(of: "home", at: 5)
    }
    #expect(try store.verify().problems == [])
    #expect(try store.changes(of: "away") == away)

    // Whoever follows it is told.
    let head = try store.token(of: "home")
    #expect(try store.catchUp("home", from: token) == .resync(.compacted, next: head))
    var delivered: [Snapshot] = []
    while try consumer.consume({ delivery in
      delivered.append(try delivery.snapshot())
    }) {}
    #expect(delivered.map(\.version) == [6])
    #expect(delivered.map(\.list) == [List()])

    // Again, there is nothing to forget.
    let again = try store.commit(.clearing, to: "home")
    #expect(again.outcome == .unchanged)
    #expect(again.version == 6)
    #expect(try store.commit(sample, to: "home").version == 7)
    #expect(try store.changes(of: "home", after: 6).map(\.version) == [7])
    let reopened = try ListStore(path: folder.file("lists.db"))
    #expect(try reopened.snapshot(of: "home").list == sample)
    #expect(try reopened.verify().problems == [])
  }

  @Test func `what an emptied list was is forgotten too`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    try store.commit(List(), to: "home")
    try store.compact(.newest(0))
    // The change that made the oldest version there is still says what it deleted.
    #expect(try store.commit(.clearing, to: "home").version == 3)
    #expect(try store.statistics().lists.allSatisfy { $0.id != "home" || $0.feedBytes < 20 })
    #expect(try store.verify().problems == [])
  }

  @Test func `the numbers of commits go on when the list of the last one is cleared`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    try ListStore(path: path).commit(sample, to: "away")
    try ListStore(path: path).grow("home", to: 4, seed: 92)
    let token = try ListStore(path: path).token()
    // What it knows is read from the file.
    try ListStore(path: path).commit(.clearing, to: "home")
    let store = try ListStore(path: path)
    #expect(try store.catchUp(from: token) == .resync(.compacted, next: store.token()))
    #expect(try store.changes(afterSequence: token.sequence).map(\.version) == [5])
    let later = try ListStore.inMemory()
    try later.grow("home", to: 1, seed: 93)
    var snapshot = try later.snapshot(of: "home")
    snapshot.version = 9
    try store.adopt(snapshot, replacing: .olderVersions)
    #expect(try ListStore(path: path).changes(afterSequence: 0).map(\.sequence) == [1, 7])
    #expect(try store.verify().problems == [])
  }

  @Test func `a follower of all lists is given a cleared list as a beginning`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 3, seed: 94)
    try store.commit(sample, to: "away")
    let copy = try ListStore.inMemory()
    for change in try store.changes(afterSequence: 0) { try copy.apply(change) }
    let token = try store.token()
    try store.commit(.clearing, to: "home")
    guard case .changes(let changes, _) = try store.catchUp(from: token) else {
      Issue.record("there is a change")
      return
    }
    #expect(changes.map(\.parent) == [0])
    for change in changes { try copy.apply(change, replacing: .olderVersions) }
    #expect(try copy.lists() == store.lists())
  }

  @Test func `clearing expects a version and is repeated by its key`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home", options: CommitOptions(key: "made"))
    #expect(throws: ListStoreError.unknownList("nowhere")) {
      try store.commit(.clearing, to: "nowhere")
    }
    #expect {
      try store.commit(.clearing, to: "home", options: CommitOptions(expecting: .version(4)))
    } throws: {
      guard case ListStoreError.versionMismatch(list: "home", expected: 4, head: 1, _) = $0 else {
        return false
      }
      return true
    }
    #expect(throws: ListStoreError.keyReused(key: "made", list: "home", version: 1)) {
      try store.commit(.clearing, to: "home", options: CommitOptions(key: "made"))
    }
    #expect(
      try store.commit(
        .clearing,
        to: "home",
        options: CommitOptions(expecting: .version(1), key: "gone")
      ).version == 2
    )
    let repeated = try store.commit(
      .clearing,
      to: "home",
      options: CommitOptions(expecting: .version(1), key: "gone")
    )
    #expect(repeated.outcome == .duplicate)
    #expect(repeated.version == 2)
    // The keys of what was forgotten are forgotten.
    #expect(try store.commit(sample, to: "home", options: CommitOptions(key: "made")).version == 3)
    #expect(
      try store.commit(.clearing, to: "home", options: CommitOptions(key: "gone")).outcome
        == .duplicate
    )
    #expect(try store.info(of: "home").version == 3)
  }

  @Test func `a replica takes over that its source was cleared`() throws {
    let source = try ListStore.inMemory()
    try source.grow("home", to: 4, seed: 91)
    let replica = try ListStore.inMemory()
    for change in try source.changes(of: "home") { try replica.apply(change) }
    try source.commit(.clearing, to: "home")
    try source.commit(sample, to: "home")
    let lines = try { () throws -> [[UInt8]] in
      var lines: [[UInt8]] = []
      try source.export("home") { lines.append($0) }
      return lines
    }()
    for line in lines {
      try replica.apply(Change(document: line), replacing: .olderVersions)
    }
    #expect(try replica.lists() == source.lists())
    #expect(try replica.verify().problems == [])
  }

  @Test func `a window of a cleared list is shown empty`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    var reader = WindowReader(.rows(0..<10), of: store)
    try reader.catchUp()
    #expect(reader.window?.cells.isEmpty == false)
    try store.commit(.clearing, to: "home")
    try reader.catchUp()
    #expect(reader.window?.version == 2)
    #expect(reader.window?.cells.isEmpty == true)
  }
}
