import ListDiff
import ListModel
import ListTestSupport
import Testing

@Suite struct NormalizeTests {
  @Test func `normalizing keeps the effect, and twice is once`() {
    expectOfHistories(600, length: 4, seed: 0x7000) { lists in
      let whole = try composition(of: lists)
      let normal = whole.normalized()
      guard try normal.apply(to: lists[0]) == lists[3] else { return "other effect" }
      guard normal.normalized() == normal else { return "not idempotent: \(normal)" }
      guard normal.operationCount <= whole.operationCount else { return "longer than before" }
      return nil
    }
  }

  @Test func `a difference is normal already`() {
    expectOfHistories(600, length: 2, seed: 0x8000) { lists in
      let difference = try Changeset(from: lists[0], to: lists[1])
      return difference.normalized() == difference ? nil : "\(difference.normalized())"
    }
  }

  @Test func `no changeset that moves only listed elements moves fewer`() {
    // Where there are few enough to try all.
    var triedCount = 0
    expectOfHistories(600, length: 4, editLimit: 5, seed: 0x9000) { lists in
      let whole = try composition(of: lists)
      let normal = whole.normalized()
      let cells = fewestCellMoves(from: lists[0], to: lists[3], listed: cellsListed(by: whole))
      if cells ?? 0 > 0 { triedCount += 1 }
      if let cells, normal.movedCells.count != cells {
        return "\(normal.movedCells.count) cell moves; \(cells) would do"
      }
      let sections = fewestMoves(
        from: lists[0].sections.map(\.id.rawValue),
        to: lists[3].sections.map(\.id.rawValue),
        movable: Set(
          (whole.movedSections.map(\.id) + whole.updatedSections.map(\.id)).map(\.rawValue)
        )
      )
      if let sections, normal.movedSections.count != sections {
        return "\(normal.movedSections.count) section moves; \(sections) would do"
      }
      return nil
    }
    #expect(triedCount > 60, "only \(triedCount) with necessary moves")
  }

  @Test func `all but the moves is exactly the difference, and moves are never fewer`() {
    var excess = 0
    var moves = 0
    expectOfHistories(600, length: 4, seed: 0xa000) { lists in
      var normal = try composition(of: lists).normalized()
      var difference = try Changeset(from: lists[0], to: lists[3])
      guard normal.movedCells.count >= difference.movedCells.count,
        normal.movedSections.count >= difference.movedSections.count
      else { return "fewer moves than the difference" }
      moves += difference.movedCells.count
      excess += normal.movedCells.count - difference.movedCells.count
      (normal.movedCells, normal.movedSections) = ([], [])
      (difference.movedCells, difference.movedSections) = ([], [])
      return normal == difference ? nil : "\(normal)\n\(difference)"
    }
    // Moves of cells the history does not name could save some; on such histories, few.
    #expect(excess * 20 <= moves, "\(excess) beyond \(moves)")
  }

  @Test func `a move that is undone by others disappears`() throws {
    // c goes to the front; then a and b go before it.
    let whole = try Changeset(movedCells: [.init(id: "c", from: path(0, 2), to: path(0, 0))])
      .composed(
        with: Changeset(movedCells: [
          .init(id: "a", from: path(0, 1), to: path(0, 0)),
          .init(id: "b", from: path(0, 2), to: path(0, 1)),
        ])
      )
    #expect(whole.movedCells.count == 3)
    #expect(whole.normalized().isEmpty)
  }

  @Test func `moving an updated cell saves moving two others`() throws {
    let update = Changeset.CellUpdate(
      id: "u",
      from: path(0, 2),
      at: path(0, 0),
      old: AnyComponent(TextComponent("u")),
      new: AnyComponent(TextComponent("v"))
    )
    let changeset = Changeset(
      movedCells: [
        .init(id: "x", from: path(0, 0), to: path(0, 1)),
        .init(id: "y", from: path(0, 1), to: path(0, 2)),
      ],
      updatedCells: [update]
    )
    let normal = changeset.normalized()
    #expect(normal.movedCells == [.init(id: "u", from: path(0, 2), to: path(0, 0))])
    #expect(normal.updatedCells == [update])
  }

  @Test(arguments: [(from: 0, to: 1), (from: 1, to: 0)])
  func `an updated cell is not moved in place of one that was`(from: Int, to: Int) throws {
    let changeset = Changeset(
      movedCells: [.init(id: "x", from: path(0, from), to: path(0, to))],
      updatedCells: [
        .init(
          id: "u",
          from: path(0, to),
          at: path(0, from),
          old: AnyComponent(TextComponent("u")),
          new: AnyComponent(TextComponent("v"))
        )
      ]
    )
    #expect(changeset.normalized() == changeset)
  }

  private func composition(of lists: [List]) throws -> Changeset {
    try Changeset.composition(
      of: zip(lists, lists.dropFirst()).map { try Changeset(from: $0, to: $1) }
    )
  }

  private func cellsListed(by changeset: Changeset) -> Set<String> {
    Set((changeset.movedCells.map(\.id) + changeset.updatedCells.map(\.id)).map(\.rawValue))
  }

  /// The fewest moves by trying every set of cells to move; `nil` if there are too many sets.
  private func fewestCellMoves(from source: List, to target: List, listed: Set<String>) -> Int? {
    let targets = Dictionary(uniqueKeysWithValues: target.sections.map { ($0.id, $0) })
    var moves = 0
    var survivors = 0
    for section in source.sections {
      let before = section.cells.map(\.id.rawValue)
      let after = targets[section.id]?.cells.map(\.id.rawValue) ?? []
      guard let count = fewestMoves(from: before, to: after, movable: listed) else { return nil }
      moves += count
      survivors += Set(before).intersection(after).count
    }
    let ids = Set(target.sections.flatMap(\.cells).map(\.id))
    let inBoth = source.sections.flatMap(\.cells).filter { ids.contains($0.id) }.count
    return moves + inBoth - survivors
  }

  private func fewestMoves(from source: [String], to target: [String], movable: Set<String>) -> Int?
  {
    let inTarget = Set(target)
    let before = source.filter(inTarget.contains)
    let inSource = Set(source)
    let after = target.filter(inSource.contains)
    let candidates = before.filter(movable.contains)
    guard candidates.count <= 10 else { return nil }
    return (0..<(1 << candidates.count)).compactMap { choice -> Int? in
      let moved = Set(candidates.indices.filter { choice >> $0 & 1 == 1 }.map { candidates[$0] })
      let stays = { !moved.contains($0) }
      return before.filter(stays) == after.filter(stays) ? moved.count : nil
    }.min()
  }
}

private func path(_ section: Int, _ item: Int) -> CellPath {
  CellPath(section: section, item: item)
}
