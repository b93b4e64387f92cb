import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Testing

@Suite struct EditTests {
  private func edited(
    _ body: (inout ListDraft) throws -> Void
  ) throws -> (list: List, changeset: Changeset) {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    try store.edit("home", body)
    #expect(try store.verify().problems == [])
    let changes = try store.changes(of: "home", after: 1)
    return (try store.snapshot(of: "home").list, try #require(changes.first).changeset)
  }

  @Test func `several edits make one version`() throws {
    let (list, changeset) = try edited { draft in
      try draft.insertCell(cell("a0"), .start(of: "a"))
      try draft.appendCell(cell("b3"), to: "b")
      try draft.moveCell("a3", .before("b1"))
      try draft.updateCell(cell("a2", "new"))
      try draft.deleteCell("b2")
    }
    #expect(list.ids == [["a0", "a1", "a2"], ["a3", "b1", "b3"]])
    #expect(changeset.insertedCells.map(\.id) == ["a0", "b3"])
    #expect(changeset.movedCells.map(\.id) == ["a3"])
    #expect(changeset.updatedCells.map(\.id) == ["a2"])
    #expect(changeset.deletedCells.map(\.id) == ["b2"])
  }

  @Test func `a draft that was kept from another edit is refused`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    try store.commit(List(sections: [Section(id: "c", cells: [cell("c1")])]), to: "other")
    var kept: ListDraft?
    try store.edit("home") { draft in
      try draft.moveCell("a3", .start(of: "a"))
      kept = draft
    }
    nonisolated(unsafe) let old = try #require(kept)
    #expect(throws: ListStoreError.self) { try store.edit("other") { $0 = old } }
    #expect(throws: ListStoreError.self) { try store.edit("home") { $0 = old } }
    #expect(throws: ListStoreError.self) {
      try store.commit(.edit(rebasing: 1) { $0 = old }, to: "home")
    }
    #expect(throws: ListStoreError.self) {
      try store.edit("new", options: CommitOptions(expecting: .version(0))) { $0 = old }
    }
    // One's own may be taken back.
    try store.edit("home") { draft in
      let before = draft
      try draft.deleteCell("a1")
      draft = before
      try draft.deleteCell("b1")
    }
    #expect(try store.lists().map(\.version) == [3, 1])
    #expect(try store.snapshot(of: "home").list.ids == [["a3", "a1", "a2"], ["b2"]])
    #expect(try store.verify().problems == [])
  }

  @Test func `cells go where they are told`() throws {
    #expect(
      try edited { try $0.insertCell(cell("x"), .after("a1")) }.list.ids[0] == [
        "a1", "x", "a2", "a3",
      ]
    )
    #expect(
      try edited { try $0.insertCell(cell("x"), .at(3, in: "a")) }.list.ids[0] == [
        "a1", "a2", "a3", "x",
      ]
    )
    #expect(
      try edited { try $0.moveCell("a1", .at(2, in: "a")) }.list.ids[0] == ["a2", "a3", "a1"]
    )
    #expect(
      try edited { try $0.moveCell("a3", .start(of: "a")) }.list.ids[0] == ["a3", "a1", "a2"]
    )
    #expect(
      try edited { try $0.moveCell("b1", .end(of: "a")) }.list.ids == [
        ["a1", "a2", "a3", "b1"], ["b2"],
      ]
    )
  }

  @Test func `sections are edited like cells`() throws {
    let (list, changeset) = try edited { draft in
      try draft.insertSection(Section(id: "c") { cell("c1") }, .before("a"))
      try draft.moveCell("a1", .end(of: "c"))
      try draft.moveSection("b", .start)
      try draft.updateSection("a") {
        $0.footer = SupplementaryView(component: TextComponent("f"), alignment: .bottom)
      }
    }
    #expect(list.sections.map(\.id) == ["b", "c", "a"])
    #expect(list.ids == [["b1", "b2"], ["c1", "a1"], ["a2", "a3"]])
    #expect(list.sections[2].header != nil)
    #expect(list.sections[2].footer?.component == AnyComponent(TextComponent("f")))
    #expect(changeset.updatedSections.map(\.id) == ["a"])
  }

  @Test func `deleting a section takes its cells along, unless they moved out`() throws {
    let (list, changeset) = try edited { draft in
      try draft.moveCell("a2", .start(of: "b"))
      try draft.deleteSection("a")
    }
    #expect(list.ids == [["a2", "b1", "b2"]])
    #expect(changeset.deletedCells.map(\.id) == ["a1", "a3"])
    #expect(changeset.movedCells.map(\.id) == ["a2"])
  }

  @Test func `a draft shows what it holds`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    try store.edit("home") { draft in
      #expect(draft.sectionIDs == ["a", "b"])
      #expect(try draft.cellIDs(in: "b") == ["b1", "b2"])
      #expect(try draft.path(of: "b2") == CellPath(section: 1, item: 1))
      #expect(try draft.path(of: "none") == nil)
      #expect(try draft.component(of: "a1") == AnyComponent(TextComponent("text")))
      #expect(try draft.attributes(of: "a") == sample.sections[0].attributes)
      try draft.updateCell(cell("a1", "new"))
      #expect(try draft.component(of: "a1") == AnyComponent(TextComponent("new")))
    }
  }

  @Test func `a refused edit changes nothing`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    func refuses(_ body: (inout ListDraft) throws -> Void) {
      #expect {
        try store.edit("home") { draft in
          try draft.deleteCell("a1")
          try body(&draft)
        }
      } throws: { error in
        switch error as? ListStoreError {
        case .invalidEdit, .invalidList: true
        default: false
        }
      }
    }
    refuses { try $0.deleteCell("a1") }
    refuses { try $0.deleteSection("none") }
    refuses { try $0.moveCell("none", .start(of: "a")) }
    refuses { try $0.moveCell("a2", .before("none")) }
    refuses { try $0.moveCell("a2", .at(3, in: "a")) }
    refuses { try $0.insertCell(cell("b1"), .start(of: "a")) }
    refuses { try $0.insertCells([cell("x"), cell("x")], .start(of: "a")) }
    refuses { try $0.insertCell(cell(""), .start(of: "a")) }
    refuses { try $0.insertCell(cell("x"), .at(-1, in: "a")) }
    refuses { try $0.appendSection(Section(id: "a")) }
    refuses { try $0.appendSection(Section(id: "c") { cell("b1") }) }
    refuses { try $0.updateCell(cell("none")) }
    refuses { try $0.moveSection("a", .before("none")) }
    #expect(try store.info(of: "home").version == 1)
    #expect(try store.snapshot(of: "home").list == sample)
  }

  @Test func `an edit that is refused and passed over has done nothing`() throws {
    struct Refused: Error {}
    let refused: [(inout ListDraft) throws -> Void] = [
      { try $0.deleteCell("none") },
      { try $0.deleteSection("none") },
      { try $0.moveCell("a2", .before("none")) },
      { try $0.moveCell("a2", .at(7, in: "b")) },
      { try $0.moveCell("a2", .end(of: "none")) },
      { try $0.insertCells([cell("x"), cell("b1")], .start(of: "a")) },
      { try $0.insertCells([cell("x"), cell("x")], .after("b1")) },
      { try $0.insertCell(cell("x"), .at(9, in: "a")) },
      { try $0.updateCell(cell("none")) },
      { try $0.insertSection(Section(id: "c") { cell("x") }, .at(9)) },
      {
        try $0.insertSection(
          Section(id: "c") {
            cell("x")
            cell("b1")
          },
          .start
        )
      },
      { try $0.moveSection("a", .before("none")) },
      { try $0.moveSection("b", .at(9)) },
      {
        try $0.updateSection("a") { attributes in
          attributes = Section.Attributes(layout: nil)
          throw Refused()
        }
      },
    ]
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    for (number, edit) in refused.enumerated() {
      let commit = try store.edit("home") { draft in
        #expect(throws: (any Error).self, "edit \(number)") { try edit(&draft) }
      }
      #expect(commit.outcome == .unchanged, "edit \(number)")
    }
    // Nor to what was edited before.
    for (number, edit) in refused.enumerated() {
      let store = try ListStore.inMemory()
      try store.commit(sample, to: "home")
      try store.edit("home") { draft in
        try draft.moveCell("a1", .end(of: "b"))
        try draft.insertCell(cell("y"), .start(of: "a"))
        try? edit(&draft)
      }
      #expect(
        try store.snapshot(of: "home").list.ids == [["y", "a2", "a3"], ["b1", "b2", "a1"]],
        "edit \(number)"
      )
      #expect(try store.verify().problems == [])
    }
  }

  @Test func `an unknown list cannot be edited, unless it is expected not to exist`() throws {
    let store = try ListStore.inMemory()
    #expect(throws: ListStoreError.unknownList("home")) { try store.edit("home") { _ in } }
    let commit = try store.edit("home", options: CommitOptions(expecting: .version(0))) {
      try $0.appendSection(Section(id: "s"))
    }
    #expect(commit.version == 1)
  }

  @Test func `random edits equal the same edits on a plain list`() throws {
    for seed in 1...12 {
      var lists = RandomLists(seed: UInt64(seed))
      lists.cellLimit = 60
      let store = try ListStore.inMemory()
      var list = lists.list()
      try store.commit(list, to: "home")
      for _ in 0..<8 {
        list = lists.successor(of: list, editLimit: 20)
        try store.edit("home") { try rebuild($0.sectionIDs, into: &$0, as: list) }
        #expect(try store.snapshot(of: "home").list == list, "seed \(seed)")
      }
      #expect(try store.verify().problems == [], "seed \(seed)")
    }
  }

  /// Brings a draft to `list` one edit at a time: an independent way to say the same.
  private func rebuild(
    _ old: [Section.ID],
    into draft: inout ListDraft,
    as list: List
  ) throws {
    for (index, section) in list.sections.enumerated() {
      if old.contains(section.id) {
        try draft.moveSection(section.id, .at(index))
        try draft.updateSection(section.id) { $0 = section.attributes }
      } else {
        var empty = Section(id: section.id)
        empty.attributes = section.attributes
        try draft.insertSection(empty, .at(index))
      }
    }
    for section in list.sections {
      for (item, cell) in section.cells.enumerated() {
        if try draft.path(of: cell.id) == nil {
          try draft.insertCell(cell, .at(item, in: section.id))
        } else {
          try draft.moveCell(cell.id, .at(item, in: section.id))
          try draft.updateCell(cell)
        }
      }
    }
    let wanted = Set(list.sections.flatMap(\.cells).map(\.id))
    for section in draft.sectionIDs {
      for cell in try draft.cellIDs(in: section) ?? [] where !wanted.contains(cell) {
        try draft.deleteCell(cell)
      }
    }
    for section in draft.sectionIDs where !list.sections.contains(where: { $0.id == section }) {
      try draft.deleteSection(section)
    }
  }
}
