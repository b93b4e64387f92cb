import ListDiff
import ListModel
import ListTestSupport
import Testing

/// What is known of a changeset before it is held.
@Suite struct `A tally of operations` {
  private func tally(_ changeset: Changeset) throws -> OperationTally {
    try changeset.encoded().withUnsafeBufferPointer { try OperationTally(encoded: $0) }
  }

  private func deletion(of ids: [String]) -> Changeset {
    Changeset(
      deletedCells: ids.enumerated().map { index, id in
        .init(
          id: Cell.ID(id),
          at: CellPath(section: 0, item: index),
          component: AnyComponent(StoredComponent(type: ""))
        )
      }
    )
  }

  @Test func `counts what is there`() throws {
    for seed in 0..<500 as Range<UInt64> {
      let changeset = try randomChangeset(seed: seed).changeset
      let tally = try tally(changeset)
      #expect(
        tally.cells.before
          == max(
            changeset.deletedCells.count + changeset.movedCells.count,
            changeset.updatedCells.count
          ),
        "seed \(seed)"
      )
      #expect(
        tally.sections.after
          == max(
            changeset.insertedSections.count + changeset.movedSections.count,
            changeset.updatedSections.count
          ),
        "seed \(seed)"
      )
      #expect((tally.memoryByteCount == 0) == changeset.isEmpty, "seed \(seed)")
    }
  }

  @Test(arguments: [1, 128, 129, 18_432, 18_433, 20_000])
  func `is content with the shortest ids there are`(count: Int) throws {
    let changeset = deletion(of: shortestIDs(count))
    #expect(try tally(changeset).cells.before == count)
    #expect(try tally(changeset).repeatedKind == nil)
    #expect(OperationTally.elements(inBytes: try changeset.encoded().count) >= count)
  }

  @Test(arguments: [129, 18_433, 20_000])
  func `tells ids that cannot all be different`(count: Int) throws {
    var ids = shortestIDs(count)
    ids[count - 1] = ids[0]
    #expect(try tally(deletion(of: ids)).repeatedKind == "cells.deleted")
  }
}
