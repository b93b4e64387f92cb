import ListDiff
import ListModel
import ListTestSupport
import Testing

/// The operations on some cells, read from the binary form of a changeset.
@Suite struct PickedCellsTests {
  @Test func `operations on some cells are those of the whole changeset`() throws {
    for seed in 0..<UInt64(Soak.count(40, soak: 5_000)) {
      var lists = RandomLists(seed: seed)
      let old = lists.list()
      let new = lists.successor(of: old, editLimit: 30)
      let changeset = try Changeset(from: old, to: new)
      let all = (old.sections + new.sections).flatMap(\.cells).map(\.id)
      let wanted = all.filter { _ in lists.number(0...3) == 0 } + ["never there"]
      let bytes = try changeset.encoded()
      let picked = try bytes.withUnsafeBufferPointer {
        try Changeset.picked(encoded: $0, cells: wanted)
      }
      var expected = changeset
      expected.deletedCells.removeAll { !wanted.contains($0.id) }
      expected.insertedCells.removeAll { !wanted.contains($0.id) }
      expected.movedCells.removeAll { !wanted.contains($0.id) }
      expected.updatedCells.removeAll { !wanted.contains($0.id) }
      #expect(picked == expected, "seed \(seed)")
    }
  }
}
