import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Testing

/// Names that mean something to somebody are names here.
@Suite struct StrangeNameTests {
  static let names = [
    "👩‍👩‍👧‍👦", "\u{200D}", "\u{202E}txt.exe", "שלום", "é", "e\u{301}", "\u{FEFF}bom", " ", "\t", "a b",
    "'; DROP TABLE liststore_list; --", "\"", "\\", "\\x00", "%", "_", "%00", "--", "*", "?", "/",
    "../x",
    "__proto__", "constructor", "null", "true", "0", "-1", "1e400", "NaN", "line\nline",
    "line\r\nline",
    "\u{1}", "\u{7F}", "\u{85}", "\u{2028}", "\u{FFFD}", "\u{FFFF}", "\u{10FFFF}",
    "1.00112233445566778899aabbccddeeff.1.7.00112233445566778899aabbccddeeff", "liststore_list",
    "sqlite_master", "{\"id\":\"a\"}", "[]", "<script>", "&amp;", "$(id)", "`id`",
  ]

  private func list(_ revision: Int) -> List {
    List(
      sections: Self.names.map { name in
        Section(
          id: Section.ID(name),
          cells: [Cell(id: Cell.ID(name), component: TextComponent(name, revision: revision))]
        )
      }
    )
  }

  @Test func `they come back byte by byte, whatever way they go`() throws {
    let store = try ListStore.inMemory()
    let elsewhere = try ListStore.inMemory()
    for name in Self.names {
      let id = List.ID(name)
      try store.commit(list(1), to: id, options: CommitOptions(key: name, author: name))
      try store.edit(id, options: CommitOptions(key: "\(name) again", author: name)) { draft in
        try draft.moveCell(Cell.ID(name), .end(of: "0"))
        try draft.moveSection(Section.ID(name), .end)
      }
      #expect(
        try store.commit(list(1), to: id, options: CommitOptions(key: name)).outcome == .duplicate
      )

      var lines: [[UInt8]] = []
      try store.export(id) { lines.append($0) }
      for line in lines { try elsewhere.apply(Change(document: line)) }
      let head = try store.snapshot(of: id)
      #expect(try elsewhere.snapshot(of: id) == head)
      #expect(try List(document: head.list.document()) == head.list)
      let change = try #require(try elsewhere.changes(of: id).last)
      #expect(change.author.map { Array($0.utf8) } == Array(name.utf8))
      #expect(change.key.map { Array($0.utf8) } == Array("\(name) again".utf8))
      let path = try #require(try elsewhere.path(of: Cell.ID(name), in: id))
      #expect(head.list.sections[path.section].cells[path.item].id == Cell.ID(name))
      #expect(try store.consumer(name, of: id).position().version == 0)
    }
    #expect(try store.lists().count == Self.names.count)
    #expect(try store.lists().map(\.id) == elsewhere.lists().map(\.id))
    #expect(try store.verify().problems == [] && elsewhere.verify().problems == [])
  }
}
