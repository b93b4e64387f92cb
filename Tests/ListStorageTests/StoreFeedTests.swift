import Foundation
import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Testing

/// All lists followed by token: no gap, and a typed answer where there would be one.
@Suite struct StoreFeedTests {
  private struct Refused: Error {}

  /// A store with three commits, of which a backup was made, and two more since.
  private func stores(
    in folder: borrowing TemporaryFolder
  ) throws -> (store: ListStore, backup: String) {
    let store = try ListStore(path: folder.file("lists.db"))
    let backup = folder.file("backup.db")
    try store.grow("a", to: 2, seed: 51)
    try store.grow("b", to: 1, seed: 52)
    try store.backup(to: backup)
    for id in ["x", "y"] { try store.edit("a") { try $0.appendSection(Section(id: .init(id))) } }
    return (store, backup)
  }

  private func expectResync(
    _ reason: StoreCatchUp.Reason,
    from token: StoreToken?,
    in store: ListStore,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let next = try store.token()
    #expect(
      try store.catchUp(from: token) == .resync(reason, next: next),
      sourceLocation: sourceLocation
    )
    #expect(try store.catchUp(from: next) == .upToDate(next), sourceLocation: sourceLocation)
  }

  @Test func `after a restoration a follower is told so, and not given a part`() async throws {
    let folder = try TemporaryFolder()
    let (store, backup) = try stores(in: folder)
    let token = try store.token()
    #expect(token.sequence == 5)
    try ListStore.restore(backup, to: folder.file("restored.db"))
    let restored = try ListStore(path: folder.file("restored.db"))
    for id in ["4", "5", "6"] {
      try await restored.edit("b") { try $0.appendSection(Section(id: .init(id))) }
    }
    #expect(try restored.token().sequence == 6)
    try expectResync(.restored, from: token, in: restored)
    let next = try restored.token()
    var feed = restored.feed(after: token).makeAsyncIterator()
    await #expect(throws: StoreFeedError.resync(.restored, next: next)) { try await feed.next() }
    withExtendedLifetime(folder) {}
  }

  @Test func `a number or token no commit has yet is refused`() async throws {
    let folder = try TemporaryFolder()
    let (store, backup) = try stores(in: folder)
    // Copied by hand, so that nothing but the commits themselves tells.
    let copy = try ListStore(path: backup)
    let next = try copy.token()
    #expect(next.sequence == 3)
    try expectResync(.fromTheFuture, from: store.token(), in: copy)
    let refusal = StoreFeedError.resync(.fromTheFuture, next: next)
    #expect(throws: refusal) { try copy.changes(afterSequence: 5) }
    #expect(throws: refusal) { try copy.changes(afterSequence: .max) }
    var feed = copy.feed(afterSequence: 4).makeAsyncIterator()
    await #expect(throws: refusal) { try await feed.next() }
    #expect("\(refusal)".contains("from-the-future"))
    #expect(try copy.changes(afterSequence: 3) == [])
    #expect(try copy.changes(afterSequence: -1).count == 3)
    #expect(throws: StoreFeedError.self) { try ListStore.inMemory().changes(afterSequence: 1) }
    withExtendedLifetime(folder) {}
  }

  @Test func `another past of the same store is told apart, commit by commit`() throws {
    let folder = try TemporaryFolder()
    let (store, backup) = try stores(in: folder)
    let copy = try ListStore(path: backup)
    let shared = try copy.token()
    // The same content, in another list: the number of the commit and its content are the same.
    let content = try store.snapshot(of: "a", at: 3).list
    try copy.commit(content, to: "b")
    try copy.commit(content, to: "c")
    try copy.commit(content, to: "a")
    let mine = try store.catchUp(from: nil, limit: 4).next
    #expect(mine.sequence == 4)
    try expectResync(.forked, from: mine, in: copy)
    try expectResync(.forked, from: store.token(), in: copy)
    // What both have is the same.
    guard case .changes(let changes, _) = try copy.catchUp(from: shared) else {
      Issue.record("not the same past")
      return
    }
    #expect(changes.map(\.sequence) == [4, 5, 6])
    withExtendedLifetime(folder) {}
  }

  @Test func `a commit that was made at another time is another one, whatever it holds`() throws {
    let folder = try TemporaryFolder()
    let (store, _) = try stores(in: folder)
    let copied = folder.file("copied.db")
    try store.backup(to: copied)
    let clock = TestClock()
    let copy = try ListStore(path: copied, configuration: .clocked(clock))
    // Lists differ that the last commit is not about: it is the same as in the other past.
    for (past, text) in [(store, "here"), (copy, "there")] {
      try past.commit(List { Section(id: "s") { cell("c", text) } }, to: "b")
      try past.commit(sample, to: "a")
    }
    #expect(try store.info(of: "a") == copy.info(of: "a"))
    try expectResync(.forked, from: store.token(), in: copy)
    withExtendedLifetime(folder) {}
  }

  @Test func `another store is told apart`() throws {
    let (one, two) = (try ListStore.inMemory(), try ListStore.inMemory())
    let nothing = try one.token()
    #expect(nothing.sequence == 0)
    for store in [one, two] { try store.commit(sample, to: "home") }
    try expectResync(.otherStore, from: one.token(), in: two)
    try expectResync(.otherStore, from: nothing, in: two)
    guard case .changes = try one.catchUp(from: nothing) else {
      Issue.record("the beginning is a place as well")
      return
    }
  }

  @Test func `what is not retained any more is said, whichever list it is of`() throws {
    let store = try ListStore.inMemory()
    try store.grow("a", to: 4, seed: 53)
    let token = try store.token()
    try store.grow("b", to: 6, seed: 54)
    let later = try store.token()
    try store.grow("c", to: 1, seed: 55)
    try store.compact(.newest(1))
    // Of what follows, versions of "b" are gone; of "a" nothing is missing.
    try expectResync(.compacted, from: token, in: store)
    try expectResync(.compacted, from: nil, in: store)
    guard case .changes(let changes, _) = try store.catchUp(from: later) else {
      Issue.record("nothing is missing")
      return
    }
    #expect(changes.map(\.list) == ["c"])
    // By number it is up to the caller to see it.
    #expect(try store.changes(afterSequence: token.sequence).map(\.version) == [5, 6, 1])
  }

  @Test func `a page ends before what is missing`() throws {
    let store = try ListStore.inMemory()
    try store.grow("a", to: 2, seed: 56)
    try store.grow("b", to: 4, seed: 57)
    try store.compact(.newest(1))
    // "a" has its versions 1 and 2; of "b", 1 and 2 are gone.
    let first = try store.catchUp(from: nil)
    #expect(first.next.sequence == 2)
    guard case .changes(let changes, let next) = first else {
      Issue.record("\(first)")
      return
    }
    #expect(changes.map(\.list) == ["a", "a"])
    try expectResync(.compacted, from: next, in: store)
  }

  @Test(arguments: 1...4)
  func `page by page every commit comes once, whatever was refused in between`(limit: Int) throws {
    let store = try ListStore.inMemory()
    var lists = RandomLists(seed: 58)
    var committed: [String] = []
    for step in 0..<40 {
      let id: List.ID = step.isMultiple(of: 3) ? "a" : "b"
      let list = lists.list()
      #expect(throws: ListStoreError.self) {
        try store.commit(list, to: id, options: CommitOptions(expecting: .version(1_000)))
      }
      #expect(throws: Refused.self) {
        try store.write { database in
          try store.commit(.list(list), to: id, in: database)
          throw Refused()
        }
      }
      let commit =
        step.isMultiple(of: 4)
        ? try store.write { try store.commit(.list(list), to: id, in: $0) }
        : try store.commit(list, to: id)
      if commit.outcome == .committed { committed.append("\(id) \(commit.version)") }
    }
    var read: [String] = []
    var token: StoreToken?
    while case .changes(let changes, let next) = try store.catchUp(from: token, limit: limit) {
      read += changes.map { "\($0.list) \($0.version)" }
      // As from a file.
      token = StoreToken(next.description)
      #expect(token == next)
    }
    #expect(read == committed)
    #expect(try token == store.token())
  }

  @Test func `a follower goes on from where its feed was`() async throws {
    let store = try ListStore.inMemory()
    try store.grow("a", to: 3, seed: 59)
    var first = store.feed(after: nil).makeAsyncIterator()
    #expect(first.token == nil)
    for version in 1...2 { #expect(try await first.next()?.version == version) }
    let token = try #require(first.token)
    let reader = Task {
      var feed = store.feed(after: token).makeAsyncIterator()
      var read: [String] = []
      while read.count < 3, let change = try await feed.next() {
        read.append("\(change.list) \(change.version)")
      }
      return (read, feed.token)
    }
    try await store.commit(sample, to: "b")
    try await store.edit("b") { try $0.deleteCell("a1") }
    let (read, last) = try await reader.value
    #expect(read == ["a 3", "b 1", "b 2"])
    #expect(try last == store.token())
    // Who began with a number has a token from its first change on.
    var numbered = store.feed(afterSequence: 4).makeAsyncIterator()
    #expect(numbered.token == nil)
    #expect(try await numbered.next()?.version == 2)
    #expect(numbered.token == last)
  }

  @Test func `a feed that is overtaken by retention says so`() async throws {
    let store = try ListStore.inMemory()
    try store.grow("a", to: 70, seed: 60)
    var feed = store.feed(after: nil).makeAsyncIterator()
    _ = try await feed.next()
    try store.compact(.newest(2))
    var last = 1
    let next = try store.token()
    await #expect(throws: StoreFeedError.resync(.compacted, next: next)) {
      while let change = try await feed.next() {
        #expect(change.version == last + 1)
        last = change.version
      }
    }
  }

  @Test func `a token is read back, and nothing else is`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    let token = try store.token()
    let data = try JSONEncoder().encode([token])
    #expect(try JSONDecoder().decode([StoreToken].self, from: data) == [token])
    let text = token.description
    #expect(StoreToken(text) == token)
    #expect(CursorToken(text) == nil)
    #expect(try StoreToken(store.token(of: "home").description) == nil)
    for other in [
      "", text + ".", text + "0", "s2" + text.dropFirst(2), text.uppercased(),
      text.replacing(".1.1.", with: ".0.1."), text.replacing(".1.1.", with: ".1.-1."),
      text.replacing(".1.1.", with: ".1.01."), text.replacing(".1.1.", with: ".1.1e3."),
    ] {
      #expect(StoreToken(String(other)) == nil, "\(other)")
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([StoreToken].self, from: Data(#"["s1"]"#.utf8))
    }
  }
}
