import ListDescription
import ListModel
import ListStorage
import ListTestSupport

/// Where a test's store lives: every behaviour is the same in both.
enum StoreKind: CaseIterable, Sendable {
  case memory
  case file

  /// Runs `body` with a fresh store.
  func withStore(_ body: (ListStore) throws -> Void) throws {
    switch self {
    case .memory:
      try body(try ListStore.inMemory())
    case .file:
      let folder = try TemporaryFolder()
      try withExtendedLifetime(folder) {
        try body(try ListStore(path: folder.file("lists.db")))
      }
    }
  }
}

func cell(_ id: Cell.ID, _ text: String = "text", revision: Int = 0) -> Cell {
  Cell(id: id, component: TextComponent(text, revision: revision))
}

/// Two sections: "a" with cells a1, a2, a3; "b" with b1, b2.
let sample = List {
  Section(id: "a") {
    cell("a1")
    cell("a2")
    cell("a3")
  }
  .withHeader(TextComponent("header of a"))
  Section(id: "b") {
    cell("b1")
    cell("b2")
  }
  .withSectionLayout(.vertical(spacing: 12))
}

extension List {
  /// The ids of the cells, section by section.
  var ids: [[String]] {
    sections.map { $0.cells.map(\.id.rawValue) }
  }

  /// The list with contents as a store returns them.
  func stored() throws -> List {
    var list = self
    for section in list.sections.indices {
      for item in list.sections[section].cells.indices {
        let component = try list.sections[section].cells[item].component.stored()
        list.sections[section].cells[item].component = AnyComponent(component)
      }
    }
    return list
  }
}
