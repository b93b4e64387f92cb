import ListDiff
import ListModel
import ListStorage
import ListTestSupport
import Testing

/// A log of another kind than a store, as somebody else would write it.
private actor SharedLog: CommitLog {
  private var changes: [List.ID: [Change]] = [:]
  private var followers: [AsyncThrowingStream<Change, any Error>.Continuation] = []

  func append(
    _ changeset: Changeset,
    to list: List.ID,
    options: CommitOptions
  ) throws -> AppendOutcome {
    let past = changes[list, default: []]
    if let key = options.key, let made = past.first(where: { $0.key == key }) {
      return .duplicate(version: made.version)
    }
    let head = past.last?.fingerprint ?? .empty
    let version = past.count
    if case .version(let expected) = options.expected, expected != version {
      return .conflict(head: ListInfo(id: list, version: past.count, fingerprint: head))
    }
    let before = try past.reduce(List()) { try $1.changeset.apply(to: $0) }
    let change = Change(
      list: list,
      version: version + 1,
      parent: version,
      author: options.author,
      key: options.key,
      parentFingerprint: head,
      fingerprint: try changeset.apply(to: before).fingerprint(),
      changeset: changeset
    )
    changes[list, default: []].append(change)
    for follower in followers { follower.yield(change) }
    return .appended(version: change.version)
  }

  nonisolated func feed(
    of list: List.ID,
    after version: Int
  ) -> AsyncThrowingStream<Change, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Change, any Error>.makeStream()
    Task { await follow(list, after: version, continuation) }
    return stream
  }

  private func follow(
    _ list: List.ID,
    after version: Int,
    _ continuation: AsyncThrowingStream<Change, any Error>.Continuation
  ) {
    for change in changes[list, default: []].dropFirst(version) { continuation.yield(change) }
    followers.append(continuation)
  }
}

/// Commits through a log, and follows it with a store of one's own: the same code for any log.
@Suite struct CommitLogTests {
  /// Appends a list as its next version, on top of what a replica has, until nobody was faster.
  private func commit(
    _ list: List,
    through log: some CommitLog,
    from replica: ListStore,
    key: String
  ) async throws -> Int {
    while true {
      let version = (try? replica.info(of: "home").version) ?? 0
      let before = try version == 0 ? List() : replica.snapshot(of: "home").list
      let changeset = try Changeset(from: before, to: list)
      switch try await log.append(
        changeset,
        to: "home",
        options: CommitOptions(expecting: .version(version), key: key, author: "a")
      ) {
      case .appended(let version), .duplicate(let version): return version
      case .conflict(let head): try await follow(log, with: replica, through: head.version)
      }
    }
  }

  private func follow(
    _ log: some CommitLog,
    with replica: ListStore,
    through last: Int
  ) async throws {
    var version = (try? replica.info(of: "home").version) ?? 0
    guard version < last else { return }
    for try await change in log.feed(of: "home", after: version) {
      try await replica.apply(change)
      version = change.version
      if version == last { return }
    }
  }

  private func expectAgreement(of log: some CommitLog) async throws {
    let replicas = try (0..<3).map { _ in try ListStore.inMemory() }
    var random = RandomLists(seed: 191)
    var lists = [random.list()]
    while lists.count < 12 {
      let next = random.successor(of: lists[lists.count - 1])
      if next != lists[lists.count - 1] { lists.append(next) }
    }
    var last = 0
    for (number, list) in lists.enumerated() {
      let replica = replicas[number % 3]
      let made = try await commit(list, through: log, from: replica, key: "\(number)")
      // An answer that got lost.
      let again = try await commit(list, through: log, from: replica, key: "\(number)")
      #expect(made == again)
      last = max(last, made)
    }
    for replica in replicas {
      try await follow(log, with: replica, through: last)
      #expect(try replica.snapshot(of: "home").list == lists[lists.count - 1])
      #expect(try replica.changes(of: "home").map(\.key) == (0..<last).map { "\($0)" })
      #expect(try replica.verify().problems == [])
    }
  }

  @Test func `a store is a log`() async throws {
    try await expectAgreement(of: ListStore.inMemory())
  }

  @Test func `a log that is no store can be put in front of stores`() async throws {
    try await expectAgreement(of: SharedLog())
  }

  @Test func `a replica joins with a snapshot that came as text`() throws {
    let source = try ListStore.inMemory()
    try source.commit(sample, to: "home")
    try source.edit("home") { try $0.deleteCell("a1") }
    let (token, list) = (try source.token(of: "home"), try source.snapshot(of: "home").list)
    let document = try list.document()
    let snapshot = Snapshot(
      id: "home",
      version: token.version,
      fingerprint: token.fingerprint,
      list: try List(document: document)
    )
    let replica = try ListStore.inMemory()
    #expect(try replica.adopt(snapshot) == .appended(version: 2))
    var wrong = snapshot
    wrong.fingerprint = .empty
    #expect(throws: ListStoreError.self) { try ListStore.inMemory().adopt(wrong) }
    #expect(try replica.snapshot(of: "home") == snapshot)
  }
}
