import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Testing

/// What a late consumer is told.
@Suite struct CatchUpTests {
  /// A token whose fields are changed.
  private func token(
    _ token: CursorToken,
    lineage: String? = nil,
    epoch: Int? = nil,
    version: Int? = nil,
    fingerprint: Fingerprint? = nil
  ) throws -> CursorToken {
    let text =
      "1.\(lineage ?? token.lineage).\(epoch ?? token.epoch).\(version ?? token.version)"
      + ".\(fingerprint ?? token.fingerprint)"
    return try #require(CursorToken(text))
  }

  private func reason(_ catchUp: CatchUp) -> CatchUp.Reason? {
    guard case .resync(let reason, _) = catchUp else { return nil }
    return reason
  }

  @Test func `every page starts where the last one ended, up to the head`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 23, seed: 1)
    var limits = CatchUpLimits()
    limits.page = 5
    var token: CursorToken?
    var replica = Replica(of: "home")
    var pages = 0
    while case .changes(let changes, let next) = try store.catchUp(
      "home",
      from: token,
      limits: limits
    ) {
      for change in changes { try replica.apply(change) }
      #expect(next.version == replica.version)
      #expect(next.fingerprint == replica.fingerprint)
      token = next
      pages += 1
    }
    #expect(pages == 5)
    let head = try store.token(of: "home")
    #expect(token == head)
    #expect(try store.catchUp("home", from: token) == .upToDate(head))
    #expect(try replica.list == store.snapshot(of: "home").list)
  }

  @Test func `a token says which version it is of`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 4, seed: 2)
    let token = try store.token(of: "home", at: 2)
    #expect(token.version == 2)
    #expect(try token.fingerprint == store.snapshot(of: "home", at: 2).fingerprint)
    #expect(try store.token(of: "home", at: 0).fingerprint == .empty)
    #expect(throws: ListStoreError.unknownVersion(5, list: "home", available: 0...4)) {
      try store.token(of: "home", at: 5)
    }
    #expect(throws: ListStoreError.unknownList("none")) { try store.token(of: "none") }
    #expect(throws: ListStoreError.unknownList("none")) { try store.catchUp("none", from: nil) }
  }

  @Test func `a token survives being written down`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 3, seed: 3)
    let token = try store.token(of: "home")
    #expect(CursorToken(token.description) == token)
    let encoded = try JSONEncoder().encode([token])
    #expect(try JSONDecoder().decode([CursorToken].self, from: encoded) == [token])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CursorToken].self, from: Data(#"["1.2.3"]"#.utf8))
    }
  }

  @Test(arguments: [
    "", "1", "2.L.1.4.F", "1.L.1.4", "1.L.1.4.F.x", "1.x.1.4.F", "1.L.0.4.F", "1.L.01.4.F",
    "1.L.1.-4.F", "1.L.1.+4.F", "1.L.1.04.F", "1.L.1.4.f", "1.L.1.99999999999999999999.F",
    " 1.L.1.4.F",
  ])
  func `what is no token is not read as one`(pattern: String) {
    let digits = String(repeating: "0a", count: 16)
    let text = pattern.replacing("L", with: digits).replacing("F", with: digits)
    #expect(CursorToken(text) == nil)
  }

  @Test func `a token of another list asks for that list again`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 3, seed: 4)
    try store.grow("away", to: 3, seed: 4)
    let catchUp = try store.catchUp("home", from: store.token(of: "away", at: 2))
    #expect(try catchUp == .resync(.otherList, next: store.token(of: "home")))
  }

  @Test func `a token from the future is told so`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 3, seed: 5)
    let future = try token(store.token(of: "home"), version: 4)
    #expect(try reason(store.catchUp("home", from: future)) == .fromTheFuture)
  }

  @Test func `a token of another past is told so, also at the head`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 3, seed: 6)
    for version in 0...3 {
      let other = try token(store.token(of: "home", at: version), fingerprint: sample.fingerprint())
      #expect(try reason(store.catchUp("home", from: other)) == .forked)
    }
  }

  @Test func `a token older than what is retained is told so, one at the floor is not`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 9, seed: 7)
    let tokens = try (0...9).map { try store.token(of: "home", at: $0) }
    try store.compact(.newest(4))
    for token in tokens {
      let catchUp = try store.catchUp("home", from: token)
      #expect(reason(catchUp) == (token.version < 5 ? .compacted : nil))
    }
    #expect(try reason(store.catchUp("home", from: nil)) == .compacted)
    guard case .changes(let changes, _) = try store.catchUp("home", from: tokens[5]) else {
      Issue.record("the floor cannot be gone on from")
      return
    }
    #expect(changes.map(\.version) == [6, 7, 8, 9])
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func `above the bytes it wants to read, a consumer is given one change, proven equal`(
    seed: UInt64
  ) throws {
    let store = try ListStore.inMemory()
    let versions = try store.grow("home", to: 30, seed: seed)
    var limits = CatchUpLimits()
    limits.exactBytes = 0
    limits.mayResync = false
    for version in 0..<30 {
      let catchUp = try store.catchUp(
        "home",
        from: store.token(of: "home", at: version),
        limits: limits
      )
      guard case .collapsed(let change, let next) = catchUp else {
        Issue.record("version \(version), seed \(seed): \(catchUp)")
        continue
      }
      #expect(change.parent == version)
      #expect(next.version == 30)
      let list = try change.changeset.apply(to: versions[version])
      #expect(try list.fingerprint() == next.fingerprint, "version \(version), seed \(seed)")
      #expect(list == versions[30], "version \(version), seed \(seed)")
    }
  }

  @Test func `exactly at its limit a consumer is given every version, one byte above not`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 6, seed: 14)
    let bytes = try store.changes(of: "home").reduce(0) { try $0 + $1.changeset.encoded().count }
    var limits = CatchUpLimits()
    limits.mayResync = false
    limits.exactBytes = bytes
    guard case .changes(let changes, _) = try store.catchUp("home", from: nil, limits: limits)
    else {
      Issue.record("not every version")
      return
    }
    #expect(changes.count == 6)
    limits.exactBytes = bytes - 1
    guard case .collapsed = try store.catchUp("home", from: nil, limits: limits) else {
      Issue.record("not collapsed")
      return
    }
  }

  @Test func `a list that is smaller than what happened to it is read again`() throws {
    let store = try ListStore.inMemory()
    let section = Section(id: "s") { for index in 0..<200 { cell(Cell.ID("\(index)")) } }
    try store.commit(List(sections: [section]), to: "home")
    let token = try store.token(of: "home")
    try store.commit(List(sections: [Section(id: "s") { cell("0") }]), to: "home")
    var limits = CatchUpLimits()
    limits.exactBytes = 0
    #expect(try reason(store.catchUp("home", from: token, limits: limits)) == .smaller)
    limits.mayResync = false
    guard case .collapsed = try store.catchUp("home", from: token, limits: limits) else {
      Issue.record("who cannot read it again is given the change")
      return
    }
  }

  @Test func `a consumer of every version is never given less`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 6, seed: 15)
    guard case .changes(let changes, _) = try store.catchUp("home", from: nil, limits: .exact)
    else {
      Issue.record("not every version")
      return
    }
    #expect(changes.map(\.version) == Array(1...6))
  }
}

