import ListModel
import ListStorage
import Testing

private struct Article: Component, Codable, Equatable, Identifiable {
  static let componentType = "Article"
  var id: String
  var stars: Int
}

@Suite struct `A typed edit` {
  private let store: ListStore

  init() throws {
    store = try ListStore.inMemory()
    let list = List {
      Section(id: "feed") {
        Cell(component: Article(id: "a1", stars: 1))
        Cell(component: Article(id: "a2", stars: 2))
        Cell(id: "other", component: AnyComponent(StoredComponent(type: "Other")))
      }
    }
    try store.commit(list, to: "home")
  }

  @Test func `changes what a stored cell shows`() throws {
    let commit = try store.edit("home") { draft in
      try draft.updateCell("a2", as: Article.self) { $0.stars += 1 }
      #expect(try draft.component(of: "a2", as: Article.self).stars == 3)
    }
    #expect(commit.version == 2)
    let snapshot = try store.snapshot(of: "home")
    #expect(try snapshot.cells(of: Article.self).map(\.component.stars) == [1, 3])
    #expect(try snapshot.cell("a2")?.as(Article.self) == Article(id: "a2", stars: 3))
    #expect(snapshot.section("feed")?.cells.count == 3)
  }

  @Test func `that cannot read its cell makes no version and says why`() throws {
    let error = #expect(throws: UndecodableComponent.self) {
      try store.edit("home") { draft in
        try draft.updateCell("a1", as: Article.self) { $0.stars += 1 }
        try draft.updateCell("other", as: Article.self) { $0.stars += 1 }
      }
    }
    #expect(error?.cell == "other")
    #expect(try store.info(of: "home").version == 1)
    #expect(throws: ListStoreError.self) {
      try store.edit("home") { try $0.updateCell("a9", as: Article.self) { $0.stars += 1 } }
    }
  }

  @Test func `that throws in the middle leaves the cell as it was`() throws {
    struct Refused: Error {}
    let commit = try store.edit("home") { draft in
      #expect(throws: Refused.self) {
        try draft.updateCell("a1", as: Article.self) { article in
          article.stars = 9
          throw Refused()
        }
      }
    }
    #expect(commit.outcome == .unchanged)
  }
}
