import ListDiff
import ListModel
import ListTestSupport
import Testing

private struct Article: Component, Codable, Equatable {
  static let componentType = "Article"
  var stars: Int
}

@Suite struct `The operations of a changeset` {
  @Test(arguments: 1...50) func `are all there, each once, in the order of a document`(
    seed: UInt64
  ) throws {
    var lists = RandomLists(seed: seed)
    let before = lists.list()
    let after = lists.successor(of: before, editLimit: 30)
    let changeset = try Changeset(from: before, to: after)
    let operations = changeset.operations
    #expect(operations.count == changeset.operationCount, "seed \(seed)")
    let sections =
      changeset.deletedSections.map(\.id) + changeset.insertedSections.map(\.id)
      + changeset.movedSections.map(\.id) + changeset.updatedSections.map(\.id)
    let cells =
      changeset.deletedCells.map(\.id) + changeset.insertedCells.map(\.id)
      + changeset.movedCells.map(\.id) + changeset.updatedCells.map(\.id)
    #expect(operations.compactMap(\.section) == sections, "seed \(seed)")
    #expect(operations.compactMap(\.cell) == cells, "seed \(seed)")
    for operation in operations {
      let hasBefore = operation.cell != nil && [.deleted, .updated].contains(operation.kind)
      let hasAfter = operation.cell != nil && [.inserted, .updated].contains(operation.kind)
      #expect((operation.before != nil) == hasBefore, "seed \(seed)")
      #expect((operation.after != nil) == hasAfter, "seed \(seed)")
    }
  }

  @Test func `have their contents before and after as values`() throws {
    func stored(_ type: String, _ content: String) throws -> AnyComponent {
      let content = try Content(parsing: Array(content.utf8))
      return AnyComponent(StoredComponent(type: type, content: content))
    }
    let path = CellPath(section: 0, item: 0)
    var changeset = Changeset()
    changeset.deletedCells = [.init(id: "x", at: path, component: try stored("Other", "1"))]
    changeset.updatedCells = [
      .init(
        id: "a",
        from: path,
        at: path,
        old: try stored("Article", #"{"stars":1}"#),
        new: try stored("Article", #"{"stars":2}"#)
      )
    ]
    let operations = changeset.operations
    #expect(try operations[0].before(of: Article.self) == nil)
    #expect(try operations[1].before(of: Article.self)?.stars == 1)
    #expect(try operations[1].after(of: Article.self)?.stars == 2)
    changeset.updatedCells[0].new = try stored("Article", #"{"stars":"?"}"#)
    let error = try #require(throws: UndecodableComponent.self) {
      try changeset.operations[1].after(of: Article.self)
    }
    #expect(error.cell == "a")
    #expect(error.field == "stars")
  }
}
