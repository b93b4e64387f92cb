import ListDiff
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// Cells of old versions are found wherever the changes since have put them.
@Suite struct CellTrailTests {
  @Test(arguments: [1, 2, 4, 8, 40] as [Int])
  func `a trail ends where the cells are`(editLimit: Int) throws {
    for seed in 1...(60 as UInt64) {
      var lists = RandomLists(seed: seed)
      lists.cellLimit = 40
      let start = lists.list()
      let paths = start.sections.indices.flatMap { section in
        start.sections[section].cells.indices.map { CellPath(section: section, item: $0) }
      }
      // Every cell twice, as a window has that a cell enters again.
      var trail = CellTrail(paths + paths)
      var list = start
      for _ in 0..<12 {
        let next = lists.successor(of: list, editLimit: editLimit)
        trail.follow(try Changeset(from: list, to: next))
        list = next
      }
      let found = trail.cells(trail.present.map { list.sections[$0.section].cells[$0.item] })
      let expected = start.sections.flatMap(\.cells)
      #expect(found == expected + expected, "seed \(seed), edits \(editLimit)")
    }
  }
}
