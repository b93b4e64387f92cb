import Foundation
import ListDiff
import ListKeeping
import ListModel
import ListStorage
import Synchronization
import Testing

@testable import ListPaging

/// The pager over a real store: transactions, restarts, other writers.
@Suite struct StoredPagerTests {
  /// A remote of numbered items that counts its requests and can fail.
  private final class Numbers: RemoteSource {
    private let state = Mutex((requests: [RemoteRequest](), failures: 0))
    let count: Int

    init(count: Int, failures: Int = 0) {
      self.count = count
      state.withLock { $0.failures = failures }
    }

    var keys: [PageKey?] { state.withLock { $0.requests.map(\.key) } }

    func load(_ request: RemoteRequest) async throws -> RemotePage {
      let fails = state.withLock { state in
        state.requests.append(request)
        state.failures -= 1
        return state.failures >= 0
      }
      if fails { throw RemoteFailure(.unavailable, reason: "down") }
      let start = request.key?.number ?? 0
      let end = min(count, start + request.size)
      return RemotePage(
        cells: (start..<end).map {
          Cell(id: Cell.ID($0), component: AnyComponent(StoredComponent(type: "Row")))
        },
        next: end < count ? PageKey(end) : nil,
        end: PageKey(end)
      )
    }
  }

  private let configuration = PagerConfiguration(
    pageSize: 10,
    initialLoadSize: 10,
    prefetchDistance: 3
  )

  private func pages(_ store: ListStore) -> ListStorePages {
    ListStorePages(store: store, list: "home", section: "feed")
  }

  /// Shows all that comes, always at the end of the list, until a state is told that will do.
  private func run(_ pager: Pager, until isDone: (PagerState) -> Bool) async -> PagerState {
    for await update in pager.updates {
      await pager.shown(update)
      if isDone(update.state) { return update.state }
      let last = update.window.ids.count - 1
      if last >= 0 { await pager.viewed(first: max(0, last - 5), last: last) }
    }
    return PagerState()
  }

  private func isEnded(_ state: PagerState) -> Bool {
    state.append == .notLoading(endOfPaginationReached: true) && state.storedCount > 0
  }

  private func ids(_ store: ListStore) throws -> [Cell.ID] {
    try store.snapshot(of: "home").list.sections.flatMap { $0.cells.map(\.id) }
  }

  @Test func `a list is filled to its end, a version for each page`() async throws {
    let store = try ListStore.inMemory()
    let remote = Numbers(count: 35)
    let pager = Pager(remote: remote, storage: pages(store), configuration: configuration)
    try await pager.start()
    let state = await run(pager, until: isEnded)
    #expect(try ids(store) == (0..<35).map { Cell.ID($0) })
    #expect(try store.info(of: "home").version == 4)
    #expect(state.asOf == 4)
    #expect(remote.keys == [nil, "10", "20", "30"])
    await pager.stop()
  }

  @Test func `a refresh returns when it is stored`() async throws {
    let store = try ListStore.inMemory()
    let pager = Pager(
      remote: Numbers(count: 15),
      storage: pages(store),
      configuration: configuration
    )
    try await pager.start()
    await pager.refresh()
    #expect(try ids(store).count == 10)
    #expect(await !pager.state.refresh.isLoading)
    await pager.stop()
    await pager.refresh()
  }

  @Test func `a failure waits for the user, and a retry asks with the same key`() async throws {
    let store = try ListStore.inMemory()
    let remote = Numbers(count: 10, failures: 1)
    let pager = Pager(remote: remote, storage: pages(store), configuration: configuration)
    try await pager.start()
    let failed = await run(pager) { $0.refresh.error != nil }
    #expect(failed.screen == .error)
    await pager.retry()
    _ = await run(pager, until: isEnded)
    #expect(try ids(store).count == 10)
    #expect(remote.keys == [nil, nil])
    await pager.stop()
  }

