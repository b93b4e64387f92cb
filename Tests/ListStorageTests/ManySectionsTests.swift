import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// Sections that come, go and move in lists of many.
@Suite struct ManySectionsTests {
  // MARK: Edits

  @Test(arguments: 1...UInt64(Soak.count(10, soak: 100)))
  func `edits of sections are what they are on a plain list`(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let (store, replica) = (try ListStore.inMemory(), try ListStore.inMemory())
    var plain = PlainSections(count: Int.random(in: 0...90, using: &numbers), using: &numbers)
    try store.commit(plain.list, to: "home")
    try #expect(
      replica.apply(try #require(store.changes(of: "home").first)) == .appended(version: 1)
    )
    for version in 2...26 {
      let place: Comment = "seed \(seed), version \(version)"
      let before = plain.list
      let commit = try store.edit("home") { draft in
        for _ in 0..<Int.random(in: 1...7, using: &numbers) {
          try plain.edit(&draft, using: &numbers)
          #expect(draft.sectionIDs == plain.list.sections.map(\.id), place)
        }
        for section in plain.list.sections.prefix(3) {
          #expect(try draft.cellCount(in: section.id) == section.cells.count, place)
          guard let first = section.cells.first else { continue }
          let index = plain.list.sections.firstIndex { $0.id == section.id }
          #expect(try draft.path(of: first.id)?.section == index, place)
        }
      }
      guard commit.outcome == .committed else {
        #expect(before == plain.list, place)
        try store.edit("home") { try $0.appendSection(Section(id: "filler-\(version)")) }
        plain.list.sections.append(Section(id: "filler-\(version)"))
        continue
      }
      #expect(try store.snapshot(of: "home").list == plain.list, place)
      let change = try #require(try store.changes(of: "home", after: commit.version - 1).first)
      // As few operations as there can be, and of those that are as few always the same ones.
      #expect(try change.changeset == Changeset(from: before, to: plain.list), place)
    }
    for change in try store.changes(of: "home", after: 1) {
      #expect(try replica.apply(change) == .appended(version: change.version), "seed \(seed)")
    }
    #expect(try replica.info(of: "home") == store.info(of: "home"))
    #expect(try store.verify().problems == [], "seed \(seed)")
    #expect(try replica.verify().problems == [], "seed \(seed)")
  }

  /// Sections in an array, edited like a draft.
  struct PlainSections {
    var list: List
    private var newCount = 0

    init(count: Int, using numbers: inout SeededGenerator) {
      list = List()
      for _ in 0..<count { list.sections.append(newSection(using: &numbers)) }
    }

    private mutating func newSection(using numbers: inout SeededGenerator) -> Section {
      newCount += 1
      var section = Section(id: Section.ID("s\(newCount)"))
      for number in 0..<Int.random(in: 0...2, using: &numbers) {
        section.cells.append(cell(Cell.ID("s\(newCount)-\(number)")))
      }
      return section
    }

    mutating func edit(_ draft: inout ListDraft, using numbers: inout SeededGenerator) throws {
      let count = list.sections.count
      let some = count > 0 ? Int.random(in: 0..<count, using: &numbers) : nil
      switch (Int.random(in: 0..<10, using: &numbers), some) {
      case (0..<3, let some?):
        let section = list.sections.remove(at: some)
        let index = Int.random(in: 0..<count, using: &numbers)
        list.sections.insert(section, at: index)
        try draft.moveSection(section.id, .at(index))
      case (3..<5, let some?):
        try draft.deleteSection(list.sections.remove(at: some).id)
      case (5, let some?):
        // It comes again, with what it had or as another one.
        var section = list.sections.remove(at: some)
        if Bool.random(using: &numbers) { section.cells = [] }
        let index = Int.random(in: 0..<count, using: &numbers)
        list.sections.insert(section, at: index)
        try draft.deleteSection(section.id)
        try draft.insertSection(section, .at(index))
      case (6, let some?):
        list.sections[some] = list.sections[some].withHeader(TextComponent("\(newCount) \(some)"))
        let header = list.sections[some].header
        try draft.updateSection(list.sections[some].id) { $0.header = header }
      case (7, let some?):
        newCount += 1
        let cell = cell(Cell.ID("c\(newCount)"))
        list.sections[some].cells.append(cell)
        try draft.appendCell(cell, to: list.sections[some].id)
      case (8, let some?):
        // Neighbours that come together.
        for offset in 0..<3 {
          let section = newSection(using: &numbers)
          try draft.insertSection(section, .before(list.sections[some + offset].id))
          list.sections.insert(section, at: some + offset)
        }
      default:
        let section = newSection(using: &numbers)
        let index = Int.random(in: 0...count, using: &numbers)
        try draft.insertSection(section, .at(index))
        list.sections.insert(section, at: index)
      }
    }
  }

  @Test(arguments: ["insert", "move", "delete"])
  func `a section costs the same among few and among many`(edit: String) throws {
    let counts = try [50, 5_000].map { count in
      let log = StatementLog()
      let store = try log.store()
      try store.commit(
        List(sections: (0..<count).map { Section(id: Section.ID("s\($0)")) }),
        to: "home"
      )
      return try log.statements {
        try store.edit("home") { draft in
          switch edit {
          case "insert": try draft.insertSection(Section(id: "new"), .before("s17"))
          case "move": try draft.moveSection("s3", .end)
          default: try draft.deleteSection("s23")
          }
        }
      }
    }
    #expect(counts[0] == counts[1])
  }

