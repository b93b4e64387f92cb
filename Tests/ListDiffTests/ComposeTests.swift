import ListDiff
import ListModel
import ListTestSupport
import Testing

/// Every pair of operations on one element, as SQLite's session extension tabulates them.
@Suite struct ComposeTests {
  private let first = AnyComponent(TextComponent("first"))
  private let second = AnyComponent(TextComponent("second"))
  private let third = AnyComponent(TextComponent("third"))

  // MARK: Possible pairs

  @Test func `insert then update inserts what it is at last`() throws {
    let whole = try inserted(at: 3, first).composed(with: updated(at: 3, from: first, to: second))
    #expect(whole == inserted(at: 3, second))
  }

  @Test func `insert then delete is nothing`() throws {
    let whole = try inserted(at: 3, first).composed(with: deleted(at: 3, first))
    #expect(whole.isEmpty)
  }

  @Test func `update then update keeps the first old and the last new`() throws {
    let whole = try updated(at: 3, from: first, to: second)
      .composed(with: updated(at: 3, from: second, to: third))
    #expect(whole == updated(at: 3, from: first, to: third))
  }

  @Test func `an update that is taken back is nothing`() throws {
    let whole = try updated(at: 3, from: first, to: second)
      .composed(with: updated(at: 3, from: second, to: first))
    #expect(whole.isEmpty)
  }

  @Test func `update then delete deletes what it was at first`() throws {
    let whole = try updated(at: 3, from: first, to: second).composed(with: deleted(at: 3, second))
    #expect(whole == deleted(at: 3, first))
  }