  @Test func `keys and the end survive a restart`() async throws {
    let store = try ListStore.inMemory()
    let first = Pager(
      remote: Numbers(count: 15),
      storage: pages(store),
      configuration: configuration
    )
    try await first.start()
    _ = await run(first, until: isEnded)
    await first.stop()
    let remote = Numbers(count: 15)
    let second = Pager(remote: remote, storage: pages(store), configuration: configuration)
    try await second.start()
    let state = await run(second, until: isEnded)
    #expect(state.storedCount == 15)
    #expect(state.footer == .ended)
    #expect(remote.keys.isEmpty)
    await second.stop()
  }

  @Test func `several pagers that fill one list do no harm`() async throws {
    let store = try ListStore.inMemory()
    let pagers = (0..<4).map { _ in
      Pager(remote: Numbers(count: 95), storage: pages(store), configuration: configuration)
    }
    await withTaskGroup { group in
      for pager in pagers {
        group.addTask {
          try? await pager.start()
          _ = await run(pager, until: isEnded)
          await pager.stop()
        }
      }
    }
    #expect(try ids(store) == (0..<95).map { Cell.ID($0) })
    #expect(try store.verify().problems == [])
  }

  @Test func `cells and keys are one transaction`() async throws {
    let store = try ListStore.inMemory()
    let pages = pages(store)
    let cell = Cell(id: "a", component: AnyComponent(StoredComponent(type: "Row")))
    let kept = try Content(parsing: Array("{}".utf8))
    let first = PageCommit(number: 1, parent: 0, edits: [.insert(cell, after: nil)], kept: kept)
    guard case .committed(1) = try await pages.commit(first) else {
      Issue.record("not committed")
      return
    }
    // Again, as after an answer that got lost.
    guard case .committed(1) = try await pages.commit(first) else {
      Issue.record("not replayed")
      return
    }
    let other = try Content(parsing: Array(#"{"next":1}"#.utf8))
    let stale = PageCommit(number: 2, parent: 0, edits: [.delete("a")], kept: other)
    guard case .overtaken(let stored) = try await pages.commit(stale) else {
      Issue.record("not overtaken")
      return
    }
    #expect(stored.ids == ["a"])
    #expect(stored.kept == kept)
    let broken = PageCommit(number: 3, parent: 1, edits: [.delete("nowhere")], kept: other)
    await #expect(throws: ListStoreError.self) { _ = try await pages.commit(broken) }
    #expect(try store.values(of: "home") == ["pager": kept])
    let keysOnly = PageCommit(number: 4, parent: 1, edits: [], kept: other)
    guard case .committed(1) = try await pages.commit(keysOnly) else {
      Issue.record("not committed")
      return
    }
    #expect(try store.values(of: "home") == ["pager": other])
    // Keys that go back to what they were are kept, too.
    for kept in [kept, other] {
      _ = try await pages.commit(PageCommit(number: 5, parent: 1, edits: [], kept: kept))
      #expect(try store.values(of: "home") == ["pager": kept])
    }
  }
}

/// Reading a stored list page by page.
@Suite struct PageCursorTests {
  private static let row = AnyComponent(StoredComponent(type: "Row"))

  private func store(_ count: Int) throws -> ListStore {
    let store = try ListStore.inMemory()
    let cells = (0..<count).map { Cell(id: Cell.ID($0), component: Self.row) }
    try store.commit(List(sections: [Section(id: "feed", cells: cells)]), to: "home")
    return store
  }

  @Test func `pinned pages together are the version of the first`() throws {
    let store = try store(25)
    let before = try store.snapshot(of: "home").list.sections[0].cells
    var page = try store.firstPage(of: "home", limit: 10)
    var cells = page.cells
    while page.hasMore {
      try store.edit("home") { draft in try draft.deleteCell(cells[cells.count - 1].id) }
      page = try store.page(after: page.cursor, .pinned, limit: 10)
      cells += page.cells
    }
    #expect(cells == before)
  }

  @Test func `a cursor of a list that is not there is an error, and one past its end is empty`()
    throws
  {
    let store = try store(5)
    var cursor = try store.firstPage(of: "home", limit: 2).cursor
    cursor.count = .max
    #expect(try store.page(after: cursor, .pinned, limit: .max).cells.isEmpty)
    cursor = PageCursor(list: "elsewhere", token: cursor.token, count: 2, last: nil)
    #expect(throws: ListStoreError.self) { try store.page(after: cursor, .rebase, limit: 2) }
  }

  @Test func `a cursor is a text that nobody can change`() throws {
    let store = try store(5)
    let cursor = try store.firstPage(of: "home", limit: 3).cursor
    let text = cursor.description
    #expect(PageCursor(text) == cursor)
    let data = try JSONEncoder().encode([cursor])
    #expect(try JSONDecoder().decode([PageCursor].self, from: data) == [cursor])
    for index in text.indices {
      var changed = text
      changed.replaceSubrange(index...index, with: text[index] == "3" ? "4" : "3")
      #expect(PageCursor(changed) == nil, "\(changed)")
    }
    for end in text.indices { #expect(PageCursor(String(text[..<end])) == nil) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([PageCursor].self, from: Data(#"["1.2.3"]"#.utf8))
    }
  }

  @Test func `a cursor of another list, or of another past, is refused by name`() throws {
    let (store, other) = (try store(5), try store(5))
    let cursor = try store.firstPage(of: "home", limit: 3).cursor
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("cursors-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (backup, copy) = (folder.path + "/backup.db", folder.path + "/restored.db")
    try store.backup(to: backup)
    try ListStore.restore(backup, to: copy)
    let restored = try ListStore(path: copy)
    for store in [other, restored] {
      for reading in [PageReading.pinned, .rebase] {
        #expect(throws: PageCursorError.otherPast(cursor)) {
          try store.page(after: cursor, reading, limit: 2)
        }
      }
    }
    var forged = cursor
    forged.token = try #require(CursorToken("1.\(cursor.token.lineage).1.1.\(Fingerprint.empty)"))
    #expect(throws: PageCursorError.otherPast(forged)) {
      try store.page(after: forged, .rebase, limit: 2)
    }
  }

  @Test func `from the last page the feed goes on, without a gap and nothing twice`() throws {
    let store = try store(25)
    var page = try store.firstPage(of: "home", limit: 10)
    var cells = page.cells
    while page.hasMore {
      try store.edit("home") { draft in
        try draft.deleteCell(cells[cells.count - 1].id)
        try draft.appendCell(
          Cell(id: Cell.ID("new\(cells.count)"), component: Self.row),
          to: "feed"
        )
      }
      page = try store.page(after: page.cursor, .pinned, limit: 10)
      cells += page.cells
    }
    var list = List(sections: [Section(id: "feed", cells: cells)])
    guard case .changes(let changes, _) = try store.catchUp("home", from: page.cursor.token)
    else {
      Issue.record("no changes")
      return
    }
    #expect(changes.map(\.version) == Array(page.cursor.version + 1...page.cursor.version + 2))
    for change in changes { list = try change.changeset.apply(to: list) }
    #expect(try list == store.snapshot(of: "home").list)
  }

  @Test func `a named consumer keeps the version that is read`() throws {
    var retention = ListStore.Retention()
    retention.versions = 1
    retention.age = .zero
    for isKept in [true, false] {
      let store = try store(25)
      let reader = try store.consumer("export", of: "home")
      while try reader.consume({ _ in }) {}
      if !isKept { try store.removeConsumer("export", of: "home") }
      var page = try store.firstPage(of: "home", limit: 10)
      for number in 0..<5 {
        try store.edit("home") { try $0.deleteCell(Cell.ID(number)) }
      }
      try store.compact(retention)
      guard isKept else {
        #expect(throws: ListStoreError.self) {
          try store.page(after: page.cursor, .pinned, limit: 10)
        }
        continue
      }
      var cells = page.cells
      while page.hasMore {
        page = try store.page(after: page.cursor, .pinned, limit: 10)
        cells += page.cells
      }
      #expect(cells.map(\.id) == (0..<25).map { Cell.ID($0) })
    }
  }
}
