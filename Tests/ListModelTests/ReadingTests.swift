import ListModel
import Testing

private struct Article: Component, Codable, Equatable, Identifiable {
  static let componentType = "Article"
  var id: String
  var stars: Int
  var tags: [String] = []
}

private struct Impostor: Component, Codable, Equatable {
  static let componentType = "Article"
  var colour: String
}

private struct Banner: Component, Codable, Equatable {
  static let componentType = "Banner"
  var text: String
}

/// A cell as it comes from a store.
private func stored(_ id: Cell.ID, _ type: String, _ content: String) throws -> Cell {
  let content = try Content(parsing: Array(content.utf8))
  return Cell(id: id, component: AnyComponent(StoredComponent(type: type, content: content)))
}

@Suite struct `Reading back` {
  @Test func `a codable value is a component by its name alone`() throws {
    let cell = Cell(component: Article(id: "a1", stars: 3))
    #expect(cell.id == "a1")
    let form = try cell.component.stored()
    #expect(form.type == "Article")
    #expect(form.content?.text == #"{"id":"a1","stars":3,"tags":[]}"#)
    let restored = Cell(id: "a1", component: AnyComponent(form))
    #expect(restored == cell)
    #expect(try restored.as(Article.self) == Article(id: "a1", stars: 3))
    #expect(try cell.as(Article.self).stars == 3)
  }

  @Test func `what does not fit is named by cell, type and field`() throws {
    let cases: [(content: String, field: String, reason: String)] = [
      (#"{"id":"a1","tags":[]}"#, "stars", "is missing"),
      (#"{"id":"a1","stars":null,"tags":[]}"#, "stars", "is null; expected Int"),
      (#"{"id":"a1","stars":"many","tags":[]}"#, "stars", "does not fit: "),
      (#"{"id":"a1","stars":1,"tags":["x",2]}"#, "tags[1]", "does not fit: "),
      ("7", "", "does not fit: "),
    ]
    for (content, field, reason) in cases {
      let cell = try stored("a3", "Article", content)
      let error = try #require(throws: UndecodableComponent.self) { try cell.as(Article.self) }
      #expect(error.cell == "a3")
      #expect(error.type == "Article")
      #expect(error.field == field)
      #expect(error.reason.hasPrefix(reason), "\(error)")
      #expect("\(error)".hasPrefix(#"cell "a3", stored as "Article": "#))
    }
  }

  @Test func `another type is never nothing`() throws {
    let cell = try stored("b", "Banner", #"{"text":"x"}"#)
    let error = try #require(throws: UndecodableComponent.self) { try cell.as(Article.self) }
    #expect("\(error)" == #"cell "b" is stored as "Banner", not as "Article""#)
    #expect(try cell.component.ifType(Article.self) == nil)
    let typed = Cell(id: "b", component: Banner(text: "x"))
    #expect(throws: UndecodableComponent.self) { try typed.as(Article.self) }
    #expect(try typed.component.ifType(Article.self) == nil)
  }

  @Test func `a list gives its cells by id and by type`() throws {
    let list = List(sections: [
      Section(
        id: "top",
        cells: [
          try stored("b", "Banner", #"{"text":"x"}"#), Cell(component: Article(id: "a1", stars: 1)),
        ]
      ),
      Section(
        id: "feed",
        cells: [try stored("a2", "Article", #"{"id":"a2","stars":2,"tags":[]}"#)]
      ),
    ])
    let articles = try list.cells(of: Article.self)
    #expect(articles.map(\.id) == ["a1", "a2"])
    #expect(articles.map(\.component.stars) == [1, 2])
    #expect(try list.section("feed")?.cells(of: Article.self).map(\.id) == ["a2"])
    #expect(list.cell("a2") == list.sections[1].cells[0])
    #expect(list.cell("a3") == nil)
    #expect(list.section("other") == nil)
    let broken = List(sections: [Section(id: "s", cells: [try stored("x", "Article", "{}")])])
    let error = #expect(throws: UndecodableComponent.self) { try broken.cells(of: Article.self) }
    #expect(error?.cell == "x")
  }

  @Test func `two types cannot claim one name`() throws {
    var registry = try ComponentRegistry(Article.self, Banner.self)
    try registry.register(Article.self)
    let error = try #require(throws: DuplicateComponentType.self) {
      try registry.register(Impostor.self)
    }
    #expect(error.name == "Article")
    #expect("\(error)".contains("Impostor"))
    #expect("\(error)".contains(#"componentType "Article""#))
    #expect(throws: DuplicateComponentType.self) {
      try ComponentRegistry(Impostor.self, Article.self)
    }
    // The one that was first still counts.
    let cell = try stored("a", "Article", #"{"id":"a","stars":1,"tags":[]}"#)
    #expect(try registry.decode(cell.component).typed is Article)
  }

  @Test func `a registry names the cell that does not fit`() throws {
    let registry = try ComponentRegistry(Article.self)
    let list = List(sections: [Section(id: "s", cells: [try stored("x", "Article", "{}")])])
    let error = #expect(throws: UndecodableComponent.self) { try registry.decode(list) }
    #expect(error?.cell == "x")
    #expect(error?.field == "id")
  }
}
