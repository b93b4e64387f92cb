import ListDiff
import ListKeeping
import ListModel
import ListStorage
import Testing

/// What belongs to a list but is not shown.
@Suite struct NamedValueTests {
  private func content(_ text: String) throws -> Content { try Content(parsing: Array(text.utf8)) }

  private func cell(_ id: Cell.ID) -> Cell {
    Cell(id: id, component: AnyComponent(StoredComponent(type: "Row")))
  }

  private func filled() throws -> ListStore {
    let store = try ListStore.inMemory()
    let key = try content(#"{"key":1}"#)
    try store.commit(
      .edit { draft in
        try draft.appendSection(Section(id: "feed", cells: [cell("a")]))
      }.setting(["page": key]),
      to: "home",
      options: CommitOptions(expecting: .version(0))
    )
    return store
  }

  @Test func `ids are read with the values of their version, though others commit meanwhile`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    let store = try ListStore(path: path)
    let other = try ListStore(path: path)
    func add(_ number: Int) throws {
      try other.commit(
        .list(List(sections: [Section(id: "feed", cells: (1...number).map { cell(Cell.ID($0)) })]))
          .setting(["page": content("\(number)")]),
        to: "home"
      )
    }
    try add(3)
    let old = try #require(
      try store.cellIDsWithValues(of: "feed", in: "home") { count in
        #expect(count == 3)
        #expect(throws: Never.self) { try add(5) }
        return 1..<9
      }
    )
    #expect(old.version == 1 && old.cellCount == 3 && old.ids == ["2", "3"])
    #expect(try old.values == ["page": content("3")])
    let new = try #require(try store.cellIDsWithValues(of: "feed", in: "home") { 0..<$0 })
    #expect(new.version == 2 && new.ids.count == 5)
    #expect(try new.values == ["page": content("5")])
    #expect(try store.cellIDsWithValues(of: "feed", in: "home") { _ in nil } == nil)
    let none = try #require(try store.cellIDsWithValues(of: "feed", in: "none") { 0..<$0 })
    #expect(none.version == 0 && none.ids == [] && none.values == [:])
    withExtendedLifetime(folder) {}
  }

  @Test func `values change with a version of their list, or without one`() throws {
    let store = try filled()
    #expect(try store.info(of: "home").version == 1)
    #expect(try store.values(of: "home") == ["page": content(#"{"key":1}"#)])
    let commit = try store.commit(
      .setting(["page": content("2"), "mark": content("[]")]),
      to: "home"
    )
    #expect(commit.outcome == .unchanged)
    #expect(commit.version == 1)
    #expect(try store.values(of: "home") == ["page": content("2"), "mark": content("[]")])
    try store.commit(.setting(["page": nil, "none": nil]), to: "home")
    #expect(try store.values(of: "home") == ["mark": content("[]")])
  }

  @Test func `an edit that fails leaves the values, and values that fail leave the list`() throws {
    let store = try filled()
    let two = try content("2")
    #expect(throws: ListStoreError.self) {
      try store.commit(.edit { try $0.deleteCell("nowhere") }.setting(["page": two]), to: "home")
    }
    #expect(throws: ListStoreError.self) {
      try store.commit(.edit { try $0.deleteCell("a") }.setting(["": two]), to: "home")
    }
    #expect(try store.info(of: "home").version == 1)
    #expect(try store.values(of: "home") == ["page": content(#"{"key":1}"#)])
    try store.commit(.edit { try $0.deleteCell("a") }.setting(["page": two]), to: "home")
    #expect(try store.values(of: "home") == ["page": two])
    #expect(try store.verify().problems == [])
  }

  @Test func `values expect the version of their list`() throws {
    let store = try filled()
    #expect(throws: ListStoreError.self) {
      try store.commit(
        .setting(["page": nil]),
        to: "home",
        options: CommitOptions(expecting: .version(7))
      )
    }
    try store.commit(
      .setting(["page": nil]),
      to: "home",
      options: CommitOptions(expecting: .version(1))
    )
    try store.commit(
      .setting(["token": content("1")]),
      to: "later",
      options: CommitOptions(expecting: .version(0))
    )
    #expect(try store.values(of: "later").count == 1)
    #expect(throws: ListStoreError.unknownList("later")) { try store.info(of: "later") }
  }

  @Test func `a list that is cleared loses its values`() throws {
    let store = try filled()
    try store.commit(.clearing, to: "home")
    #expect(try store.values(of: "home").isEmpty)
    try store.commit(.setting(["page": content("3")]), to: "home")
    #expect(try store.values(of: "home") == ["page": content("3")])
  }

  @Test func `values are exported, replicated and backed up as a list is`() throws {
    let store = try filled()
    try store.commit(.setting(["page": content("2")]), to: "home")
    let other = try ListStore.inMemory()
    for list in ["home", ListStore.valuesID(of: "home")] {
      try store.export(list) { line in try other.apply(Change(document: line)) }
    }
    #expect(try other.values(of: "home") == store.values(of: "home"))
    let replica = try ListStore.inMemory()
    for change in try store.changes(afterSequence: 0) { try replica.apply(change) }
    #expect(try replica.values(of: "home") == store.values(of: "home"))
    #expect(try replica.snapshot(of: "home") == store.snapshot(of: "home"))
    let both = try store.snapshotWithValues(of: "home")
    #expect(both.snapshot == (try store.snapshot(of: "home")))
    #expect(both.values == (try store.values(of: "home")))
  }

  @Test func `an awaited edit sets values as the one that blocks, once for each key`() async throws
  {
    let store = try filled()
    let two = try content("2")
    for _ in 0..<2 {
      let commit = try await store.commit(
        .edit { draft in
          try draft.appendCell(
            Cell(id: "b", component: AnyComponent(StoredComponent(type: "Row"))),
            to: "feed"
          )
        }.setting(["page": two]),
        to: "home",
        options: CommitOptions(key: "k")
      )
      #expect(commit.version == 2)
    }
    #expect(try store.values(of: "home") == ["page": two])
    let three = try content("3")
    try await store.commit(
      .edit { draft in try draft.deleteCell("a") }.setting(["page": three]),
      to: "home"
    )
    let again = try await store.commit(
      .edit { draft in
        try draft.appendCell(
          Cell(id: "b", component: AnyComponent(StoredComponent(type: "Row"))),
          to: "feed"
        )
      }.setting(["page": two]),
      to: "home",
      options: CommitOptions(key: "k")
    )
    #expect(again.outcome == .duplicate)
    #expect(try store.values(of: "home") == ["page": three])
  }
}
