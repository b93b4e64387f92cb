import ListDiff
import ListModel
import ListStorage
import ListTestSupport
import Testing

/// Consumers and feeds that are not given what they made themselves.
@Suite struct OwnWritesTests {
  private struct Refused: Error {}

  /// A store whose versions are by these authors, one after the other; "-" is nobody.
  private func store(_ authors: String) throws -> ListStore {
    let store = try ListStore.inMemory()
    for (index, author) in authors.enumerated() {
      try store.commit(
        List(sections: [Section(id: "s") { cell(Cell.ID("\(index)")) }]),
        to: "home",
        options: CommitOptions(author: author == "-" ? nil : String(author))
      )
    }
    return store
  }

  private func limits(page: Int = 256, exactBytes: Int? = nil) -> CatchUpLimits {
    var limits = CatchUpLimits()
    limits.page = page
    limits.exactBytes = exactBytes
    limits.mayResync = false
    return limits
  }

  @Test(arguments: [1, 2, 3, 100])
  func `versions of an author are left out, and the token is past them`(page: Int) throws {
    let store = try store("ab-bbaabb")
    var token: CursorToken?
    var versions: [Int] = []
    while case .changes(let changes, let next) = try store.catchUp(
      "home",
      from: token,
      limits: limits(page: page),
      skipping: ["b", "nobody"]
    ) {
      versions += changes.map(\.version)
      token = next
    }
    #expect(versions == [1, 3, 6, 7])
    let head = try store.token(of: "home")
    #expect(
      try store.catchUp("home", from: token, limits: limits(page: page), skipping: ["b"])
        == .upToDate(head)
    )
  }

  @Test func `authors are told apart byte by byte`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home", options: CommitOptions(author: "\u{e9}"))
    try store.edit("home", options: CommitOptions(author: "e\u{301}")) { try $0.deleteCell("a1") }
    guard
      case .changes(let changes, _) = try store.catchUp(
        "home",
        from: nil,
        skipping: ["\u{e9}"]
      )
    else {
      Issue.record("nothing")
      return
    }
    #expect(changes.map(\.version) == [2])
  }

  @Test func `what is composed ends before a version that is left out`() throws {
    let store = try store("aaabaabba")
    let limits = limits(exactBytes: 0)
    var token: CursorToken?
    var pieces: [[Int]] = []
    while case .collapsed(let change, let next) = try store.catchUp(
      "home",
      from: token,
      limits: limits,
      skipping: ["b"]
    ) {
      pieces.append([change.parent, change.version])
      let start = try store.snapshot(of: "home", at: change.parent)
      #expect(change.parentFingerprint == start.fingerprint)
      #expect(try change.changeset.apply(to: start.list).fingerprint() == next.fingerprint)
      token = next
    }
    #expect(pieces == [[0, 3], [4, 6], [8, 9]])
    #expect(
      try store.catchUp("home", from: nil, limits: limits, skipping: ["a", "b"]).next.version == 9
    )
  }

  @Test func `a consumer moves past its own versions, also when nothing else is there`() throws {
    let store = try store("abb")
    var consumer = try store.consumer("index", of: "home")
    consumer.skippedAuthors = ["b"]
    try expectDelivery(to: consumer) { #expect($0.changes.map(\.version) == [1]) }
    #expect(try consumer.position().version == 3)
    try store.edit("home", options: CommitOptions(author: "b")) { try $0.deleteCell("2") }
    try expectNothing(to: consumer) { _ in Issue.record("it made that itself") }
    #expect(try consumer.position() == store.token(of: "home"))
    #expect(try store.consumers(of: "home").map(\.lag) == [0])
  }

  @Test func `a version that fails after one that is left out is the one that is parked`() throws {
    let store = try store("abaa")
    var consumer = try store.consumer("index", of: "home")
    consumer.skippedAuthors = ["b"]
    consumer.failureLimit = 1
    func consume() throws -> Bool {
      try consumer.consume {
        if $0.changes.contains(where: { $0.version == 3 }) { throw Refused() }
      }
    }
    #expect(throws: Refused.self) { try consume() }
    #expect(try consume())
    #expect(throws: Refused.self) { try consume() }
    #expect(throws: ConsumerError.parked(name: "index", version: 3, reason: "\(Refused())")) {
      try consume()
    }
    try consumer.skip()
    try expectDelivery(to: consumer) { #expect($0.changes.map(\.version) == [4]) }
  }

  /// What `skippedAuthors` promises to copies.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a copy that commits at its own version needs none of its own changes again`(
    seed: UInt64
  ) throws {
    var lists = RandomLists(seed: seed)
    let store = try ListStore.inMemory()
    try store.commit(lists.list(), to: "home", options: CommitOptions(author: "other"))
    var consumer = try store.consumer("copy", of: "home")
    consumer.skippedAuthors = ["own"]
    var copy = Replica(of: "home")
    var own = 0
    for _ in 0..<60 {
      switch lists.number(0...2) {
      case 0:
        try store.commit(
          lists.successor(of: store.snapshot(of: "home").list),
          to: "home",
          options: CommitOptions(author: "other")
        )
      case 1:
        consumer.limits.page = lists.number(1...4)
        _ = try consumer.consume { for change in $0.changes { try copy.apply(change) } }
      default:
        do {
          let commit = try store.commit(
            lists.successor(of: copy.list),
            to: "home",
            options: CommitOptions(expecting: .version(copy.version), author: "own")
          )
          guard commit.outcome == .committed else { continue }
          try copy.apply(try store.change(of: "home", from: copy.version, to: commit.version))
          own += 1
        } catch ListStoreError.versionMismatch {
          _ = try consumer.consume { for change in $0.changes { try copy.apply(change) } }
        }
      }
    }
    while try consumer.consume({ for change in $0.changes { try copy.apply(change) } }) {}
    #expect(own > 0)
    #expect(copy.fingerprint == (try store.info(of: "home").fingerprint), "seed \(seed)")
  }

  @Test func `a copy that did not take its own change in is told at once`() throws {
    let store = try store("a")
    var consumer = try store.consumer("copy", of: "home")
    consumer.skippedAuthors = ["own"]
    var copy = Replica(of: "home")
    _ = try consumer.consume { for change in $0.changes { try copy.apply(change) } }
    try store.edit("home", options: CommitOptions(author: "own")) {
      try $0.appendCell(cell("new"), to: "s")
    }
    try store.edit("home", options: CommitOptions(author: "b")) { try $0.deleteCell("0") }
    #expect(throws: ReplicaDivergence.self) {
      try consumer.consume { for change in $0.changes { try copy.apply(change) } }
    }
  }

  @Test func `a feed leaves out versions and is past them`() async throws {
    let store = try store("abba")
    var feed = store.feed(of: "home").skipping(["b"]).makeAsyncIterator()
    #expect(try await feed.next()?.version == 1)
    #expect(feed.version == 1)
    #expect(try await feed.next()?.version == 4)
    #expect(feed.version == 4)
  }
}
