import ListDiff
import ListModel
import ListTestSupport
import Testing

struct ApplyTests {
  private func text(_ text: String) -> AnyComponent { AnyComponent(TextComponent(text)) }

  private func cell(_ id: String) -> Cell {
    Cell(id: Cell.ID(id), component: text(id))
  }

  private var list: List {
    List(sections: [
      Section(id: "s", cells: [cell("a"), cell("b"), cell("c")]),
      Section(id: "t", cells: [cell("d")]),
    ])
  }

  private func path(_ section: Int, _ item: Int) -> CellPath {
    CellPath(section: section, item: item)
  }

  private func refuses(_ changeset: Changeset, _ operation: String, says words: String...) {
    do {
      let result = try changeset.apply(to: list)
      Issue.record("applied to \(result.outline)")
    } catch {
      #expect(error.operation == operation)
      for word in words { #expect(error.reason.contains(word), "\(error)") }
    }
  }

  private static let wildIndices = [-1, 3, 4, Int.min, Int.max, Int.min + 1, Int.max - 1]

  @Test(arguments: wildIndices)
  func `an index outside the list is refused`(index: Int) {
    let a = text("a")
    for path in [path(index, 0), path(0, index), path(index, index)] {
      refuses(Changeset(deletedCells: [.init(id: "a", at: path, component: a)]), "cells.deleted[0]")
      refuses(
        Changeset(movedCells: [.init(id: "a", from: path, to: self.path(0, 1))]),
        "cells.moved[0]"
      )
      refuses(
        Changeset(updatedCells: [
          .init(id: "a", from: path, at: self.path(0, 0), old: a, new: a)
        ]),
        "cells.updated[0]"
      )
      refuses(
        Changeset(updatedCells: [
          .init(id: "a", from: self.path(0, 0), at: path, old: a, new: a)
        ]),
        "cells.updated[0]"
      )
    }
    guard index != 3 else { return }
    for path in [path(index, 0), path(0, index)] {
      refuses(
        Changeset(insertedCells: [.init(id: "x", at: path, component: a)]),
        "cells.inserted[0]"
      )
      refuses(
        Changeset(movedCells: [.init(id: "a", from: self.path(0, 0), to: path)]),
        "cells.moved[0]"
      )
    }
  }

  @Test(arguments: wildIndices)
  func `a section index outside the list is refused`(index: Int) {
    refuses(Changeset(deletedSections: [.init(id: "s", at: index)]), "sections.deleted[0]")
    refuses(Changeset(insertedSections: [.init(id: "x", at: index)]), "sections.inserted[0]")
    refuses(Changeset(movedSections: [.init(id: "s", from: index, to: 1)]), "sections.moved[0]")
    refuses(Changeset(movedSections: [.init(id: "s", from: 0, to: index)]), "sections.moved[0]")
    let none = Section.Attributes()
    refuses(
      Changeset(updatedSections: [.init(id: "s", from: index, at: 0, old: none, new: none)]),
      "sections.updated[0]"
    )
    refuses(
      Changeset(updatedSections: [.init(id: "s", from: 0, at: index, old: none, new: none)]),
      "sections.updated[0]"
    )
  }

  @Test func `a place is filled only once`() {
    refuses(
      Changeset(insertedCells: [
        .init(id: "x", at: path(0, 1), component: text("x")),
        .init(id: "y", at: path(0, 1), component: text("y")),
      ]),
      "cells.inserted[1]",
      says: "item 1",
      "section 0"
    )
    refuses(
      Changeset(movedCells: [
        .init(id: "a", from: path(0, 0), to: path(1, 0)),
        .init(id: "b", from: path(0, 1), to: path(1, 0)),
      ]),
      "cells.moved[1]"
    )
    refuses(
      Changeset(insertedSections: [.init(id: "x", at: 1), .init(id: "y", at: 1)]),
      "sections.inserted[1]"
    )
  }

  @Test func `arrivals that would stand elsewhere than they say are refused`() {
    // Both sections leave and arrive at 1; place 0 would stay empty.
    refuses(
      Changeset(movedSections: [
        .init(id: "s", from: 0, to: 1), .init(id: "t", from: 1, to: 1),
      ]),
      "sections.moved[0]"
    )
  }

  @Test func `a place is left only once`() {
    refuses(
      Changeset(
        deletedCells: [.init(id: "a", at: path(0, 0), component: text("a"))],
        movedCells: [.init(id: "a", from: path(0, 0), to: path(1, 0))]
      ),
      "cells",
      says: "[0, 0]",
      "twice"
    )
    refuses(
      Changeset(
        deletedSections: [.init(id: "s", at: 0)],
        movedSections: [.init(id: "s", from: 0, to: 0)],
        deletedCells: [
          .init(id: "a", at: path(0, 0), component: text("a")),
          .init(id: "b", at: path(0, 1), component: text("b")),
          .init(id: "c", at: path(0, 2), component: text("c")),
        ]
      ),
      "sections.moved[0]",
      says: "twice"
    )
  }

  @Test func `a cell left behind in a deleted section is named with its section`() {
    refuses(
      Changeset(
        deletedSections: [.init(id: "s", at: 0)],
        deletedCells: [
          .init(id: "a", at: path(0, 0), component: text("a")),
          .init(id: "c", at: path(0, 2), component: text("c")),
        ]
      ),
      "sections.deleted[0]",
      says: "\"s\"",
      "\"b\""
    )
  }

  @Test func `other ids and other contents are refused`() {
    refuses(
      Changeset(deletedCells: [.init(id: "b", at: path(0, 0), component: text("b"))]),
      "cells.deleted[0]",
      says: "\"a\"",
      "\"b\""
    )
    refuses(
      Changeset(deletedCells: [.init(id: "a", at: path(0, 0), component: text("other"))]),
      "cells.deleted[0]"
    )
    refuses(
      Changeset(updatedCells: [
        .init(id: "a", from: path(0, 0), at: path(0, 0), old: text("other"), new: text("a"))
      ]),
      "cells.updated[0]"
    )
    refuses(Changeset(deletedSections: [.init(id: "t", at: 0)]), "sections.deleted[0]")
  }

  @Test func `an update of a cell that is not in both lists is refused`() {
    let x = text("x")
    refuses(
      Changeset(
        insertedCells: [.init(id: "x", at: path(0, 0), component: x)],
        updatedCells: [.init(id: "x", from: path(0, 0), at: path(0, 0), old: x, new: x)]
      ),
      "cells.updated[0]"
    )
    refuses(
      Changeset(
        deletedCells: [.init(id: "a", at: path(0, 0), component: text("a"))],
        updatedCells: [
          .init(id: "a", from: path(0, 0), at: path(0, 0), old: text("a"), new: x)
        ]
      ),
      "cells.updated[0]"
    )
    refuses(
      Changeset(updatedCells: [
        .init(id: "a", from: path(0, 0), at: path(0, 0), old: text("a"), new: text("a")),
        .init(id: "a", from: path(0, 0), at: path(0, 0), old: text("a"), new: x),
      ]),
      "cells.updated[1]",
      says: "twice"
    )
  }

  @Test func `an id that is there already is refused`() {
    refuses(
      Changeset(insertedCells: [.init(id: "d", at: path(0, 0), component: text("d"))]),
      "cells.inserted[0]",
      says: "\"d\""
    )
    refuses(
      Changeset(insertedCells: [
        .init(id: "x", at: path(0, 0), component: text("x")),
        .init(id: "x", at: path(1, 0), component: text("x")),
      ]),
      "cells.inserted[1]",
      says: "\"x\""
    )
    refuses(
      Changeset(insertedSections: [.init(id: "s", at: 2)]),
      "sections.inserted[0]",
      says: "\"s\""
    )
  }

  /// Random damage to a right changeset never traps: it gives some list or a mismatch.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a damaged changeset never traps and never makes an invalid list`(seed: UInt64) throws {
    var lists = RandomLists(seed: seed)
    let count = Soak.count(48, soak: 250)
    var appliedCount = 0
    for _ in 0..<count {
      let source = lists.list()
      let target = lists.successor(of: source, editLimit: 20)
      var changeset = try Changeset(from: source, to: target)
      for _ in 0...lists.number(0...3) { changeset.damage(using: &lists) }
      guard let result = try? changeset.apply(to: source) else { continue }
      #expect(throws: Never.self, "seed \(seed)") { try result.validate() }
      appliedCount += 1
    }
    #expect(appliedCount > count / 50, "seed \(seed)")
  }
}