  @Test func `delete then insert of the same cell moves and updates it`() throws {
    let whole = try deleted(at: 3, first).composed(with: inserted(at: 5, second))
    #expect(
      whole
        == Changeset(
          movedCells: [.init(id: "x", from: path(0, 3), to: path(0, 5))],
          updatedCells: [.init(id: "x", from: path(0, 3), at: path(0, 5), old: first, new: second)]
        )
    )
  }

  @Test func `delete then insert as before is nothing once normalized`() throws {
    let whole = try deleted(at: 3, first).composed(with: inserted(at: 3, first))
    #expect(whole.normalized().isEmpty)
  }

  @Test func `a cell moved out of a section that is then deleted and made again`() throws {
    let header = Section.Attributes(
      header: SupplementaryView(component: TextComponent("h"), alignment: .top)
    )
    let whole = try Changeset(
      deletedSections: [.init(id: "s", at: 1)],
      movedCells: [.init(id: "x", from: path(1, 0), to: path(0, 4))]
    ).composed(
      with: Changeset(
        insertedSections: [.init(id: "s", at: 0, attributes: header)],
        movedCells: [.init(id: "x", from: path(0, 4), to: path(0, 0))]
      )
    )
    #expect(
      whole
        == Changeset(
          movedSections: [.init(id: "s", from: 1, to: 0)],
          updatedSections: [.init(id: "s", from: 1, at: 0, old: .init(), new: header)],
          movedCells: [.init(id: "x", from: path(1, 0), to: path(0, 0))]
        )
    )
    #expect(whole.normalized().movedCells.isEmpty)
  }

  @Test func `indices are translated through sections that move`() throws {
    let whole = try Changeset(
      movedSections: [.init(id: "s", from: 5, to: 0)],
      insertedCells: [.init(id: "y", at: path(0, 1), component: first)]
    ).composed(with: Changeset(deletedCells: [.init(id: "x", at: path(0, 7), component: first)]))
    #expect(whole.deletedCells == [.init(id: "x", at: path(5, 6), component: first)])
    #expect(whole.insertedCells == [.init(id: "y", at: path(0, 1), component: first)])
  }

  // MARK: Impossible pairs

  @Test func `insert of a cell that is there is refused`() {
    expectRefusal(.alreadyPresent, moved(from: 1, to: 2), inserted(at: 0, first))
    expectRefusal(.alreadyPresent, inserted(at: 1, first), inserted(at: 0, first))
    expectRefusal(.alreadyPresent, updated(at: 1, from: first, to: second), inserted(at: 0, first))
  }

  @Test func `delete, move and update of a deleted cell are refused`() {
    expectRefusal(.absent, deleted(at: 1, first), deleted(at: 1, first))
    expectRefusal(.absent, deleted(at: 1, first), moved(from: 1, to: 2))
    expectRefusal(.absent, deleted(at: 1, first), updated(at: 1, from: first, to: second))
  }

  @Test func `a cell that stands elsewhere is refused`() {
    expectRefusal(.misplaced, moved(from: 1, to: 2), deleted(at: 1, first))
    expectRefusal(.misplaced, inserted(at: 1, first), moved(from: 2, to: 5))
    expectRefusal(.misplaced, updated(at: 1, from: first, to: second), deleted(at: 2, second))
  }

  @Test func `another cell in its place is refused, naming who put it there`() {
    let other = Changeset(deletedCells: [.init(id: "y", at: path(0, 3), component: first)])
    let error = #expect(throws: CompositionError.self) {
      try inserted(at: 3, first).composed(with: other)
    }
    #expect(error?.reason == .misplaced)
    #expect(error?.element == .cell("y"))
    #expect(error?.earlier?.description == "changeset 0, cells.inserted[0]")
    #expect(error?.offender.description == "changeset 1, cells.deleted[0]")
  }

  @Test func `content that the first left otherwise is refused`() {
    expectRefusal(.otherContent, inserted(at: 1, first), deleted(at: 1, second))
    expectRefusal(
      .otherContent,
      updated(at: 1, from: first, to: second),
      updated(at: 1, from: first, to: third)
    )
  }

  @Test func `a section that is deleted over the head of a cell is refused`() {
    let error = #expect(throws: CompositionError.self) {
      try inserted(at: 0, first)
        .composed(with: Changeset(deletedSections: [.init(id: "s", at: 0)]))
    }
    #expect(error?.reason == .notEmpty)
    #expect(error?.element == .section("s"))
    #expect(error?.earlier?.operation == Changeset.OperationPath(.cells, .inserted, 0))
  }

  @Test func `the two operations are named`() {
    let error = #expect(throws: CompositionError.self) {
      try deleted(at: 1, first).composed(with: deleted(at: 1, first))
    }
    #expect(
      error?.description == "changeset 1, cells.deleted[0]: cell \"x\" is not in the list; "
        + "before it came changeset 0, cells.deleted[0]"
    )
  }

  // MARK: Changesets that fit no list

  @Test func `operations of one changeset that exclude each other are refused`() {
    let twice = Changeset(deletedCells: [
      .init(id: "x", at: path(0, 0), component: first),
      .init(id: "x", at: path(0, 1), component: first),
    ])
    expectRefusal(.repeated, twice, Changeset())
    var both = deleted(at: 0, first)
    both.insertedCells = [.init(id: "x", at: path(0, 0), component: first)]
    expectRefusal(.repeated, both, Changeset())
    var gone = deleted(at: 0, first)
    gone.updatedCells = updated(at: 0, from: first, to: second).updatedCells
    expectRefusal(.repeated, gone, Changeset())
    var taken = inserted(at: 0, first)
    taken.insertedCells.append(.init(id: "y", at: path(0, 0), component: first))
    expectRefusal(.misplaced, taken, Changeset())
  }

  @Test(arguments: [Int.min, -1, 1 << 59, Int.max])
  func `impossible coordinates are refused`(index: Int) {
    expectRefusal(.outOfRange, deleted(at: index, first), Changeset())
    expectRefusal(.outOfRange, inserted(at: index, first), Changeset())
    expectRefusal(.outOfRange, moved(from: 0, to: index), Changeset())
    expectRefusal(.outOfRange, moved(from: index, to: 0), Changeset())
    let section = Changeset(insertedSections: [.init(id: "s", at: index)])
    expectRefusal(.outOfRange, section, Changeset())
    expectRefusal(.outOfRange, section.inverted(), Changeset())
  }

  @Test func `huge indices cost no more than small ones`() throws {
    let far = (1 << 59) - 2
    let whole = try deleted(at: far, first).composed(
      with: Changeset(insertedCells: [.init(id: "y", at: path(far, far), component: first)])
    )
    #expect(whole.deletedCells.first?.at == path(0, far))
    #expect(whole.insertedCells.first?.at == path(far, far))
  }

  // MARK: One-operation changesets

  private func inserted(at item: Int, _ component: AnyComponent) -> Changeset {
    Changeset(insertedCells: [.init(id: "x", at: path(0, item), component: component)])
  }

  private func deleted(at item: Int, _ component: AnyComponent) -> Changeset {
    Changeset(deletedCells: [.init(id: "x", at: path(0, item), component: component)])
  }

  private func moved(from: Int, to: Int) -> Changeset {
    Changeset(movedCells: [.init(id: "x", from: path(0, from), to: path(0, to))])
  }

  private func updated(at item: Int, from old: AnyComponent, to new: AnyComponent) -> Changeset {
    Changeset(updatedCells: [
      .init(id: "x", from: path(0, item), at: path(0, item), old: old, new: new)
    ])
  }

  private func expectRefusal(
    _ reason: CompositionError.Reason,
    _ first: Changeset,
    _ second: Changeset,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: CompositionError.self, sourceLocation: sourceLocation) {
      try first.composed(with: second)
    }
    #expect(error?.reason == reason, sourceLocation: sourceLocation)
  }
}

private func path(_ section: Int, _ item: Int) -> CellPath {
  CellPath(section: section, item: item)
}
