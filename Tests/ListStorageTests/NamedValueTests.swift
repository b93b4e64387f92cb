import ListDiff
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
    try store.edit("home", setting: ["page": key], expecting: .version(0)) { draft in
      try draft.appendSection(Section(id: "feed", cells: [cell("a")]))
    }
    return store
  }

  @Test func `values change with a version of their list, or without one`() throws {
    let store = try filled()
    #expect(try store.info(of: "home").version == 1)
    #expect(try store.values(of: "home") == ["page": content(#"{"key":1}"#)])
    let commit = try store.setValues(["page": content("2"), "mark": content("[]")], of: "home")
    #expect(commit.outcome == .unchanged)
    #expect(commit.version == 1)
    #expect(try store.values(of: "home") == ["page": content("2"), "mark": content("[]")])
    try store.setValues(["page": nil, "none": nil], of: "home")
    #expect(try store.values(of: "home") == ["mark": content("[]")])
  }

  @Test func `an edit that fails leaves the values, and values that fail leave the list`() throws {
    let store = try filled()
    let two = try content("2")
    #expect(throws: ListStoreError.self) {
      try store.edit("home", setting: ["page": two]) { try $0.deleteCell("nowhere") }
    }
    #expect(throws: ListStoreError.self) {
      try store.edit("home", setting: ["": two]) { try $0.deleteCell("a") }
    }
    #expect(try store.info(of: "home").version == 1)
    #expect(try store.values(of: "home") == ["page": content(#"{"key":1}"#)])
    try store.edit("home", setting: ["page": two]) { try $0.deleteCell("a") }
    #expect(try store.values(of: "home") == ["page": two])
    #expect(try store.verify().problems == [])
  }

  @Test func `values expect the version of their list`() throws {
    let store = try filled()
    #expect(throws: ListStoreError.self) {
      try store.setValues(["page": nil], of: "home", expecting: .version(7))
    }
    try store.setValues(["page": nil], of: "home", expecting: .version(1))
    try store.setValues(["token": content("1")], of: "later", expecting: .version(0))
    #expect(try store.values(of: "later").count == 1)
    #expect(throws: ListStoreError.unknownList("later")) { try store.info(of: "later") }
  }

  @Test func `a list that is cleared loses its values`() throws {
    let store = try filled()
    try store.clear("home")
    #expect(try store.values(of: "home").isEmpty)
    try store.setValues(["page": content("3")], of: "home")
    #expect(try store.values(of: "home") == ["page": content("3")])
  }

  @Test func `values are exported, replicated and backed up as a list is`() throws {
    let store = try filled()
    try store.setValues(["page": content("2")], of: "home")
    let other = try ListStore.inMemory()
    for list in ["home", ListStore.valuesID(of: "home")] {
      try store.export(list) { line in try other.importChange(Change(document: line)) }
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
      let commit = try await store.edit("home", setting: ["page": two], key: "k") { draft in
        try draft.appendCell(
          Cell(id: "b", component: AnyComponent(StoredComponent(type: "Row"))),
          to: "feed"
        )
      }
      #expect(commit.version == 2)
    }
    #expect(try store.values(of: "home") == ["page": two])
    let three = try content("3")
    try await store.edit("home", setting: ["page": three]) { draft in try draft.deleteCell("a") }
    let again = try await store.edit("home", setting: ["page": two], key: "k") { draft in
      try draft.appendCell(
        Cell(id: "b", component: AnyComponent(StoredComponent(type: "Row"))),
        to: "feed"
      )
    }
    #expect(again.outcome == .replayed)
    #expect(try store.values(of: "home") == ["page": three])
  }
}