/// What it costs to be late.
@Suite struct CatchUpCostTests {
  private func catchUp(
    _ store: ListStore,
    _ limits: CatchUpLimits,
    between: () throws -> Void = {}
  ) throws -> [Int] {
    var token: CursorToken?
    var versions: [Int] = []
    while true {
      let catchUp = try store.catchUp("home", from: token, limits: limits)
      token = catchUp.next
      switch catchUp {
      case .upToDate, .resync: return versions
      case .changes(let changes, _): versions += changes.map(\.version)
      case .collapsed(let change, _): versions.append(change.version)
      }
      try between()
    }
  }

  @Test func `what is pending is summed once, not for every page`() throws {
    let log = StatementLog()
    let store = try log.store()
    try store.grow("home", to: 200, seed: 16)
    var limits = CatchUpLimits()
    limits.page = 5
    limits.exactBytes = 1 << 30
    let statements = try log.statements {
      let read = try catchUp(store, limits)
      #expect(read == Array(1...200))
    }
    #expect(statements.count { $0.contains("sum(length(body))") } == 1)
    #expect(statements.count { $0.contains("key, body, list") } == 40)
  }

  @Test func `what was committed meanwhile is summed when it is next`() throws {
    let log = StatementLog()
    let store = try log.store()
    try store.grow("home", to: 50, seed: 17)
    var limits = CatchUpLimits()
    limits.page = 10
    limits.exactBytes = 1 << 30
    var list = try store.snapshot(of: "home").list
    list.sections.append(Section(id: "meanwhile"))
    let statements = try log.statements {
      let read = try catchUp(store, limits) { try store.commit(list, to: "home") }
      #expect(read == Array(1...51))
    }
    #expect(statements.count { $0.contains("sum(length(body))") } == 2)
  }