  @Test func `sections that always come to the same place give few others a new position`() throws {
    let log = StatementLog()
    let store = try log.store()
    let count = 2_000
    try store.commit(
      List(sections: (0..<count).map { Section(id: Section.ID("s\($0)")) }),
      to: "home"
    )
    var positions: [Int] = []
    for number in 0..<600 {
      let statements = try log.statements {
        try store.edit("home") {
          try $0.insertSection(Section(id: Section.ID("new\(number)")), .before("s1000"))
        }
      }
      positions.append(statements.count { $0.hasPrefix("UPDATE liststore_section SET position") })
    }
    #expect(positions.reduce(0, +) > 0)
    #expect(positions.reduce(0, +) < 600 * 10, "\(positions.reduce(0, +))")
    #expect(positions.max() ?? 0 < count / 2, "\(positions.max() ?? 0)")
    let ids = try store.snapshot(of: "home").list.sections.map(\.id.rawValue)
    #expect(ids[1_000..<1_600].elementsEqual((0..<600).map { "new\($0)" }))
    #expect(try store.verify().problems == [])
  }

  // MARK: Positions

  @Test(arguments: ["one place", "any place", "start", "end", "between the last two"])
  func `rows have ascending positions wherever new ones come`(place: String) {
    var numbers = SeededGenerator(seed: 5)
    var positions = Ordering.positions(100)
    var newCount = 0
    for _ in 0..<3_000 {
      let index =
        switch place {
        case "one place": 50
        case "any place": Int.random(in: 0...positions.count, using: &numbers)
        case "start": 0
        case "end": positions.count
        default: positions.count - 1
        }
      let count = Int.random(in: 1...3, using: &numbers)
      let placement = Ordering.placement(of: count, at: index, among: positions)
      newCount += placement.window.count
      for row in placement.window { positions[row] = placement.position(of: row) }
      positions.insert(contentsOf: placement.new, at: index)
    }
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 })
    // For each of the 6,000 rows a few times the logarithm at most.
    #expect(newCount < 6_000 * 13 * 2, "\(newCount)")
  }

  @Test func `positions that make no sense are made new`() {
    for positions in [
      [Int64](repeating: 7, count: 9), [3, 2, 1], [.min, .max], [.max], [.min], [.max - 1, .max],
      [],
    ] {
      for index in 0...positions.count {
        var all = positions
        let placement = Ordering.placement(of: 2, at: index, among: all)
        for row in placement.window { all[row] = placement.position(of: row) }
        all.insert(contentsOf: placement.new, at: index)
        #expect(all.count == positions.count + 2)
        let around = all[max(0, index - 1)..<min(all.count, index + 3)]
        #expect(zip(around, around.dropFirst()).allSatisfy { $0 < $1 }, "\(positions), \(index)")
      }
    }
  }

  // MARK: Orders

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `an order in runs is the order of its names`(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...30, using: &numbers)
    var order = SectionOrder(count: count)
    var names = Array(0..<count)
    for new in count..<(count + 200) {
      if names.isEmpty || Bool.random(using: &numbers) {
        let index = Int.random(in: 0...names.count, using: &numbers)
        order.insert(new, at: index)
        names.insert(new, at: index)
      } else {
        let index = Int.random(in: 0..<names.count, using: &numbers)
        order.remove(at: index)
        let name = names.remove(at: index)
        if Bool.random(using: &numbers) {
          let index = Int.random(in: 0...names.count, using: &numbers)
          order.insert(name, at: index)
          names.insert(name, at: index)
        }
      }
      #expect(Array(order.names) == names, "seed \(seed)")
      #expect(order.count == names.count)
      #expect(names.indices.allSatisfy { order[$0] == names[$0] }, "seed \(seed)")
      #expect(SectionOrder(names).runs == order.runs, "seed \(seed)")
      let indices = SectionIndices(in: order)
      for name in -1...(new + 1) {
        #expect(order.firstIndex(of: name) == names.firstIndex(of: name), "seed \(seed), \(name)")
        #expect(indices[name] == names.firstIndex(of: name), "seed \(seed), \(name)")
      }
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a table of sections is an array of them`(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    func head(_ row: Int) -> SectionHead {
      SectionHead(id: Section.ID("\(row)"), row: Int64(row), position: 0, attributes: .none)
    }
    for count in [0, 1, 95, 96, 97, 1_000] {
      var array = (0..<count).map(head)
      var table = SectionTable(array)
      // It grows, and shrinks until nothing is left.
      for step in 0..<3_000 {
        let grows =
          array.isEmpty || Int.random(in: 0..<100, using: &numbers) < (step < 1_000 ? 70 : 20)
        if grows {
          let index = Int.random(in: 0...array.count, using: &numbers)
          let section = head(10_000 + step)
          table.insert(section, at: index)
          array.insert(section, at: index)
        } else {
          let index = Int.random(in: 0..<array.count, using: &numbers)
          #expect(table.remove(at: index).row == array.remove(at: index).row)
        }
        if let index = array.indices.randomElement(using: &numbers) {
          table[index].position = Int64(step)
          array[index].position = Int64(step)
        }
        guard step.isMultiple(of: 50) else { continue }
        #expect(table.map(\.row) == array.map(\.row), "seed \(seed), \(count), \(step)")
        #expect(table.map(\.position) == array.map(\.position), "seed \(seed), \(count), \(step)")
      }
    }
  }
}
