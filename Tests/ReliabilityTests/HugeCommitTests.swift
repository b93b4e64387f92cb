import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import ReliabilitySupport
import Testing

/// Commits with far more in them than anybody shows.
@Suite struct `A huge commit` {
  private static let count = Figures.figure("HUGE", small: 4_000, large: 1_000_000)

  private func expectRoundTrip(_ lists: [List], _ what: String) throws {
    let folder = try ScratchFolder()
    var configuration = ListStore.Configuration()
    configuration.durability = .normal
    let store = try ListStore(path: folder.store, configuration: configuration)
    var operations = 0
    for list in lists { operations += try store.commit(list, to: "home").operationCount }
    for (index, list) in lists.enumerated() {
      #expect(try store.snapshot(of: "home", at: index + 1).list == list)
    }
    var replica = Replica(of: "home")
    for change in try store.changes(of: "home") { try replica.apply(change) }
    #expect(replica.list == lists.last)
    #expect(try store.verify().problems == [])
    Figures.report("\(what): \(operations) operations in \(lists.count) commits")
  }

  @Test func `has as many sections as there are, and moves them all`() throws {
    let sections = (0..<Self.count).map { Section(id: Section.ID("s\($0)")) }
    try expectRoundTrip(
      [List(sections: sections), List(sections: sections.reversed()), List()],
      "sections"
    )
  }

  @Test func `inserts, moves, updates and deletes at once`() throws {
    var generator = SeededGenerator(seed: 201)
    func cell(_ number: Int, _ revision: Int) -> Cell {
      Cell(id: Cell.ID("c\(number)"), component: TextComponent("\(number)", revision: revision))
    }
    func section(_ id: Section.ID, _ cells: some Sequence<Cell>) -> Section {
      Section(id: id, cells: Array(cells))
    }
    let half = Self.count / 2
    let before = List(sections: [section("a", (0..<half).map { cell($0, 0) })])
    // Of four cells one goes, one changes, one moves to another section, and all change places.
    let kept = (0..<half).filter { $0 % 4 != 0 }.shuffled(using: &generator)
    let after = List(sections: [
      section("b", kept.filter { $0 % 4 == 1 }.map { cell($0, 0) }),
      section("a", kept.filter { $0 % 4 != 1 }.map { cell($0, $0 % 4 == 2 ? 1 : 0) }),
      section("new", (half..<half + half / 2).map { cell($0, 0) }),
    ])
    try expectRoundTrip([before, after, before], "mixed operations")
  }
}