  @Test func `what one was told in one piece does not hold for who comes there with less to read`()
    throws
  {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    for number in 2...10 {
      try store.edit("home", options: CommitOptions(author: "other")) {
        try $0.updateCell(cell("a1", String(repeating: "x\(number)", count: 500)))
      }
    }
    try store.edit("home", options: CommitOptions(author: "own")) {
      try $0.updateCell(cell("a2", "own"))
    }
    for number in 12...13 {
      try store.edit("home", options: CommitOptions(author: "other")) {
        try $0.updateCell(cell("a3", "\(number)"))
      }
    }
    var limits = CatchUpLimits()
    limits.exactBytes = 2000
    limits.mayResync = false
    guard
      case .collapsed(let change, let next) = try store.catchUp(
        "home",
        from: nil,
        limits: limits,
        skipping: ["own"]
      )
    else {
      Issue.record("not composed")
      return
    }
    #expect(change.version == 10)
    guard case .changes(let changes, _) = try store.catchUp("home", from: next, limits: limits)
    else {
      Issue.record("composed")
      return
    }
    #expect(changes.map(\.version) == [11, 12, 13])
  }

  @Test func `who needs every version has nothing summed`() throws {
    let log = StatementLog()
    let store = try log.store()
    try store.grow("home", to: 20, seed: 18)
    let statements = try log.statements {
      let read = try catchUp(store, .exact)
      #expect(read == Array(1...20))
    }
    #expect(statements.allSatisfy { !$0.contains("sum(") })
  }

  @Test func `each question to the log is answered by an index`() throws {
    let log = StatementLog()
    let store = try log.store()
    try store.grow("home", to: 20, seed: 19)
    var limits = CatchUpLimits()
    limits.exactBytes = 0
    limits.mayResync = false
    let statements = try log.statements {
      _ = try store.catchUp("home", from: nil, limits: limits, skipping: ["a"])
      _ = try store.catchUp("home", from: nil, skipping: ["a"])
    }
    let questions = Set(statements.filter { $0.contains("FROM liststore_change") })
    #expect(questions.count >= 4)
    try store.write { database in
      for question in questions {
        let plan = try Row.fetchAll(
          database,
          sql: "EXPLAIN QUERY PLAN " + question.replacing("?", with: "1")
        )
        .map { $0["detail"] as String }
        #expect(plan.allSatisfy { !$0.hasPrefix("SCAN") }, "\(question): \(plan)")
      }
    }
  }
}

/// All lists as one feed.
@Suite struct AllListsTests {
  @Test func `two lists interleaved come in the order of their commits, each without gaps`() throws
  {
    let store = try ListStore.inMemory()
    var lists = RandomLists(seed: 21)
    var heads: [List.ID: List] = ["a": lists.list(), "b": lists.list()]
    var committed: [String] = []
    for step in 0..<40 {
      let id: List.ID = (step * 7) % 3 == 0 ? "a" : "b"
      let commit = try store.commit(heads[id] ?? List(), to: id)
      if commit.outcome == .committed { committed.append("\(id) \(commit.version)") }
      heads[id] = lists.successor(of: heads[id] ?? List())
    }
    var read: [String] = []
    var sequence = 0
    while let page = try Optional(store.changes(afterSequence: sequence, limit: 7)), !page.isEmpty {
      for change in page {
        let own = try #require(change.sequence)
        #expect(own > sequence)
        sequence = own
        read.append("\(change.list) \(change.version)")
      }
    }
    #expect(read == committed)
  }

  @Test func `a follower of all lists is woken by each`() async throws {
    let store = try ListStore.inMemory()
    try await store.commit(sample, to: "a")
    let reader = Task {
      var versions: [String] = []
      for try await change in store.feed(afterSequence: 0) {
        versions.append("\(change.list) \(change.version)")
        if versions.count == 4 { break }
      }
      return versions
    }
    try await store.commit(sample, to: "b")
    try await store.edit("a") { try $0.deleteCell("a1") }
    try await store.edit("b") { try $0.deleteCell("a1") }
    #expect(try await reader.value == ["a 1", "b 1", "a 2", "b 2"])
  }

  @Test func `a follower of all lists can see what was removed before it read it`() throws {
    let store = try ListStore.inMemory()
    try store.grow("a", to: 10, seed: 22)
    try store.compact(.newest(0))
    let changes = try store.changes(afterSequence: 3)
    // The last one it has is version 3; this one does not continue it.
    #expect(changes.map(\.version) == [10])
    #expect(changes.first?.parent == 9)
  }
}
